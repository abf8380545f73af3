"""Measure the web client: `python -m benchmarks.client WHAT [--times 5] [--slower 4]`.

- `frames`: a codex of eighty cards is dragged, zoomed with the wheel and, on a phone, pinched; four seats, 320 cards.
- `placement`: from the message of a placement to the end of the frame that shows it, at the same table.
- `clicks`: from a click on a cell to the end of the frame that shows the card there, through a game against Tybor.
- `scoring`: the animated final scoring of a game of four, on a desktop and on a phone.
- `scripts`: the JavaScript of a table's first load, in each language.
- `weight`: every byte over the wire until the lobby or a table is idle, and later prefetches; metered, too.
- `pages`: Lighthouse on the lobby, the tutorial and two tables, one with 37 cards, as a phone on its throttled network.

The first four slow the browser's processor down, four times unless `--slower` says otherwise. They report the time
between frames, and the main thread's processor time per frame, which other work on the machine hardly lengthens.
Chromium is found as the browser tests find it; `pages` gets Lighthouse from npm. Where the machine allows it (for
root), measured processes have priority.
"""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import CDPSession, Page, ViewportSize, async_playwright

from benchmarks.ahead import go_ahead
from codex_naturalis.i18n import LOCALES
from tests.e2e.running import Server
from tools.browser import chromium, launch_flags

from .clicks import clicks, summed
from .crowded import SEATS, Crowd, table_of_four
from .frames import drag, pinch, wheel
from .pages import finished, known, lighthouse, scripts, summarize, table_of_three
from .placement import laying
from .scoring import scoring
from .weight import WEIGHED, weigh
from .work import traced

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
    """Open the crowded table in a slowed-down browser."""
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
    """Drag and zoom on a desktop, and pinch on a phone."""
    for phone, hands in ((False, (drag, wheel)), (True, (pinch,))):
        async with crowded(server, phone=phone, slower=slower) as (page, cdp, _):
            middle = await page.locator(".middle .frame").evaluate(_MIDDLE)
            for hand in hands:
                for _ in range(times):
                    await page.wait_for_timeout(800)
                    async with traced(page) as work:
                        found = await hand(page, cdp, *middle)
                    print(f"{hand.__name__}: {found}; {work}", flush=True)


async def placement(server: Server, times: int, slower: float) -> None:
    """Send placements for each seat in turn."""
    async with crowded(server, phone=False, slower=slower) as (page, _, crowd):
        for number in range(times * SEATS):
            await page.wait_for_timeout(1200)
            seat = number % SEATS
            whose = "the large codex" if seat == crowd.viewer else "a small codex"
            print(f"{whose}: {await laying(page, crowd, seat):.0f} ms", flush=True)


async def games(server: Server, times: int, slower: float) -> None:
    """Play whole games by clicks."""
    for _ in range(times):
        print(summed(await asyncio.to_thread(clicks, server, slower)), flush=True)


async def ends(server: Server, times: int, slower: float) -> None:
    """Watch final scorings."""
    for _ in range(times):
        for size in (DESK, PHONE):
            frames, work = await scoring(server, size, slower)
            print(f"{size['width']} by {size['height']}: {frames}; {work}", flush=True)


async def pages(server: Server, times: int) -> None:
    """Run Lighthouse on the lobby, the tutorial, a table whose game begins, and one whose game is over."""
    table, guest = table_of_three(server)
    over, winner = finished(server)
    seen = [("lobby", "/", guest), ("tutorial", "/learn", guest), ("table", table, guest), ("the end", over, winner)]
    for _ in range(times):
        for name, path, guest in seen:
            print(f"{name}: {summarize(await lighthouse(server, path, guest))}", flush=True)


async def weight(server: Server) -> None:
    """Count the bytes of a first visit to the lobby and to a table."""
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
            slowed = {"frames": frames, "placement": placement, "clicks": games, "scoring": ends}
            if what in slowed:
                await slowed[what](server, times, slower)
            elif what == "scripts":
                for locale in LOCALES:
                    found = await scripts(server, locale)
                    print(f"{locale}: {sum(found.values())} bytes gzipped in {len(found)} files: {found}")
            elif what == "weight":
                await weight(server)
            else:
                await pages(server, times)
        finally:
            server.stop()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["frames", "placement", "clicks", "scoring", "scripts", "weight", "pages"])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--slower", type=float, default=SLOWER, help="how many times slower the browser's processor is")
    given = parser.parse_args()
    asyncio.run(measure(given.what, given.times, given.slower))


if __name__ == "__main__":
    main()
