"""Terminals, browsers and bots at one table: the same game, whatever one plays it with."""

import asyncio
from collections.abc import Callable
from threading import Thread

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
from tests.e2e.running import Server
from tests.e2e.test_resilience import GONE

TIMEOUT = 240
"""Seconds for a whole game on a busy machine."""


class Others(Thread):
    """Two people at terminals, and a bot, who come by an invitation and play to the end."""

    def __init__(self, link: str) -> None:
        super().__init__(daemon=True)
        self.link = link
        self.results: list[Result | None] = []

    def run(self) -> None:
        """Play."""
        asyncio.run(asyncio.wait_for(self._play(), TIMEOUT))

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


def test_two_terminals_a_browser_and_a_bot_play_one_game(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """The server is killed twice in between; all see the same end, without any help."""
    page = visits(own_server)(forgive=GONE)
    sign(page, "Bea")
    others = Others(lay_table(page, seats=4))
    others.start()
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
    others.join(TIMEOUT)
    totals = [row[-1] for row in scores(page)]
    assert len(others.results) == 2
    for result in others.results:
        assert result is not None
        assert sorted(result.totals) == sorted(totals)
