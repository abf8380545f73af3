"""Write the content of the tutorial and the rules page from the rules themselves: no rule is stated twice.

The tutorial is one constructed game against Tybor, played here through `rules` and `views`. The web client gets the
View of each moment and the learner's task, so that it needs no rule. The figures of the rules page are small
situations (`tools/rule_figures.py`), with the verdicts of the rules.
"""

import sys
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.record import Record, opening, replay
from codex_naturalis.rules import (
    Action,
    Cell,
    Deal,
    DealtDecks,
    DealtMarket,
    DealtSeat,
    Draw,
    Event,
    GameState,
    Phase,
    Place,
    SoloLevel,
    Source,
    options_of,
)
from codex_naturalis.views import View, redact, view_of
from codex_naturalis.wire.socket import StepMessage
from codex_naturalis.wire.table import SeatInfo, SeatKind, TableInfo, TableStage
from tools.generate import ROOT, settle
from tools.rule_figures import figures_source

LESSONS: Final = ROOT / "frontend/src/learn/lessons.gen.ts"
FIGURES: Final = ROOT / "frontend/src/learn/figures.gen.ts"
LEARNER: Final = 0

GAME: Final = Record(
    options_of(1, solo=SoloLevel.EASY),
    deal=Deal(
        seats=(DealtSeat(82, (11, 20, 57), (91, 98)),),
        market=DealtMarket((7, 3), (41, 44)),
        common_objectives=(88, 102),
        decks=DealtDecks(
            resource=(
                *(35, 13, 5, 30, 21, 22, 40, 23, 17, 27, 24, 31, 8, 18, 6, 10, 1, 2, 14, 4, 32, 33, 25, 38, 12, 16, 39),
                *(26, 29, 15, 28, 19, 34, 37),
            ),
            gold=(
                *(
                    42,
                    61,
                    59,
                    49,
                    48,
                    50,
                    68,
                    65,
                    76,
                    62,
                    46,
                    52,
                    75,
                    60,
                    72,
                    53,
                    67,
                    55,
                    43,
                    78,
                    47,
                    80,
                    51,
                    77,
                    45,
                    63,
                ),
                *(64, 74, 54, 79, 71, 56, 69, 58, 70, 73, 66),
            ),
            objective=(),
        ),
        tybor=(9, 36),
    ),
    actions=tuple(
        f"0 {action}"
        for action in (
            "side back",
            "objective 91",
            *("place 11 front 1,1", "draw gold-1"),
            *("place 20 back -1,-1", "draw resource-1"),
            *("place 57 front 0,2", "draw gold-2"),
            *("place 35 front -2,-2", "draw gold-1"),
            *("place 41 front -1,-3", "draw gold-1"),
            *("place 48 back -2,0", "draw gold-2"),
            *("place 44 front 0,-2", "draw resource-2"),
            *("place 17 front -1,3", "draw gold-deck"),
            *("place 59 front -2,-4", "draw resource-deck"),
            *("place 8 front -2,2", "draw gold-deck"),
            *("place 65 front -3,1", "draw gold-deck"),
            *("place 67 front -4,0", "draw resource-2"),
            *("place 18 front -2,4", "draw gold-1"),
        )
    ),
)
"""Game that covers everything a beginner should meet, and is won."""


class Read(Struct, frozen=True, tag_field="do", tag="read"):
    """Read, look, and go on."""


class Ask(Struct, frozen=True, tag_field="do", tag="ask"):
    """Ask why a cell is closed."""

    cell: Cell


class Lift(Struct, frozen=True, tag_field="do", tag="lift"):
    """Take a card up, this side showing."""

    card: CardId
    side: Side


class Flip(Struct, frozen=True, tag_field="do", tag="flip"):
    """Turn a card over, so that this side shows."""

    card: CardId
    side: Side


class Lay(Struct, frozen=True, tag_field="do", tag="lay"):
    """Hold a card over a cell."""

    card: CardId
    side: Side
    cell: Cell


class Take(Struct, frozen=True, tag_field="do", tag="take"):
    """End the turn by taking a card."""

    source: Source
    card: CardId | None
    """The card that lies there face up; None for a deck."""

    plan: Lay
    """What must be planned."""


class Look(Struct, frozen=True, tag_field="do", tag="look"):
    """Show the copies of an objective."""

    objective: CardId


Goal = Read | Ask | Lift | Flip | Lay | Take | Look


class Step(Struct, frozen=True):
    """One step of a lesson, with its moment of the game."""

    lesson: str
    story: str
    """Key of the narration: `learn.step.<story>`."""

    act: str | None
    """Key of the task: `learn.do.<act>`."""

    view: int
    """Index of the View."""

    parts: tuple[str, ...]
    """Parts of the desk shown besides codex and hand."""

    goal: Goal
    points: int
    """Points of the placement, for the text."""

    pause: bool
    """Whether there is something to read afterwards, before going on."""


class Turn(Struct, frozen=True):
    """Effects of one learner's turn, as the server sends them."""

    steps: tuple[StepMessage, ...]


class _Game:
    """The game above, by rounds."""

    def __init__(self) -> None:
        self.states: list[GameState] = [opening(GAME)]
        self.events: list[tuple[Event, ...]] = []
        self.actions: list[Action] = []
        for (_, action), step in zip(GAME.parse_actions(), replay(GAME), strict=True):
            self.states.append(step.state)
            self.events.append(tuple(redact(event, LEARNER) for event in step.events))
            self.actions.append(action)

    def at(self, round_: int) -> int:
        """Return the number of actions before the turn of `round_`."""
        return next(i for i, state in enumerate(self.states) if state.phase is Phase.PLACE and state.round == round_)

    def view(self, index: int) -> View:
        return view_of(self.states[index], LEARNER, detailed=True)


_PARTS: Final = {
    "hand": ("hand",),
    "turn": ("hand", "market"),
    "goals": ("hand", "market", "objectives"),
    "tybor": ("market", "tybor"),
    "last": ("hand", "market", "tybor"),
    "over": ("objectives",),
}


class _Course:
    """Collector of the steps and the moments they need."""

    def __init__(self) -> None:
        self.game = _Game()
        self.steps: list[Step] = []
        self.moments: list[int] = []

    def moment(self, index: int) -> int:
        if index not in self.moments:
            self.moments.append(index)
        return self.moments.index(index)

    def read(self, lesson: str, story: str, index: int, parts: str) -> None:
        self._add(lesson, story, None, index, parts, Read())

    def ask(self, lesson: str, index: int, cell: Cell) -> None:
        self._add(lesson, lesson, "ask", index, "hand", Ask(cell), pause=True)

    def lift(self, lesson: str, story: str, index: int, card: CardId, *, unpaid: bool = False) -> None:
        act = "unpaid" if unpaid else "lift"
        self._add(lesson, story, act, index, "hand", Lift(card, Side.FRONT), pause=unpaid)

    def look(self, lesson: str, index: int, objective: CardId) -> None:
        self._add(lesson, f"{lesson}_look", "look", index, "goals", Look(objective), pause=True)

    def turn(
        self,
        lesson: str,
        round_: int,
        parts: str,
        *,
        flip: bool = False,
        laying: str = "",
        story: str = "",
        before: str = "",
    ) -> None:
        """Add the turn of `round_` as it was played: perhaps turning the card over, laying it, taking another.

        The narration is the lesson's, or `laying` as the card is laid, and `story` as another is taken, if it differs.
        The desk shows `parts`, but `before` until then, if that is given.
        """
        index = self.game.at(round_)
        place, draw = self.game.actions[index : index + 2]
        if not (isinstance(place, Place) and isinstance(draw, Draw)):
            raise TypeError(f"round {round_} is no turn of a card laid and a card taken")
        lay = Lay(place.card, place.side, place.cell)
        if flip:
            self._add(lesson, f"{lesson}_flip", "flip", index, before or parts, Flip(place.card, place.side))
        lay_story = laying or (f"{lesson}_lay" if flip else lesson)
        self._add(lesson, lay_story, "lay", index, before or parts, lay)
        source = draw.source
        market = self.game.states[index].market
        slots = market.resource if source.deck == "resource" else market.gold
        card = None if source.slot is None else slots[source.slot]
        take = Take(source, card, lay)
        self._add(lesson, story or lay_story, "take" if card else "take_deck", index, parts, take)

    def _add(
        self, lesson: str, story: str, act: str | None, index: int, parts: str, goal: Goal, *, pause: bool = False
    ) -> None:
        points = self._points(index, goal)
        self.steps.append(Step(lesson, story, act, self.moment(index), _PARTS[parts], goal, points, pause))

    def _points(self, index: int, goal: Goal) -> int:
        plan = goal.plan if isinstance(goal, Take) else goal
        if not isinstance(plan, Lay):
            return 0
        wanted = (plan.card, plan.side, plan.cell)
        found = (each for each in self.game.view(index).previews if (each.card, each.side, each.cell) == wanted)
        score = next(found).points
        return score.points if score else 0


def course() -> _Course:
    """Return the lessons, in order."""
    made = _Course()
    at = made.game.at
    made.lift("desk", "desk", at(1), 11)
    made.turn("place", 1, "turn", story="place_take", before="hand")
    made.ask("hidden", at(2), (2, 0))
    made.lift("gold", "gold", at(2), 57, unpaid=True)
    made.turn("back", 2, "turn", flip=True)
    made.turn("cover", 3, "turn")
    made.turn("object", 5, "turn")
    made.read("tybor", "tybor", at(6), "tybor")
    made.turn("corner", 7, "turn")
    made.turn("copy", 8, "goals")
    made.look("copy", at(9), 88)
    made.turn("end", 12, "goals")
    made.read("end", "end_read", at(13), "over")
    made.turn("final", 13, "last", laying="final_turn", story="final_take")
    made.read("final", "final", len(made.game.actions), "over")
    made.read("play", "play", len(made.game.actions), "over")
    return made


def table() -> TableInfo:
    """Return the table of the lessons."""
    seat = SeatInfo(LEARNER, SeatKind.GUEST, None, connected=True)
    return TableInfo(
        "lessons",
        GAME.options,
        listed=False,
        stage=TableStage.PLAYING,
        seats=(seat,),
        host="",
        host_seat=LEARNER,
        created=0.0,
        version=0,
        rematch=None,
        what_if=None,
        commitment=None,
        hints=False,
    )


def collect_turns(made: _Course) -> dict[int, Turn]:
    """Return what the turn before each View did, by the number of the View."""
    turns = {}
    for number, index in enumerate(made.moments):
        events = made.game.events[max(0, index - 2) : index]
        turns[number] = Turn(tuple(StepMessage(version, LEARNER, each) for version, each in enumerate(events)))
    return turns


def lessons_source() -> str:
    """Return the whole module of the lessons."""
    made = course()
    views = [made.game.view(index) for index in made.moments]
    return "\n".join(
        [
            "// Generated by tools/generate_tutorial.py from a game that the rules have played: do not edit.",
            "import type { StepMessage, TableInfo, View } from '../net/types';",
            "import type { Step } from './steps';",
            "",
            f"export const TABLE: TableInfo = {_json(table())};",
            _rows("VIEWS", "View", views),
            "/** What the turn before each View did. */",
            _rows("TURNS", "readonly StepMessage[]", [turn.steps for turn in collect_turns(made).values()]),
            _rows("STEPS", "Step", made.steps),
        ]
    )


def _rows(name: str, of: str, values: list[object] | list[View] | list[Step] | list[tuple[StepMessage, ...]]) -> str:
    rows = "\n".join(f"  {_json(value)}," for value in values)
    return f"export const {name}: readonly ({of})[] = [\n{rows}\n];\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def files() -> dict[Path, str]:
    """Return the text of every file."""
    return {LESSONS: lessons_source(), FIGURES: figures_source()}


if __name__ == "__main__":
    sys.exit(settle(files(), check="--check" in sys.argv))
