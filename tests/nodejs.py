"""Scripts of tests/node, run by node."""

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "node"


@dataclass(frozen=True)
class Node:
    executable: str

    def run(self, script: str, questions: Iterable[object]) -> list[Any]:
        """What the script answers to each question, in order."""
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        command = [self.executable, str(FOLDER / script)]
        done = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.split("\n") if line]
