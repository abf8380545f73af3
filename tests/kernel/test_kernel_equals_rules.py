"""The compiled engine means the same as the rules: after every action, everything is compared."""

import json
import os
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import action_of, cell_number, code_of, load, new_games, pack_counts, settings_of
from codex_naturalis.kernel.layout import CELLS, NOBODY, OPEN_CELLS, Games
from codex_naturalis.kernel.objectives import points_at
from codex_naturalis.kernel.turns import act_at
from codex_naturalis.record import opening, parse_seat_action, read_record
from codex_naturalis.rules import (
    HOUSE_RULES,
    Action,
    Deal,
    EndCause,
    EndTriggered,
    GameOptions,
    GameState,
    IllegalAction,
    Phase,
    Preset,
    Refill,
    RulesVersion,
    SeededShuffler,
    SoloLevel,
    Step,
    apply,
    awaited,
    begin,
    count_objective,
    draw_deal,
    legal_actions,
)
from tests.solo_by_the_book.walls import walled_in
from tests.strategies import EVERY_ANSWER, STYLES

ACTIONS = int(os.environ.get("KERNEL_ACTIONS", "24000"))
"""How many actions are compared, over all tables and styles; `make kernel-check` takes 300,000."""

TABLES: list[tuple[int, SoloLevel | None]] = [(2, None), (3, None), (4, None), *((1, level) for level in SoloLevel)]
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("shared_games.jsonl", "recorded_games.jsonl", "solo_games.jsonl")


def assert_same(games: Games, state: GameState) -> None:
    """Compare the record with the state in everything that both have."""
    g = games[0]
    seats = len(state.seats)
    assert g["phase"] == tuple(Phase).index(state.phase)
    assert g["round"] == state.round
    assert g["last_round"] == (NOBODY if state.last_round is None else state.last_round)
    assert list(g["market"]) == [card or 0 for card in (*state.market.resource, *state.market.gold)]
    decks = state.deal.decks if state.phase is Phase.SIDE else state.decks
    for deck, cards in enumerate((decks.resource, decks.gold)):
        assert tuple(g["deck"][deck, : g["decks"][deck]][::-1]) == cards
    if state.phase not in (Phase.SIDE, Phase.OBJECTIVE, Phase.OVER):
        assert g["turn"] == state.turn
    if state.tybor:
        assert g["tybor"] == state.tybor.score
        assert g["tybor_resources"] == pack_counts(state.tybor.resources)
    for seat in range(seats):
        assert_same_seat(games, state, seat)
    if state.result:
        assert tuple(g["totals"][:seats]) == state.result.totals
        assert tuple(seat for seat in range(seats) if g["winners"] >> seat & 1) == state.result.winners


def assert_same_seat(games: Games, state: GameState, seat: int) -> None:
    """Compare one seat: score, symbols, hand, open cells, and what its objectives would give now."""
    g, own, seats = games[0], state.seats[seat], len(state.seats)
    assert g["score"][seat] == own.score
    assert g["symbols"][seat] == pack_counts(own.codex.symbols)
    assert g["objective"][seat] == (own.objective or 0)
    start = seat * settings_of(seats)[0] * OPEN_CELLS // CELLS
    is_open = g["open_cells"][start : start + g["open"][seat]]
    assert sorted(is_open) == sorted(cell_number(seats, seat, cell) for cell in own.codex.open)
    if state.phase is not Phase.SIDE:
        assert tuple(g["hand"][seat, : g["held"][seat]]) == own.hand
        for card in (*state.deal.common_objectives, *state.deal.seats[seat].objectives):
            assert points_at(games, 0, seat, card) == count_objective(own.codex, card, sets=state.options.sets).points


def play_both(games: Games, state: GameState, style: str, rng: Random, limit: int) -> int:
    """Play in both engines, comparing after each action, and return how many there were."""
    load(games, 0, state)
    assert_same(games, state)
    for number in range(limit):
        waiting = awaited(state)
        if not waiting:
            return number
        seat = rng.choice(waiting)
        action = STYLES[style](state, seat, legal_actions(state, seat), rng)
        state = both(games, state, seat, action)
        if rng.random() < 0.02:  # a record written again is as good as one that was played
            load(games, 0, state)
            assert_same(games, state)
    return limit


def both(games: Games, state: GameState, seat: int, action: Action) -> GameState:
    """Do one action in both engines and compare."""
    code = code_of(state, seat, action)
    assert action_of(state, seat, code) == action
    act_at(games, 0, code)
    step = apply(state, seat, action)
    assert_same(games, step.state)
    assert_same_end(games, step)
    return step.state


def assert_same_end(games: Games, step: Step) -> None:
    """Compare what the kernel notes of the end with the event, where the end is triggered in this step."""
    for event in step.events:
        if isinstance(event, EndTriggered):
            assert games[0]["end_cause"] == tuple(EndCause).index(event.cause)
            assert games[0]["end_seat"] == (NOBODY if event.seat is None else event.seat)


def some_options(rng: Random, seats: int, solo: SoloLevel | None, rules: RulesVersion) -> GameOptions:
    """Return any house rules that a game of `seats` seats by `rules` may have."""
    house = {name: rng.choice(list(rule)) for name, rule in HOUSE_RULES.items()}
    if solo is not None and rules is not RulesVersion.FIRST:
        house["refill"] = Refill.SAME_DECK
    return replace(GameOptions(seats, rng.choice(list(Preset)), solo=solo), **house)


def some_deal(rng: Random, options: GameOptions) -> Deal:
    """Return any deal, every second one with short decks, so that they run out."""
    deal = draw_deal(catalogue(), options, SeededShuffler(str(rng.random())))
    if rng.random() < 0.5:
        return deal
    decks = deal.decks
    short = replace(decks, resource=decks.resource[: rng.randrange(13)], gold=decks.gold[: rng.randrange(13)])
    return replace(deal, decks=short)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_both_engines_play_the_same_games(seats: int, solo: SoloLevel | None, style: str) -> None:
    """At every table, by all rules, in every style: scores, symbols, cells, hands, market, decks, ends, results."""
    games, rng = new_games(1), Random(f"{seats} {solo} {style}")
    left = ACTIONS // (len(TABLES) * len(STYLES))
    while left > 0:
        rules = rng.choice(list(RulesVersion))
        options = some_options(rng, seats, solo, rules)
        left -= play_both(games, begin(options, some_deal(rng, options), rules), style, rng, left)


@pytest.mark.parametrize("level", SoloLevel)
@pytest.mark.parametrize("version", [1, 2])
def test_both_engines_let_tybor_go_on_alike(version: int, level: SoloLevel) -> None:
    """R13: players who wall themselves in, which no style leads to: both agree up to there and in what Tybor does."""
    games, rng = new_games(1), Random(f"{version} {level}")
    for _ in range(8):
        record = read_record(json.dumps(walled_in(rng, version, level)))
        state = opening(record)
        load(games, 0, state)
        for text in record.actions:
            state = both(games, state, *parse_seat_action(text))
        assert not state.seats[0].codex.open
        play_both(games, state, "at random", rng, 1)
        assert games[0]["phase"] == tuple(Phase).index(Phase.OVER)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("options", EVERY_ANSWER, ids=str)
def test_both_engines_go_by_every_answer(options: GameOptions, style: str) -> None:
    """A whole game at tables of each size for every answer of every house rule, also with short decks."""
    games, rng = new_games(1), Random(style)
    for deal in (draw_deal(catalogue(), options, SeededShuffler(style)), some_deal(rng, options)):
        play_both(games, begin(options, deal), style, rng, 1000)
        assert games[0]["phase"] == tuple(Phase).index(Phase.OVER)


def test_golden_games_are_the_same() -> None:
    """Every golden game of either version, played in both engines."""
    games = new_games(1)
    lines = [line for name in GAMES for line in (GOLDEN / name).read_bytes().splitlines()]
    assert lines
    for line in lines:
        record = read_record(json.dumps(json.loads(line)["record"]))
        state = opening(record)
        load(games, 0, state)
        for text in record.actions:
            seat, action = parse_seat_action(text)
            try:
                apply(state, seat, action)
            except IllegalAction:
                break
            state = both(games, state, seat, action)
