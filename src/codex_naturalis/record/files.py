"""Record files, one record per line, read as a stream: a million games need no more memory than one."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from .errors import RecordError
from .format import Record, read_record
from .wrapping import numbered_lines

__all__ = ["numbered_records", "read_records"]


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records in the file at `path`; raise `RecordError`, which names the line, at the first fault."""
    with Path(path).open("rb") as file:
        for _, record in numbered_records(file):
            yield record


def numbered_records(file: IO[bytes]) -> Iterator[tuple[int, Record]]:
    """Yield each record in `file` with the number of its line, counted from 1; empty lines are skipped."""
    for number, text in numbered_lines(file):
        try:
            record = read_record(text)
        except RecordError as error:
            raise RecordError(error.fault, line=number) from None
        yield number, record
