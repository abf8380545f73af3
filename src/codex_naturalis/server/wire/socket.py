"""The messages on the socket of a table, both ways: one Struct is wire, documentation and TypeScript type."""

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from codex_naturalis.rules import Action, Draw, Event, Fact, Place, Seat
from codex_naturalis.views import View, Viewer

from .table import Seen, TableInfo, Version

__all__ = [
    "Act",
    "ClientMessage",
    "ClockTold",
    "ClocksTold",
    "Done",
    "Emote",
    "Hello",
    "Hush",
    "Line",
    "Ping",
    "Pong",
    "Refused",
    "Said",
    "Say",
    "ServerMessage",
    "Show",
    "StepTold",
    "TableChanged",
    "Told",
    "ToldChange",
    "Welcome",
]

ActionId = Annotated[str, Meta(min_length=1, max_length=64)]
Turn = Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


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

    def __post_init__(self) -> None:
        """Refuse what is no turn: after a draw one knows more, and no refusal may tell what."""
        if len(self.actions) > 1 and not (isinstance(self.actions[0], Place) and isinstance(self.actions[1], Draw)):
            raise ValueError("one action, or a placement and the draw after it")


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


ServerMessage = Welcome | Told | ToldChange | TableChanged | ClocksTold | Done | Refused | Said | Pong
