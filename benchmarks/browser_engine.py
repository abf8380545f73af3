"""Measure the game without a server: `python -m benchmarks.browser_engine [--times 5]`.

- bytes fetched, raw and compressed with Brotli;
- seconds from opening the page to the first choice of a game against Tybor, over 10 Mbit/s with an empty cache, and
  again with everything in the browser's cache: medians;
- milliseconds per choice of a bot, in the browser and here.
"""

import argparse
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Final

from playwright.sync_api import Browser, Page, sync_playwright

from codex_naturalis.cli.site import write_site
from codex_naturalis.local.archive import list_engine_files
from tests.e2e.lobby import play_solo
from tests.e2e.site import IN_PAGE
from tools.browser import chromium, launch_flags

RATE: Final = 10e6 / 8
"""Bandwidth of the simulated network, in bytes per second."""

_PIECE: Final = 16 * 1024

CHOICES: Final = """
import time
from random import Random
from codex_naturalis.bots import bot_named
from codex_naturalis.play import Game
from codex_naturalis.rules import awaited, options_of
from codex_naturalis.views import view_of

def choices(name, games=4):
    took = []
    for seed in range(games):
        game, bot, rng = Game.from_seed(options_of(2), str(seed)), bot_named(name), Random(seed)
        while not game.over:
            seat = awaited(game.state)[0]
            view = view_of(game.state, seat)
            begun = time.perf_counter()
            action = bot.choose(view, rng)
            took.append(1000 * (time.perf_counter() - begun))
            game = game.play(seat, [action])
    return sorted(took)
"""
BOTS: Final = ("planner", "level:1", "level:3")


class _Network:
    """Bandwidth shared by all connections: each waits for its turn to send."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._free = 0.0
        self._lock = threading.Lock()

    def wait(self, size: int) -> None:
        """Wait until `size` bytes have been sent."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size / self._rate
            through = self._free
        time.sleep(max(0.0, through - time.monotonic()))


class _Slow(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, network: _Network, folder: str) -> None:  # noqa: ANN401 - of the base class
        self._network = network
        super().__init__(*arguments, directory=folder)

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
        """Send a file no faster than the network."""
        while piece := source.read(_PIECE):
            self._network.wait(len(piece))
            outputfile.write(piece)

    def end_headers(self) -> None:
        """Let browsers cache files, as web hosts do."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path, rate: float) -> Iterator[str]:
    """Serve a folder at `rate` bytes per second; yield the address of its page."""
    handler = partial(_Slow, network=_Network(rate), folder=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def first_choice(page: Page, address: str) -> float:
    """Open the page and begin a game; return the seconds until the first choice."""
    begun = time.monotonic()
    page.goto(address)
    play_solo(page)
    page.locator("[data-choice]").first.wait_for()
    return time.monotonic() - begun


def starts(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds of a first visit, and of one with a full cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    first = first_choice(context.new_page(), address)
    again = first_choice(context.new_page(), address)
    context.close()
    return first, again


def main() -> None:
    """Measure, and print one line per figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    manifest = list_engine_files()["manifest.json"]
    assert isinstance(manifest, bytes)
    sizes = json.loads(manifest)
    plain, packed = sum(sizes["files"].values()), sizes["packed"]
    print(f"engine: {plain / 1e6:.2f} MB, by Brotli {packed / 1e6:.2f} MB")
    with TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary) / "site"
        write_site(folder)
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        with served(folder, RATE) as address:
            took = [starts(browser, address) for _ in range(times)]
        for name, found in zip(("first visit over 10 Mbit/s", "again"), zip(*took, strict=True), strict=True):
            print(f"{name}: median {median(found):.1f} s of {', '.join(f'{one:.1f}' for one in found)}")
        with served(folder, 1e9) as address:
            page = browser.new_page()
            page.goto(address)
            code = f"{CHOICES}\nimport json\njson.dumps({{name: choices(name) for name in {BOTS!r}}})"
            there: dict[str, list[float]] = json.loads(page.evaluate(IN_PAGE, code))
        names: dict[str, Any] = {}
        exec(CHOICES, names)  # noqa: S102 - the text above
        for name in BOTS:
            here = names["choices"](name)
            longest = there[name][-1]
            print(f"{name}: median {median(there[name]):.2f} ms, longest {longest:.0f}; here {median(here):.2f} ms")
        browser.close()


if __name__ == "__main__":
    main()
