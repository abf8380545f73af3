"""Five opponents for people: they are there by name, keep their promise of time, and each is stronger than the last."""

from random import Random
from time import process_time

import pytest

from codex_naturalis.bots import LEVELS, Level, bot_named
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.play.standings import Tally
from codex_naturalis.rules import options_of
from codex_naturalis.views import view_of

from .moments import middle


def test_there_are_five() -> None:
    """They are named by number, the weakest first, and only the last takes its time."""
    assert [level.bot for level in LEVELS] == [f"level:{number}" for number in range(1, 6)]
    assert len({level.key for level in LEVELS}) == len(LEVELS)
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_a_level_keeps_its_promise(level: Level) -> None:
    """In the middle of a game for four it answers within the time it promises."""
    view = view_of(middle(4), 0)
    bot = bot_named(level.bot)
    bot.choose(view, Random(1))
    begun = process_time()
    assert bot.choose(view, Random(2)) in view.legal
    assert process_time() - begun < level.seconds + 0.1


@pytest.mark.parametrize(("stronger", "weaker"), [("level:2", "level:1"), ("level:3", "level:2")])
def test_a_level_beats_the_one_before(stronger: str, weaker: str) -> None:
    """It wins most of eight games."""
    plan = Arena((stronger, weaker), options_of(2), 8, "levels")
    tally = Tally(plan)
    for game in play_arena(plan, processes=1):
        tally.add(game)
    assert tally.standings().bots[0].wins >= 5
