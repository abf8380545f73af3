"""What axe-core finds on a page."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tools.client import install_tools

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
SKINS = ("parchment", "day", "night", "contrast")

_EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
_COLOURS = {**_EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
_RUN = "options => axe.run(document, options)"
"""To name where things are takes as long as to look at them, and is only done where something is wrong."""

_WORN = "skin => { document.documentElement.dataset.skin = skin; }"


def faults(page: Page) -> list[str]:
    """Return every fault of accessibility, however slight, with where it is."""
    return _found(page, _EVERYTHING)


def faults_in_every_skin(page: Page) -> list[str]:
    """Return what `faults` returns, and what else the colours of the other skins bring: nothing but colours differs."""
    found = faults(page)
    worn = page.evaluate("document.documentElement.dataset.skin")
    for skin in SKINS:
        if skin != worn:
            page.evaluate(_WORN, skin)
            found += [f"{skin}: {fault}" for fault in _found(page, _COLOURS)]
    page.evaluate(_WORN, worn)
    return found


@cache
def _script() -> str:
    """Return axe-core itself, which comes with the tools of the web client."""
    if not AXE.exists():
        install_tools()
    return AXE.read_text(encoding="utf-8")


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        # Evaluated by the browser's own tools, which the page's Content-Security-Policy does not bind.
        page.evaluate(_script())
    if not page.evaluate(_RUN, {**options, "selectors": False})["violations"]:
        return []
    found = page.evaluate(_RUN, options)
    return [
        f"{fault['id']} ({fault['impact']}): {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
