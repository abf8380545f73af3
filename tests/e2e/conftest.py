"""A real browser against a real server. Every page fails its test on an error in the console or in a script."""

import os
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from tests import waiting
from tests.chance import seed_worker
from tests.e2e.evidence import Evidence, folder_of
from tests.e2e.late import drawing_late, hearing_late
from tests.e2e.running import Server
from tools.browser import chromium, launch_flags

TIMEOUT = int(1_000 * waiting.TIMEOUT)
"""The same patience in milliseconds, as Playwright counts."""

SLOW_MO = float(os.environ.get("SLOW_MO", "0"))
"""Milliseconds between any two things that a test does: the pages are fast then."""

SLOW_CPU = float(os.environ.get("SLOW_CPU", "1"))
"""How many times slower the pages think: the tests are fast then."""


SLOW_NET = float(os.environ.get("SLOW_NET", "0"))
"""Milliseconds that every answer is on its way to the pages."""

DRAW_LATE = float(os.environ.get("DRAW_LATE", "0"))
"""Milliseconds by which the pages draw each of their parts late."""

BLOCKED = "Service Worker registration blocked by Playwright"
"""What a page says some seconds after its start where its context lets no worker keep it."""

EVIDENCE = pytest.StashKey[Evidence]()
"""Where a session has what its pages say."""


Closing = Callable[[list[BrowserContext], list[str]], None]
"""Closes the windows of a test, and fails if their pages have complained of anything."""


class Served(Protocol):
    """A server, or a whole installation."""

    @property
    def http(self) -> str:
        """Return where one comes in."""


@dataclass(frozen=True)
class Visit:
    """Opens pages of a server as different people see them."""

    browser: Browser
    running: Served
    contexts: list[BrowserContext]
    """All that were opened, to be closed in the end."""

    faults: list[str]
    """What pages have complained of."""

    day: str = ""
    """On which it is always noon for the pages; today if empty."""

    def __call__(
        self,
        path: str = "/",
        *,
        phone: bool = False,
        locale: str = "en-GB",
        skin: str = "",
        forgive: str = "",
        keeps: bool = False,
    ) -> Page:
        """Open `path` in a browser of its own: a phone with touch, or a desk.

        Where it `keeps` the pages it fetches all of them, which costs seconds. Complaints that match `forgive` are none
        of the test's business.
        """
        context = _context(self.browser, self.running, phone=phone, locale=locale, keeps=keeps)
        self.contexts.append(context)
        if self.day:
            context.clock.set_fixed_time(f"{self.day}T12:00:00Z")
        if SLOW_NET:
            context.add_init_script(hearing_late(SLOW_NET))
        if DRAW_LATE:
            context.add_init_script(drawing_late(DRAW_LATE))
        if skin:
            context.add_init_script(
                f"localStorage.getItem('codex.settings') ??"
                f" localStorage.setItem('codex.settings', JSON.stringify({{skin: '{skin}'}}))"
            )
        page = context.new_page()
        _listen(page, self.faults, [each for each in (forgive, "" if keeps else BLOCKED) if each])
        page.goto(path)
        return page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin a test's own servers before its pages, whatever order it names them in: pages are closed first then.

    A page that outlives its server complains that the server is gone.
    """
    for item in items:
        if isinstance(item, pytest.Function):
            item.fixturenames.sort(key="visits".__eq__)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Leave what the pages of a failed test show and say, while they are open, and tell where."""
    report = yield
    evidence, folder = item.session.stash.get(EVIDENCE, None), folder_of(item.nodeid)
    if evidence is None:
        return report
    if report.failed:
        evidence.save(folder)
        for properties in (item.user_properties, report.user_properties):  # a JUnit report has those of the last phase
            properties.append(("evidence", str(folder)))
        report.sections.append(("Pages", f"pictures and console: {folder}"))
    return report


@pytest.fixture(autouse=True)
def evidence(browser: Browser, request: pytest.FixtureRequest) -> Evidence:
    """Hear the pages of this test alone."""
    assert browser.is_connected()
    found = request.session.stash[EVIDENCE]
    found.begin(folder_of(request.node.nodeid))
    return found


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Run one Chromium for all tests."""
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=launch_flags(), slow_mo=SLOW_MO)
        running.on("context", lambda context: context.on("page", _prepare))
        request.session.stash[EVIDENCE] = Evidence(running)
        yield running
        running.close()


def _prepare(page: Page) -> None:
    """Let what a page's own engine deals follow from the name of the test; slow the page down if that is wished."""
    page.on("worker", seed_worker)
    if SLOW_CPU > 1 or SLOW_NET:
        _slow_down(page)


def _slow_down(page: Page) -> None:
    """Let a page think more slowly, and hear later."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    if SLOW_NET:
        late = {"offline": False, "latency": SLOW_NET, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", late)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests that let it live."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Run a server for one test, which may kill it."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def closing(request: pytest.FixtureRequest, evidence: Evidence) -> Closing:
    """Close all that a test has opened at its end; what pages complained of is a fault, with their pictures."""

    def close(contexts: list[BrowserContext], faults: list[str]) -> None:
        if faults:
            evidence.save(folder_of(request.node.nodeid))
        for context in contexts:
            context.close()
        assert faults == []

    return close


@pytest.fixture
def visits(browser: Browser, closing: Closing) -> Iterator[Callable[[Served], Visit]]:
    """Open pages of any server; at the end no page may have complained."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    yield lambda running: Visit(browser, running, contexts, faults)
    closing(contexts, faults)


@pytest.fixture
def visit(visits: Callable[[Server], Visit], server: Server) -> Visit:
    """Open pages of the server that all tests share."""
    return visits(server)


@pytest.fixture
def page(visit: Visit) -> Page:
    """Open the lobby on a desk, 1440 by 900."""
    return visit()


@pytest.fixture
def phone(visit: Visit) -> Page:
    """Open the lobby on a phone, 390 by 844, by touch."""
    return visit(phone=True)


@pytest.fixture
def moving(browser: Browser, server: Server, closing: Closing) -> Iterator[Callable[[int, int], Page]]:
    """Open windows of any size in which things move."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def window(width: int, height: int) -> Page:
        phone = width < 500
        context = browser.new_context(
            base_url=server.http,
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="no-preference",
            is_mobile=phone,
            has_touch=phone,
        )
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield window
    closing(contexts, faults)


def _context(browser: Browser, running: Served, *, phone: bool, locale: str, keeps: bool) -> BrowserContext:
    size = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
    context = browser.new_context(
        base_url=running.http,
        viewport={"width": size["width"], "height": size["height"]},
        locale=locale,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        service_workers="allow" if keeps else "block",
    )
    context.set_default_timeout(TIMEOUT)
    return context


def _listen(page: Page, faults: list[str], forgiven: Sequence[str]) -> None:
    def is_fault(text: str) -> bool:
        return not any(re.search(each, text) for each in forgiven)

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and is_fault(message.text):
            faults.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    page.on("console", said)

    def broke(error: Error) -> None:
        if is_fault(error.message):
            faults.append(f"page: {error}")

    page.on("pageerror", broke)
