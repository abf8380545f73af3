"""Scenes of people: play now, ratings, reports, slow games, one's own shelf."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

from playwright.sync_api import Page, expect

from codex_naturalis.server.admin import moderators
from tests.e2e.playing import lay, wait_for
from tests.e2e.quick import nearly_over

from .events import BY_DAYS
from .scenes import Stage, screen, sheet
from .town import Json, Town

__all__: list[str] = []

RATED = ("Hildegard", "Herrad", "Roswitha")
ROUNDS = 14
"""Maximum number of rounds until none of their ratings is provisional."""

EARLY = 12
"""Cards of a codex in the middle of a slow game."""


def play_rated_games(town: Town) -> None:
    """Let people play rated games, each against each."""

    def make() -> bool:
        rounds = 0
        while len(town.ask("/people")) < len(RATED) and rounds < ROUNDS:
            rounds += 1
            for pair in combinations(RATED, 2):
                town.play(town.sit(pair, rated=True), pair)
        return True

    town.once("rated", make)


def slow_game(town: Town, name: str, other: str) -> str:
    """Return a game with days for each turn, in which the opponent is to act and on vacation."""

    def make() -> str:
        table = town.sit((name, other), clock=BY_DAYS)
        seat = town.seat(table, other)

        def others_turn(view: Json) -> bool:
            begun = view["phase"] == "place" and len(view["seats"][seat]["laid"]) >= EARLY
            return bool(begun and view["turn"] == seat)

        return town.play(table, (name, other), others_turn)

    return str(town.once(f"slow {name}", make))


@screen()
def wall(stage: Stage) -> Page:
    """Show a game of four, nearly over, on a television."""
    town, names = stage.town, ("Hildegard", "Herrad", "Roswitha", "Ann")
    table = town.play(town.sit(names), names, nearly_over)
    page = stage.visit()
    town.open(page, f"/t/{table}/wall")
    expect(page.locator("[data-wall-seat]")).to_have_count(len(names))
    return page


def find_people(page: Page, town: Town) -> None:
    """Open Play now."""
    town.open(page, "/play-now", "Ann")
    expect(page.get_by_role("button", name="Find people")).to_be_visible()


@sheet
def now_bot(page: Page, town: Town) -> None:
    """Be offered a bot while one waits."""
    find_people(page, town)
    page.get_by_role("button", name="Find people").click()
    expect(page.locator("[data-search]")).to_be_visible()
    expect(page.locator(".bot")).to_be_visible()


@sheet
def person_page(page: Page, town: Town) -> None:
    """Read of one person."""
    play_rated_games(town)
    town.open(page, f"/people/{RATED[0].lower()}", RATED[1])
    expect(page.locator("h1", has_text=RATED[0])).to_be_visible()


def quarrel(town: Town) -> str:
    """Return a table at which one player was rude."""

    def make() -> str:
        table = town.sit(("Ann", "Bob", "Cleo"))
        lines = (("Ann", "Good luck, all!"), ("Bob", "you fool"), ("Cleo", "Bob, that is not nice."))
        town.say(table, lines)
        return table

    return str(town.once("quarrel", make))


@sheet
def report_dialog(page: Page, town: Town) -> None:
    """Report a line of chat."""
    town.open(page, f"/t/{quarrel(town)}", "Ann")
    page.locator("[data-open-chat]").click()
    page.locator("[data-choices]").click()
    page.locator("[data-complain]").click()
    page.get_by_role("radio", name="A line of chat").check()
    page.get_by_label("What a moderator should know").fill("It was his first line.")
    page.locator("[data-complaint]").evaluate("it => it.scrollTo(0, 0)")


@sheet
def moderation(page: Page, town: Town) -> None:
    """Read the open reports as a moderator."""

    def make() -> bool:
        table = quarrel(town)
        line = {"kind": "chat", "table": table, "line": 2, "comment": "It was his first line."}
        town.send("/reports", line, "Ann")
        seat = town.seat(table, "Bob")
        behaviour = {"kind": "behaviour", "table": table, "seat": seat, "comment": "He left when he was behind."}
        town.send("/reports", behaviour, "Cleo")
        town.token("Mia")
        with ThreadPoolExecutor() as aside:  # this thread has an event loop of its own
            aside.submit(moderators.add, town.server.data / "codex.db", "Mia").result()
        return True

    town.once("reports", make)
    town.open(page, "/moderation", "Mia")
    expect(page.locator("[data-report]")).to_have_count(2)


def open_slow_game(page: Page, town: Town) -> None:
    """Come to a slow game in which the other is to act."""
    table = slow_game(town, "Ann", "Bea")
    town.once("away", lambda: town.send("/guests/me/vacation", {"days": 9}, "Bea", "PUT"))
    town.open(page, f"/t/{table}", "Ann")
    wait_for(page, "wait")


@sheet
def stored_turn(page: Page, town: Town) -> None:
    """Store a turn that plays itself."""
    open_slow_game(page, town)
    if page.locator('[data-action="stored"]').count():
        page.locator('[data-action="stored"]').click()
        page.locator('[data-action="withdraw"]').click()
    lay(page)
    page.locator('[data-action="store"]').click()
    page.locator("dialog select").first.wait_for()


@sheet
def notes(page: Page, town: Town) -> None:
    """Pin notes that only oneself sees."""
    table = slow_game(town, "Ann", "Bea")
    corner = {"seat": town.seat(table, "Bea"), "cell": [0, 0]}
    for note in ({"text": "Two turns, then the gold owl."}, {"text": "Bea needs this corner.", **corner}):
        town.send(f"/guests/me/notes/{table}", note, "Ann", "PUT")
    open_slow_game(page, town)
    tab = page.locator("[data-tab-button=story]")
    if tab.is_visible():
        tab.click()
    page.locator('[data-action="notes"]').click()
    expect(page.get_by_label("Note", exact=True)).to_be_visible()


@sheet
def notices_page(page: Page, town: Town) -> None:
    """Choose how to be notified, while a Discord channel is being entered."""
    town.open(page, "/notices", "Ann")
    expect(page.locator("#discord")).to_be_visible()


@sheet
def calendar_vacation(page: Page, town: Town) -> None:
    """Take a vacation, and make a calendar of deadlines."""
    town.open(page, "/notices", "Ann")
    make = page.locator("#calendar ~ .ways button").first
    make.click()
    expect(page.locator("#calendar ~ p code")).to_be_visible()
    page.locator("#calendar").evaluate("it => scrollBy(0, it.getBoundingClientRect().top - 120)")
