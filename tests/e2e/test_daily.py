"""The deal of the day in two browsers: each sees the other's result only after their own."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.playing import wait_for
from tests.e2e.quick import ask, play_out
from tests.e2e.running import Server
from tests.e2e.translator import TRANSIENT, said, translate

WEDNESDAY = "2026-11-18"
"""Tybor plays at level normal."""

HOUR_MS = 3_600_000

PASSWORD = "a long walk by the sea"  # noqa: S105 - of nobody


def signed_in(server: Server, page: Page, name: str) -> str:
    """Give a browser an account; return its token."""
    session = ask(server, "/account", {"name": name, "password": PASSWORD})
    kept = f"{{token: {session['token']!r}, name: {name!r}}}"
    page.evaluate(f"() => localStorage.setItem('codex.account', JSON.stringify({kept}))")
    return str(session["token"])


@pytest.fixture
def that_day(tmp_path: Path) -> Iterator[Server]:
    """Run a server of this test's own, on a day that does not end meanwhile."""
    with Server(tmp_path, f"day:{WEDNESDAY}") as running:
        yield running


@pytest.fixture
def pair(that_day: Server, visits: Callable[[Server], Visit]) -> tuple[Server, Visit]:
    """Return a server of that day, and its visitors."""
    return that_day, replace(visits(that_day), day=WEDNESDAY)


def test_two_people_compare_their_results(pair: tuple[Server, Visit]) -> None:
    """One attempt each; then the curve, the places, a text to share, and nothing to look back at before midnight."""
    server, visit = pair
    ann, bea = visit("/"), visit("/", phone=True)
    tokens = [signed_in(server, page, name) for page, name in ((ann, "Ann"), (bea, "Bea"))]
    ann.goto("/")
    ann.get_by_role("link", name="Deal of the day").click()
    expect(ann.locator("[data-left]")).to_be_visible()
    day = ann.locator("[data-day]").get_attribute("data-day") or ""
    ann.locator('[data-action="daily"]').click()
    wait_for(ann, "side")
    table = ann.url.rpartition("/")[2]
    play_out(server, table, tokens[0], 1)
    ann.goto(f"/t/{table}")
    expect(ann.locator('.final [data-action="daily"]')).to_have_attribute("href", f"/daily/{day}")
    assert ann.locator('.final [href$="/replay"], .final [href$="/record"], [data-action="check-deal"]').count() == 0
    bea.goto("/daily")
    expect(bea.locator("[data-players]")).to_have_attribute("data-players", "1")
    expect(bea.locator("[data-result], [data-places], figure")).to_have_count(0)
    bea.goto(f"/t/{table}")
    expect(bea.get_by_text("Everyone gets these cards today")).to_be_visible()
    bea.goto("/daily")
    bea.locator('[data-action="daily"]').click()
    wait_for(bea, "side")
    play_out(server, bea.url.rpartition("/")[2], tokens[1], 2)
    bea.goto(f"/daily/{day}")
    expect(bea.locator('[data-places="best"] tbody tr')).to_have_count(2)
    expect(bea.locator('[data-places="best"] .own')).to_contain_text("Bea")
    expect(bea.locator("figure svg rect")).not_to_have_count(0)
    expect(bea.locator(".square")).not_to_have_count(0)
    assert faults_in_every_skin(bea) == []
    assert bea.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_guest_plays_todays_deal(pair: tuple[Server, Visit], phone: bool) -> None:
    """Two presses to the table, one from its end to curve, squares and the text to share; an account is offered."""
    server, visit = pair
    page = visit("/", phone=phone)
    page.get_by_role("link", name="Deal of the day").click()
    page.locator('[data-action="daily"]').click()
    wait_for(page, "side")
    table = page.url.rpartition("/")[2]
    play_out(server, table, page.evaluate("() => JSON.parse(localStorage.getItem('codex.guest')).token"), 1)
    page.goto(f"/t/{table}")
    page.locator('.final [data-action="daily"]').click()
    for part in ("figure", ".square", '[data-action="share"]', '[data-guest] [data-action="account"]'):
        expect(page.locator(part).first).to_be_visible()
    expect(page.locator("[data-places]")).to_have_count(0)
    assert faults_in_every_skin(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_guest_plays_yesterdays_deal(pair: tuple[Server, Visit]) -> None:
    """The day before is played and compared at any time, and does not count."""
    server, visit = pair
    page = visit("/daily", locale="it-IT")
    expect(page.locator('[data-guest] [data-action="account"]')).to_be_visible()
    assert faults_in_every_skin(page) == []
    page.locator("[data-past]").first.click()
    page.locator('[data-action="daily"]').click()
    wait_for(page, "side")
    table = page.url.rpartition("/")[2]
    token = page.evaluate("() => JSON.parse(localStorage.getItem('codex.guest')).token")
    play_out(server, table, token, 1)
    page.goto("/daily")
    page.locator("[data-past]").first.click()
    expect(page.locator("[data-result]")).to_contain_text("non conta")
    expect(page.locator(f'a[href="/t/{table}/replay"]')).to_be_visible()
    expect(page).to_have_url(re.compile(r"/daily/\d{4}-\d\d-\d\d$"))


def test_the_time_left_is_true_under_a_translator(that_day: Server, visits: Callable[[Server], Visit]) -> None:
    """The time that is left; the server's clock has not gone on by an hour, so all else is compared with the truth."""
    visit = visits(that_day)
    pages = kept, bare = visit("/about"), visit("/about")
    for page in pages:
        page.clock.install()
        page.goto("/daily")
        page.locator("[data-left]").wait_for()
        translate(page, everything=page is bare)
    left = kept.locator("[data-left]").inner_text()
    for page in pages:
        page.clock.fast_forward(HOUR_MS)
    expect(kept.locator("[data-left]")).not_to_have_text(left)
    assert bare.locator("[data-left]").inner_text() == left
    true = visit("/daily")
    true.locator("[data-left]").wait_for()
    assert said(kept, f"{TRANSIENT}, [data-left]") == said(true, f"{TRANSIENT}, [data-left]")
