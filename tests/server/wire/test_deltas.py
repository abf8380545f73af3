"""What is told of a view is all that changed in it, however short the way to find that out."""

from random import Random
from typing import Any

import pytest
from msgspec import json

from codex_naturalis.play import Game
from codex_naturalis.rules import GameOptions, SoloLevel, awaited, legal_actions
from codex_naturalis.views import ViewCache, view_of
from codex_naturalis.wire.deltas import change, view_change
from tests.server.replays.test_replays import changed


def on_the_wire(value: Any) -> Any:  # noqa: ANN401 - anything that becomes JSON
    """Return a value as a client reads it."""
    return json.decode(json.encode(value))


@pytest.mark.parametrize("options", [GameOptions(seats=1, solo=SoloLevel.EASY), GameOptions(seats=3)])
def test_a_change_makes_the_next_view(options: GameOptions) -> None:
    """For everybody, from views whose parts are kept, at every action of whole games; comparing all says no less."""
    rng = Random(5)
    for seed in ("one", "another")[: 4 - options.seats]:
        game, cache = Game.from_seed(options, seed), ViewCache()
        viewers = (*range(options.seats), None)
        before = {viewer: view_of(game.state, viewer, detailed=True, ahead=False, cache=cache) for viewer in viewers}
        while seats := awaited(game.state):
            game = game.play(seats[0], (rng.choice(legal_actions(game.state, seats[0])),))
            for viewer in viewers:
                view = view_of(game.state, viewer, detailed=True, ahead=False, cache=cache)
                old, new = on_the_wire(before[viewer]), on_the_wire(view)
                delta = on_the_wire(view_change(before[viewer], view))
                assert (
                    changed(old, delta) == new == on_the_wire(view_of(game.state, viewer, detailed=True, ahead=False))
                )
                assert delta.keys() == change(before[viewer], view).keys()
                before[viewer] = view
