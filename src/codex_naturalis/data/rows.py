"""Rows of a game: one replay by the rules, and its rows in each table."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from msgspec.json import encode

from codex_naturalis.arrays.actions import index_of
from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.record import Record, opening, write_record
from codex_naturalis.rules import (
    HOUSE_RULES,
    Action,
    CardPlaced,
    Draw,
    EndTriggered,
    GameState,
    IllegalAction,
    Place,
    Seat,
    card_at,
    follow,
)

from .schema import BEYOND, TABLES

__all__ = ["GameRows", "Origin", "Row", "rows_of"]

Row = tuple[Any, ...]
_CARDS: Final = range(1, 81)


class Origin(Struct, frozen=True):
    """Where a game comes from."""

    source: str = "record"
    players: tuple[str | None, ...] = ()
    """Name of the bot in each seat; none if they are not known."""


class GameRows(Struct, frozen=True):
    """Rows of one game, by table; each row has the columns of `schema.TABLES`."""

    games: Row
    seats: list[Row]
    turns: list[Row]
    cards: list[Row]

    def of(self, table: str) -> list[Row]:
        """Return the rows of a table."""
        return [self.games] if table == "games" else getattr(self, table)


def rows_of(record: Record, origin: Origin | None = None) -> GameRows | None:
    """Return the rows of a game; None if it is not over, or if the rules refuse one of its actions."""
    played = record.parse_actions()
    replay = _Replay(record)
    try:
        for (seat, action), step in zip(played, follow(replay.state, played), strict=True):
            replay.see(seat, action, step.events, step.state)
    except IllegalAction:
        return None
    return replay.rows(record, origin or Origin()) if replay.state.result else None


class _Replay:
    """Notes taken while a game is replayed."""

    def __init__(self, record: Record) -> None:
        self.state: GameState = opening(record)
        self._game = sha256(write_record(record).encode()).hexdigest()[:16]
        self._actions: list[int] = []
        self._actors: list[int] = []
        self._turns: list[list[Any]] = []
        self._taken: dict[CardId, tuple[str, Seat, int]] = {
            card: ("dealt", seat, 0) for seat, dealt in enumerate(self.state.deal.seats) for card in dealt.hand
        }
        self._laid: dict[CardId, tuple[int, str, int]] = {}
        self._face_down = [0] * len(self.state.seats)
        self._end: EndTriggered | None = None

    def see(self, seat: Seat, action: Action, events: Sequence[object], after: GameState) -> None:
        """Note an action and what it led to."""
        before = self.state
        index = index_of(action, before.seats[seat].hand, before.deal.seats[seat].objectives)
        self._actions.append(BEYOND if index is None else index)
        self._actors.append(seat)
        if isinstance(action, Place):
            self._see_placement(before.round, events[0])
        elif isinstance(action, Draw):
            card = card_at(before.market, before.decks, action.source)
            assert card is not None
            self._turns[-1][-2:] = action.source.value, card
            self._taken[card] = "deck" if action.source.slot is None else "market", seat, before.round
        if before.last_round is None and after.last_round is not None:
            self._end = next(event for event in events if isinstance(event, EndTriggered))
        self.state = after

    def _see_placement(self, number: int, event: object) -> None:
        assert isinstance(event, CardPlaced)
        assert event.card is not None
        points = event.points.points if event.points else 0
        x, y = event.cell
        side = event.side.value
        self._laid[event.card] = number, side, points
        self._face_down[event.seat] += event.side is Side.BACK
        changes = len(event.covered), len(event.opened), len(event.closed)
        place = number, event.seat, event.card, side, (x + y) // 2, (x - y) // 2
        self._turns.append([self._game, *place, points, *changes, event.score, None, None])

    def rows(self, record: Record, origin: Origin) -> GameRows:
        """Return the rows of the game, which is over."""
        return GameRows(
            self._game_row(record, origin),
            [self._seat_row(seat, origin) for seat in range(len(self.state.seats))],
            [tuple(turn) for turn in self._turns],
            [self._card_row(card) for card in _CARDS],
        )

    def _game_row(self, record: Record, origin: Origin) -> Row:
        options, result = record.options, self.state.result
        assert result is not None
        return (
            self._game,
            origin.source,
            int(record.rules),
            options.seats,
            options.solo and options.solo.value,
            options.preset.value,
            *(getattr(options, name).value for name in HOUSE_RULES),
            self.state.round,
            self._end and self._end.cause.value,
            self._end and self._end.seat,
            self.state.tybor.score if self.state.tybor else None,
            result.tie_break is not None,
            record.seed,
            None if record.deal is None else encode(record.deal).decode(),
            self._actors,
            self._actions,
        )

    def _seat_row(self, seat: Seat, origin: Origin) -> Row:
        own, dealt, result = self.state.seats[seat], self.state.deal.seats[seat], self.state.result
        assert result is not None
        assert own.side is not None
        return (
            self._game,
            seat,
            origin.players[seat] if origin.players else None,
            own.starter,
            own.side.value,
            *self.state.deal.common_objectives,
            *dealt.objectives,
            own.objective,
            own.score,
            *(score.points for score in result.objectives[seat]),
            result.totals[seat],
            seat in result.winners,
            len(result.winners),
            len(own.codex.cards) - 1,
            self._face_down[seat],
            own.stuck,
        )

    def _card_row(self, card: CardId) -> Row:
        origin, seat, taken = self._taken.get(card, (None, None, None))
        laid, side, points = self._laid.get(card, (None, None, None))
        assert self.state.result is not None
        won = None if seat is None else seat in self.state.result.winners
        return self._game, card, origin, seat, taken, laid, side, points, won


assert list(TABLES) == list(GameRows.__struct_fields__)
