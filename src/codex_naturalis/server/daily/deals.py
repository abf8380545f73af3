"""Deals of the days: derived from the installation's key, stored and sealed a week before they are played.

The seed is an HMAC of the date, so that only this installation can know a deal before its day; with only the date,
anyone with the program could. The stored deal counts, even if the key changes.
"""

import hmac
from datetime import date
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Game
from codex_naturalis.record import Record, Seal, seal_deal
from codex_naturalis.rules import LATEST, Deal, GameOptions, SoloLevel, options_of
from codex_naturalis.seating.days import day_after, parsed_day, today
from codex_naturalis.wire.errors import Code, ProblemError

from ..database.engine import insert_into
from ..database.schema import daily_deals
from ..support.keys import KeyRing
from ..tables.store import Store

__all__ = ["AHEAD", "DailyDeal", "DailyDeals", "deal_of", "level_of", "number_of"]

AHEAD: Final = 7
"""Days in advance that the seal of a deal is published."""

_FIRST: Final = date(2026, 1, 1)
"""Day of deal number 1."""

_LEVELS: Final = (
    *(SoloLevel.EASY, SoloLevel.EASY),
    *(SoloLevel.NORMAL, SoloLevel.NORMAL, SoloLevel.NORMAL),
    *(SoloLevel.HARD, SoloLevel.HARD),
)
"""Tybor's level on each day of the week, Monday first."""

_KEPT: Final = 64
"""Size of the cache of deals."""


class DailyDeal(Struct, frozen=True):
    """Deal of one day."""

    day: str
    options: GameOptions
    deal: Deal
    seal: Seal

    @property
    def level(self) -> SoloLevel:
        """Return Tybor's level."""
        assert self.options.solo
        return self.options.solo

    def record(self) -> Record:
        """Return the record of a game with this deal before its first action, with its opened seal."""
        return Record.of(self.options, self.deal, (), seal=self.seal, rules=LATEST)


def level_of(day: str) -> SoloLevel:
    """Return Tybor's level on a day: easy as the week begins, hard as it ends."""
    return _LEVELS[date.fromisoformat(day).weekday()]


def number_of(day: str) -> int:
    """Return the number of a day's deal: 1 on 1 January 2026."""
    return date.fromisoformat(day).toordinal() - _FIRST.toordinal() + 1


def deal_of(day: str, secret: bytes) -> DailyDeal:
    """Return the deal of a day of the installation with this `secret`, sealed."""
    options = options_of(1, solo=level_of(day))
    deal = Game.from_seed(options, hmac.digest(secret, f"daily/{day}".encode(), "sha256").hex()).deal
    salt = hmac.digest(secret, f"daily salt/{day}".encode(), "sha256").hex()
    return DailyDeal(day, options, deal, seal_deal(deal, (0,), salt))


class DailyDeals:
    """Store of the days' deals, each made at the first request for it, from a week before its day."""

    def __init__(self, store: Store, ring: KeyRing) -> None:
        """Keep deals in `store`; derive new ones from the seed of `ring`."""
        self._store = store
        self._ring = ring
        self._known: dict[str, DailyDeal] = {}

    async def of(self, day: str) -> DailyDeal:
        """Return the deal of a day; raise a `ProblemError` if there is none, or none yet.

        The day before the first one ever requested has one, too, so that there is always one to begin with.
        """
        if parsed_day(day) is None:
            raise ProblemError(Code.DAILY_UNKNOWN)
        if day not in self._known:
            found = await self._read_deal(day) or await self._make_deal(day)
            while len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            self._known[day] = found
        return self._known[day]

    async def past(self, before: str, most: int) -> list[str]:
        """Return up to `most` days before a day that have deals, latest first."""
        days = select(daily_deals.c.day).where(daily_deals.c.day < before).order_by(daily_deals.c.day.desc())
        (rows,) = await self._store.read(days.limit(most))
        return [row.day for row in rows]

    async def ahead(self) -> list[DailyDeal]:
        """Return the deals of coming days whose seals are published, next one first."""
        now = today()
        return [await self.of(day_after(now, days)) for days in range(1, AHEAD + 1)]

    async def _read_deal(self, day: str) -> DailyDeal | None:
        (rows,) = await self._store.read(select(daily_deals).where(daily_deals.c.day == day))
        return _deal(rows[0]) if rows else None

    async def _make_deal(self, day: str) -> DailyDeal:
        now = today()
        if not day_after(now, -1) <= day <= day_after(now, AHEAD):
            raise ProblemError(Code.DAILY_UNKNOWN)
        new = deal_of(day, self._ring.keys.seed)
        row = {"day": day, "level": new.level.value, "deal": _json(new.deal), "seal": _json(new.seal)}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert_into(connection, daily_deals).values(row).on_conflict_do_nothing())

        await self._store.write(job)
        return await self._read_deal(day) or new


def _json(value: Struct) -> str:
    return msgspec.json.encode(value).decode()


def _deal(row: Row[Any]) -> DailyDeal:
    deal = msgspec.json.decode(row.deal, type=Deal)
    options = options_of(1, solo=SoloLevel(row.level))
    return DailyDeal(row.day, options, deal, msgspec.json.decode(row.seal, type=Seal))
