"""The bare engines of the benchmarks play by the rules: compared after every action of whole games."""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from benchmarks.anchors import bare
from benchmarks.anchors.compiled import build, card_facts, compiler
from codex_naturalis.catalogue import Side
from codex_naturalis.record import read_record, replay, seeded_deal
from codex_naturalis.record.replay import opening
from codex_naturalis.rules import (
    Action,
    ChooseObjective,
    ChooseSide,
    Deal,
    Draw,
    GameOptions,
    GameState,
    Phase,
    Place,
    Source,
    apply,
    awaited,
    begin,
    legal_actions,
)
from tests.waiting import TIMEOUT

Played = tuple[Deal, list[tuple[Action, GameState]]]
"""A deal, each action from the first turn on with what it led to; what was chosen before is in the states."""

Numbers = list[int]

GOLDEN = Path(__file__).parents[1] / "golden"
PHASES = [Phase.SIDE, Phase.OBJECTIVE, Phase.PLACE, Phase.DRAW, Phase.OVER]
SOURCES = list(Source)


def recorded_games() -> Iterator[Played]:
    """Yield the golden games by default options."""
    for line in (GOLDEN / "shared_games.jsonl").read_text("utf-8").splitlines():
        record = read_record(json.dumps(json.loads(line)["record"]))
        if record.options == GameOptions(record.options.seats):
            steps = zip(record.parse_actions(), replay(record), strict=True)
            yield (
                opening(record).deal,
                [(action, step.state) for (_, action), step in steps][2 * record.options.seats :],
            )


def random_games() -> Iterator[Played]:
    """Yield games of random legal actions."""
    for seed in range(6):
        yield play(2 + seed % 3, seed, Random(seed).choice)


def closing_games() -> Iterator[Played]:
    """Yield games of players who leave as few cells open as they can, who are soon stuck."""
    for seed in range(6):
        yield play(2, seed, None)


def play(seats: int, seed: int, choose: Callable[[Sequence[Action]], Action] | None) -> Played:
    """Play a game by the rules."""
    dealt = seeded_deal(GameOptions(seats), f"anchors/{seed}")
    state, played = begin(GameOptions(seats), dealt), []
    while waiting := awaited(state):
        seat = waiting[0]
        legal = legal_actions(state, seat)
        action = choose(legal) if choose else min(legal, key=lambda each: open_after(state, each))
        begun = state.phase in (Phase.PLACE, Phase.DRAW)
        state = apply(state, seat, action).state
        if begun:
            played.append((action, state))
    return dealt, played


def open_after(state: GameState, action: Action) -> int:
    """Return how many open cells a placement leaves."""
    seat = awaited(state)[0]
    return len(apply(state, seat, action).state.seats[seat].codex.open)


def moment(state: GameState) -> Numbers:
    """Return all that matters of a state, as the engine in C++ writes it."""
    market, decks = state.market, state.decks
    numbers = [PHASES.index(state.phase), state.turn, state.round, state.last_round or 0]
    numbers += [card or 0 for card in (*market.resource, *market.gold)] + [len(decks.resource), len(decks.gold)]
    for own in state.seats:
        numbers += [own.score, *own.codex.symbols, len(own.hand)]
        for card in own.hand:
            numbers += [card, payable(own.codex.symbols, card)]
        numbers += listed(own.codex.open)
    if state.result:
        numbers += [*state.result.totals, sum(1 << seat for seat in state.result.winners)]
    return without_turn_at_the_end(numbers)


def payable(symbols: Sequence[int], card: int) -> bool:
    """Return whether a front may be laid, by the facts that both engines read."""
    return all(symbols[index] >= need for index, need in bare.NEEDS[2 * card])


def listed(cells: Sequence[tuple[int, int]] | dict[tuple[int, int], None]) -> Numbers:
    """Return cells from the top left down, as numbers."""
    ordered = sorted(cells, key=lambda cell: (cell[0] - cell[1], cell[0] + cell[1]))
    return [len(ordered), *(number for cell in ordered for number in cell)]


def without_turn_at_the_end(numbers: Numbers) -> Numbers:
    """Return the numbers; whose turn it would be after the end says nothing."""
    return numbers if numbers[0] < PHASES.index(Phase.OVER) else [numbers[0], *numbers[2:]]


def moment_of(game: bare.Game) -> Numbers:
    """Return the same of the engine in Python."""
    numbers = [[phase.value for phase in PHASES].index(game.phase), game.turn, game.round, game.last_round]
    numbers += [*game.market, *map(len, game.decks)]
    for own in game.seats:
        laid = own.payable()
        numbers += [own.score, *own.symbols[:7], len(own.hand)]
        for card in own.hand:
            numbers += [card, 2 * card in laid]
        numbers += listed([coordinates(cell) for cell in own.open])
    if game.phase == "over":
        numbers += [*game.totals, sum(1 << seat for seat in game.winners)]
    return without_turn_at_the_end(numbers)


def coordinates(cell: int) -> tuple[int, int]:
    """Return a cell of the engine in Python as the rules name it."""
    y, x = divmod(cell - bare.START + bare.ROW // 2, bare.ROW)
    return x - bare.ROW // 2, y


def face(action: Place) -> int:
    """Return the number of a face."""
    return 2 * action.card + (action.side is Side.BACK)


def replay_in_python(game: Played) -> list[Numbers]:
    """Return the moment after each action."""
    dealt, played = game
    seats = [bare.Seat(each.starter, list(each.hand), each.objectives) for each in dealt.seats]
    decks = [list(reversed(dealt.decks.resource)), list(reversed(dealt.decks.gold))]
    other = bare.Game(seats, [*dealt.market.resource, *dealt.market.gold], dealt.common_objectives, decks)
    for action in choices(played[0][1]):
        if isinstance(action, ChooseSide):
            other.choose_side(action.side is Side.BACK)
        else:
            other.choose_objective(action.card)
    return [after(other, action) for action, _ in played]


def choices(state: GameState) -> Iterator[ChooseSide | ChooseObjective]:
    """Yield what the seats chose before their first turn, in their order."""
    yield from [ChooseSide(own.side) for own in state.seats if own.side]
    yield from [ChooseObjective(own.objective) for own in state.seats if own.objective]


def after(game: bare.Game, action: Action) -> Numbers:
    """Act in the engine in Python."""
    if isinstance(action, Place):
        x, y = action.cell
        game.place(face(action), bare.START + x + bare.ROW * y)
    elif isinstance(action, Draw):
        game.draw(SOURCES.index(action.source))
    return moment_of(game)


def replay_in_cpp(program: Path, games: Sequence[Played]) -> list[list[Numbers]]:
    """Return the moments of all games."""
    script = "".join(line for game in games for line in script_of(game))
    said = f"{card_facts()}replay\n{script}"
    run = subprocess.run([program], input=said, capture_output=True, text=True, check=True, timeout=TIMEOUT)  # noqa: S603
    lines = iter(run.stdout.splitlines())
    found = []
    for _, played in games:
        for _ in range(1 + len(list(choices(played[0][1])))):
            next(lines)
        found.append([without_turn_at_the_end([*map(int, next(lines).split())]) for _ in played])
    return found


def script_of(game: Played) -> Iterator[str]:
    """Yield the lines of a game for the engine in C++."""
    dealt, played = game
    seats = [(each.starter, *each.hand, *each.objectives) for each in dealt.seats]
    decks = [(len(deck), *reversed(deck)) for deck in (dealt.decks.resource, dealt.decks.gold)]
    parts = [(len(seats),), dealt.market.resource, dealt.market.gold, dealt.common_objectives, *seats, *decks]
    yield f"deal {' '.join(str(number) for part in parts for number in part)}\n"
    for action in (*choices(played[0][1]), *(action for action, _ in played)):
        match action:
            case ChooseSide():
                yield f"side {int(action.side is Side.BACK)}\n"
            case ChooseObjective():
                yield f"objective {action.card}\n"
            case Place():
                yield f"place {face(action)} {action.cell[0]} {action.cell[1]}\n"
            case Draw():
                yield f"draw {SOURCES.index(action.source)}\n"


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Return all games."""
    return [*recorded_games(), *random_games(), *closing_games()]


def test_the_games_meet_what_is_rare(games: list[Played]) -> None:
    """Two to four seats, a stuck seat, an end by points and one by exhausted decks."""
    states = [state for _, played in games for _, state in played]
    assert {len(state.seats) for state in states} == {2, 3, 4}
    assert any(own.stuck for state in states for own in state.seats)
    ends = [state for state in states if state.result]
    assert len(ends) == len(games)
    assert any(not (state.decks.resource or state.decks.gold) for state in ends)
    assert any(state.decks.resource or state.decks.gold for state in ends)


def test_the_engine_in_python_plays_by_the_rules(games: list[Played]) -> None:
    """Phase, turn, rounds, market, decks, points, symbols, hands, what may be laid and where; at the end who won."""
    for game in games:
        assert replay_in_python(game) == [moment(state) for _, state in game[1]]


def test_the_engine_in_cpp_plays_by_the_rules(games: list[Played], tmp_path: Path) -> None:
    """Likewise."""
    if compiler() is None:
        pytest.skip("no C++ compiler")
    found = replay_in_cpp(build(tmp_path), games)
    for (_, played), moments in zip(games, found, strict=True):
        assert moments == [moment(state) for _, state in played]
