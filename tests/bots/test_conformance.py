"""What every bot keeps to."""

from collections.abc import Iterator
from random import Random

import pytest

from codex_naturalis.bots import Bot, UnknownBotError, bot_named, names
from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import (
    Action,
    GameState,
    Phase,
    Preset,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    deal,
    legal_actions,
    options_of,
)
from codex_naturalis.views import View, view_of

TABLES = [(1, SoloLevel.EASY), (1, SoloLevel.NORMAL), (1, SoloLevel.HARD), (2, None), (3, None), (4, None)]
BUDGETS = {"search": "search:12"}
"""Bots that think are given little time."""

BOTS = [*(BUDGETS.get(name, name) for name in sorted(names())), "level:1"]


class Watched:
    """Hands a bot its views and keeps what it answers."""

    def __init__(self, bot: Bot) -> None:
        """Watch `bot`."""
        self.bot = bot
        self.answers: list[tuple[View, Action]] = []

    def choose(self, view: View, rng: Random) -> Action:
        """Pass the question on."""
        assert type(view) is View
        action = self.bot.choose(view, rng)
        self.answers.append((view, action))
        return action


def play(bot: Bot, seats: int, solo: SoloLevel | None, *, seed: str = "one", preset: Preset = Preset.EN) -> GameState:
    """Return a game that `bot` has played with itself to the end."""
    state = deal(catalogue(), options_of(seats, preset, solo=solo), SeededShuffler(seed))
    rng = Random(seed)
    while state.phase is not Phase.OVER:
        seat = awaited(state)[-1]
        action = bot.choose(view_of(state, seat), rng)
        assert action in legal_actions(state, seat)
        state = apply(state, seat, action).state
    return state


def answers(bot: Bot, seats: int, solo: SoloLevel | None, seed: str = "one") -> Iterator[Action]:
    """Return all that `bot` does in one game with itself."""
    watched = Watched(bot)
    play(watched, seats, solo, seed=seed)
    return (action for _, action in watched.answers)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("seats", "solo"), TABLES)
@pytest.mark.parametrize("preset", Preset)
def test_a_bot_plays_whole_games(name: str, seats: int, solo: SoloLevel | None, preset: Preset) -> None:
    """From setup to the end it chooses what is legal, at every table, by every edition."""
    state = play(bot_named(name), seats, solo, preset=preset)
    assert state.result is not None


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_the_same_question_has_the_same_answer(name: str, seats: int, solo: SoloLevel | None) -> None:
    """Two bots of one name with the same chance play the same game; nothing is remembered from other games."""
    veteran = bot_named(name)
    play(veteran, 2, None, seed="another")
    assert list(answers(veteran, seats, solo)) == list(answers(bot_named(name), seats, solo))


@pytest.mark.parametrize("name", BOTS)
def test_a_view_stays_as_it_was(name: str) -> None:
    """Choosing changes nothing in the view."""
    state = deal(catalogue(), options_of(2), SeededShuffler("kept"))
    bot, rng = bot_named(name), Random(1)
    while state.phase is not Phase.OVER:
        seat = awaited(state)[0]
        view = view_of(state, seat)
        action = bot.choose(view, rng)
        assert view == view_of(state, seat)
        state = apply(state, seat, action).state


def test_bots_satisfy_the_protocol() -> None:
    """Every name leads to a `Bot`."""
    assert all(isinstance(bot_named(name), Bot) for name in BOTS)
    assert {"random", "greedy", "planner", "search"} <= set(names())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nobody",
        "Greedy",
        "greedy:10",
        "random:",
        "planner:1s",
        ":5",
        "search:",
        "search:much",
        "search:0",
        "search:1.5ms",
        "level",
        "level:0",
        "level:6",
    ],
)
def test_unknown_bots_are_refused(text: str) -> None:
    """A name that is not there, or a budget where none is taken, is refused in words."""
    with pytest.raises(UnknownBotError) as refused:
        bot_named(text)
    assert str(refused.value)
    assert text.partition(":")[0] in str(refused.value)
