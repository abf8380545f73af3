"""The checker itself: every way to break a promise is found, and a game without faults has none."""

from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

import pytest

from tests.faults.clients import play_together, seat_two
from tests.faults.histories import History, Json, Stored, faults, stored
from tests.faults.running import Server


def make_step(version: int, seat: int) -> Json:
    """Return a step."""
    return {"version": version, "seat": seat, "events": [{"type": "card_taken", "card": version}]}


class Game(NamedTuple):
    """What two saw of three versions, and what is stored of them."""

    histories: list[History]
    kept: Stored


def a_game() -> Game:
    """Return a game without a fault."""
    steps = [make_step(1, 0), make_step(2, 0), make_step(3, 1)]
    one = History("t", 0, {"a": ["x", "y"]}, {"a": 2}, {}, steps, [0, 2, 2, 3])
    asked = {"b": ["z"], "c": ["x"]}
    two = History("t", 1, asked, {"b": 3}, {"c": "illegal.not_your_turn"}, deepcopy(steps), [0, 3, 3])
    kept = Stored([(1, 0, "x"), (2, 0, "y"), (3, 1, "z")], {(0, "a"): (["x", "y"], 2), (1, "b"): (["z"], 3)})
    return Game([one, two], kept)


def lose_an_act(game: Game) -> None:
    """Acknowledge, and forget."""
    game.kept.actions.pop()
    del game.kept.acts[1, "b"]
    for history in game.histories:
        history.steps.pop()


def play_twice(game: Game) -> None:
    """Store a repeat as if it were new."""
    game.kept.actions.append((4, 1, "z"))
    game.kept.acts[1, "d"] = (["z"], 4)


def leave_a_gap(game: Game) -> None:
    """Lose a version in the middle."""
    del game.kept.actions[1]


def announce_too_early(game: Game) -> None:
    """Tell what is not stored."""
    game.histories[1].steps.append(make_step(4, 0))


def announce_twice(game: Game) -> None:
    """Tell a version again after a lost connection."""
    game.histories[0].steps.append(make_step(3, 1))


def announce_nothing(game: Game) -> None:
    """Leave a version out."""
    del game.histories[0].steps[1]


def announce_otherwise(game: Game) -> None:
    """Tell two viewers different stories."""
    game.histories[1].steps[0]["events"] = [{"type": "card_drawn"}]


def announce_another(game: Game) -> None:
    """Report the action of another seat."""
    for history in game.histories:
        history.steps[2]["seat"] = 0


def store_otherwise(game: Game) -> None:
    """Store another action than the one that was sent."""
    game.kept.actions[2] = (3, 1, "other")


def keep_what_was_refused(game: Game) -> None:
    """Refuse, and play it all the same."""
    game.kept.actions.append((4, 1, "x"))
    game.kept.acts[1, "c"] = (["x"], 4)


def acknowledge_elsewhere(game: Game) -> None:
    """Tell another version than the one it made."""
    game.histories[0].done["a"] = 1


def set_back(game: Game) -> None:
    """Know less than was told before."""
    game.histories[0].seen.append(2)


def share_a_version(game: Game) -> None:
    """Let two acts be one version."""
    game.kept.acts[1, "b"] = (["y", "z"], 3)
    game.histories[1].sent["b"] = ["y", "z"]


@pytest.mark.parametrize(
    "spoil",
    [
        lose_an_act,
        play_twice,
        leave_a_gap,
        announce_too_early,
        announce_twice,
        announce_nothing,
        announce_otherwise,
        announce_another,
        store_otherwise,
        keep_what_was_refused,
        acknowledge_elsewhere,
        set_back,
        share_a_version,
    ],
)
def test_a_broken_promise_is_found(spoil: Callable[[Game], None]) -> None:
    """Whatever is done to a faultless history, the checker sees it."""
    game = a_game()
    assert faults(*game) == []
    spoil(game)
    assert faults(*game) != []


def test_a_game_of_two_is_faultless(server: Server) -> None:
    """From the deal to the end, in two windows."""
    ada, bob = seat_two(server)
    play_together(ada, bob)
    kept = stored(server.data, ada.table)
    assert len(kept.actions) > 30
    assert faults([ada.history, bob.history], kept) == []
