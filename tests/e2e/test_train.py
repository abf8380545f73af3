"""The app of a server in a tunnel: what was kept plays on alone, and stands beside one's games afterwards."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import go_to, open_settings
from tests.e2e.on_device import hurry_on_device
from tests.e2e.playing import finish, lay, play_on, set_out, wait_for
from tests.e2e.running import SERVER_AWAY, Server
from tests.e2e.test_site import keep_engine


def test_the_app_plays_on_without_its_server(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """A game begun in the tunnel survives a reload, and is among one's games when the server is back."""
    page = visits(own_server)("/", forgive=SERVER_AWAY, keeps=True)
    keep_engine(page)
    own_server.kill()
    page.reload()
    page.locator("[data-action=alone]").click()
    assert axe.faults(page) == []
    page.get_by_role("radio", name="Easy", exact=True).check()
    page.get_by_role("button", name="Play against Tybor").click()
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")
    page.reload()
    wait_for(page, "card")
    table = page.url
    own_server.start()
    page.goto("/games")
    page.get_by_role("link", name="Against Tybor, Easy").click()
    assert page.url == table
    wait_for(page, "card")


def test_what_was_kept_can_be_removed(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """Its size is told before it is fetched; removed, it is offered again."""
    page = visits(own_server)("/", forgive=SERVER_AWAY, keeps=True)
    open_settings(page)
    expect(page.get_by_role("button", name="Keep for the train (6.1 MB)")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    keep_engine(page)
    open_settings(page)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Keep for the train")).to_be_visible()
    assert page.evaluate("caches.has('codex-engine')") is False


def test_a_game_on_this_device_needs_no_journey(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """With a network the engine comes when it is asked for; its worker alone may compile WebAssembly."""
    page = visits(own_server)("/")
    go_to(page, "Play", "On this device")
    page.get_by_role("button", name="Play against 1 bot").click()
    set_out(page)
    wait_for(page, "card")
    worker = next(each.url for each in page.workers)
    policies = [page.request.get(url).headers["content-security-policy"] for url in ("/", worker)]
    assert ["wasm-unsafe-eval" in policy for policy in policies] == [False, True]
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("By the Scholar, who plays on this device")).to_be_visible()
    page.keyboard.press("Escape")
    lay(page)
    finish(page)
    wait_for(page, "card")
    hurry_on_device(page)
    play_on(page)
    page.get_by_role("link", name="Look back").click()
    page.locator("[data-action=server]").click()
    page.wait_for_url(own_server.http + "/replay")
    expect(page.get_by_role("button", name="Review")).to_be_visible()
