"""A person at the table, who clicks what is lit."""

import time

from playwright.sync_api import Page, expect

from tests.waiting import TIMEOUT

ASKED = ".now[data-asked]"
ENOUGH_TURNS = 60

ASKS = """(wanted) => {
  if (document.documentElement.hasAttribute('data-drawing')) return null;
  const { asked } = document.querySelector('.now[data-asked]:not(.unready *)')?.dataset ?? {};
  return wanted.includes(asked) ? asked : null;
}"""

BEST = """() => {
  const lit = [...document.querySelectorAll('.target[data-points]')];
  lit.sort((a, b) => b.dataset.points - a.dataset.points);
  return lit[0]?.dataset.cell ?? null;
}"""

_CELLS = """() => Object.fromEntries([...document.querySelectorAll('.target[data-cell]')].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.dataset.cell, [x + width / 2, y + height / 2]];
}))"""

_RESTS = """() => !document.querySelector('.glass.moving, [data-flight]')
  && !document.documentElement.hasAttribute('data-drawing')"""

_FRAMES = """async () => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
"""Lets a note come or go, the codex learn its room, and both be painted: each takes a frame after what caused it."""

NEAR = 2.0
"""Pixels that a cell may move by while a card is chosen and laid: no finger misses it for that."""


def drawn(page: Page) -> None:
    """Wait until no part of the page waits for its turn to be drawn."""
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-drawing')")


def at_rest(page: Page) -> None:
    """Wait until no card is on its way, the codex lies still and all of the page is drawn."""
    page.wait_for_function(_RESTS)
    page.evaluate(_FRAMES)
    page.wait_for_function(_RESTS)


def open_cells(page: Page) -> dict[str, tuple[float, float]]:
    """Return the middle of each open cell on the screen."""
    return {cell: (x, y) for cell, (x, y) in page.evaluate(_CELLS).items()}


def moved(before: dict[str, tuple[float, float]], after: dict[str, tuple[float, float]]) -> dict[str, object]:
    """Return the cells that are elsewhere than before, with both their places."""
    return {
        cell: (before[cell], (x, y))
        for cell, (x, y) in after.items()
        if cell in before and max(abs(x - before[cell][0]), abs(y - before[cell][1])) > NEAR
    }


def asked(page: Page) -> str:
    """Return what this page asks its reader for, once all of it is there."""
    drawn(page)
    return page.locator(ASKED).get_attribute("data-asked") or ""


def wait_for(page: Page, *wanted: str) -> str:
    """Wait until the page asks for one of `wanted`, and return which."""
    return str(page.wait_for_function(ASKS, arg=wanted).json_value())


def choose_side(page: Page, side: str = "front") -> None:
    """Choose the side of the starter card."""
    page.locator(f'[data-choice="{side}"]').click()


def keep_objective(page: Page) -> None:
    """Keep the first objective offered."""
    wait_for(page, "objective")
    page.locator("[data-choice]").first.click()


def set_out(*pages: Page) -> None:
    """Make everybody's choices of the setup."""
    for page in pages:
        choose_side(page)
    for page in pages:
        keep_objective(page)


def in_turn(ann: Page, bea: Page) -> tuple[Page, Page]:
    """Return the two in the order of their turns: during setup both may wait, so look until one is asked for a card."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        if asked(ann) == "card":
            return ann, bea
        if asked(bea) == "card":
            return bea, ann
        ann.wait_for_timeout(50)
    raise AssertionError(f"nobody's turn begins: asked are {asked(ann)!r} and {asked(bea)!r}")


def lay(page: Page) -> str:
    """Plan the placement that gives most with the first card that can be paid; return its cell."""
    cards = page.locator("[data-card]")
    for index in range(cards.count()):
        cards.nth(index).click()
        cell = page.evaluate(BEST)
        if cell:
            break
    else:
        page.locator("[data-flip]").last.click()
        cell = page.evaluate(BEST)
    tap(page, cell)
    return str(cell)


def tap(page: Page, cell: str) -> None:
    """Press the middle of an open cell, wherever it is by now: notes that come and go move the codex."""
    page.locator(f'[data-cell="{cell}"]').click()
    expect(page.locator(f'[data-ghost="{cell}"]')).to_be_visible()


def finish(page: Page, source: int = 0) -> None:
    """End the planned turn: take a card, or confirm where there is none to take."""
    if wait_for(page, "source", "confirm") == "confirm":
        page.locator('[data-action="confirm"]').click()
        return
    lit = page.locator("[data-source].takeable")
    lit.first.wait_for()
    lit.nth(source % lit.count()).click()


def play_on(*pages: Page) -> int:
    """Play until the game is over for everybody; return the number of turns."""
    for turn in range(ENOUGH_TURNS * len(pages)):
        if all(asked(page) == "over" for page in pages):
            return turn
        page = pages[turn % len(pages)]
        if wait_for(page, "card", "over") == "card":
            lay(page)
            finish(page, source=turn // len(pages))
    raise AssertionError("the game does not end")


def scores(page: Page) -> list[list[int]]:
    """Return the final scoring as shown: track, objectives, and total of each seat."""
    rows = page.locator(".final tbody tr")
    rows.first.wait_for()
    return [
        [int(cell.get_attribute("data-points") or 0) for cell in row.locator("[data-points]").all()]
        for row in rows.all()
    ]
