"""The games that boardgame.io's server plays back: recorded as each seat may know them."""

from benchmarks.anchors.boardgame_io import record_games
from codex_naturalis.rules import Phase


def test_games_are_recorded_to_their_ends() -> None:
    """Each state has one who brought it about, and the last one a result."""
    first, second = record_games(2)
    assert first.states[0] != second.states[0]
    for game in (first, second):
        assert len(game.states) == len(game.actors) + 1
        assert set(game.actors) == {0, 1}
        assert game.states[-1]["shared"]["phase"] == Phase.OVER.value
        assert [state["shared"].get("result") is None for state in game.states].count(False) == 1


def test_hands_are_each_players_own() -> None:
    """What only one of them knows is not shared: the server has to hide it, as ours does."""
    (game,) = record_games(1)
    state = game.states[len(game.states) // 2]
    assert all("hand" not in seat for seat in state["shared"]["seats"])
    hands = [own["seats"][seat]["hand"] for seat, own in enumerate(state["own"])]
    assert all(card["card"] for hand in hands for card in hand)
    assert all(state["own"][0]["seats"][seat] != state["own"][1]["seats"][seat] for seat in (0, 1))
