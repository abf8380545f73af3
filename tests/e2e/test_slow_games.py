"""Company for slow games: a turn stored ahead, notes of one's own, and what happened since one last looked."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, sign, sit_down
from tests.e2e.playing import finish, in_turn, lay, set_out, wait_for


def two(visit: Visit) -> tuple[Page, Page]:
    """Return two people in mid-game: one is to lay a card, the other waits."""
    ann, bea = visit(), visit(phone=True)
    sign(ann, "Ann")
    table = lay_table(ann)
    bea.goto(table)
    sit_down(bea, "Bea")
    set_out(ann, bea)
    return in_turn(ann, bea)


def to_notes(page: Page) -> Locator:
    """Return the way to one's notes, which on a phone lies in a tray."""
    tab = page.locator("[data-tab-button=story]")
    if tab.is_visible():
        tab.click()
    return page.locator('[data-action="notes"]')


MEET = """() => {
  const boxOf = (of) => document.querySelector(of).getBoundingClientRect();
  const [leave, offer] = [boxOf('[data-action=leave]'), boxOf('[data-offer]')];
  return leave.top < offer.bottom && offer.top < leave.bottom && leave.left < offer.right;
}"""
"""Whether the way out and the offer of sounds lie on each other."""


def told_on_a_phone(page: Page) -> None:
    """Look at the stored turn where a phone has the market above the hand: it can be pressed there."""
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator('[data-action="back"]').click()
    page.locator('[data-action="stored"]').click()
    expect(page.locator('[data-action="withdraw"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-action="withdraw"]')).to_have_count(0)
    page.set_viewport_size(size or {"width": 390, "height": 844})


def test_a_turn_stored_ahead_is_played_and_notes_stay_ones_own(visit: Visit) -> None:
    """It is played when the turn comes; notes are there again after a reload, on one side alone."""
    first, waits = two(visit)
    for page in (first, waits):
        if page.evaluate("innerWidth") > 1000:
            page.locator("[data-offer]").wait_for()
            page.locator('[data-action="leave"]').wait_for()
            assert not page.evaluate(MEET)
    lay(waits)
    waits.locator('[data-action="store"]').click()
    expect(waits.get_by_role("heading", name="When my turn comes")).to_be_visible()
    waits.get_by_role("button", name="Store it").click()
    expect(waits.locator('[data-action="stored"]')).to_be_visible()
    told_on_a_phone(waits)
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


def test_what_happened_is_told_to_one_who_comes_back(visit: Visit) -> None:
    """As a list; it is told once."""
    first, waits = two(visit)
    home = waits.url
    waits.wait_for_function("() => localStorage.getItem('codex.looked') !== null")
    waits.goto("/games")
    lay(first)
    finish(first)
    wait_for(first, "wait")
    waits.goto(home)
    wait_for(waits, "card")
    told = waits.locator("[data-since] li")
    expect(told.first).to_be_visible()
    assert told.count() >= 2
    waits.get_by_role("button", name="Close").first.click()
    waits.reload()
    wait_for(waits, "card")
    expect(waits.locator("[data-since]")).to_have_count(0)
