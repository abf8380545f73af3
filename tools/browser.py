"""The browser that tests, pictures and benchmarks drive."""

import os
import shutil
from typing import Final

__all__ = ["NONE_FOUND", "chromium", "launch_flags"]

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The headless shell draws the same pages with half the work."""

_LETTERS: Final = "--font-render-hinting=none"
"""Otherwise the shell rounds each letter to whole pixels, unlike browsers with windows, and lines break elsewhere."""

_FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    _LETTERS,
)

NONE_FOUND: Final = (
    "no Chromium found. Install one (on Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM."
)


def chromium() -> str | None:
    """Return the browser that CHROMIUM names, or one on the path."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)


def launch_flags() -> list[str]:
    """Return the browser's command-line flags; only root needs to disable the sandbox."""
    return [*_FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
