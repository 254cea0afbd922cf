"""Past one machine: a cluster of two nodes gives what one machine gives, and a killed worker costs nothing."""

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mjlog.arrow
from conftest import missing
from games import games
from mjlog.bulk.records import ZipMember
from mjlog.bulk.sources import iter_entries, read_zip_member
from mjlog.errors import MjlogError
from sources import houou, log_id, zipped

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

CLUSTER = Path(__file__).parent / "ray_cluster.py"
ALONE = ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$0" "$@"']
"""Loopback is all there is: Ray asks the machine's cloud who it is."""


def logs(start: int) -> dict[str, bytes]:
    return {log_id(n): game for n, game in enumerate(games(30, start), start)}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archives")
    (folder / "a.zip").write_bytes(zipped({f"{key}.mjlog": data for key, data in logs(0).items()}))
    houou(folder / "b.db", logs(30))
    for key, data in logs(60).items():
        (folder / f"{key}.xml").write_bytes(data)
    (folder / "broken.xml").write_bytes(b"no log")
    (folder / "cut.zip").write_bytes(zipped({"a.xml": b"<mjloggm/>"})[:-9])
    (folder / "other.pdf").write_bytes(b"%PDF")
    return folder


def alone(archives: Path, **options: Any) -> list[dict[str, Any]]:
    """On this machine, in the order of ids."""
    rows = []
    for entry in iter_entries([archives]):
        data = read_zip_member(entry.data) if isinstance(entry.data, ZipMember) else entry.data
        if isinstance(data, MjlogError):
            rows.append({"id": entry.id, "paipu": None, "error": f"{data.kind}: {data}"})
        else:
            table = pa.table({"id": [entry.id], "log": [data]})
            rows += pa.table(mjlog.arrow.convert(table, **options)).to_pylist()
    return sorted(rows, key=lambda row: row["id"])


def by_id(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: row["id"])


def test_two_nodes_and_a_killed_worker(archives: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("ray") is None:
        missing("no ray: pip install mjlog[ray]")
    if shutil.which("unshare") is None or subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode:
        missing("needs a network namespace of its own: unshare -n")
    pq.write_table(pa.table({"id": list(logs(0)), "log": list(logs(0).values())}), tmp_path / "logs.parquet")
    run = [*ALONE, sys.executable, str(CLUSTER), str(archives), str(tmp_path)]
    done = subprocess.run(run, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert json.loads((tmp_path / "done.json").read_text()) == {"nodes": 2, "died": True, "examples": [0, True]}, (
        done.stdout
    )
    expected = alone(archives)
    assert len(expected) == 92
    assert sum(row["error"] is not None for row in expected) == 2
    assert by_id(pq.read_table(tmp_path / "whole").to_pylist()) == expected
    lines = [line for path in sorted((tmp_path / "killed").iterdir()) for line in path.read_text().splitlines()]
    assert by_id([json.loads(line) for line in lines]) == alone(archives, log_id=True)
    again = by_id(pq.read_table(tmp_path / "again").to_pylist())
    assert again == [row for row in expected if row["id"] in logs(0)]


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("mjlog.ray")
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setitem(sys.modules, "ray.data", None)
    with pytest.raises(ImportError, match=r"pip install mjlog\[ray\]"):
        module.read_logs("x")
