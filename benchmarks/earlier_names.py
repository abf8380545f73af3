"""Names that modules have today, for revisions that named them otherwise: import this before the modules themselves.

`search_earlier.py` lets a program of today run on the package of an earlier revision.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Final

BEFORE: Final = {"codex_naturalis.bots.search.tree_search": "codex_naturalis.bots.thinking"}
"""What a module was called until 24 November 2026."""

for now, then in BEFORE.items():
    if find_spec(now) is None:
        sys.modules[now] = import_module(then)
