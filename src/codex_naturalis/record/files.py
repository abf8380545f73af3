"""Record files, one record per line, read as a stream: a million games need no more memory than one."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from .errors import RecordError
from .format import Record, read_record

__all__ = ["LONGEST_LINE", "numbered_records", "read_records"]

LONGEST_LINE: Final = 1 << 20
"""Length limit of a line, in bytes: no game comes near it, and no file can exhaust memory."""

_BOM: Final = b"\xef\xbb\xbf"


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records in the file at `path`; raise `RecordError`, which names the line, at the first fault."""
    with Path(path).open("rb") as file:
        for _, record in numbered_records(file):
            yield record


def numbered_records(file: IO[bytes]) -> Iterator[tuple[int, Record]]:
    """Yield each record in `file` with the number of its line, counted from 1; empty lines are passed over."""
    for number, line in enumerate(_lines(file), 1):
        if len(line) > LONGEST_LINE:
            raise RecordError("this line is longer than any game", line=number)
        text = line.removeprefix(_BOM) if number == 1 else line
        if not text.strip():
            continue
        try:
            record = read_record(text)
        except RecordError as error:
            raise RecordError(error.fault, line=number) from None
        yield number, record


def _lines(file: IO[bytes]) -> Iterable[bytes]:
    return iter(lambda: file.readline(LONGEST_LINE + 1), b"")
