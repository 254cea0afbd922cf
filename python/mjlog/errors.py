"""What mjlog raises and warns of."""

__all__ = ["MjlogError", "MjlogWarning"]


class MjlogError(ValueError):
    """A log, a code or a template that can't be read: what, why and where.

    Attributes:
        message: what was found and what was expected, without the place.
        kind: the cause, one of the names in docs/ERRORS.md, such as `truncated`.
        offset: byte in the unpacked input as given, at the element's `<`; None where
            it is no byte's fault.
        element: name of the element, or None.
        round: index of the round in the log from 0 (not Tenhou's number, where 0 is East 1), None before the first
            INIT.

    """

    def __init__(
        self,
        message: str,
        kind: str,
        offset: int | None = None,
        element: str | None = None,
        round: int | None = None,  # noqa: A002 - the field's word, and the attribute's name
    ) -> None:
        """Make an error; the parts are the attributes."""
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.offset = offset
        self.element = element
        self.round = round

    def __str__(self) -> str:
        """Give the message, then the place in brackets."""
        place = []
        if self.element is not None:
            place.append(f"in {self.element}")
        if self.offset is not None:
            place.append(f"byte {self.offset}")
        if self.round is not None:
            place.append(f"round {self.round}")
        return f"{self.message} ({', '.join(place)})" if place else self.message

    def __repr__(self) -> str:
        """Show all parts that are there."""
        parts = {"kind": self.kind, "offset": self.offset, "element": self.element, "round": self.round}
        named = "".join(f", {name}={value!r}" for name, value in parts.items() if value is not None)
        return f"MjlogError({self.message!r}{named})"

    def __reduce__(self) -> tuple[type["MjlogError"], tuple[str, str, int | None, str | None, int | None]]:
        """Pickle with all parts."""
        return type(self), (self.message, self.kind, self.offset, self.element, self.round)


class MjlogWarning(UserWarning):
    """Something odd in a log that does not stop its conversion."""
