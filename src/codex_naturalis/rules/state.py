"""Game state: the whole truth of one game, as frozen values."""

from enum import StrEnum

from msgspec import Struct

from codex_naturalis.catalogue import CardId, Side

from .actions import Seat
from .codex import EMPTY_CODEX, Codex
from .deal import Deal
from .events import Event, Result
from .options import GameOptions, RulesVersion

__all__ = ["Decks", "GameState", "Market", "Phase", "SeatState", "Step", "Tybor"]


class Phase(StrEnum):
    """Phase of a game: what is being decided."""

    SIDE = "side"
    OBJECTIVE = "objective"
    PLACE = "place"
    DRAW = "draw"
    OVER = "over"


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
        """Return whether no cell is open, which is for good (ruling R13)."""
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

    def has_seen(self, card: CardId) -> bool:
        """Return whether `card` is public, because it once lay face up in the market (ruling R17)."""
        return bool(self.seen >> card & 1)


class Step(Struct, frozen=True, gc=False):
    """Transition: the state an action leads to, and the events on the way."""

    state: GameState
    events: tuple[Event, ...]
