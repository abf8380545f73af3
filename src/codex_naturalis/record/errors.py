"""What is said of a text that is no record."""

__all__ = ["RecordError"]


class RecordError(ValueError):
    """A text that is no record of a game; an illegal action in a record is the rules' business, not this."""

    def __init__(self, fault: str, *, line: int | None = None) -> None:
        """Say what is wrong, and on which line of a file, counted from 1, if it is one of several."""
        super().__init__(fault if line is None else f"line {line}: {fault}")
        self.fault = fault
        self.line = line
