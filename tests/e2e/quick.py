"""Whole games in a moment: a program at the table, over the same wires as a browser."""

import itertools
import json
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import connect

from tests.e2e.conftest import Served
from tests.e2e.lobby import come_back
from tests.waiting import TIMEOUT

Json = Any  # what came over the wire has any form


def ask(server: Served, path: str, body: Json = None, token: str | None = None) -> Json:
    """Ask the server over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"{server.http}/api/v1{path}", data, headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - our own
        return json.load(answer)


def finished_table(
    server: Served, *, seats: int = 2, name: str = "Ada", seed: int = 1, **wanted: Json
) -> tuple[str, str]:
    """Play a game to its end against bots; return the table and the guest's token."""
    token = ask(server, "/guests", {"name": name})["token"]
    bots = ["planner", "greedy", "random"][: seats - 1]
    table = ask(server, "/tables", {"seats": seats, "bots": bots, **wanted}, token)["table"]["id"]
    play_out(server, table, token, seed)
    return table, token


def sit_down_together(server: Served, *pages: Page, days: int | None = None) -> str:
    """Seat the people of these pages at a table of their own, with `days` for each turn; return the table."""
    tokens = [ask(server, "/guests", {"name": name})["token"] for name in ("Ada", "Bob", "Cas", "Dan")[: len(pages)]]
    clock = {"clock": {"kind": "correspondence", "days": days}} if days else {}
    table = str(ask(server, "/tables", {"seats": len(pages), **clock}, tokens[0])["table"]["id"])
    for token in tokens[1:]:
        ask(server, f"/tables/{table}/join", {}, token)
    for page, token in zip(pages, tokens, strict=True):
        come_back(page, table, token)
    return table


def best_now(view: Json, rng: Random) -> Json:
    """Choose the placement that gives most, or anything."""
    best = max(view["previews"], key=lambda each: (each["points"] or {"points": 0})["points"], default=None)
    if best and best["points"]:
        return {"type": "place", "card": best["card"], "side": best["side"], "cell": best["cell"]}
    return rng.choice(view["legal"])


Choice = Callable[[Json, Random], Json]
"""Chooses an action for a View, as both come over the wire."""


NEARLY = 15
"""Points of a seat that has a few turns more."""


def nearly_over(view: Json) -> bool:
    """Return whether a turn begins that is one of the last."""
    seats = [*view["seats"], *([view["tybor"]] if view["tybor"] else [])]
    return bool(view["phase"] == "place" and max(seat["score"] for seat in seats) >= NEARLY)


def hurry(server: Served, *pages: Page) -> None:
    """Play for the people of these pages, who all sit at one table and look on, until the end is near."""
    table = pages[0].url.rpartition("/")[2]
    tokens = [page.evaluate("JSON.parse(localStorage.getItem('codex.guest')).token") for page in pages]
    with ThreadPoolExecutor(len(pages)) as pool:
        list(pool.map(lambda token: play_out(server, table, token, until=nearly_over), tokens))


def play_out(
    server: Served,
    table: str,
    token: str,
    seed: int = 1,
    choose: Choice = best_now,
    until: Callable[[Json], bool] = lambda _: False,
) -> None:
    """Play at a table until its game is over, or further than `until`, as `choose` likes."""
    rng, numbers = Random(seed), itertools.count()
    with connect(f"{server.http.replace('http', 'ws')}/api/v1/tables/{table}/socket", ping_interval=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": token, "previews": True}))
        view, version, answered = None, 0, True
        while view is None or not (view["result"] or until(view)):
            message = json.loads(socket.recv(timeout=TIMEOUT))
            view = message.get("view") or view
            version = message["steps"][-1]["version"] if message["type"] == "told" else message.get("version", version)
            answered = answered or message["type"] in ("done", "refused")
            if answered and view and view["legal"] and not until(view):
                act = {"type": "act", "id": f"quick-{next(numbers)}", "seen": version, "actions": [choose(view, rng)]}
                socket.send(json.dumps(act))
                answered = False
