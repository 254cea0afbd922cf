#!/bin/sh
# Builds wheel and sdist, looks at what they hold, and tries each in a fresh environment.
# Usage: try_dist.sh BIN, the folder with python and maturin.
set -eu
bin=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$bin/maturin" build --release --quiet --sdist --out "$work/dist"
ls "$work/dist"

"$bin/python" - "$work"/dist/*.whl <<'PY'
import sys, zipfile
names = zipfile.ZipFile(sys.argv[1]).namelist()
for needed in ("mjlog/py.typed", "mjlog/_core.pyi", "mjlog/sample.mjlog", "mjlog/cli/__init__.py"):
    assert needed in names, f"the wheel lacks {needed}"
assert not [n for n in names if "test" in n or "bench" in n], "the wheel holds tests"
PY

try() {
    "$bin/python" -m venv "$work/env"
    "$work/env/bin/python" -m pip install --quiet "$1"
    (cd "$work" && ./env/bin/mjlog sample | ./env/bin/mjlog convert | ./env/bin/python -c \
        "import json, sys, mjlog; assert json.load(sys.stdin) == mjlog.convert(mjlog.sample()); print('$2 works')")
    rm -rf "$work/env"
}
try "$work"/dist/*.whl wheel
try "$work"/dist/*.tar.gz sdist
