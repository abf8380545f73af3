"""Rematch scores: each person's wins over a game and its rematches among the same people."""

from collections import defaultdict
from typing import Any, Final

from sqlalchemy import Select, bindparam, select

from codex_naturalis.seating import score_rematches
from codex_naturalis.wire.people import Evening
from codex_naturalis.wire.table import TableStage

from ..database.schema import results, solo_games, tables
from ..results.outcomes import Results
from ..tables.registry import Tables
from ..tables.store import Store

__all__ = ["RematchScores"]

_MOST: Final = 400
"""Rows of results counted: a hundred games of four."""


def _of_party(kept: Any) -> Select[Any]:  # noqa: ANN401 - one of two tables
    return (
        select(kept.c.table_id, kept.c.guest, kept.c.won)
        .join(tables, tables.c.id == kept.c.table_id)
        .where(tables.c.party == bindparam("party"))
        .order_by(kept.c.ended.desc())
        .limit(_MOST)
    )


_SEVERAL: Final = _of_party(results)
_ALONE: Final = _of_party(solo_games)


class RematchScores:
    """Queries over chains of rematches."""

    def __init__(self, store: Store, tables: Tables, counted: Results) -> None:
        """Query `store` for the games at `tables`."""
        self._store = store
        self._tables = tables
        self._counted = counted

    async def of(self, table_id: str) -> Evening:
        """Return the score up to now at the table's chain of rematches; raise a `ProblemError` if there is no table.

        While others still play the same deal it has no games.
        """
        data = (await self._tables.get(table_id)).data
        if data.stage is TableStage.OVER:
            await self._counted.count(table_id)
        winners: defaultdict[str, dict[str, bool]] = defaultdict(dict)
        found = () if data.secret or data.match else await self._store.read(_SEVERAL, _ALONE, party=data.party)
        for rows in found:
            for row in rows:
                winners[row.table_id][row.guest] = bool(row.won)
        return score_rematches(data, winners.values())
