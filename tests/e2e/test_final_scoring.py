"""The end of a game is staged: nothing tells who has won before the last card lies and everything is counted."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import tap, wait_for
from tests.e2e.quick import ask, finished_table
from tests.e2e.running import Server
from tests.e2e.test_solo_end import last_turn
from tests.e2e.visual.moments import play_on

Json = Any  # a result over the wire

SIZES = [(1440, 900), (390, 844)]

_WATCH = """() => {
  window.order = [];
  const note = (what) => { if (window.order.at(-1) !== what) window.order.push(what); };
  const air = () => (document.querySelector('[data-flight]') ? 'in the air' : 'settled');
  new MutationObserver(() => {
    if (document.querySelector('[data-flight]')) note('flight');
    if (document.querySelector('[data-scoring]')) note(`scoring ${air()}`);
    if (document.querySelector('[data-colophon]')) note('leaf');
    if (document.querySelector('.final')) note('result');
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Writes down in which order things come to be seen."""

_PLAYED = "() => ['leaf', null].includes(document.querySelector('[data-scoring]')?.dataset.scoring ?? null)"

_BEATS = """() => {
  window.beats = [];
  const look = () => {
    const dialog = document.querySelector('[data-scoring]');
    if (!dialog) return;
    const scores = [...dialog.querySelectorAll('[data-race]')].map(({ dataset }) => Number(dataset.score));
    const lit = dialog.querySelectorAll('[data-glow]').length;
    const beat = [dialog.dataset.scoring, scores, lit];
    if (JSON.stringify(window.beats.at(-1)) !== JSON.stringify(beat)) window.beats.push(beat);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  window.told = [];
  new MutationObserver(() => window.told.push(document.querySelector('dialog [aria-live]')?.textContent.trim() ?? ''))
    .observe(document.body, { characterData: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def three(server: Server) -> tuple[str, Json]:
    """Return the path of a table where three have played to the end, and its result."""
    table, token = finished_table(server, seats=3)
    events = ask(server, f"/tables/{table}/replay", token=token)["steps"][-1]["events"]
    return f"/t/{table}", next(event["result"] for event in events if event["type"] == "game_ended")


def last_card(page: Page, server: Server) -> None:
    """Lay the last card of the little game against Tybor, and take one."""
    play_on(page, server, last_turn(), version=4, seat=0)
    wait_for(page, "card")
    page.evaluate(_WATCH)
    if page.viewport_size and page.viewport_size["width"] < 500:
        page.locator('[data-tab-button="hand"]').click()
    page.locator('[data-card="9"]').click()
    tap(page, "-1,1")
    wait_for(page, "source")
    page.locator('[data-source="gold-1"]').click()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_result_comes_after_the_last_card_has_landed(
    moving: Callable[[int, int], Page], server: Server, width: int, height: int
) -> None:
    """First everything settles, then it is counted, then the leaf is shown, and only then the result as a table."""
    page = moving(width, height)
    last_card(page, server)
    page.locator("[data-scoring]").wait_for()
    assert page.locator(".final").count() == 0
    assert page.locator(".seats .plate .score").first.inner_text() == "2", "the points of the track, not the total"
    page.locator("[data-scoring] .stage").wait_for()
    page.locator('[data-action="skip"]').click()
    page.locator("[data-colophon]").wait_for()
    page.locator('[data-action="close"]').click()
    page.locator(".final").wait_for()
    seen = page.evaluate("window.order")
    assert "scoring in the air" not in seen
    assert [each for each in seen if each != "flight"][-3:] == ["scoring settled", "leaf", "result"]
    expect(page.locator("#final-title")).to_be_focused()


def test_every_point_is_counted_before_the_eyes(moving: Callable[[int, int], Page], three: tuple[str, Json]) -> None:
    """Tokens begin at the track's points and end at the totals; what was counted glows, and is told in words."""
    path, result = three
    page = moving(1440, 900)
    page.clock.install()
    page.goto(path)
    page.locator('[data-action="watch"]').wait_for()
    page.evaluate(_BEATS)
    page.locator('[data-action="watch"]').click()
    page.locator("[data-scoring] .stage").wait_for()
    for _ in range(80):
        if page.evaluate(_PLAYED):
            break
        page.clock.run_for(250)
    beats = page.evaluate("window.beats")
    counted = [scores for kind, scores, _ in beats if kind == "won"]
    assert counted[0] == result["totals"]
    track = [
        total - sum(each["points"] for each in own)
        for total, own in zip(result["totals"], result["objectives"], strict=True)
    ]
    assert next(scores for _, scores, _ in beats if scores) == track
    most = {len(each["cells"]) for own in result["objectives"] for score in own for each in score["found"]}
    assert max(lit for _, _, lit in beats) >= max(most, default=0)
    spoken = " ".join(page.evaluate("window.told"))
    for own in result["objectives"]:
        for score in own:
            if score["points"]:
                assert f"{score['points']} points" in spoken


@pytest.mark.parametrize("way", ["key", "tap", "button", "escape"])
def test_nobody_has_to_watch(moving: Callable[[int, int], Page], three: tuple[str, Json], way: str) -> None:
    """Any key and any tap go on to the leaf, Escape straight to the result."""
    page = moving(390, 844)
    page.goto(three[0])
    page.locator('[data-action="watch"]').click()
    page.locator("[data-scoring=objective]").wait_for()
    page.locator("[data-scoring=copy], [data-scoring=gain]").wait_for()
    if way == "key":
        page.keyboard.press("x")
    elif way == "tap":
        page.locator("[data-scoring] .goal").click(force=True)
    elif way == "button":
        page.locator('[data-action="skip"]').click()
    else:
        page.keyboard.press("Escape")
        expect(page.locator("[data-scoring]")).to_have_count(0)
        return
    page.locator("[data-colophon]").wait_for()
    assert page.locator("[data-scoring] .stage").count() == 0


def test_where_nothing_moves_the_scoring_is_leafed_through(visit: Visit, three: tuple[str, Json]) -> None:
    """The result is there at once; who wants to sees the same as pictures, one for each objective, and the leaf."""
    path, result = three
    page = visit(path)
    page.locator(".final").wait_for()
    assert page.locator("[data-scoring]").count() == 0
    page.locator('[data-action="watch"]').click()
    page.locator("[data-scoring] .stage").wait_for()
    pictures = 0
    while page.locator("[data-scoring] .stage").count():
        pictures += 1
        page.keyboard.press("ArrowRight")
        assert pictures <= len(result["totals"]) + 3
    assert pictures == 2 + len(result["totals"]) + 1
    page.locator("[data-colophon]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-scoring]")).to_have_count(0)


def test_track_and_plates_get_the_points_of_objectives(visit: Visit, three: tuple[str, Json]) -> None:
    """Once all is counted, tokens stand at the totals, above 29 too, and the plates say what the headline means."""
    path, result = three
    page = visit(path)
    page.locator(".final").wait_for()
    plates = page.locator(".seats .plate .score").all_inner_texts()
    assert [int(score) for score in plates] == result["totals"]
    for seat, total in enumerate(result["totals"]):
        mark = page.locator(f'[data-runner="{seat}"]')
        assert mark.evaluate("mark => Number(getComputedStyle(mark).getPropertyValue('--at'))") == total
