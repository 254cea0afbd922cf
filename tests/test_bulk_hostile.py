"""Sources with bytes changed, cut and moved: whatever comes of it are entries, never the end of the run."""

import io
import json
from pathlib import Path
from random import Random

import pytest

from mjlog.bulk.records import Entry
from mjlog.bulk.sources import iter_entries
from sources import content, houou, log, tarred, zipped

FILES = {f"{n}.xml": log(n) for n in range(4)}
LINES = b"".join(json.dumps({"id": str(n), "log": log(n).decode()}).encode() + b"\n" for n in range(5))
NESTED = {**FILES, "i.zip": zipped(FILES), "t.tgz": tarred(FILES, "w:gz"), "j.jsonl": LINES}


def parquet(path: Path) -> bytes:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"id": list(FILES), "log": [data.decode() for data in FILES.values()]}), path)
    return path.read_bytes()


def zstandard(path: Path) -> bytes:
    packed: bytes = pytest.importorskip("zstandard").compress(tarred(FILES))
    return packed


SEEDS = {
    "zip": lambda _: zipped(NESTED),
    "tar": lambda _: tarred(NESTED),
    "tar.gz": lambda _: tarred(FILES, "w:gz"),
    "tar.xz": lambda _: tarred(FILES, "w:xz"),
    "tar.bz2": lambda _: tarred(FILES, "w:bz2"),
    "tar.zst": zstandard,
    "lines": lambda _: LINES,
    "database": lambda path: houou(path, {str(n): log(n) for n in range(40)}).read_bytes(),
    "parquet": parquet,
}


def changed(data: bytes, random: Random) -> bytes:
    new = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 4, 10])):
        at = random.randrange(len(new) + 1)
        match random.randrange(5):
            case 0:
                new[at : at + 1] = random.randbytes(1)
            case 1:
                new[at : at + 4] = random.choice([b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f"])
            case 2:
                del new[at:]
            case 3:
                del new[at : at + random.randrange(1, 40)]
            case _:
                new[at:at] = new[random.randrange(len(new) + 1) :][: random.randrange(1, 60)]
    return bytes(new)


@pytest.mark.parametrize("kind", SEEDS)
def test_changed_bytes_end_in_entries(kind: str, tmp_path: Path) -> None:
    data = SEEDS[kind](tmp_path / "seed")
    path = tmp_path / "changed"
    random = Random(kind)
    for _ in range(150):
        new = changed(data, random)
        path.write_bytes(new)
        for source in (path, io.BytesIO(new)):
            entries = list(iter_entries([source]))
            assert entries
            for entry in entries:
                assert isinstance(entry, Entry)
                content(entry)
