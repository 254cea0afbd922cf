"""Make seeds for the fuzz targets, in fuzz/corpus: pieces of the bundled made-up log, and hands.

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
HANDS = (
    "m123p456s789z1122 z1- m1,p9 \0\2\1\1",
    "m340p406s067z1122z1  z3 \1\0\2\1\0\0\0\0\1\1\2",
    "p2,m1111,z222=2,s055+,p34-0 p2+ s1",
    "m19p19s19z1234567 z7=",
    "m11p22s33z1122334z4  m0,p0 \0\0\0\0\0\0\0\1",
    "p1112345678999 p5-",
    "m12_*,z777=, m3_*-",
    "m22,p12_!3,s555+!,z111,z222=",
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
    """Write the seeds, for the converter some packed and in other encodings too."""
    seeds = {name: text.encode() for name, text in texts(SAMPLE.read_text(encoding="utf-8")).items()}
    begun = seeds["begun"].decode()
    packed = {f"gzip-{name}": gzip.compress(seeds[name], mtime=0) for name in ("whole", "begun")}
    declared = {
        f"encoding-{name}": f"<?xml version='1.0' encoding='{name}'?>{begun}".encode(name)
        for name in ("shift_jis", "euc_jp", "iso2022_jp")
    }
    marked = {f"encoding-{name}": begun.encode(name) for name in ("utf-16", "utf-16-be", "utf-8-sig")}
    hands = {str(i): hand.encode() for i, hand in enumerate(HANDS)}
    targets = {"scanner": seeds, "convert": seeds | packed | declared | marked, "audit": seeds, "hand": hands}
    for target, files in targets.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / f"seed-{name}").write_bytes(data)
        print(f"{folder.relative_to(ROOT)}: {len(files)} seeds")


if __name__ == "__main__":
    main()
