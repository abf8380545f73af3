"""Lease: the right to work on a row, which one process holds for a time, by the columns `holder` and `until`.

A lease expires unless its holder renews it, so what a process held is free some time after its death (Gray and
Cheriton, "Leases", 1989). Where several processes share a database, all times are by its clock, so that the clocks of
machines do not matter.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, Float, Table, Update, literal_column, update

from .engine import NOW

__all__ = ["DATABASE_CLOCK", "RELEASED", "Leases"]

DATABASE_CLOCK: Final[ColumnElement[float]] = literal_column(NOW, Float)
"""Time by PostgreSQL's clock, in seconds since 1970."""

RELEASED: Final[dict[str, Any]] = {"holder": None, "until": 0.0}
"""Values of the two columns of a row without a holder."""


class Leases:
    """Leases on the rows of one table; times are in seconds since 1970, by numbers or as SQL."""

    def __init__(self, table: Table) -> None:
        """Use the columns `holder` and `until` of `table`."""
        self._table = table
        self._holder: ColumnElement[str] = table.c.holder
        self._until: ColumnElement[float] = table.c.until

    def free(self, now: Any) -> ColumnElement[bool]:  # noqa: ANN401 - a number or an SQL expression
        """Return the condition that no lease is running."""
        free: ColumnElement[bool] = self._until < now
        return free

    def held_by(self, holder: str) -> ColumnElement[bool]:
        """Return the condition that `holder` is the last that took the lease."""
        return self._holder == holder

    def taken(self, holder: str, now: Any, seconds: float) -> dict[str, Any]:  # noqa: ANN401 - as above
        """Return the values of the two columns of a row that `holder` has for `seconds` from `now`."""
        return {"holder": holder, "until": now + seconds}

    def renew(self, holder: str, now: Any, seconds: float) -> Update:  # noqa: ANN401 - as above
        """Return the update that renews the leases of `holder` for `seconds` from `now`; the caller names the rows."""
        return update(self._table).where(self.held_by(holder)).values(until=now + seconds)

    def release(self, holder: str) -> Update:
        """Return the update that releases the leases of `holder`."""
        return update(self._table).where(self.held_by(holder)).values(**RELEASED)
