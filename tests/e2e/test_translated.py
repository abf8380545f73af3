"""A page translator is at work: what changes stays true, and would not if the pages did not keep it away.

Each place is opened twice by the same person: as it asks to be translated, and translated throughout, which must leave
something behind. What the same place says when it is opened once more, without a translator, is the truth.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back, go_as
from tests.e2e.playing import at_rest, choose_side, drawn, finish, in_turn, keep_objective, lay, set_out, wait_for
from tests.e2e.quick import ask, finished_table, nearly_over, play_out
from tests.e2e.running import Server
from tests.e2e.test_chat import hears, open_chat, say
from tests.e2e.test_learn import obey, step_of
from tests.e2e.translator import TRANSIENT, count_cards, live_regions, said, translate
from tests.waiting import look_until

TURNS = 3
STEPS = 6
LESSONS = 20
"""Gestures that lead behind the first card laid."""


@dataclass(frozen=True)
class Place:
    """A page of one person, opened twice: `kept` as it asks to be translated, `bare` translated throughout."""

    kept: Page
    bare: Page
    anew: Callable[[str], Page]
    """Opens an address for the same person, without a translator."""

    ready: Callable[[Page], object]
    """Waits until the page is there."""

    @property
    def both(self) -> tuple[Page, Page]:
        """Return both pages."""
        return self.kept, self.bare

    def compare(self, without: str = TRANSIENT) -> None:
        """Fail unless the page says what one does that is opened now, and the one translated throughout does not."""
        true = self.anew(self.kept.url)
        self.ready(true)
        for page in self.both:
            page.mouse.move(1, 1)
        with suppress(AssertionError):  # what it says instead is told below
            look_until(lambda: said(self.kept, without) == said(true, without))
        assert said(self.kept, without) == said(true, without)
        look_until(lambda: count_cards(self.bare) == count_cards(true))
        assert said(self.bare, without) != said(true, without)
        assert live_regions(self.kept) == []
        true.close()


Opening = Callable[[str, str, Callable[[Page], object]], Place]


@pytest.fixture
def place(visit: Visit) -> Opening:
    """Open a place for the guest who has a token, and begin to translate it once it is there."""

    def opened(path: str, token: str, ready: Callable[[Page], object]) -> Place:
        def anew(address: str) -> Page:
            page = visit("/about")
            go_as(page, token, address)
            return page

        kept, bare = anew(path), anew(path)
        for page in (kept, bare):
            ready(page)
            translate(page, everything=page is bare)
        return Place(kept, bare, anew, ready)

    return opened


def guest(server: Server, name: str = "Ada") -> str:
    """Return the token of a new guest."""
    return str(ask(server, "/guests", {"name": name})["token"])


def lay_table(server: Server, token: str, **wanted: object) -> str:
    """Lay a table and return its name."""
    return str(ask(server, "/tables", {"pace": "instant", **wanted}, token)["table"]["id"])


def asks(page: Page) -> None:
    """Wait until the table asks for something, and all of it lies still."""
    wait_for(page, "side", "card", "over")
    at_rest(page)


def play(page: Page, turns: int) -> None:
    """Make the choices of the setup, and some turns."""
    choose_side(page)
    keep_objective(page)
    for _ in range(turns):
        wait_for(page, "card")
        lay(page)
        finish(page)
    wait_for(page, "card")


def test_a_game_against_a_bot(place: Opening, server: Server) -> None:
    """Prompt, scores, counts, decks and story: after some turns, near the end, and with the final scoring."""
    token = guest(server)
    table = lay_table(server, token, seats=2, bots=["greedy"])
    here = place(f"/t/{table}", token, asks)
    play(here.kept, TURNS)
    here.compare()
    play_out(server, table, token, until=nearly_over)
    here.compare()
    play_out(server, table, token)
    here.compare()


def test_a_game_against_tybor(place: Opening, server: Server) -> None:
    """His points, his row and his words."""
    token = guest(server)
    here = place(f"/t/{lay_table(server, token, seats=1, solo='easy')}", token, asks)
    play(here.kept, TURNS)
    here.compare()


def test_the_waiting_room(place: Opening, server: Server) -> None:
    """How many are waited for, and who has come."""
    token = guest(server)
    table = lay_table(server, token, seats=4)
    here = place(f"/t/{table}", token, lambda page: page.locator("main h1").wait_for())
    ask(server, f"/tables/{table}/join", {}, guest(server, "Bob"))
    ask(server, f"/tables/{table}/bots", {"name": "greedy"}, token)
    here.compare()


def test_a_replay(place: Opening, server: Server) -> None:
    """What is told of each step, and everything beside it."""
    table, token = finished_table(server)
    here = place(f"/t/{table}/replay", token, lambda page: page.get_by_role("slider").wait_for())
    for page in here.both:
        for _ in range(STEPS):
            before = page.locator(".replay").get_attribute("data-version") or ""
            page.keyboard.press("ArrowRight")
            expect(page.locator(".replay")).not_to_have_attribute("data-version", before)
    here.compare()


def test_two_people_with_clocks(visit: Visit, place: Opening, server: Server) -> None:
    """A clock runs, people talk; no two looks at a clock show the same, so it must run, and all else is compared."""
    ada, bob = guest(server), guest(server, "Bob")
    table = lay_table(server, ada, seats=2, clock={"kind": "real_time", "seconds": 3600})
    ask(server, f"/tables/{table}/join", {}, bob)
    other = visit("/about")
    come_back(other, table, bob)

    def talks(page: Page) -> None:
        asks_or_waits(page)
        open_chat(page)

    here = place(f"/t/{table}", ada, talks)
    start = here.bare.locator("[data-time]").all_inner_texts()
    set_out(here.kept, other)
    for page in in_turn(here.kept, other):
        wait_for(page, "card")
        lay(page)
        finish(page)
    open_chat(other)
    say(other, "Your turn")
    for page in here.both:
        hears(page, "Your turn")
    here.compare(f"{TRANSIENT}, [data-time]")
    assert here.bare.locator("[data-time]").all_inner_texts() == start
    for shown, before in zip(here.kept.locator("[data-time]").all(), start, strict=True):
        expect(shown).not_to_have_text(before)


def asks_or_waits(page: Page) -> None:
    """Wait until the table is there, whoever is to act."""
    page.locator(".now[data-asked]:not(.unready *)").wait_for()
    at_rest(page)


def test_the_big_screen(place: Opening, server: Server) -> None:
    """All codices, scores and what is asked of whom."""
    token = guest(server)
    table = lay_table(server, token, seats=2, bots=["greedy"])

    def two(page: Page) -> None:
        expect(page.locator("[data-wall-seat]")).to_have_count(2)
        drawn(page)

    here = place(f"/t/{table}/wall", token, two)
    play_out(server, table, token, until=nearly_over)
    here.compare()


def test_the_lobby(place: Opening, server: Server) -> None:
    """One's games, which are asked for every few seconds."""
    token = guest(server)
    table = lay_table(server, token, seats=2)
    here = place("/", token, lambda page: page.locator("#mine").wait_for())
    ask(server, f"/tables/{table}/join", {}, guest(server, "Bob"))
    with here.bare.expect_response("**/tables/mine"):
        expect(here.kept.locator("main")).to_contain_text("Your turn")
    here.compare()


def test_the_tutorial(visit: Visit) -> None:
    """Its words may be translated. It begins again when it is opened, so the truth is a page that goes along."""
    kept, true = visit("/learn"), visit("/learn")
    kept.locator(".lesson").wait_for()
    translate(kept)
    for page in (kept, true):
        for _ in range(LESSONS):
            obey(page)
        at_rest(page)
    assert step_of(kept) == step_of(true)
    assert kept.locator(".lesson h1 font").count() > 0
    assert said(kept) == said(true)
