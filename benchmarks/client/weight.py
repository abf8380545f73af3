"""Bytes over the wire of a first visit, and of what the page fetches later by itself."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.async_api import async_playwright

from tests.e2e.running import Server
from tools.browser import chromium, launch_flags

from .pages import known, table_of_three

__all__ = ["WEIGHED", "Weight", "weigh"]

WEIGHED = {"lobby": ".way", "table": "[data-choice]"}
"""Pages measured, each with a selector that appears once it is usable."""

QUIET = 12
"""Seconds within which the pages finish fetching by themselves."""

_METERED = """Object.defineProperty(Navigator.prototype, 'connection', {
  get: () => Object.assign(new EventTarget(), { saveData: true, type: 'cellular', effectiveType: '4g' }),
})"""

_KINDS = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""


@dataclass(frozen=True)
class Weight:
    """Bytes over the wire, headers included: until the page is idle, and in the quiet seconds after."""

    first: int
    later: int
    kinds: dict[str, int]
    """Body bytes of the first load, by kind of file."""

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in self.kinds.items())
        return f"{self.first / 1000:.1f} kB first ({kinds}); {self.later / 1000:.1f} kB later"


class _Wire:
    """Proxy between a browser and a server that counts the bytes from the server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.bytes = 0

    @asynccontextmanager
    async def address(self) -> AsyncIterator[str]:
        """Listen; yield the address that the browser takes for the server's."""
        listening = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        async with listening:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server.port)
        await asyncio.gather(self._pass(reader, to_server), self._pass(from_server, writer, counted=True))

    async def _pass(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, counted: bool = False) -> None:
        try:
            while data := await source.read(65_536):
                self.bytes += len(data) if counted else 0
                to.write(data)
                await to.drain()
        except ConnectionError:
            pass  # a browser that closes hangs up
        finally:
            to.close()


async def weigh(
    server: Server, what: str, *, locale: str = "en-GB", metered: bool = False, quiet: float = QUIET
) -> Weight:
    """Open the lobby or a table for the first time, in a browser that may cache pages, and count the bytes received."""
    path, guest = table_of_three(server)
    wire = _Wire(server)
    async with wire.address() as address, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        context = await browser.new_context(base_url=address, locale=locale)
        for script in [known(guest)] * (what == "table") + [_METERED] * metered:
            await context.add_init_script(script)
        page = await context.new_page()
        await page.goto(path if what == "table" else "/")
        await page.locator(WEIGHED[what]).first.wait_for(timeout=60_000)
        await page.wait_for_load_state("networkidle")
        first, kinds = wire.bytes, _by_kind(await page.evaluate(_KINDS))
        await asyncio.sleep(quiet)
        await browser.close()
    return Weight(first, wire.bytes - first, kinds)


def _by_kind(files: list[tuple[str, int]]) -> dict[str, int]:
    sizes: Counter[str] = Counter()
    for name, size in files:
        path = urlsplit(name).path
        sizes[path.rpartition(".")[2] if "." in path else "api" if path.startswith("/api") else "html"] += size
    return dict(sizes.most_common())
