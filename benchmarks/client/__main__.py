"""Measure the web client: `python -m benchmarks.client frames|placement|scripts|pages|weight [--times 5] [--slower 4]`.

- `frames`: a codex of eighty cards is dragged, zoomed with the wheel and, on a phone, pinched; four seats, 320 cards.
- `placement`: from the message that tells of a placement to the end of the frame that shows it, at the same table.
- `scripts`: the JavaScript that a table's first load takes, in each language.
- `weight`: every byte over the wire until the lobby or a table rests, and what comes later unasked; metered, too.
- `pages`: Lighthouse on the lobby and on a table, as a phone on its throttled network.

The first two slow the browser's processor down, four times unless `--slower` says otherwise. Chromium is found as the
browser tests find it; `pages` asks npm for Lighthouse. Where the machine allows it (for root), what is measured goes
before other work.
"""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import CDPSession, Page, ViewportSize, async_playwright

from codex_naturalis.i18n import LOCALES
from tests.e2e.running import Server
from tools.browser import chromium, launch_flags

from .ahead import go_ahead
from .crowded import SEATS, Crowd, table_of_four
from .frames import drag, pinch, wheel
from .pages import known, lighthouse, scripts, table_of_three, told
from .placement import laying
from .weight import WEIGHED, weigh

SLOWER = 4
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

_MIDDLE = """(frame) => {
  const { x, y, width, height } = frame.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@asynccontextmanager
async def crowded(
    server: Server, *, phone: bool, slower: float = SLOWER
) -> AsyncIterator[tuple[Page, CDPSession, Crowd]]:
    """Open the crowded table in a slow browser."""
    table, token = table_of_four(server)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        size = PHONE if phone else DESK
        context = await browser.new_context(
            base_url=server.http, viewport=size, is_mobile=phone, has_touch=phone, service_workers="block"
        )
        await context.add_init_script(known(token))
        page, crowd = await context.new_page(), Crowd()
        await crowd.attend(page)
        await page.goto(f"/t/{table}")
        await page.locator(".target").first.wait_for(timeout=60_000)
        await page.wait_for_timeout(1000)
        cdp = await context.new_cdp_session(page)
        await cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        go_ahead()
        yield page, cdp, crowd
        await browser.close()


async def frames(server: Server, times: int, slower: float) -> None:
    """Drag and zoom on a desk, and pinch on a phone."""
    for phone, hands in ((False, (drag, wheel)), (True, (pinch,))):
        async with crowded(server, phone=phone, slower=slower) as (page, cdp, _):
            middle = await page.locator(".middle .frame").evaluate(_MIDDLE)
            for hand in hands:
                for _ in range(times):
                    await page.wait_for_timeout(800)
                    print(f"{hand.__name__}: {await hand(page, cdp, *middle)}", flush=True)


async def placement(server: Server, times: int, slower: float) -> None:
    """Tell of placements at each seat in turn."""
    async with crowded(server, phone=False, slower=slower) as (page, _, crowd):
        for number in range(times * SEATS):
            await page.wait_for_timeout(1200)
            seat = number % SEATS
            whose = "the large codex" if seat == crowd.viewer else "a small codex"
            print(f"{whose}: {await laying(page, crowd, seat):.0f} ms", flush=True)


async def pages(server: Server, times: int) -> None:
    """Let Lighthouse look at the lobby and at a table."""
    table, guest = table_of_three(server)
    for _ in range(times):
        for name, path in (("lobby", "/"), ("table", table)):
            print(f"{name}: {told(await lighthouse(server, path, guest))}", flush=True)


async def weight(server: Server) -> None:
    """Weigh the first visit of the lobby and of a table."""
    for what in WEIGHED:
        for locale in LOCALES:
            print(f"{what} in {locale}: {await weigh(server, what, locale=locale)}", flush=True)
        print(f"{what}, metered: {await weigh(server, what, metered=True)}", flush=True)


async def measure(what: str, times: int, slower: float) -> None:
    """Start a server and measure."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            if what == "scripts":
                for locale in LOCALES:
                    found = await scripts(server, locale)
                    print(f"{locale}: {sum(found.values())} bytes gzipped in {len(found)} files: {found}")
            elif what == "weight":
                await weight(server)
            elif what == "pages":
                await pages(server, times)
            else:
                await {"frames": frames, "placement": placement}[what](server, times, slower)
        finally:
            server.stop()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["frames", "placement", "scripts", "pages", "weight"])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--slower", type=float, default=SLOWER, help="how many times slower the browser's processor is")
    given = parser.parse_args()
    asyncio.run(measure(given.what, given.times, given.slower))


if __name__ == "__main__":
    main()
