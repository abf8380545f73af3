"""Views in characters and as SVG: everything that lies on the table is there, where it lies."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace as replace_fields

from codex_naturalis.pictures import codex_at, draw, draw_codex
from codex_naturalis.pictures.codex import card_text
from codex_naturalis.play.arena import Arena, play_one
from codex_naturalis.record import opening, replay
from codex_naturalis.rules import GameState, SoloLevel, options_of
from codex_naturalis.views import sample_world, view_of


def states(*bots: str, seed: str = "d", solo: SoloLevel | None = None) -> list[GameState]:
    """Return every moment of a game."""
    game = play_one(Arena(bots, options_of(len(bots), solo=solo), 1, seed), 0)
    return [opening(game.record), *(step.state for step in replay(game.record))]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_codex_is_read_back_from_its_picture(seed: str) -> None:
    """Cells, cards and sides of every codex of a game, for every viewer: nothing is hidden by what lies around it."""
    for state in states("random", "greedy", seed=seed)[::7]:
        for viewer in (0, 1, None):
            for seat in view_of(state, viewer).seats:
                expected = {laid.cell: card_text(laid.card, laid.back, laid.side) for laid in seat.laid}
                assert codex_at(draw_codex(seat)) == expected


def test_open_cells_carry_their_coordinates() -> None:
    """Each one that may be laid on, and without `cells` none."""
    state = states("greedy", "greedy")[20]
    [seat, _] = view_of(state, 0).seats
    text = str(draw_codex(seat))
    assert all(f"{x},{y}" in text for x, y in seat.open)
    assert "," not in str(draw_codex(seat, cells=False))


def test_later_corners_lie_on_top() -> None:
    """The corner that two cards share shows the one of the later card."""
    state = states("greedy", "random")[-1]
    seat = view_of(state, 0).seats[0]
    for count in range(1, len(seat.laid) + 1):
        part = replace_fields(seat, laid=seat.laid[:count], open=())
        last = part.laid[-1]
        picture = draw_codex(part)
        row, column = picture.top - 2 * last.cell[1], picture.left + 6 * last.cell[0]
        assert picture.lines[row + 1][column : column + 7] == f"│{card_text(last.card, last.back, last.side)}│"
        assert all(picture.lines[row + dy][column + dx] != " " for dx in (0, 6) for dy in (0, 2))


def test_a_view_is_its_text() -> None:
    """From setup to the end, for players, spectators and against Tybor, `str(view)` draws it."""
    for state in (*states("random", "greedy")[::5], *states("greedy", solo=SoloLevel.HARD)[::5]):
        for viewer in (0, None):
            view = view_of(state, viewer)
            assert str(view) == draw(view)
            assert all(re.search(rf"seat {seat.seat}: +{seat.score} points?\b", str(view)) for seat in view.seats)
            assert ("Tybor" in str(view)) == (view.tybor is not None)


def test_nothing_hidden_is_drawn() -> None:
    """A picture is made of a view alone: two games that look alike to a viewer are drawn alike."""
    state = states("greedy", "greedy")[30]
    view = view_of(state, 0)
    other = sample_world(view, Random(1))
    assert other != state
    assert str(view_of(other, 0)) == str(view)
    assert "hand:" not in str(view_of(state, None))


def test_a_notebook_shows_the_codex() -> None:
    """The SVG is well formed and has one box for each card laid."""
    view = view_of(states("greedy", "random")[-1], 0)
    root = ElementTree.fromstring(view._repr_svg_())  # noqa: S314 - our own picture, by the notebooks' protocol
    boxes = [box for box in root.iter("{http://www.w3.org/2000/svg}rect") if box.get("rx") == "6"]
    assert len(boxes) == len(view.seats[0].laid)
