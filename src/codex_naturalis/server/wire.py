"""The words of the protocol between a table and its viewers: one Struct is wire, documentation and TypeScript type.

A *version* is one action together with the events it caused; versions count from 1 without gaps, and 0 is the deal.
A viewer that may hear nothing of a version still gets its number. Everything a viewer may do comes in its `View`.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from codex_naturalis.play import Clock
from codex_naturalis.rules import (
    Action,
    Event,
    Exhaustion,
    Fact,
    GameOptions,
    Preset,
    Refill,
    Seat,
    SoloLevel,
    TieBreak,
)
from codex_naturalis.views import View, Viewer

__all__ = [
    "Act",
    "ClientMessage",
    "ClockTold",
    "ClocksTold",
    "Done",
    "Emote",
    "GuestInfo",
    "Hello",
    "Hush",
    "LevelInfo",
    "Line",
    "NewBot",
    "NewGuest",
    "NewTable",
    "NewWhatIf",
    "Note",
    "NoteKind",
    "Opponents",
    "Ping",
    "Pong",
    "ProblemTold",
    "Refused",
    "Replay",
    "ReplayStep",
    "Said",
    "Say",
    "SeatInfo",
    "SeatKind",
    "SeatToken",
    "ServerMessage",
    "Show",
    "SoloGame",
    "SoloHistory",
    "SoloTally",
    "StepTold",
    "TableAnswer",
    "TableChanged",
    "TableInfo",
    "TableStage",
    "Told",
    "ToldChange",
    "Version",
    "Welcome",
    "WhatIf",
]

Version = int

ActionId = Annotated[str, Meta(min_length=1, max_length=64)]
Seen = Annotated[int, Meta(ge=0)]
Turn = Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


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
    """Which plays on."""


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


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket."""

    token: str | None = None
    """A guest's token or a seat's private one; None to watch."""

    after: Seen | None = None
    """The last version this client has; what it missed is told. None for a fresh start."""

    changes: bool = False
    """Whether the client wants to be told what changed in its view (`change`) instead of all of it, where we can."""

    previews: bool = False
    """Whether the client shows what each placement would do: only then are there `previews` in its view."""


class Act(Struct, frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Play one action, or a whole turn (`place` and `draw`) at once: all of it counts or none."""

    id: ActionId
    """Chosen by the client, unique; a repeat gets the same answer and changes nothing."""

    seen: Seen
    """The version the player was looking at."""

    actions: Turn


class Ping(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Ask whether the server is there."""

    hidden: bool = False
    """Whether the page cannot be seen just now, so that messages tell of one's turn all the same."""


class Emote(StrEnum):
    """A sign that needs no language."""

    HELLO = "hello"
    SMILE = "smile"
    APPLAUSE = "applause"
    WELL_DONE = "well_done"
    THANKS = "thanks"
    THINKING = "thinking"
    HOURGLASS = "hourglass"
    OOPS = "oops"


class Say(Struct, frozen=True, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Say something to everybody at the table: 1 to 200 characters."""

    id: ActionId
    """Chosen by the client, unique; a repeat is said once."""

    text: str


class Show(Struct, frozen=True, tag_field="type", tag="show", forbid_unknown_fields=True):
    """Show everybody at the table a sign."""

    id: ActionId
    emote: Emote


class Hush(Struct, frozen=True, tag_field="type", tag="hush", forbid_unknown_fields=True):
    """Ask for silence at the table, or end it (host only)."""

    hushed: bool


ClientMessage = Hello | Act | Say | Show | Hush | Ping


class StepTold(Struct, frozen=True):
    """One version, as this viewer may hear it."""

    version: Version
    seat: Seat
    """Who acted."""

    events: tuple[Event, ...]


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to `hello`: where the table stands, and what was missed."""

    table: TableInfo
    viewer: Viewer
    """The seat this client plays, or None."""

    version: Version
    missed: tuple[StepTold, ...]
    view: View | None
    """None until play begins."""


class Told(Struct, frozen=True, tag_field="type", tag="told"):
    """Something happened and is safely stored: one or more versions, and the view after the last."""

    steps: tuple[StepTold, ...]
    view: View


class ToldChange(Struct, frozen=True, tag_field="type", tag="change"):
    """The same as `Told` in a tenth of the bytes, for clients that hold the view of the version before `steps`."""

    steps: tuple[StepTold, ...]
    change: Any
    """What to change in that view, in the form of `ReplayStep.change`."""


class TableChanged(Struct, frozen=True, tag_field="type", tag="table"):
    """People came, left, or agreed on a rematch; when play begins the view comes along."""

    table: TableInfo
    viewer: Viewer
    view: View | None


class ClockTold(Struct, frozen=True):
    """How it stands with the time of one seat, at the moment this was sent."""

    seat: Seat
    left: float | None
    """Seconds left; None if there is no clock."""

    running: bool
    ends: float | None
    """Seconds until a bot plays on for the seat, unless something happens before: a while after its time is up, or
    sooner if its owner has gone. None if that is not to be expected."""


class ClocksTold(Struct, frozen=True, tag_field="type", tag="clocks"):
    """The clocks of all seats; sent when one starts, stops or is changed, and only where there are any."""

    seats: tuple[ClockTold, ...]


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The action with this id is stored; `version` is the last one it made."""

    id: str
    version: Version


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """Nothing has changed, and why: a stable code, and facts for a sentence (`error.<code>` in the locales)."""

    code: str
    id: str | None = None
    facts: dict[str, Fact] = {}
    version: Version | None = None


class Line(Struct, frozen=True):
    """One thing that was said or shown."""

    number: int
    """Counts up at each table."""

    id: str
    """As the client chose it."""

    person: str
    """Who: the same at every table of this server, and nothing else can be learned from it."""

    name: str
    seat: Seat | None
    """Where they sit; None for those who watch."""

    at: float
    """Seconds since 1970."""

    text: str | None
    """Plain text, to be shown as such."""

    emote: Emote | None


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """What people say: no version, no part of the game. Never sent at a table where nobody has said anything."""

    lines: tuple[Line, ...]
    """Oldest first."""

    anew: bool
    """Whether these are all that are kept, up to 100, and earlier ones are to be forgotten."""

    hushed: bool
    """Whether the host wants silence."""

    me: str | None
    """The `person` that this client is, if any."""


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """Say that the server is there."""


class ReplayStep(Struct, frozen=True):
    """One version of a finished game."""

    seat: Seat
    """Who acted."""

    events: tuple[Event, ...]
    change: Any
    """What it changed in the `View`: an object of changes by field or index, a plain new value, or an array that begins
    with a word; the protocol's page says which there are."""


class Replay(Struct, frozen=True):
    """A finished game from the deal to its end, one step for each version."""

    eyes: Seat | Literal["all"] | None
    """A seat's, a spectator's, or with all cards open."""

    first: View
    """How the table lay after the deal."""

    steps: tuple[ReplayStep, ...]


ServerMessage = Welcome | Told | ToldChange | TableChanged | ClocksTold | Done | Refused | Said | Pong
