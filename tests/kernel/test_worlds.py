"""Hidden cards drawn by the kernel: they fit the view, and every way to lie is as likely, as in `views`."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codex_naturalis.bots.imagining import imagined
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.worlds import HIDDEN, hide_at, resample_at
from codex_naturalis.rules import KINGDOM_OF, GameState, Phase
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
    games, hidden, _ = imagined(view, Random(data.draw(st.integers())))
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
    games, hidden, _ = imagined(view, rng)
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
