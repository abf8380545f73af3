"""Any position in the browser: copied from a game, pasted, set up by hand, played on and advised."""

import re

import pytest
from playwright.sync_api import Page, expect

from codex_naturalis.analysis import prepare
from codex_naturalis.rules import Phase
from codex_naturalis.views import view_of
from tests.analysis.positions import moment
from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import finish, lay, set_out, wait_for

THINKING = 180_000
"""Milliseconds that the teacher may take on a busy machine."""


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compile the kernel first, as the server would in the background."""
    prepare()


def code() -> str:
    """Return what a player knows in the sixth round of a game of two."""
    state, seat = moment(2, Phase.PLACE, rounds=6)
    return view_of(state, seat).code()


def shown(page: Page) -> str:
    """Return the code of the position on the page."""
    return page.locator("[data-analysis]").get_attribute("data-analysis") or ""


@pytest.mark.parametrize("phone", [False, True])
def test_a_position_is_opened_advised_and_played_on(visit: Visit, phone: bool) -> None:
    """Its link shows it; the teacher advises; a turn leads to another one, and the browser back to this one."""
    start = code()
    page = visit(f"/analysis#{start}", phone=phone)
    wait_for(page, "card")
    assert shown(page) == start
    assert faults_in_every_skin(page) == []
    page.locator('[data-action="hint"]').click()
    expect(page.locator('[data-hint="ready"] > li').nth(2)).to_be_visible(timeout=THINKING)
    page.get_by_role("button", name="Close", exact=True).click()
    lay(page)
    finish(page)
    expect(page.locator("[data-analysis]")).not_to_have_attribute("data-analysis", start)
    wait_for(page, "card")
    assert page.url.endswith(shown(page))
    page.go_back()
    expect(page.locator("[data-analysis]")).to_have_attribute("data-analysis", start)


def test_the_position_of_a_game_is_copied_and_opened(visit: Visit) -> None:
    """From the help of the table: the link is one's own eyes, and shows the same hand."""
    page = visit()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    hand = page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    page.keyboard.press("?")
    page.locator('[data-action="copy-position"]').click()
    expect(page.get_by_role("status").filter(has_text="Whoever opens the link sees this position")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"/analysis#1\.0\.21en", link)
    other = visit(link)
    wait_for(other, "card")
    assert other.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)") == hand


@pytest.mark.parametrize("phone", [False, True])
def test_a_position_is_set_up_by_hand(visit: Visit, phone: bool) -> None:
    """Three players, another hand, a card laid and taken back; what cannot be is told and changes nothing."""
    page = visit("/analysis", phone=phone, forgive="status of 400")
    wait_for(page, "card")
    page.locator('[data-action="set-up"]').click()
    page.get_by_label("Players").select_option("3")
    expect(page.locator("[data-plate], .plate").nth(2)).to_be_visible()
    page.get_by_role("group", name="Hand").get_by_label("Card 1").select_option("60")
    expect(page.locator('[data-card="60"]')).to_be_attached()
    page.get_by_role("group", name="Next card").get_by_label("Card", exact=True).select_option("20")
    page.get_by_role("button", name="Lay it").click()
    expect(page.locator("[data-analysis]")).to_have_attribute("data-analysis", re.compile(r"1fCD1.*_rT[A-Z]\.2f"))
    page.get_by_label("Whose codex").select_option("1")
    page.get_by_role("group", name="Next card").get_by_label("Card", exact=True).select_option("80")
    before = shown(page)
    page.get_by_role("button", name="Lay it").click()
    expect(page.get_by_role("alert").first).to_contain_text("That is no position")
    assert shown(page) == before
    assert faults_in_every_skin(page) == []
    page.get_by_label("Whose codex").select_option("0")
    page.get_by_role("button", name="Take the last card back").click()
    expect(page.locator("[data-analysis]")).to_have_attribute("data-analysis", re.compile(r"1fCD1[^.]*_\.2f"))


def test_what_is_no_position_is_told(visit: Visit) -> None:
    """A link that was cut says where; another one can be pasted, as a code or a link."""
    page = visit(f"/analysis#{code()[:40]}", forgive="status of 400")
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"That is no position: look at character \d+\."))
    page.locator('[data-action="paste"]').click()
    page.get_by_label("Code or link of a position").fill(f"https://codex.example.org/analysis#{code()}")
    page.get_by_role("button", name="Show it").click()
    wait_for(page, "card")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert shown(page) == code()
