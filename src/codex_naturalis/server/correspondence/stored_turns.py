"""Conditional turns: stored for one seat, and carried out by any process, exactly once, when the turn comes.

Only the owner can read it: no message to others, and no notification, depends on it. A process that finds a turn
ready first claims its row, which the owner can no longer change, then plays it under the row's id as the act's id
(idempotency key), then deletes the row. If it dies in between, the next one plays the same act, which counts once.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Row, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Game
from codex_naturalis.rules import Draw, IllegalAction, Phase, Place, Seat
from codex_naturalis.seating import Holder, TableData, new_id
from codex_naturalis.views import view_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..database.schema import conditional_turns as rows
from ..database.schema import tables as stored_tables
from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.tasks import lasting, until_set
from ..tables.bus import Bus
from ..tables.registry import Tables, run_shielded
from ..tables.store import Store
from ..tables.table import Table
from .wire import ConditionalDraw, ConditionalTurn, ConditionalTurnResponse, Withdrawal

__all__ = [
    "ConditionalTurns",
    "Obsolete",
    "Pending",
    "Ready",
    "StoredTurn",
    "Withdrawn",
    "decide",
    "laid_by",
    "possible",
]


class StoredTurn(Struct, frozen=True):
    """Conditional turn with the situation it was stored in."""

    id: str
    seat: Seat
    turn: ConditionalTurn
    laid: int
    """Cards the seat had laid: with one more, its turn is past."""

    last_round: int | None
    """The last round, if the end had been triggered."""


class Ready(Struct, frozen=True):
    """To be carried out now."""

    actions: tuple[Place, Draw]


class Pending(Struct, frozen=True):
    """Others are to act."""


class Withdrawn(Struct, frozen=True):
    """The situation it names no longer exists."""

    why: Withdrawal


class Obsolete(Struct, frozen=True):
    """Its turn or the game is over."""


Decision = Obsolete | Ready | Pending | Withdrawn


def laid_by(game: Game, seat: Seat) -> int:
    """Return the number of cards that `seat` has laid."""
    return sum(played.seat == seat and isinstance(played.action, Place) for played in game.history)


def possible(game: Game, seat: Seat, turn: ConditionalTurn) -> bool:
    """Return whether `seat` may store `turn`: the placement is one it may plan, and every condition holds now."""
    view = view_of(game.state, seat, detailed=True, ahead=True)
    planned = any(
        (one.card, one.side, one.cell) == (turn.place.card, turn.place.side, turn.place.cell) for one in view.previews
    )
    sources = {one.source for one in turn.draws}
    return planned and len(sources) == len(turn.draws) and all(_holds(game, one) for one in turn.draws)


def decide(data: TableData, game: Game, stored: StoredTurn) -> Decision:
    """Return the state of a stored turn at this table."""
    state, seat = game.state, stored.seat
    if data.stage is not TableStage.PLAYING or state.phase is Phase.OVER or laid_by(game, seat) != stored.laid:
        return Obsolete()
    if data.stood_in(seat) or state.last_round != stored.last_round:
        return Withdrawn(Withdrawal.REPLACED if data.stood_in(seat) else Withdrawal.ENDING)
    draw = next((Draw(one.source) for one in stored.turn.draws if _holds(game, one)), None)
    if draw is None:
        return Withdrawn(Withdrawal.TAKEN)
    if state.phase is not Phase.PLACE or state.turn != seat:
        return Pending()
    try:
        game.play(seat, (stored.turn.place, draw), game.version)
    except IllegalAction:
        return Withdrawn(Withdrawal.PLACEMENT)
    return Ready((stored.turn.place, draw))


def _holds(game: Game, draw: ConditionalDraw) -> bool:
    source, state = draw.source, game.state
    if source.slot is None:
        return draw.card is None and bool(getattr(state.decks, source.deck.value))
    return draw.card is not None and getattr(state.market, source.deck.value)[source.slot] == draw.card


_log = get_logger(__name__)
_SWEEP: Final = 20.0
"""Seconds between two sweeps, which find what a lost call or a dead process left behind."""

_PENDING: Final = rows.c.withdrawn.is_(None)


class ConditionalTurns(LoopingService):
    """Service that stores conditional turns, and carries them out."""

    def __init__(self, store: Store, tables: Tables, bus: Bus) -> None:
        """Keep turns in `store`, and play them at `tables` when the `bus` reports a change."""
        self._store = store
        self._tables = tables
        self._waiting: set[str] = set()
        """Tables with a turn that is pending, as far as this process knows."""

        self._swept = -_SWEEP
        self._due: set[str] = set()
        self._early = asyncio.Event()
        self._bus = bus

    def _follow(self) -> None:
        """Listen to the tables only while a turn is pending at any of them."""
        self._bus.follow(self._on_change, "played", "ended", "changed", wanted=bool(self._waiting))

    def _on_change(self, table_id: str) -> None:
        if table_id in self._waiting:
            self._due.add(table_id)
            self._early.set()

    async def _run(self) -> None:
        while True:
            if time.monotonic() - self._swept >= _SWEEP:
                with lasting("conditional turns not swept"):
                    await self._sweep()
            await until_set(self._early, _SWEEP)
            self._early.clear()
            await self._attend()

    async def _attend(self) -> None:
        due, self._due = self._due, set()
        for table_id in due:
            with lasting("conditional turn not seen to"):
                await run_shielded(self.look(table_id))

    async def _sweep(self) -> None:
        """Find pending turns, and examine those whose table has changed since the last look."""
        self._swept = time.monotonic()
        changed = or_(stored_tables.c.version != rows.c.looked, stored_tables.c.stage != TableStage.PLAYING)
        pending, moved = await self._store.read(
            select(rows.c.table_id).where(_PENDING),
            select(rows.c.table_id).join(stored_tables).where(_PENDING, changed),
        )
        self._waiting = {row.table_id for row in pending}
        self._follow()
        self._due |= {row.table_id for row in moved}
        if self._due:
            self._early.set()

    # The owner

    async def response(self, holder: Holder, table_id: str) -> ConditionalTurnResponse:
        """Return the turn of the holder's seat."""
        table, seat = await self._seat(holder, table_id)
        row = await self._row(table_id, seat)
        game = table.game
        if row is None or game is None or laid_by(game, seat) != row.laid:
            return ConditionalTurnResponse(None)
        return ConditionalTurnResponse(_read_turn(row).turn, row.withdrawn and Withdrawal(row.withdrawn))

    async def put(self, holder: Holder, table_id: str, turn: ConditionalTurn) -> ConditionalTurnResponse:
        """Store a turn, replacing any earlier one.

        Raises a `ProblemError` if it is not possible as the game stands.
        """
        table, seat = await self._seat(holder, table_id)
        game = self._playing(table)
        laid = laid_by(game, seat)
        if not possible(game, seat, turn):
            raise ProblemError(Code.CONDITION_IMPOSSIBLE)
        values = {
            "table_id": table_id,
            "seat": seat,
            "id": new_id(),
            "turn": msgspec.json.encode(turn).decode(),
            "laid": laid,
            "last_round": game.state.last_round,
            "looked": -1,
            "claimed": False,
            "withdrawn": None,
        }

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(rows).where(*_is_unclaimed(table_id, seat, laid)))
            try:
                await connection.execute(insert(rows), values)
            except IntegrityError:
                raise ProblemError(Code.CONDITION_IMPOSSIBLE) from None  # it is being carried out

        await self._store.write(job, table_id)
        self._waiting.add(table_id)
        self._follow()
        self._on_change(table_id)
        return ConditionalTurnResponse(turn)

    async def withdraw(self, holder: Holder, table_id: str) -> ConditionalTurnResponse:
        """Delete the turn of the holder's seat; return it if it is being carried out and stays."""
        table, seat = await self._seat(holder, table_id)
        laid = laid_by(table.game, seat) if table.game else 0
        here = delete(rows).where(*_is_unclaimed(table_id, seat, laid))
        await self._store.write(lambda connection: connection.execute(here), table_id)
        return await self.response(holder, table_id)

    async def _seat(self, holder: Holder, table_id: str) -> tuple[Table, Seat]:
        table = await self._tables.get(table_id)
        if table.data.day and table.data.secret:
            raise ProblemError(Code.DAILY_RUNNING)
        table.check_watched(holder)
        seat = table.viewer(holder)
        if seat is None:
            raise ProblemError(Code.SEAT_NONE)
        return table, seat

    def _playing(self, table: Table) -> Game:
        if table.data.stage is TableStage.CLOSED:
            raise ProblemError(Code.TABLE_CLOSED)
        if table.game is None:
            raise ProblemError(Code.TABLE_WAITING)
        return table.game

    async def _row(self, table_id: str, seat: Seat) -> Row[Any] | None:
        (found,) = await self._store.read(select(rows).where(rows.c.table_id == table_id, rows.c.seat == seat))
        return found[0] if found else None

    # Carrying out

    async def look(self, table_id: str) -> None:
        """Process the turns pending at a table."""
        (found,) = await self._store.read(select(rows).where(rows.c.table_id == table_id, _PENDING))
        if not found:
            self._waiting.discard(table_id)
            self._follow()
        for row in found:
            try:
                await self._look(await self._tables.get(table_id), _read_turn(row))
            except ProblemError as problem:
                if problem.code is Code.STORAGE_FAILED:
                    raise
                _log.info("conditional turn not played", table=table_id[:6], cause=problem.code.value)

    async def _look(self, table: Table, stored: StoredTurn) -> None:
        game = table.game
        if game is None:
            return
        match decide(table.data, game, stored):
            case Ready(actions):
                if await self._claim(stored.id):
                    with suppress(IllegalAction):  # another change was stored first; the next look decides
                        await table.play_actions(stored.seat, actions, game.version, f"if-{stored.id}")
                        await self._drop(stored.id)
            case Withdrawn(why):
                await self._change(stored.id, withdrawn=why.value, claimed=False)
            case Obsolete():
                await self._drop(stored.id)
            case Pending():
                await self._change(stored.id, looked=game.version)

    async def _claim(self, turn_id: str) -> bool:
        """Claim a turn, unless its owner has just changed it; a turn that was claimed before is claimed again."""
        return await self._change(turn_id, claimed=True)

    async def _change(self, turn_id: str, **values: Any) -> bool:  # noqa: ANN401 - any column's
        here = update(rows).where(rows.c.id == turn_id).values(values)
        return (await self._store.write(lambda connection: connection.execute(here))).rowcount == 1

    async def _drop(self, turn_id: str) -> None:
        await self._store.write(lambda connection: connection.execute(delete(rows).where(rows.c.id == turn_id)))


def _is_unclaimed(table_id: str, seat: Seat, laid: int) -> tuple[Any, ...]:
    """Return the condition for a seat's turn that its owner may still change, or whose time is past."""
    past = and_(rows.c.claimed, rows.c.laid != laid)
    return rows.c.table_id == table_id, rows.c.seat == seat, or_(~rows.c.claimed, past)


def _read_turn(row: Row[Any]) -> StoredTurn:
    return StoredTurn(row.id, row.seat, msgspec.json.decode(row.turn, type=ConditionalTurn), row.laid, row.last_round)
