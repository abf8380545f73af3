"""What a table says that does not open: refusals, and networks that let no sockets through."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from codex_naturalis.i18n import Locale, locale_texts
from codex_naturalis.wire.errors import CLOSE, Code
from deploy.parts import Nginx
from tests.e2e.conftest import Served, Visit
from tests.e2e.quick import ask
from tests.e2e.running import SERVER_AWAY, Server
from tests.several import there
from tests.waiting import look_until

FACTS = {"reason": "Rude words.", "until": 2_000_000_000}
CODES = [code for code in CLOSE if code is not Code.PROGRAM_OFF]
"""Codes that close the socket of a table; the other one closes those of programs."""

SILENCE = 21_000
"""Milliseconds without a word after which a page gives a socket up."""


class ClosedDoor(Nginx):
    """nginx as many install it: it passes requests on, and no sockets until it is told how."""

    passes = False

    def _command(self) -> Sequence[str]:
        command = super()._command()
        file = self.folder / "nginx" / "nginx.conf"
        if not self.passes:
            file.write_text(re.sub(r".*proxy_set_header (Upgrade|Connection).*\n", "", file.read_text()))
        return command


@pytest.fixture
def door(server: Server, tmp_path: Path) -> Iterator[ClosedDoor]:
    """Put nginx before the server."""
    running = there(lambda: ClosedDoor(tmp_path, [server.port]))
    running.start()
    yield running
    running.kill()


@pytest.mark.parametrize(
    ("locale", "path"), [("en", "/t/nowhere"), ("fr", "/t/nowhere/wall"), ("it", "/t/nowhere")], ids=["en", "fr", "it"]
)
def test_every_code_that_closes_a_socket_is_told(visit: Visit, locale: Locale, path: str) -> None:
    """In a sentence instead of a welcome, at a table and on a big screen, by a message before or by the close alone."""
    page, codes = visit("/about", locale=locale), list[Code]()

    def close(socket: WebSocketRoute) -> None:
        code = codes[-1]
        refusal = {"type": "refused", "code": code.value, "id": None, "facts": FACTS, "version": None}
        if len(codes) % 2 or "guest." in code:
            socket.send(json.dumps(refusal))
        socket.close(code=CLOSE[code], reason=code.value)

    page.route_web_socket(re.compile("/socket$"), lambda socket: socket.on_message(lambda _: close(socket)))
    texts = locale_texts(locale)
    for code in CODES:
        codes.append(code)
        page.goto(path)
        begin = str(texts[f"error.{code}"]).partition("{")[0].strip()
        expect(page.locator(f'[data-connection="{code}"]')).to_contain_text(begin)
        expect(page.get_by_text(str(texts["app.loading"]))).to_have_count(0)


def blocked(page: Page) -> None:
    """Wait until a page says that sockets do not come through, and what a guest and a host can do."""
    notice = page.locator('[data-connection=""]')
    for key in ("no_sockets", "guest_can", "host_can"):
        expect(notice).to_contain_text(str(locale_texts("en")[f"connection.{key}"]))


def test_a_proxy_without_sockets_is_told_until_it_lets_them_through(
    visits: Callable[[Served], Visit], server: Server, door: ClosedDoor
) -> None:
    """At a table that waits, at one where people play, and on a big screen; all of them open once sockets pass."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    waiting, playing = (
        ask(server, "/tables", {"seats": 2, "bots": bots}, token)["table"]["id"] for bots in ([], ["random"])
    )
    visit = visits(door)
    ways = {f"/t/{waiting}": "main input", f"/t/{playing}": ".desk .plate", f"/t/{playing}/wall": "[data-wall]"}
    pages = {visit(path, forgive=SERVER_AWAY): seen for path, seen in ways.items()}
    for page in pages:
        blocked(page)
    door.kill()
    door.passes = True
    door.start()
    for page, seen in pages.items():
        page.locator(seen).first.wait_for()
        expect(page.locator("[data-connection]")).to_have_count(0)


def test_a_network_that_swallows_sockets_is_told(visit: Visit) -> None:
    """They open, and nothing ever comes."""
    page, opened = visit("/about"), list[WebSocketRoute]()
    page.route_web_socket(re.compile("/socket$"), lambda socket: opened.append(socket))  # noqa: PLW0108 - Playwright marks its handlers
    page.clock.install()
    page.goto("/t/nowhere")

    def waited(count: int) -> bool:
        page.clock.run_for(500)
        return len(opened) >= count

    for count in (1, 2):
        look_until(partial(waited, count))
        page.clock.fast_forward(SILENCE)
    blocked(page)
