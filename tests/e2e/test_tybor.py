"""Tybor plays as he speaks: in one line beside his portrait, and over nothing that is the player's."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lobby import play_solo
from tests.e2e.playing import finish, lay, set_out, wait_for

SIZES = [(1440, 900), (1280, 720), (390, 844)]

_COVERED = """() => {
  const box = document.querySelector('.desk .middle').getBoundingClientRect();
  const seen = [];
  for (let i = 1; i < 10; i++)
    for (let j = 1; j < 10; j++) {
      const at = document.elementFromPoint(box.left + (box.width * i) / 10, box.top + (box.height * j) / 10);
      if (!at?.closest('.middle')) seen.push(at?.outerHTML.slice(0, 80) ?? 'nothing');
    }
  return seen;
}"""
"""Looks at eighty-one points of the codex's field, and names what lies over it."""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_his_turn_is_one_line_that_covers_nothing(moving: Callable[[int, int], Page], width: int, height: int) -> None:
    """At once after a turn the codex is free; what he says is what he did, and no slot of the market is marked."""
    page = moving(width, height)
    page.goto("/")
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    for _ in range(2):
        lay(page)
        finish(page)
        wait_for(page, "card")
        assert page.evaluate(_COVERED) == []
        assert page.locator(".tybor .turn, [data-source].lit").count() == 0
        line = page.locator(".tybor [data-says]")
        said = (line.get_attribute("data-says") or "").split()
        assert len(said) == 2
        words = line.inner_text()
        taken = {"kept_gold": "for later", "kept_resource": "have", "scored_gold": "for me", "nothing": "Nothing"}
        assert all(taken[each] in words for each in said)


def test_he_tells_on_request_how_he_decided(moving: Callable[[int, int], Page]) -> None:
    """His portrait sits at the desk; the whole procedure lies on a sheet, with the same outcomes as his line."""
    page = moving(390, 844)
    page.goto("/")
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")
    expect(page.locator(".tybor [data-tybor]")).to_be_visible()
    said = (page.locator(".tybor [data-says]").get_attribute("data-says") or "").split()
    page.locator('[data-action="how"]').click()
    columns = page.locator("dialog [data-outcome]")
    expect(columns).to_have_count(2)
    assert [columns.nth(column).get_attribute("data-outcome") for column in range(2)] == said
