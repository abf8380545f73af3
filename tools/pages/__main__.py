"""Take the pictures of the pages around the table: `python -m tools.pages [--into FOLDER] [NAME…]`.

Starts a server, fills it with people, and sets each scene (`events`, `deals`, `company`) on a desk and on a phone. A
sheet for each lies in docs/images as page-NAME.webp: three languages below each other, each in a skin of its own. With
`--into` every picture is written into a folder instead, from the top of the page to its end, to be looked at closely.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.running import Server
from tests.e2e.visual.camera import Traffic, dress
from tools.browser import NONE_FOUND, chromium, launch_flags
from tools.moments import PATIENCE, SETTLED, WINDOWS, compose
from tools.pages import company, deals, events
from tools.pages.town import SCENES, Town

__all__: list[str] = []

ROOMS: Final = (events, deals, company)
"""Where the scenes are declared."""

LOOKS = (("en", "parchment"), ("fr", "day"), ("it", "night"))
"""Each language, and the skin it is seen in."""

SIZES = {"desk": WINDOWS[0], "phone": WINDOWS[1]}
PUBLIC = "https://codex.example.org"
"""What the server is told to be called, so that it sends messages outside; it sends none."""

PAR_GAMES = 3
"""Games of each level for the par of the day: the pictures need one, not a precise one."""


def picture(browser: Browser, town: Town, name: str, into: Path | None) -> None:
    """Set a scene at both sizes and photograph it in every language."""
    columns = [_column(browser, town, name, size, into) for size in SIZES]
    if into is None:
        darkroom = browser.new_page()
        compose(darkroom, [list(row) for row in zip(*columns, strict=True)], f"page-{name.replace('_', '-')}")
        darkroom.close()


def _column(browser: Browser, town: Town, name: str, size: str, into: Path | None) -> list[bytes]:
    page = _window(browser, town, size)
    traffic = Traffic(page)
    SCENES[name](page, town)
    page.mouse.move(2, 2)
    shots = []
    for locale, skin in LOOKS:
        dress(page, traffic, locale, skin)
        page.wait_for_timeout(SETTLED)
        shots.append(page.screenshot(full_page=into is not None))
        if into:
            into.mkdir(parents=True, exist_ok=True)
            (into / f"{name}-{size}-{locale}-{skin}.png").write_bytes(shots[-1])
    page.context.close()
    print(f"{name} ({size})", flush=True)
    return shots


def _window(browser: Browser, town: Town, size: str) -> Page:
    """Open a window of its own, in which nothing moves."""
    phone = size == "phone"
    context = browser.new_context(
        base_url=town.server.http,
        viewport=SIZES[size],
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def main() -> None:
    """Start a server, set every scene that the command line names, or all, and take the pictures."""
    if chromium() is None:
        sys.exit(NONE_FOUND)
    parser = argparse.ArgumentParser(prog="python -m tools.pages")
    parser.add_argument("--into", type=Path)
    parser.add_argument("names", nargs="*", choices=[*SCENES, []])
    wanted = parser.parse_args()
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        server = Server(Path(folder))
        server.settings |= {
            "CODEX_DAILY_GAMES": str(PAR_GAMES),
            "CODEX_PUBLIC_URL": PUBLIC,
            "CODEX_ORIGINS": server.http,
            "CODEX_GUESTS_PER_MINUTE": "0",
        }
        with server:
            town = Town(server)
            for name in wanted.names or SCENES:
                picture(browser, town, name, wanted.into)
        browser.close()


if __name__ == "__main__":
    main()
