"""The pages as an app: kept in the browser, honest about what needs the server, and never older than they must be."""

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from deploy.parts import run
from tests.e2e import axe
from tests.e2e.conftest import TIMEOUT, Visit
from tests.e2e.lobby import open_settings, open_way, play_solo
from tests.e2e.playing import wait_for
from tests.e2e.running import SERVER_AWAY, Server

BUILT = Path(__file__).parents[2] / "src/codex_naturalis/server/static"
OFFLINE = "[data-offline]"
_SERVE = """
import sys
from pathlib import Path
import uvicorn
from codex_naturalis.server.app import create_app
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.http.static import WebClient
data, folder, port = sys.argv[1:]
uvicorn.run(create_app(Settings(Path(data)), WebClient(Path(folder))), port=int(port), log_level="warning")
"""


class Edition(Server):
    """Server whose web client is rebuilt while people use it."""

    def __init__(self, folder: Path) -> None:
        """Serve a copy of the client that was built."""
        super().__init__(folder)
        self.run_by = run  # it is no command of ours, which could be forked
        self.client = folder / "static"
        shutil.copytree(BUILT, self.client)

    def _command(self) -> list[str]:
        self.data.mkdir(exist_ok=True)
        return [sys.executable, "-c", _SERVE, str(self.data), str(self.client), str(self.port)]

    def renew(self, mark: str) -> None:
        """Build another client: its page and its service worker differ, and every old file is gone."""
        page = self.client / "index.html"
        page.write_text(re.sub(r"<html[^>]*>", f'<html lang="en" data-edition="{mark}">', page.read_text()))
        for file in self.client.glob("assets/*.js"):
            file.rename(file.with_name(f"{mark}{file.name}"))
        names = {file.name.removeprefix(mark): file.name for file in self.client.glob(f"assets/{mark}*.js")}
        for path in [*self.client.glob("*.html"), self.client / "sw.js", *self.client.glob("assets/*.js")]:
            text = path.read_text()
            for old, new in names.items():
                text = text.replace(old, new)
            path.write_text(text)
        worker = self.client / "sw.js"
        worker.write_text(re.sub(r"\$\{CACHE_PREFIX\}\w+", f"${{CACHE_PREFIX}}{mark}", worker.read_text()))


@pytest.fixture
def edition(tmp_path: Path) -> Iterator[Edition]:
    """Run a server whose pages a test may renew."""
    running = Edition(tmp_path)
    running.start()
    yield running
    running.stop()


def kept(page: Page) -> None:
    """Wait until the browser keeps the pages."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def come_until(page: Page, promised: str) -> None:
    """Come and go until what is promised is true: browsers take a moment to let go of a page that was closed."""
    deadline = time.monotonic() + TIMEOUT / 1_000
    while time.monotonic() < deadline:
        page.goto("/")
        page.wait_for_timeout(500)
        if page.evaluate(promised):
            return
        page.goto("about:blank")
        page.wait_for_timeout(500)
    raise AssertionError(f"never true: {promised}")


OFFER = """() => {
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  offer.prompt = () => { document.body.dataset.offered = 'yes'; return Promise.resolve(); };
  window.dispatchEvent(offer);
  return offer.defaultPrevented;
}"""
"""What a browser does that would install the pages, and whether it then leaves asking to them."""


def test_the_pages_can_be_installed(visit: Visit) -> None:
    """There is a manifest with icons that exist, a worker that keeps the pages, and nothing the browser misses."""
    page = visit(keeps=True)
    link = page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = page.request.get(link)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "./")
    purposes = {icon.get("purpose", "any") for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = page.request.get(icon["src"])
        assert (picture.status, picture.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = icon["sizes"].split("x")
            body = picture.body()
            assert (int.from_bytes(body[16:20]), int.from_bytes(body[20:24])) == (int(width), int(height))
    kept(page)
    session = page.context.new_cdp_session(page)
    # A context of its own is like a private window, where nothing can be installed: that alone is the test's own fault.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_installing_is_offered_where_the_browser_can(page: Page) -> None:
    """In the settings, once, instead of a banner over the game; where it cannot, nothing promises it."""
    install = page.get_by_role("button", name="Install as an app")
    open_settings(page)
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(install).to_have_count(0)
    assert page.evaluate(OFFER)
    install.click()
    expect(page.locator("body")).to_have_attribute("data-offered", "yes")
    expect(install).to_have_count(0)


def test_without_the_server_the_pages_say_what_needs_it(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """In the reader's language and skin; what needs no server works, and the lobby comes back by itself."""
    page = visits(own_server)(forgive=SERVER_AWAY, keeps=True)
    kept(page)
    own_server.stop()
    page.goto("/")
    for language, title, works, bestiary in [
        ("English", "The server does not answer", "Rules", "Bestiary"),
        ("Français", "Le serveur ne répond pas", "Règles", "Bestiaire"),
        ("Italiano", "Il server non risponde", "Regole", "Bestiario"),
    ]:
        page.get_by_role("button", name=language).click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        page.locator(OFFLINE).get_by_role("link", name=works).click()
        expect(page).to_have_url(re.compile("/rules$"))
        expect(page.locator("main h1")).to_be_visible()
        page.goto("/")
        page.locator(OFFLINE).get_by_role("link", name=bestiary).click()
        expect(page.locator("[data-leaf] h1").first).to_be_visible()
        page.goto("/")
        expect(page.locator(OFFLINE)).to_be_visible()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert axe.faults_in_every_skin(page) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    own_server.start()
    expect(page.locator(OFFLINE)).to_have_count(0)
    expect(page.get_by_role("button", name="Contro Tybor", exact=True)).to_be_visible()


def test_kept_pages_open_for_a_browser_that_asks_for_another_language(
    visits: Callable[[Server], Visit], own_server: Server
) -> None:
    """The language asked for is part of what was kept, and changes in a browser's settings."""
    page = visits(own_server)(forgive=SERVER_AWAY, keeps=True)
    kept(page)
    own_server.stop()
    page.context.set_extra_http_headers({"Accept-Language": "fr"})
    page.goto("/")
    expect(page.locator(OFFLINE)).to_be_visible()


def test_a_lobby_whose_server_goes_away_says_so(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """Without being loaded again; and is the lobby again when the server is back."""
    page = visits(own_server)(forgive=SERVER_AWAY, keeps=True)
    expect(page.get_by_role("button", name="Against Tybor", exact=True)).to_be_visible()
    own_server.kill()
    open_way(page, "Against Tybor")
    page.get_by_role("button", name="Play against Tybor").click()
    expect(page.locator(OFFLINE)).to_be_visible()
    own_server.start()
    expect(page.get_by_role("button", name="Against Tybor", exact=True)).to_be_visible()
    play_solo(page)
    wait_for(page, "side")


def test_a_table_opened_without_the_server_waits_for_it(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """The link of a game shows what is the matter, and then the game."""
    page = visits(own_server)(forgive=SERVER_AWAY, keeps=True)
    play_solo(page)
    wait_for(page, "side")
    kept(page)
    own_server.stop()
    page.reload()
    expect(page.locator(OFFLINE)).to_be_visible()
    own_server.start()
    wait_for(page, "side")


def test_what_the_server_says_is_never_kept(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """Only what was built is in the browser's store."""
    page = visits(own_server)(keeps=True)
    kept(page)
    play_solo(page)
    wait_for(page, "side")
    stored = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
    )
    assert len(stored) > 10
    assert {"/", "/cards.html"} < set(stored)
    assert [path for path in stored if not re.fullmatch(r"/(cards\.html|assets/[\w.-]+)?", path)] == []


def test_a_new_edition_is_there_at_the_next_visit(visits: Callable[[Server], Visit], edition: Edition) -> None:
    """No browser is stuck with old pages, and none reloads again and again."""
    page = visits(edition)(forgive=SERVER_AWAY, keeps=True)
    kept(page)
    edition.renew("second")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-edition", "second")
    play_solo(page)
    wait_for(page, "side")
    assert page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('second'))")
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    # The old worker ends with its last page; then the new one has the new pages, also without the server.
    context = page.context
    page.close()
    again = context.new_page()
    come_until(again, "caches.keys().then((names) => names.length === 1 && names[0] === 'codex-second')")
    edition.stop()
    again.goto("/")
    expect(again.locator("html")).to_have_attribute("data-edition", "second")
    expect(again.locator(OFFLINE)).to_be_visible()


def test_an_open_page_outlives_a_new_edition(visits: Callable[[Server], Visit], edition: Edition) -> None:
    """What it has not loaded yet was kept for it."""
    page = visits(edition)(forgive=SERVER_AWAY, keeps=True)
    kept(page)
    edition.renew("second")
    play_solo(page)
    wait_for(page, "side")
    assert page.locator("html").get_attribute("data-edition") is None


def test_a_page_that_misses_a_part_is_renewed_once(visits: Callable[[Server], Visit], edition: Edition) -> None:
    """Where nothing is kept, an old page whose next part is gone becomes a new one, once, though that lacks it, too."""
    page = visits(edition)(forgive=f"{SERVER_AWAY}|404|dynamically imported|registration blocked")
    expect(page.get_by_role("button", name="Against Tybor", exact=True)).to_be_visible()
    page.context.add_init_script("sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1")
    edition.renew("second")
    for file in edition.client.glob("assets/*.js"):
        if file.name not in (edition.client / "index.html").read_text() and "table" not in file.name:
            file.unlink()
    page.locator("html").evaluate("(html) => html.dataset.old = 'yes'")
    open_way(page, "Against Tybor")
    expect(page.locator("html")).not_to_have_attribute("data-old", "yes")
    expect(page.locator("html")).to_have_attribute("data-edition", "second")
    page.wait_for_timeout(2_000)
    assert page.evaluate("Number(sessionStorage.loads)") == 1
