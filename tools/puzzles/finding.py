"""Search for puzzles: positions of games between bots in which `solve` finds exactly one answer worth looking for.

Every game is independent: its deal and its questions follow from its stream and number. So a search can be resumed,
and the same numbers of games give the same file.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from codex_naturalis.analysis.puzzles import Kind, PuzzleQuestion, Solved, line_of, solve, turns_left
from codex_naturalis.play.arena import Arena, play_one
from codex_naturalis.record import Record, action_text, opening, replay
from codex_naturalis.rules import Draw, GameOptions, GameState, Phase, Preset, SoloLevel, options_of
from codex_naturalis.views import View, view_of

__all__ = ["STREAMS", "Found", "Searched", "Stream", "found_in", "search"]

LEAST: Final = {Kind.POINTS: 4, Kind.OBJECTIVE: 0, Kind.TURNS: 6, Kind.WIN: 0}
"""Minimum points of an answer worth looking for."""

CHOICE: Final = 12
"""Minimum number of turns to choose from."""

DOING: Final = 3
"""Minimum number of placements that fulfil an objective, so that they have to be compared."""

TURNS_ASKED: Final = 0.25
"""Share of a mixed stream's positions that ask for two turns."""

BOTS: Final = ("planner", "planner", "planner", "planner", "greedy")
"""Bots that play against themselves, game after game, some with less tidy codices."""


class Found(Struct, frozen=True):
    """Position that makes a puzzle, with the properties by which puzzles are chosen."""

    kind: Kind
    objective: int | None
    seats: int
    cards: int
    """Number of cards in the codex."""

    turns: int
    doing: int
    gap: int | None
    """Gap to the next best turn, in points; None if no other turn answers the question."""

    greedy: bool
    """True if the answer's placement scores most on the track at once."""

    line: str
    """Line of the puzzle in the package's file, not graded yet."""


class Searched(Struct, frozen=True):
    """One searched game, and its puzzles."""

    stream: str
    game: int
    found: tuple[Found, ...]


class Stream(Struct, frozen=True):
    """Sequence of games, with the numbers of seats and the questions asked."""

    name: str
    games: int
    seats: tuple[int, ...]
    asking: Callable[[View, Random], Iterator[PuzzleQuestion]]


def _anything(view: View, rng: Random) -> Iterator[PuzzleQuestion]:
    """Yield the questions for any moment, slow ones seldom."""
    yield PuzzleQuestion(Kind.POINTS)
    for objective in (*view.common_objectives, view.objective):
        yield PuzzleQuestion(Kind.OBJECTIVE, objective)
    if turns_left(view) != 1 and view.round > 1 and rng.random() < TURNS_ASKED:
        yield PuzzleQuestion(Kind.TURNS)


def _two_turns(view: View, _: Random) -> Iterator[PuzzleQuestion]:
    """Yield the question about two turns."""
    if turns_left(view) != 1 and view.round > 1:
        yield PuzzleQuestion(Kind.TURNS)


def _endings(view: View, _: Random) -> Iterator[PuzzleQuestion]:
    """Yield the questions for the last turn."""
    if turns_left(view) == 1:
        yield PuzzleQuestion(Kind.WIN)


STREAMS: Final = (
    Stream("endings", 10_000, (2,), _endings),
    Stream("alone", 4_216, (1,), _endings),
    Stream("turns", 53, (2, 2, 1, 2, 3, 2, 2, 4), _two_turns),
    Stream("moments", 171, (2, 2, 1, 2, 3, 2, 2, 4), _anything),
)
"""Streams of games: a victory is certain only with two seats, or against Tybor."""


def search(seed: str, to: Path) -> Iterator[Searched]:
    """Search all streams and append the puzzles found to the file `to`, game by game; skip the games it holds."""
    done = {(one.stream, one.game) for one in found_in(to)}
    with to.open("a", encoding="utf-8") as file:
        for stream in STREAMS:
            for game in range(stream.games):
                if (stream.name, game) not in done:
                    searched = Searched(stream.name, game, tuple(_in_game(stream, seed, game)))
                    file.write(msgspec.json.encode(searched).decode() + "\n")
                    file.flush()
                    yield searched


def found_in(file: Path) -> list[Searched]:
    """Return the results a search wrote, in order; nothing if it has not begun."""
    if not file.exists():
        return []
    return [msgspec.json.decode(line, type=Searched) for line in file.read_bytes().splitlines()]


def _in_game(stream: Stream, seed: str, game: int) -> Iterator[Found]:
    record = _played(stream, seed, game)
    rng = Random(f"{seed}/{stream.name}/{game}")  # noqa: S311 - the same every time, no secret
    for at, state in _positions(record):
        view = view_of(state, state.turn)
        for question in stream.asking(view, rng):
            solved = solve(view, question)
            if solved and _good(question, solved):
                yield _found(view, question, solved, state, record, at)


def _found(view: View, question: PuzzleQuestion, solved: Solved, state: GameState, record: Record, at: int) -> Found:
    before = Record(record.options, seed=record.seed, actions=record.actions[:at])
    answer = tuple(action_text(state.turn, action) for action in solved.answer)
    most = solve(view, PuzzleQuestion(Kind.POINTS))
    return Found(
        question.kind,
        question.objective,
        record.options.seats,
        len(state.seats[state.turn].codex.cards),
        solved.turns,
        solved.doing,
        solved.outcome.points - solved.second.points if solved.second else None,
        most is not None and most.answer[0] == solved.answer[0],
        line_of(question, 1, before, answer),
    )


def _good(question: PuzzleQuestion, solved: Solved) -> bool:
    """Return whether it makes a good puzzle; an answer that draws blindly would need an account of what may come."""
    drawn = solved.answer[-1]
    blind = isinstance(drawn, Draw) and drawn.source.slot is None
    compared = question.kind is not Kind.OBJECTIVE or solved.doing >= DOING
    enough = solved.turns >= CHOICE and solved.outcome.points >= LEAST[question.kind]
    return not blind and compared and enough and not solved.dull


def _positions(record: Record) -> Iterator[tuple[int, GameState]]:
    """Yield all positions before a placement, each with the number of actions before it."""
    states = (opening(record), *(step.state for step in replay(record)))
    return ((at, state) for at, state in enumerate(states) if state.phase is Phase.PLACE)


def _played(stream: Stream, seed: str, game: int) -> Record:
    options = _options(game, stream.seats)
    arena = Arena((BOTS[game % len(BOTS)],) * options.seats, options, 1, f"{seed}/{stream.name}/{game}")
    return Record(options, seed=f"{arena.seed}/0", actions=play_one(arena, 0).record.actions)


def _options(game: int, seats: tuple[int, ...]) -> GameOptions:
    """Return the options of a game: all numbers of `seats`, all editions, all levels of Tybor."""
    here = seats[game % len(seats)]
    levels = tuple(SoloLevel)
    solo = levels[game // len(seats) % len(levels)] if here == 1 else None
    return options_of(here, tuple(Preset)[game // 2 % 3], solo=solo)
