"""A first game from the lobby to the result, move by move: what stood in a newcomer's way is not met again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lobby import open_way
from tests.e2e.playing import (
    ENOUGH_TURNS,
    asked,
    at_rest,
    choose_side,
    finish,
    keep_objective,
    moved,
    open_cells,
    tap,
    wait_for,
)
from tests.e2e.quick import hurry
from tests.e2e.running import Server

Json = Any  # what a script of the page returns

SIZES = [(1440, 900), (390, 844)]

LOOKED_AT = 6
"""Turns whose every step is looked at, as most of the notes come in them and the codex is not yet small; then a program
plays until the end is near."""

_UPON = """() => {
  const parts = ['.note', '[data-action=hint]', '.guide .now', '.advice', '.reason', '.plan-place .plan', '.ribbon',
    '.mine > ul', '.tray-hand', '.tray-market', '.desk > nav'];
  const seen = parts.flatMap((part) => [...document.querySelectorAll(part)].map((each) => [part, each]))
    .filter(([, each]) => each.checkVisibility({ visibilityProperty: true }));
  const apart = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) < 1
    || Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 1;
  return seen.flatMap(([name, each], at) => seen.slice(at + 1)
    .filter(([, other]) => !each.contains(other) && !other.contains(each))
    .filter(([, other]) => !apart(each.getBoundingClientRect(), other.getBoundingClientRect()))
    .map(([other]) => `${name} upon ${other}`));
}"""
"""Names what lies upon what, of all that is read and pressed during a turn."""

_OVER_CODEX = """() => {
  const box = document.querySelector('.desk .middle').getBoundingClientRect();
  const at = [...Array(81).keys()].map((i) => [(i % 9) + 1, Math.floor(i / 9) + 1]);
  return at.map(([i, j]) => document.elementFromPoint(box.left + (box.width * i) / 10, box.top + (box.height * j) / 10))
    .filter((each) => !each?.closest('.middle')).map((each) => each?.outerHTML.slice(0, 80) ?? 'nothing');
}"""

_BRIGHT = """() => [...document.querySelectorAll('.target rect')].filter((each) => {
  const { fill, fillOpacity } = getComputedStyle(each);
  return fill !== 'none' && !/rgba\\(.*, 0\\)|transparent/.test(fill) && Number(fillOpacity) > 0.2;
}).length"""
"""Counts open cells that are filled like paper."""

_MARKET = """() => [...document.querySelectorAll('.market .place')].filter((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return right - left > 40 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    && document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.place') === each;
}).length"""
"""Counts the places of the market that are in sight."""

_BEST = """() => {
  const lit = [...document.querySelectorAll('.target[data-points]')];
  lit.sort((a, b) => b.dataset.points - a.dataset.points);
  return lit[0]?.dataset.cell ?? null;
}"""

_NOTHING_RUNS = "() => !document.getAnimations().some(({ playState }) => playState === 'running')"

_UNDER_SEAL = """() => {
  const seal = document.querySelector('[data-colophon] .seal').getBoundingClientRect();
  const apart = ({ left, right, top, bottom }) =>
    right <= seal.left + 2 || left >= seal.right - 2 || bottom <= seal.top + 2 || top >= seal.bottom - 2;
  return [...document.querySelectorAll('[data-colophon] :is(h2, p, [data-sum] > *)')]
    .filter((each) => !apart(each.getBoundingClientRect())).map((each) => each.textContent);
}"""
"""Names the words of the leaf that its seal lies upon."""

PLACES = 6
FEW = 10
"""Choices that a form for friends shows before one asks for more."""

OPPONENTS = 2

DESK = 992
"""Pixels from which the log lies open beside the codex."""


class SameDeal(Server):
    """Server that deals every game alike: each run of the tests looks at the same first game."""

    def _command(self) -> list[str]:
        command = super()._command()
        at = command.index("serve")
        return [*command[:at], "deal:newcomer", *command[at:]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server for these tests alone."""
    with SameDeal(tmp_path_factory.mktemp("newcomer")) as running:
        yield running


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_first_game_runs_smoothly(
    moving: Callable[[int, int], Page], server: Server, width: int, height: int
) -> None:
    """No cell moves, nothing covers anything, the market is in sight, and the result comes when all is counted."""
    page = moving(width, height)
    page.goto("/")
    the_first_minute(page)
    open_way(page, "Against Tybor")
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")
    choose_side(page)
    heights_of_choices(page)
    keep_objective(page)
    page.locator(".note").wait_for()
    for turn in range(ENOUGH_TURNS):
        if wait_for(page, "card", "over") == "over":
            break
        take_a_turn(page, looked_at=turn < LOOKED_AT)
        if turn == LOOKED_AT and wait_for(page, "card", "over") == "card":
            the_margins(page)
            hurry(server, page)
    the_end(page)
    table = page.url.rpartition("/")[2]
    page.goto("/games")
    expect(page.locator(f'main a[href="/t/{table}/replay"]').first).to_be_attached()
    expect(page.locator(f'[data-open="{table}"] .miniature > *').first).to_be_attached()
    expect(page.locator("[data-spine]")).to_have_attribute("aria-pressed", "true")
    title = page.locator(f'[data-open="{table}"] .page')
    expect(title).to_contain_text("Against Tybor")
    page.evaluate("() => document.querySelector('button[lang=fr]').click()")
    expect(title).to_contain_text("Contre Tybor")


def the_first_minute(page: Page) -> None:
    """Being taught is what is offered largest, a level is named honestly, and no name is asked for."""
    teach = page.locator('a[href="/learn"]').first
    expect(teach).to_be_visible()
    sizes = [
        each.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        for each in (teach, page.get_by_role("button", name="Play with friends"))
    ]
    assert sizes[0] > sizes[1]
    open_way(page, "Against Tybor")
    expect(page.get_by_role("radio", name="First game (ours)", exact=True)).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_count(0)
    assert page.get_by_text("I sign as").count() == 0
    open_way(page, "Against bots")
    page.get_by_role("button", name="One more opponent").click()
    names = [each.get_attribute("aria-label") for each in page.locator("form input[type=radio]:checked").all()]
    described = [name for name in names if name and ", " in name]
    assert len(set(described)) == len(described) == OPPONENTS, "each has a name of its own, and a word for its strength"
    open_way(page, "Play with friends")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    assert page.locator("form:has(button:text('Open the table')) input[type=radio]:visible").count() <= FEW


def the_margins(page: Page) -> None:
    """In mid-game, a line of the log that names a cell lights the card there: no coordinates need to be known."""
    narrow = (page.viewport_size or {"width": 0})["width"] < DESK
    if narrow:
        page.locator('[data-tab-button="story"]').click()
    line = page.locator(".story li", has_text="You laid").last
    line.scroll_into_view_if_needed()
    line.hover()
    expect(page.locator(".outline.pointed")).to_be_attached()
    page.mouse.move(2, 2)
    if narrow:
        page.locator('[data-tab-button="hand"]').click()


def heights_of_choices(page: Page) -> None:
    """Both objectives lie at the same height, whatever stands under them."""
    wait_for(page, "objective")
    page.mouse.move(2, 2)
    page.wait_for_function(_NOTHING_RUNS)
    tops = [each.bounding_box() for each in page.locator("[data-choice] .card").all()]
    assert len({round(box["y"]) for box in tops if box}) == 1


def take_a_turn(page: Page, *, looked_at: bool) -> None:
    """Lay what scores most and take a card, looking at each step for what should not be there."""
    at_rest(page)
    if looked_at:
        assert page.evaluate(_BRIGHT) == 0
        assert page.evaluate(_OVER_CODEX) == []
    seen = steady(page, {}, looked_at)
    for card in page.locator("[data-card]").all():
        card.click()
        seen = steady(page, seen, looked_at)
        if cell := page.evaluate(_BEST):
            break
    else:
        page.locator("[data-flip]").last.click()
        seen = steady(page, seen, looked_at)
        cell = page.evaluate(_BEST)
    tap(page, cell)
    steady(page, seen, looked_at)
    finish(page)


def steady(page: Page, before: Json, looked_at: bool) -> Json:
    """Look at the table once all rests: every cell is where it was, and nothing lies upon anything else."""
    if not looked_at:
        return before
    at_rest(page)
    assert page.evaluate(_UPON) == []
    if asked(page) in ("card", "cell", "source"):
        assert page.evaluate(_MARKET) == PLACES
    cells = open_cells(page)
    assert moved(before, cells) == {}
    return cells


def the_end(page: Page) -> None:
    """Nothing of the result is seen before the scoring; then nothing is still said to be incomplete."""
    page.locator("[data-scoring], .final").first.wait_for()
    assert page.locator(".final").count() == 0
    page.locator('[data-action="skip"]').click()
    page.locator("[data-colophon]").wait_for()
    sums = page.locator("[data-colophon] [data-sum]")
    expect(sums).to_have_count(2)
    page.wait_for_function(_NOTHING_RUNS)
    assert page.evaluate(_UNDER_SEAL) == []
    page.locator('[data-action="close"]').click()
    page.locator(".final").wait_for()
    expect(page.get_by_text("not yet complete")).to_have_count(0)
    total = page.locator(".final tbody tr").first.locator("[data-points]").last.get_attribute("data-points")
    assert page.locator(".seats .plate .score").first.inner_text() == total
