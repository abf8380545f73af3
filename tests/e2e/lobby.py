"""What people do in the lobby, for tests of anything behind it."""

from playwright.sync_api import Page, expect


def sign(page: Page, name: str) -> None:
    """Write a name in the lobby or the waiting room (English)."""
    page.get_by_label("Your name").fill(name)


def play_solo(page: Page, level: str = "Normal") -> None:
    """Begin a game against Tybor from the lobby."""
    page.get_by_role("radio", name=level, exact=True).check()
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")


def lay_table(page: Page, *, seats: int = 2, listed: bool = False) -> str:
    """Lay a table for friends and return its invitation link."""
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("radio", name=f"{seats} seats").check()
    if listed:
        page.get_by_role("radio", name="Anyone, from the list in the lobby").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    link = page.get_by_label("Send this link to the people you want to play with")
    expect(link).to_have_value(page.url)
    return link.input_value()


def sit_down(page: Page, name: str) -> None:
    """Take a seat in the waiting room, and wait until the server has given it."""
    sign(page, name)
    button = page.get_by_role("button", name="Sit down", exact=True)
    button.click()
    expect(button).to_be_hidden()


def come_back(page: Page, table: str, token: str) -> None:
    """Open a table as the guest who has this token."""
    page.evaluate("token => localStorage.setItem('codex.guest', JSON.stringify({token, name: 'Guest'}))", token)
    page.goto(f"/t/{table}")
