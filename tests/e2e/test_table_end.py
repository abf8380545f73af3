"""The table when its game is over: all of it can be seen, and nothing is secret any more."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back
from tests.e2e.playing import wait_for
from tests.e2e.quick import ask, finished_table, play_out
from tests.e2e.running import Server

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_LIES_STILL = """() => {
  const boxes = () => JSON.stringify([...document.querySelectorAll('.final, .plate, .side, .chat-place .opener')]
    .map((part) => part.getBoundingClientRect()));
  const before = window.boxesBefore;
  window.boxesBefore = boxes();
  return !document.documentElement.hasAttribute('data-drawing') && before === window.boxesBefore;
}"""
"""Whether all parts are drawn, and lie where they lay when this was asked last, a frame ago."""


@pytest.fixture(scope="module")
def four(server: Server) -> str:
    """Return the path of a table where four have played to the end."""
    table, _ = finished_table(server, seats=4)
    return f"/t/{table}"


def watched(page: Page, path: str) -> Page:
    """Open a table to whose end a spectator comes."""
    page.goto(path)
    page.locator(".final tbody tr").nth(3).wait_for()
    page.locator(".chat-place .opener").wait_for()
    page.wait_for_function(_LIES_STILL)
    return page


def box(part: Locator) -> Box:
    """Return where a part of the page lies."""
    found = part.bounding_box()
    assert found
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def apart(one: Box, other: Box) -> bool:
    """Return whether two parts lie beside each other, to a pixel."""
    return one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (1024, 768)])
def test_four_seats_fit_beside_the_scoring(page: Page, four: str, width: int, height: int) -> None:
    """Nothing lies over anything else, in low windows either."""
    page.set_viewport_size({"width": width, "height": height})
    watched(page, four)
    scoring, tools, story = box(page.locator(".final")), box(page.locator(".zoom")), box(page.locator(".side"))
    plates = [box(plate) for plate in page.locator(".plate").all()]
    assert len(plates) == 4
    assert all(apart(plate, scoring) for plate in plates)
    assert all(apart(one, other) for at, one in enumerate(plates) for other in plates[:at])
    assert apart(box(page.locator(".chat-place .opener")), scoring)
    assert apart(tools, story)


def test_on_a_phone_nothing_lies_over_what_is_counted(visit: Visit, four: str) -> None:
    """The way to the talk lies in the corner of the codex."""
    page = watched(visit(phone=True), four)
    talk = box(page.locator(".chat-place .opener"))
    assert all(apart(talk, box(count)) for count in page.locator(".mine li").all())
    assert apart(talk, box(page.locator(".final")))


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "it-IT"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_every_total_is_in_sight_on_a_phone(visit: Visit, four: str, width: int, height: int, locale: str) -> None:
    """Who has won is seen at once, and no column of the scoring is cut off."""
    page = visit(phone=True, locale=locale)
    page.set_viewport_size({"width": width, "height": height})
    watched(page, four)
    expect(page.locator("#final-title")).to_be_in_viewport(ratio=1)
    total = page.locator(".total").last
    total.scroll_into_view_if_needed()
    expect(total).to_be_in_viewport(ratio=0.99)
    assert page.locator(".sheet").evaluate("it => it.scrollWidth <= it.clientWidth")


def test_everybodys_secret_is_shown(page: Page, four: str) -> None:
    """Beside the codex in front lies the objective that it was built for."""
    watched(page, four)
    for plate in page.locator(".plate").all():
        plate.locator("button").first.click()
        expect(page.locator(".objectives [data-objective]")).to_have_count(3)
        expect(page.locator(".objectives")).to_contain_text("Secret objective")


def test_a_rematch_wants_everybody(visit: Visit, server: Server) -> None:
    """Who asks for it waits; the other reads who would like to play, may decline or sit down, and then play begins."""
    ann, bea = (ask(server, "/guests", {"name": name})["token"] for name in ("Ann", "Bea"))
    table = ask(server, "/tables", {"seats": 2}, ann)["table"]["id"]
    ask(server, f"/tables/{table}/join", {}, bea)
    with ThreadPoolExecutor(2) as both:
        list(both.map(lambda token: play_out(server, table, token), (ann, bea)))
    asking, asked_too = visit("/about"), visit("/about", phone=True)
    come_back(asking, table, ann)
    come_back(asked_too, table, bea)
    asking.locator("[data-action=rematch]").click()
    expect(asking.get_by_text("Waiting for one more player.")).to_be_visible()
    wish = asked_too.locator("[data-wish]")
    expect(wish).to_contain_text("Ann would like another game.")
    wish.get_by_role("button", name="Not now").click()
    expect(wish).to_have_count(0)
    expect(asking.locator("[data-declined]")).to_have_text("Bea would rather not play again just now.")
    asked_too.reload()
    wish.get_by_role("button", name="Sit down again").click()
    for page in (asking, asked_too):
        wait_for(page, "side")
    again = asking.url.rpartition("/")[2]
    with ThreadPoolExecutor(2) as both:
        list(both.map(lambda token: play_out(server, again, token, 2), (ann, bea)))
    score = asking.locator("[data-evening]")
    expect(score).to_contain_text("After 2 games")
    evening = ask(server, f"/tables/{again}/evening")
    names = [seat["name"] for seat in ask(server, f"/tables/{again}")["table"]["seats"]]
    for name, won in zip(names, evening["wins"], strict=True):
        expect(score).to_contain_text(f"{name} {won}")
