"""The game without a server: a folder of files below any path, and a browser that plays on without a network."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Served, Visit
from tests.e2e.lobby import go_to, open_settings, open_way, play_solo
from tests.e2e.on_device import hurry_on_device
from tests.e2e.playing import asked, choose_side, finish, keep_objective, lay, play_on, set_out, wait_for
from tests.e2e.running import SERVER_AWAY
from tests.e2e.same_games import GAMES, play_all
from tests.e2e.site import IN_PAGE, PATH, PlainServer, nginx_command, python_command
from tests.e2e.test_around import COVERED, look

TURNS_BEFORE = 2
"""Turns before the page is loaded again."""


@pytest.fixture(scope="session", params=[python_command, nginx_command], ids=["python", "nginx"])
def anywhere(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainServer]:
    """Serve the folder by one web server or another."""
    yield from _serve(PlainServer(tmp_path_factory.mktemp("site"), request.param))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainServer]:
    """Serve the folder by Python's own web server."""
    yield from _serve(PlainServer(tmp_path_factory.mktemp("site")))


def _serve(plain: PlainServer) -> Iterator[PlainServer]:
    plain.start()
    yield plain
    plain.stop()


@pytest.fixture
def files(visits: Callable[[Served], Visit], site: PlainServer) -> Visit:
    """Open pages of the folder."""
    return visits(site)


def keep_engine(page: Page) -> None:
    """Keep the pages and the engine in the browser, as its reader does in the settings."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    open_settings(page)
    page.get_by_role("button", name="Keep for the train").click()
    expect(page.locator("[data-train=kept]")).to_be_visible()
    page.get_by_role("button", name="Close").click()


def play_turns(page: Page, turns: int) -> None:
    """Play some turns, and wait until the last is kept: one that is only on its way stays a plan over a reload."""
    for _ in range(turns):
        wait_for(page, "card")
        lay(page)
        finish(page)
    wait_for(page, "card")


def test_any_web_server_serves_it(visits: Callable[[Served], Visit], anywhere: PlainServer) -> None:
    """Below a path of its own; nothing of the engine is fetched before a game is begun."""
    page = visits(anywhere)("about:blank")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(PATH)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert [url for url in fetched if "/engine/" in url] == []
    assert all(url.startswith(anywhere.http + PATH) for url in fetched)
    play_solo(page, "Easy")
    set_out(page)
    play_turns(page, 1)
    page.reload()
    wait_for(page, "card")
    expect(page.locator("[data-card]")).to_have_count(3)


def test_a_whole_game_without_a_network(files: Visit) -> None:
    """What was kept for the train plays a game to its end, through a reload; it stands among one's games."""
    page = files(PATH, forgive=SERVER_AWAY, keeps=True)
    keep_engine(page)
    page.context.set_offline(True)
    page.reload()
    play_solo(page, "Easy")
    set_out(page)
    play_turns(page, TURNS_BEFORE)
    hurry_on_device(page)
    expect(page.locator(".codex .laid, [data-laid]").first).to_be_visible()
    assert play_on(page) > 0
    expect(page.locator(".final")).to_be_visible()
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("button", name="Review")).to_be_visible()
    go_to(page, "You", "My games")
    expect(page.get_by_role("heading", name="Your games against Tybor")).to_be_visible()
    expect(page.locator("[data-solo-game], .games li, table tbody tr").first).to_be_visible()


def test_three_seats_against_bots_on_a_phone_in_french(files: Visit) -> None:
    """Light bots play at once; who needs a compiled engine is said, and cannot be chosen."""
    page = files(PATH, phone=True, locale="fr-FR")
    open_way(page, "Contre des bots")
    expect(page.locator("label", has_text="avec un serveur").first).to_be_visible()
    page.get_by_role("button", name="Un adversaire de plus").click()
    page.locator("button.inked", has_text="Jouer contre 2 bots").click()
    set_out(page)
    play_turns(page, 1)
    hurry_on_device(page)
    assert play_on(page) > 0
    assert axe.faults(page) == []


def test_a_test_is_dealt_the_same_cards_each_time(files: Visit) -> None:
    """As with a server (`test_chance`)."""
    assert first_hand(files) == first_hand(files)


def first_hand(files: Visit) -> list[str | None]:
    """Return the cards with which a new visitor begins."""
    page = files(PATH)
    play_solo(page, "Easy")
    choose_side(page)
    keep_objective(page)
    wait_for(page, "card")
    return [card.get_attribute("data-card") for card in page.locator("[data-card]").all()]


def test_the_table_in_words(files: Visit) -> None:
    """A turn by typing, as with a server."""
    page = files(PATH)
    play_solo(page, "Normal")
    page.locator("[data-mode]").focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Command")
    for line, then in (("side back", "objective"), ("objective 1", "card")):
        field.fill(line)
        field.press("Enter")
        wait_for(page, then)
    assert asked(page) == "card"


def test_one_device_goes_round(files: Visit) -> None:
    """Two people share the screen, each with a hand of their own."""
    page = files(PATH + "#/around")
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Carl")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(COVERED)).to_be_visible()
    look(page)
    choose_side(page)
    expect(page.locator("[data-action='cover'], [data-choice]").first).to_be_visible()


def test_puzzles_records_and_counts(files: Visit) -> None:
    """What a server answers besides games is answered here, too; what needs other people says so."""
    page = files(PATH + "#/puzzles/1")
    wait_for(page, "card")
    go_to(page, "Library", "Statistics")
    expect(page.get_by_role("table").first).to_be_visible()
    page.goto(PATH + "#/tournaments")
    expect(page.get_by_text("This needs a server.")).to_be_visible()


def test_two_windows_show_one_game(files: Visit) -> None:
    """What one window plays the other shows; neither loses anything."""
    page = files(PATH)
    play_solo(page, "Easy")
    set_out(page)
    wait_for(page, "card")
    other = page.context.new_page()
    other.goto(page.url)
    wait_for(other, "card")
    lay(page)
    finish(page)
    for window in (page, other):
        expect(window.locator("[data-laid]")).to_have_count(2)
    wait_for(other, "card")
    lay(other)
    finish(other)
    wait_for(page, "card")


def test_the_same_seeds_give_the_same_games(files: Visit) -> None:
    """A hundred games in the browser's Python and in this one: the same records, byte for byte."""
    page = files(PATH)
    games = page.evaluate(IN_PAGE, GAMES + "\nimport json\njson.dumps(play_all())")
    assert json.loads(games) == play_all()
