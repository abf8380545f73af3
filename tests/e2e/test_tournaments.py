"""Tournaments and clubs on their pages: announced, joined by another person, begun, and told as it stands."""

import os
import time

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.quick import ask
from tests.e2e.running import Server
from tests.e2e.test_daily import signed_in

LINES = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('h1'));
  return new Set([...words.getClientRects()].map(({ bottom }) => bottom)).size;
}"""
"""On how many lines the title stands."""


def test_a_tournament_is_announced_joined_and_begun(server: Server, visit: Visit) -> None:
    """The host announces it, another person joins by its address, and both find their tables there."""
    ann, bea = visit("/"), visit("/", phone=True)
    signed_in(server, ann, f"Host {time.monotonic_ns() % 10**9}")
    ann.goto("/tournaments")
    ann.locator('[data-action="new"]').click()
    ann.locator("input[required]").first.fill("Thursday")
    ann.locator('[data-action="announce"]').click()
    ann.locator('[data-action="join"]').click()
    expect(ann.locator('[data-action="withdraw"]')).to_be_visible()
    bea.goto("/tournaments")
    expect(bea.locator("h1")).to_have_text("Tournaments")
    assert bea.evaluate(LINES) == 1, "a long title is set smaller, not broken"
    bea.goto(ann.url)
    bea.locator('[data-action="join"]').click()
    expect(bea.locator("[data-player]")).to_have_count(2)
    ann.locator("details summary").first.click()
    ann.locator('[data-action="begin"]').click()
    for page in (ann, bea):
        expect(page.locator('[data-action="table"]')).to_be_visible()
        expect(page.locator("[data-round='1'] li")).to_have_count(1)
        assert faults_in_every_skin(page) == []
    bea.locator('[data-action="table"]').click()
    bea.wait_for_url("**/t/*")


def test_a_club_is_founded_and_joined(server: Server, visit: Visit) -> None:
    """Its admin gets a link, by which another person becomes a member."""
    ann, bea = visit("/"), visit("/", phone=True)
    name = f"Admin {time.monotonic_ns() % 10**9}"
    token = signed_in(server, ann, name)
    ann.goto("/clubs")
    ann.locator("input[required]").fill("The Inkwell")
    ann.locator('[data-action="found"]').click()
    link = ann.locator("[data-link]").text_content() or ""
    bea.goto(link)
    bea.locator('[data-action="join"]').click()
    expect(bea.locator("h1")).to_have_text("The Inkwell")
    assert ask(server, "/clubs", token=token)[0]["members"] == 2
    assert faults_in_every_skin(ann) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_host_removes_a_player_readmits_them_and_ends_it(server: Server, visit: Visit, phone: bool) -> None:
    """Each is asked about first; who was removed is told, and finds no way back until readmitted."""
    ann, bea = visit("/", phone=phone), visit("/", phone=not phone)
    token = signed_in(server, ann, f"Host {time.monotonic_ns() % 10**9}")
    plan = {"kind": "swiss", "clock": {"kind": "correspondence", "days": 2}, "rounds": 3, "pause": 3600}
    body = {"name": "Thursday", "starts": time.time() + 900, "plan": plan, "bots": ["random"] * 2}
    tournament = ask(server, "/tournaments", body, token)["info"]["id"]
    for page in (ann, bea):
        page.goto(f"/tournaments/{tournament}")
        page.locator('[data-action="join"]').click()
        expect(page.locator('[data-action="withdraw"]')).to_be_visible()
    ask(server, f"/tournaments/{tournament}/begin", {}, token)
    expect(ann.locator("[data-round='1'] li")).to_have_count(2)
    expect(bea.locator('[data-action="table"]')).to_be_visible()
    ann.locator("details summary").first.click()
    ann.locator("details details summary").first.click()
    players = ann.locator("[data-entrant]")
    expect(players).to_have_count(4)
    own = bea.locator("tr.own").get_attribute("data-player")
    row = ann.locator(f"[data-entrant='{own}']")
    row.locator('[data-action="remove"]').click()
    expect(row.locator('[data-action="remove-sure"]')).to_be_focused()
    ann.keyboard.press("Escape")
    expect(row.locator('[data-action="remove"]')).to_be_focused()
    ann.keyboard.press("Enter")
    expect(row.locator('[data-action="remove-sure"]')).to_be_focused()
    looked_at(ann, "asked")
    ann.keyboard.press("Enter")
    removed = ann.locator(f"[data-removed='{own}']")
    expect(removed).to_be_visible()
    expect(players).to_have_count(3)
    expect(ann.locator("details details summary").first).to_be_focused()
    expect(bea.get_by_text("Only its host can readmit you")).to_be_visible()
    expect(bea.locator('[data-action="table"]')).to_be_visible()
    expect(bea.locator('[data-action="join"], [data-action="back"], [data-action="withdraw"]')).to_have_count(0)
    looked_at(ann, "removed")
    looked_at(bea, "barred")
    for page in (ann, bea):
        assert faults_in_every_skin(page) == []
    removed.locator('[data-action="readmit"]').click()
    expect(players).to_have_count(4)
    expect(bea.locator('[data-action="back"]')).to_be_visible()
    bea.locator('[data-action="back"]').click()
    expect(bea.locator('[data-action="withdraw"]')).to_be_visible()
    ann.locator('[data-action="end"]').click()
    looked_at(ann, "ending")
    ann.locator('[data-action="end-sure"]').click()
    for page in (ann, bea):
        expect(page.get_by_text("The last games are played to their end")).to_be_visible()
        expect(page.locator('[data-action="withdraw"], [data-action="end"]')).to_have_count(0)
        assert faults_in_every_skin(page) == []
    looked_at(bea, "ended")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_removed_member_has_no_way_back_by_the_old_link(server: Server, visit: Visit, phone: bool) -> None:
    """The admin is asked first, and told that the link is a new one."""
    ann = visit("/", phone=phone)
    token = signed_in(server, ann, f"Admin {time.monotonic_ns() % 10**9}")
    club = ask(server, "/clubs", {"name": "The Inkwell"}, token)
    guest = ask(server, "/guests", {"name": "Bea"})["token"]
    ask(server, "/clubs/join", {"invite": club["invite"]}, guest)
    ann.goto(f"/clubs/{club['info']['id']}")
    link = ann.locator("[data-link]")
    before = link.text_content() or ""
    ann.locator('[data-action="remove"]').click()
    looked_at(ann, "member")
    ann.locator('[data-action="remove-sure"]').click()
    expect(ann.locator(".member")).to_have_count(1)
    expect(link).not_to_have_text(before)
    expect(ann.get_by_text("The old link to join is void").first).to_be_attached()
    looked_at(ann, "link")
    assert faults_in_every_skin(ann) == []


def looked_at(page: Page, name: str) -> None:
    """Keep what a page shows, where `LOOK` names a folder."""
    if folder := os.environ.get("LOOK"):
        width = page.evaluate("innerWidth")
        page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
