"""Messages about tables, shared by HTTP and sockets: each Struct is wire format, documentation and TypeScript type.

Parts of a table, and requests and answers over HTTP; `wire.socket` has the messages on a table's socket.

A *version* is one action together with the events it caused; versions count from 1 without gaps, and 0 is the deal. A
viewer that may not see anything of a version still gets its number. All that a viewer may do is in its `View`.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.play import Clock
from codex_naturalis.rules import Fact, GameOptions, Preset, Seat, SoloLevel, with_house_rules
from codex_naturalis.views import Viewer

__all__ = [
    "BotPace",
    "Colour",
    "GuestInfo",
    "LevelInfo",
    "NameMark",
    "NewBot",
    "NewColour",
    "NewGuest",
    "NewPortrait",
    "NewTable",
    "NewWhatIf",
    "Note",
    "NoteKind",
    "Opponents",
    "Portrait",
    "ProblemResponse",
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

Portrait = Annotated[int, Meta(ge=0, le=39)]
"""One of the forty creatures by kingdom: fungi from 0, plants from 10, animals from 20, insects from 30."""


class SeatKind(StrEnum):
    """Kind of occupant of a seat."""

    EMPTY = "empty"
    GUEST = "guest"
    BOT = "bot"


class TableStage(StrEnum):
    """Stage in the life of a table."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Closed before the end of its game; the last note says why."""


class NoteKind(StrEnum):
    """Kind of event among the people of a table."""

    TIME_UP = "time_up"
    LEAVING = "leaving"
    CALLED = "called"
    """Another player has called a stand-in for an absent person."""

    DECLINED = "declined"
    """A player of the game before does not want this rematch now."""

    STAND_IN = "stand_in"
    RETURNED = "returned"
    BOT_FAILED = "bot_failed"
    """A bot gave no answer, and a simpler one acted for it."""

    CLOSED_BY_HOST = "closed_by_host"
    CLOSED_GONE = "closed_gone"
    """All people had left, and did not come back in time."""

    CLOSED_UNTOUCHED = "closed_untouched"


class Note(Struct, frozen=True):
    """Event among the people of a table, which is not part of the game."""

    version: Version
    """Version after which it happened."""

    kind: NoteKind
    seat: Seat | None = None
    """Seat concerned; None for the whole table."""

    bot: str | None = None
    """Bot that stands in, or has failed."""

    name: str | None = None
    """Name of the person concerned, if they have no seat."""


class Colour(StrEnum):
    """Colour of a seat's tokens, in the order of the seats that have it by default. Black is the first player's."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class NameMark(StrEnum):
    """Status of a name among other names."""

    ACCOUNT = "account"
    """Name of an account: unique, look-alikes included."""

    ALIKE = "alike"
    """Name of a guest that looks like an account's name."""

    PROGRAM = "program"
    """Name of a bot account: a program of its owner plays here."""


class BotPace(StrEnum):
    """Pace of the house bots at a table."""

    PEOPLE = "people"
    """They wait a moment before they act, so that people can follow."""

    INSTANT = "instant"
    """They act at once, as always where only programs play."""


class SeatInfo(Struct, frozen=True):
    """Seat at a table. Until play begins, seats are in the order of joining; then they are drawn by lot."""

    seat: Seat
    kind: SeatKind
    name: str | None
    """Name of the guest, or of the bot (`planner`)."""

    connected: bool
    """Whether the guest is looking right now; bots always are."""

    stand_in: str | None = None
    """Bot that plays for the absent guest, who may take the seat back."""

    mark: NameMark | None = None
    """Status of the guest's name, at the time of sitting down or renaming."""

    portrait: Portrait | None = None
    """The guest's portrait; None for the creature that goes with the name."""

    colour: Colour | None = None
    """Colour of its tokens, which no other seat has; None before play if not chosen."""


class WhatIf(Struct, frozen=True):
    """Origin of a game that plays on from the middle of another."""

    table: str | None
    """The finished table; None if the game came from a record."""

    version: Version
    """Last version that both games share."""


class TableInfo(Struct, frozen=True):
    """Public description of a table."""

    id: str
    """Unguessable: anyone who knows it may watch, and join while seats are empty."""

    options: GameOptions
    listed: bool
    stage: TableStage
    seats: tuple[SeatInfo, ...]
    host: str
    """Name of the guest who opened the table."""

    host_seat: Seat | None
    """Seat of the host, who may add and remove bots."""

    created: float
    """Seconds since 1970."""

    version: Version
    rematch: str | None
    """Table of the rematch, if there is one."""

    what_if: WhatIf | None
    """Origin, if this game plays on from the middle of another with the same cards."""

    commitment: str | None
    """Commitment: digest of the deal and the lot for the seats, drawn before anyone sat down. The record of the
    finished game reveals what was committed to. None if nothing was.
    """

    hints: bool
    """Whether players may ask for a hint on their turn."""

    clock: Clock | None = None
    """Clock of every seat; None for unlimited time."""

    stand_in: str | None = None
    """The bot that plays for people who leave or run out of time."""

    notes: tuple[Note, ...] = ()
    """Notes, oldest first; the last 50."""

    rated: bool = False
    """Whether the result counts for ratings; then every player has an account."""

    daily: str | None = None
    """Day in UTC whose deal is played, as 2026-03-04; until it is over the cards are shown only to the player."""

    programs: bool = False
    """Whether programs may sit at this rated table, as agreed by all who sit down."""

    tournament: str | None = None
    """Tournament of this table."""


@with_house_rules(None)
class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to open a table; omitted options come from the preset."""

    seats: int
    preset: Preset = Preset.EN
    solo: SoloLevel | None = None
    bots: tuple[str, ...] = ()
    """Bots to seat at once, by name; the other seats wait for guests."""

    listed: bool = False
    hints: bool | None = None
    """Whether hints are allowed; by default only at unlisted tables."""

    clock: Clock | None = None
    """Clock of every seat; None for unlimited time. Not available against Tybor."""

    rated: bool = False
    """Whether the result is to count for ratings: only for people with accounts, with the printed rules of an
    edition, and without hints.
    """

    programs: bool = False
    """Whether programs may sit at this rated table. It cannot be changed later, so all who sit down agree to it."""

    pace: BotPace = BotPace.PEOPLE
    """Pace of the house bots."""

    colour: Colour | None = None
    """Colour of the host's tokens; None for one that is left when play begins."""

    sits: bool = True
    """Whether the caller takes the first seat; at a screen's table the first person to sit down is the host."""


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Name of a guest: 1 to 24 visible characters."""

    name: str


class GuestInfo(Struct, frozen=True):
    """Guest, as shown to itself."""

    id: str
    name: str
    token: str
    """Token that authenticates the guest: `Authorization: Bearer …`, and in `hello`. The browser stores it."""

    account: bool = False
    """Whether this guest has an account, and so a unique name."""

    portrait: Portrait | None = None
    """Chosen portrait; None for the creature that goes with the name."""


class NewPortrait(Struct, frozen=True, forbid_unknown_fields=True):
    """Portrait to be shown for a guest."""

    portrait: Portrait | None
    """None for the creature that goes with the name."""


class NewColour(Struct, frozen=True, forbid_unknown_fields=True):
    """Colour for the tokens of the caller's seat."""

    colour: Colour | None
    """None for one that is left when play begins."""


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Bot to seat, by default on the first empty seat."""

    name: str
    seat: Seat | None = None


class LevelInfo(Struct, frozen=True):
    """Opponent level made for people."""

    bot: str
    """Name of the bot."""

    key: str
    """Key of its character among the texts."""

    step: int
    """Step of strength, 1 to 7; three opponents share the sixth."""

    elo: int
    """Measured strength on the Elo scale, on which `level:3` has 0."""

    error: int
    """Half the width of its 95 % interval."""

    seconds: float
    """Maximum time it thinks about an action, in seconds."""

    prepares: bool
    """Whether it must first be compiled on a machine; until then another bot plays in its place."""


class Opponents(Struct, frozen=True):
    """Opponent levels made for people, weakest first, and whether they are ready on this machine."""

    levels: tuple[LevelInfo, ...]
    ready: bool
    """Whether they are ready, those that must first be compiled, too: another bot may take the turns of the one that
    thinks longest for some seconds more."""

    part: float | None
    """Progress of the compilation, 0 to 1; None if it is not under way."""

    available: bool = True
    """Whether compilation is possible, as far as is known; if not, a weaker bot plays for those that need it."""


class NewWhatIf(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to play on from the middle of a finished game, in one of its seats; bots take the others."""

    version: Seen
    seat: Seat
    bot: str = "planner"
    """Name of the bot for the other seats."""


class SeatToken(Struct, frozen=True):
    """Private token of a seat: its holder plays that seat, on any device, in rematches too."""

    token: str


class SoloTally(Struct, frozen=True):
    """Totals of a guest's solo games at one level."""

    level: SoloLevel
    played: int
    won: int
    best: int | None
    """Largest winning margin; None before the first win."""

    streak: int
    """Length of the current winning streak."""

    longest: int
    """Length of the longest winning streak."""


class SoloGame(Struct, frozen=True):
    """Result of one solo game."""

    table: str
    level: SoloLevel
    points: int
    tybor: int
    """Tybor's points."""

    won: bool
    best: bool
    """Whether it was won by a larger margin than any earlier game at this level; False for the first win."""

    ended: float
    """Seconds since 1970."""


class SoloHistory(Struct, frozen=True):
    """Finished solo games of a guest, without what-ifs."""

    levels: tuple[SoloTally, ...]
    """All three levels, the easiest first."""

    games: tuple[SoloGame, ...]
    """Newest first, one page at a time."""

    more: bool
    """Whether there are more pages."""


class TableAnswer(Struct, frozen=True):
    """Table with the caller's seat."""

    table: TableInfo
    viewer: Viewer


class ProblemResponse(Struct, frozen=True):
    """Refused request (`application/problem+json`, RFC 9457): nothing has changed."""

    type: str
    title: str
    status: int
    code: str
    """Stable; its text is under `error.<code>` in the locales."""

    facts: dict[str, Fact] = {}
