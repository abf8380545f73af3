"""Ways that lie at hand: by keyboard to what is asked for, from the log to its card, away, and to the film."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, play_solo, sit_down
from tests.e2e.playing import drawn, finish, in_turn, lay, set_out, wait_for
from tests.e2e.quick import finished_table
from tests.e2e.running import Server

PICTURES = 20
"""More pictures than the scoring of a game has."""


def test_the_keyboard_begins_where_something_is_asked(visit: Visit) -> None:
    """Arriving at a table, the first Tab leads to the first choice, and not past everybody's plates."""
    page = visit()
    play_solo(page)
    wait_for(page, "side")
    drawn(page)
    page.locator("main").focus()
    page.keyboard.press("Tab")
    expect(page.locator("[data-choice]").first).to_be_focused()


def test_a_line_of_the_log_shows_its_card(visit: Visit) -> None:
    """As long as a line about a placement is pointed at, its card is ringed, and no other one is veiled."""
    page = visit()
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")
    page.locator(".story li", has_text="You laid").last.hover()
    expect(page.locator(".outline.pointed rect")).to_have_count(1)
    assert page.locator(".laid.behind").count() == 0
    page.locator(".middle").hover()
    expect(page.locator(".outline.pointed")).to_have_count(0)


def test_the_way_out_stands_beside_the_log(visit: Visit) -> None:
    """Where others would wait, leaving is on the desk itself, not among the keys alone."""
    ann, bea = visit(), visit()
    link = lay_table(ann)
    bea.goto(link)
    sit_down(bea, "Bea")
    wait_for(ann, "side")
    way_out = ann.locator('.story-place [data-action="leave"]')
    way_out.click()
    ann.get_by_role("button", name="Stay", exact=True).click()
    expect(way_out).to_be_visible()


def test_another_codex_says_whose_it_is(visit: Visit) -> None:
    """Its name stands above it with a way back, and Escape leads there, too; the tab says whose turn it is."""
    ann, bea = visit(), visit()
    bea.goto(lay_table(ann))
    sit_down(bea, "Bea")
    set_out(ann, bea)
    acting, other = in_turn(ann, bea)
    wait_for(acting, "card")
    expect(acting).to_have_title(re.compile("^Your turn"))
    expect(acting.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("turn"))
    expect(other).to_have_title(re.compile("^With"))
    whose, theirs = acting.locator("[data-whose]"), acting.locator(".plate:not(.front) .book").first
    theirs.click()
    expect(whose).to_be_visible()
    acting.get_by_role("button", name="Back to mine").click()
    expect(whose).to_have_count(0)
    theirs.click()
    expect(whose).to_be_visible()
    acting.keyboard.press("Escape")
    expect(whose).to_have_count(0)


def test_a_replay_ends_with_the_film(visit: Visit, server: Server) -> None:
    """Before the last step there is nothing to watch; then the scoring is leafed through as at the table."""
    table, _ = finished_table(server)
    page = visit(f"/t/{table}/replay?turn=4&seat=all")
    page.get_by_role("slider").wait_for()
    expect(page.locator('[data-action="watch"]')).to_have_count(0)
    page.goto(f"/t/{table}/replay?turn=999&seat=all")
    page.locator('[data-action="watch"]').click()
    page.locator("[data-scoring] .stage").wait_for()
    stage = page.locator("[data-scoring] .stage")
    for _ in range(PICTURES):
        if not stage.count():
            break
        page.keyboard.press("ArrowRight")
    expect(stage).to_have_count(0)
    page.locator("[data-colophon]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-scoring]")).to_have_count(0)
    expect(page.get_by_role("slider")).to_be_visible()
