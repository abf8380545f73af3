"""Look for puzzles in games that bots play, and write those of the package: `python -m tools.mine_puzzles`.

The same seed and number of games give the same file. Everything is plain Python: a moment becomes a puzzle if `solve`,
which tries every turn, finds exactly one answer. `docs/guides/puzzles.md` says which moments are looked at.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from codex_naturalis.analysis.puzzles import Kind, PuzzleQuestion, Solved, level_of, line_of, solve, turns_left
from codex_naturalis.play.arena import Arena, play_one
from codex_naturalis.record import Record, action_text, opening, replay
from codex_naturalis.rules import Draw, GameOptions, GameState, Phase, Preset, Seat, SoloLevel, options_of
from codex_naturalis.views import View, view_of

FILE = Path(__file__).resolve().parents[1] / "src/codex_naturalis/analysis/puzzles/puzzles.jsonl"

WANTED = {Kind.POINTS: 42, Kind.OBJECTIVE: 42, Kind.TURNS: 30, Kind.WIN: 24}
LEAST = {Kind.POINTS: 4, Kind.OBJECTIVE: 0, Kind.TURNS: 6, Kind.WIN: 0}
"""What an answer brings at least, so that it is worth looking for."""

CHOICE = 12
"""Minimum number of turns to choose from."""

SEATS = (2, 2, 1, 2, 3, 2, 2, 4)
"""How many play, game after game."""

ENDINGS = (2, 2, 2, 2, 1)
"""How many play where one looks for victories: only there one can be sure of them."""

BOTS = ("planner", "planner", "planner", "planner", "greedy")
"""Who plays against itself, game after game: now and then one whose codices are less tidy."""

LARGE, SMALL = 11, 6
"""Cards in a codex."""


class Found(Struct, frozen=True):
    """A moment that makes a puzzle."""

    game: int
    question: PuzzleQuestion
    level: int
    solved: Solved
    record: Record
    seat: Seat
    cards: int
    """In the codex."""

    def line(self) -> str:
        """Return it as the package holds it."""
        answer = tuple(action_text(self.seat, action) for action in self.solved.answer)
        return line_of(self.question, self.level, self.record, answer)


def options(game: int, seats: tuple[int, ...]) -> GameOptions:
    """Return what is played in a game: all numbers of `seats`, all editions, all levels of Tybor."""
    here = seats[game % len(seats)]
    preset = tuple(Preset)[game % 3]
    levels = tuple(SoloLevel)
    return options_of(here, preset, solo=levels[game // len(seats) % len(levels)] if here == 1 else None)


def games(number: int, seed: str, seats: tuple[int, ...]) -> Iterator[tuple[int, Record]]:
    """Yield games that bots play against themselves."""
    for game in range(number):
        chosen = options(game, seats)
        bot = BOTS[game % len(BOTS)]
        arena = Arena((bot,) * chosen.seats, chosen, number, f"{seed}/{game}")
        played = play_one(arena, 0).record
        yield game, Record(chosen, seed=f"{seed}/{game}/0", actions=played.actions)


def moments(record: Record) -> Iterator[tuple[int, GameState]]:
    """Return an iterator over all positions before a placement, each with the number of actions before it."""
    states = (opening(record), *(step.state for step in replay(record)))
    return ((at, state) for at, state in enumerate(states) if state.phase is Phase.PLACE)


def endings(view: View, _: Random) -> Iterator[PuzzleQuestion]:
    """Yield what may be asked when the end is near."""
    if turns_left(view) in (1, 2):
        yield PuzzleQuestion(Kind.WIN)


def questions(view: View, rng: Random) -> Iterator[PuzzleQuestion]:
    """Yield what may be asked at any moment; what takes long to answer, seldom."""
    left = turns_left(view)
    yield PuzzleQuestion(Kind.POINTS)
    for objective in (*view.common_objectives, view.objective):
        yield PuzzleQuestion(Kind.OBJECTIVE, objective)
    if left != 1 and view.round > 1 and rng.random() < 0.1:  # noqa: PLR2004 - one moment in ten
        yield PuzzleQuestion(Kind.TURNS)


Asking = Callable[[View, Random], Iterator[PuzzleQuestion]]


def search(game: int, record: Record, seed: str, asking: Asking) -> Iterator[Found]:
    """Yield the puzzles in one game."""
    rng = Random(f"{seed}/{game}")  # noqa: S311 - the same every time, no secret
    for at, state in moments(record):
        view = view_of(state, state.turn)
        for question in asking(view, rng):
            solved = solve(view, question)
            if solved and good(question, solved):
                level = level_of(question.kind, solved)
                before = Record(record.options, seed=record.seed, actions=record.actions[:at])
                cards = len(state.seats[state.turn].codex.cards)
                yield Found(game, question, level, solved, before, state.turn, cards)


def good(question: PuzzleQuestion, solved: Solved) -> bool:
    """Return whether it is worth asking; an answer that draws blindly would need a story of what may come."""
    drawn = solved.answer[-1]
    blind = isinstance(drawn, Draw) and drawn.source.slot is None
    return not blind and solved.turns >= CHOICE and solved.outcome.points >= LEAST[question.kind]


def chosen(found: list[Found], seed: str) -> list[Found]:
    """Return as many of each kind as are wanted, from different games and of all sorts."""
    found = Random(seed).sample(found, len(found))  # noqa: S311 - likewise
    picked: list[Found] = []
    for kind, wanted in WANTED.items():
        full: Counter[object] = Counter()
        for one in found:
            if one.question.kind is not kind or full["all"] == wanted:
                continue
            limits = {
                ("game", one.game): 1,
                ("level", one.level): wanted // 2,
                ("size", (one.cards >= SMALL) + (one.cards >= LARGE)): wanted // 2,
                ("objective", one.question.objective): 4 if one.question.objective else wanted,
                ("seats", one.record.options.seats): wanted if kind is Kind.WIN else 3 * wanted // 5,
            }
            if all(full[what] < limit for what, limit in limits.items()):
                full.update([*limits, "all"])
                picked.append(one)
    order = list(WANTED)
    return sorted(picked, key=lambda one: (order.index(one.question.kind), one.level, one.solved.turns, one.game))


def mined(number: int, seed: str, seats: tuple[int, ...], asking: Asking, to: Path) -> list[str]:
    """Search `number` games for puzzles, writing intermediate results to the file `to`; return the lines."""
    found: list[Found] = []
    lines: list[str] = []
    for game, record in games(number, seed, seats):
        found += search(game, record, seed, asking)
        if game % 10 == 9 or game + 1 == number:  # noqa: PLR2004 - now and then
            picked = chosen(found, seed)
            lines = [one.line() for one in picked]
            to.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            kinds = Counter(f"{one.question.kind} {one.level}" for one in picked)
            print(f"{game + 1} games, {len(found)} found: {dict(kinds)}", file=sys.stderr, flush=True)
    return lines


def main() -> None:
    """Play, look, choose and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=360)
    parser.add_argument("--endings", type=int, default=600)
    parser.add_argument("--alone", type=int, default=0, help="games against Tybor that are looked through at their end")
    parser.add_argument("--seed", default="puzzles")
    parser.add_argument("--to", type=Path, default=FILE)
    given = parser.parse_args()
    lines = mined(given.games, given.seed, SEATS, questions, given.to)
    lines += mined(given.endings, f"{given.seed}/endings", ENDINGS, endings, given.to)
    lines += mined(given.alone, f"{given.seed}/alone", (1,), endings, given.to)
    given.to.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
