"""Turns, triggers and the end: everybody gets as many turns as everybody else."""

from copy import deepcopy
from functools import partial
from itertools import pairwise, product
from operator import add
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from codex_naturalis.catalogue import KINGDOMS, Side, catalogue
from codex_naturalis.rules import (
    Action,
    CardDrawn,
    CardPlaced,
    CardTaken,
    ChooseObjective,
    ChooseSide,
    Draw,
    DrawSkipped,
    EndCause,
    EndTriggered,
    Event,
    Exhaustion,
    GameEnded,
    GameState,
    IllegalAction,
    Phase,
    Place,
    Seat,
    SeededShuffler,
    SkipCause,
    SoloLevel,
    Source,
    Step,
    TurnBegan,
    TurnSkipped,
    TyborActed,
    TyborOutcome,
    apply,
    awaited,
    begin,
    draw_deal,
    exhausted,
    follow,
    legal_actions,
    options_of,
    pick_legal,
    sources,
)
from tests.rules.test_codex import around
from tests.strategies import Played, games, play, played_games

TURN_ENDS = (DrawSkipped, CardDrawn, CardTaken, TurnSkipped)


def everything(state: GameState, rng: Random) -> list[tuple[Seat, Action]]:
    """Return all sorts of actions of all seats: those that make sense now, and many that do not."""
    seats = range(-1, len(state.seats) + 1)
    hands = [card for own in state.seats for card in own.hand]
    cells = sorted({cell for own in state.seats for cell in around(own.codex)})
    actions: list[Action] = [*map(ChooseSide, Side), *map(Draw, Source)]
    actions += [ChooseObjective(card) for card in (*catalogue().objective, 0, 1, 81, 103)]
    cards = [*hands, *rng.sample(range(104), 5)]
    tried = rng.sample(cells, min(len(cells), 8))
    actions += [Place(card, side, cell) for card, side, cell in product(cards, Side, tried)]
    return list(product(seats, actions))


@settings(max_examples=25)
@given(state=games(), seed=st.integers())
def test_apply_takes_what_is_legal_and_refuses_everything_else(state: GameState, seed: int) -> None:
    """`apply` is total over the legal actions, refuses all others with a reason, and never changes the state."""
    before = deepcopy(state)
    legal = {(seat, action) for seat in range(len(state.seats)) for action in legal_actions(state, seat)}
    for seat, action in legal:
        assert apply(state, seat, action).events
    for seat, action in everything(state, Random(seed)):
        if (seat, action) not in legal:
            with pytest.raises(IllegalAction) as refused:
                apply(state, seat, action)
            assert refused.value.reason.value.startswith("illegal.")
    assert state == before


@given(state=games())
def test_somebody_is_awaited_until_the_end(state: GameState) -> None:
    """Until the game is over, only the awaited seats have legal actions."""
    waiting = awaited(state)
    assert (waiting == ()) == (state.phase is Phase.OVER) == (state.result is not None)
    for seat in range(len(state.seats)):
        actions = legal_actions(state, seat)
        assert bool(actions) == (seat in waiting)
        assert len(actions) == len(set(actions))


@given(state=games())
def test_the_picked_action_is_the_one_at_its_index(state: GameState) -> None:
    """`pick_legal` tells how many legal actions there are, and makes any one of them."""
    for seat in awaited(state):
        actions = legal_actions(state, seat)
        for back in range(1, len(actions) + 1):
            assert pick_legal(state, seat, partial(add, -back)) == actions[-back]


def events_of(step: Step, *kinds: type[Event]) -> list[Event]:
    """Return the events of these kinds that `step` tells, in order."""
    return [event for event in step.events if isinstance(event, kinds)]


def turns_of(played: Played) -> list[Seat]:
    """Return whose turns were completed, in order, skipped ones too; final scoring cuts short a turn (R13)."""
    events = [event for step in played.steps for event in step.events]
    return [event.seat for event in events if isinstance(event, TURN_ENDS)]


@given(played=played_games(to_the_end=True))
def test_all_seats_have_the_same_number_of_turns(played: Played) -> None:
    """R3: turns go round, and the game ends after the last seat's, unless nothing can change any more (R13)."""
    seats = len(played.last.seats)
    turns = turns_of(played)
    assert turns == [turn % seats for turn in range(len(turns))]
    if any(own.codex.open for own in played.last.seats):
        assert len(turns) % seats == 0
        assert played.last.round == played.last.last_round == len(turns) // seats


@given(played=played_games(to_the_end=True, by_the_books=True))
def test_the_end_is_triggered_when_it_is_due(played: Played) -> None:
    """R1, R2, S13: after the action that completes 20 points or exhausts the cards, the end is set: the next round."""
    for before, step in zip(played.states, played.steps, strict=False):
        triggered = [event for event in step.events if isinstance(event, EndTriggered)]
        after = step.state
        if before.last_round is not None or before.round == 0 or after.phase is Phase.DRAW:
            assert triggered == []
            assert after.last_round == before.last_round
        elif not all(own.stuck for own in after.seats) or after.tybor_goes_on:
            points = max((*(own.score for own in after.seats), after.tybor.score if after.tybor else 0))
            assert bool(triggered) == (points >= 20 or exhausted(after.options, after.market, after.decks))
            skipped = [event for event in events_of(step, EndTriggered, TurnSkipped) if after.tybor_goes_on]
            rounds = skipped.index(triggered[0]) if skipped and triggered else 0
            assert [event.last_round for event in triggered] == [before.round + 1 + rounds] * len(triggered)


@given(played=played_games())
def test_the_phases_of_a_turn_follow_each_other(played: Played) -> None:
    """After a placement comes the draw, except with nothing left (R14).

    Where Tybor does not go on, there is none on a last turn (R4), or when all are stuck (R13).
    """
    for before, step in zip(played.states, played.steps, strict=False):
        if before.phase is Phase.PLACE:
            skipped = [event.cause for event in step.events if isinstance(event, DrawSkipped)]
            if step.state.phase is Phase.DRAW:
                assert skipped == []
                assert sources(before.market, before.decks)
                assert before.tybor_goes_on or before.round != before.last_round
            elif skipped == [SkipCause.LAST_TURN]:
                assert before.round == before.last_round
                assert not before.tybor_goes_on
            elif skipped == [SkipCause.NOTHING_LEFT]:
                assert not sources(before.market, before.decks)
            else:
                assert all(own.stuck for own in step.state.seats)
                assert step.state.phase is Phase.OVER
                assert not before.tybor_goes_on


@given(played=played_games())
def test_the_state_is_the_same_without_events(played: Played) -> None:
    """`events=False` leaves out the events and nothing else, for one action and for a whole game."""
    for before, (seat, action), step in zip(played.states, played.actions, played.steps, strict=False):
        assert apply(before, seat, action, events=False) == Step(step.state, ())
    steps = tuple(follow(played.opening, played.actions, events=False))
    assert steps == tuple(Step(step.state, ()) for step in played.steps)
    assert repr([own.codex for step in steps for own in step.state.seats]) == repr(
        [own.codex for step in played.steps for own in step.state.seats]
    )


@given(played=played_games(to_the_end=True, seats=st.just(1)))
def test_tybor_plays_after_every_turn_of_the_player(played: Played) -> None:
    """S13: after each turn, the last one and those skipped too, he resolves two columns; S16: the first only one.

    In version 1 a stuck player ends the game before he can.
    """
    events = [event for step in played.steps for event in step.events]
    turns = len(turns_of(played))
    left_out = turns > 0 and played.last.options.solo is SoloLevel.FIRST
    assert sum(isinstance(event, TyborActed) for event in events) == 2 * turns - left_out
    stuck = played.last.seats[0].stuck
    assert turns == played.last.round - (stuck and not played.last.tybor_goes_on)


@given(played=played_games(to_the_end=True, seats=st.just(1)))
def test_a_stuck_player_waits_for_the_end(played: Played) -> None:
    """R13: Tybor plays on until the end is triggered and R3 is done, or until a whole turn of his changes nothing."""
    last = played.last
    if last.round == last.last_round:
        return
    assert last.seats[0].stuck
    left, right = [event for event in played.steps[-1].events if isinstance(event, TyborActed)][-2:] or (None, None)
    if last.tybor_goes_on:
        assert left
        assert right
        assert left.outcome is right.outcome is TyborOutcome.NOTHING
    else:
        assert left is right is None


@given(played=played_games())
def test_no_card_is_lost_or_doubled(played: Played) -> None:
    """Every resource and gold card dealt is somewhere, once; only gold cards that Tybor scored leave (S7)."""
    dealt = played.opening
    all_cards = sorted((*dealt.decks.resource, *dealt.decks.gold, *_market(dealt), *_row(dealt)))
    for state in played.states:
        there = [*state.decks.resource, *state.decks.gold, *_market(state), *_row(state)]
        for own in state.seats:
            there += [*own.hand, *(p.card for p in own.codex.cards.values() if p.card <= 80)]
        assert len(there) == len(set(there))
        assert set(there) <= set(all_cards)
        assert state.tybor is not None or sorted(there) == all_cards


def _market(state: GameState) -> list[int]:
    return [card for card in (*state.market.resource, *state.market.gold) if card is not None]


def _row(state: GameState) -> tuple[int, ...]:
    return state.tybor.row if state.tybor else ()


@pytest.mark.parametrize(("seats", "last"), [(seats, seat) for seats in (2, 3, 4) for seat in range(seats)])
def test_turns_left_when_the_decks_run_out(seats: int, last: Seat) -> None:
    """R1, R3: when seat p of n takes the last card, n - 1 - p turns finish the round, and n more follow."""
    options = options_of(seats)
    dealt = draw_deal(catalogue(), options, SeededShuffler("run out"))
    decks = replace(dealt.decks, resource=dealt.decks.resource[: seats + last + 1], gold=())
    state, rng, turns_after, triggered = begin(options, replace(dealt, decks=decks)), Random(0), 0, None
    while waiting := awaited(state):
        actions = legal_actions(state, waiting[0])
        drawing = Draw(Source.RESOURCE_DECK)
        step = apply(state, waiting[0], drawing if drawing in actions else rng.choice(actions))
        triggered = triggered or next((event for event in step.events if isinstance(event, EndTriggered)), None)
        turns_after += bool(triggered) and any(isinstance(event, CardPlaced) for event in step.events)
        state = step.state
    assert triggered == EndTriggered(EndCause.EXHAUSTION, last, 3)
    assert turns_after == (seats - 1 - last) + seats


@pytest.mark.parametrize(
    ("seats", "seat", "seed"),
    [(2, 0, 0), (2, 1, 2), (3, 0, 2), (3, 1, 0), (3, 2, 3), (4, 0, 3), (4, 1, 8), (4, 2, 1), (4, 3, 0)],
)
def test_turns_left_when_a_seat_reaches_twenty(seats: int, seat: Seat, seed: int) -> None:
    """R2, R3: also when the last seat gets there, everybody has one full turn more."""
    options = options_of(seats)
    played = play(begin(options, draw_deal(catalogue(), options, SeededShuffler(f"points {seed}"))), "for points", seed)
    events = [event for step in played.steps for event in step.events]
    (triggered,) = [event for event in events if isinstance(event, EndTriggered)]
    assert (triggered.cause, triggered.seat) == (EndCause.POINTS, seat)
    after = events[events.index(triggered) :]
    assert sum(isinstance(event, CardPlaced) for event in after) == (seats - 1 - seat) + seats
    assert [event.seat for event in after if isinstance(event, TurnBegan) and event.last] == list(range(seats))


def test_scores_have_no_cap() -> None:
    """R15: more than 29 points on the track, and more than that with objectives, are simply that many."""
    options = options_of(2)
    played = play(begin(options, draw_deal(catalogue(), options, SeededShuffler("points 129"))), "for points", 129)
    result = played.last.result
    assert result is not None
    assert max(result.totals) == 37
    for own, scores, total in zip(played.last.seats, result.objectives, result.totals, strict=True):
        assert total == own.score + sum(score.points for score in scores)


@given(played=played_games(to_the_end=True))
def test_the_last_word_is_the_result(played: Played) -> None:
    """A finished game has told its result, totals are track plus objectives, and the winners have the most."""
    state = played.last
    assert state.result is not None
    assert played.steps[-1].events[-1] == GameEnded(state.result)
    objectives = [sum(score.points for score in scores) for scores in state.result.objectives]
    totals = tuple(own.score + points for own, points in zip(state.seats, objectives, strict=True))
    assert state.result.totals == totals
    if state.tybor is not None:
        assert state.result.winners == ((0,) if totals[0] > state.tybor.score else ())
    else:
        assert {totals[seat] for seat in state.result.winners} == {max(totals)}


@given(played=played_games())
def test_tybor_has_what_lies_in_his_row(played: Played) -> None:
    """S5: one resource for each card in his row, and no card of it ever leaves."""
    for before, after in pairwise(played.states):
        if before.tybor and after.tybor:
            assert after.tybor.row[: len(before.tybor.row)] == before.tybor.row
            kingdoms = [catalogue().playable(card).kingdom for card in after.tybor.row]
            expected = [kingdoms.count(kingdom) for kingdom in KINGDOMS]
            assert list(after.tybor.resources) == expected


@pytest.mark.parametrize("rule", Exhaustion)
def test_setup_choices_come_in_any_order(rule: Exhaustion) -> None:
    """R16: the game that begins is the same in any order of choices."""
    options = options_of(3, end_by_exhaustion=rule)
    dealt = draw_deal(catalogue(), options, SeededShuffler("any order"))

    def begun(order: tuple[Seat, ...]) -> GameState:
        step = Step(begin(options, dealt), ())
        for seat in order:
            step = apply(step.state, seat, ChooseSide(Side.BACK if seat else Side.FRONT))
        for seat in reversed(order):
            step = apply(step.state, seat, ChooseObjective(dealt.seats[seat].objectives[1]))
        return replace(step.state, decks=replace(step.state.decks, objective=()))

    assert begun((0, 1, 2)) == begun((2, 0, 1)) == begun((1, 2, 0))
