"""Scenes of tournaments and clubs."""

import time
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from tools.pages.town import Json, Town, scene

__all__: list[str] = []

LIVE: Json = {"kind": "real_time", "seconds": 600, "increment": 10}
BY_DAYS: Json = {"kind": "correspondence", "days": 2}
HOUR, DAY = 3_600, 86_400
LONGEST = 600.0
"""Seconds that a tournament may take on a busy machine."""

FIELD = ("level:pupil", "level:1", "level:2", "level:3")
SWISS: Json = {"kind": "swiss", "clock": LIVE, "seats": 2, "rounds": 3, "pause": 0}
DUPLICATE: Json = {**SWISS, "kind": "duplicate"}
PEOPLE = ("Margherita", "Ben", "Cleo", "Dan", "Eva")


def announced(town: Town, host: str, name: str, plan: Json, after: float = HOUR, **more: Json) -> str:
    """Announce a tournament; return its id."""
    wanted = {"name": name, "starts": time.time() + after, "plan": plan, **more}
    return str(town.ask("/tournaments", wanted, host)["info"]["id"])


def held(town: Town, host: str, name: str, plan: Json, people: tuple[str, ...] = (), **more: Json) -> str:
    """Let bots and people play a tournament to its end; return its id."""
    tournament = announced(town, host, name, plan, bots=FIELD, **more)
    for each in people:
        town.ask(f"/tournaments/{tournament}/join", {}, each)
    town.ask(f"/tournaments/{tournament}/begin", {}, host)
    with ThreadPoolExecutor(len(people) or 1) as pool:
        list(pool.map(lambda each: take_part(town, tournament, each), people or (host,)))
    return tournament


def take_part(town: Town, tournament: str, name: str) -> None:
    """Play whatever waits for an account in a tournament, until that is over."""
    deadline = time.monotonic() + LONGEST
    while (beat := town.ask(f"/tournaments/{tournament}/pulse", name=name))["stage"] != "over":
        assert time.monotonic() < deadline, "the tournament goes on and on"
        if beat["table"]:
            town.play(beat["table"], (name,))
        time.sleep(1)


def over(town: Town) -> str:
    """Return a duplicate Swiss that has been held."""
    return str(town.once("over", lambda: held(town, "Eva", "Autumn Duplicate", DUPLICATE, PEOPLE[1:])))


def waiting(town: Town) -> str:
    """Return a duplicate Swiss that people have joined and that begins in an hour."""

    def make() -> str:
        tournament = announced(town, "Margherita", "Thursday at the Inkwell", DUPLICATE, bots=FIELD[:2])
        for name in PEOPLE:
            town.ask(f"/tournaments/{tournament}/join", {}, name)
        return tournament

    return str(town.once("waiting", make))


def calendar(town: Town) -> None:
    """Fill the calendar with what is coming and what is over."""

    def make() -> bool:
        waiting(town)
        over(town)
        arena = {"kind": "arena", "clock": LIVE, "seats": 3, "minutes": 90}
        announced(town, "Ben", "Friday arena", arena, DAY)
        knockout = {"kind": "knockout", "clock": BY_DAYS, "seats": 2, "most": 16}
        announced(town, "Cleo", "The long winter knockout", knockout, 5 * DAY)
        return True

    town.once("calendar", make)


def club(town: Town) -> str:
    """Return a club with members, an evening to come, and a season."""

    def make() -> str:
        about = "We meet on Thursdays above the bookshop; newcomers get the first gold card."
        told = town.ask("/clubs", {"name": "The Inkwell", "about": about}, "Margherita")
        for name in PEOPLE[1:]:
            town.ask("/clubs/join", {"invite": told["invite"]}, name)
        identity = str(told["info"]["id"])
        held(town, "Margherita", "October evening", SWISS, PEOPLE, club=identity)
        announced(town, "Margherita", "December evening", DUPLICATE, 9 * DAY, club=identity)
        town.sit(("Ben", "Cleo"), listed=True)
        return identity

    return str(town.once("club", make))


@scene
def tournaments(page: Page, town: Town) -> None:
    """Read the calendar of tournaments."""
    calendar(town)
    town.open(page, "/tournaments", "Margherita")
    expect(page.locator("[data-tournament]")).not_to_have_count(0)


@scene
def tournament_form(page: Page, town: Town) -> None:
    """Announce a tournament."""
    town.open(page, "/tournaments/new", "Margherita")
    page.locator("input[required]").first.fill("Thursday at the Inkwell")


@scene
def tournament_waiting(page: Page, town: Town) -> None:
    """Wait for a tournament to begin, as its host."""
    town.open(page, f"/tournaments/{waiting(town)}", "Margherita")
    expect(page.locator("[data-player]")).to_have_count(7)
    page.locator("details summary").first.click()


@scene
def tournament_round(page: Page, town: Town) -> None:
    """See a round under way: one's own table waits, the bots have played theirs."""

    def make() -> str:
        tournament = announced(town, "Dan", "Sunday Swiss", SWISS, bots=FIELD[:3])
        town.ask(f"/tournaments/{tournament}/join", {}, "Dan")
        town.ask(f"/tournaments/{tournament}/begin", {}, "Dan")
        return tournament

    town.open(page, f"/tournaments/{town.once('round', make)}", "Dan")
    expect(page.locator('[data-action="table"]')).to_be_visible()
    expect(page.locator("[data-round='1'] a[href$='/replay']")).to_have_count(1)


@scene
def tournament_over(page: Page, town: Town) -> None:
    """Read how a duplicate Swiss ended."""
    town.open(page, f"/tournaments/{over(town)}", "Ben")
    expect(page.locator('[data-stage="over"]')).to_be_visible()


@scene
def clubs(page: Page, town: Town) -> None:
    """See one's clubs, and how to found one."""
    club(town)
    town.open(page, "/clubs", "Margherita")
    expect(page.get_by_role("link", name="The Inkwell")).to_be_visible()


@scene
def club_page(page: Page, town: Town) -> None:
    """See a club: its evenings, its season, its members."""
    town.open(page, f"/clubs/{club(town)}", "Margherita")
    expect(page.locator(".ledger tbody tr")).not_to_have_count(0)
