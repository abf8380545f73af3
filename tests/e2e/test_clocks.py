"""A clock is agreed on, runs at the table, and a player leaves and comes back; in a browser."""

from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import sign, sit_down
from tests.e2e.playing import in_turn, set_out, wait_for


def lay_with_clock(page: Page, clock: str) -> str:
    """Lay a table for two with a clock and return its address."""
    page.get_by_role("button", name="With friends").click()
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
