"""Photographs a page in every language and skin, and compares the sheet of pictures with the one that is kept."""

import base64
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.running import Server

LOCALES = ("en", "fr", "it")
SKINS = ("parchment", "night", "contrast")
HERE = Path(__file__).parent
SHEETS = HERE / "sheets"
RESULTS = HERE.parents[2] / "test-results" / "snapshots"
"""Where a sheet that differs is left, under the one that is kept, with the difference marked below both."""

ANEW = os.environ.get("SNAPSHOTS") == "anew"
"""Whether the sheets are to be taken anew instead of being compared."""

TOLERANCE = 32
"""How far a channel of a pixel, out of 255, may lie outside of what is kept."""

SQUARE = 16
"""Side of the squares in which pixels that lie further outside are counted."""

DIFFERING = 13
"""How many there may be in the worst square of a picture: letters that are hinted and placed in another way come to 10,
the smallest thing that is broken on purpose to 17."""

_COMPARE = (HERE / "compare.js").read_text(encoding="utf-8")
_WEAR = "(skin) => document.querySelector(`#settings input[value=${skin}]`).click()"
_SPEAK = "(locale) => document.querySelector(`button[lang=${locale}]`).click()"
_SPOKEN = "(locale) => document.documentElement.lang === locale"
_QUIET = """() => new Promise((quiet) => {
  let timer = setTimeout(quiet, 250);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(quiet, 250); })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})"""
"""A quarter of a second without any change."""

_SETTLED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""


@dataclass(frozen=True)
class Size:
    """A window, and how many of its pixels become one on the sheet."""

    name: str
    width: int
    height: int
    shrink: int

    def window(self, browser: Browser, server: Server) -> BrowserContext:
        """Open a window of this size, in which nothing moves."""
        phone = self.name == "phone"
        return browser.new_context(
            base_url=server.url,
            viewport={"width": self.width, "height": self.height},
            locale="en-GB",
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
        )


DESK = Size("desk", 1440, 900, 4)
PHONE = Size("phone", 390, 844, 3)


@dataclass(frozen=True)
class Sheet:
    """What a page looks like, in all languages (columns) and skins (rows), and how far that is from what is kept."""

    taken: bytes
    differing: tuple[int, ...]
    difference: bytes | None


class Camera:
    """Photographs pages; a page of its own does the developing."""

    def __init__(self, browser: Browser) -> None:
        """Develop in `browser`."""
        self._darkroom = browser.new_page()

    def close(self) -> None:
        """Put everything away."""
        self._darkroom.close()

    def sheet(self, page: Page, size: Size, kept: bytes | None) -> Sheet:
        """Photograph `page` in every language and skin, and compare that with a sheet that is kept."""
        return self._develop([*_looks(page)], size, kept)

    def _develop(self, shots: list[bytes], size: Size, kept: bytes | None) -> Sheet:
        wanted: dict[str, Any] = {
            "shots": [base64.b64encode(shot).decode() for shot in shots],
            "shrink": size.shrink,
            "columns": len(LOCALES),
            "kept": kept and base64.b64encode(kept).decode(),
            "tolerance": TOLERANCE,
            "square": SQUARE,
        }
        found = self._darkroom.evaluate(_COMPARE, wanted)
        difference = found["difference"]
        return Sheet(
            base64.b64decode(found["taken"]), tuple(found["differing"]), difference and base64.b64decode(difference)
        )


def path_of(size: Size, name: str) -> Path:
    """Return where the sheet is kept."""
    return SHEETS / size.name / f"{name}.webp"


def _looks(page: Page) -> Iterator[bytes]:
    """Photograph the page row by row: one skin in all languages, then the next."""
    page.mouse.move(1, 1)
    for locale in reversed(LOCALES):  # the words are fetched once, before anything is photographed
        _speak(page, locale)
    page.evaluate(_QUIET)
    for skin in SKINS:
        page.evaluate(_WEAR, skin)
        for locale in LOCALES:
            _speak(page, locale)
            page.evaluate(_SETTLED)
            yield page.screenshot(type="jpeg", quality=95, animations="disabled")


def _speak(page: Page, locale: str) -> None:
    """Choose a language and wait until the page speaks it."""
    page.evaluate(_SPEAK, locale)
    page.wait_for_function(_SPOKEN, arg=locale)
