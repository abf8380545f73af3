"""The teacher in the browser: hints drawn and planned, a game reviewed, a mistake tried again."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import FloatRect, Page, expect

from codex_naturalis.analysis import prepare
from codex_naturalis.record import write_record
from tests.analysis.positions import short_game
from tests.e2e.axe import faults_in_every_skin
from tests.e2e.conftest import Visit
from tests.e2e.playing import set_out, wait_for
from tests.e2e.quick import Json, ask
from tests.e2e.running import Server
from tests.waiting import TIMEOUT, look_until

THINKING = 180_000
"""Milliseconds that the teacher may take on a busy machine."""


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compile the kernel first, as the server would in the background."""
    prepare()


def as_guest(page: Page, server: Server, token: str, path: str) -> None:
    """Open `path` as the guest whose token this is."""
    guest = json.dumps(json.dumps({"token": token, "name": "Ada"}))
    page.evaluate(f"localStorage.setItem('codex.guest', {guest})")
    page.goto(f"{server.http}{path}")


def test_a_hint_is_drawn_with_its_reasons_and_planned(visit: Visit, server: Server) -> None:
    """A key asks for it; three numbers stand on the codex and beside the words; one touch plans the first."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 1, "solo": "easy"}, token)["table"]["id"]
    page = visit()
    as_guest(page, server, token, f"/t/{table}")
    set_out(page)
    wait_for(page, "card")
    page.keyboard.press("h")
    advice = page.locator('[data-hint="ready"] > li')
    expect(advice.nth(2)).to_be_visible(timeout=THINKING)
    count = advice.count()
    assert 3 <= count <= 5
    numbers = page.locator("[data-advised] circle + text")
    expect(numbers).to_have_count(count)
    assert sorted(numbers.all_text_contents()) == [str(1 + index) for index in range(count)]
    good = int(page.locator("[data-as-good]").get_attribute("data-as-good") or 0)
    assert 1 <= good <= count
    expect(page.locator("[data-as-good]")).to_contain_text(
        "better than the others" if good == 1 else f"The first {good} hints"
    )
    expect(advice.first).to_contain_text("wins")
    expect(page.locator('[role="status"][aria-live]')).to_contain_text("Hint 1")
    assert faults_in_every_skin(page) == []
    first = page.locator("[data-advised]").filter(has=page.locator("circle + text", has_text="1"))
    place = first.get_attribute("data-advised")
    page.locator('[data-plan="1"]').press("Enter")
    expect(page.locator(f'[data-ghost="{place}"]')).to_be_visible()
    page.locator("[data-source]:focus, [data-action='confirm']:focus").wait_for()
    expect(page.locator("[data-advised]")).to_have_count(0)
    wait_for(page, "source", "confirm")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_hint_leaves_the_market_in_sight(visit: Visit, server: Server, size: tuple[int, int]) -> None:
    """The sheet covers no card of the market; the one to take is marked, and stays so once the turn is planned."""
    page = hinted(visit, server, size)
    sheet = page.locator("dialog[open]").bounding_box()
    assert sheet
    for slot in page.locator("[data-source]").all():
        expect(slot).to_be_in_viewport(ratio=0.98)
        assert apart(slot.bounding_box(), sheet)
    marked = page.locator("[data-advised-source]")
    wanted = page.locator('[data-hint="ready"] > li').first.locator(".turn").inner_text()
    first = page.locator('[data-advised-source*="1"]')
    expect(first).to_have_count(1)
    expect(first).to_have_attribute("aria-label", re.compile(r"^Hint 1"))
    page.locator('[data-plan="1"]').click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    if wait_for(page, "source", "confirm") == "source":
        expect(marked).to_have_count(1)
        expect(marked).to_have_attribute("data-advised-source", "1")
        expect(marked).to_be_in_viewport(ratio=0.98)
        named = re.search("“(.+?)”", marked.get_attribute("aria-label") or "")
        assert named is None or named[1] in wanted
    page.locator('[data-action="back"]').click()
    expect(marked).to_have_count(0)


def test_the_first_press_beside_a_hint_counts(visit: Visit, server: Server) -> None:
    """A card of the hand is chosen by one press while the hint stands, which then goes away; so does Escape."""
    page = hinted(visit, server, (1440, 900))
    page.locator("[data-card]").nth(1).click()
    wait_for(page, "cell")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-advised]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator('[data-hint="ready"]')).to_be_visible(timeout=THINKING)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def hinted(visit: Visit, server: Server, size: tuple[int, int]) -> Page:
    """Return a game against Tybor at its first card, with the hints open."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 1, "solo": "easy"}, token)["table"]["id"]
    page = visit(phone=size[0] < 500)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    as_guest(page, server, token, f"/t/{table}")
    set_out(page)
    wait_for(page, "card")
    page.locator('[data-action="hint"]').click()
    expect(page.locator('[data-hint="ready"] > li').nth(2)).to_be_visible(timeout=THINKING)
    return page


def apart(one: FloatRect | None, other: FloatRect) -> bool:
    """Return whether two boxes share nothing."""
    assert one
    across = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return across or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


def test_at_a_listed_table_there_is_no_hint(visit: Visit, server: Server) -> None:
    """Neither button nor key."""
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["random"], "listed": True}, token)["table"]["id"]
    page = visit()
    as_guest(page, server, token, f"/t/{table}")
    set_out(page)
    wait_for(page, "card")
    page.keyboard.press("h")
    expect(page.locator('[data-action="hint"], [data-hint]')).to_have_count(0)


def finished(server: Server) -> tuple[str, str]:
    """Bring a small game to a table, where a bot lays the last card; return the table and the guest's token."""
    record = short_game("random", "planner", cards=1)
    token = ask(server, "/guests", {"name": "Ada"})["token"]
    request = urllib.request.Request(  # noqa: S310 - our own
        f"{server.http}/api/v1/replays/what-if?version={len(record.actions) - 1}&seat=0",
        write_record(record).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - our own
        table: Json = json.load(answer)["table"]["id"]
    look_until(lambda: ask(server, f"/tables/{table}", token=token)["table"]["stage"] == "over")
    return table, token


def test_a_review_and_a_lesson_from_it(visit: Visit, server: Server) -> None:
    """Asked for once; then the curve, the sums, each turn on the codex of who played it, and a mistake tried again."""
    table, token = finished(server)
    page = visit(phone=True)
    as_guest(page, server, token, f"/t/{table}/replay")
    page.locator('[data-tab-button="more"]').click()
    page.locator('[data-action="review"]').click()
    page.locator('[data-action="begin-review"]').press("Enter")
    expect(page.locator('[data-review="ready"]')).to_be_visible(timeout=THINKING)
    expect(page.locator('[role="status"][aria-live]')).to_contain_text("The review is ready.")
    expect(page.locator("dialog :focus")).to_have_count(1)
    expect(page.locator("[data-player]")).to_have_count(2)
    assert faults_in_every_skin(page) == []
    highlights = page.locator("[data-highlight]")
    expect(highlights.first).to_be_visible()
    assert highlights.count() <= 3
    expect(page.locator("[data-review] [data-turn]:visible")).to_have_count(0)
    expect(page.locator("[data-review]")).not_to_contain_text(re.compile("blunder|mistake", re.IGNORECASE))
    for card in highlights.all():
        card.locator('[data-action="show"]').click()
        expect(page.locator(".replay")).to_have_attribute("data-version", card.get_attribute("data-version") or "")
    page.locator("[data-lessons] > summary").click()
    row = page.locator("[data-lessons] .row:visible").first
    if row.get_attribute("aria-expanded") != "true":
        row.click()
    expect(page.locator("[data-advised] text").first).to_be_attached()
    for mark in page.locator("[data-advised] circle").all():
        expect(mark).to_be_in_viewport(ratio=1)
    link = page.locator("[data-lessons] [data-link]").get_attribute("href")
    assert link
    page.goto(page.url.partition("?")[0] + link)
    expect(page.locator('[data-lessons] .row[aria-expanded="true"]')).to_have_count(1)
    assert "&review=" in page.url
    page.locator('[data-lessons] [data-action="try"]').click()
    lesson = page.locator("[data-exercise]")
    expect(lesson).to_have_attribute("data-exercise", "open")
    wait_for(page, "side", "objective", "card")
    page.locator('[data-action="back"]').click()
    expect(page.locator('[data-review="ready"]')).to_be_visible()
    page.locator("[data-turns] > summary").click()
    for turn in page.locator("[data-turns] [data-turn]").all():
        turn.locator(".row").click()
        expect(turn.locator(".row")).to_have_attribute("aria-expanded", "true")
        expect(page.locator(".plate.front")).to_have_attribute("data-seat", str(turn.get_attribute("data-by")))
