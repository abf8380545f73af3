"""What people do in the lobby, for tests of anything behind it."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect


def open_way(page: Page, name: str) -> None:
    """Let one of the ways to play lie open in the lobby, by its name in English."""
    way = page.get_by_role("button", name=name, exact=True)
    way.wait_for()
    if way.get_attribute("aria-expanded") == "false":
        way.click()


def go_to(page: Page, section: str, name: str) -> None:
    """Go to a page by the map in the header, by the names of both in English."""
    page.get_by_role("button", name=section, exact=True).click()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name=name, exact=True).click()


def open_settings(page: Page) -> None:
    """Open the settings, which are behind *You*."""
    page.get_by_role("button", name="You", exact=True).click()
    page.get_by_role("button", name="Settings").click()


def fill_seat(page: Page, strength: int, name: str) -> None:
    """Give a free seat to a bot: how strong, from 0, and who of those."""
    page.get_by_role("slider", name="Strength").fill(str(strength))
    page.locator(".fill label", has_text=name).click()
    page.get_by_role("button", name="Fill with a bot").click()


def sign(page: Page, name: str) -> None:
    """Write a name where it is asked for: on the way to friends, or in the waiting room (English)."""
    if page.url.endswith("/"):
        open_way(page, "Play with friends")
    page.get_by_label("Your name").fill(name)


def play_solo(page: Page, level: str = "Normal") -> None:
    """Begin a game against Tybor from the lobby."""
    open_way(page, "Against Tybor")
    page.get_by_role("radio", name=level, exact=True).check()
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")


def lay_table(page: Page, *, seats: int = 2, listed: bool = False) -> str:
    """Lay a table for friends and return its invitation link."""
    open_way(page, "Play with friends")
    page.get_by_role("radio", name=f"{seats} seats").check()
    if listed:
        page.get_by_role("radio", name="Anyone, from the list of open tables").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    link = page.get_by_label("Send this link to the people you want to play with")
    expect(link).to_have_value(re.compile(re.escape(urlsplit(page.url).path) + "$"))
    return page.url


def sit_down(page: Page, name: str) -> None:
    """Take a seat in the waiting room, and wait until the server has given it."""
    sign(page, name)
    button = page.get_by_role("button", name="Sit down", exact=True)
    button.click()
    expect(button).to_be_hidden()


def come_back(page: Page, table: str, token: str) -> None:
    """Open a table as the guest who has this token."""
    go_as(page, token, f"/t/{table}")


def go_as(page: Page, token: str, path: str) -> None:
    """Go to a page as the guest who has this token."""
    page.evaluate("token => localStorage.setItem('codex.guest', JSON.stringify({token, name: 'Guest'}))", token)
    page.goto(path)
