"""The game below a path of a host, behind the web server of the guide: nothing leads out of it."""

import re
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from codex_naturalis.client import Server as Client
from deploy.parts import Part, free_port, program
from tests.e2e.conftest import Served, Visit
from tests.e2e.lobby import go_to, lay_table, play_solo, sit_down
from tests.e2e.playing import finish, lay, set_out, wait_for
from tests.e2e.quick import finished_table
from tests.e2e.running import Server
from tests.several import there

_BASE: Final = "/games/codex"
_GUIDE: Final = Path(__file__).parents[2] / "docs" / "guides" / "hosting.md"
_MAIN: Final = """
daemon off; pid nginx.pid; events {{}}
http {{
  access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t;
  {door}
}}
"""


class Door(Part):
    """nginx by the guide's example, without a certificate; the server is below a path, and nothing is beside it."""

    def __init__(self, folder: Path, server: int, port: int) -> None:
        """Pass on to the port `server` what is asked for below the path."""
        super().__init__("nginx", folder)
        self._server, self._port = server, port
        self._program = program("nginx")

    @property
    def http(self) -> str:
        """Return where the host is."""
        return f"http://127.0.0.1:{self._port}"

    def _command(self) -> Sequence[str]:
        [example] = re.findall(r"^```nginx\n(.*?)^```", _GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        door = re.sub(r"^ *(?:listen|ssl_\w+) .*\n", "", example, flags=re.MULTILINE)
        door = door.replace("server {", f"server {{ listen 127.0.0.1:{self._port};", 1)
        door = door.replace("location / {", f"location / {{ return 404; }} location {_BASE}/ {{")
        door = door.replace("Host $host", "Host $http_host").replace(":8000", f":{self._server}")
        home = self.folder / "nginx"
        home.mkdir()
        (home / "nginx.conf").write_text(_MAIN.format(door=door))
        return [self._program, "-p", str(home), "-c", "nginx.conf", "-e", str(home / "error.log")]

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.http}{_BASE}/readyz"):  # noqa: S310 - our own
                return True
        except OSError:
            return False


class _Below:
    """The server, as programs find it."""

    def __init__(self, door: Served) -> None:
        self.http = door.http + _BASE


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve below a path."""
    there(lambda: program("nginx"))
    folder, port = tmp_path_factory.mktemp("below"), free_port()
    server = Server(folder)
    server.settings["CODEX_PUBLIC_URL"] = f"http://127.0.0.1:{port}{_BASE}"
    with server, Door(folder, server.port, port) as door:
        yield door


@pytest.fixture
def below(visits: Callable[[Served], Visit], door: Served) -> Visit:
    """Open pages of a server below a path."""
    return visits(door)


def test_a_game_stays_below_the_path(below: Visit) -> None:
    """From the lobby to the table; a reload shows the same game, and the map of the pages leads on."""
    page = below(f"{_BASE}/")
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")
    assert urlsplit(page.url).path.startswith(f"{_BASE}/t/")
    page.reload()
    wait_for(page, "card")
    go_to(page, "Learn", "Rules")
    page.wait_for_url(f"**{_BASE}/rules")
    page.go_back()
    wait_for(page, "card")


def test_an_invitation_leads_to_the_table(below: Visit, door: Served) -> None:
    """A browser, and a program of Python's, by the link that the host copies."""
    page = below(f"{_BASE}/")
    lay_table(page, seats=3)
    link = page.get_by_label("Send this link to the people you want to play with").input_value()
    assert link.startswith(f"{door.http}{_BASE}/t/")
    other = below(link)
    sit_down(other, "Bob")
    with Client(door.http + _BASE, name="Cas") as client:
        client.join(link)
        expect(page.locator("[data-seat]").filter(has_text="Cas").first).to_be_visible()


def test_a_replay_survives_a_reload(below: Visit, door: Served) -> None:
    """Within a game, at a turn, with its record beside it."""
    table, _ = finished_table(_Below(door))
    page = below(f"{_BASE}/t/{table}/replay?turn=4")
    expect(page.locator(".replay")).to_have_attribute("data-version", re.compile(r"\d"))
    before = page.locator(".replay").get_attribute("data-version") or ""
    page.reload()
    expect(page.locator(".replay")).to_have_attribute("data-version", before)


def test_it_is_installed_with_its_path(below: Visit) -> None:
    """The app begins there, its worker looks after nothing else, and what is kept has names of its own."""
    page = below(f"{_BASE}/", keeps=True)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert urlsplit(manifest["manifest"]["startUrl"]).path == f"{_BASE}/"
    assert urlsplit(manifest["manifest"]["scope"]).path == f"{_BASE}/"
    scope = page.evaluate("navigator.serviceWorker.ready.then(({scope}) => scope)")
    assert urlsplit(scope).path == f"{_BASE}/"
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    play_solo(page)
    names = [*page.evaluate("caches.keys()"), *page.evaluate("Object.keys(localStorage)")]
    assert len(names) > 1
    assert [name for name in names if _BASE not in name] == []
