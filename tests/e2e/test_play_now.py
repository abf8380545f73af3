"""Play now, as two people use it who do not know each other."""

from playwright.sync_api import expect

from tests.e2e import axe
from tests.e2e.conftest import TIMEOUT, Visit
from tests.e2e.lobby import sign

WAITING = 30_000
"""Milliseconds after which a bot is offered to who waits."""


def test_two_who_press_play_now_meet(visit: Visit) -> None:
    """One waits on a desk and is offered a bot, the other comes on a phone: both sit at one table, under way."""
    desk, phone = visit("/play-now"), visit("/play-now", phone=True)
    for page, name in ((desk, "Ada"), (phone, "Bob")):
        sign(page, name)
    desk.get_by_role("button", name="Find people").click()
    expect(desk.get_by_text("Looking for people…").first).to_be_visible()
    assert axe.faults_in_every_skin(desk) == []
    desk.get_by_role("button", name="Stop searching").click()
    desk.get_by_role("button", name="Find people").click()
    expect(desk.get_by_role("button", name="Play Berta")).to_be_visible(timeout=WAITING + TIMEOUT)
    phone.get_by_role("button", name="Find people").click()
    for page in (desk, phone):
        page.wait_for_url("**/t/*")
    assert desk.url == phone.url
    for page, other in ((desk, "Bob"), (phone, "Ada")):
        expect(page.get_by_text(other).first).to_be_visible()
