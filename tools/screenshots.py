"""Retake the screenshots of README and docs by playing real games: `python -m tools.screenshots [NAME…]`.

Starts a server with a data folder of its own, opens a browser at two sizes, sits down at moments of known games
(`tools/screenshot_games.py`), and writes docs/images: NAME.webp as on a desk, NAME-phone.webp as on a phone.
"""

import base64
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.running import Server
from tools.browser import NONE_FOUND, chromium, launch_flags
from tools.generate import ROOT
from tools.screenshot_events import SCENES
from tools.screenshot_scenes import Scene, Stage

IMAGES = ROOT / "docs/images"
SETTLED = 700
"""Milliseconds until everything lies still."""

PATIENCE = 60_000
"""Time limit for each expected state, in milliseconds; generous, since no one waits."""

QUALITY = 0.8

_ALL_DRAWN = "() => [...document.querySelectorAll('svg')].every(({ childElementCount }) => childElementCount)"
"""Whether no card waits for its turn to be drawn."""

_DEVELOP = """async ([bytes, quality]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
}"""
"""The browser makes the files small, so that nothing else is needed for it."""


class Studio:
    """A browser, the server it looks at, and a page that develops the pictures."""

    def __init__(self, browser: Browser, server: Server) -> None:
        """Photograph what `server` shows in `browser`."""
        self._browser = browser
        self._server = server
        self._darkroom = browser.new_page()

    def shoot(self, scene: Scene, *, phone: bool) -> None:
        """Set the scene in a window of its own and write its picture."""
        started = time.perf_counter()
        stage = Stage(self._server, self._open, phone=phone)
        try:
            page = scene(stage)
            self.develop(page, f"{scene.__name__}{'-phone' if phone else ''}")
        finally:
            stage.strike()
        print(f"  {time.perf_counter() - started:.0f} s")

    def _open(self, *, phone: bool) -> Page:
        context = self._browser.new_context(
            base_url=self._server.http,
            viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
            device_scale_factor=2 if phone else 1,
            is_mobile=phone,
            has_touch=phone,
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def develop(self, page: Page, name: str) -> None:
        """Write one screenshot of the viewport."""
        page.mouse.move(2, 2)
        page.wait_for_function(_ALL_DRAWN)
        page.wait_for_timeout(SETTLED)
        picture = base64.b64encode(page.screenshot()).decode()
        (IMAGES / f"{name}.webp").write_bytes(base64.b64decode(self._darkroom.evaluate(_DEVELOP, [picture, QUALITY])))
        print(name, end="", flush=True)


def wanted() -> list[Scene]:
    """Return the scenes that the command line names, or all of them."""
    unknown = set(sys.argv[1:]) - set(SCENES)
    if unknown:
        sys.exit(f"There is no {', '.join(sorted(unknown))}. Scenes: {', '.join(SCENES)}.")
    return [SCENES[name] for name in sys.argv[1:]] or [*SCENES.values()]


def main() -> None:
    """Start a server, set every scene at both sizes, and take the pictures."""
    if chromium() is None:
        sys.exit(NONE_FOUND)
    scenes = wanted()
    IMAGES.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            server.start()
            browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
            studio = Studio(browser, server)
            for scene in scenes:
                for phone in (False, True):
                    studio.shoot(scene, phone=phone)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
