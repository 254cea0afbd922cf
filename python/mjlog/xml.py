"""Conversion of a log that comes in pieces, read by the standard library's expat."""

import zlib
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
_PROBE = 4

_ROOT = "fragment"

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
        self._head = b""
        self._wrapped = 0
        self._unpacked = 0
        self._chunk: bytes = b""
        self._chunk_at = 0
        self._closed = False
        self._whole: Paipu = {}
        self._started = False
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
            if self._parser is None:
                self._start("utf-8")
            self._parse(chunk.encode("utf-8", "surrogatepass"))
        else:
            self._take(bytes(chunk))
        return self._decoder.moves()

    def close(self) -> "Paipu":
        """End the log and give the whole paipu.

        Raises:
            MjlogError: the log is not whole (unless `partial`), or is none.

        """
        if self._failed is not None:
            raise self._failed.with_traceback(None)
        if not self._closed:
            if self._parser is None:
                self._begin(self._head)
            if self._unpacker is not None and not self._unpacker.eof and not self._partial:
                self._fail(MjlogError("the gzip data can't be unpacked: it is cut short", "gzip"))
            self._whole = self._end()
            self._closed = True
        return self._whole

    def _take(self, chunk: bytes) -> None:
        """Bytes: the first ones tell gzip and, for a fragment, the encoding."""
        if self._parser is None:
            self._head += chunk
            if len(self._head) < _PROBE:
                return
            chunk, self._head = self._head, b""
            self._begin(chunk)
        elif self._unpacker is not None:
            self._unpack(chunk)
        else:
            self._parse(chunk)

    def _begin(self, chunk: bytes) -> None:
        if chunk.startswith(_GZIP):
            self._unpacker = zlib.decompressobj(31)
            self._unpack(chunk)
        else:
            self._start(None, chunk)
            self._parse(chunk)

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
            if self._parser is None:
                self._head += data
                if len(self._head) >= _PROBE:
                    data, self._head = self._head, b""
                    self._start(None, data)
            if self._parser is not None:
                self._parse(data)
            chunk = self._unpacker.unconsumed_tail or self._unpacker.unused_data

    def _start(self, encoding: str | None, first: bytes = b"") -> None:
        """Make the parser; a fragment is put into a made-up root."""
        self._parser = parser = expat.ParserCreate(encoding)
        parser.ordered_attributes = True
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        if self._partial:
            marks = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
            codec = marks.get(first[:2], "utf-8")
            mark = first[:2] if first[:2] in {b"\xff\xfe", b"\xfe\xff"} else b""
            root = mark + f"<{_ROOT}>".encode(codec)
            parser.Parse(root, False)
            self._wrapped = len(root)
        parser.StartElementHandler = self._element(parser)

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
            self._started = True

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
        except (LookupError, ValueError) as error:
            # What pyexpat says of encodings that it does not know or can't take.
            message = f"Converter can't read this encoding ({error}), mjlog.convert may"
            self._fail(MjlogError(message, "encoding", 0))

    def _end(self) -> "Paipu":
        if self._parser is None:
            self._start(None, self._head)
            self._parse(self._head)
        parser = self._parser
        try:
            if parser is not None and not self._partial:
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
        if error.code in _TRUNCATED or (at_end and (self._started or error.code != _EMPTY)):
            return MjlogError(f"the log stops before its end ({text})", "truncated", offset, None, self._decoder.round)
        if error.code in _ENCODING:
            return MjlogError(f"Converter can't read this encoding ({text}), mjlog.convert may", "encoding", offset)
        inside = offset - self._chunk_at
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
