"""Pages of the web client: the base path in their links to files."""

import re
from typing import Final

__all__ = ["with_base"]

_LINK: Final = re.compile(r'(href|src)="/(?!/)')


def with_base(page: str, base: str) -> str:
    """Return an HTML page whose links to our files begin with `base`, such as `/codex`, in place of the root."""
    return _LINK.sub(lambda link: f'{link[1]}="{base}/', page)
