"""Reloads, kills and lost connections cost nothing that was confirmed."""

import shutil
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, open_way, play_solo, sign, sit_down
from tests.e2e.playing import finish, in_turn, lay, set_out, wait_for
from tests.e2e.running import SERVER_AWAY, Server

LOST = "Connection lost"


def laid(page: Page, count: int) -> None:
    """Wait until the codex shown has `count` cards."""
    expect(page.locator("[data-laid]")).to_have_count(count)


def take_turns(first: Page, second: Page) -> None:
    """Play a round, until it is the first one's turn again."""
    for player in (first, second):
        wait_for(player, "card")
        lay(player)
        finish(player)
    wait_for(first, "card")


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(page: Page) -> None:
    """What was only planned was never sent: it lies there still, to be decided."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    wait_for(page, "source")
    page.reload()
    wait_for(page, "source")
    laid(page, 1)
    finish(page)
    wait_for(page, "card")
    laid(page, 2)


def test_a_second_window_shows_the_same_seat(visit: Visit) -> None:
    """Two windows of one browser follow the same game, whichever of them plays."""
    page = visit()
    play_solo(page)
    other = page.context.new_page()
    other.goto(page.url)
    set_out(page)
    wait_for(other, "card")
    lay(other)
    finish(other)
    laid(page, 2)


def test_a_killed_server_loses_nothing(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """Killed twice in mid-game without warning, it goes on where it was, and so does the game; no page is reloaded."""
    visit = visits(own_server)
    ann = visit(forgive=SERVER_AWAY, keeps=True)
    sign(ann, "Ann")
    bea = visit(lay_table(ann), forgive=SERVER_AWAY, keeps=True)
    sit_down(bea, "Bea")
    set_out(ann, bea)
    first, second = in_turn(ann, bea)
    for _ in range(2):
        take_turns(first, second)
        story = first.locator(".story li").all_text_contents()
        own_server.kill()
        expect(first.get_by_text(LOST).first).to_be_visible()
        own_server.start()
        expect(first.get_by_text(LOST)).to_have_count(0)
        wait_for(first, "card")
        expect(first.locator(".story li")).to_have_text(story)
    take_turns(first, second)
    for page in (first, second):
        laid(page, 4)


def test_a_turn_confirmed_while_the_server_was_down_counts_once(
    visits: Callable[[Server], Visit], own_server: Server
) -> None:
    """What one confirms is kept, sent when the server is back, and played once."""
    page = visits(own_server)(forgive=SERVER_AWAY, keeps=True)
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    wait_for(page, "source")
    own_server.kill()
    finish(page)
    own_server.start()
    laid(page, 2)
    wait_for(page, "card")
    page.reload()
    wait_for(page, "card")
    laid(page, 2)
    expect(page.locator("[data-card]")).to_have_count(3)


def test_a_part_asked_for_while_the_server_is_away_comes_later(visit: Visit) -> None:
    """A page fetched on demand is asked for, code and style sheet, until it comes; no page is reloaded."""
    page = visit("/rules", forgive="ERR_FAILED")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("() => { window.opened = true; }")
    page.route("**/assets/About-*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.evaluate("history.pushState({}, '', '/about'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", level=1)).to_have_count(0)
    page.unroute("**/assets/About-*")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_function("() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)")
    assert page.evaluate("() => window.opened")


def test_an_open_lobby_survives_a_restart(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """A page that was open all the time plays on, and knows its games."""
    page = visits(own_server)(forgive=SERVER_AWAY, keeps=True)
    play_solo(page)
    wait_for(page, "side")
    page.get_by_role("link", name="Lobby").first.click()
    expect(page.get_by_role("link", name="Against Tybor")).to_be_visible()  # nothing is on its way any more
    own_server.kill()
    open_way(page, "Against Tybor")
    page.get_by_role("button", name="Play against Tybor").click()
    expect(page.get_by_role("button", name="The server does not answer")).to_be_visible()
    own_server.start()
    page.get_by_role("link", name="Against Tybor").click()
    wait_for(page, "side")


def test_a_server_set_up_anew_welcomes_old_guests(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """A browser with a token that the server no longer knows becomes a new guest and plays."""
    page = visits(own_server)(forgive=f"{SERVER_AWAY}|401|404", keeps=True)
    play_solo(page)
    wait_for(page, "side")
    gone = page.url
    own_server.stop()
    shutil.rmtree(own_server.data)
    own_server.start()
    page.goto(gone)
    expect(page.get_by_role("heading", name="This leaf is not in the book")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby").click()
    play_solo(page)
    wait_for(page, "side")
