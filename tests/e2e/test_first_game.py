"""A newcomer's first game explains itself: one note at a time, and none twice."""

from playwright.sync_api import Page, expect

from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import choose_side, finish, keep_objective, lay, wait_for


def test_notes_come_with_what_is_new_and_go(visit: Visit) -> None:
    """On a phone, unscrolled; no card moves; what was read is not told again; a reader who needs none says so once."""
    page = visit(phone=True, locale="en-GB")
    note = page.locator("[data-note]")
    play_solo(page, "Easy")
    wait_for(page, "side")
    choose_side(page)
    keep_objective(page)
    wait_for(page, "card")
    expect(note).to_have_attribute("data-note", "turn")
    assert faults_in_every_skin(page) == []
    lay(page)
    expect(note).to_have_attribute("data-note", "take")
    before = places(page)
    page.get_by_role("button", name="Understood").click()
    expect(note).to_have_count(0)
    assert places(page) == before
    finish(page)
    wait_for(page, "card")
    expect(note).to_have_attribute("data-note", "tybor")
    page.get_by_role("button", name="No more notes").click()
    expect(note).to_have_count(0)
    page.reload()
    wait_for(page, "card")
    lay(page)
    expect(note).to_have_count(0)


def places(page: Page) -> list[tuple[int, int]]:
    """Return where the laid cards are on the screen once they rest."""
    expect(page.locator(".glass.moving")).to_have_count(0)
    boxes = [card.bounding_box() for card in page.locator("[data-laid]").all()]
    return [(round(box["x"]), round(box["y"])) for box in boxes if box]
