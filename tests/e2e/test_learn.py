"""Learning the game: the tutorial by gestures, by keyboard and by skipping, and the rules page."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import drawn, set_out, wait_for

GESTURES = 60
"""More than the tutorial asks for."""


SHOWN = """(document.querySelector('.lesson').dataset.step + document.querySelectorAll('[data-next]').length
  + (document.querySelector('[data-pointed=now]')?.outerHTML.slice(0, 200) ?? ''))"""
"""What changes with every gesture."""


FIGURES = ".book [data-late]"
HEIGHTS = f"[...document.querySelectorAll('{FIGURES}')].map((each) => Math.round(each.getBoundingClientRect().height))"
"""The figures of the rules, and their heights."""


def shown(page: Page) -> str:
    """Return what this page shows of the lesson's progress."""
    return str(page.evaluate(SHOWN))


def pointed(page: Page) -> Locator:
    """Return what is lit on the desk."""
    return page.locator(".stage [data-pointed=now]")


def step_of(page: Page) -> str:
    """Return which step is shown."""
    return page.locator(".lesson").get_attribute("data-step") or ""


def press(page: Page) -> None:
    """Press what is lit where a finger would: a bed in its free middle, anything else in its own."""
    lit = pointed(page)
    lit.wait_for()
    target = lit.locator(".bed") if lit.locator(".bed").count() else lit
    box = target.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def obey(page: Page) -> bool:
    """Do what the lesson asks for and wait until it answers; return whether there was anything left to do."""
    before = shown(page)
    go_on = page.locator("[data-next]")
    if go_on.count():
        go_on.click()
    elif page.locator("[data-skip]").count():
        press(page)
    else:
        return False
    page.wait_for_function(f"() => {SHOWN} !== {json.dumps(before)}")
    return True


def through(page: Page) -> None:
    """Go through the whole tutorial."""
    for _ in range(GESTURES):
        if not obey(page):
            return
    raise AssertionError(f"the tutorial does not end: step {step_of(page)}")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (390, 664), (844, 390)])
def test_the_tutorial_leads_into_a_real_game(visit: Visit, width: int, height: int) -> None:
    """Doing what is lit, always in sight, one arrives at a gentle game against Tybor, on a desk and on phones."""
    page = visit(phone=width < 1000)
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("link", name="Teach me").click()
    expect(page.get_by_role("heading", name="A codex begins")).to_be_visible()
    through(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")
    set_out(page)
    wait_for(page, "card")


def test_the_first_card_lies_after_three_presses(visit: Visit) -> None:
    """From the lobby: the way to learn, the card, the cell."""
    page = visit()
    page.get_by_role("link", name="Teach me").click()
    press(page)
    pointed(page).and_(page.locator("[data-cell]")).wait_for()
    press(page)
    expect(page.locator("[data-ghost]")).to_be_visible()


def test_every_step_can_be_skipped(visit: Visit) -> None:
    """Skipping alone leads to the real game as well."""
    page = visit("/learn")
    page.locator(".lesson").wait_for()
    for _ in range(GESTURES):
        skip = page.locator("[data-skip], [data-next]")
        if not skip.count():
            break
        skip.first.click()
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")


def test_the_tutorial_by_keyboard_alone(visit: Visit) -> None:
    """The focus goes to what is asked for; Enter does it."""
    page = visit("/learn")
    pointed(page).focus()
    for _ in range(GESTURES):
        if page.get_by_role("button", name="Play against Tybor").count():
            break
        before = shown(page)
        ask = page.locator("[data-ask]")
        if ask.count():
            ask.focus()
        elif page.locator("[data-next]").count():
            expect(page.locator("[data-next]")).to_be_focused()
        else:
            expect(page.locator(".stage [data-pointed=now]:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {SHOWN} !== {json.dumps(before)}")
    expect(page.get_by_role("button", name="Play against Tybor")).to_be_focused()


def test_what_is_not_meant_is_answered_kindly(visit: Visit) -> None:
    """A closed cell and a price give the rules' reason; an allowed cell that is not meant says so."""
    page = visit("/learn")
    page.locator('[data-card="20"]').click()
    expect(page.get_by_text("Here, take “Fern”")).to_be_visible()
    press(page)
    page.locator('[data-cell="-1,1"] .bed').click()
    expect(page.get_by_text("The rules allow that too")).to_be_visible()
    page.locator('[data-cell="1,1"] .bed').click(position={"x": 60, "y": 20})
    press(page)
    page.locator('[data-blocked="2,0"]').click()
    expect(page.get_by_text("has no corner towards 2,0")).to_be_visible()
    page.locator("[data-next]").click()
    press(page)
    expect(page.get_by_text("costs 3 plants, you have 2")).to_be_visible()


def test_a_lesson_can_be_begun_anew(visit: Visit) -> None:
    """The dots lead to any lesson, there and back."""
    page = visit("/learn")
    page.get_by_role("button", name="Lesson 9: Points for corners").click()
    expect(page.get_by_role("heading", name="Points for corners")).to_be_visible()
    press(page)
    press(page)
    expect(page.locator(".plan .points")).to_contain_text("4")
    page.get_by_role("button", name="Lesson 2: Corner upon corner").click()
    expect(page.locator("[data-laid]")).to_have_count(1)


def test_leaving_the_tutorial(visit: Visit) -> None:
    """Leave leads back to the lobby."""
    page = visit("/learn")
    page.get_by_role("link", name="Leave").click()
    expect(page).to_have_url(re.compile(r"/$"))


@pytest.mark.parametrize(
    ("locale", "title", "section"),
    [
        ("en-GB", "Rules", "Where a card may lie"),
        ("fr-FR", "Règles", "Où poser une carte"),
        ("it-IT", "Regole", "Dove può stare una carta"),
    ],
)
def test_the_rules_in_three_languages(visit: Visit, locale: str, title: str, section: str) -> None:
    """Every section has an address that leads there, and no text is missing."""
    page = visit("/rules#placing", locale=locale)
    heading = page.get_by_role("heading", name=section)
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    expect(page.get_by_role("heading", name=title)).to_be_attached()
    assert page.locator(".book section h2").count() == page.locator(".book nav a").count() == 14
    assert "{" not in page.locator(".book").inner_text()
    page.locator(".book nav a").nth(12).click()
    expect(page).to_have_url(re.compile("#tybor$"))
    expect(page.locator("#tybor")).to_be_in_viewport()


def test_figures_are_drawn_when_they_come_into_view(visit: Visit) -> None:
    """Far below they are empty places of full size until then, or until the page is printed."""
    page = visit("/rules", phone=True)
    page.locator(".book h2").last.wait_for()
    drawn(page)
    empty, heights = page.locator(FIGURES + ":not(:has(*))"), f"() => {HEIGHTS}"
    assert page.locator(FIGURES).count() > 15
    assert empty.count() > 10
    before = page.evaluate(heights)
    page.locator(FIGURES).last.scroll_into_view_if_needed()
    page.locator(FIGURES).last.locator("*").first.wait_for(state="attached")
    assert 0 < empty.count() < page.locator(FIGURES).count()
    page.evaluate("() => void window.dispatchEvent(new Event('beforeprint'))")
    expect(empty).to_have_count(0)
    assert page.evaluate(heights) == before


def test_the_rules_beside_the_table(page: Page) -> None:
    """During a game the rules open at its side, and the game is still there when they close."""
    play_solo(page)
    url = page.url
    set_out(page)
    wait_for(page, "card")
    rules = page.get_by_role("link", name="Rules", exact=True)
    rules.click()
    dialog = page.get_by_role("dialog", name="Rules")
    dialog.get_by_role("link", name="The price of gold").first.click()
    expect(dialog.get_by_role("heading", name="The price of gold")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.url == url
    wait_for(page, "card")


def test_nothing_serious_against_accessibility(visit: Visit) -> None:
    """Lessons and rules stand before axe in every skin."""
    page = visit("/learn")
    for lesson in ("A codex begins", "Corner upon corner", "Tybor, in one minute", "Objectives", "The final scoring"):
        page.get_by_role("button", name=re.compile(rf": {lesson}$")).click()
        expect(page.get_by_role("heading", name=lesson)).to_be_visible()
        assert axe.faults_in_every_skin(page) == []
    page.goto("/rules")
    page.locator(".book h2").last.wait_for()
    assert axe.faults_in_every_skin(page) == []


def test_an_objective_is_shown_for_its_lesson_alone(visit: Visit) -> None:
    """The cards that stand back are veiled, not transparent; the next lesson has all of them in full light."""
    page = visit("/learn")
    page.locator(".lesson").wait_for()
    behind = page.locator(".behind")
    while not behind.count():
        assert obey(page)
    expect(behind.first).to_have_css("opacity", "1")
    expect(behind.first.locator(".veil")).to_be_visible()
    lesson = page.locator(".lesson h1").inner_text()
    while page.locator(".lesson h1").inner_text() == lesson:
        assert obey(page)
    expect(behind).to_have_count(0)
