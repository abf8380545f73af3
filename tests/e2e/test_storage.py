"""A browser that stores nothing, as some do in private windows or by a company's rule."""

from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import set_out, wait_for

_BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException('insecure', 'SecurityError'); } });"""

TITLES = {
    "fr": "Ce navigateur ne garde rien",
    "it": "Questo browser non conserva nulla",
    "en": "This browser keeps nothing",
}


def without_storage(visit: Visit) -> Page:
    """Open the lobby in a browser that stores nothing."""
    page = visit("/about")
    page.context.add_init_script(_BLOCKED)
    page.goto("/")
    return page


def test_a_seat_that_a_reload_would_lose_is_given_as_a_link(visit: Visit) -> None:
    """Said once, in every language; the link gives the seat back, and says nothing more."""
    page = without_storage(visit)
    play_solo(page)
    shown = page.locator("[data-no-storage]")
    shown.wait_for()
    link = shown.input_value()
    for language, title in TITLES.items():
        page.evaluate("language => document.querySelector(`header button[lang=${language}]`).click()", language)
        expect(page.locator("dialog h2")).to_have_text(title)
    assert axe.faults_in_every_skin(page) == []
    page.keyboard.press("Escape")
    set_out(page)
    wait_for(page, "card")
    expect(shown).to_have_count(0)
    table = page.url
    page.reload()
    page.locator(".desk").wait_for()
    assert page.locator("[data-card]").count() == 0
    page.goto(link)
    page.wait_for_url(table)
    wait_for(page, "card")
    expect(shown).to_have_count(0)
