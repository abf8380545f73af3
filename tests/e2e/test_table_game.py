"""Whole games in the browser, from the lobby to the final score."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, play_solo, sign, sit_down
from tests.e2e.playing import choose_side, finish, in_turn, keep_objective, lay, play_on, scores, set_out, wait_for

TURNS_AT_LEAST = 8


def test_two_people_play_to_the_final_score(visit: Visit) -> None:
    """Both see the same final scoring, and it adds up."""
    ann = visit()
    sign(ann, "Ann")
    bea = visit(lay_table(ann))
    sit_down(bea, "Bea")
    set_out(ann, bea)
    first, second = in_turn(ann, bea)
    assert play_on(first, second) >= 2 * TURNS_AT_LEAST
    shown = scores(ann)
    assert len(shown) == 2
    assert all(sum(row[:-1]) == row[-1] for row in shown)
    assert scores(bea) == shown
    expect(ann.get_by_role("button", name="Play again")).to_be_visible()


def test_a_game_against_tybor_to_the_end(page: Page) -> None:
    """Tybor's questions are answered aloud, his score moves, and he stands in the final scoring."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    thoughts = page.locator(".tybor .turn")
    expect(thoughts.get_by_text("Left column")).to_be_visible()
    expect(thoughts.get_by_text("Right column")).to_be_visible()
    assert thoughts.locator(".answer").count() >= 1
    play_on(page)
    rows = scores(page)
    assert len(rows) == 2
    assert sum(rows[0][:-1]) == rows[0][-1]
    winner = page.locator(".final tr.winner")
    assert winner.get_attribute("data-seat") == ("0" if rows[0][-1] > rows[1][-1] else "tybor")


def test_a_rematch_from_the_final_scoring(page: Page) -> None:
    """Playing again leads to a new table with the same people; the record can be saved, and its deal checked."""
    play_solo(page, "Hard")
    set_out(page)
    play_on(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
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
    story = page.locator(".story li").all_inner_texts()
    page.reload()
    wait_for(page, "card")
    assert page.locator(".story li").all_inner_texts() == story
    assert page.locator("[data-laid]").count() == 2
