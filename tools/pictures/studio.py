"""Windows of a browser, and the files made from their pictures: small files, sheets with rows and columns."""

import base64
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize

from tools.generate import ROOT

__all__ = ["DESK", "IMAGES", "PHONE", "TIMEOUT", "Darkroom", "open_window", "settle"]

IMAGES: Final = ROOT / "docs/images"
DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}

TIMEOUT: Final = 60_000
"""Time limit for each expected state, in milliseconds."""

SETTLED: Final = 700
"""Milliseconds until animations have ended."""

QUALITY: Final = 0.8
LEAST: Final = 0.3
LIGHT: Final = 250_000
"""Maximum size of a picture in bytes, as far as the quality allows."""

_ALL_DRAWN: Final = "() => [...document.querySelectorAll('svg')].every(({ childElementCount }) => childElementCount)"
"""Script that returns whether all cards are drawn."""

_COMPOSE: Final = """async ([rows, tall, gap, most, best, least]) => {
  const open = async (bytes) => createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob());
  const images = await Promise.all(rows.map((row) => Promise.all(row.map(open))));
  const widths = images[0].map(({ width, height }) => (tall ? Math.round((width * tall) / height) : width));
  const heights = images.map((row) => tall || row[0].height);
  const wide = widths.reduce((sum, each) => sum + each + gap, -gap);
  const canvas = new OffscreenCanvas(wide, heights.reduce((sum, each) => sum + each + gap, -gap));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  images.forEach((row, y) => row.reduce((x, image, at) => {
    context.drawImage(image, x, heights.slice(0, y).reduce((sum, each) => sum + each + gap, 0), widths[at], heights[y]);
    return x + widths[at] + gap;
  }, 0));
  for (let quality = best; ; quality -= 0.05) {
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (blob.size > most && quality > least) continue;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }
}"""
"""Script that lays pictures out in rows, and compresses them to the size limit."""


class Darkroom:
    """Page that composes pictures."""

    def __init__(self, browser: Browser) -> None:
        """Open it in `browser`."""
        self._page = browser.new_page()

    def develop(self, name: str, rows: list[list[bytes]], tall: int = 0) -> None:
        """Write rows of pictures as NAME.webp, each `tall` pixels high, or as it is."""
        coded = [[base64.b64encode(each).decode() for each in row] for row in rows]
        packed = base64.b64decode(self._page.evaluate(_COMPOSE, [coded, tall, 8, LIGHT, QUALITY, LEAST]))
        (IMAGES / f"{name}.webp").write_bytes(packed)
        print(f"{name}: {len(packed) // 1000} kB", flush=True)


def open_window(browser: Browser, address: str, *, phone: bool) -> Page:
    """Open an empty page in a new window, without animations."""
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if phone else DESK,
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(TIMEOUT)
    return context.new_page()


def settle(page: Page) -> None:
    """Wait until all is drawn and still."""
    page.mouse.move(2, 2)
    page.wait_for_function(_ALL_DRAWN)
    page.wait_for_timeout(SETTLED)
