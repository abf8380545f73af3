"""Tournaments and clubs on their pages: announced, joined by another person, begun, and told as it stands."""

import time

from playwright.sync_api import expect

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
        expect(page.locator('[data-action="table"]')).to_be_visible(timeout=30_000)
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
