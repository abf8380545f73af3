"""The final scoring as a film: frames side by side, by lamplight on a desk."""

from typing import Final

from playwright.sync_api import Browser, Page

from tests.e2e.playing import finish, lay, wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import play_on

from .games import record_of, turns
from .scenes import ME
from .studio import Darkroom, open_window

__all__ = ["FILM", "film_scoring"]

FILM: Final = "scoring-film"
FRAMES, ROW, TALL = 8, 4, 300
"""Frames in all and in a row, and the height of each in pixels."""

STEP, BOOK = 200, 2_500
"""Milliseconds between sampled frames, and until the whole winner's book is shown."""

STOPPED: Final = 1_000
"""Milliseconds that a busy machine may need to stop the clock."""

_WEAR: Final = "skin => { document.documentElement.dataset.skin = skin; }"
_SHOWN: Final = "() => [...document.querySelectorAll('svg')].every(({ childElementCount }) => childElementCount)"


def film_scoring(browser: Browser, server: Server, darkroom: Darkroom) -> None:
    """Play a game to its end, and write frames of its scoring."""
    page = open_window(browser, server.http, phone=False)
    _end_game(page, server)
    frames = _frames(page)
    page.context.close()
    darkroom.develop(FILM, [frames[at : at + ROW] for at in range(0, len(frames), ROW)], TALL)


def _end_game(page: Page, server: Server) -> None:
    play_on(page, server, record_of(3), turns(3, ME)[-1], ME)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "over")


def _frames(page: Page) -> list[bytes]:
    """Watch the scoring to the winner's book; return its frames, evenly spread over its seconds."""
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.reload()
    page.locator('[data-action="watch"]').wait_for()
    page.evaluate(_WEAR, "parchment")
    page.locator('[data-action="watch"]').click()
    page.locator("[data-scoring] .stage").wait_for()
    page.wait_for_function(_SHOWN)
    page.clock.pause_at((page.evaluate("Date.now()") + STOPPED) / 1000)
    frames = []
    while page.locator("[data-scoring] .stage").count():
        frames.append(page.screenshot())
        page.clock.run_for(STEP)
        page.wait_for_timeout(STEP)
    page.clock.run_for(BOOK)
    page.wait_for_timeout(BOOK)
    spread = [frames[(2 * at + 1) * len(frames) // (2 * FRAMES - 2)] for at in range(FRAMES - 1)]
    return [*spread, page.screenshot()]
