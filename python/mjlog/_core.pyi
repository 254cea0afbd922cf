"""The compiled part of mjlog. Import `mjlog`, not this."""

from collections.abc import Iterable
from os import PathLike
from typing import Literal, Protocol, TypeAlias, final

from mjlog.errors import MjlogError
from mjlog.log import Log
from mjlog.paipu import Move, Paipu

__all__ = [
    "DAN",
    "Decoder",
    "Mianzi",
    "convert",
    "convert_batch",
    "convert_json",
    "decode_mianzi",
    "decode_pai",
    "encode_pai",
    "error_kinds",
    "parse",
]

class _BinaryFile(Protocol):
    def read(self) -> bytes: ...

_Data: TypeAlias = bytes | bytearray | memoryview | str | PathLike[str] | _BinaryFile
"""A log: bytes (gzip or not), XML text, a path object or a file open in binary mode."""

DAN: tuple[str, ...]

def convert(
    data: _Data,
    *,
    player_format: str | None = None,
    title: str | None = None,
    log_id: str | None = None,
    partial: bool = False,
) -> Paipu: ...
def convert_json(
    data: _Data,
    *,
    player_format: str | None = None,
    title: str | None = None,
    log_id: str | None = None,
    partial: bool = False,
) -> bytes: ...
def convert_batch(
    logs: Iterable[_Data | tuple[str, _Data]],
    *,
    threads: int | None = None,
    player_format: str | None = None,
    title: str | None = None,
    log_id: str | None = None,
    partial: bool = False,
) -> list[bytes | MjlogError]: ...
def parse(data: _Data, *, partial: bool = False) -> Log: ...
def decode_pai(number: int, *, red: bool = True) -> str: ...
def encode_pai(text: str, *, red: bool = True) -> int: ...
def decode_mianzi(code: int, *, red: bool = True) -> Mianzi: ...
def error_kinds() -> list[tuple[str, str, str]]: ...

@final
class Mianzi:
    def __new__(cls, code: int, *, red: bool = True) -> Mianzi: ...
    @staticmethod
    def parse(text: str, *, red: bool = True) -> Mianzi: ...
    @property
    def kind(self) -> Literal["chi", "pon", "kakan", "daiminkan", "ankan", "kita"]: ...
    @property
    def tiles(self) -> tuple[int, ...]: ...
    @property
    def called(self) -> int | None: ...
    @property
    def added(self) -> int | None: ...
    @property
    def from_(self) -> int: ...
    @property
    def code(self) -> int: ...
    @property
    def red(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, bool]]: ...

@final
class Decoder:
    def __new__(
        cls,
        *,
        player_format: str | None = None,
        title: str | None = None,
        log_id: str | None = None,
        partial: bool = False,
    ) -> Decoder: ...
    def element(self, name: str, attrs: list[str]) -> None: ...
    @property
    def round(self) -> int | None: ...
    @property
    def begun(self) -> bool: ...
    def moves(self) -> list[Move]: ...
    def close(self) -> Paipu: ...
    @property
    def paipu(self) -> Paipu: ...
