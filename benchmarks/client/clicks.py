"""From a click on a cell to the end of the frame that shows the card there, in every turn of a game against Tybor."""

from statistics import median

from playwright.sync_api import Page, sync_playwright

from benchmarks.ahead import go_ahead
from tests.e2e.lobby import play_solo
from tests.e2e.playing import ENOUGH_TURNS, choose_side, finish, keep_objective, lay, wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import enter
from tools.browser import chromium, launch_flags

__all__ = ["clicks", "summed"]

# A task that is posted in a frame's callback runs when that frame has been laid out, painted and handed on.
_LISTEN = """() => {
  window.clicks_ = [];
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  });
  addEventListener('pointerup', ({ target, timeStamp }) => {
    const cell = target.closest?.('[data-cell]')?.dataset.cell;
    const look = () => document.querySelector(`[data-ghost="${cell}"]`)
      ? window.clicks_.push(performance.now() - timeStamp) : painted(look);
    if (cell) painted(look);
  }, true);
}"""


def clicks(server: Server, slower: float) -> list[float]:
    """Play a whole game in a window of 1440 by 900; return the milliseconds of each placement."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        page = browser.new_page(base_url=server.http, viewport={"width": 1440, "height": 900})
        page.set_default_timeout(120_000)
        enter(page, "/")
        play_solo(page)
        choose_side(page)
        keep_objective(page)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.evaluate(_LISTEN)
        go_ahead()
        _play(page)
        found: list[float] = page.evaluate("() => window.clicks_")
        browser.close()
    return found


def _play(page: Page) -> None:
    for _ in range(ENOUGH_TURNS):
        if wait_for(page, "card", "over") == "over" or page.locator("[data-scoring]").count():
            return
        lay(page)
        finish(page)


def summed(found: list[float]) -> str:
    """Return a summary of a game's placements in one line."""
    return f"median {median(found):.0f} ms, longest {max(found):.0f} ms of {len(found)}"
