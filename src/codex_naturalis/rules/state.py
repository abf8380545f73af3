"""Game state: one complete game, hidden cards included, as frozen values."""

from collections.abc import Sequence

from msgspec import Struct

from codex_naturalis.catalogue import CardId, Side, catalogue

from .actions import Phase, Seat
from .codex import EMPTY_CODEX, Codex
from .deal import Deal
from .events import Event, Result
from .options import GameOptions, RulesVersion
from .position.from_state import position_of
from .position.writer import write_position

__all__ = ["Decks", "GameState", "Market", "SeatState", "Step", "Tybor", "describe_moment"]


class SeatState(Struct, frozen=True, gc=False):
    """State of one seat."""

    starter: CardId
    side: Side | None = None
    """The chosen side of the starter; secret until all have chosen."""

    codex: Codex = EMPTY_CODEX
    hand: tuple[CardId, ...] = ()
    objective: CardId | None = None
    """The objective kept."""

    score: int = 0
    """Track points: placements only."""

    @property
    def stuck(self) -> bool:
        """Return whether no cell is open, which is permanent (ruling R13)."""
        return not self.codex.open


class Market(Struct, frozen=True, gc=False):
    """Face-up cards; None is an empty slot."""

    resource: tuple[CardId | None, CardId | None]
    gold: tuple[CardId | None, CardId | None]


class Decks(Struct, frozen=True, gc=False):
    """Draw piles, top card first."""

    resource: tuple[CardId, ...]
    gold: tuple[CardId, ...]
    objective: tuple[CardId, ...]


class Tybor(Struct, frozen=True, gc=False):
    """The monk's side of a solo game."""

    score: int
    row: tuple[CardId, ...]
    """The cards lying face down before him, in the order they came."""

    resources: tuple[int, int, int, int]
    """One per card in the row, by kingdom (ruling S5)."""


class GameState(Struct, frozen=True, gc=False):
    """Moment of a game."""

    options: GameOptions
    rules: RulesVersion
    deal: Deal
    """Deal, which stays secret."""

    phase: Phase
    turn: Seat
    """Seat whose turn it is, once play has begun."""

    round: int
    """Round, counted from 1; 0 during setup."""

    last_round: int | None
    """The round after which the game ends, once that is triggered (ruling R3)."""

    seats: tuple[SeatState, ...]
    market: Market
    decks: Decks
    seen: int
    """Bit set of the cards that ever lay face up in the market: see `has_seen`."""

    tybor: Tybor | None
    result: Result | None

    @property
    def tybor_goes_on(self) -> bool:
        """Return whether Tybor plays on after the player's last draw and skipped turns (rulings R4, R13, S13)."""
        return self.tybor is not None and self.rules is not RulesVersion.FIRST

    @property
    def cards_in_play(self) -> list[CardId]:
        """Return the resource and gold cards that lie in the market, hands, codices and Tybor's row."""
        cards = [card for card in (*self.market.resource, *self.market.gold) if card is not None]
        cards += self.tybor.row if self.tybor else ()
        for own in self.seats:
            cards += own.hand
            cards += [placed.card for cell, placed in own.codex.cards.items() if cell != (0, 0)]
        return cards

    @property
    def cards_scored_by_tybor(self) -> set[CardId]:
        """Return the gold cards that Tybor scored: each lay face up once and is nowhere now (S9)."""
        return {card for card in catalogue().gold if self.has_seen(card)}.difference(self.cards_in_play)

    def code(self) -> str:
        """Return the position as one line, which `from_code` reads: safe in URLs, documented in `notation.md`.

        It includes hidden cards; `View.code` contains only what one viewer knows. Raises `InvalidDealError` for a
        sampled world, whose deal is made up.
        """
        return write_position(position_of(self))

    def __repr__(self) -> str:
        """Return the moment in one line, for a debugger."""
        return f"<GameState: {describe_moment(self.phase, self.round, self.turn, [own.score for own in self.seats])}>"

    def _repr_svg_(self) -> str:
        """Return the codex of the seat that is to act as SVG, which notebooks show."""
        from codex_naturalis.views import view_of  # noqa: PLC0415 - views stand above the rules, and draw themselves

        return view_of(self, self.turn)._repr_svg_()

    def has_seen(self, card: CardId) -> bool:
        """Return whether `card` is public, because it once lay face up in the market (ruling R17)."""
        return bool(self.seen >> card & 1)


def describe_moment(phase: Phase, round_number: int, turn: Seat | None, points: Sequence[int]) -> str:
    """Return a moment as a debugger shows it: `round 7, place, seat 1 to act, points 12 9`."""
    parts = [f"round {round_number}", phase.value, f"points {' '.join(map(str, points))}"]
    if phase in (Phase.PLACE, Phase.DRAW):
        parts.insert(2, f"seat {turn} to act")
    return ", ".join(parts)


class Step(Struct, frozen=True, gc=False):
    """Transition: the state an action leads to, and the events on the way."""

    state: GameState
    events: tuple[Event, ...]
