"""What a browser must fetch before a table can be seen."""

import pytest

from tests.budgets import Budget
from tests.e2e.conftest import Visit
from tests.e2e.quick import ask
from tests.e2e.running import Server

MOST = 120_000
"""Bytes of JavaScript, packed as they travel; the way to a table of this device takes a thousand of them."""

_SCRIPTS = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .map(({ name, encodedBodySize }) => [name.split('/').at(-1), encodedBodySize])"""


HEAD = 900
"""Bytes that the head of an answer takes at most."""

_ALL = """() => performance.getEntriesByType('resource').map(({ encodedBodySize }) => encodedBodySize)"""

_METERED = """Object.defineProperty(Navigator.prototype, 'connection', {
  get: () => window.network ??= Object.assign(new EventTarget(), { saveData: true }),
})"""

_FREE = "() => { window.network.saveData = false; window.network.dispatchEvent(new Event('change')); }"


@pytest.mark.parametrize(("path", "seen", "most"), [("/", ".way", 200_000), ("/t/", ".plate", 270_000)])
def test_a_first_visit_is_light(server: Server, visit: Visit, budget: Budget, path: str, seen: str, most: int) -> None:
    """All that the lobby or a table fetches before it rests: scripts, letters, styles, and the heads of the answers."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["random"]}, token)["table"]["id"]
    page = visit(f"{path}{table}" if path == "/t/" else path, phone=True)
    page.locator(seen).first.wait_for()
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(_ALL)
    budget(f"bytes of a first visit to {path}", sum(sizes) + HEAD * (len(sizes) + 2), most, sizes)


def test_a_metered_connection_is_spared(visit: Visit) -> None:
    """What is kept for later is not fetched where it costs; it is as soon as it does not."""
    page = visit("/rules", keeps=True)
    page.context.add_init_script(_METERED)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one?.unregister())")
    page.reload()
    page.clock.install()
    page.reload()
    page.locator("main h1").wait_for()
    page.clock.fast_forward(20_000)
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one === undefined)")
    page.evaluate(_FREE)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_table_needs_little_javascript(server: Server, visit: Visit, budget: Budget, locale: str) -> None:
    """The drawn table, in any language; what is not seen at once comes when it is wanted."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["random"]}, token)["table"]["id"]
    page = visit(f"/t/{table}", locale=locale)
    page.locator(".desk .plate").first.wait_for()
    page.wait_for_load_state("networkidle")
    scripts: dict[str, int] = dict(page.evaluate(_SCRIPTS))
    files = {name.partition("-")[0] for name in scripts}
    assert "desk" in files, scripts
    assert "lobby" not in files, scripts
    budget(f"bytes of JavaScript of a table, {locale}", sum(scripts.values()), MOST, scripts)
