"""Take the pictures of README and docs anew by really playing: `python -m tools.screenshots`.

Starts a server with a data folder of its own, opens a browser, plays against bots, and writes docs/images.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import chromium, launch_flags
from tests.e2e.lobby import play_solo, sign
from tests.e2e.playing import finish, lay, play_on, set_out, wait_for
from tests.e2e.running import Server
from tools.generate import ROOT

IMAGES = ROOT / "docs/images"
DESK = (1440, 900)
PHONE = (390, 844)
TURNS = 9
"""How long to play before a picture of the middle of a game."""

SETTLED = 600
"""Milliseconds until everything lies still."""


@contextmanager
def visiting(browser: Browser, url: str, size: tuple[int, int], skin: str = "parchment") -> Iterator[Page]:
    """Open the lobby as somebody who likes `skin`."""
    phone = size == PHONE
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.add_init_script(
        f"localStorage.getItem('codex.settings') ??"
        f" localStorage.setItem('codex.settings', JSON.stringify({{skin: '{skin}', name: 'Ann'}}))"
    )
    page = context.new_page()
    page.goto(url)
    yield page
    context.close()


def take(page: Page, name: str) -> None:
    """Write one picture, of what is to be seen without scrolling."""
    page.mouse.move(2, 2)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=IMAGES / f"{name}.png")
    print("took", name)


def wear(page: Page, skin: str) -> None:
    """Change the skin on the spot."""
    page.evaluate(f"document.documentElement.dataset.skin = '{skin}'")


def speak(page: Page, language: str) -> None:
    """Change the language on the spot."""
    page.get_by_role("button", name=language).click()


def play_turns(page: Page, turns: int) -> None:
    """Play some turns, or until the game is over."""
    for turn in range(turns):
        if wait_for(page, "card", "over") == "over":
            return
        lay(page)
        finish(page, source=turn % 3)


def take_up(page: Page) -> None:
    """Take up the first card that can be laid as it lies, so that its cells light up."""
    cards = page.locator("[data-card]")
    for index in range(cards.count()):
        cards.nth(index).click()
        if page.locator(".target[data-points]").count():
            return
    page.locator("[data-flip]").last.click()


def take_lobby(browser: Browser, url: str) -> None:
    """Show the lobby, in English and French, and on a phone."""
    with visiting(browser, url, DESK) as page:
        take(page, "lobby")
        speak(page, "Français")
        take(page, "lobby-fr")
    with visiting(browser, url, PHONE, skin="night") as page:
        take(page, "phone-lobby-night")


def take_game(browser: Browser, url: str) -> None:
    """Show a game against two bots: its setup, its middle with a card taken up, and its end."""
    with visiting(browser, url, DESK) as page:
        sign(page, "Ann")
        page.get_by_role("button", name="Against bots").click()
        page.get_by_role("button", name="One more opponent").click()
        page.get_by_role("button", name="Play against 2 bots").click()
        wait_for(page, "side")
        take(page, "setup")
        set_out(page)
        play_turns(page, TURNS)
        if wait_for(page, "card", "over") == "card":
            take_up(page)
        take(page, "game")
        for skin in ("night", "contrast"):
            wear(page, skin)
            take(page, f"game-{skin}")
        wear(page, "parchment")
        speak(page, "Italiano")
        take(page, "game-it")
        speak(page, "English")
        page.keyboard.press("Escape")
        play_on(page)
        take(page, "end")


def take_phone(browser: Browser, url: str) -> None:
    """Show the solo game on a phone."""
    with visiting(browser, url, PHONE) as page:
        play_solo(page, "Hard")
        set_out(page)
        play_turns(page, TURNS - 3)
        if wait_for(page, "card", "over") == "card":
            take_up(page)
        take(page, "phone")


def main() -> None:
    """Start a server, play, and take every picture."""
    if chromium() is None:
        sys.exit("No Chromium found. Install one (on Debian: apt-get install chromium) or name it in CHROMIUM.")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        try:
            server.start()
            browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
            for taking in (take_lobby, take_game, take_phone):
                taking(browser, server.url)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
