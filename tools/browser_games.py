"""A solo game by mouse in Firefox and in WebKit, the engine of Safari: `xvfb-run -a python -m tools.browser_games`.

Beside Chromium, in which all other tests run, they show that nothing of the client is Chromium's own: from the lobby
against Tybor to the final scoring, a reload on the way; at a server, and then in the browser alone. What the page
reports as an error fails. On Debian it needs `firefox-esr`, `webkit2gtk-driver`, `xvfb` and `xauth`; names of
browsers as arguments (`firefox`, `webkit`) choose among them.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol, Self

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions, WebKitGTKService
from selenium.webdriver.common.actions.action_builder import ActionBuilder

from deploy.parts import Server
from tests.e2e.playing import ASKS, BEST
from tests.e2e.site import PATH, PlainServer
from tools.firefox import Firefox, MarionetteError

PATIENCE: Final = 60.0
"""Seconds to wait before a missing event counts as a fault."""

TURNS: Final = 60
RELOADED: Final = 3
"""Turn after which the page is reloaded."""

_NO_FAULT: Final = "ResizeObserver loop completed"
"""Harmless report of browsers where sizes settle a frame later, as the specification allows."""

_HEAR: Final = """window.faults = window.faults ?? [];
for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
  addEventListener(kind, ({ message, reason, violatedDirective }) =>
    faults.push(`${kind}: ${message ?? reason ?? violatedDirective}`))"""

_MIDDLE: Final = """const element = (%s)(...arguments);
if (!element || document.documentElement.hasAttribute('data-drawing')) return null;
element.scrollIntoView({ block: 'nearest' });
const { x, y, width, height } = element.getBoundingClientRect();
const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
const moves = ({ playState, effect }) => playState === 'running' && effect.target?.contains(element)
  && effect.getComputedTiming().iterations !== Infinity;
const covered = !element.contains(document.elementFromPoint(...middle));
return covered || document.getAnimations().some(moves) ? null : middle"""
"""Where to press the element that a function finds: None while it moves, is covered, or the page is being drawn."""

_SELECTED: Final = "(selector, index = 0) => document.querySelectorAll(selector)[index]"
_NAMED: Final = "(name) => [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === name)"


class Browser(Protocol):
    """Browser of any engine, with what a game by mouse needs."""

    version: str

    def open(self, address: str) -> None:
        """Go to a page."""

    def reload(self) -> None:
        """Reload the page."""

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever it returns
        """Return the result of a script."""

    def click(self, x: int, y: int) -> None:
        """Click at a point of the window."""


class WebKit:
    """WebKit's small browser."""

    def __init__(self, driver: WebKitGTK) -> None:
        """Take over a started driver."""
        self._driver = driver
        self.version = str(driver.capabilities["browserVersion"])
        driver.set_window_size(1440, 900)
        self.open, self.reload, self.run = driver.get, driver.refresh, driver.execute_script

    @classmethod
    @contextmanager
    def start(cls) -> Iterator[Self]:
        """Start it, and close it at the end; it needs a screen, such as Xvfb's."""
        options = WebKitGTKOptions()
        options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")))
        options.add_argument("--automation")
        options.set_capability("browserName", "MiniBrowser")
        driver = WebKitGTK(options=options, service=WebKitGTKService("/usr/bin/WebKitWebDriver"))
        try:
            yield cls(driver)
        finally:
            driver.quit()

    def click(self, x: int, y: int) -> None:
        """Click at a point of the window."""
        actions = ActionBuilder(self._driver)
        actions.pointer_action.move_to_location(x, y).click()
        actions.perform()


BROWSERS: Final[dict[str, Callable[[], AbstractContextManager[Browser]]]] = {
    "firefox": Firefox.start,
    "webkit": WebKit.start,
}


def main(chosen: list[str]) -> int:
    """Play in the chosen browsers, or in all; return 1 if a page reported a fault."""
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        server = Server("other", Path(folder), bot_delay=0, daily_games=0)
        files = PlainServer(Path(folder) / "site")
        server.start()
        files.start()
        try:
            for name in chosen or BROWSERS:
                for where, address in (("at a server", server.http), ("without one", files.http + PATH.rstrip("/"))):
                    with BROWSERS[name]() as browser:
                        turns, faults = play(browser, address)
                        print(*faults, sep="\n", end="\n" if faults else "")
                        print(f"{name} {browser.version}: a solo game of {turns} turns {where}, {len(faults)} faults")
                        bad |= bool(faults)
        finally:
            server.kill()
            files.stop()
    return int(bad)


def play(browser: Browser, address: str) -> tuple[int, list[str]]:
    """Play a game against Tybor to its end; return its number of turns, and the errors that the page reported."""
    browser.open(f"{address}/")
    browser.run(_HEAR)
    press(browser, _NAMED, "Against Tybor")
    press(browser, _NAMED, "Play against Tybor")
    faults: list[str] = []
    for turn in range(TURNS):
        match wait_for_question(browser):
            case "side" | "objective":
                press(browser, _SELECTED, "[data-choice]")
            case "card":
                take_turn(browser)
            case "over":
                open_scores(browser)
                faults += browser.run("return faults")
                return turn - 2, [fault for fault in faults if _NO_FAULT not in fault]
        if turn == RELOADED:
            faults += browser.run("return faults")
            browser.reload()
            browser.run(_HEAR)
    raise AssertionError("the game does not end")


def open_scores(browser: Browser) -> None:
    """Open the score sheet; animations at the end of a game may swallow a press."""
    end = time.monotonic() + PATIENCE
    while not browser.run("return document.querySelector('.final tbody tr') !== null"):
        if time.monotonic() > end:
            raise AssertionError("the score sheet does not open")
        if browser.run(f"return ({_NAMED})('To the score sheet') !== undefined"):
            press(browser, _NAMED, "To the score sheet")
        time.sleep(0.5)


def take_turn(browser: Browser) -> None:
    """Lay the best card on the best highlighted cell, and draw."""
    for index in range(browser.run("return document.querySelectorAll('[data-card]').length")):
        press(browser, _SELECTED, "[data-card]", index)
        if browser.run(f"return ({BEST})()"):
            break
    else:
        press(browser, _SELECTED, "[data-flip]")
    cell = wait_for(browser, f"return ({BEST})()")
    press(browser, _SELECTED, f'[data-cell="{cell}"]')
    wait_for(browser, "return document.querySelector('[data-ghost]') !== null")
    confirms = wait_for_question(browser, "source", "confirm") == "confirm"
    press(browser, _SELECTED, "[data-action='confirm']" if confirms else "[data-source].takeable")


def wait_for_question(browser: Browser, *wanted: str) -> str:
    """Wait until the page asks for one of `wanted`, and return which."""
    return str(wait_for(browser, f"return ({ASKS})(...arguments)", wanted or ("side", "objective", "card", "over")))


def wait_for(browser: Browser, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever it says
    """Return the result of `script` as soon as there is one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(WebDriverException, MarionetteError):  # the page may be another one by now
            if found := browser.run(script, *arguments):
                return found
        time.sleep(0.05)
    raise AssertionError(f"in vain: {script}")


def press(browser: Browser, find: str, *arguments: object) -> None:
    """Press the middle of the element found, once it is still; the driver cannot point at parts of a drawing itself."""
    middle = _MIDDLE % find
    before, now = None, wait_for(browser, middle, *arguments)
    while now != before:
        time.sleep(0.1)
        before, now = now, wait_for(browser, middle, *arguments)
    browser.click(*now)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
