"""Puzzles in the browser: by touch and by keyboard, judged, explained, remembered."""

import re

from playwright.sync_api import Page, expect

from codex_naturalis.analysis.puzzles import Kind, Puzzle, current_puzzles, view_of_puzzle
from codex_naturalis.rules import Draw, Place
from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.lobby import go_to
from tests.e2e.playing import tap, wait_for


def first(kind: Kind) -> Puzzle:
    """Return the first puzzle of a kind whose answer lays its card face up."""
    return next(
        puzzle
        for puzzle in current_puzzles()
        if puzzle.question.kind is kind and isinstance(puzzle.answer[0], Place) and puzzle.answer[0].side == "front"
    )


def answer_of(puzzle: Puzzle) -> tuple[Place, str]:
    """Return the card of the answer, and the name of its cell in the page."""
    place = puzzle.answer[0]
    assert isinstance(place, Place)
    return place, f"{place.cell[0]},{place.cell[1]}"


def verdict(page: Page, wanted: str) -> None:
    """Wait for what is said to the answer."""
    expect(page.locator(".question")).to_have_attribute("data-state", wanted)


def test_a_puzzle_is_missed_hinted_solved_and_explained(visit: Visit) -> None:
    """A wrong answer learns what it brings; the right one is explained, marked in the list, and leads on."""
    puzzle = first(Kind.POINTS)
    place, cell = answer_of(puzzle)
    page = visit("/")
    go_to(page, "Play", "Puzzles")
    expect(page.locator("[data-puzzle]")).to_have_count(len(current_puzzles()))
    laid = view_of_puzzle(puzzle.number).seats[puzzle.seat].laid
    expect(page.locator(f'[data-puzzle="{puzzle.number}"] path')).to_have_count(len(laid))
    assert faults_in_every_skin(page) == []
    page.locator(f'[data-puzzle="{puzzle.number}"]').click()
    wait_for(page, "card")
    page.locator(f'[data-card="{place.card}"]').click()
    other = next(
        f"{x},{y}"
        for x, y in view_of_puzzle(puzzle.number).seats[view_of_puzzle(puzzle.number).viewer or 0].open
        if f"{x},{y}" != cell
    )
    tap(page, other)
    expect(page.locator(".plan")).not_to_contain_text("point")
    page.locator('[data-action="confirm"]').click()
    verdict(page, "wrong")
    expect(page.locator("[data-said]")).to_contain_text("there is a turn for")
    page.locator('[data-action="puzzle-hint"]').click()
    expect(page.locator("[data-said]")).to_contain_text("The card to lay")
    assert faults_in_every_skin(page) == []
    page.locator('[data-action="back"]').click()
    tap(page, cell)
    page.locator('[data-action="confirm"]').click()
    verdict(page, "right")
    page.locator('[data-action="why"]').click()
    expect(page.locator("[data-why] li").first).to_contain_text("You laid")
    assert faults_in_every_skin(page) == []
    page.keyboard.press("Escape")
    page.locator('[data-action="next"]').click()
    expect(page).to_have_url(re.compile(f"/puzzles/{puzzle.number + 1}$"))
    page.goto("/puzzles")
    expect(page.locator(f'[data-puzzle="{puzzle.number}"]')).to_have_accessible_name(re.compile(", solved$"))
    expect(page.locator("[data-solved]")).to_have_attribute("data-solved", "1")


def test_two_turns_are_answered_with_the_keys_on_a_phone(visit: Visit) -> None:
    """Card, cell and the card to take, in the words of the reader's language; the bar shows no sideways scrolling."""
    puzzle = first(Kind.TURNS)
    place, cell = answer_of(puzzle)
    draw = puzzle.answer[1]
    assert isinstance(draw, Draw)
    page = visit(f"/puzzles/{puzzle.number}", phone=True, locale="fr-FR", skin="contrast")
    wait_for(page, "card")
    expect(page.locator(".question")).to_contain_text("Ce tour et le suivant")
    page.locator(f'[data-card="{place.card}"]').focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-cell="{cell}"]').focus()
    page.keyboard.press("Enter")
    wait_for(page, "source")
    page.locator(f'[data-source="{draw.source}"]').focus()
    page.keyboard.press("Enter")
    verdict(page, "right")
    assert faults_in_every_skin(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_daily_puzzle_counts_days_unless_the_answer_was_shown(visit: Visit) -> None:
    """Shown, it is not solved; in the text mode it is told in words."""
    page = visit("/puzzles/daily")
    page.locator('[data-action="show"]').click()
    verdict(page, "shown")
    page.locator("[data-mode]").click()
    expect(page.get_by_role("heading", level=1).first).to_contain_text("Puzzle")
    expect(page.locator("#words-objectives")).to_be_visible()
    assert faults_in_every_skin(page) == []
    page.goto("/puzzles")
    expect(page.locator("[data-daily]")).to_be_visible()
    expect(page.locator("[data-streak]")).to_have_count(0)
    expect(page.locator(".seen[data-puzzle]")).to_have_count(1)
