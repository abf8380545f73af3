"""Addresses of the web client's pages, as its router has them."""

import re
from pathlib import Path
from typing import Final

__all__ = ["CLIENT", "pages"]

CLIENT: Final = Path(__file__).resolve().parents[1] / "frontend"


def pages() -> dict[str, str]:
    """Return the addresses of the client's pages by name; a part begins with `:`, and may be missing if `?` ends it."""
    source = (CLIENT / "src" / "base" / "addresses.ts").read_text("utf-8")
    [block] = re.findall(r"^const PAGES = \{\n(.*?)^\} as const;", source, re.DOTALL | re.MULTILINE)
    found = dict(re.findall(r"^  (\w+): '([^']+)',$", block, re.MULTILINE))
    assert len(found) == len(block.splitlines()) > 25
    return found
