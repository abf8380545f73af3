"""A page whose socket died without a word, as after sleep or in another network: nobody waits for a beat."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import play_solo
from tests.e2e.playing import finish, in_turn, lay, set_out, wait_for
from tests.e2e.quick import sit_down_together
from tests.e2e.running import Server

MINE = ".now[data-asked=source], .now[data-asked=card]"
"""What asks a reader whose turn it is."""

_WAKE = "document.dispatchEvent(new Event('visibilitychange'))"
_LOSSES = """() => { window.losses = 0;
  new MutationObserver(() => { window.losses += document.querySelectorAll('.lost').length; })
    .observe(document.body, { childList: true, subtree: true }); }"""


class Network:
    """The sockets of a page, which stay open and carry nothing more once they are frozen."""

    def __init__(self, page: Page) -> None:
        """Stand between the page and its server from the next navigation on."""
        self.opened = 0
        self._frozen = 0
        page.route_web_socket(re.compile("/socket$"), lambda socket: self._carry(socket))  # noqa: PLW0108 - Playwright marks its handlers

    def freeze(self) -> None:
        """Freeze all sockets opened so far."""
        self._frozen = self.opened

    def _carry(self, socket: WebSocketRoute) -> None:
        self.opened += 1
        number, server = self.opened, socket.connect_to_server()
        socket.on_message(lambda message: server.send(message) if number > self._frozen else None)
        server.on_message(lambda message: socket.send(message) if number > self._frozen else None)


def test_an_act_through_a_dead_socket_is_answered_by_another_one(visit: Visit) -> None:
    """A second socket opens beside the first, and the page never says that it is lost; so the game goes on."""
    page = visit("/about")
    network = Network(page)
    page.goto("/")
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    page.evaluate(_LOSSES)
    sockets = network.opened
    lay(page)
    network.freeze()
    finish(page)
    wait_for(page, "card")
    assert (network.opened, page.evaluate("losses")) == (sockets + 1, 0)
    lay(page)
    finish(page)
    wait_for(page, "card")
    assert network.opened == sockets + 1


def test_a_page_that_wakes_asks_whether_its_socket_lives(server: Server, visit: Visit) -> None:
    """What the others did meanwhile is there, and nobody at the table saw one go."""
    pages = [visit("/about"), visit("/about")]
    networks = {page: Network(page) for page in pages}
    sit_down_together(server, *pages)
    set_out(*pages)
    first, other = in_turn(*pages)
    other.evaluate(_LOSSES)
    sockets = networks[other].opened
    networks[other].freeze()
    lay(first)
    finish(first)
    expect(first.locator(MINE)).to_have_count(0)
    other.evaluate(_WAKE)
    wait_for(other, "card")
    assert (networks[other].opened, other.evaluate("losses")) == (sockets + 1, 0)
    expect(first.get_by_text("away")).to_have_count(0)
