"""Messages of the Codex Bot Protocol, version 1: one JSON object a line, its `type` first.

A host (the arena, a server) sends `HostMessage`, a program sends `ProgramMessage`. The page
`docs/reference/bot-protocol.md` shows a whole game.
"""

from typing import Final

from msgspec import Struct

from codex_naturalis.rules import Action, Fact, GameOptions, Result, Seat
from codex_naturalis.views import View

__all__ = [
    "PROTOCOL",
    "BotAnswer",
    "BotAsk",
    "BotConsidered",
    "BotGame",
    "BotGameOver",
    "BotHello",
    "BotInfo",
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


class BotHello(Struct, frozen=True, tag="hello"):
    """First message of a host."""

    protocol: int
    version: str
    """Version of the package that hosts."""


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
    """Seed for the program's own random choices: 16 hexadecimal digits that say nothing of the deal."""

    seconds: float | None = None
    """Time limit of the answer, in seconds; none means no limit."""


class BotRefused(Struct, frozen=True, tag="refused"):
    """The answer was illegal; the program may answer the same question once more."""

    ask: int
    reason: str
    """Stable reason, such as `illegal.cost_not_met`."""

    facts: dict[str, Fact] = {}


class BotGameOver(Struct, frozen=True, tag="over"):
    """A game ended."""

    game: str
    result: Result
    record: str | None = None
    """The game as one line of records, deal included."""


class BotStop(Struct, frozen=True, tag="stop"):
    """The answer to this question is no longer wanted."""

    ask: int


class BotQuit(Struct, frozen=True, tag="quit"):
    """Nothing more will be asked: end."""


class BotWants(Struct, frozen=True):
    """What a program wants to be sent."""

    previews: bool = True
    """Whether views lay out what each placement would do. Without previews a question is smaller and sooner made."""


class BotReady(Struct, frozen=True, tag="ready"):
    """First message of a program, in answer to `BotHello`."""

    name: str = ""
    author: str = ""
    version: str = ""
    wants: BotWants = BotWants()


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


HostMessage = BotHello | BotGame | BotAsk | BotRefused | BotGameOver | BotStop | BotQuit
ProgramMessage = BotReady | BotInfo | BotAnswer
