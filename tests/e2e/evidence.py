"""What the pages of a failed test showed and said, left in a folder of its own."""

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, WebError

RESULTS = Path(__file__).parents[2] / "test-results" / "browser"
"""Where each failed test has a folder."""

TRACE = bool(os.environ.get("TRACE"))
"""Whether a trace of each window is left, too, for `playwright show-trace`: tests need half as much again for it."""

EXPOSURE = 10_000
"""Milliseconds to wait for a picture: a page that is stuck has none."""


def folder_of(nodeid: str) -> Path:
    """Return the folder of a test: class and name as a JUnit report has them, with `-` for what no file is called."""
    path, _, name = nodeid.partition("::")
    module = path.removesuffix(".py").replace("/", ".")
    return RESULTS / re.sub(r"[^\w.-]+", "-", f"{module}.{name.replace('::', '.')}").strip("-")


class Evidence:
    """Hears what all pages of a browser say, and writes it down with their pictures if it is asked to."""

    def __init__(self, browser: Browser) -> None:
        """Hear the pages that `browser` opens from now on."""
        self._browser = browser
        self._lines: list[str] = []
        browser.on("context", self._hear)

    def begin(self, folder: Path) -> None:
        """Forget the tests before, and what an earlier run of this one has left."""
        self._lines.clear()
        shutil.rmtree(folder, ignore_errors=True)

    def save(self, folder: Path) -> None:
        """Write down what the open pages show, and what pages have said since the test began."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "console.txt").write_text("\n".join(self._lines), encoding="utf-8")
        for at, context in enumerate(self._browser.contexts, 1):
            for number, page in enumerate(context.pages, 1):
                _save_page(page, folder / f"{at}-{number}")
            if TRACE:
                _save_trace(context, folder / f"{at}-trace.zip")

    def _hear(self, context: BrowserContext) -> None:
        def said(message: ConsoleMessage) -> None:
            self._lines.append(f"{message.page and message.page.url}: {message.type}: {message.text}")

        def broke(error: WebError) -> None:
            self._lines.append(f"{error.page and error.page.url}: {error.error.stack or error.error}")

        context.on("console", said)
        context.on("weberror", broke)
        if TRACE:
            context.tracing.start(snapshots=True)


def _save_page(page: Page, stem: Path) -> None:
    """Write down a page as it is: its picture, and its address and source."""
    try:
        page.screenshot(path=stem.with_suffix(".png"), timeout=EXPOSURE)
        stem.with_suffix(".html").write_text(f"<!-- {page.url} -->\n{page.content()}", encoding="utf-8")
    except Error as error:
        stem.with_suffix(".txt").write_text(f"{page.url}: {error}", encoding="utf-8")


def _save_trace(context: BrowserContext, path: Path) -> None:
    """Write down what was done with the pages of a window, and go on from there."""
    with suppress(Error):  # it is closed, or was never begun
        context.tracing.stop(path=path)
        context.tracing.start(snapshots=True)
