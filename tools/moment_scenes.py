"""The four moments of a game, each set up in a window of any size and held still for its picture."""

from collections.abc import Callable

from playwright.sync_api import Page

from codex_naturalis.views import Preview, View, view_of
from tests.e2e.playing import finish, lay, tap, wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import play_on
from tools.screenshot_games import moments, record_of, turns

__all__ = ["MOMENTS", "WEAR", "filmed"]

SEATS, ME = 3, 1
"""The game, and whose eyes see it."""

END = 20
NEARLY = 15
"""Points that end a game, and some turns before."""

_STAY = """() => {
  const set = window.setTimeout;
  window.setTimeout = (task, after, ...more) => (after >= 4_000 ? 0 : set(task, after, ...more));
}"""
"""Lets news stay until it has been photographed."""

_HOLD = """(after) => {
  let until = Infinity;
  const frame = window.requestAnimationFrame;
  window.requestAnimationFrame = (step) => frame((now) => step(Math.min(now, until)));
  new MutationObserver(() => {
    if (until === Infinity && document.querySelector('[data-flight=points]')) until = performance.now() + after;
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Keeps in the air what flies this many milliseconds after points have risen."""

IN_THE_AIR = 150
"""Milliseconds after which most of what flies is well on its way."""

WEAR = "skin => { document.documentElement.dataset.skin = skin; }"

FRAMES, STEP, LEAF = 8, 200, 2_500
"""Frames of the film; milliseconds from one that is looked at to the next, and until all of the leaf is there."""

STOPPED = 1_000
"""Milliseconds that a busy machine may need to stop the clock."""

_SHOWN = "() => [...document.querySelectorAll('svg')].every(({ childElementCount }) => childElementCount)"


def _views() -> dict[int, View]:
    """Return what our seat sees at the beginning of each of its turns, by the game's version."""
    states = {game.version: game.state for game in moments(SEATS)}
    return {version: view_of(states[version], ME, detailed=True) for version in turns(SEATS, ME)}


def _best(view: View) -> Preview:
    return max(view.previews, key=lambda each: each.points.points if each.points else 0)


def _gain(view: View) -> int:
    points = _best(view).points
    return points.points if points else 0


def _sit_down(page: Page, server: Server, version: int) -> None:
    play_on(page, server, record_of(SEATS), version, ME)
    wait_for(page, "card")
    page.wait_for_function(_SHOWN)
    page.evaluate(_STAY)


def _rest(page: Page) -> None:
    page.wait_for_function("() => !document.querySelector('[data-flight]')")


def turn(page: Page, server: Server) -> None:
    """Take a turn in mid-game, and be told what the others did when the next one begins."""
    _sit_down(page, server, turns(SEATS, ME)[8])
    lay(page)
    finish(page)
    page.locator("[data-ribbon=turn]").wait_for()
    wait_for(page, "card")
    _rest(page)


def lies(page: Page, server: Server) -> None:
    """Lay the card that scores most before the end, and see it while points and symbols fly."""
    views = {version: view for version, view in _views().items() if max(seat.score for seat in view.seats) < END}
    version = max(views, key=lambda version: _gain(views[version]))
    best = _best(views[version])
    _sit_down(page, server, version)
    page.locator(f'[data-card="{best.card}"]').click()
    tap(page, f"{best.cell[0]},{best.cell[1]}")
    _rest(page)
    page.evaluate(_HOLD, IN_THE_AIR)
    finish(page)
    page.locator("[data-flight=points]").wait_for(state="attached")


def twenty(page: Page, server: Server) -> None:
    """Play until someone reaches twenty points."""
    early = [version for version, view in _views().items() if max(seat.score for seat in view.seats) < NEARLY]
    _sit_down(page, server, early[-1])
    while not page.locator("[data-ribbon=ending]").count():
        lay(page)
        finish(page)
        page.locator("[data-ribbon]").wait_for()
    _rest(page)


def _over(page: Page, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    play_on(page, server, record_of(SEATS), turns(SEATS, ME)[-1], ME)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "over")


def _watch(page: Page) -> None:
    page.locator('[data-action="watch"]').click()
    page.locator("[data-scoring] .stage").wait_for()
    page.wait_for_function(_SHOWN)


def scoring(page: Page, server: Server) -> None:
    """Watch how the first objective is counted."""
    _over(page, server)
    _watch(page)


def leaf(page: Page, server: Server) -> None:
    """See who won, and why."""
    scoring(page, server)
    while page.locator("[data-scoring] .stage").count():
        page.keyboard.press("ArrowRight")
    page.locator("[data-colophon]").wait_for()


def filmed(page: Page, server: Server, skin: str) -> list[bytes]:
    """Watch the scoring to the leaf; return its frames, evenly spread over its seconds."""
    _over(page, server)
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.reload()
    page.locator('[data-action="watch"]').wait_for()
    page.evaluate(WEAR, skin)
    _watch(page)
    page.clock.pause_at((page.evaluate("Date.now()") + STOPPED) / 1000)
    frames = []
    while page.locator("[data-scoring] .stage").count():
        frames.append(page.screenshot())
        page.clock.run_for(STEP)
        page.wait_for_timeout(STEP)
    page.clock.run_for(LEAF)
    page.wait_for_timeout(LEAF)
    spread = [frames[(2 * at + 1) * len(frames) // (2 * FRAMES - 2)] for at in range(FRAMES - 1)]
    return [*spread, page.screenshot()]


MOMENTS: dict[str, Callable[[Page, Server], None]] = {
    each.__name__: each for each in (turn, lies, twenty, scoring, leaf)
}
