"""What a browser must fetch before a table can be seen."""

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.quick import ask
from tests.e2e.running import Server

MOST = 122_500
"""Bytes of JavaScript, packed as they travel."""

_SCRIPTS = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .map(({ name, encodedBodySize }) => [name.split('/').at(-1), encodedBodySize])"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_table_needs_little_javascript(server: Server, visit: Visit, locale: str) -> None:
    """The drawn table, in any language; what is not seen at once comes when it is wanted."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["random"]}, token)["table"]["id"]
    page = visit(f"/t/{table}", locale=locale)
    page.locator(".desk .plate").first.wait_for()
    page.wait_for_load_state("networkidle")
    scripts: dict[str, int] = dict(page.evaluate(_SCRIPTS))
    assert any(name.startswith("desk-") for name in scripts), scripts
    assert sum(scripts.values()) <= MOST, scripts
