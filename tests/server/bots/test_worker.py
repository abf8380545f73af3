"""Worker processes: a bot with a slow warm-up keeps no game waiting."""

import pytest
from msgspec.structs import replace

from codex_naturalis import bots
from codex_naturalis.bots import bot_named
from codex_naturalis.kernel.compiler import cache
from codex_naturalis.play import Game
from codex_naturalis.rules import Action, options_of
from codex_naturalis.server.bots.worker import FALLBACK_BOT, BotQuestion, BotWorker
from codex_naturalis.views import view_of
from tests.bots.moments import middle

VIEW = view_of(Game.from_seed(options_of(2), "worker").state, 0)


@pytest.mark.parametrize("bot", ["search:50", "level:5"])
def test_another_bot_plays_until_the_searching_one_is_ready(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    """Compiling takes longer than anybody waits for a turn: a simpler bot answers at once, and it is said so."""
    monkeypatch.setattr(cache, "is_compiled", lambda **_: False)
    reply = BotWorker().answer(BotQuestion(bot, VIEW, "seed"))
    assert reply == replace(BotWorker().answer(BotQuestion(FALLBACK_BOT, VIEW, "seed")), stood_in=True)
    assert reply.action in VIEW.legal


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", "level:1", "level:3"])
def test_a_bot_that_needs_no_preparation_plays_itself(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    """Bots that do without the kernel get no stand-in."""
    monkeypatch.setattr(cache, "is_compiled", lambda **_: False)
    reply = BotWorker().answer(BotQuestion(bot, VIEW, "seed"))
    assert not reply.stood_in
    assert reply.action in VIEW.legal


def test_a_bot_that_is_ready_plays_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the machine has compiled the kernel, the searching bot is asked."""
    asked: list[str] = []
    monkeypatch.setattr(cache, "is_compiled", lambda **_: True)

    def choose(*_: object) -> Action:
        asked.append("search")
        return VIEW.legal[0]

    monkeypatch.setattr(type(bot_named("search:50")), "choose", choose)
    reply = BotWorker().answer(BotQuestion("search:50", VIEW, "seed"))
    assert (asked, reply.action, reply.stood_in) == (["search"], VIEW.legal[0], False)


def test_a_bot_that_needs_no_rollouts_waits_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compiled last: a small search plays itself meanwhile, one that would roll out has a stand-in."""
    monkeypatch.setattr(cache, "is_compiled", lambda *, rollouts=True: not rollouts)
    view = view_of(middle(2), 0)
    stood_in = {bot: BotWorker().answer(BotQuestion(bot, view, "seed")).stood_in for bot in ("search:50", "level:5")}
    assert stood_in == {"search:50": False, "level:5": True}


def test_a_bot_goes_on_from_what_it_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next question for the same seat goes to the same bot, one for another seat or bot to a new one."""
    made: list[str] = []

    def make(name: str) -> object:
        made.append(name)
        return bot_named(name)

    monkeypatch.setattr(bots, "bot_named", make)
    thinker = BotWorker()
    for bot, player in (("greedy", "a 0"), ("greedy", "a 0"), ("greedy", "a 1"), ("random", "a 1"), ("random", "a 1")):
        assert thinker.answer(BotQuestion(bot, VIEW, "seed", player)).action in VIEW.legal
    assert made == ["greedy", "greedy", "random"]


def test_a_bot_that_failed_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever state it was left in: the next question makes a new one."""
    thinker, greedy = BotWorker(), type(bot_named("greedy"))
    with monkeypatch.context() as broken:
        broken.setattr(greedy, "choose", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            thinker.answer(BotQuestion("greedy", VIEW, "seed"))
    assert thinker.answer(BotQuestion("greedy", VIEW, "seed")).action in VIEW.legal
