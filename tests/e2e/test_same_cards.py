"""The cards of a finished game, played by another: who plays them sees no result before the end, then both games."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.playing import wait_for
from tests.e2e.quick import finished_table, play_out
from tests.e2e.running import Server


def test_somebody_elses_deal_is_played_and_compared(own_server: Server, visits: Callable[[Server], Visit]) -> None:
    """From the replay to the deal, to a game of one's own, and to both side by side where they part."""
    table, _ = finished_table(own_server, seats=1, solo="normal", name="Ann")
    visit = visits(own_server)
    bea = visit(f"/t/{table}/replay", forgive="403")
    bea.get_by_role("button", name="Share").click()
    bea.locator("[data-deal]").click()
    expect(bea.locator('[data-challenge="0"]')).to_contain_text("with the same cards")
    assert faults_in_every_skin(bea) == []
    bea.locator('[data-challenge="0"]').click()
    wait_for(bea, "side")
    mine = bea.url.rpartition("/")[2]
    bea.goto(f"/t/{table}/deal")
    expect(bea.get_by_role("alert")).to_contain_text("You are playing this deal at another table")
    bea.goto(f"/t/{table}/replay")
    expect(bea.get_by_role("alert")).to_contain_text("You are playing this deal at another table")
    token = bea.evaluate("() => JSON.parse(localStorage.getItem('codex.guest')).token")
    play_out(own_server, mine, token, 4)
    bea.goto(f"/t/{mine}/deal")
    expect(bea.locator("[data-result]")).to_have_count(2)
    expect(bea.locator(".own")).to_have_attribute("data-result", mine)
    bea.locator(f'[data-beside="{table}"]').click()
    pair = bea.locator("[data-parting]")
    parting = pair.get_attribute("data-parting")
    expect(pair).to_have_attribute("data-version", parting or "")
    expect(bea.locator(".verdict")).to_contain_text("They part here")
    assert faults_in_every_skin(bea) == []
    bea.locator('[data-way="step_back"]').click()
    expect(bea.locator(".verdict")).to_contain_text("the same up to here")
    bea.locator('[data-way="last"]').click()
    expect(bea.locator("[data-points]")).to_have_count(2)
    phone = visit(f"/t/{mine}/deal", phone=True, locale="it-IT")
    expect(phone.locator("[data-result]")).to_have_count(2)
    assert phone.locator("table").evaluate("it => it.offsetWidth <= it.parentElement.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_in_every_skin(phone) == []
    phone.goto(f"/t/{mine}/beside?with={table}&seat=0")
    expect(phone.locator("[data-points]")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
