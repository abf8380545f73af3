"""Take the pictures of the four moments: `python -m tools.moments [NAME…]`, of all, or of some of MOMENTS and `film`.

Each moment is set up in four windows and seen in three skins; a sheet for each lies in docs/images: a row for each
skin, a column for each window. `film` writes the final scoring as frames side by side, on a desk and on a phone.
"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.e2e.running import Server
from tools.browser import NONE_FOUND, chromium, launch_flags
from tools.generate import ROOT
from tools.moment_scenes import MOMENTS, WEAR, filmed

IMAGES = ROOT / "docs/images"
WINDOWS: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844},
    {"width": 1280, "height": 720},
    {"width": 2560, "height": 1440},
)
SKINS = ("parchment", "day", "night")
PHONE = 500
"""Pixels below which a window is a phone's."""

TALL = 430
"""Pixels that each picture of a sheet is high."""

FRAME = 300
"""The same, of a frame of the film on a desk."""

LIGHT = 250_000
"""Bytes that a sheet takes at most."""

PATIENCE = 60_000
SETTLED = 700
"""Milliseconds until everything lies still."""

LET_ME_SEE = 30
"""Seconds that the others think while what flies is photographed."""

_COMPOSE = """async ([rows, tall, gap, most]) => {
  const open = async (bytes) => createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob());
  const images = await Promise.all(rows.map((row) => Promise.all(row.map(open))));
  const widths = images[0].map(({ width, height }) => Math.round((width * tall) / height));
  const wide = widths.reduce((sum, each) => sum + each + gap, -gap);
  const canvas = new OffscreenCanvas(wide, images.length * (tall + gap) - gap);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  images.forEach((row, y) => row.reduce((x, image, at) => {
    context.drawImage(image, x, y * (tall + gap), widths[at], tall);
    return x + widths[at] + gap;
  }, 0));
  for (let quality = 0.85; ; quality -= 0.05) {
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (blob.size > most && quality > 0.3) continue;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }
}"""
"""Lays pictures out in rows, and packs them as well as the weight allows."""


def compose(darkroom: Page, rows: list[list[bytes]], name: str, *, tall: int = TALL) -> None:
    """Write a sheet of pictures."""
    coded = [[base64.b64encode(each).decode() for each in row] for row in rows]
    sheet = base64.b64decode(darkroom.evaluate(_COMPOSE, [coded, tall, 8, LIGHT]))
    (IMAGES / f"{name}.webp").write_bytes(sheet)
    print(f"{name}: {len(sheet) // 1000} kB", flush=True)


def window(browser: Browser, server: Server, size: ViewportSize) -> Page:
    """Open an empty page in a window of this size, in which things move."""
    phone = size["width"] < PHONE
    context = browser.new_context(
        base_url=server.http,
        viewport=size,
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        locale="en-GB",
        reduced_motion="no-preference",
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def moment(browser: Browser, folder: Path, name: str) -> None:
    """Photograph a moment in each window and skin, at a server of its own."""
    folder.mkdir()
    server = Server(folder)
    if name == "lies":
        server.settings["CODEX_BOT_DELAY"] = str(LET_ME_SEE)
    with server:
        columns = [_column(browser, server, name, size) for size in WINDOWS]
    darkroom = browser.new_page()
    compose(darkroom, [list(row) for row in zip(*columns, strict=True)], f"moment-{name}")
    darkroom.close()


def _column(browser: Browser, server: Server, name: str, size: ViewportSize) -> list[bytes]:
    page = window(browser, server, size)
    MOMENTS[name](page, server)
    page.mouse.move(2, 2)
    column = []
    for skin in SKINS:
        page.evaluate(WEAR, skin)
        page.wait_for_timeout(SETTLED)
        column.append(page.screenshot())
    page.context.close()
    return column


def film(browser: Browser, folder: Path) -> None:
    """Film the final scoring, by lamplight on a desk and by night on a phone."""
    folder.mkdir()
    darkroom = browser.new_page()
    with Server(folder) as server:
        for name, size, skin, row in (("", WINDOWS[0], "parchment", 4), ("-phone", WINDOWS[1], "night", 8)):
            page = window(browser, server, size)
            frames = filmed(page, server, skin)
            page.context.close()
            rows = [frames[at : at + row] for at in range(0, len(frames), row)]
            compose(darkroom, rows, f"scoring-film{name}", tall=TALL if row == len(frames) else FRAME)
    darkroom.close()


def main() -> None:
    """Start a server, and take the pictures that the command line names, or all."""
    if chromium() is None:
        sys.exit(NONE_FOUND)
    known = [*MOMENTS, "film"]
    names = sys.argv[1:] or known
    if unknown := set(names) - set(known):
        sys.exit(f"There is no {', '.join(sorted(unknown))}. There are {', '.join(known)}.")
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        for name in names:
            if name == "film":
                film(browser, Path(folder, name))
            else:
                moment(browser, Path(folder, name), name)
        browser.close()


if __name__ == "__main__":
    main()
