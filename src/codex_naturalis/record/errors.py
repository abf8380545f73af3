"""Error for a text that is no record."""

from typing import Final

__all__ = ["RecordError"]

_LONGEST: Final = 200
"""Length limit of a fault, in characters."""


class RecordError(ValueError):
    """A text that is no record of a game; an illegal action in a record is the rules' business, not this."""

    def __init__(self, fault: str, *, line: int | None = None) -> None:
        """Say what is wrong, and on which line of a file, counted from 1, if it is one of several."""
        self.fault: str = _one_line(fault)
        super().__init__(self.fault if line is None else f"line {line}: {self.fault}")
        self.line: int | None = line


def _one_line(fault: str) -> str:
    """Return `fault` short and printable, whatever it repeats of the text it is about."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in fault[:_LONGEST])
