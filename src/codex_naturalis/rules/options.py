"""Options of a game: the house rules and their names (rulings, "Options of a game").

A house rule is declared here and nowhere else: its answers as a `HouseRule`, each with its origin, its field in
`GameOptions`, last and with the first answer as its default in every edition, and, for requests, in `HouseRules`; and
in `SOLO_RULES` if one player can choose it. Records, requests, the kernel, tables of data, the command line, the lobby
and the documentation take it from `HOUSE_RULES`; its texts' keys contain the name of its field.
"""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Final, Self, SupportsIndex, TypedDict, TypeVar, Unpack, cast, get_type_hints

from msgspec import Struct, defstruct, field
from msgspec.structs import replace

from .arguments import check_kind, member_of
from .errors import InvalidOptionsError

__all__ = [
    "HOUSE_RULES",
    "LATEST",
    "MAX_SEATS",
    "PRESETS",
    "SOLO_RULES",
    "AnswerOrigin",
    "Exhaustion",
    "GameOptions",
    "HouseRule",
    "HouseRules",
    "Preset",
    "Refill",
    "RulesVersion",
    "Sets",
    "SoloLevel",
    "TieBreak",
    "answers_of",
    "check_options",
    "house_rules_of",
    "options_of",
    "with_house_rules",
]

_T = TypeVar("_T")
_S = TypeVar("_S", bound=Struct)


class RulesVersion(IntEnum):
    """Version of the rules, and of the record format; a game begun under one ends under it.

    They differ in the solo game only: the seeds, the deals and the games of several seats are the same in both.
    """

    FIRST = 1
    """The player's last turn has no draw, a stuck player ends the game at once, and `other_deck` is allowed."""

    BY_THE_BOOK = 2
    """Tybor plays after every turn of the player, the last one with its draw and those skipped too (R4, R13, S13)."""


LATEST: Final = RulesVersion.BY_THE_BOOK
"""Version that new games are played by."""


MAX_SEATS: Final = 4


class Preset(StrEnum):
    """Edition of the rulebook whose wording decides."""

    EN = "en"
    FR = "fr"
    IT = "it"


class AnswerOrigin(StrEnum):
    """Origin of an answer to a house rule, whether or not a table changed anything for it."""

    WORDS = "words"
    """Stated in the rulebooks."""

    READING = "reading"
    """Ours: our reading of the rulebooks."""

    ADDITION = "addition"
    """Ours: no book says it."""


class HouseRule(StrEnum):
    """Base of the house rules: an enumeration of the answers to one question, which its docstring asks.

    Each answer is declared with its origin and the editions whose books have it, in their words or as we read them.
    """

    origin: AnswerOrigin
    books: tuple[Preset, ...]

    def __new__(cls, value: str, origin: AnswerOrigin, *books: Preset) -> Self:
        """Return the answer `value`."""
        answer = str.__new__(cls, value)
        answer._value_ = value
        answer.origin, answer.books = origin, books
        return answer

    @property
    def number(self) -> int:
        """Position among the answers, from 0, which identifies it in the kernel."""
        return list(type(self)).index(self)


class Exhaustion(HouseRule):
    """Ruling R1: which cards must be gone to trigger the end."""

    DECKS = "decks", AnswerOrigin.WORDS, Preset.EN, Preset.IT
    TABLE = "table", AnswerOrigin.WORDS, Preset.FR


class TieBreak(HouseRule):
    """Ruling R5: what separates seats with equal totals."""

    OBJECTIVE_POINTS = "objective_points", AnswerOrigin.WORDS, Preset.EN, Preset.FR
    OBJECTIVE_CARDS = "objective_cards", AnswerOrigin.WORDS, Preset.IT


class Refill(HouseRule):
    """Ruling R12: what happens to a market slot whose own deck is empty."""

    SAME_DECK = "same_deck", AnswerOrigin.READING, *Preset
    OTHER_DECK = "other_deck", AnswerOrigin.ADDITION


class Sets(HouseRule):
    """Ruling R24: what is counted once within an objective of symbols."""

    SYMBOLS = "symbols", AnswerOrigin.READING, *Preset
    CARDS = "cards", AnswerOrigin.WORDS, *Preset


class SoloLevel(StrEnum):
    """Difficulty of the solo game: how strong Tybor begins (S1-S3; `gentle` and `first` are ours alone, S16)."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    GENTLE = "gentle"
    """A house rule: Tybor begins without cards. Levels of ours stand last, as the kernel counts the levels."""

    FIRST = "first"
    """A house rule for a first game: as `gentle`, and in his first turn Tybor deals with the left column alone."""


def _always(default: _T) -> _T:
    """Return a field that is written even with its default value, as in the first records.

    A later house rule comes last and has a plain default, the first of its answers: it is written only if it differs,
    so that all other records stay unchanged. For the same reason every edition begins with the default, whatever its
    book says.
    """
    return field(default_factory=lambda: default)


class GameOptions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options agreed on before the deal."""

    seats: int
    """Number of seats, 1 to 4; one seat plays solo against Tybor."""

    preset: Preset = _always(Preset.EN)
    end_by_exhaustion: Exhaustion = _always(Exhaustion.DECKS)
    tie_break: TieBreak = _always(TieBreak.OBJECTIVE_POINTS)
    refill: Refill = _always(Refill.SAME_DECK)
    solo: SoloLevel | None = _always(None)
    sets: Sets = Sets.SYMBOLS

    def __post_init__(self) -> None:
        """Refuse a number of seats that the game does not have."""
        check_kind("seats", self.seats, SupportsIndex)
        if not 1 <= self.seats <= MAX_SEATS:
            raise ValueError(f"seats must be 1 to 4, not {self.seats}")
        if (self.seats == 1) != (self.solo is not None):
            raise ValueError("one seat needs a solo level, and solo needs one seat")


class HouseRules(TypedDict, total=False):
    """House rules as requested, by the name of their field; None is the edition's own."""

    end_by_exhaustion: Exhaustion | str | None
    tie_break: TieBreak | str | None
    refill: Refill | str | None
    sets: Sets | str | None


HOUSE_RULES: Final[dict[str, type[HouseRule]]] = {
    name: kind
    for name, kind in get_type_hints(GameOptions).items()
    if isinstance(kind, type) and issubclass(kind, HouseRule)
}
"""The enumeration of each house rule, by the name of its field."""

SOLO_RULES: Final[tuple[str, ...]] = ("end_by_exhaustion", "sets")
"""House rules that apply to solo games: a tie with Tybor is a defeat (S15), his columns need their own decks (S12)."""

PRESETS: Final[dict[Preset, HouseRules]] = {
    Preset.EN: {},
    Preset.FR: {"end_by_exhaustion": Exhaustion.TABLE},
    Preset.IT: {"tie_break": TieBreak.OBJECTIVE_CARDS},
}
"""Answers of each edition that are not the default of `GameOptions`."""


def with_house_rules(nothing: object) -> Callable[[type[_S]], type[_S]]:
    """Return a decorator of a Struct: it adds a field for each house rule, `nothing` where the edition decides."""

    def add(struct: type[_S]) -> type[_S]:
        rules = [(name, kind | type(nothing), nothing) for name, kind in HOUSE_RULES.items()]
        name, names = struct.__name__, {"__doc__": struct.__doc__}
        struct.__name__ = f"_{name}"
        return cast("type[_S]", defstruct(name, rules, bases=(struct,), module=struct.__module__, namespace=names))

    return add


def house_rules_of(asked: object) -> HouseRules:
    """Return the house rules in the fields of an object; an empty field is the edition's own."""
    return cast("HouseRules", {name: getattr(asked, name) or None for name in HOUSE_RULES})


def answers_of(wishes: HouseRules) -> dict[str, HouseRule]:
    """Return the house rules in `wishes` that are not None; raise `ValueError` for an unknown answer."""
    return {name: member_of(name, HOUSE_RULES[name], str(wish)) for name, wish in wishes.items() if wish is not None}


def options_of(
    seats: int,
    preset: Preset = Preset.EN,
    *,
    solo: SoloLevel | None = None,
    rules: RulesVersion = LATEST,
    **wishes: Unpack[HouseRules],
) -> GameOptions:
    """Return the options of `preset`, with the house rules in `wishes` that are not None.

    Raises `ValueError` for a number of seats or an answer the game does not have, and `InvalidOptionsError` for what
    `rules` exclude.
    """
    preset, solo = member_of("preset", Preset, preset), None if solo is None else member_of("solo", SoloLevel, solo)
    answers = {**answers_of(PRESETS[preset]), **answers_of(wishes)}
    options = replace(GameOptions(seats, preset, solo=solo), **answers)
    check_options(options, rules)
    return options


def check_options(options: GameOptions, rules: RulesVersion = LATEST) -> None:
    """Raise `InvalidOptionsError` if `rules` exclude `options`: Tybor's columns need their own decks (S12)."""
    check_kind("options", options, GameOptions)
    if rules is not RulesVersion.FIRST and options.solo is not None and options.refill is Refill.OTHER_DECK:
        raise InvalidOptionsError("refill: other_deck does not go with solo")
