"""A table as it is stored, as values."""

import secrets
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.play import Clock, Clocks, Game
from codex_naturalis.record import Seal
from codex_naturalis.rules import LATEST, Action, Deal, GameOptions, RulesVersion, Seat, SoloLevel

from ..wire.table import NameMark, Note, SeatKind, TableStage, WhatIf

__all__ = ["EMPTY", "Answer", "Guest", "SeatRow", "SoloResult", "Stored", "TableData", "new_id"]


def new_id() -> str:
    """Return a name nobody can guess (128 bits)."""
    return secrets.token_urlsafe(16)


class Guest(Struct, frozen=True):
    """Somebody who gave a name."""

    id: str
    name: str
    generation: int = 0
    """Tokens of earlier ones are void."""


class SeatRow(Struct, frozen=True, gc=False):
    """One of the places at a table, in the order of joining."""

    kind: SeatKind = SeatKind.EMPTY
    name: str | None = None
    """The guest's name, or the bot's."""

    guest: str | None = None
    key: str | None = None
    """What the private link of this seat proves."""

    seat: Seat | None = None
    """Drawn by lot when play begins."""

    stand_in: str | None = None
    """The bot that plays on for the guest, who may take the seat back."""

    mark: NameMark | None = None
    """Whether the name is an account's, or looks like one."""

    @property
    def present(self) -> bool:
        """Return whether a person plays here."""
        return self.kind is SeatKind.GUEST and self.stand_in is None


EMPTY = SeatRow()


class TableData(Struct, frozen=True, gc=False):
    """A table and its people; what was played is kept apart."""

    id: str
    party: str
    """The first table of a chain of rematches."""

    host: str
    options: GameOptions
    listed: bool
    created: float
    places: tuple[SeatRow, ...]
    stage: TableStage = TableStage.GATHERING
    deal: Deal | None = None
    """Drawn when the table opens, secret until the game is over; None at tables older than seals, before play."""

    seal: Seal | None = None
    """Of the deal; None where the deal is known to everybody, and at older tables."""

    rematch: str | None = None
    request: str | None = None
    asked: str | None = None
    what_if: WhatIf | None = None
    hints: bool | None = None
    """Whether players may ask for hints; None for what is usual."""

    clock: Clock | None = None
    """How much time everybody has; None for as long as they like."""

    clocks: Clocks | None = None
    """How it stands with that; None before play, and at tables older than clocks."""

    notes: tuple[Note, ...] = ()
    """What happened to the people, oldest first."""

    deadline: float | None = None
    """When something is due at the table if nobody does anything, in seconds of served time; None if nothing is."""

    marked: int = 0
    """The version at which that was found out, where playing on does not change it at once."""

    rated: bool = False
    """Whether the result counts for ratings."""

    rules: RulesVersion = LATEST
    """What is played by here: a table keeps it from its opening to its end."""

    origin: str | None = None
    """A digest of the network it was opened from; None where that is this machine, and at older tables."""

    revision: int = 0

    def replayed(self, actions: Iterable[tuple[Seat, Action]]) -> Game:
        """Return the game after `actions`; raise `IllegalAction` at the first that the rules refuse."""
        assert self.deal is not None, "play began without a deal"
        return Game.replayed(self.options, self.deal, actions, rules=self.rules)

    @property
    def hinted(self) -> bool:
        """Return whether players may ask for hints: usually only where nobody but those invited plays."""
        if self.rated:
            return False
        return not self.listed if self.hints is None else self.hints

    @property
    def solo(self) -> SoloLevel | None:
        """Return how strong Tybor is, if he plays."""
        return self.options.solo

    @property
    def gathering(self) -> bool:
        """Return whether play has not begun."""
        return self.stage is TableStage.GATHERING

    @property
    def begun(self) -> bool:
        """Return whether play ever began."""
        return not self.gathering and all(place.seat is not None for place in self.places)

    @property
    def attended(self) -> bool:
        """Return whether any person plays here."""
        return any(place.present for place in self.places)

    def person_at(self, seat: Seat) -> bool:
        """Return whether `seat` is a person's, whoever plays for it."""
        return any(place.seat == seat and place.kind is SeatKind.GUEST for place in self.places)

    def stood_in(self, seat: Seat) -> str | None:
        """Return the bot that plays on for the owner of `seat`, if one does."""
        for place in self.places:
            if place.seat == seat:
                return place.stand_in
        return None

    @property
    def full(self) -> bool:
        """Return whether every place is taken."""
        return all(place.kind is not SeatKind.EMPTY for place in self.places)

    def with_place(self, index: int, place: SeatRow) -> "TableData":
        """Return the table with `place` at `index`."""
        return replace(self, places=(*self.places[:index], place, *self.places[index + 1 :]))


class Answer(Struct, frozen=True, gc=False):
    """What a client's act came to."""

    payload: str
    version: int


class SoloResult(Struct, frozen=True):
    """What a finished solo game came to."""

    guest: str
    level: SoloLevel
    points: int
    tybor: int
    won: bool


class Stored(Struct, frozen=True):
    """All that the database holds of one table."""

    data: TableData
    actions: tuple[tuple[Seat, Action], ...]
    answers: dict[tuple[Seat, str], Answer]
    version: int = 0
    """How many actions were played in all."""
