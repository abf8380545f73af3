"""A tab that stays open for an evening does not fill up with the tables it has shown."""

import json
from typing import Final

from playwright.sync_api import CDPSession, Page

from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back
from tests.e2e.quick import Json, ask, play_out
from tests.e2e.running import Server

_VIEW: Final = {"legal", "previews", "unseen", "seats", "tybor"}
"""Fields by which a View is known in the heap."""

_GAMES: Final = 5
_KEPT: Final = 2
"""Views that may be there for a while: of the table that was left last."""


def views_in(session: CDPSession) -> int:
    """Return how many Views the page still holds, after the garbage was collected."""
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    return sum(fields >= _VIEW for fields in fields_of(json.loads("".join(chunks))))


def fields_of(heap: Json) -> list[set[str]]:
    """Return the names of the properties of each object in a heap."""
    meta, strings, edges = heap["snapshot"]["meta"], heap["strings"], heap["edges"]
    property_type = meta["edge_types"][0].index("property")
    step, number = len(meta["edge_fields"]), meta["node_fields"].index("edge_count")
    at, found = 0, []
    for node in range(0, len(heap["nodes"]), len(meta["node_fields"])):
        end = at + step * heap["nodes"][node + number]
        found.append({strings[edges[edge + 1]] for edge in range(at, end, step) if edges[edge] == property_type})
        at = end
    return found


def go(page: Page, path: str) -> None:
    """Go to another page without loading the client again."""
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)


def test_tables_that_were_left_are_forgotten(server: Server, visit: Visit) -> None:
    """However many games were played in one tab, only the last one may still be there."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    page = visit("/")
    for number in range(_GAMES):
        table = ask(server, "/tables", {"seats": 1, "solo": "easy"}, token)["table"]["id"]
        if number == 0:
            come_back(page, table, token)
        else:
            go(page, f"/t/{table}")
        page.locator(".desk .plate").first.wait_for()
        play_out(server, table, token, number)
        page.locator(".desk.ended").wait_for(state="attached")
        go(page, "/")
        page.get_by_role("button", name="Against Tybor").wait_for()
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    assert views_in(session) <= _KEPT
