"""Hidden cards drawn by the kernel: they fit the view, and every way to lie is as likely, as in `views`."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codex_naturalis.bots.search.determinization import determinize
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.mcts.worlds import HIDDEN, hide_at, resample_at
from codex_naturalis.rules import (
    KINGDOM_OF,
    Draw,
    GameState,
    Phase,
    SeededShuffler,
    apply,
    awaited,
    deal,
    legal_actions,
    options_of,
)
from codex_naturalis.views import sample_world, unseen_cards, view_of
from tests.strategies import Played, played_games
from tests.views.test_worlds import assert_even, late_game


def cards_of(g: Any, seats: int) -> list[int]:  # noqa: ANN401  # a record
    """Return the cards of both decks and all hands."""
    decks = [int(card) for deck in range(2) for card in g["deck"][deck, : g["decks"][deck]]]
    return [*decks, *(int(card) for seat in range(seats) for card in g["hand"][seat, : g["held"][seat]])]


@settings(max_examples=60, deadline=None)
@given(played=played_games(), data=st.data())
def test_what_is_drawn_fits_the_view(played: Played, data: st.DataObject) -> None:
    """No card twice, every back that was seen in its place, and the viewer's own cards untouched."""
    states = [state for state in played.states if state.phase in (Phase.PLACE, Phase.DRAW)]
    if not states:
        return
    state: GameState = data.draw(st.sampled_from(states))
    viewer = state.turn
    view = view_of(state, viewer)
    games, hidden, _ = determinize(view, Random(data.draw(st.integers())))
    for _ in range(3):
        resample_at(games, 0, hidden, viewer)
        g = games[0]
        cards = cards_of(g, len(state.seats))
        assert len(cards) == len(set(cards))
        known = {card for card in cards if card not in {c for group in unseen_cards(view).values() for c in group}}
        assert known == {held.card for seat in view.seats for held in seat.hand if held.card}
        for seat in view.seats:
            for held, card in zip(seat.hand, g["hand"][seat.seat], strict=False):
                assert catalogue().back(int(card)) == held.back
                assert held.card in (None, card)
        for deck, top in enumerate((view.decks.resource.top, view.decks.gold.top)):
            number = g["decks"][deck]
            assert (number == 0) == (top is None)
            assert top is None or catalogue().back(int(g["deck"][deck, number - 1])) == top
        goals = [int(goal) for goal in g["objective"][: len(state.seats)]]
        assert goals[viewer] == view.objective
        assert len({*goals, *view.common_objectives, *view.offered}) == len(goals) + 3


@settings(max_examples=60, deadline=None)
@given(played=played_games(), data=st.data())
def test_a_seat_of_an_imagined_world_knows_what_it_would(played: Played, data: st.DataObject) -> None:
    """To it are hidden the decks, others' hands and their objectives; it has seen all backs, and its own cards."""
    states = [state for state in played.states if state.phase in (Phase.PLACE, Phase.DRAW)]
    if not states:
        return
    state: GameState = data.draw(st.sampled_from(states))
    viewer = data.draw(st.sampled_from(range(len(state.seats))))
    games, hidden = new_games(2), np.ones(1, HIDDEN)
    load(games, 0, state)
    load(games, 1, state)
    hide_at(games, 0, viewer, hidden)
    h = hidden[0]
    unseen = {int(card) for group in np.ndindex(2, 4) for card in h["unseen"][group][: h["number"][group]]}
    hands = [card for seat, own in enumerate(state.seats) if seat != viewer for card in own.hand]
    assert unseen == {*state.decks.resource, *state.decks.gold, *hands}
    assert h["slots"] == len(hands)
    known = {*state.deal.common_objectives, state.seats[viewer].objective}
    assert {int(goal) for goal in h["objectives"][: h["goals"]]} == {*catalogue().objective} - known
    games["rng"] = data.draw(st.integers(1, 2**63))
    resample_at(games, 0, hidden, viewer)
    drawn, there = (cards_of(game, len(state.seats)) for game in games)
    assert sorted(drawn) == sorted(there)
    assert games[0]["hand"][viewer].tolist() == games[1]["hand"][viewer].tolist()
    in_hands = slice(len(state.decks.resource) + len(state.decks.gold), None)
    backs = [[catalogue().back(card) for card in cards[in_hands]] for cards in (drawn, there)]
    assert backs[0] == backs[1]


@pytest.mark.parametrize("seed", ["a", "b"])
def test_the_kernel_draws_as_the_views_do(seed: str) -> None:
    """Late in a game, where all worlds can be listed, the kernel comes to each as often as the others."""
    state = late_game(seed, 6)
    while state.phase is not Phase.PLACE:
        state = late_game(seed + "+", 6)
    view = view_of(state, 0)
    rng = Random(1)
    worlds = {key(world) for world in (sample_world(view, rng) for _ in range(6000))}
    games, hidden, _ = determinize(view, rng)
    met: Counter[tuple[int, ...]] = Counter()
    for _ in range(40 * len(worlds)):
        resample_at(games, 0, hidden, 0)
        g = games[0]
        decks = [int(card) for deck in range(2) for card in g["deck"][deck, : g["decks"][deck]][::-1]]
        met[*decks, *(int(card) for card in g["hand"][1, : g["held"][1]])] += 1
    assert met.keys() <= worlds
    assert_even(list(met.values()), len(worlds), 40 * len(worlds))


def key(world: GameState) -> tuple[int, ...]:
    """Return the hidden cards that matter for what is to come."""
    return (*world.decks.resource, *world.decks.gold, *world.seats[1].hand)


def test_kingdoms_are_known() -> None:
    """Faces and cards agree about kingdoms: what the drawing groups cards by."""
    assert sorted(Counter(KINGDOM_OF.values()).items()) == [(kingdom, 20) for kingdom in range(4)]


def full_groups() -> tuple[Any, Any, Counter[tuple[int, int]]]:
    """Return a game early on with what is hidden there, and how many unknown cards of others each group has."""
    state = next(
        state
        for number in count()
        if (state := _early(number)) and max(_in_hands(determinize(view_of(state, 0), Random(1))[1][0]).values()) >= 3
    )
    games, hidden, _ = determinize(view_of(state, 0), Random(1))
    return games, hidden, _in_hands(hidden[0])


def _early(number: int) -> GameState | None:
    """Return a game of four in the third round where seat 0 places."""
    state, rng = deal(catalogue(), options_of(4), SeededShuffler(f"groups {number}")), Random(number)
    while not (state.phase is Phase.PLACE and state.turn == 0 and state.round == 3):
        seat = awaited(state)[0]
        decks = [action for action in legal_actions(state, seat) if isinstance(action, Draw) and not action.source.slot]
        state = apply(state, seat, rng.choice(decks or legal_actions(state, seat))).state
    return state


def _in_hands(h: Any) -> Counter[tuple[int, int]]:  # noqa: ANN401  # a record
    slots = int(h["slots"])
    return Counter(zip(h["deck"][:slots].tolist(), h["kingdom"][:slots].tolist(), strict=True))


DRAWN = 12_000
STRAY = 5.0
"""Standard deviations: with some two thousand counts, fewer than one run in a thousand goes so far by chance."""


def assert_fair(met: Counter[Any], cases: int, chance: float) -> None:
    """Check that each case came as often as its probability says, within statistical error."""
    expected, spread = DRAWN * chance, (DRAWN * chance * (1 - chance)) ** 0.5
    assert len(met) <= cases
    assert (
        max(abs(number - expected) for number in (*met.values(), *([0] if len(met) < cases else []))) < STRAY * spread
    )


def test_every_place_is_as_likely_for_each_card_where_many_are_hidden() -> None:
    """Of groups with three and more cards in hands: which card lies where, and which two lie in two of the hands.

    Each world is drawn from the same description, as the first one of a thought is.
    """
    games, hidden, held = full_groups()
    (group, many) = held.most_common(1)[0]
    assert many >= 3
    h = hidden[0].copy()
    places = [n for n in range(int(h["slots"])) if (int(h["deck"][n]), int(h["kingdom"][n])) == group]
    number, size = int(h["number"][group]), int(games[0]["decks"][group[0]])
    single, pairs, below = ([Counter[Any]() for _ in places], Counter[Any](), [Counter[Any]() for _ in range(size - 1)])
    for _ in range(DRAWN):
        fresh = hidden.copy()
        resample_at(games, 0, fresh, 0)
        g = games[0]
        cards = [int(g["hand"][h["seat"][n], h["slot"][n]]) for n in places]
        for met, card in zip(single, cards, strict=True):
            met[card] += 1
        pairs[cards[0], cards[-1]] += 1
        for met, card in zip(below, g["deck"][group[0], : size - 1].tolist(), strict=True):
            met[card] += 1
    for met in single:
        assert_fair(met, number, 1 / number)
    assert_fair(pairs, number * (number - 1), 1 / (number * (number - 1)))
    mine = {int(card) for card in h["unseen"][group][:number]}
    left = (number - int(h["apart"][group])) / number
    for met in below:
        assert_fair(Counter({card: met[card] for card in mine & met.keys()}), number, left / (size - 1))
