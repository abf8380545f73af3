"""Scenes of tournaments and clubs."""

import time
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from .scenes import sheet
from .town import Json, Town

__all__: list[str] = []

LIVE: Json = {"kind": "real_time", "seconds": 600, "increment": 10}
BY_DAYS: Json = {"kind": "correspondence", "days": 2}
HOUR, DAY = 3_600, 86_400
LONGEST = 600.0
"""Time limit for a tournament on a busy machine, in seconds."""

FIELD = ("level:pupil", "level:1", "level:2", "level:3")
SWISS: Json = {"kind": "swiss", "clock": LIVE, "seats": 2, "rounds": 3, "pause": 0}
DUPLICATE: Json = {**SWISS, "kind": "duplicate"}
PEOPLE = ("Margherita", "Ben", "Cleo", "Dan", "Eva")


def announce_tournament(town: Town, host: str, name: str, plan: Json, after: float = HOUR, **more: Json) -> str:
    """Announce a tournament; return its id."""
    wanted = {"name": name, "starts": time.time() + after, "plan": plan, **more}
    return str(town.ask("/tournaments", wanted, host)["info"]["id"])


def hold_tournament(town: Town, host: str, name: str, plan: Json, people: tuple[str, ...] = (), **more: Json) -> str:
    """Let bots and people play a tournament to its end; return its id."""
    tournament = announce_tournament(town, host, name, plan, bots=FIELD, **more)
    for each in people:
        town.ask(f"/tournaments/{tournament}/join", {}, each)
    town.ask(f"/tournaments/{tournament}/begin", {}, host)
    with ThreadPoolExecutor(len(people) or 1) as pool:
        list(pool.map(lambda each: take_part(town, tournament, each), people or (host,)))
    return tournament


def take_part(town: Town, tournament: str, name: str) -> None:
    """Play an account's games in a tournament until that is over."""
    deadline = time.monotonic() + LONGEST
    while (beat := town.ask(f"/tournaments/{tournament}/pulse", name=name))["stage"] != "over":
        assert time.monotonic() < deadline, "the tournament goes on and on"
        if beat["table"]:
            town.play(beat["table"], (name,))
        time.sleep(1)


def club(town: Town) -> str:
    """Return a club with members, an evening to come, and a season."""

    def make() -> str:
        about = "We meet on Thursdays above the bookshop; newcomers get the first gold card."
        made = town.ask("/clubs", {"name": "The Inkwell", "about": about}, "Margherita")
        for name in PEOPLE[1:]:
            town.ask("/clubs/join", {"invite": made["invite"]}, name)
        identity = str(made["info"]["id"])
        hold_tournament(town, "Margherita", "October evening", SWISS, PEOPLE, club=identity)
        announce_tournament(town, "Margherita", "December evening", DUPLICATE, 9 * DAY, club=identity)
        town.sit(("Ben", "Cleo"), listed=True)
        return identity

    return str(town.once("club", make))


@sheet
def tournament_round(page: Page, town: Town) -> None:
    """See a round under way: one's own table waits, the bots have played theirs."""

    def make() -> str:
        tournament = announce_tournament(town, "Dan", "Sunday Swiss", SWISS, bots=FIELD[:3])
        town.ask(f"/tournaments/{tournament}/join", {}, "Dan")
        town.ask(f"/tournaments/{tournament}/begin", {}, "Dan")
        return tournament

    town.open(page, f"/tournaments/{town.once('round', make)}", "Dan")
    expect(page.locator('[data-action="table"]')).to_be_visible()
    expect(page.locator("[data-round='1'] a[href$='/replay']")).to_have_count(1)


@sheet
def club_page(page: Page, town: Town) -> None:
    """See a club: its evenings, its season, its members."""
    town.open(page, f"/clubs/{club(town)}", "Margherita")
    expect(page.locator(".ledger tbody tr")).not_to_have_count(0)
