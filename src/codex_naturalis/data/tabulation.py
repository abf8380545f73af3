"""Tabulation: records in, tables out, by the kernel if it is installed, otherwise by the rules."""

from collections.abc import Sequence
from types import TracebackType

from codex_naturalis.kernel import is_installed
from codex_naturalis.record import Record

from .rows import Origin, rows_of
from .schema import TABLES
from .writing import TableWriters

__all__ = ["Tabulation"]


class Tabulation:
    """Writer of games: it replays them, in their order, and writes their rows.

    Memory does not grow with the number of games. The rows are those of `rows_of`, whichever engine replays.
    """

    def __init__(self, writers: TableWriters, tables: Sequence[str] = tuple(TABLES), *, compiled: bool = True) -> None:
        """Write to `writers`, which has these `tables`; with `compiled` off the rules replay everything."""
        self._writers = writers
        self._tables = tables
        self.written: int = 0
        self.left_out: int = 0
        """Games that are not over, or that the rules refuse."""

        self._batch = None
        if compiled and is_installed():
            from .batch import Batch  # noqa: PLC0415  # needs what may not be installed

            self._batch = Batch()

    def add(self, record: Record, origin: Origin) -> None:
        """Add a game."""
        if self._batch is None:
            self._add_by_rules(record, origin)
            return
        self._batch.add(record, origin)
        if self._batch.is_full:
            self._flush()

    def _add_by_rules(self, record: Record, origin: Origin) -> None:
        rows = rows_of(record, origin)
        if rows is None:
            self.left_out += 1
            return
        self._writers.add(rows)
        self.written += 1

    def _flush(self) -> None:
        batch = self._batch
        if batch is None:
            return
        there = batch.replay()
        first = 0
        for at in [at for at, is_there in enumerate(there) if not is_there]:
            self._write(first, at)
            self._add_by_rules(*batch.record(at))
            first = at + 1
        self._write(first, len(there))
        batch.clear()

    def _write(self, first: int, last: int) -> None:
        if self._batch is not None and first < last:
            self._writers.extend(self._batch.columns(first, last, self._tables))
            self.written += last - first

    def close(self) -> None:
        """Write what is left; the writers stay open."""
        self._flush()

    def __enter__(self) -> "Tabulation":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
