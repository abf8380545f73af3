"""The compiled twin writes the same bytes as the encoder of views, after every action."""

import os
from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

from codex_naturalis.arrays import ACTIONS, index_of, observation_size
from codex_naturalis.arrays.acting import act_index_at, write_mask_at
from codex_naturalis.arrays.encoding import encode, mask_of, own_hand
from codex_naturalis.arrays.observing import observe_at
from codex_naturalis.arrays.trace import begin_trace_at, new_traces
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.layout import Array, Games
from codex_naturalis.rules import GameOptions, GameState, Place, RulesVersion, SoloLevel, apply, awaited, begin
from codex_naturalis.views import view_of
from tests.kernel.test_kernel_equals_rules import some_deal, some_options
from tests.strategies import EVERY_ANSWER, STYLES, Played, play, twin_of

COMPARED = int(os.environ.get("ARRAY_ACTIONS", "6000"))
"""How many actions are compared, over all tables and styles; `make kernel-check` takes 300,000."""

TABLES: list[tuple[int, SoloLevel | None]] = [(2, None), (3, None), (4, None), *((1, level) for level in SoloLevel)]


class Twin:
    """A game in the kernel with its trace, and arrays to write into."""

    def __init__(self, state: GameState) -> None:
        self.seats = len(state.seats)
        self.games: Games = new_games(1)
        self.traces: Array = new_traces(1)
        self.row = np.full((1, observation_size(self.seats)), 77, np.uint8)
        self.mask = np.full((1, ACTIONS), 77, np.int8)
        load(self.games, 0, state)
        begin_trace_at(self.games, self.traces, 0)

    def seen_by(self, seat: int) -> bytes:
        """Return the observation and the mask of a seat."""
        observe_at(self.games, self.traces, 0, seat, self.row, 0)
        write_mask_at(self.games, 0, seat, self.mask, 0)
        return self.row.tobytes() + self.mask.tobytes()

    def assert_same(self, state: GameState) -> None:
        """Compare what every seat sees."""
        for seat in range(self.seats):
            view = view_of(state, seat)
            mask, beyond = mask_of(view)
            assert self.seen_by(seat) == encode(view).tobytes() + mask.tobytes()
            assert write_mask_at(self.games, 0, seat, self.mask, 0) == beyond


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_the_twin_writes_what_views_say(seats: int, solo: SoloLevel | None, style: str) -> None:
    """At every table, by all house rules, in every style: all observations and masks of all seats."""
    rng = Random(f"{seats} {solo} {style}")
    left = COMPARED // (len(TABLES) * len(STYLES))
    while left > 0:
        options = some_options(rng, seats, solo, max(RulesVersion))
        left -= play_twin(begin(options, some_deal(rng, options)), style, rng, left)


@pytest.mark.parametrize("options", EVERY_ANSWER, ids=str)
def test_the_twin_goes_by_every_answer(options: GameOptions) -> None:
    """A whole game at tables of each size for every answer of every house rule."""
    rng = Random(str(options))
    assert play_twin(begin(options, some_deal(rng, options)), "for points", rng, 1000) > 0


def play_twin(state: GameState, style: str, rng: Random, limit: int) -> int:
    """Play at most `limit` actions, or until one is beyond the grid; compare after each, return how many there were."""
    twin = Twin(state)
    twin.assert_same(state)
    for number in range(limit):
        waiting = awaited(state)
        if not waiting:
            return number
        seat = rng.choice(waiting)
        view = view_of(state, seat)
        action = STYLES[style](state, seat, view.legal, rng)
        index = index_of(action, own_hand(view), view.offered)
        if index is None:
            return number
        assert act_index_at(twin.games, twin.traces, 0, seat, index)
        state = apply(state, seat, action).state
        twin.assert_same(state)
    return limit


def test_the_twin_cannot_tell_hidden_cards_apart() -> None:
    """Two worlds that a seat cannot tell apart give it equal bytes, after every action of whole games."""
    differing = 0
    for (seats, solo), style in product(TABLES[:4], STYLES):
        rng = Random(seats)
        options = some_options(rng, seats, solo, max(RulesVersion))
        played = play(begin(options, some_deal(rng, options)), style, seats)
        for viewer in range(seats):
            other = twin_of(played, viewer, Random(seats))
            for ours, theirs in zip(watched(played, viewer), watched(other, viewer), strict=True):
                assert ours[0] == theirs[0]
                differing += ours[1] != theirs[1]
    assert differing > 1000


def watched(played: Played, viewer: int) -> Iterator[tuple[bytes, bytes]]:
    """Play a game in the kernel; yield after each action what a seat sees, and the whole record."""
    state = played.opening
    twin = Twin(state)
    yield twin.seen_by(viewer), twin.games.tobytes()
    for (seat, action), step in zip(played.actions, played.steps, strict=True):
        index = index_of(action, state.seats[seat].hand, state.deal.seats[seat].objectives)
        if index is None:  # beyond the grid
            return
        assert act_index_at(twin.games, twin.traces, 0, seat, index)
        yield twin.seen_by(viewer), twin.games.tobytes()
        state = step.state


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_no_number_but_a_legal_one_is_done(seats: int, solo: SoloLevel | None) -> None:
    """Every index that the mask forbids, and any other number, is refused and changes no byte."""
    rng = Random(seats)
    options = some_options(rng, seats, solo, max(RulesVersion))
    state = begin(options, some_deal(rng, options))
    twin = Twin(state)
    wild = [-1, -ACTIONS, ACTIONS, 2**31, -(2**62), 2**62]
    while waiting := awaited(state):
        before = twin.games.tobytes() + twin.traces.tobytes()
        for seat in range(seats):
            write_mask_at(twin.games, 0, seat, twin.mask, 0)
            forbidden = np.flatnonzero(twin.mask[0] == 0)
            for index in [*rng.sample(forbidden.tolist(), 40), *wild]:
                assert not act_index_at(twin.games, twin.traces, 0, seat, int(index))
        assert twin.games.tobytes() + twin.traces.tobytes() == before
        view = view_of(state, waiting[0])
        near = [one for one in view.legal if not isinstance(one, Place) or max(map(abs, one.cell)) < 12]
        action = rng.choice(near or view.legal)
        chosen = index_of(action, own_hand(view), view.offered)
        assert chosen is not None
        assert act_index_at(twin.games, twin.traces, 0, waiting[0], chosen)
        state = apply(state, waiting[0], action).state
