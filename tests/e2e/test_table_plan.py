"""Thinking at the table: plans, reasons, the keyboard, the phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.late import drawing_late
from tests.e2e.lobby import come_back, play_solo
from tests.e2e.playing import asked, finish, lay, play_on, set_out, tap, wait_for
from tests.e2e.quick import finished_table, hurry
from tests.e2e.running import Server

TOUCH = 44


def begin(page: Page) -> None:
    """Come to the first turn of a game against Tybor."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")


def test_a_plan_can_be_taken_back_until_a_card_is_taken(page: Page) -> None:
    """Ghosts move freely and are sent nowhere; Escape puts the card back into the hand."""
    begin(page)
    entries = page.locator(".story li").count()
    lay(page)
    expect(page.locator("section.plan")).to_be_visible()
    cells = page.locator(".target[data-points]")
    other = cells.first.get_attribute("data-cell")
    assert other
    tap(page, other)
    page.keyboard.press("Escape")
    assert asked(page) == "cell"
    page.keyboard.press("Escape")
    assert asked(page) == "card"
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(page.locator(".story li")).to_have_count(entries)
    expect(page.locator("[data-laid]")).to_have_count(1)


def test_the_plan_shows_its_symbols_and_points(page: Page) -> None:
    """The counters and the track show what would be, while the card is only planned."""
    begin(page)
    for _ in range(4):  # a card may cover as many of each symbol as it shows
        before = _counted(page)
        lay(page)
        during = _counted(page)
        assert _changes(page) == sorted(
            int(now) - int(then) for now, then in zip(during, before, strict=True) if now != then
        )
        finish(page)
        wait_for(page, "card")
        assert _counted(page) == during
        if during != before:
            return
    raise AssertionError("no plan has changed what is counted")


def _counted(page: Page) -> list[str]:
    return [text.split()[0] for text in page.locator(".mine [data-symbol]").all_inner_texts()]


def _changes(page: Page) -> list[int]:
    """Return what the plan says of symbols, what it covers taken off what it brings."""
    texts = page.locator(".plan .symbols [role=img] > span").all_inner_texts()
    return sorted(int(text.replace("\N{MINUS SIGN}", "-")) for text in texts)


def test_a_card_that_cannot_be_paid_says_why(page: Page) -> None:
    """The gold card of the first hand is never to be had with what a starter shows, or lights its cells."""
    begin(page)
    unpaid = page.locator('[data-card][aria-label*="cannot be paid now"]')
    unpaid.first.click()
    expect(page.locator(".now")).to_contain_text("costs")
    expect(page.locator(".target[data-points]")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator(".target[data-points]").first).to_be_visible()


def test_a_card_can_be_dragged_onto_the_codex(page: Page) -> None:
    """A card dropped on an open cell is planned there; dropped elsewhere it stays in the hand."""
    begin(page)
    page.get_by_role("button", name="No more notes").click()  # they move the codex
    expect(page.locator("[data-note]")).to_have_count(0)
    page.locator("[data-flip]").first.click()
    card = page.locator("[data-card]").first
    cell = page.locator(".target").first.get_attribute("data-cell")
    page.keyboard.press("Escape")
    start, end = card.bounding_box(), page.locator(f'[data-cell="{cell}"] .bed').bounding_box()
    assert start
    assert end
    for drop in ((start["x"] + 400, start["y"] + 60), (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)):
        page.mouse.move(start["x"] + 60, start["y"] + 40)
        page.mouse.down()
        page.mouse.move(*drop, steps=6)
        page.mouse.up()
    expect(page.locator(f'[data-ghost="{cell}"]')).to_be_visible()


@pytest.mark.parametrize("late", [False, True], ids=["drawn at once", "drawn late"])
def test_a_turn_by_keyboard_alone(page: Page, *, late: bool) -> None:
    """From the first choice to taking a card, the focus goes along; F turns over, Escape takes back."""
    play_solo(page)
    wait_for(page, "side")
    if late:
        page.evaluate(drawing_late(500))
    page.locator("[data-choice]").first.focus()
    for step in ("objective", "card"):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        wait_for(page, step)
        expect(page.locator("[data-choice]:focus, [data-card]:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".target:focus")).to_have_count(1)
    begun_at = page.locator(".target:focus").get_attribute("data-cell")
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(arrow)
    expect(page.locator(".target:focus")).to_have_count(1)
    assert begun_at
    page.keyboard.press("Enter")
    expect(page.locator("[data-source]:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".target:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[data-source]:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_for(page, "card")
    expect(page.locator("[data-laid]")).to_have_count(2)


def test_a_game_on_a_phone(visit: Visit) -> None:
    """Everything fits without scrolling, what is touched is large enough, and the trays come by themselves."""
    phone = visit(phone=True)
    play_solo(phone, "Hard")
    set_out(phone)
    wait_for(phone, "card")
    expect(phone.locator(".tray-hand")).to_be_visible()
    lay(phone)
    expect(phone.locator(".tray-market")).to_be_visible()
    expect(phone.locator(".tray-hand")).to_be_hidden()
    small = phone.evaluate(
        """least => [...document.querySelectorAll('.desk button')]
          .filter(each => each.checkVisibility())
          .map(each => [each.className, each.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < least).map(([name]) => name)""",
        TOUCH,
    )
    assert small == []
    finish(phone)
    for tab in ("Market", "Objectives", "Log", "Hand"):
        phone.get_by_role("button", name=tab, exact=True).tap()
    hurry(visit.running, phone)
    assert play_on(phone) >= 1
    expect(phone.locator(".final")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_language_is_changed_at_the_table(page: Page) -> None:
    """Every word follows at once, and the plan stays."""
    begin(page)
    lay(page)
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".now")).to_have_text("Prenez une carte pour finir votre tour")
    expect(page.locator("[data-ghost]")).to_have_count(1)
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator(".now")).to_have_text("Pesca una carta per finire il turno")


def test_nothing_serious_against_accessibility(page: Page, server: Server) -> None:
    """Setup, plan and end stand before axe in every skin."""
    play_solo(page, "Hard")
    wait_for(page, "side")
    assert axe.faults_in_every_skin(page) == []
    set_out(page)
    wait_for(page, "card")
    lay(page)
    assert axe.faults_in_every_skin(page) == []
    come_back(page, *finished_table(server, seats=1, solo="hard"))
    expect(page.locator(".final")).to_be_in_viewport()
    assert axe.faults_in_every_skin(page) == []


def test_an_open_cell_waits_for_a_card(page: Page) -> None:
    """Before a card is chosen a cell under the pointer stays quiet, and pressing it says what comes first."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    cell = page.locator(".target").first
    quiet = cell.locator(".bed").evaluate("bed => getComputedStyle(bed).fillOpacity")
    cell.hover()
    expect(cell.locator(".bed")).to_have_css("fill-opacity", quiet)
    cell.click()
    expect(page.get_by_text("First choose a card from your hand")).to_be_visible()
    page.locator("[data-card]").first.click()
    cell.hover()
    expect(cell.locator(".bed")).to_have_css("fill-opacity", "0.4")
