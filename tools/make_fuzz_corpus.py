"""Cut the bundled made-up log into seeds for the fuzz targets, in fuzz/corpus.

python3 tools/make_fuzz_corpus.py
"""

import gzip
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "python" / "mjlog" / "sample.mjlog"
CORPUS = ROOT / "fuzz" / "corpus"

SHAPE = re.compile(r"</?([A-Za-z]+)|(\w+)=")
ODD = (
    "<?xml version='1.0' encoding=\"UTF-8\"?>\r\n<!-- <a> -->\n<mjloggm ver='2.3'\n><T1/><![CDATA[<T2/>]]></mjloggm >",
    "<mjloggm><UN n0 = '&lt;&#65;&#x1F004;\t>' n1=\"'\"/><BYE who='1'></BYE>text &amp; more<?pi ?></mjloggm>",
)


def texts(log: str) -> dict[str, str]:
    """Give the whole log, and for each shape of element (its name and attributes) a small log that has one."""
    elements = re.findall(r"<[^>]*>", log)
    begun = 1 + next(i for i, element in enumerate(elements) if element.startswith("<INIT"))
    opening = "".join(elements[:begun])
    seeds = {"whole": log, "begun": f"{opening}</mjloggm>"}
    for i, element in enumerate(elements):
        shape = "-".join(name or attribute for name, attribute in SHAPE.findall(element))
        around = "".join(elements[max(i - 1, begun) : i + 2])
        if i < begun or not around.endswith("</mjloggm>"):
            seeds.setdefault(shape, element if i < begun else f"{opening}{around}</mjloggm>")
    return seeds | {f"odd-{i}": text for i, text in enumerate(ODD)}


def main() -> None:
    """Write each seed for both targets, and for the converter some packed and in other encodings too."""
    seeds = {name: text.encode() for name, text in texts(SAMPLE.read_text(encoding="utf-8")).items()}
    begun = seeds["begun"].decode()
    packed = {f"gzip-{name}": gzip.compress(seeds[name], mtime=0) for name in ("whole", "begun")}
    declared = {
        f"encoding-{name}": f"<?xml version='1.0' encoding='{name}'?>{begun}".encode(name)
        for name in ("shift_jis", "euc_jp", "iso2022_jp")
    }
    marked = {f"encoding-{name}": begun.encode(name) for name in ("utf-16", "utf-16-be", "utf-8-sig")}
    for target, files in {"scanner": seeds, "convert": seeds | packed | declared | marked}.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / f"seed-{name}").write_bytes(data)
        print(f"{folder.relative_to(ROOT)}: {len(files)} seeds")


if __name__ == "__main__":
    main()
