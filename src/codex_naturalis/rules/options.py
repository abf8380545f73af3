"""Options of a game: the house rules and their names (rulings, "Options of a game")."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from .errors import InvalidOptions
from .version import LATEST, RulesVersion

__all__ = [
    "MAX_SEATS",
    "PRESETS",
    "Exhaustion",
    "GameOptions",
    "Preset",
    "Refill",
    "SoloLevel",
    "TieBreak",
    "check_options",
    "options_of",
]


MAX_SEATS: Final = 4


class Preset(StrEnum):
    """Edition of the rulebook whose wording decides."""

    EN = "en"
    FR = "fr"
    IT = "it"


class Exhaustion(StrEnum):
    """Ruling R1: which cards must be gone to trigger the end."""

    DECKS = "decks"
    TABLE = "table"


class TieBreak(StrEnum):
    """Ruling R5: what separates seats with equal totals."""

    OBJECTIVE_POINTS = "objective_points"
    OBJECTIVE_CARDS = "objective_cards"


class Refill(StrEnum):
    """Ruling R12: what happens to a market slot whose own deck is empty."""

    SAME_DECK = "same_deck"
    OTHER_DECK = "other_deck"


class SoloLevel(StrEnum):
    """Difficulty of the solo game: how strong Tybor begins (rulings S1-S3)."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class GameOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Options agreed on before the deal."""

    seats: int
    """Number of seats, 1 to 4; one seat plays solo against Tybor."""

    preset: Preset = Preset.EN
    end_by_exhaustion: Exhaustion = Exhaustion.DECKS
    tie_break: TieBreak = TieBreak.OBJECTIVE_POINTS
    refill: Refill = Refill.SAME_DECK
    solo: SoloLevel | None = None

    def __post_init__(self) -> None:
        """Refuse a number of seats that the game does not have."""
        if not 1 <= self.seats <= MAX_SEATS:
            raise ValueError(f"seats must be 1 to 4, not {self.seats}")
        if (self.seats == 1) != (self.solo is not None):
            raise ValueError("one seat needs a solo level, and solo needs one seat")


PRESETS: Final[dict[Preset, tuple[Exhaustion, TieBreak, Refill]]] = {
    Preset.EN: (Exhaustion.DECKS, TieBreak.OBJECTIVE_POINTS, Refill.SAME_DECK),
    Preset.FR: (Exhaustion.TABLE, TieBreak.OBJECTIVE_POINTS, Refill.SAME_DECK),
    Preset.IT: (Exhaustion.DECKS, TieBreak.OBJECTIVE_CARDS, Refill.SAME_DECK),
}


def options_of(
    seats: int,
    preset: Preset = Preset.EN,
    *,
    end_by_exhaustion: Exhaustion | None = None,
    tie_break: TieBreak | None = None,
    refill: Refill | None = None,
    solo: SoloLevel | None = None,
    rules: RulesVersion = LATEST,
) -> GameOptions:
    """Return the options of `preset`, with those that are given changed.

    Raises `ValueError` for a number of seats the game does not have, and `InvalidOptions` for what `rules` exclude.
    """
    by_default = PRESETS[preset]
    options = GameOptions(
        seats, preset, end_by_exhaustion or by_default[0], tie_break or by_default[1], refill or by_default[2], solo
    )
    check_options(options, rules)
    return options


def check_options(options: GameOptions, rules: RulesVersion = LATEST) -> None:
    """Raise `InvalidOptions` if a game by `rules` cannot have `options`: Tybor's columns want their own decks (S12)."""
    if rules is not RulesVersion.FIRST and options.solo is not None and options.refill is Refill.OTHER_DECK:
        raise InvalidOptions("refill: other_deck does not go with solo")
