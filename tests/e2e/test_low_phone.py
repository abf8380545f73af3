"""A phone whose browser keeps its bars, or that is held sideways: there is little room, and the codex has the most."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import at_rest, choose_side, finish, keep_objective, lay, moved, open_cells, wait_for
from tests.e2e.quick import finished_table
from tests.e2e.running import Server

LOW = [(390, 664), (360, 640), (844, 390), (740, 360)]
"""What is left of a page by browsers of common phones, upright and sideways."""

WIDE = (800, 600)
"""A low window between a phone and a desk."""

USABLE = 90
"""Pixels of the codex that must be seen, even with a note and a plan beside it."""


def room(page: Page, part: str) -> float:
    """Return the height of a part of the page, all of which can be seen."""
    expect(page.locator(part)).to_be_in_viewport(ratio=1)
    found = page.locator(part).bounding_box()
    assert found
    return found["height"]


_MARKET = """() => {
  const { bottom } = document.querySelector('.desk > .mine').getBoundingClientRect();
  const tabs = document.querySelector('.desk > nav').getBoundingClientRect().top;
  return [...document.querySelectorAll('.market .place')].map((each) => each.getBoundingClientRect())
    .filter(({ width, top, bottom: end }) => width > 40 && top >= bottom && end <= tabs).length;
}"""
"""Counts the places of the market that stand whole between the counters and the tabs."""

PLACES = 6

SIDEWAYS = 480
"""Pixels up to which a window is as low as a phone held sideways: the market has a tray beside the codex there."""


@pytest.mark.parametrize(("width", "height"), [*LOW, WIDE])
def test_a_game_can_be_played(visit: Visit, width: int, height: int) -> None:
    """From the two sides beside each other on, by touch; the codex never becomes a speck, and no cell moves.

    Upright, the whole market is in sight while a card is chosen.
    """
    page = visit(phone=True)
    page.set_viewport_size({"width": width, "height": height})
    play_solo(page)
    for choose in (choose_side, keep_objective):
        for choice in page.locator("[data-choice]").all():
            expect(choice).to_be_in_viewport(ratio=1)
        choose(page)
        wait_for(page, "objective", "card")
    for turn in range(4):
        wait_for(page, "card")
        assert room(page, ".middle") > USABLE
        expect(page.locator(".tray-hand")).to_be_in_viewport(ratio=1)
        expect(page.locator(".desk")).to_be_in_viewport(ratio=1)
        at_rest(page)
        assert page.evaluate(_MARKET) == (PLACES if height > SIDEWAYS else 0)
        before = open_cells(page)
        lay(page)
        at_rest(page)
        assert moved(before, open_cells(page)) == {}
        assert room(page, ".middle") > USABLE
        page.locator('[data-tab-button="market"]').click()
        expect(page.locator(".market")).to_be_in_viewport(ratio=1)
        finish(page, turn)


def test_a_desk_at_twice_its_size(visit: Visit) -> None:
    """Of a card taken up all is seen, and what cards lack does not lie under their other sides."""
    page = visit()
    page.set_viewport_size({"width": 720, "height": 450})
    first_card(page)
    tray = whole(page.locator(".tray-hand"))
    for card in page.locator("[data-card]").all():
        card.click()
        page.wait_for_function("() => !document.getAnimations().some((each) => each.playState === 'running')")
        assert tray["y"] + 3 <= whole(card)["y"]
    page.locator("[data-card]").first.click()
    sides = [whole(each) for each in page.locator("[data-flip]").all()]
    for lacking in page.locator(".hand p").all():
        assert all(apart(whole(lacking), side) for side in sides)


@pytest.mark.parametrize(("width", "height"), [(360, 225), (320, 256)])
def test_a_desk_at_four_times_its_size(visit: Visit, width: int, height: int) -> None:
    """The page scrolls, and nothing that one reads or presses lies over anything else; a turn can be played."""
    page = visit()
    page.set_viewport_size({"width": width, "height": height})
    first_card(page)
    assert page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight")
    boxes = [
        whole(page.locator(part))
        for part in (".desk > .guide", ".desk > .middle", ".mine", ".tray-hand", ".desk > nav")
    ]
    for index, one in enumerate(boxes):
        assert all(apart(one, other) for other in boxes[index + 1 :])
    lay(page)
    finish(page)
    wait_for(page, "card")


def first_card(page: Page) -> None:
    """Begin a game alone, up to the first card."""
    play_solo(page)
    choose_side(page)
    keep_objective(page)
    wait_for(page, "card")


def whole(part: Locator) -> FloatRect:
    """Return where a part of the page stands."""
    box = part.bounding_box()
    assert box
    return box


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two boxes share no pixel."""
    across = one["x"] + one["width"] <= other["x"] + 0.5 or other["x"] + other["width"] <= one["x"] + 0.5
    down = one["y"] + one["height"] <= other["y"] + 0.5 or other["y"] + other["height"] <= one["y"] + 0.5
    return across or down


@pytest.mark.parametrize(("width", "height"), LOW)
def test_looking_back(visit: Visit, server: Server, width: int, height: int) -> None:
    """The course of the game and every tray can be seen whole, beneath a codex that can be made out."""
    table, _ = finished_table(server, seats=4)
    page = visit(phone=True)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/t/{table}/replay?turn=20&seat=all")
    for tab in ("hand", "market", "objectives", "story"):
        page.locator(f'[data-tab-button="{tab}"]').click()
        assert room(page, ".middle") > USABLE / 2
        for part in (".course > section", f".tray.{tab}", "nav.tabs"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.locator('[data-tab-button="more"]').click()
    for way in page.locator(".more .ways > .written").all():
        way.scroll_into_view_if_needed()
        expect(way).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name="What if…?").click()
    expect(page.get_by_role("heading", name="What if…?")).to_be_in_viewport(ratio=1)
    page.locator("[data-what-if]").last.scroll_into_view_if_needed()
    expect(page.locator("[data-what-if]").last).to_be_in_viewport(ratio=1)
