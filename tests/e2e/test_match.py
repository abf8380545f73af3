"""The same cards at several tables: a match that each plays once by link, and an evening with people."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.playing import wait_for
from tests.e2e.quick import ask, play_out
from tests.e2e.running import Server
from tests.e2e.test_daily import signed_in


def test_a_match_is_opened_shared_and_compared(own_server: Server, visits: Callable[[Server], Visit]) -> None:
    """From the tournaments to new cards; another who has the link sees results only after their own game."""
    visit = visits(own_server)
    ada = visit("/tournaments")
    ada.locator('[data-action="match"]').click()
    expect(ada.locator('[data-action="open-match"]')).to_be_enabled()
    assert faults_in_every_skin(ada) == []
    ada.locator('[data-action="open-match"]').click()
    ada.locator('[data-action="play-match"]').wait_for()
    match = ada.url.rpartition("/")[2]
    bob = ask(own_server, "/guests", {"name": "Bob"})["token"]
    table = ask(own_server, f"/matches/{match}/play", {}, bob)["table"]["id"]
    play_out(own_server, table, bob, 4)
    ada.reload()
    expect(ada.locator("[data-players]")).to_have_attribute("data-players", "1")
    expect(ada.locator("[data-result]")).to_have_count(0)
    ada.locator('[data-action="play-match"]').click()
    wait_for(ada, "side")
    mine = ada.url.rpartition("/")[2]
    token = ada.evaluate("() => JSON.parse(localStorage.getItem('codex.guest')).token")
    play_out(own_server, mine, token, 5)
    phone = visit(f"/match/{match}", phone=True, locale="fr-FR")
    phone.locator('[data-action="play-match"]').wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.goto(f"/match/{match}")
    expect(ada.locator("[data-result]")).to_have_count(2)
    ada.locator(f'[data-beside="{table}"]').click()
    ada.locator("[data-parting]").wait_for()


def test_an_evening_with_people_is_opened_by_link(own_server: Server, visits: Callable[[Server], Visit]) -> None:
    """It is a duplicate tournament that its host has joined and begins when the others are there."""
    ada = visits(own_server)("/")
    signed_in(own_server, ada, "Ada")
    ada.goto("/match")
    ada.locator('input[value="people"]').check(force=True)
    ada.locator('[data-action="open-match"]').click()
    expect(ada.locator('[data-stage="announced"]')).to_contain_text("1 player")
    expect(ada.locator("details summary").first).to_be_visible()
