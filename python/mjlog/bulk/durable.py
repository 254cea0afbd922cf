"""Files that are there whole or not at all, and stay there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["fsync_file", "fsync_folder", "move", "real_folder", "sync_files"]


def fsync_file(path: Path) -> None:
    """Wait until the file's bytes are on the disk."""
    handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def fsync_folder(path: Path) -> None:
    """Wait until the folder's names are on the disk, where systems have that."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_files(folder: Path, files: Iterable[Path]) -> None:
    """Wait until these files of a folder are on the disk: by one call for all, where there is one.

    Thousands of small files take three to ten times longer one by one. The call waits for what others write too, which
    may be seconds on a busy disk, and nothing interrupts it: a process of its own makes it, which can be left behind.
    """
    if sys.platform == "linux" and (program := shutil.which("sync")) is not None:
        done = subprocess.run([program, "-f", folder], check=False, capture_output=True)  # noqa: S603
        if done.returncode == 0:
            return
    for file in files:
        fsync_file(file)


def move(part: Path, target: Path) -> None:
    """Give a whole file its name."""
    part.replace(target)
    fsync_folder(target.parent)


def real_folder(path: Path) -> Path:
    """Make a folder that is no link to somewhere else.

    Raises:
        OSError: there is a link or something else of that name, or it can't be made.

    """
    if path.is_symlink():
        raise OSError(f"{path} is a link: refused, since it may lead out of the output's folder")
    path.mkdir(parents=True, exist_ok=True)
    return path
