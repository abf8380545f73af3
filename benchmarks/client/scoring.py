"""Frames of the final scoring of a game of four, from the first objective to the winner's leaf."""

import json
from itertools import pairwise

from playwright.async_api import ViewportSize, async_playwright

from benchmarks.ahead import go_ahead
from tests.e2e.quick import finished_table
from tests.e2e.running import Server
from tools.browser import chromium, launch_flags

from .frames import UNWATCH, WATCH, Frames
from .pages import known
from .work import Work, traced

__all__ = ["scoring"]

_LEAF = "() => document.querySelector('[data-scoring]')?.dataset.scoring === 'leaf'"


async def scoring(server: Server, size: ViewportSize, slower: float) -> tuple[Frames, Work]:
    """Watch the scoring in a window of this size; return the time between its frames, and the work for each."""
    table, token = finished_table(server, seats=4)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        context = await browser.new_context(base_url=server.http, viewport=size, service_workers="block")
        await context.add_init_script(known(json.dumps({"token": token, "name": "Ada"})))
        page = await context.new_page()
        await page.goto(f"/t/{table}")
        cdp = await context.new_cdp_session(page)
        await cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        watch = page.locator('[data-action="watch"]')
        await watch.wait_for(timeout=60_000)
        go_ahead()
        async with traced(page) as work:
            await watch.click()
            await page.locator("[data-scoring] .stage").wait_for()
            await page.evaluate(WATCH)
            await page.wait_for_function(_LEAF, timeout=60_000)
            times = await page.evaluate(UNWATCH)
        await browser.close()
    return Frames([after - before for before, after in pairwise(times)]), work
