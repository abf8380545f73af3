"""The table in words: a whole game by typing, the same plan as the drawn table, and nothing against accessibility."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import ENOUGH_TURNS, asked, lay, set_out, wait_for

MINUS = "\N{MINUS SIGN}"
SOURCES = ("draw gold-1", "d r2", "d gold deck", "draw resource 1", "draw gold 2", "draw resource-deck")
CELL = re.compile(rf"^({MINUS}?\d+,{MINUS}?\d+): (?:(\d+) points?)?")


def say(page: Page, line: str) -> list[str]:
    """Type a command and return the lines of the answer."""
    field = page.get_by_role("textbox", name="Command")
    field.fill(line)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    return page.locator("[data-answer] :is(li, p:not(.asked))").all_inner_texts()


def enter_words(page: Page) -> None:
    """Go from the drawn table to the text mode by keyboard, as a newcomer does."""
    page.locator("[data-mode]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The table in words")).to_be_visible()


def begin(page: Page, level: str = "Normal") -> None:
    """Come to the first turn of a game against Tybor, by typing."""
    play_solo(page, level)
    enter_words(page)
    say(page, "side back")
    wait_for(page, "objective")
    say(page, "objective 1")
    wait_for(page, "card")


def best_cell(lines: list[str]) -> str | None:
    """Return the cell that gives most, among lines such as "1,1: 2 points; …"."""
    cells = [found for found in map(CELL.match, lines) if found]
    return max(cells, key=lambda found: int(found[2] or 0))[1] if cells else None


def plan(page: Page) -> None:
    """Plan the first card of the hand that can be laid with its front up, or the first one face down."""
    for face in ("1 front", "2 front", "3 front", "1 back"):
        cell = best_cell(say(page, f"open {face}"))
        if cell:
            assert say(page, f"place {face} {cell}")[0].startswith("Planned: ")
            return
    raise AssertionError("nothing can be laid")


def end_turn(page: Page, turn: int) -> None:
    """Take a card from the first source that still has one; confirm if there is none."""
    if wait_for(page, "source", "confirm") == "confirm":
        say(page, "confirm")
    for number in range(len(SOURCES)):
        if asked(page) != "source":
            break
        say(page, SOURCES[(turn + number) % len(SOURCES)])
    wait_for(page, "card", "over")


def test_a_whole_game_by_typing(page: Page) -> None:
    """From the side of the starter card to the final score, nothing but the command line is used."""
    begin(page)
    for turn in range(ENOUGH_TURNS):
        if wait_for(page, "card", "over") == "over":
            break
        plan(page)
        end_turn(page, turn)
    assert asked(page) == "over"
    scoring = page.locator("[data-scoring] li")
    mine = scoring.filter(has_text="in all, from").inner_text()
    total, parts = int(re.findall(r"(\d+) in all", mine)[0]), re.findall(r"(\d+) points? (?:on|for)", mine)
    assert len(parts) == 4
    assert total == sum(map(int, parts))
    assert say(page, "score") == scoring.all_inner_texts()
    assert turn >= 8
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_what_happens_is_said_in_one_go(page: Page) -> None:
    """The own turn, Tybor's turn and the next one are one announcement; refusals are said at once."""
    begin(page)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Your turn")
    say(page, "draw gold-1")
    expect(alert).to_contain_text("Lay a card first")
    plan(page)
    expect(page.get_by_role("status")).to_contain_text("Planned: ")
    say(page, "draw gold-1")
    expect(alert).to_have_text(re.compile(r"^You laid .* You took .* Tybor .* Your turn\.\s*$"))


def test_the_plan_is_the_same_when_drawn_and_in_words(page: Page) -> None:
    """A reader who changes sides in the middle of a turn finds it as it was; the choice is kept for the next visit."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    cell = lay(page)
    enter_words(page)
    expect(page.locator("[data-mode]")).to_be_focused()
    expect(page.locator("[data-plan]")).to_contain_text(f"on {cell.replace('-', MINUS)}")
    say(page, "undo")
    plan(page)
    words = page.locator("[data-plan]").inner_text()
    page.get_by_role("button", name="Drawn table").click()
    expect(page.locator("[data-ghost]")).to_have_count(1)
    assert asked(page) == "source"
    enter_words(page)
    assert page.locator("[data-plan]").inner_text() == words
    page.reload()
    expect(page.get_by_role("heading", name="The table in words")).to_be_visible()


def test_a_turn_by_pressing_buttons(page: Page) -> None:
    """Each press leads to the part of the page that comes next, and the focus is never lost."""
    begin(page)
    press = page.keyboard.press
    page.locator("[data-take]").nth(1).focus()
    press("Enter")
    expect(page.get_by_role("heading", name="Open cells", exact=True)).to_be_focused()
    press("Tab")
    press("Tab")
    press("Enter")
    expect(page.get_by_role("heading", name="Market")).to_be_focused()
    page.get_by_role("button", name="Take back").press("Enter")
    expect(page.get_by_role("heading", name="Open cells", exact=True)).to_be_focused()
    page.locator("[data-lay]").first.press("Enter")
    page.locator("[data-source]").last.press("Enter")
    expect(page.locator(".now")).to_be_focused()
    wait_for(page, "card")
    assert page.locator("[data-codex] tbody tr").count() == 2
    press("Escape")
    expect(page.get_by_role("textbox", name="Command")).to_be_focused()
    say(page, "hand")
    press("ArrowUp")
    expect(page.get_by_role("textbox", name="Command")).to_have_value("hand")


@pytest.mark.parametrize(
    ("locale", "lines", "front"),
    [
        ("fr-FR", ("face verso", "objectif 1", "main"), "Recto"),
        ("it-IT", ("lato retro", "obiettivo 1", "mano"), "Fronte"),
    ],
)
def test_commands_in_the_own_language(visit: Visit, locale: str, lines: tuple[str, ...], front: str) -> None:
    """French and Italian words are understood and answered; English ones besides."""
    page = visit("/#solo", locale=locale)
    page.locator("form button.inked").click()
    page.locator("[data-mode]").press("Enter")
    field = page.locator("[data-command]")
    for line, then in zip((*lines, "hand"), ("objective", "card", "card", "card"), strict=True):
        field.fill(line)
        field.press("Enter")
        wait_for(page, then)
    expect(page.locator("[data-answer]")).to_contain_text(f"{front}")


def test_nothing_serious_against_accessibility(visit: Visit) -> None:
    """Setup, a plan and its answer stand before axe in every skin."""
    page = visit()
    play_solo(page, "Hard")
    enter_words(page)
    assert axe.faults_in_every_skin(page) == []
    set_out(page)
    wait_for(page, "card")
    plan(page)
    page.locator("summary").first.click()
    assert axe.faults_in_every_skin(page) == []
    say(page, "place unicorn")
    assert axe.faults_in_every_skin(page) == []


@pytest.mark.parametrize("width", [390, 320])
def test_the_page_reflows(phone: Page, width: int) -> None:
    """On a phone, and at 400 % of a desk, everything is read without scrolling sideways."""
    begin(phone)
    phone.set_viewport_size({"width": width, "height": 700})
    plan(phone)
    say(phone, "codex")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = phone.evaluate(
        """[...document.querySelectorAll('.words button, .words summary, [data-mode]')]
          .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 44)
          .map(each => each.textContent)"""
    )
    assert small == []
