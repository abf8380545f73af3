"""Opens pages with always the same content: as Ann, who has set what she likes, at moments of games that are known."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.quick import ask
from tests.e2e.running import Server

Json = Any  # a record, and what can be set, have many forms

SETTINGS = {"name": "Ann", "locale": "en", "skin": "parchment"}
_REMEMBER = """(kept) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
}"""


def enter(page: Page, path: str, *, guest: Json = None, **settings: Json) -> None:
    """Open a page of the server as Ann, who has never been here, or is a guest already."""
    page.goto("/icon.svg")  # a page without scripts, which would remember settings of their own
    kept = {"codex.settings": {**SETTINGS, **settings}, **({"codex.guest": guest} if guest else {})}
    page.evaluate(_REMEMBER, kept)
    page.goto(path)


def play_on(page: Page, server: Server, record: Json, version: int, seat: int, **settings: Json) -> None:
    """Sit down in the middle of a game."""
    token = ask(server, "/guests", {"name": "Ann"})["token"]
    table = ask(server, f"/replays/what-if?version={version}&seat={seat}", record, token)["table"]["id"]
    enter(page, f"/t/{table}", guest={"token": token, "name": "Ann"}, **settings)


def look_back(page: Page, record: Json, where: str, **settings: Json) -> None:
    """Open a game at a moment, such as `turn=12&seat=all`."""
    enter(page, f"/replay?{where}", **settings)
    page.get_by_label("The record").fill(json.dumps(record))
    page.locator("form button.inked").click()
    expect(page.get_by_role("slider")).to_be_visible()
