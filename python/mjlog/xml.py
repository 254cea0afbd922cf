"""Conversion of a log that comes in pieces, read by the standard library's expat."""

import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from mjlog._core import Decoder
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mjlog.paipu import Move, Paipu

__all__ = ["Converter"]

_GZIP = b"\x1f\x8b"
_MAX_UNPACKED = 256 << 20
_ROOT = "fragment"
_MOST_DECLARATION = 1024

# What expat's codes mean here; every other one is `not_xml`.
_CODES = expat.errors.codes
_TRUNCATED = {
    _CODES[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
    _CODES[expat.errors.XML_ERROR_PARTIAL_CHAR],
    _CODES[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
}
_EMPTY = _CODES[expat.errors.XML_ERROR_NO_ELEMENTS]
_ENCODING = {
    _CODES[expat.errors.XML_ERROR_UNKNOWN_ENCODING],
    _CODES[expat.errors.XML_ERROR_INCORRECT_ENCODING],
}
_INVALID = _CODES[expat.errors.XML_ERROR_INVALID_TOKEN]
_TWICE = _CODES[expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE]


def _declaration(head: bytes) -> tuple[int, str] | None:
    """Where the XML declaration ends, and how ASCII is written; None when more has to be seen."""
    marks = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
    codec = marks.get(head[:2], "utf-8")
    bom = 3 if head.startswith(b"\xef\xbb\xbf") else 2 if head[:2] in (b"\xff\xfe", b"\xfe\xff") else 0
    start, end = "<?xml".encode(codec), "?>".encode(codec)
    seen = head[bom:]
    if len(seen) < len(start) and (start.startswith(seen) or not head[2:]):
        return None
    if not seen.startswith(start):
        return bom, codec
    at = seen.find(end)
    if at < 0:
        return None if len(seen) < _MOST_DECLARATION else (bom, codec)
    return bom + at + len(end), codec


class Converter:
    """Converts a log chunk by chunk: for live games, and to look at each move.

    >>> import mjlog
    >>> converter = mjlog.Converter()
    >>> moves = converter.feed(mjlog.sample())
    >>> paipu = converter.close()
    >>> paipu == mjlog.convert(mjlog.sample())
    True

    Gives what `mjlog.convert` gives, from any input that is strict XML in an encoding that
    expat reads (UTF-8, UTF-16, ISO-8859-1, ASCII and one-byte encodings). A chunk may end
    anywhere; gzip is recognised by its first bytes.
    """

    def __init__(
        self,
        *,
        player_format: str | None = None,
        title: str | None = None,
        log_id: str | None = None,
        partial: bool = False,
    ) -> None:
        """Set what `mjlog.convert` takes too.

        Args:
            player_format: template of the players' labels, with {name} {dan} {rate} {seat}.
            title: own text in place of the table's title.
            log_id: the log's id, put behind the title on a line of its own.
            partial: accept elements without their root, and input that stops anywhere.

        Raises:
            MjlogError: of kind `bad_template`.

        """
        self._decoder = Decoder(player_format=player_format, title=title, log_id=log_id, partial=partial)
        self._partial = partial
        self._parser: expat.XMLParserType | None = None
        self._unpacker: zlib._Decompress | None = None
        self._kind: str | None = None
        self._packed = b""
        self._head = b""
        self._end_root = b""
        self._wrapped = 0
        self._unpacked = 0
        self._chunk: bytes = b""
        self._chunk_at = 0
        self._closed = False
        self._whole: Paipu = {}
        self._failed: MjlogError | None = None

    @property
    def paipu(self) -> "Paipu":
        """The paipu so far: a copy, with the discard that is still held back."""
        return self._decoder.paipu

    def feed(self, chunk: bytes | bytearray | memoryview | str) -> "list[Move]":
        """Take the next piece of the log; give the moves that are complete now.

        A discard is complete once the element after it has come, since its riichi may be
        declared behind it.

        Raises:
            MjlogError: whatever is wrong with the log; then this converter is over.

        """
        if self._failed is not None:
            raise self._failed.with_traceback(None)
        if self._closed:
            raise ValueError("this Converter is closed")
        if isinstance(chunk, str):
            self._one_kind("str")
            if chunk:
                self._text(chunk.encode("utf-8", "surrogatepass"))
        elif isinstance(chunk, bytes | bytearray | memoryview):
            self._one_kind("bytes")
            self._take(bytes(chunk))
        else:
            raise TypeError(f"a chunk is bytes or str, not {type(chunk).__name__}")
        return self._decoder.moves()

    def close(self) -> "Paipu":
        """End the log and give the whole paipu.

        Raises:
            MjlogError: the log is not whole (unless `partial`), or is none.

        """
        if self._failed is not None:
            raise self._failed.with_traceback(None)
        if not self._closed:
            self._take(b"", last=True)
            if self._unpacker is not None and not self._unpacker.eof and not self._partial:
                self._fail(MjlogError("the gzip data can't be unpacked: it is cut short", "gzip"))
            self._text(b"", last=True)
            self._whole = self._end()
            self._closed = True
        return self._whole

    def _one_kind(self, kind: str) -> None:
        if self._kind not in (None, kind):
            raise TypeError(f"a chunk of {kind} after one of {self._kind}: feed one kind")
        self._kind = kind

    def _take(self, chunk: bytes, *, last: bool = False) -> None:
        """Bytes as given: the first two tell gzip."""
        if self._unpacker is not None:
            self._unpack(chunk)
        elif self._parser is not None or self._head:
            self._text(chunk)
        else:
            self._packed += chunk
            if len(self._packed) < len(_GZIP) and not last:
                return
            chunk, self._packed = self._packed, b""
            if chunk.startswith(_GZIP):
                self._unpacker = zlib.decompressobj(31)
                self._unpack(chunk)
            else:
                self._text(chunk)

    def _unpack(self, chunk: bytes) -> None:
        while chunk:
            if self._unpacker is None or self._unpacker.eof:
                self._unpacker = zlib.decompressobj(31)
            try:
                data = self._unpacker.decompress(chunk, 1 << 20)
            except zlib.error:
                self._fail(MjlogError("the gzip data can't be unpacked: it is damaged", "gzip"))
            self._unpacked += len(data)
            if self._unpacked > _MAX_UNPACKED:
                self._fail(MjlogError(f"the gzip data unpacks to more than {_MAX_UNPACKED >> 20} MiB", "too_large"))
            self._text(data)
            chunk = self._unpacker.unconsumed_tail or self._unpacker.unused_data

    def _text(self, chunk: bytes, *, last: bool = False) -> None:
        """XML: its first bytes tell the encoding, and where a made-up root may stand."""
        if self._parser is not None:
            if chunk:
                self._parse(chunk)
            return
        self._head += chunk
        split = _declaration(self._head)
        if split is None and not last:
            return
        head, self._head = self._head, b""
        before, codec = split or (0, "utf-8")
        parser = expat.ParserCreate("utf-8" if self._kind == "str" else None)
        self._parser = parser
        parser.ordered_attributes = True
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        # Newer expats wait for more before they look at a tag again; a live game can't.
        defer = getattr(parser, "SetReparseDeferralEnabled", None)
        if defer is not None:
            defer(False)
        if not self._partial:
            parser.StartElementHandler = self._element(parser)
            self._parse(head)
            return
        self._parse(head[:before])
        root = f"<{_ROOT}>".encode(codec)
        self._parse(root)
        self._wrapped = len(root)
        self._end_root = f"</{_ROOT}>".encode(codec)
        parser.StartElementHandler = self._element(parser)
        self._parse(head[before:])

    def _element(self, parser: expat.XMLParserType) -> "Callable[[str, list[str]], None]":
        """Make the handler of start tags, which knows where the parser stands."""
        decode = self._decoder.element
        wrapped = self._wrapped

        def element(name: str, attributes: list[str]) -> None:
            try:
                decode(name, attributes)
            except MjlogError as error:
                error.offset = parser.CurrentByteIndex - wrapped
                raise

        return element

    def _parse(self, chunk: bytes) -> None:
        parser = self._parser
        if parser is None:
            return
        self._chunk_at += len(self._chunk)
        self._chunk = chunk
        try:
            parser.Parse(chunk, False)
        except expat.ExpatError as error:
            self._fail(self._translated(error))
        except MjlogError as error:
            self._fail(error)
        except Warning as warning:
            # Warnings are errors by the caller's wish: this converter is over all the same.
            self._failed = MjlogError(str(warning), "not_xml")
            raise
        except (LookupError, ValueError) as error:
            # What pyexpat says of encodings that it does not know or can't take.
            message = f"Converter can't read this encoding ({error}), mjlog.convert may"
            self._fail(MjlogError(message, "encoding", 0))

    def _end(self) -> "Paipu":
        parser = self._parser
        try:
            if parser is not None and self._partial:
                with suppress(expat.ExpatError):  # the input may stop anywhere
                    parser.Parse(self._end_root, True)
            elif parser is not None:
                self._chunk_at += len(self._chunk)
                self._chunk = b""
                parser.Parse(b"", True)
            return self._decoder.close()
        except expat.ExpatError as error:
            self._fail(self._translated(error, at_end=True))
        except MjlogError as error:
            self._fail(error)

    def _refuse_doctype(self, *_: object) -> NoReturn:
        offset = self._parser.CurrentByteIndex - self._wrapped if self._parser is not None else None
        raise MjlogError("the XML has a document type (<!DOCTYPE …>), which no Tenhou log has", "dtd", offset)

    def _translated(self, error: expat.ExpatError, *, at_end: bool = False) -> MjlogError:
        """Expat's error as ours."""
        parser = self._parser
        index = parser.ErrorByteIndex if parser is not None else 0
        offset = max(0, index - self._wrapped)
        text = expat.ErrorString(error.code)
        if error.code in _TRUNCATED or (at_end and (self._decoder.begun or error.code != _EMPTY)):
            return MjlogError(f"the log stops before its end ({text})", "truncated", offset, None, self._decoder.round)
        if error.code in _ENCODING:
            return MjlogError(f"Converter can't read this encoding ({text}), mjlog.convert may", "encoding", offset)
        inside = index - self._chunk_at
        if error.code == _INVALID and 0 <= inside < len(self._chunk) and self._chunk[inside] >= 0x80:
            return MjlogError("a byte that is not in the log's encoding", "encoding", offset)
        if error.code == _TWICE:
            return MjlogError(
                f"{text}: Converter reads strict XML only, mjlog.convert takes the last", "not_xml", offset
            )
        return MjlogError(f"the input is no well-formed XML: {text}", "not_xml", offset)

    def _fail(self, error: MjlogError) -> NoReturn:
        self._failed = error
        raise error from None
