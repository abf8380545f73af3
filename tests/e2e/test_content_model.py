"""What stands within a line of text is no block: HTML's content model, on every page that needs no id."""

import re
from typing import Final

from tests.addresses import pages
from tests.e2e.conftest import Visit
from tests.e2e.running import Server
from tests.e2e.visual.moments import enter

NESTED: Final = """() => {
  const lines = 'span, p, button, label, h1, h2, h3, small, em, strong, b';
  const blocks = 'div, p, ul, ol, dl, section, article, figure, table, h1, h2, h3';
  return [...document.querySelectorAll(`:is(${lines}) :is(${blocks})`)]
    .map((block) => `${block.parentElement.outerHTML.slice(0, 80)} … ${block.tagName}`);
}"""


def test_no_block_stands_within_a_line(visit: Visit, server: Server) -> None:
    """Pages made by scripts are not mended by the parser, so that readers and tools meet what it would not allow."""
    assert server.http
    page, found = visit("/about", forgive="status of 404"), dict[str, list[str]]()
    for address in pages().values():
        path = re.sub(r"/:\w+\?$", "", address) or "/"
        if ":" in path or path == "/seat":
            continue
        enter(page, path)
        page.locator("main :is(h1, h2)").first.wait_for()
        page.wait_for_function("() => !document.documentElement.hasAttribute('data-drawing')")
        if nested := page.evaluate(NESTED):
            found[path] = nested
    assert found == {}
