"""A bot that must get ready first keeps nobody waiting."""

import pytest
from msgspec.structs import replace

from codex_naturalis.bots import bot_named
from codex_naturalis.kernel import cache
from codex_naturalis.play import Game
from codex_naturalis.rules import Action, options_of
from codex_naturalis.server.bot_worker import STAND_IN, Question, answer
from codex_naturalis.views import view_of

VIEW = view_of(Game.dealt(options_of(2), "worker").state, 0)


@pytest.mark.parametrize("bot", ["search:50", "level:5"])
def test_another_bot_plays_until_the_searching_one_is_ready(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    """Compiling takes longer than anybody waits for a turn: a simpler bot answers at once, and it is said so."""
    monkeypatch.setattr(cache, "is_compiled", lambda: False)
    reply = answer(Question(bot, VIEW, "seed"))
    assert reply == replace(answer(Question(STAND_IN, VIEW, "seed")), stood_in=True)
    assert reply.action in VIEW.legal


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", "level:1", "level:3"])
def test_a_bot_that_needs_no_preparation_plays_itself(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    """Nobody stands in for bots that do without the kernel."""
    monkeypatch.setattr(cache, "is_compiled", lambda: False)
    reply = answer(Question(bot, VIEW, "seed"))
    assert not reply.stood_in
    assert reply.action in VIEW.legal


def test_a_bot_that_is_ready_plays_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the machine has compiled the kernel, the searching bot is asked."""
    asked: list[str] = []
    monkeypatch.setattr(cache, "is_compiled", lambda: True)

    def choose(*_: object) -> Action:
        asked.append("search")
        return VIEW.legal[0]

    monkeypatch.setattr(type(bot_named("search:50")), "choose", choose)
    reply = answer(Question("search:50", VIEW, "seed"))
    assert (asked, reply.action, reply.stood_in) == (["search"], VIEW.legal[0], False)
