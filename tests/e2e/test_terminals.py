"""Terminals, browsers and bots at one table: the same game, whatever one plays it with."""

import asyncio
from collections.abc import Callable
from threading import Thread
from typing import Self

import pytest

from codex_naturalis.bots import GreedyBot
from codex_naturalis.client import AsyncServer
from codex_naturalis.rules import Result
from codex_naturalis.terminal.drawn import TableApp
from codex_naturalis.terminal.remote import RemoteDesk
from codex_naturalis.words import speech
from codex_naturalis.words.planning import Asked
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, sign
from tests.e2e.playing import choose_side, finish, keep_objective, lay, scores, wait_for
from tests.e2e.running import SERVER_AWAY, Server

TIMEOUT = 840
"""Seconds for a whole game on a busy machine: less than the test's own, so that it says who is not through."""

TURN = 300_000
"""Milliseconds until it is the page's turn again: three others play before it, while servers start."""


class Others(Thread):
    """Two people at terminals, and a bot, who come by an invitation and play to the end."""

    def __init__(self, link: str) -> None:
        super().__init__(daemon=True)
        self.link = link
        self.results: list[Result | None] = []
        self._error: BaseException | None = None

    def run(self) -> None:
        """Play, and keep what ends the game too early."""
        try:
            asyncio.run(asyncio.wait_for(self._play(), TIMEOUT))
        except BaseException as error:  # noqa: BLE001 - raised by `__exit__` in the test's own thread
            self._error = error

    def __enter__(self) -> Self:
        """Begin."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Raise what has ended their game too early, if anything has, rather than what it has led to elsewhere."""
        if self._error is not None:
            raise self._error

    def finish(self) -> None:
        """Wait until they have played to the end."""
        self.join(TIMEOUT)
        assert self._error or not self.is_alive(), f"{len(self.results)} of two terminals have played to the end"

    async def _play(self) -> None:
        async with AsyncServer(self.link.partition("/t/")[0], name="Greta") as server:
            bot = server.serve(GreedyBot, self.link)
            await asyncio.gather(self._terminal("Tom", (80, 24)), self._terminal("Tia", (120, 40)), bot)

    async def _terminal(self, name: str, size: tuple[int, int]) -> None:
        """Choose with Enter alone, and turn over what cannot be paid for."""
        desk = RemoteDesk.at(self.link, name=name)
        app = TableApp(desk, speech("en"))
        async with app.run_test(size=size) as pilot:
            while desk._table is None or not desk.ended:
                planning = app.turn.planning
                if planning.view is None or not app.turn.acting:
                    await pilot.pause(0.05)
                elif planning.asked is Asked.CELL and app.turn.preview is None:
                    await pilot.press("f")
                else:
                    await pilot.press("enter")
            assert desk.view is not None
            self.results.append(desk.view.result)


@pytest.mark.timeout(900)
def test_two_terminals_a_browser_and_a_bot_play_one_game(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """The server is killed twice in between; all see the same end, without any help."""
    page = visits(own_server)(forgive=SERVER_AWAY)
    page.set_default_timeout(TURN)
    sign(page, "Bea")
    with Others(lay_table(page, seats=4)) as others:
        wait_for(page, "side")
        choose_side(page)
        keep_objective(page)
        turn = 0
        while wait_for(page, "card", "over") == "card":
            turn += 1
            if turn in (3, 6):
                own_server.kill()
                own_server.start()
            lay(page)
            finish(page)
        others.finish()
    totals = [row[-1] for row in scores(page)]
    assert len(others.results) == 2
    for result in others.results:
        assert result is not None
        assert sorted(result.totals) == sorted(totals)
