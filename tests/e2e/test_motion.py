"""Motion explains what happened, holds no player up, and is off where it is unwanted."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import TIMEOUT
from tests.e2e.lobby import open_settings, play_solo
from tests.e2e.playing import finish, lay, set_out, wait_for
from tests.e2e.quick import ask
from tests.e2e.running import Server

_WATCH = """() => {
  window.flown = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node.dataset?.flight) window.flown.push([node.dataset.flight, node.textContent.trim()]);
  }).observe(document.body, { childList: true, subtree: true });
  const { setTimeout: set, clearTimeout: clear } = window;
  window.due = new Set();
  window.setTimeout = (task, after = 0) => {
    const timer = set(() => (window.due.delete(timer), task()), after);
    if (after < 2_000) window.due.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => (window.due.delete(timer), clear(timer));
}"""
"""Writes down what has flown, and what is still to set out."""

_ARRIVED = "() => window.due.size === 0 && !document.querySelector('[data-flight]')"

_RUNNING = """() => document.getAnimations()
  .filter((each) => each.playState === 'running' && each.effect.getTiming().duration > 0).length"""


_HOLD = """() => {
  const [frame, now] = [window.requestAnimationFrame, performance.now()];
  window.requestAnimationFrame = (step) => frame(() => step(now));
  window.letGo = () => void (window.requestAnimationFrame = frame);
}"""
"""Keeps in the air what rises from now on, however slow the machine is: no frame is later than this moment."""

_LET_GO = "window.letGo()"


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Sit down at a table with Tybor, with motion switched on."""
    context = browser.new_context(
        base_url=server.http, viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="no-preference"
    )
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.goto("/")
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    page.evaluate(_WATCH)
    yield page
    context.close()


def _flown(page: Page) -> list[tuple[str, str]]:
    """Return what has flown since the last time, when all of it has arrived."""
    page.wait_for_function(_ARRIVED)
    flown: list[tuple[str, str]] = page.evaluate("window.flown.splice(0)")
    return flown


def _kinds(page: Page) -> list[str]:
    return [kind for kind, _ in _flown(page)]


def test_a_turn_is_seen_as_it_happens(page: Page) -> None:
    """A card flies to its cell, another to the hand; what is covered leaves; Tybor takes his, and slots refill."""
    _flown(page)
    lay(page)
    assert _kinds(page) == ["card"]
    lost = page.locator(".mine .loss").count()
    page.locator('[data-source="resource-1"]').click()
    wait_for(page, "card")
    kinds = _kinds(page)
    assert kinds.count("card") == 1 + 1 + 2 + 2, "mine, its slot refilled, and Tybor's two with theirs"
    assert kinds.count("symbol") >= lost


def test_points_travel_to_the_track(page: Page) -> None:
    """Each score is carried from its card to a token, with its number: mine and Tybor's, as the story tells them."""
    explained = page.locator(".story [data-action='why']")
    _flown(page)
    for _ in range(8):
        before = explained.count()
        lay(page)
        finish(page)
        if wait_for(page, "card", "over") == "over":
            break
        carried = [int(text) for kind, text in _flown(page) if kind == "points"]
        assert len(carried) == explained.count() - before
        if carried:
            return
    raise AssertionError("nobody has scored")


def test_a_fast_player_waits_for_nothing(page: Page) -> None:
    """With things still in the air the next card is taken up at once: all of them have arrived then."""
    lay(page)
    page.evaluate(_HOLD)
    finish(page)
    page.locator("[data-flight]").first.wait_for(state="attached")
    wait_for(page, "card")
    page.locator("[data-card]").first.click()
    wait_for(page, "cell")
    expect(page.locator("[data-flight]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate(_LET_GO)


@pytest.mark.parametrize("wish", ["system", "settings"])
def test_nothing_moves_for_whoever_wants_it_still(page: Page, wish: str) -> None:
    """Neither where the system asks for less motion nor where our own setting says so does anything fly or glide."""
    if wish == "system":
        page.emulate_media(reduced_motion="reduce")
    else:
        _wish(page, "Everything stays still")
    _flown(page)
    lay(page)
    finish(page)
    wait_for(page, "card")
    assert page.evaluate(_RUNNING) == 0
    assert _flown(page) == []
    page.emulate_media(reduced_motion="no-preference")
    _wish(page, "As on this device")


def _wish(page: Page, motion: str) -> None:
    """Say in the settings what is to move."""
    open_settings(page)
    page.get_by_role("dialog").get_by_role("group", name="Movement").get_by_role("radio", name=motion).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phone_sees_what_is_in_sight_move(browser: Browser, server: Server) -> None:
    """Of a turn there a card flies to its cell, and nothing flies from or to what is put away; then all lies still."""
    with browser.new_context(
        base_url=server.http, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB"
    ) as context:
        context.set_default_timeout(TIMEOUT)
        phone = context.new_page()
        phone.goto("/")
        play_solo(phone)
        set_out(phone)
        wait_for(phone, "card")
        phone.evaluate(_WATCH)
        lay(phone)
        assert _kinds(phone) == ["card"]
        finish(phone)
        wait_for(phone, "card")
        assert _kinds(phone), "Tybor takes cards from a market in sight"
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
        phone.wait_for_function(f"() => ({_RUNNING})() === 0")


def test_others_are_seen_to_play(page: Page, server: Server) -> None:
    """A bot's card flies from its hand to its codex, and its new card from the market to its hand."""
    token = ask(server, "/guests", {"name": "Ann"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["greedy"]}, token)["table"]["id"]
    page.evaluate("token => localStorage.setItem('codex.guest', JSON.stringify({ token, name: 'Ann' }))", token)
    page.goto(f"/t/{table}")
    set_out(page)
    wait_for(page, "card")
    page.evaluate(_WATCH)
    lay(page)
    _flown(page)
    finish(page)
    wait_for(page, "card")
    assert _kinds(page).count("card") >= 3, "mine to the hand, the bot's to its codex and to its hand"
