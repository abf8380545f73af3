"""A server and its people for the scenes of pages, all made through the API."""

import itertools
import json
import sqlite3
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Page
from websockets.sync.client import connect

from codex_naturalis.bots import bot_named
from codex_naturalis.views import View
from tests.e2e.quick import Choice, ask, best_now, play_out
from tests.e2e.running import Server

__all__ = ["Town"]

Json = Any  # what comes over the wire has many forms

PASSWORD = "correct horse"  # noqa: S105 - nobody's

_KEEP = """kept => {
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
}"""

LANGUAGE = {"name": "", "locale": "en", "skin": "parchment"}


def choose_as_planner(view: Json, rng: Random) -> Json:
    """Choose as a planner would."""
    return msgspec.to_builtins(bot_named("planner").choose(msgspec.convert(view, View), rng))


def style(name: str) -> Choice:
    """Return a person's style: a planner that sometimes, more or less often by the name, plays only for points."""
    hasty = sum(name.encode()) % 5 / 5

    def choose(view: Json, rng: Random) -> Json:
        return (best_now if rng.random() < hasty else choose_as_planner)(view, rng)

    return choose


class Town:
    """Server whose accounts are created when first named."""

    def __init__(self, server: Server) -> None:
        """Use `server`; there is no account yet."""
        self.server = server
        self._sessions: dict[str, Json] = {}
        self._made: dict[str, Json] = {}

    def once(self, what: str, make: Callable[[], Json]) -> Json:
        """Return the thing made under this name, making it the first time."""
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    def token(self, name: str) -> str:
        """Return the token of the account of this name."""
        if name not in self._sessions:
            self._sessions[name] = self.ask("/account", {"name": name, "password": PASSWORD})
        return str(self._sessions[name]["token"])

    def ask(self, path: str, body: Json = None, name: str | None = None) -> Json:
        """Send a request, as an account if one is given; return the answer."""
        return ask(self.server, path, body, name and self.token(name))

    def send(self, path: str, body: Json, name: str, method: str = "POST") -> None:
        """Send a request whose answer is empty."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token(name)}"}
        address = f"{self.server.http}/api/v1{path}"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers, method=method)  # noqa: S310 - our own
        with urllib.request.urlopen(request, timeout=60):  # noqa: S310 - our own
            return

    def open(self, page: Page, path: str, name: str | None = None) -> None:
        """Open a page in English by lamplight, signed in if a name is given."""
        page.goto("/icon.svg")  # a page without scripts, which would remember settings of their own
        kept: Json = {"codex.settings": {**LANGUAGE, "name": name or "Ann"}}
        if name:
            kept["codex.account"] = {"token": self.token(name), "name": name}
        page.evaluate(_KEEP, kept)
        page.goto(path)

    def play(self, table: str, names: tuple[str, ...], until: Callable[[Json], bool] = lambda _: False) -> str:
        """Let accounts play at a table to its end, or until every view is as wanted; return the table."""
        tokens = [self.token(name) for name in names]
        with ThreadPoolExecutor(len(names)) as pool:
            playing = [
                pool.submit(play_out, self.server, table, token, len(name), style(name), until)
                for name, token in zip(names, tokens, strict=True)
            ]
        for each in playing:
            each.result()
        return table

    def sit(self, names: tuple[str, ...], **wanted: Json) -> str:
        """Open a table for accounts and let all sit down; return it."""
        table = str(self.ask("/tables", {"seats": len(names), **wanted}, names[0])["table"]["id"])
        for name in names[1:]:
            self.ask(f"/tables/{table}/join", {}, name)
        return table

    def seat(self, table: str, name: str) -> int:
        """Return the seat of an account: seats are drawn by lot."""
        return next(int(one["seat"]) for one in self.ask(f"/tables/{table}")["table"]["seats"] if one["name"] == name)

    def say(self, table: str, lines: tuple[tuple[str, str], ...]) -> None:
        """Let accounts write in the chat of a table, one line after the other."""
        numbers = itertools.count()
        for name, line in lines:
            address = f"{self.server.http.replace('http', 'ws')}/api/v1/tables/{table}/socket"
            with connect(address, ping_interval=None) as socket:
                socket.send(json.dumps({"type": "hello", "token": self.token(name)}))
                socket.send(json.dumps({"type": "say", "id": f"line-{next(numbers)}", "text": line}))
                while line not in str(json.loads(socket.recv(timeout=60))):
                    continue

    def days_of_puzzles(self, name: str, days: int) -> None:
        """Store an account's solutions of the puzzles of several days."""
        guest = self.ask("/guests/me", name=name)["id"]
        today = datetime.now(UTC).date()
        rows = [(guest, (today - timedelta(days=back)).isoformat()) for back in range(1, days + 1)]
        with closing(sqlite3.connect(self.server.data / "codex.db", timeout=30)) as database, database:
            database.executemany("INSERT INTO puzzle_days (guest, day) VALUES (?, ?)", rows)
