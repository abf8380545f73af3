"""The words of the protocol between the server and its clients: one Struct is wire, documentation and TypeScript type.

Here is what a table is made of, and what is asked and answered over HTTP; `socket_wire` has the messages at a table.

A *version* is one action together with the events it caused; versions count from 1 without gaps, and 0 is the deal.
A viewer that may hear nothing of a version still gets its number. Everything a viewer may do comes in its `View`.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.play import Clock
from codex_naturalis.rules import Exhaustion, Fact, GameOptions, Preset, Refill, Seat, SoloLevel, TieBreak
from codex_naturalis.views import Viewer

__all__ = [
    "GuestInfo",
    "LevelInfo",
    "NameMark",
    "NewBot",
    "NewGuest",
    "NewTable",
    "NewWhatIf",
    "Note",
    "NoteKind",
    "Opponents",
    "ProblemTold",
    "SeatInfo",
    "SeatKind",
    "SeatToken",
    "Seen",
    "SoloGame",
    "SoloHistory",
    "SoloTally",
    "TableAnswer",
    "TableInfo",
    "TableStage",
    "Version",
    "WhatIf",
]

Version = int
Seen = Annotated[int, Meta(ge=0)]


class SeatKind(StrEnum):
    """Who sits there."""

    EMPTY = "empty"
    GUEST = "guest"
    BOT = "bot"


class TableStage(StrEnum):
    """Where a table is in its life."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Before its end: the last note says why."""


class NoteKind(StrEnum):
    """What happened to the people of a table."""

    TIME_UP = "time_up"
    LEAVING = "leaving"
    CALLED = "called"
    """Others asked that a bot play on for somebody who is away."""

    STAND_IN = "stand_in"
    RETURNED = "returned"
    BOT_FAILED = "bot_failed"
    """A bot gave no answer, and a simpler one chose for it."""

    CLOSED_BY_HOST = "closed_by_host"
    CLOSED_GONE = "closed_gone"
    """All people had gone, and nobody came back."""

    CLOSED_UNTOUCHED = "closed_untouched"


class Note(Struct, frozen=True):
    """Something that happened to the people of a table; no part of the game."""

    version: Version
    """After which it happened."""

    kind: NoteKind
    seat: Seat | None = None
    """Whose; None for the whole table."""

    bot: str | None = None
    """Which plays on, or failed."""


class NameMark(StrEnum):
    """What is to be known of a name besides its letters."""

    ACCOUNT = "account"
    """It is an account's: nobody else has it, or one that looks like it."""

    ALIKE = "alike"
    """It is a guest's, and looks like an account's."""


class SeatInfo(Struct, frozen=True):
    """One place at a table. Until play begins the order is the order of joining; seats are then drawn by lot."""

    seat: Seat
    kind: SeatKind
    name: str | None
    """The guest's name, or the bot's (`planner`)."""

    connected: bool
    """Whether the guest is looking right now; bots always are."""

    stand_in: str | None = None
    """The bot that plays on for the guest, who may take the seat back."""

    mark: NameMark | None = None
    """What is to be known of the guest's name, as it was when they sat down or took it."""


class WhatIf(Struct, frozen=True):
    """Where a game came from that plays on from the middle of another."""

    table: str | None
    """The finished table; None if the game came from a record."""

    version: Version
    """The last one they share."""


class TableInfo(Struct, frozen=True):
    """A table as everybody may see it."""

    id: str
    """Unguessable: whoever has it may watch, and join while seats are empty."""

    options: GameOptions
    listed: bool
    stage: TableStage
    seats: tuple[SeatInfo, ...]
    host: str
    """Name of the guest who opened the table."""

    host_seat: Seat | None
    """Where the host sits: who may seat and unseat bots."""

    created: float
    """Seconds since 1970."""

    version: Version
    rematch: str | None
    """The table where the same people play again."""

    what_if: WhatIf | None
    """Set if this game plays on from the middle of another, with the same cards."""

    commitment: str | None
    """The fingerprint of the deal and of the lot that gives out the seats, drawn and sealed before anybody sat down.
    The record of the finished game shows what was sealed. None if nothing was."""

    hints: bool
    """Whether players may ask for a hint when it is their turn."""

    clock: Clock | None = None
    """How much time everybody has; None for as long as they like."""

    stand_in: str | None = None
    """The bot that plays on for whoever leaves or runs out of time."""

    notes: tuple[Note, ...] = ()
    """What happened to the people, oldest first; the last 50."""

    rated: bool = False
    """Whether the result counts for ratings: everybody who sits there has an account."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest asks for when opening a table; options left out come from the preset."""

    seats: int
    preset: Preset = Preset.EN
    end_by_exhaustion: Exhaustion | None = None
    tie_break: TieBreak | None = None
    refill: Refill | None = None
    solo: SoloLevel | None = None
    bots: tuple[str, ...] = ()
    """Bots to seat at once, by name; the other seats wait for guests."""

    listed: bool = False
    hints: bool | None = None
    """Whether hints are allowed; by default at tables that are not listed."""

    clock: Clock | None = None
    """How much time everybody has; None for as long as they like. There is none against Tybor."""

    rated: bool = False
    """Whether the result is to count for ratings: for people with accounts only, by the rules of an edition as they
    are printed, without hints."""


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """How a guest wants to be called: 1 to 24 visible characters."""

    name: str


class GuestInfo(Struct, frozen=True):
    """A guest, as told to itself."""

    id: str
    name: str
    token: str
    """Proves who one is: `Authorization: Bearer …`, and in `hello`. Kept by the browser."""

    account: bool = False
    """Whether this guest has an account, and so a name of its own."""


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot to seat, and where; on the first empty seat if none is named."""

    name: str
    seat: Seat | None = None


class LevelInfo(Struct, frozen=True):
    """One of the opponents made for people."""

    bot: str
    """As bots are named."""

    key: str
    """Of its character among the texts."""

    seconds: float
    """The longest it thinks about an action."""

    prepares: bool
    """Whether it has to get ready on a machine first; until then another bot plays in its place."""


class Opponents(Struct, frozen=True):
    """The opponents made for people, the weakest first, and whether they are ready on this machine."""

    levels: tuple[LevelInfo, ...]
    ready: bool
    """Whether even those are that have to get ready first."""

    part: float | None
    """How much of that is done, 0 to 1; None if it is not under way."""


class NewWhatIf(Struct, frozen=True, forbid_unknown_fields=True):
    """From where to play a finished game on, and in which seat; bots take the others."""

    version: Seen
    seat: Seat
    bot: str = "planner"
    """Which."""


class SeatToken(Struct, frozen=True):
    """The private token of a seat: whoever has it plays that seat, on any device, at rematches too."""

    token: str


class SoloTally(Struct, frozen=True):
    """What a guest's solo games at one level come to."""

    level: SoloLevel
    played: int
    won: int
    best: int | None
    """The largest margin by which a game was won; None before the first."""

    streak: int
    """Games won in a row up to now."""

    longest: int
    """The most ever won in a row."""


class SoloGame(Struct, frozen=True):
    """How one solo game came out."""

    table: str
    level: SoloLevel
    points: int
    tybor: int
    """His points."""

    won: bool
    best: bool
    """Whether it was won by more than any game before it at this level, the first one won not counting."""

    ended: float
    """Seconds since 1970."""


class SoloHistory(Struct, frozen=True):
    """A guest's finished solo games, those left out that played on from the middle of another."""

    levels: tuple[SoloTally, ...]
    """All three, the easiest first."""

    games: tuple[SoloGame, ...]
    """The last first; so many at a time."""

    more: bool
    """Whether there are older ones."""


class TableAnswer(Struct, frozen=True):
    """A table, and the caller's seat there."""

    table: TableInfo
    viewer: Viewer


class ProblemTold(Struct, frozen=True):
    """A refused request (`application/problem+json`): nothing has changed."""

    type: str
    title: str
    status: int
    code: str
    """Stable; the words for it are under `error.<code>` in the locales."""

    facts: dict[str, Fact] = {}
