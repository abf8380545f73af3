"""The desk is lit, grows with its window, and shows everybody's codex."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import Visit
from tests.e2e.luma import near_black
from tests.e2e.playing import drawn, lay, wait_for
from tests.e2e.quick import finished_table
from tests.e2e.running import Server
from tests.e2e.visual.moments import play_on

GAMES = Path(__file__).parents[1] / "golden/recorded_games.jsonl"
LIT, DAY = 0.55, 0.2
"""How much of a table in mid-game may be near-black, by lamplight and by day."""

SIZES = {
    "laptop": (1280, 720), "desk": (1440, 900), "large": (2560, 1440), "tablet": (768, 1024), "phone": (390, 844),
    "low": (360, 640), "sideways": (844, 390),
}  # fmt: skip
"""Windows, in pixels."""

BOOK = 160
"""Least height of an opponent's book on a desk, in pixels."""

HELD_AND_OPEN = 9
"""Cards in a hand, and places of the market."""

WIDE = 180
"""Pixels."""

BE_ADA = "(token) => localStorage.setItem('codex.guest', JSON.stringify({ token, name: 'Ada' }))"

Opened = Callable[..., Page]


def middle(seats: int) -> tuple[Any, int, int]:
    """Return a recorded game of this many seats, a version in its middle, and the seat whose turn begins there."""
    games = [json.loads(line)["record"] for line in GAMES.read_text(encoding="utf-8").splitlines()]
    record = next(game for game in games if game["options"]["seats"] == seats)
    actions: list[str] = record["actions"]
    version = next(at for at in range(len(actions) // 2, len(actions)) if " place " in actions[at])
    return record, version, int(actions[version].split()[0])


@pytest.fixture
def sit(browser: Browser, server: Server) -> Iterator[Opened]:
    """Return how to sit down in the middle of a game, with a card planned, in a window of some size."""
    contexts = []

    def opened(seats: int, size: str, skin: str = "parchment") -> Page:
        width, height = SIZES[size]
        window: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(base_url=server.http, viewport=window, locale="en-GB", reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        record, version, seat = middle(seats)
        play_on(page, server, record, version, seat, skin=skin)
        wait_for(page, "card")
        lay(page)
        drawn(page)
        return page

    yield opened
    for context in contexts:
        context.close()


def boxes(page: Page, selector: str) -> list[tuple[float, float]]:
    """Return width and height of everything that matches, in pixels."""
    found = [each.bounding_box() for each in page.locator(selector).all()]
    return [(box["width"], box["height"]) for box in found if box]


@pytest.mark.parametrize("size", ["desk", "phone", "large"])
def test_the_desk_is_lit(browser: Browser, sit: Opened, size: str) -> None:
    """At most 55 % of a table in mid-game is near-black."""
    darkroom = browser.new_page()
    assert near_black(sit(3, size), darkroom) <= LIT
    darkroom.close()


def test_the_day_is_light(browser: Browser, sit: Opened) -> None:
    """By day at most a fifth is near-black."""
    darkroom = browser.new_page()
    assert near_black(sit(2, "desk", "day"), darkroom) <= DAY
    darkroom.close()


@pytest.mark.parametrize("size", ["desk", "large"])
def test_cards_can_be_read_at_a_desk(sit: Opened, size: str) -> None:
    """No card of hand and market is narrower than 180 pixels from 1440 on."""
    page = sit(2, size)
    widths = [width for width, _ in boxes(page, ".hand > li > .card") + boxes(page, ".market .place")]
    assert len(widths) == HELD_AND_OPEN
    assert min(widths) >= WIDE


def test_all_grows_with_the_window(sit: Opened) -> None:
    """Letters and cards are 1.6 times as large at 2560 as at 1280."""
    sizes = [
        page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        for page in (sit(2, "laptop"), sit(2, "large"))
    ]
    assert sizes == pytest.approx([16, 25.6])


@pytest.mark.parametrize(("seats", "size"), [(2, "desk"), (3, "laptop"), (4, "desk"), (4, "laptop")])
def test_opponents_are_open_books(sit: Opened, seats: int, size: str) -> None:
    """Each codex is at least 160 pixels high, its last card ringed, the hand beneath; a press brings it forward."""
    page = sit(seats, size)
    books = boxes(page, ".plate .mini")
    assert len(books) == seats - 1
    assert min(height for _, height in books) >= BOOK
    assert page.locator(".mini .last").count() == seats - 1
    assert all(each.is_visible() for each in page.locator(".plate .held").all())
    for plate in page.locator(".seats > .plate").all():
        box, column = plate.bounding_box(), page.locator(".seats").bounding_box()
        assert box
        assert column
        assert box["y"] + box["height"] <= column["y"] + column["height"] + 1
        for part in plate.locator("li").all():
            count = part.bounding_box()
            assert count
            assert count["x"] + count["width"] <= box["x"] + box["width"]
    other = page.locator(".plate:has(.mini)").last.get_attribute("data-seat")
    page.locator(f'.plate[data-seat="{other}"] .book').click()
    expect(page.locator(f'.plate[data-seat="{other}"]')).to_have_class(re.compile("front"))


@pytest.mark.parametrize("size", ["low", "sideways", "phone"])
def test_no_window_is_too_low_for_the_others(sit: Opened, size: str) -> None:
    """Before a card is planned, a row above the codex shows what everybody has laid, under names and points."""
    page = sit(4, size)
    page.keyboard.press("Escape")
    books = page.locator(".seats .mini svg")
    expect(books).to_have_count(4)
    for each in books.all():
        expect(each).to_be_in_viewport(ratio=1)
        assert each.evaluate("(svg) => getComputedStyle(svg).visibility") == "visible"


def test_books_stay_open_at_the_end(visits: Callable[[Server], Visit], server: Server) -> None:
    """The scoring lies beside the opponents' codices, not upon them: four seats in a low window."""
    table, token = finished_table(server, seats=4)
    page = visits(server)("/")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.evaluate(BE_ADA, token)
    page.goto(f"/t/{table}")
    page.locator(".final").wait_for()
    drawn(page)
    assert min(height for _, height in boxes(page, ".plate .mini")) >= BOOK


def test_a_tablet_shows_the_market_while_one_plans(sit: Opened) -> None:
    """Hand and market lie above each other, and none of the tabs is the market's."""
    page = sit(3, "tablet")
    expect(page.locator(".tray-hand")).to_be_visible()
    expect(page.locator(".market .place")).to_have_count(6)
    market, hand = (page.locator(selector).bounding_box() for selector in (".market", ".hand"))
    assert market
    assert hand
    assert market["y"] + market["height"] <= hand["y"]
    expect(page.locator("[data-tab-button=market]")).to_have_count(0)


def test_nobody_shares_a_portrait(sit: Opened) -> None:
    """Four at a table have four creatures."""
    portraits = [each.get_attribute("data-portrait") for each in sit(4, "desk").locator("[data-portrait]").all()]
    assert len(portraits) == len(set(portraits)) == 4


def test_the_light_goes_with_the_turn(sit: Opened) -> None:
    """The near lamp is lit on one's own turn, and goes out when the turn is done."""
    page = sit(2, "desk")
    expect(page.locator(".lamp.near")).to_have_attribute("data-light", "near")
    expect(page.locator(".lamp.near")).to_have_css("opacity", "1")
