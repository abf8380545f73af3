"""A clock is agreed on, runs at the table, and a player leaves and comes back; in a browser."""

from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back, open_way, sign, sit_down
from tests.e2e.playing import in_turn, set_out, wait_for
from tests.e2e.quick import ask
from tests.e2e.running import Server


def lay_with_clock(page: Page, clock: str) -> str:
    """Lay a table for two with a clock and return its address."""
    open_way(page, "Play with friends")
    page.get_by_role("radio", name="2 seats").check()
    page.get_by_text("More choices").click()
    page.get_by_role("radio", name=clock).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url


def seconds(page: Page, seat: int) -> int:
    """Return what the clock of a seat shows."""
    minutes, rest = page.locator(f"[data-time='{seat}']").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_a_clock_runs_and_a_player_leaves_and_comes_back(visit: Visit) -> None:
    """Chosen when the table is laid, told in the waiting room, seen on both desks; leaving is announced and undone."""
    ann = visit()
    sign(ann, "Ann")
    link = lay_with_clock(ann, "5 min + 10 s")
    expect(ann.get_by_text("5 minutes each for the whole game")).to_be_visible()
    assert axe.faults_in_every_skin(ann) == []
    bea = visit(link, phone=True)
    sit_down(bea, "Bea")
    for page in (ann, bea):
        wait_for(page, "side")
        expect(page.locator("[data-time]")).to_have_count(2)
    start = seconds(ann, 0)
    assert 0 < start <= 300
    expect(ann.locator("[data-time='0']")).not_to_have_text(f"{start // 60}:{start % 60:02}")
    set_out(ann, bea)
    in_turn(ann, bea)
    for page in (ann, bea):
        assert axe.faults_in_every_skin(page) == []
    bea.locator('[data-tab-button="story"]').tap()
    expect(bea.locator("[data-action='leave']").last).to_be_in_viewport()
    assert axe.faults_in_every_skin(bea) == []
    ann.keyboard.press("?")
    assert axe.faults_in_every_skin(ann) == []
    ann.locator("dialog [data-action='leave']").click()
    expect(ann.locator("dialog").get_by_text("Anselm plays on")).to_be_visible()
    ann.locator("dialog [data-action='leave-now']").click()
    ann.wait_for_url(lambda url: "/t/" not in url)
    expect(bea.get_by_text("Ann has gone. Anselm takes over")).to_be_visible()
    ann.goto(link)
    expect(bea.get_by_text("Ann is back.").first).to_be_attached()
    expect(bea.locator("[data-absent]")).to_have_count(0)


def test_the_host_closes_a_table_that_waits(visit: Visit) -> None:
    """A player who waits there reads why."""
    ann, bea = visit(), visit()
    sign(ann, "Ann")
    link = lay_with_clock(ann, "No clock")
    bea.goto(link)
    expect(bea.get_by_role("button", name="Sit down")).to_be_visible()
    ann.get_by_role("button", name="Close this table").click()
    expect(bea.get_by_text("The host has closed this table.")).to_be_visible()
    assert axe.faults_in_every_skin(bea) == []


def test_a_stand_in_leaves_the_plates_in_line(visit: Visit, server: Server) -> None:
    """Its name takes no line of its own where four plates share the width of a phone."""
    page = visit("/about", phone=True)
    ada, *others = (ask(server, "/guests", {"name": name})["token"] for name in ("Ada", "Bob", "Cas", "Dan"))
    table = ask(server, "/tables", {"seats": 4}, ada)["table"]["id"]
    for token in others:
        ask(server, f"/tables/{table}/join", {}, token)
    come_back(page, table, ada)
    page.locator(".plate .head").nth(3).wait_for()
    ask(server, f"/tables/{table}/leave", {}, others[1])
    page.locator(".plate .head em", has_text="Anselm").wait_for()
    heads = page.locator(".plate .head").evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert heads == heads[:1] * 4
