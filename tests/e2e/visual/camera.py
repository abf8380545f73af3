"""Photographs pages, and compares a sheet of pictures with the one that is kept."""

import base64
import os
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests.e2e.running import Server
from tests.waiting import TIMEOUT

LOCALES = ("en", "fr", "it")
SKINS = ("parchment", "night", "contrast")
HERE = Path(__file__).parent
SHEETS = HERE / "sheets"
RESULTS = HERE.parents[2] / "test-results" / "snapshots"
"""Where a sheet that differs is left, under the one that is kept, with the difference marked below both."""

ANEW = os.environ.get("SNAPSHOTS") == "anew"
"""Whether to retake the sheets instead of comparing them."""

CHROMIUM = SHEETS / "chromium.txt"
"""Says which major version of Chromium took the sheets."""

TOLERANCE = 32
"""How far a channel of a pixel, out of 255, may lie outside of what is kept."""

SQUARE = 16
"""Side of the squares in which pixels that lie further outside are counted."""

DIFFERING = 13
"""How many there may be in the worst square of a picture: letters that are hinted and placed in another way come to 10,
the smallest thing that is broken on purpose to 17."""

_COMPARE = (HERE / "compare.js").read_text(encoding="utf-8")
_WEAR = "(skin) => { document.documentElement.dataset.skin = skin; }"
_SPEAK = "(locale) => document.querySelector(`button[lang=${locale}]`).click()"
_QUIET = """() => new Promise((quiet) => {
  let timer = setTimeout(quiet, 120);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(quiet, 120); })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})"""
"""An eighth of a second without any change."""

_SETTLED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""


class Traffic:
    """What a page has asked for: the words of its parts, and its pictures, come a moment after itself."""

    def __init__(self, page: Page) -> None:
        """Count what `page` asks for from now on."""
        self._page = page
        self._under_way: set[Request] = set()
        self._ended = 0
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        self._under_way.add(request)

    def _end(self, request: Request) -> None:
        self._under_way.discard(request)
        self._ended += 1

    def settle(self) -> None:
        """Wait until nothing has come, nor changed, for a moment, and nothing is on its way."""
        before, deadline = -1, time.monotonic() + TIMEOUT
        while self._under_way or self._ended != before:
            if time.monotonic() > deadline:
                raise AssertionError(f"still loading: {[request.url for request in self._under_way]}")
            before = self._ended
            self._page.evaluate(_QUIET)


@dataclass(frozen=True)
class Size:
    """A window, how fine its pictures are, and how many of their pixels become one on the sheet.

    Words move things and skins colour them, so each language is seen in one skin; with the other size in another one.
    """

    name: str
    width: int
    height: int
    fine: float
    shrink: int
    skins: tuple[str, str, str]

    @property
    def looks(self) -> tuple[tuple[str, str], ...]:
        """Return the languages, each with the skin it is seen in."""
        return tuple(zip(LOCALES, self.skins, strict=True))

    def window(self, browser: Browser, server: Server) -> BrowserContext:
        """Open a window of this size, in which nothing moves."""
        phone = self.name == "phone"
        return browser.new_context(
            base_url=server.http,
            viewport={"width": self.width, "height": self.height},
            device_scale_factor=self.fine,
            locale="en-GB",
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
        )


DESK = Size("desk", 1440, 900, fine=0.5, shrink=2, skins=SKINS)
PHONE = Size("phone", 390, 844, fine=1, shrink=3, skins=("night", "contrast", "parchment"))


@dataclass(frozen=True)
class Sheet:
    """Pictures on a sheet, and how far each is from what is kept."""

    taken: bytes
    differing: tuple[int, ...]
    difference: bytes | None


class Camera:
    """Photographs pages; a page of its own does the developing."""

    def __init__(self, browser: Browser) -> None:
        """Develop in `browser`, by the tolerance for its version."""
        self._darkroom = browser.new_page()
        self.differing = tolerated(browser.version, CHROMIUM.read_text("utf-8"))

    def close(self) -> None:
        """Put everything away."""
        self._darkroom.close()

    def sheet(self, shots: list[bytes], size: Size, kept: bytes | None) -> Sheet:
        """Put pictures on a sheet, three in a row, and compare that with a sheet that is kept."""
        wanted: dict[str, Any] = {
            "shots": [base64.b64encode(shot).decode() for shot in shots],
            "shrink": size.shrink,
            "columns": len(LOCALES),
            "kept": kept and base64.b64encode(kept).decode(),
            "tolerance": TOLERANCE,
            "square": SQUARE,
            "forgiven": self.differing,
        }
        found = self._darkroom.evaluate(_COMPARE, wanted)
        difference = found["difference"]
        return Sheet(
            base64.b64decode(found["taken"]), tuple(found["differing"]), difference and base64.b64decode(difference)
        )


def major_of(version: str) -> str:
    """Return the part of a browser's version before the first point."""
    return version.strip().partition(".")[0]


def tolerated(version: str, taken_by: str) -> int:
    """Return how many pixels may differ: thrice as many if another major version took the sheets, with a warning."""
    if major_of(version) == major_of(taken_by):
        return DIFFERING
    versions = f"Chromium {major_of(taken_by)} took the sheets, {major_of(version)} is compared"
    warnings.warn(f"{versions} with three times the tolerance", stacklevel=2)
    return 3 * DIFFERING


def path_of(size: Size, name: str) -> Path:
    """Return where the sheet is kept."""
    return SHEETS / size.name / f"{name}.webp"


def looks(page: Page, traffic: Traffic, size: Size) -> list[bytes]:
    """Photograph the page in every language and every skin, a different pair of them in each picture."""
    page.mouse.move(1, 1)
    return [_look(page, traffic, locale, skin) for locale, skin in size.looks]


def part(page: Page, selector: str) -> bytes:
    """Photograph a part of a page that is too long for one picture, from its upper edge."""
    for _ in range(2):  # what comes into sight gets its room only then
        page.locator(selector).evaluate("(part) => part.scrollIntoView({ block: 'start', behavior: 'instant' })")
        page.evaluate(_SETTLED)
    return _shoot(page)


def dress(page: Page, traffic: Traffic, locale: str, skin: str) -> None:
    """Let a page speak a language and wear a skin, and wait until it lies still."""
    page.evaluate(_SPEAK, locale)
    page.locator(f"html[lang={locale}]").wait_for(state="attached")
    traffic.settle()
    page.evaluate(_WEAR, skin)
    page.evaluate(_SETTLED)


def _look(page: Page, traffic: Traffic, locale: str, skin: str) -> bytes:
    """Photograph the page in one language and one skin."""
    dress(page, traffic, locale, skin)
    return _shoot(page)


def _shoot(page: Page) -> bytes:
    return page.screenshot(type="jpeg", quality=95, animations="disabled")
