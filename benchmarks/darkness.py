"""Measure how much of a table in mid-game is near-black: `python -m benchmarks.darkness`.

A pixel is near-black if its luma (Rec. 709) is below 56 of 255. Three sit at the table, one of them plans a card.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.luma import near_black
from tests.e2e.playing import lay, wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import play_on
from tools.browser import chromium, launch_flags
from tools.screenshot_games import record_of, turns

SIZES = ((1440, 900), (390, 844), (2560, 1440))
SKINS = ("parchment", "day", "night")
SEATS, SEAT, TURN = 3, 1, 9
"""The game, whose eyes see it, and which of its turns."""


def main() -> None:
    """Start a server, sit down in each window with each skin, and count."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        darkroom = browser.new_page()
        try:
            for width, height in SIZES:
                for skin in SKINS:
                    page = browser.new_page(base_url=server.http, viewport={"width": width, "height": height})
                    play_on(page, server, record_of(SEATS), turns(SEATS, SEAT)[TURN], SEAT, skin=skin)
                    wait_for(page, "card")
                    lay(page)
                    print(f"{width} by {height} {skin}: {near_black(page, darkroom):.1%} near-black", flush=True)
                    page.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
