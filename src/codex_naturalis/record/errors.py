"""Errors for a text that is no record, or several."""

from typing import Final

__all__ = ["RecordError", "SeveralRecordsError"]

_LONGEST: Final = 200
"""Length limit of a fault, in characters."""


class RecordError(ValueError):
    """A text that is no record of a game; an illegal action in a record raises `IllegalAction` instead."""

    def __init__(self, fault: str, *, line: int | None = None) -> None:
        """Say what is wrong, and on which line of a file, counted from 1, if it is one of several."""
        self.fault: str = _one_line(fault)
        super().__init__(self.fault if line is None else f"line {line}: {self.fault}")
        self.line: int | None = line


class SeveralRecordsError(RecordError):
    """A text with the records of several games where one is expected."""

    def __init__(self, count: int) -> None:
        """Say how many games there are."""
        super().__init__(f"this holds {count} games; put each on a line of its own, or give one")
        self.count = count

    def __reduce__(self) -> tuple[type["SeveralRecordsError"], tuple[int]]:
        """Let a worker process send it (`pickle`), and let it be copied."""
        return type(self), (self.count,)


def _one_line(fault: str) -> str:
    """Return `fault` short and printable, whatever it quotes of the text."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in fault[:_LONGEST])
