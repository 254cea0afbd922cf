"""Convert a folder on a cluster of two nodes; run by test_ray.py where nothing but this machine can be reached."""

import doctest
import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import mjlog.ray

ray: Any = import_module("ray")
Cluster: Any = import_module("ray.cluster_utils").Cluster


class DieOnce:
    """Kill the worker in the middle of its work, the first time."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def __call__(self, batch: Any) -> Any:
        if any(key.endswith("00000011") for key in batch["id"].to_pylist()):
            try:
                os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return batch
            os.kill(os.getpid(), signal.SIGKILL)
        return batch


def main(archives: str, out: str) -> None:
    # Workers start where the driver is.
    os.chdir(out)
    Path("archives").symlink_to(archives)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    nodes = sum(node["Alive"] for node in ray.nodes())
    ray.data.DataContext.get_current().enable_progress_bars = False
    logs = mjlog.ray.read_logs(archives)
    mjlog.ray.convert(logs).write_parquet(f"{out}/whole")
    dying = logs.map_batches(DieOnce(f"{out}/died").__call__, batch_format="pyarrow", batch_size=None)
    mjlog.ray.convert(dying, log_id=True).write_json(f"{out}/killed")
    again = ray.data.read_parquet(f"{out}/logs.parquet")
    mjlog.ray.convert(again).write_parquet(f"{out}/again")
    page = (Path(__file__).parent.parent / "docs" / "TABLES.md").read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(page.partition("## Ray")[2], {}, "TABLES.md", None, 0)
    shown = doctest.DocTestRunner().run(examples)
    report = {"nodes": nodes, "died": Path("died").exists(), "examples": [shown.failed, shown.attempted > 5]}
    Path("done.json").write_text(json.dumps(report))
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
