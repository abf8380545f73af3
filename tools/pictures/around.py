"""Scenes around a game: rates, a review, a puzzle."""

from playwright.sync_api import Page, expect

from codex_naturalis.analysis.puzzles import Kind, puzzles
from codex_naturalis.rules import Place
from tests.e2e.playing import tap, wait_for
from tests.e2e.visual.moments import enter, look_back

from .games import record_of
from .scenes import Stage, screen
from .table import THINKING

__all__: list[str] = []


@screen()
def explore(stage: Stage) -> Page:
    """See how the cards fare, creature by creature, with one of them chosen."""
    page = stage.visit()
    enter(page, "/explore")
    expect(page.locator("[data-spot]")).to_have_count(80)
    page.locator("[data-spot='79']").evaluate("it => it.focus({ preventScroll: true })")
    page.locator("figure").first.evaluate("it => it.scrollIntoView()")
    return page


@screen()
def review(stage: Stage) -> Page:
    """Read how the teacher judges the game against Tybor, at one of the three turns it begins with."""
    page = stage.visit()
    look_back(page, record_of(1), "turn=0&seat=0")
    page.locator('[data-action="review"]').click()
    page.locator('[data-action="begin-review"]').click()
    expect(page.locator('[data-review="ready"]')).to_be_visible(timeout=THINKING)
    page.locator('[data-highlight] [data-action="show"]').last.click()
    expect(page.locator("[data-advised] text").first).to_be_attached()
    page.locator("[data-highlight]").first.scroll_into_view_if_needed()
    return page


@screen()
def puzzle(stage: Stage) -> Page:
    """Solve a puzzle."""
    one = next(each for each in puzzles() if each.question.kind is Kind.POINTS and isinstance(each.answer[0], Place))
    place = one.answer[0]
    assert isinstance(place, Place)
    page = stage.visit()
    enter(page, f"/puzzles/{one.number}")
    wait_for(page, "card")
    if place.side == "front":
        page.locator(f'[data-card="{place.card}"]').click()
    else:
        page.locator(f'[data-flip="{place.card}"]').click()
    tap(page, f"{place.cell[0]},{place.cell[1]}")
    page.locator('[data-action="confirm"]').click()
    expect(page.locator(".question")).to_have_attribute("data-state", "right")
    return page
