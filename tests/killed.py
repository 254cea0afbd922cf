"""A bulk conversion that kills itself at one of its steps: `killed.py STEP SOURCE OUTPUT [SHARDS]`.

A step is anything that outlives the process: a write, a sync, a name, a commit; each has a moment before and one
behind it. With step 0 nothing is killed, and the number of moments is printed.
"""

import itertools
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mjlog import bulk
from mjlog.bulk import job
from mjlog.bulk.sinks import appending, files, growing, parquet
from mjlog.bulk.state import State

CHUNK = 16

last = int(sys.argv[1])
moments = itertools.count(1)


def moment() -> None:
    if next(moments) == last:
        os.kill(os.getpid(), signal.SIGKILL)


def watched(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        moment()
        result = function(*args, **kwargs)
        moment()
        return result

    return call


def half_written(write: Callable[..., Any]) -> Callable[..., Any]:
    """Also a moment in the middle of the bytes."""

    def call(self: Any, data: Any) -> None:
        moment()
        write(self, memoryview(data)[: len(data) // 2])
        self.file.flush()
        moment()
        write(self, memoryview(data)[len(data) // 2 :])
        moment()

    return call


def half_appended(append: Callable[..., Any]) -> Callable[..., Any]:
    """Also a moment at which of a chunk's bytes half are there."""

    def call(self: Any, *args: Any) -> Any:
        moment()
        begin = self._end
        result = append(self, *args)
        whole = self.folder / f"{self.path.name}.part"
        if next(moments) == last:
            os.truncate(whole, (begin + self._end) // 2)
            os.kill(os.getpid(), signal.SIGKILL)
        moment()
        return result

    return call


for module, names in {
    os: ["fsync", "replace", "rename"],
    shutil: ["rmtree"],
    State: ["save", "add", "fail", "shrink"],
    files: ["sync_files"],
    files.FilesSink: ["put", "finish", "publish"],
    parquet.ParquetSink: ["put", "finish", "publish"],
    growing._Growing: ["end_file", "publish"],
}.items():
    for name in names:
        setattr(module, name, watched(getattr(module, name)))
growing._Growing.write = half_written(growing._Growing.write)  # type: ignore[method-assign]
appending.AppendingSink.append = half_appended(appending.AppendingSink.append)  # type: ignore[method-assign]
job.SIZE = job.LARGE = CHUNK  # type: ignore[attr-defined]
parquet._GROUP = 24

if __name__ == "__main__":
    _, _, source, output, *shards = sys.argv
    bulk.convert(
        source,
        output,
        resume=True,
        checkpoint=0,
        threads=2,
        log_id=True,
        shards=int(shards[0]) if shards else None,
        errors=Path(output).with_name("errors.jsonl"),
    )
    sys.stdout.write(str(next(moments) - 1))
