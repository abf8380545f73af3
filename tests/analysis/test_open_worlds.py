"""Worlds of an observer of all hands: nothing but the order of the decks is drawn again, and that evenly."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from codex_naturalis.analysis.worlds import open_worlds, worlds_from
from codex_naturalis.rules import Phase, back_of
from tests.analysis.positions import moment

WORLDS = 2000


def test_only_the_order_of_the_decks_is_drawn_again() -> None:
    """All fields but that and the chance are the game's own; the backs on top stay, and no card is lost."""
    state, _ = moment(2, Phase.PLACE, rounds=8)
    games, own = open_worlds(state, Random(1), 20).games, worlds_from([state]).games[0]
    for at in range(20):
        for field in set(own.dtype.names) - {"deck", "rng"}:
            assert np.array_equal(games[at][field], own[field])
        for deck in range(2):
            left = int(own["decks"][deck])
            before, after = own["deck"][deck][:left].tolist(), games[at]["deck"][deck][:left].tolist()
            assert sorted(before) == sorted(after)
            assert back_of(before[-1]) == back_of(after[-1])
    assert len({games[at]["deck"].tobytes() for at in range(20)}) == 20


@pytest.mark.parametrize("deck", [0, 1])
def test_every_card_is_equally_likely_in_its_place(deck: int) -> None:
    """On top each card with that back, and at the bottom each card that is not on top, comes as often."""
    state, _ = moment(2, Phase.PLACE, rounds=8)
    worlds = open_worlds(state, Random(2), WORLDS)
    orders = [worlds.games[at]["deck"][deck][: worlds.games[at]["decks"][deck]].tolist() for at in range(WORLDS)]
    tops, bottoms = Counter(order[-1] for order in orders), Counter(order[0] for order in orders)
    alike = [card for card in orders[0] if back_of(card) == back_of(orders[0][-1])]
    for card in orders[0]:
        on_top = 1 / len(alike) if card in alike else 0.0
        assert tops[card] / WORLDS == pytest.approx(on_top, abs=0.05)
        assert bottoms[card] / WORLDS == pytest.approx((1 - on_top) / (len(orders[0]) - 1), abs=0.03)
