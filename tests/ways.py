"""The ways into the package, and what an error says."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import mjlog

ROOT = '<mjloggm ver="2.3">'
DRAW = '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0"{}/>'
AGARI = (
    '<AGARI ba="0,0" hai="0,4,8" machi="8" ten="30,1000,0" yaku="1,1" doraHai="0" who="0" fromWho="1"'
    ' sc="250,0,250,0,250,0,250,0"/>'
)

Way = Callable[..., object]


class Place(NamedTuple):
    kind: str
    offset: int | None
    element: str | None
    round: int | None


def place(error: mjlog.MjlogError) -> Place:
    return Place(error.kind, error.offset, error.element, error.round)


def failure(way: Way, data: Any, **options: Any) -> mjlog.MjlogError:
    """The error it has to raise."""
    with pytest.raises(mjlog.MjlogError) as error:
        way(data, **options)
    return error.value


def outcome(way: Way, data: Any, **options: Any) -> object:
    """What it gives, or the place of its MjlogError. Any other exception, PanicException too, gets out."""
    try:
        return way(data, **options)
    except mjlog.MjlogError as error:
        return place(error)


def by_chunks(data: Any, **options: Any) -> Any:
    """Converter, fed with one chunk or a list of them."""
    converter = mjlog.Converter(**options)
    for chunk in data if isinstance(data, list) else [data]:
        converter.feed(chunk)
    return converter.close()


def parse(data: Any) -> str:
    """All of the log, however lazy it is."""
    return repr(mjlog.parse(data))


WAYS: list[Way] = [mjlog.convert, mjlog.convert_json, by_chunks]


def without(attribute: str, element: str) -> str:
    before, after = element.split(f' {attribute}="', 1)
    return before + after.split('"', 1)[1]


def with_value(attribute: str, value: str, element: str) -> str:
    before, after = element.split(f' {attribute}="', 1)
    return f'{before} {attribute}="{value}"' + after.split('"', 1)[1]
