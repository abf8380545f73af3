"""Messages on a table's socket, in both directions: each Struct is wire format, documentation and TypeScript type."""

from enum import StrEnum
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from codex_naturalis.rules import Action, Draw, Event, Fact, IllegalAction, Place, Seat
from codex_naturalis.views import View, Viewer

from .errors import CLOSE, Code, ProblemError, path_of_fault
from .table import Seen, TableInfo, Version

__all__ = [
    "LARGEST",
    "Act",
    "ChangeMessage",
    "ClientMessage",
    "ClockMessage",
    "ClocksMessage",
    "Done",
    "Emote",
    "Hello",
    "Line",
    "Mute",
    "Ping",
    "Pong",
    "RefusalMessage",
    "Said",
    "Say",
    "ServerMessage",
    "Show",
    "StepMessage",
    "StepsMessage",
    "TableChanged",
    "Welcome",
    "decode_message",
    "refuse_act",
]

LARGEST: Final = 16 * 1024
"""Size limit in bytes of one client message, or of one request."""

T = TypeVar("T")
ActionId = Annotated[str, Meta(min_length=1, max_length=64)]
Turn = Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """First message on a socket."""

    token: str | None = None
    """Token of a guest or of a seat; None to watch."""

    after: Seen | None = None
    """Last version that this client has, to receive later ones; None for a fresh start."""

    changes: bool = False
    """Whether the client accepts deltas of its view (`change`) in place of whole views."""

    previews: bool = False
    """Whether the client shows the effects of placements: only then does its view have `previews`."""


class Act(Struct, frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Play one action, or a whole turn (`place` and `draw`) atomically."""

    id: ActionId
    """Unique, chosen by the client; a repeat gets the same answer and changes nothing."""

    seen: Seen
    """Version that the player was looking at."""

    actions: Turn

    def __post_init__(self) -> None:
        """Refuse sequences other than a turn: after a draw the player knows more, and a refusal must not reveal it."""
        if len(self.actions) > 1 and not (isinstance(self.actions[0], Place) and isinstance(self.actions[1], Draw)):
            raise ValueError("one action, or a placement and the draw after it")


class Ping(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Ask whether the connection is alive."""

    hidden: bool = False
    """Whether the page is hidden, so that notifications are sent all the same."""


class Emote(StrEnum):
    """Emote: a sign that needs no language."""

    HELLO = "hello"
    SMILE = "smile"
    APPLAUSE = "applause"
    WELL_DONE = "well_done"
    THANKS = "thanks"
    THINKING = "thinking"
    HOURGLASS = "hourglass"
    OOPS = "oops"


class Say(Struct, frozen=True, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Send a chat line of 1 to 200 characters."""

    id: ActionId
    """Unique, chosen by the client; a repeat is ignored."""

    text: str


class Show(Struct, frozen=True, tag_field="type", tag="show", forbid_unknown_fields=True):
    """Send an emote to the chat."""

    id: ActionId
    emote: Emote


class Mute(Struct, frozen=True, tag_field="type", tag="hush", forbid_unknown_fields=True):
    """Mute the chat of the table, or unmute it (host only)."""

    hushed: bool


ClientMessage = Hello | Act | Say | Show | Mute | Ping


class StepMessage(Struct, frozen=True):
    """One version, as visible to this viewer."""

    version: Version
    seat: Seat
    """Seat that acted."""

    events: tuple[Event, ...]


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """Answer to `hello`: the state of the table, and missed steps."""

    table: TableInfo
    viewer: Viewer
    """Seat of this client; None for a watcher."""

    version: Version
    missed: tuple[StepMessage, ...]
    view: View | None
    """None before play."""


class StepsMessage(Struct, frozen=True, tag_field="type", tag="told"):
    """One or more stored versions, with the view after the last."""

    steps: tuple[StepMessage, ...]
    view: View


class ChangeMessage(Struct, frozen=True, tag_field="type", tag="change"):
    """Steps like those of `StepsMessage` in a tenth of the bytes, for clients that hold the view before them."""

    steps: tuple[StepMessage, ...]
    change: Any
    """Delta of that view, in the form of `ReplayStep.change`."""


class TableChanged(Struct, frozen=True, tag_field="type", tag="table"):
    """Change of the table's people: a person came, left, or agreed to a rematch; with a view when play begins."""

    table: TableInfo
    viewer: Viewer
    view: View | None


class ClockMessage(Struct, frozen=True):
    """Clock of one seat, at the time of sending."""

    seat: Seat
    left: float | None
    """Seconds left; None without a clock."""

    running: bool
    ends: float | None
    """Seconds until a bot plays on for the seat, if nothing happens before: some time after its clock has run out,
    or sooner if its owner has left. None if that is not to be expected.
    """

    away: float | None = None
    """Seconds until the owner's vacation ends, during which the clock stands still; None without one."""


class ClocksMessage(Struct, frozen=True, tag_field="type", tag="clocks"):
    """Clocks of all seats; sent when one starts, stops or changes, only at tables with clocks."""

    seats: tuple[ClockMessage, ...]


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The act with this id is stored; `version` is the last one it made."""

    id: str
    version: Version


class RefusalMessage(Struct, frozen=True, tag_field="type", tag="refused"):
    """Refusal: nothing has changed. Has a stable code, and facts for its sentence (`error.<code>` in the locales)."""

    code: str
    id: str | None = None
    facts: dict[str, Fact] = {}
    version: Version | None = None


def refuse_act(act_id: str, error: IllegalAction | ProblemError, version: Version) -> RefusalMessage:
    """Return the refusal of an act at `version`; raise `error` again if it closes the socket."""
    if isinstance(error, IllegalAction):
        return RefusalMessage(error.reason.value, act_id, error.refusal.facts, version)
    if error.code in CLOSE and error.code is not Code.STORAGE_FAILED:
        raise error
    return RefusalMessage(error.code.value, act_id, error.facts, version)


class Line(Struct, frozen=True):
    """Chat line or emote."""

    number: int
    """Ascending at each table."""

    id: str
    """Chosen by the client."""

    person: str
    """Pseudonym of the author: the same at every table of this server, and nothing else can be derived from it."""

    name: str
    seat: Seat | None
    """Seat of the author; None for watchers."""

    at: float
    """Seconds since 1970."""

    text: str | None
    """Plain text, to be shown as such; None for an emote."""

    emote: Emote | None


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """Chat lines, separate from the game's versions; not sent while a chat is empty."""

    lines: tuple[Line, ...]
    """Oldest first."""

    anew: bool
    """Whether these are all stored lines, up to 100, which replace earlier ones."""

    hushed: bool
    """Whether the host has muted the table."""

    me: str | None
    """Pseudonym of this client, as in `Line.person`; None for strangers."""


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """Answer to `ping`."""


ServerMessage = (
    Welcome | StepsMessage | ChangeMessage | TableChanged | ClocksMessage | Done | RefusalMessage | Said | Pong
)


def decode_message(text: str | None, decoder: "msgspec.json.Decoder[T]") -> T:
    """Return the message in `text`; raise a `ProblemError` if it is too large or invalid."""
    if text is None:
        raise ProblemError(Code.MESSAGE_MALFORMED, at="$")
    if len(text.encode(errors="replace")) > LARGEST:
        raise ProblemError(Code.MESSAGE_TOO_LARGE, largest=LARGEST)
    if "\\u0000" in text:  # none of our texts has one, and PostgreSQL cannot store it
        raise ProblemError(Code.MESSAGE_MALFORMED, at="$")
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProblemError(Code.MESSAGE_MALFORMED, at=path_of_fault(error)) from None
