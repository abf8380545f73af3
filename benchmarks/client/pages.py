"""First loads: Lighthouse reports of the lobby and a table on a phone, and the JavaScript a table loads."""

import json
import os
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from playwright.async_api import async_playwright

from benchmarks.ahead import go_ahead
from tests.e2e.quick import ask, finished_table
from tests.e2e.running import Server, free_port
from tools.browser import chromium, launch_flags

__all__ = ["lighthouse", "scripts"]

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
STARTERS = 2
"""Cards on a table of two before the first turn."""

_PAINT = "largest-contentful-paint"


_SCRIPTS = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .map(({ name, encodedBodySize }) => [name.split('/').at(-1), encodedBodySize])"""


def table_of_three(server: Server) -> tuple[str, str]:
    """Open a table for one guest and two bots; return its page and the guest's browser storage."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 3, "bots": ["greedy", "random"]}, token)["table"]["id"]
    return f"/t/{table}", json.dumps({"token": token, "name": "Ada"})


def finished(server: Server, cards: int = 37) -> tuple[str, str]:
    """Let a guest and a bot play until this many cards lie on their table; return its page and the guest."""
    for seed in count():
        table, token = finished_table(server, seed=seed)
        last = ask(server, f"/tables/{table}/replay", token=token)["steps"]
        laid = sum(event["type"] == "card_placed" for step in last for event in step["events"])
        if laid + STARTERS >= cards:
            return f"/t/{table}", json.dumps({"token": token, "name": "Ada"})
    raise AssertionError("seeds do not end")


def known(guest: str) -> str:
    """Return the script that signs a browser in as this guest."""
    return f"localStorage.setItem('codex.guest', {json.dumps(guest)})"


async def scripts(server: Server, locale: str) -> dict[str, int]:
    """Return the scripts that Chromium requests when it first opens a table, with their gzipped bytes."""
    path, guest = table_of_three(server)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        context = await browser.new_context(base_url=server.http, locale=locale, service_workers="block")
        await context.add_init_script(known(guest))
        page = await context.new_page()
        await page.goto(path)
        await page.locator("[data-choice]").first.wait_for(timeout=60_000)
        await page.wait_for_load_state("networkidle")
        found = dict(await page.evaluate(_SCRIPTS))
        await browser.close()
    return found


async def lighthouse(server: Server, path: str, guest: str) -> dict[str, Any]:
    """Return the report on the page at `path`, as this guest sees it on Lighthouse's phone and throttled network."""
    port = free_port()
    with tempfile.TemporaryDirectory() as profile:
        async with async_playwright() as playwright:
            context = await playwright.chromium.launch_persistent_context(
                profile, executable_path=chromium(), args=[*launch_flags(), f"--remote-debugging-port={port}"]
            )
            page = await context.new_page()
            await page.goto(f"{server.http}/healthz")
            await page.evaluate(known(guest))
            await page.close()
            go_ahead()
            report = _report(f"{server.http}{path}", port, Path(profile) / "report.json")
            await context.close()
    return report


def _report(address: str, port: int, file: Path) -> dict[str, Any]:
    command = [
        "npm", "exec", "--yes", "--", LIGHTHOUSE, address, "--quiet", f"--port={port}", "--output=json",
        "--disable-storage-reset", f"--output-path={file}", f"--only-categories={','.join(CATEGORIES)}",
    ]  # fmt: skip
    subprocess.run(command, check=True, env={**os.environ, "CI": "1"}, cwd=file.parent, stdout=subprocess.DEVNULL)
    report: dict[str, Any] = json.loads(file.read_text())
    return report


def summarize(report: dict[str, Any]) -> str:
    """Return a summary of a report in one line."""
    scores = ", ".join(f"{name} {round(100 * report['categories'][name]['score'])}" for name in CATEGORIES)
    paint = report["audits"][_PAINT]["numericValue"]
    blocked = report["audits"]["total-blocking-time"]["numericValue"]
    jumps = report["audits"]["cumulative-layout-shift"]["numericValue"]
    return f"{scores}, largest paint {paint:.0f} ms, blocked {blocked:.0f} ms, layout shift {jumps:.3f}"
