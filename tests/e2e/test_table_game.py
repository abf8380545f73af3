"""Whole games in the browser, from the lobby to the final score."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, play_solo, sign, sit_down
from tests.e2e.playing import (
    ENOUGH_TURNS,
    choose_side,
    finish,
    in_turn,
    keep_objective,
    lay,
    play_on,
    scores,
    set_out,
    wait_for,
)
from tests.e2e.quick import hurry

BY_HAND = 3
"""Turns at the beginning that are played in the browser; then a program plays until the end is near."""

TABS = 60


def test_two_people_play_to_the_final_score(visit: Visit) -> None:
    """Both see the same final scoring, and it adds up, though a program has played the middle of the game for them."""
    ann = visit()
    sign(ann, "Ann")
    bea = visit(lay_table(ann))
    sit_down(bea, "Bea")
    set_out(ann, bea)
    for page in in_turn(ann, bea):
        wait_for(page, "card")
        lay(page)
        finish(page)
    hurry(visit.running, ann, bea)
    assert play_on(*in_turn(ann, bea)) >= 2
    shown = scores(ann)
    assert len(shown) == 2
    assert all(sum(row[:-1]) == row[-1] for row in shown)
    assert scores(bea) == shown
    expect(ann.get_by_role("button", name="Play again")).to_be_visible()


FEW_TABS = 3
"""Presses of Tab that a turn takes at most."""


def tab_to(page: Page, wanted: Locator) -> int:
    """Press Tab until the focus is on one of `wanted`; returns how often."""
    wanted.first.wait_for()
    focused = wanted.and_(page.locator(":focus"))
    for pressed in range(TABS):
        if focused.count():
            return pressed
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {wanted} by keyboard")


def turn_by_keys(page: Page) -> None:
    """Lay the card that the focus is on, turned to its back where its front has no place, and take the first card."""
    tabs = tab_to(page, page.locator("[data-card]"))
    page.keyboard.press("Enter")
    page.locator(".target:focus").wait_for()
    if not page.locator(".target[data-points]").count():
        page.keyboard.press("f")
    page.locator(".target[data-points]:focus").wait_for()
    page.keyboard.press("Enter")
    if wait_for(page, "source", "confirm") == "source":
        page.locator("[data-source]:focus").wait_for()
    else:
        tabs += tab_to(page, page.locator("[data-action='confirm']"))
    page.keyboard.press("Enter")
    assert tabs <= FEW_TABS


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (720, 450)], ids=["desk", "twice as large"])
def test_a_game_by_keyboard_alone(visit: Visit, width: int, height: int) -> None:
    """From the lobby to the next game nothing is clicked; what is asked next has the focus, also where trays change."""
    page = visit()
    page.set_viewport_size({"width": width, "height": height})
    tab_to(page, page.get_by_role("button", name="Against Tybor", exact=True))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Play against Tybor"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    for asks in ("side", "objective"):
        wait_for(page, asks)
        tab_to(page, page.locator("[data-choice]"))
        page.keyboard.press("Enter")
    for turn in range(ENOUGH_TURNS):
        if wait_for(page, "card", "over") == "over":
            break
        if turn == BY_HAND:
            hurry(visit.running, page)
            wait_for(page, "card")
        page.locator(":focus").wait_for()
        turn_by_keys(page)
    assert turn > BY_HAND
    page.locator("#final-title:focus").wait_for()
    before = page.url
    tab_to(page, page.get_by_role("button", name="Play again"))
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)


def test_a_game_against_tybor_to_the_end(page: Page) -> None:
    """His questions are answered aloud, he stands in the final scoring, the deal is checked, and one plays again."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    page.locator('[data-action="how"]').click()
    thoughts = page.locator("dialog[open]")
    expect(thoughts.get_by_text("Left column")).to_be_visible()
    expect(thoughts.get_by_text("Right column")).to_be_visible()
    expect(thoughts.locator(".answer").first).to_be_visible()
    page.keyboard.press("Escape")
    play_on(page)
    rows = scores(page)
    assert len(rows) == 2
    assert sum(rows[0][:-1]) == rows[0][-1]
    winner = page.locator(".final tr.winner")
    assert winner.get_attribute("data-seat") == ("0" if rows[0][-1] > rows[1][-1] else "tybor")
    with page.expect_download() as download:
        page.locator('[data-action="more"]').click()
        page.get_by_role("link", name="Download the game file").click()
    assert download.value.suggested_filename.endswith(".json")
    page.get_by_role("button", name="Check the deal").click()
    expect(page.get_by_text("sealed before play")).to_be_visible()
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before)
    wait_for(page, "side")


def test_a_reload_keeps_the_table(page: Page) -> None:
    """Whatever was confirmed is there after a reload, and the story with it."""
    play_solo(page)
    choose_side(page, "back")
    keep_objective(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")
    story = page.locator(".story li").all_text_contents()
    page.reload()
    wait_for(page, "card")
    expect(page.locator(".story li")).to_have_text(story)
    expect(page.locator("[data-laid]")).to_have_count(2)
