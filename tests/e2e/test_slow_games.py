"""Company for slow games: a turn stored ahead, notes of one's own, and what happened since one last looked."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import finish, in_turn, lay, set_out, wait_for
from tests.e2e.quick import sit_down_together
from tests.e2e.running import Server


def two(visit: Visit, server: Server) -> tuple[Page, Page]:
    """Return two people in mid-game: one is to lay a card, the other waits."""
    ann, bea = visit(), visit(phone=True)
    sit_down_together(server, ann, bea, days=3)
    set_out(ann, bea)
    return in_turn(ann, bea)


def to_notes(page: Page) -> Locator:
    """Return the way to one's notes, which on a phone lies in a tray."""
    tab = page.locator("[data-tab-button=story]")
    if tab.is_visible():
        tab.click()
    return page.locator('[data-action="notes"]')


def look_on_a_phone(page: Page) -> None:
    """Look at the stored turn where a phone has the market above the hand: it can be pressed there."""
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator('[data-action="back"]').click()
    page.locator('[data-action="stored"]').click()
    expect(page.locator('[data-action="withdraw"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-action="withdraw"]')).to_have_count(0)
    page.set_viewport_size(size or {"width": 390, "height": 844})


def test_a_turn_stored_ahead_is_played_and_notes_stay_ones_own(visit: Visit, server: Server) -> None:
    """It is played when the turn comes; notes are there again after a reload, on one side alone."""
    first, waits = two(visit, server)
    lay(waits)
    waits.locator('[data-action="store"]').click()
    expect(waits.get_by_role("heading", name="When my turn comes")).to_be_visible()
    waits.get_by_role("button", name="Store it").click()
    expect(waits.locator('[data-action="stored"]')).to_be_visible()
    look_on_a_phone(waits)
    lay(first)
    finish(first)
    wait_for(first, "card")
    expect(waits.locator('[data-action="stored"]')).to_have_count(0)
    to_notes(first).click()
    first.get_by_label("Note", exact=True).fill("Keep the fox")
    first.get_by_role("button", name="Pin it").click()
    expect(first.get_by_text("Keep the fox").first).to_be_visible()
    first.reload()
    wait_for(first, "card")
    expect(to_notes(first)).to_have_text("My notes (1)")
    assert "Keep the fox" not in waits.content()


def test_what_happened_is_told_to_one_who_comes_back(visit: Visit, server: Server) -> None:
    """As a list; it is told once."""
    first, waits = two(visit, server)
    home = waits.url
    waits.wait_for_function("() => localStorage.getItem('codex.looked') !== null")
    waits.goto("/games")
    lay(first)
    finish(first)
    wait_for(first, "wait")
    waits.goto(home)
    wait_for(waits, "card")
    entries = waits.locator("[data-since] li")
    expect(entries.first).to_be_visible()
    assert entries.count() >= 2
    waits.get_by_role("button", name="Close").first.click()
    waits.reload()
    wait_for(waits, "card")
    expect(waits.locator("[data-since]")).to_have_count(0)
