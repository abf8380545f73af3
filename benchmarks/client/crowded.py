"""A table no game can reach, for measuring: four seats with eighty laid cards each, in front of the real client.

The server deals a real game; on its way to the browser the View is filled up with cards. No seat acts.
"""

import json
from random import Random
from typing import Any

import msgspec
from playwright.async_api import Page, WebSocketRoute

from codex_naturalis.views import View
from codex_naturalis.wire.deltas import change
from tests.e2e.quick import ask
from tests.e2e.running import Server

__all__ = ["CARDS", "Crowd", "table_of_four"]

Json = Any  # what came over the wire has any form

CARDS = 80
_SIDES = ("front", "back")
_ACTION = ("card", "side", "cell")
SEATS = 4
BACK = {"deck": "resource", "kingdom": "fungi"}
_DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_PLAYABLE = 80
"""Number of resource and gold cards; starters follow."""


def table_of_four(server: Server) -> tuple[str, str]:
    """Open a table for one guest and three bots; return it and what a browser keeps of the guest."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    bots = ["random"] * (SEATS - 1)
    table = ask(server, "/tables", {"seats": SEATS, "bots": bots}, token)["table"]["id"]
    return table, json.dumps({"token": token, "name": "Ada"})


def _around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + x, cell[1] + y) for x, y in _DIAGONALS]


def _layout(rng: Random) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return cells in the order of placing, and the open cells around them."""
    laid = [(0, 0)]
    while len(laid) < CARDS:
        cell = rng.choice(_around(rng.choice(laid)))
        if cell not in laid:
            laid.append(cell)
    near = {cell for each in laid for cell in _around(each)} - set(laid)
    return laid, sorted(near)


class Crowd:
    """Fills the Views of one table, the same way each time."""

    def __init__(self) -> None:
        """Lay the cards of all seats."""
        rng = Random(80)
        self._layouts = [_layout(rng) for _ in range(SEATS)]
        self._orders = [rng.sample(range(1, _PLAYABLE + 1), CARDS) for _ in range(SEATS)]
        self._sides = [[rng.choice(("front", "front", "front", "back")) for _ in range(CARDS)] for _ in range(SEATS)]
        self._page: WebSocketRoute
        self._welcome: Json = None

    @property
    def viewer(self) -> int:
        """Return the seat whose codex is drawn large."""
        viewer: int = self._welcome["viewer"]
        return viewer

    async def attend(self, page: Page) -> None:
        """Intercept the socket between `page` and its table."""
        await page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._page = route

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "welcome":
                self._fill(message["view"])
                self._welcome = message
            if message["type"] in ("welcome", "pong"):
                route.send(json.dumps(message))

        server.on_message(heard)

    def _fill(self, view: Json) -> None:
        me = view["viewer"]
        view.update(phase="place", turn=me, awaited=[me], offered=[], round=CARDS)
        for seat, (laid, room), cards, sides in zip(
            view["seats"], self._layouts, self._orders, self._sides, strict=True
        ):
            faces = [(seat["starter"], "front"), *zip(cards[1:], sides[1:], strict=True)]
            seat["laid"] = [_laid(cell, *face) for cell, face in zip(laid, faces, strict=True)]
            seat.update(chosen=True, open=room, score=17, symbols=[9, 8, 7, 6, 3, 2, 1])
        mine = view["seats"][me]
        hand = [3, 14, 77]
        mine["hand"] = [{"back": BACK, "card": card} for card in hand]
        view["previews"] = [_preview(card, side, cell) for card in hand for side in _SIDES for cell in mine["open"]]
        view["legal"] = [{"type": "place", **{key: each[key] for key in _ACTION}} for each in view["previews"]]

    def lay(self, seat: int) -> None:
        """Send the browser the server's message that `seat` has laid one more card, on its first open cell."""
        welcome = self._welcome
        welcome["version"] += 1
        view = welcome["view"]
        before = msgspec.convert(view, View)
        book = view["seats"][seat]
        cell = book["open"][0]
        known = {tuple(each["cell"]) for each in book["laid"]} | {tuple(each) for each in book["open"]}
        book["laid"].append(_laid(cell, book["laid"][5]["card"], "front"))
        opened = [each for each in _around(tuple(cell)) if each not in known]
        book["open"] = [*book["open"][1:], *opened]
        if seat == view["viewer"]:
            view["previews"] = [each for each in view["previews"] if list(each["cell"]) != list(cell)]
        event = {
            "type": "card_placed", "seat": seat, "card": book["laid"][-1]["card"], "back": BACK, "side": "front",
            "cell": cell, "known": True, "covered": [], "opened": opened, "closed": [], "symbols": book["symbols"],
            "points": {"points": 1, "each": 1, "times": 1, "per": None}, "score": book["score"] + 1,
        }  # fmt: skip
        step = {"version": welcome["version"], "seat": seat, "events": [event]}
        message = {"type": "change", "steps": [step], "change": change(before, msgspec.convert(view, View))}
        self._page.send(msgspec.json.encode(message).decode())


def _laid(cell: tuple[int, int], card: int, side: str) -> Json:
    return {"cell": cell, "side": side, "card": card, "back": None}


def _preview(card: int, side: str, cell: tuple[int, int]) -> Json:
    nothing = [0] * 7
    return {
        "card": card, "side": side, "cell": cell, "points": None, "covered": [], "gained": nothing, "symbols": nothing,
        "opened": [], "closed": [], "playable": [], "unplayable": [], "objectives": [],
    }  # fmt: skip
