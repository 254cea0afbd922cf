"""Tenhou's game logs (mjlog) to 電脳麻将 (majiang) paipu, audits of them, and what hands are worth.

>>> import mjlog
>>> paipu = mjlog.convert(mjlog.sample())
>>> paipu["title"]
'四鳳南喰赤'

>>> mjlog.hule("m123p456s789z1122", "z1-", menfeng=2).defen
1300

`convert` makes paipu, `parse` gives all that a log says, `walls` where each tile lay, `audit`
holds a log to the rules, `synth` makes up games, `hule` and its like score hands. Of many at a time
there are `convert_batch`, `audit_batch` and `hule_batch`; `mjlog.bulk` reads folders, archives and
databases, `mjlog.arrow` tables, `mjlog.ray` clusters.

A log (`data`) may be bytes, a bytearray, a memoryview, XML text, a path object or a
binary file; gzip is recognised by its first bytes. What can't be converted raises
`MjlogError`, which says what, why and where.
"""

from mjlog._core import (
    AUDIT_CHECKS,
    WANTS,
    YAKU,
    ArrowTable,
    AuditReport,
    Finding,
    Hudi,
    Hule,
    Mianzi,
    Rule,
    Shoupai,
    Wall,
    WallDifference,
    WallDraw,
    audit,
    audit_batch,
    convert,
    convert_batch,
    convert_json,
    decode_mianzi,
    decode_pai,
    encode_pai,
    explain_hule,
    get_defen,
    get_hudi,
    get_hupai,
    get_post_hupai,
    get_pre_hupai,
    hule,
    hule_batch,
    hule_many,
    hule_mianzi,
    parse,
    synth,
    tingpai,
    walls,
    xiangting,
)
from mjlog.errors import MjlogError, MjlogWarning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mjlog.explanation import Explanation
    from mjlog.log import Log
    from mjlog.paipu import Move, Paipu
    from mjlog.xml import Converter

__version__ = "0.1.0"

__all__ = [
    "AUDIT_CHECKS",
    "WANTS",
    "YAKU",
    "ArrowTable",
    "AuditReport",
    "Converter",
    "Explanation",
    "Finding",
    "Hudi",
    "Hule",
    "Log",
    "Mianzi",
    "MjlogError",
    "MjlogWarning",
    "Move",
    "Paipu",
    "Rule",
    "Shoupai",
    "Wall",
    "WallDifference",
    "WallDraw",
    "audit",
    "audit_batch",
    "convert",
    "convert_batch",
    "convert_json",
    "decode_mianzi",
    "decode_pai",
    "encode_pai",
    "explain_hule",
    "get_defen",
    "get_hudi",
    "get_hupai",
    "get_post_hupai",
    "get_pre_hupai",
    "hule",
    "hule_batch",
    "hule_many",
    "hule_mianzi",
    "parse",
    "sample",
    "synth",
    "tingpai",
    "walls",
    "xiangting",
]

# Loaded when first asked for: expat, typing and dataclasses would double the import's time.
_LATER = {
    "Converter": "mjlog.xml",
    "Explanation": "mjlog.explanation",
    "Log": "mjlog.log",
    "Move": "mjlog.paipu",
    "Paipu": "mjlog.paipu",
}
# Not `mjlog.ray`, which needs another package.
_MODULES = ("arrow", "bulk", "explanation", "hands", "log", "paipu", "xml")

if not TYPE_CHECKING:  # a type checker would take any name for one that is there

    def __getattr__(name: str) -> object:
        import importlib  # noqa: PLC0415 - see above

        if name in _MODULES:
            return importlib.import_module(f"mjlog.{name}")
        if name in _LATER:
            value = getattr(importlib.import_module(_LATER[name]), name)
            globals()[name] = value
            return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        own = {name for name in globals() if name.startswith("__")}
        return sorted({*__all__, *_MODULES, *own})


def sample() -> bytes:
    """Give the bundled made-up log, one that `synth` made: XML in UTF-8.

    It holds every kind of element that Tenhou writes, each kind of call, a double ron, a draw
    and a reconnect, and its walls fit its seed.
    """
    from importlib.resources import files  # noqa: PLC0415 - loaded when first asked for

    return files("mjlog").joinpath("sample.mjlog").read_bytes()
