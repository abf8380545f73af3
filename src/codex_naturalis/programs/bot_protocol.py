"""Messages of the Codex Bot Protocol, version 1: one JSON object a line, its `type` first.

A host (the arena, a server) sends `HostMessage`, a program sends `ProgramMessage`. They are the same over standard
input and over a server's socket; fields and messages only for servers are omitted elsewhere.
`docs/reference/bot-protocol.md` shows a whole game.
"""

from typing import Final

from msgspec import UNSET, Struct, UnsetType

from codex_naturalis.rules import Action, Fact, GameOptions, Result, Seat
from codex_naturalis.views import View

from .faults import FaultKind

__all__ = [
    "PROTOCOL",
    "BotAccept",
    "BotAnswer",
    "BotAsk",
    "BotConsidered",
    "BotDecline",
    "BotFailed",
    "BotGame",
    "BotGameOver",
    "BotHello",
    "BotInfo",
    "BotInvited",
    "BotLimits",
    "BotQuit",
    "BotReady",
    "BotRefused",
    "BotStop",
    "BotWants",
    "HostMessage",
    "ProgramMessage",
]

PROTOCOL: Final = 1
"""Version of the protocol."""


class BotLimits(Struct, frozen=True):
    """What a server allows the holder of a token; a refusal names one of them, and the seconds to wait."""

    games: int
    """Games at the same time."""

    messages_per_second: float
    messages_at_once: float
    """Messages in a burst."""

    seconds: float
    """Time limit of an answer, after which a stand-in plays on."""


class BotHello(Struct, frozen=True, tag="hello"):
    """First message of a host."""

    protocol: int
    version: str
    """Version of the package that hosts."""

    name: str | UnsetType = UNSET
    """On servers: name of the account."""

    limits: BotLimits | UnsetType = UNSET
    """On servers: what this connection may do."""


class BotInvited(Struct, frozen=True, tag="invited"):
    """On servers: a host asks the program to sit down at a table."""

    table: str
    by: str
    """Name of the host."""

    options: GameOptions
    rated: bool
    """Whether the result counts for ratings."""


class BotGame(Struct, frozen=True, tag="game"):
    """A game begins, or is taken up again."""

    game: str
    """Identifier of the game, in all messages about it."""

    seat: Seat
    options: GameOptions
    names: tuple[str, ...] = ()
    """Name of each player by seat; none where the host gives no names."""


class BotAsk(Struct, frozen=True, tag="ask"):
    """Question: what to do in this view. `view.legal` lists every legal action."""

    game: str
    ask: int
    """Number of the question, which the answer repeats."""

    view: View
    chance: str
    """Seed for the program's own random choices: 16 hexadecimal digits that reveal nothing of the deal."""

    seconds: float | None = None
    """Time limit of the answer, in seconds; none means no limit."""


class BotRefused(Struct, frozen=True, tag="refused", kw_only=True):
    """A message was refused. After an illegal answer the program may answer the same question once more."""

    ask: int | UnsetType = UNSET
    """Number of the question, where the refused message had one."""

    reason: str
    """Stable reason, such as `illegal.cost_not_met`."""

    facts: dict[str, Fact] = {}
    """What the reason is about; `seconds` is how long to wait."""

    table: str | UnsetType = UNSET
    """On servers: the table, where the refused message named one."""


class BotGameOver(Struct, frozen=True, tag="over"):
    """A game ended."""

    game: str
    result: Result | None
    """None if the table was closed before the end of its game."""

    record: str | None = None
    """The game as one line of records, deal included; None while others still play the same deal in a tournament."""


class BotStop(Struct, frozen=True, tag="stop"):
    """The answer to this question is no longer wanted."""

    ask: int


class BotQuit(Struct, frozen=True, tag="quit"):
    """From a host: nothing more will be asked, end. From a program, on servers: invite me to no more games."""


class BotWants(Struct, frozen=True):
    """What a program wants to be sent."""

    previews: bool = True
    """Whether views include previews of placements. Without them a question is smaller and faster to make."""


class BotReady(Struct, frozen=True, tag="ready"):
    """First message of a program, in answer to `BotHello`."""

    name: str = ""
    author: str = ""
    version: str = ""
    wants: BotWants = BotWants()
    games: int | None = None
    """On servers: games that it plays at the same time, at most; as many as the server allows if none."""


class BotConsidered(Struct, frozen=True):
    """A turn that the program considered."""

    actions: tuple[Action, ...]
    worth: float
    """Its value to the program: higher is better."""


class BotInfo(Struct, frozen=True, tag="info"):
    """Remark about a question that is still open."""

    ask: int
    considered: tuple[BotConsidered, ...] = ()
    text: str = ""


class BotAnswer(Struct, frozen=True, tag="answer"):
    """Answer: one action, or a placement and the draw that follows it."""

    ask: int
    actions: tuple[Action, ...]


class BotFailed(Struct, frozen=True, tag="failed"):
    """The program has no answer: to a question, or, instead of `BotReady`, to any."""

    text: str
    """What went wrong, for the author of the program."""

    ask: int | UnsetType = UNSET
    kind: FaultKind = FaultKind.ERROR
    traceback: str = ""


class BotAccept(Struct, frozen=True, tag="accept"):
    """On servers: sit down at a table to which the program was invited."""

    table: str


class BotDecline(Struct, frozen=True, tag="decline"):
    """On servers: do not sit down there."""

    table: str


HostMessage = BotHello | BotInvited | BotGame | BotAsk | BotRefused | BotGameOver | BotStop | BotQuit
ProgramMessage = BotReady | BotAccept | BotDecline | BotInfo | BotAnswer | BotFailed | BotQuit
