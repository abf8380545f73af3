"""No two texts or controls lie over each other: at six sizes, in three languages, at every stage of a game."""

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Visit
from tests.e2e.overlap import overlaps
from tests.e2e.playing import at_rest, choose_side, finish, in_turn, lay, set_out, wait_for
from tests.e2e.quick import sit_down_together
from tests.e2e.running import Server
from tests.e2e.visual.moments import enter, play_on
from tests.variants import representative
from tools.pictures.games import record_of, turns

SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 720), (1440, 900), (2560, 1440))
LOCALES = representative("fr", "en", "it")
"""French has the longest words."""

PAGES = ("/", "/play-now", "/daily", "/tables", "/party", "/bestiary", "/rules", "/account", "/games", "/about")


def look(page: Page, stage: str) -> list[str]:
    """Return what overlaps at a stage, at every size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        found += [f"{stage} at {width}x{height}: {pair}" for pair in overlaps(page)]
    return found


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_overlaps_in_a_game(visit: Visit, server: Server, locale: str, seats: int) -> None:
    """From the starter card to the final score, against Tybor and among three."""
    page, record, mine = visit("/about"), record_of(seats), turns(seats, 0)
    play_on(page, server, record, 0, 0, locale=locale)
    wait_for(page, "side")
    found = look(page, "side")
    choose_side(page)
    wait_for(page, "objective")
    found += look(page, "objective")
    play_on(page, server, record, mine[6], 0, locale=locale)
    wait_for(page, "card")
    found += look(page, "card")
    lay(page)
    found += look(page, "plan")
    play_on(page, server, record, mine[-1], 0, locale=locale)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "over")
    assert found + look(page, "over") == []


@pytest.mark.parametrize("days", [None, 3])
@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_overlaps_among_people(visit: Visit, server: Server, locale: str, days: int | None) -> None:
    """Where people may talk and leave, and in a slow game keep notes."""
    ada, bob = visit("/about", locale=locale), visit("/about", locale=locale)
    sit_down_together(server, ada, bob, days=days)
    set_out(ada, bob)
    first, second = in_turn(ada, bob)
    found = look(first, "card") + look(second, "wait")
    lay(first)
    assert found + look(first, "plan") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_overlaps_on_the_pages(visit: Visit, locale: str) -> None:
    """The lobby, and the pages behind each of its words."""
    page = visit("/about")
    found = []
    for path in PAGES:
        enter(page, path, locale=locale)
        page.locator("main :is(h1, h2)").first.wait_for()
        found += look(page, path)
    assert found == []
