"""A whole tournament among people in browsers and programs of theirs, while the server is killed."""

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import combinations
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from codex_naturalis.bots import GreedyBot
from codex_naturalis.client.bots import BotOnServer
from tests.e2e.conftest import Visit
from tests.e2e.playing import choose_side, keep_objective, wait_for
from tests.e2e.quick import Json, ask, play_out
from tests.e2e.running import SERVER_AWAY, Server
from tests.e2e.test_daily import signed_in
from tests.waiting import TIMEOUT

PROGRAMS = ("Magpie", "Heron", "Otter", "Badger", "Lynx", "Marten")
ROUNDS = 2
PAUSE = 24 * 3600
"""Seconds between the rounds: no test takes longer, and `end_pause` lets the second begin."""

_TOKEN = "JSON.parse(localStorage.getItem('codex.account') ?? localStorage.getItem('codex.guest')).token"  # noqa: S105


class Programs(Thread):
    """Programs that play wherever they have a seat, until the test is over."""

    def __init__(self, server: Server, tokens: Iterable[str]) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._tokens = tuple(tokens)
        self._loop = asyncio.new_event_loop()

    def run(self) -> None:
        """Play."""
        self._loop.run_until_complete(self._play())

    async def _play(self) -> None:
        self._all = [BotOnServer(self._server.http, token, GreedyBot, show=lambda _: None) for token in self._tokens]
        await asyncio.gather(*(each.run() for each in self._all))

    def end(self) -> None:
        """Let them go, and wait until they have."""
        for each in self._all:
            asyncio.run_coroutine_threadsafe(each.quit(), self._loop).result(TIMEOUT)
        self.join(TIMEOUT)


def slowly(look: Callable[[], Json], wanted: Callable[[Json], object]) -> Json:
    """Return what one sees as soon as it is as `wanted`, looking no oftener than a server allows."""
    deadline = time.monotonic() + TIMEOUT
    while not wanted(seen := look()):
        assert time.monotonic() < deadline, seen
        time.sleep(0.3)
    return seen


def programs_of(server: Server, owner: str) -> Programs:
    """Give an account its programs, and wait until they are connected."""
    tokens = []
    for name in PROGRAMS:
        ask(server, "/account/programs", {"name": name}, owner)
        made = ask(server, "/account/tokens", {"name": name, "scope": "play", "program": name}, owner)
        tokens.append(str(made["token"]))
    programs = Programs(server, tokens)
    programs.start()
    slowly(lambda: ask(server, "/programs"), lambda here: len(here) == len(PROGRAMS))
    return programs


def announced(server: Server, owner: str) -> str:
    """Announce a duplicate Swiss with all programs; return its id. Pages look often, since it begins soon."""
    clock = {"kind": "real_time", "seconds": 3600}
    plan = {"kind": "duplicate", "clock": clock, "rounds": ROUNDS, "pause": PAUSE, "most": 8}
    wanted = {"name": "Thursday", "starts": time.time() + 900, "plan": plan}
    tournament = str(ask(server, "/tournaments", wanted, owner)["info"]["id"])
    for name in PROGRAMS:
        ask(server, f"/tournaments/{tournament}/players", {"program": name}, owner)
    return tournament


def stored_rounds(server: Server) -> list[tuple[int, bool]]:
    """Return the rounds in the database of a server that does not run, and whether each is over."""
    with closing(sqlite3.connect(server.data / "codex.db")) as connection:
        rows = connection.execute("SELECT number, ended FROM tournament_rounds ORDER BY number").fetchall()
    return [(number, ended is not None) for number, ended in rows]


def end_pause(server: Server) -> None:
    """Let the pause between two rounds be over, in the database of a server that does not run."""
    with closing(sqlite3.connect(server.data / "codex.db")) as connection, connection:
        assert connection.execute("UPDATE tournaments SET due = 0 WHERE due IS NOT NULL").rowcount == 1


def play_round(server: Server, pages: Iterable[Page], meanwhile: Callable[[], None]) -> None:
    """Let people go to their tables and set out, then programs play their games to the end on the pages' behalf."""
    for page in pages:
        page.locator('[data-action="table"]').click()
        page.wait_for_url("**/t/*")
    for page in pages:
        choose_side(page)
    for page in pages:
        keep_objective(page)
    seats = [(page.url.rpartition("/")[2], page.evaluate(_TOKEN)) for page in pages]
    meanwhile()
    with ThreadPoolExecutor(len(seats)) as pool:
        list(pool.map(lambda seat: play_out(server, *seat), seats))
    for page in pages:
        wait_for(page, "over")


def standings(page: Page) -> list[list[str]]:
    """Return the standings as a page shows them, once the tournament is over."""
    expect(page.locator('[data-stage="over"]')).to_be_visible()
    rows = page.locator("tbody tr[data-player]")
    return [row.locator("td, th").all_inner_texts() for row in rows.all()]


@pytest.mark.timeout(900)
def test_a_duplicate_swiss_of_people_and_programs_survives_kills(
    visits: Callable[[Server], Visit], own_server: Server
) -> None:
    """Two people and six programs play to the end; the server dies within a round and between two."""
    visit = visits(own_server)
    ann, bea = visit(forgive=SERVER_AWAY), visit(forgive=SERVER_AWAY, phone=True)
    pages = (ann, bea)
    owner = signed_in(own_server, ann, "Ann")
    programs = programs_of(own_server, owner)
    tournament = announced(own_server, owner)
    for page in pages:
        page.goto(f"/tournaments/{tournament}")
        page.locator('[data-action="join"]').click()
        expect(page.locator('[data-action="withdraw"]')).to_be_visible()
    ask(own_server, f"/tournaments/{tournament}/begin", {}, owner)

    def get_tournament() -> Json:
        return ask(own_server, f"/tournaments/{tournament}")

    def within() -> None:
        own_server.kill()
        assert stored_rounds(own_server) == [(1, False)]
        own_server.start()

    play_round(own_server, pages, within)
    slowly(get_tournament, lambda each: each["rounds"][-1]["ended"])
    own_server.kill()
    assert stored_rounds(own_server) == [(1, True)]
    end_pause(own_server)
    own_server.start()
    for page in pages:
        page.goto(f"/tournaments/{tournament}")
    play_round(own_server, pages, lambda: None)
    state = slowly(get_tournament, lambda each: each["info"]["stage"] == "over")
    for page in pages:
        page.goto(f"/tournaments/{tournament}")
    first, second = (standings(page) for page in pages)
    assert first == second
    assert len(first) == 8
    games = [game for one in state["rounds"] for game in one["games"]]
    assert [len(one["games"]) for one in state["rounds"]] == [4] * ROUNDS
    assert all(game["totals"] and game["winners"] and game["shares"] for game in games)
    met = Counter(frozenset(pair) for game in games for pair in combinations(game["players"], 2))
    assert max(met.values()) == 1
    assert {one["games"] for one in state["standings"]} == {ROUNDS}
    assert not any(one["away"] for one in state["players"]), "everybody has played in person"
    programs.end()
