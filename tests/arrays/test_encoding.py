"""Observations: what a view says, as bytes, and nothing else."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.arrays import cell_index, grid_cell, observation_layout, observation_size
from codex_naturalis.arrays.encoding import encode, mask_of, parts_of
from codex_naturalis.arrays.layout import PARTS
from codex_naturalis.catalogue import Side
from codex_naturalis.rules import GameState, Phase, Seat
from codex_naturalis.views import View, view_of
from tests.strategies import games, shuffle_hidden, viewers_of
from tools.docs_tables import build_page

CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_parts_fill_an_observation_without_a_gap(seats: int) -> None:
    """Each begins where the one before it ends, and the last ends with the row."""
    parts = list(observation_layout(seats).values())
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == observation_size(seats)
    assert {name: array.shape for name, array in parts_of(np.zeros((5, observation_size(seats))), seats).items()} == {
        part.name: (5, *part.shape) for part in parts
    }
    assert list(PARTS) == [part.name for part in parts]


@given(state=games())
def test_an_observation_says_what_the_view_says(state: GameState) -> None:
    """Codices, hands, market, decks, objectives and points, read back from the bytes, are those of the view."""
    for seat in range(len(state.seats)):
        view = view_of(state, seat, detailed=True)
        parts = parts_of(encode(view), len(state.seats))
        for place in range(len(state.seats)):
            assert_seat(view, (seat + place) % len(state.seats), place, parts)
        assert parts["market"].tolist() == [card or 0 for card in (*view.market.resource, *view.market.gold)]
        assert parts["decks"].tolist() == [view.decks.resource.count, view.decks.gold.count, view.decks.objective]
        named = [*view.common_objectives, *view.offered, *([view.objective] if view.objective else [])]
        assert [card for card in parts["objectives"].tolist() if card] == named
        assert parts["moment"][0] == tuple(Phase).index(view.phase)
        assert parts["moment"][3] == seat
        assert parts["unseen"].tolist() == [[each.deck, each.hands, each.laid] for each in view.unseen]


def assert_seat(view: View, seat: Seat, place: int, parts: dict[str, np.ndarray]) -> None:
    """Compare one seat of the view with its row of each part."""
    own = view.seats[seat]
    cells = parts["board"][place].reshape(-1)
    assert parts["symbols"][place].tolist() == list(own.symbols)
    assert parts["score"][place] == own.score
    assert [card for card in parts["hand"][place].tolist() if card] == [held.card for held in own.hand if held.card]
    assert np.count_nonzero(parts["backs"][place]) == len(own.hand)
    assert {grid_cell(int(at)) for at in np.flatnonzero(cells == 254)} == set(own.open)
    assert {grid_cell(int(at)) for at in np.flatnonzero((cells > 0) & (cells < 254))} == {c.cell for c in own.laid}
    assert int(np.count_nonzero(cells == 255)) == len(closed_cells(view, seat))
    for card in own.laid:
        at = cell_index(card.cell)
        if card.side is Side.FRONT and card.back is not None:
            assert cells[at] == card.card
    assert_covered(own.laid, parts["covered"][place].reshape(-1))


def closed_cells(view: View, seat: Seat) -> set[tuple[int, int]]:
    """Return the empty cells beside a codex that are not open."""
    own = view.seats[seat]
    laid = {card.cell for card in own.laid}
    beside = {(x + dx, y + dy) for x, y in laid for dx, dy in CORNERS}
    return beside - laid - set(own.open)


def assert_covered(laid: tuple[object, ...], covered: np.ndarray) -> None:
    """Lay the cards one by one: each covers the facing corners of those that lie there already."""
    expected: dict[tuple[int, int], int] = {}
    for card in laid:
        x, y = card.cell  # type: ignore[attr-defined]
        for facing, (dx, dy) in enumerate(CORNERS):
            if (x + dx, y + dy) in expected:
                expected[x + dx, y + dy] |= 1 << (3 - facing)
        expected[x, y] = 0
    assert {cell: int(covered[cell_index(cell)]) for cell in expected} == expected


@given(state=games(), seed=st.integers())
def test_an_observation_cannot_tell_hidden_cards_apart(state: GameState, seed: int) -> None:
    """Two games that differ only in what a viewer cannot see give equal observations and masks, byte by byte."""
    for viewer in viewers_of(state):
        twin = shuffle_hidden(state, viewer, Random(seed))
        view, other = view_of(state, viewer), view_of(twin, viewer)
        assert encode(view).tobytes() == encode(other).tobytes()
        assert mask_of(view)[0].tobytes() == mask_of(other)[0].tobytes()


def test_the_page_tells_each_part() -> None:
    """The reference page's table has the parts in their order, with their shapes and meanings."""
    page = build_page("reference/environments.md")
    rows = [
        f"| `{name}` | {' x '.join('S' if size < 0 else str(size) for size in shape)} | {about} |"
        for name, (shape, about) in PARTS.items()
    ]
    assert "\n".join(rows) in page
