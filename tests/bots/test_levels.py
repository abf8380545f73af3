"""Opponents for people: they are there by name, keep their promise of time, and each is stronger than the last."""

from itertools import pairwise
from random import Random
from time import process_time

import pytest

from codex_naturalis.bots import LEVELS, Level, Strength, bot_named
from codex_naturalis.bots.search.characters import PreferenceBot
from codex_naturalis.bots.search.preferences import denial
from codex_naturalis.bots.search.search_state import Considered
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.play.standings import Tally
from codex_naturalis.rules import Draw, Source, apply, legal_actions, options_of
from codex_naturalis.views import view_of
from tests.timing import within

from .moments import middle


def test_there_are_nine_on_seven_steps() -> None:
    """They stand in the order of their strength, the five of old under the names that records hold."""
    assert [level.step for level in LEVELS] == [1, 2, 3, 4, 5, 6, 6, 6, 7]
    assert [level.bot for level in LEVELS if level.bot[-1].isdigit()] == [f"level:{number}" for number in range(1, 6)]
    assert len({level.key for level in LEVELS}) == len({level.bot for level in LEVELS}) == len(LEVELS)
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)


def test_their_strengths_were_measured() -> None:
    """Each step is stronger than the one before by more than the intervals are wide; Anselm is the zero."""
    steps = [[level.strength for level in LEVELS if level.step == step] for step in range(1, 8)]
    elos = [sum(one.elo for one in step) / len(step) for step in steps]
    assert all(after - before > 50 for before, after in pairwise(elos))
    assert next(level.strength for level in LEVELS if level.bot == "level:3") == Strength(0, 0)


@pytest.mark.timing
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_a_level_keeps_its_promise(level: Level) -> None:
    """In the middle of a game for four it answers within the time it promises."""
    view = view_of(middle(4), 0)
    bot = bot_named(level.bot)
    bot.choose(view, Random(1))
    took = []
    for seed in range(3):
        begun = process_time()
        assert bot.choose(view, Random(seed)) in view.legal
        took.append(process_time() - begun)
    assert min(took) < within(level.seconds), "processors that share cores and caches compute less in a second"


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [("level:1", "level:pupil"), ("greedy", "level:pupil"), ("level:2", "level:1"), ("level:3", "level:2")],
)
def test_a_level_beats_the_one_before(stronger: str, weaker: str) -> None:
    """It wins most of eight games."""
    plan = Arena((stronger, weaker), options_of(2), 8, "levels")
    tally = Tally(plan)
    for game in play_arena(plan, processes=1):
        tally.add(game)
    assert tally.standings().bots[0].wins >= 5


def test_a_pupil_never_looks_at_the_market() -> None:
    """It takes its card from one of the decks, now from this, now from that."""
    state = middle(2)
    view = view_of(apply(state, 0, next(iter(legal_actions(state, 0)))).state, 0)
    drawn = {bot_named("level:pupil").choose(view, Random(seed)) for seed in range(20)}
    assert drawn == {Draw(Source.RESOURCE_DECK), Draw(Source.GOLD_DECK)}


def chosen_of(*rows: tuple[int, float]) -> int:
    """Return which of some root actions, by visits and result, a bot takes that likes each more than the one before."""
    view = view_of(middle(2), 0)
    bot = PreferenceBot(lambda seen: [10.0 * at for at in range(len(seen.legal))], 100)
    found = [Considered(action, *row) for action, row in zip(view.legal, rows, strict=False)]
    return view.legal.index(bot._choose_action(view, found))


def test_a_taste_decides_only_among_what_is_about_as_good() -> None:
    """What is liked may lack a little of the best; what lacks more, or was hardly tried, is left."""
    assert chosen_of((100, 0.60), (90, 0.59)) == 1
    assert chosen_of((100, 0.60), (90, 0.585), (90, 0.50)) == 1
    assert chosen_of((100, 0.60), (20, 0.60)) == 0
    assert chosen_of((100, 0.60)) == 0


def test_tastes_differ() -> None:
    """In some of a few positions the three take different turns: each its own way to win."""
    views = [view_of(middle(2, rounds=rounds), 0) for rounds in range(2, 8)]
    chosen = [
        [bot_named(f"level:{name}").choose(view, Random(1)) for view in views]
        for name in ("hunter", "weaver", "watcher")
    ]
    assert len({tuple(map(str, one)) for one in chosen}) > 1


def test_a_watcher_leaves_the_next_player_a_poor_market() -> None:
    """Of all draws the one is liked best after which the best card that is left is worth least to the next player."""
    state = middle(2)
    view = view_of(apply(state, 0, next(iter(legal_actions(state, 0)))).state, 0)
    preference = dict(zip(view.legal, denial(view), strict=True))
    blind = [value for action, value in preference.items() if isinstance(action, Draw) and action.source.slot is None]
    assert all(value == min(preference.values()) for value in blind)
    assert max(preference.values()) > min(preference.values())
