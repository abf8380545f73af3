"""The arena on a Ray cluster of this machine: `make ray-check` fetches Ray and runs this; the suite does without."""

import os
from pathlib import Path

import pytest

from codex_naturalis.play.arena import Arena, ArenaGame, BotFailedError, FaultPolicy, play_arena
from codex_naturalis.play.ray_arena import play_across
from codex_naturalis.rules import SoloLevel, options_of


def timeless(game: ArenaGame) -> tuple[object, ...]:
    """Return all of a game but its clocks."""
    return (game.number, game.seating, game.record, game.result, game.tybor, game.turns)


@pytest.mark.parametrize(
    "plan",
    [
        Arena(("greedy", "random", "planner"), options_of(3), games=13, seed="far"),
        Arena(("search:30",), options_of(1, solo=SoloLevel.EASY), games=3, seed="far"),
    ],
)
def test_the_same_games_are_played_far_away(plan: Arena) -> None:
    """The same seed gives the same games in the same order, on a cluster and here."""
    far = [timeless(game) for game in play_across(plan, processes=2)]
    assert far == [timeless(game) for game in play_arena(plan, processes=1)]


CHEAT = """
from codex_naturalis.rules import Draw, Source

class Cheat:
    def choose(self, view, rng):
        return Draw(Source.GOLD_1)

def make(budget):
    return Cheat()
"""


def test_a_bot_that_fails_far_away_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another package's bot did there is said here, as if it had played here."""
    (tmp_path / "cheat.py").write_text(CHEAT)
    (tmp_path / "cheat-1.0.dist-info").mkdir()
    (tmp_path / "cheat-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: cheat\nVersion: 1.0\n")
    (tmp_path / "cheat-1.0.dist-info" / "entry_points.txt").write_text("[codex_naturalis.bots]\ncheat = cheat:make\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(BotFailedError, match="cheat in game 0"):
        list(play_across(Arena(("random", "cheat"), options_of(2), 2, "", FaultPolicy.STOP), processes=1))
