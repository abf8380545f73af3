"""A bot that must get ready first keeps nobody waiting."""

import pytest

from codex_naturalis.bots import bot_named
from codex_naturalis.kernel import cache
from codex_naturalis.server import bot_worker


def test_another_bot_plays_until_the_searching_one_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes longer than anybody waits for a turn: it is begun apart, and a simpler bot answers at once."""
    begun: list[str] = []
    monkeypatch.setattr(cache, "is_compiled", lambda: False)
    monkeypatch.setattr(bot_worker, "_compile", lambda: begun.append("compiling"))
    assert type(bot_worker._player("search:50")) is type(bot_named(bot_worker.STAND_IN))
    assert begun == ["compiling"]


def test_a_bot_that_is_ready_plays_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the machine has compiled the kernel, the searching bot is asked; bots without it always are."""
    monkeypatch.setattr(cache, "is_compiled", lambda: True)
    assert type(bot_worker._player("search:50")) is type(bot_named("search:50"))
    assert type(bot_worker._player("greedy")) is type(bot_named("greedy"))
