"""A table on a television: everything that lies open, nothing that is held, and a code for phones."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back, lay_table, sign, sit_down
from tests.e2e.quick import ask, finished_table, nearly_over, play_out
from tests.e2e.running import Server

Message = dict[str, Any]


def heard(page: Page) -> list[Message]:
    """Return what the page hears on its sockets from now on."""
    messages: list[Message] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: messages.append(json.loads(frame))))
    return messages


def overflows(page: Page) -> bool:
    """Return whether anything must be scrolled to be seen."""
    return bool(
        page.evaluate("document.scrollingElement.scrollHeight > innerHeight || document.body.scrollWidth > innerWidth")
    )


def test_phones_join_by_the_wall_and_it_shows_no_hand(visit: Visit, server: Server) -> None:
    """Opened by who sits there, it still watches as a stranger: the server tells it of no card in anybody's hand."""
    ann, bea = visit(), visit("/about", phone=True)
    sign(ann, "Ann")
    link = lay_table(ann)
    with ann.expect_popup() as opened:
        ann.locator("[data-wall-link]").click()
    wall = opened.value
    wall.set_viewport_size({"width": 1920, "height": 1080})
    expect(wall.locator("[data-wall=gathering]")).to_contain_text("Waiting for one more player.")
    expect(wall.locator("[data-scan]")).to_contain_text(link)
    messages = heard(wall)
    wall.reload()
    bea.goto(link)
    sit_down(bea, "Bea")
    expect(wall.locator("[data-wall-seat]")).to_have_count(2)
    table = link.rpartition("/")[2]
    token = ann.evaluate("JSON.parse(localStorage.getItem('codex.guest')).token")
    assert ask(server, f"/tables/{table}", None, token)["viewer"] is not None
    views = [message["view"] for message in messages if message.get("view")]
    assert views
    for view in views:
        assert view["viewer"] is None
        assert all("card" not in held or held["card"] is None for seat in view["seats"] for held in seat["hand"])
        common = set(view["common_objectives"])
        assert all(score["id"] in common for seat in view["seats"] for score in seat["progress"])
    assert axe.faults_in_every_skin(wall) == []


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (2560, 1440)])
def test_all_of_it_is_seen_at_once(visit: Visit, server: Server, width: int, height: int) -> None:
    """Four codices, the market, the track: nothing is cut, and names can be read across a room."""
    token = ask(server, "/guests", {"name": "Ann"})["token"]
    bots = ["greedy", "random", "greedy"]
    table = ask(server, "/tables", {"seats": 4, "bots": bots, "pace": "instant"}, token)["table"]["id"]
    play_out(server, table, token, until=nearly_over)
    wall = visit("/about")
    wall.set_viewport_size({"width": width, "height": height})
    come_back(wall, table, token)
    wall.goto(f"/t/{table}/wall")
    expect(wall.locator("[data-wall-seat]")).to_have_count(4)
    expect(wall.locator("[data-source]")).to_have_count(6)
    expect(wall.get_by_role("heading", level=1)).to_have_text("Ann is playing")
    assert not overflows(wall)
    for part in wall.locator("[data-wall-seat], [data-source], .track, [data-scan]").all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    size = wall.locator("[data-wall-seat] .name").first.evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
    assert size >= height / 45


def test_the_end_is_on_the_wall(visit: Visit, server: Server) -> None:
    """Who won, by how much, whose codex it was; Tybor has his place."""
    table, _ = finished_table(server, seats=3)
    wall = visit(f"/t/{table}/wall")
    expect(wall.locator("[data-wall=over]")).to_be_visible()
    expect(wall.locator(".won")).not_to_have_count(0)
    solo, _ = finished_table(server, seats=1, solo="easy")
    wall.goto(f"/t/{solo}/wall")
    expect(wall.get_by_role("region", name="Tybor")).to_be_visible()


def test_a_party_needs_the_phones_alone(visit: Visit, server: Server) -> None:
    """A screen from *Together* shows the code; two phones sit down and play, and the next game follows on it."""
    screen = visit("/")
    screen.get_by_role("button", name="Together").click()
    screen.get_by_role("link", name="Big screen").click()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.get_by_role("radio", name="2").check()
    assert axe.faults_in_every_skin(screen) == []
    screen.locator('[data-action="party"]').click()
    link = screen.locator("[data-scan] small").first.inner_text()
    phones = [visit(link, phone=True) for _ in range(2)]
    for phone, name in zip(phones, ("Ann", "Bea"), strict=True):
        sit_down(phone, name)
    expect(screen.locator("[data-wall-seat]")).to_have_count(2)
    table = link.rpartition("/")[2]
    tokens = [phone.evaluate("JSON.parse(localStorage.getItem('codex.guest')).token") for phone in phones]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(partial(play_out, server, table), tokens))
    expect(screen.locator("[data-wall=over]")).to_be_visible()
    for phone in phones:
        phone.locator('[data-action="rematch"]').first.click()
    screen.wait_for_url(lambda url: "/wall" in url and table not in url)
    expect(screen.locator("[data-wall-seat]")).to_have_count(2)


def test_the_scoring_runs_on_the_wall_and_puts_itself_away(moving: Callable[[int, int], Page], server: Server) -> None:
    """For whoever sees the last card laid; without a touch the wall goes back to all codices."""
    token = ask(server, "/guests", {"name": "Ann"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["greedy"], "pace": "instant"}, token)["table"]["id"]
    play_out(server, table, token, until=nearly_over)
    wall = moving(1920, 1080)
    wall.clock.install()
    wall.goto(f"/t/{table}/wall")
    expect(wall.locator("[data-wall-seat]")).to_have_count(2)
    play_out(server, table, token)
    expect(wall.locator("[data-scoring]")).to_be_visible()
    expect(wall.locator('[data-scoring="leaf"]')).to_be_visible()
    wall.clock.fast_forward(25_000)
    expect(wall.locator("[data-scoring]")).to_have_count(0)
    expect(wall.locator("[data-wall=over] .won")).not_to_have_count(0)
