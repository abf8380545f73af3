"""Take the pictures of README and docs, all or some of those in `scenes.py`: `python -m tools.pictures [NAME…]`.

Starts a server with a data folder of its own, fills it with people, opens a browser at two sizes, sets each scene in
known games (`games.py`), and writes docs/images/NAME.webp. `scoring-film` has frames of the final scoring side by side.
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.running import Server
from tests.e2e.visual.camera import Traffic, dress
from tools.browser import NONE_FOUND, chromium, launch_flags

from . import around, company, deals, events, table
from .film import FILM, film_scoring
from .scenes import SCENES, Layout, Scene, Stage
from .studio import TIMEOUT, Darkroom, open_window, settle
from .town import Town

__all__: list[str] = []

ROOMS: Final = (table, around, events, deals, company)
"""Modules of the scenes."""

LOOKS: Final = (("en", "parchment"), ("fr", "day"), ("it", "night"))
"""Each language of a sheet, and its skin."""

ROW: Final = 430
"""Height of each row of a sheet, in pixels."""

SETTINGS: Final = {
    "CODEX_DAILY_GAMES": "3",  # games of each level for par: pictures need one, not a precise one
    "CODEX_PUBLIC_URL": "https://codex.example.org",  # so that it offers messages; it sends none
    "CODEX_GUESTS_PER_MINUTE": "0",
}


def take(browser: Browser, town: Town, scene: Scene) -> None:
    """Set a scene up, photograph it, and write its picture."""
    darkroom = Darkroom(browser)
    sizes = (False,) if scene.layout is Layout.SCREEN else (False, True)
    shots = [photograph(browser, town, scene, phone=phone) for phone in sizes]
    if scene.layout is Layout.SHEET:
        darkroom.develop(scene.name, [list(row) for row in zip(*shots, strict=True)], ROW)
        return
    for phone, (shot,) in zip(sizes, shots, strict=True):
        darkroom.develop(f"{scene.name}{'-phone' if phone else ''}", [[shot]])


def photograph(browser: Browser, town: Town, scene: Scene, *, phone: bool) -> list[bytes]:
    """Return the pictures of a scene at one size: one, or of a sheet one in each language."""
    stage = Stage(town.server, town, partial(open_window, browser, town.server.http), phone)
    try:
        page = scene.set_up(stage)
        if scene.layout is not Layout.SHEET:
            settle(page)
            return [page.screenshot()]
        traffic, shots = Traffic(page), []
        for locale, skin in LOOKS:
            dress(page, traffic, locale, skin)
            settle(page)
            shots.append(page.screenshot())
        return shots
    finally:
        stage.close()


def main() -> None:
    """Start a server, and take the named pictures, or all."""
    if chromium() is None:
        raise SystemExit(NONE_FOUND)
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*SCENES, FILM, []], metavar="NAME")
    names = parser.parse_args().names or [*SCENES, FILM]
    expect.set_options(timeout=TIMEOUT)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        server = Server(Path(folder))
        server.settings |= {**SETTINGS, "CODEX_ORIGINS": server.http}
        with server:
            town = Town(server)
            for name in names:
                if name == FILM:
                    film_scoring(browser, server, Darkroom(browser))
                else:
                    take(browser, town, SCENES[name])
        browser.close()


if __name__ == "__main__":
    main()
