"""Make the documents that come from the code: docs/ERRORS.md. With --check only compare."""

import sys
from pathlib import Path

from mjlog._core import error_kinds

ERRORS = Path(__file__).resolve().parent.parent / "docs" / "ERRORS.md"

HEAD = """\
# Errors

`MjlogError` is a `ValueError`. It says what was found, why it can't be used, and where:

| attribute | what |
| --- | --- |
| `message` | what was found and what was expected |
| `kind` | the cause, one of the names below; they don't change |
| `offset` | byte in the unpacked input as given, before decoding, at the element's `<`; or `None` |
| `element` | the element's name, or `None` |
| `round` | index of the round, as in the paipu's `log`; `None` before the first INIT |

It pickles, so it comes back whole from another process. A file that can't be opened or read raises
Python's own `OSError`, and data of a wrong type `TypeError`.

| kind | meaning | what to do |
| --- | --- | --- |
"""

TAIL = """
What is odd but does not stop the conversion is an `MjlogWarning`: a version of mjlog other than 2.3, an
element that is unknown (left out of the paipu, kept by `parse`), a draw of unknown `type` (taken as 流局).
Each is told once a log, at most 16 of them.

`bad_pai`, `bad_mianzi`, `bad_notation` and `bad_template` also come from the calls that take a tile, a
meld or a template. The table is made from the code (`rust/core/src/error.rs`) by `tools/make_docs.py`.
"""


def errors() -> str:
    """Give the page on errors."""
    rows = "".join(f"| `{slug}` | {meaning} | {remedy} |\n" for slug, meaning, remedy in error_kinds())
    return HEAD + rows + TAIL


def main() -> None:
    """Write the page, or compare it."""
    page = errors()
    if "--check" not in sys.argv:
        ERRORS.write_text(page, encoding="utf-8")
    elif ERRORS.read_text(encoding="utf-8") != page:
        sys.exit("docs/ERRORS.md is out of date: run `python tools/make_docs.py`")


if __name__ == "__main__":
    main()
