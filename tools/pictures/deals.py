"""Scenes of the deal of the day, of others' results with the same cards, and of puzzles."""

import time
from datetime import UTC, datetime

from msgspec import to_builtins
from playwright.sync_api import Page, expect

from codex_naturalis.analysis.puzzles import daily_number, puzzles

from .scenes import sheet
from .town import Json, Town

__all__: list[str] = []

PLAYERS = ("Ben", "Cleo", "Dan", "Eva", "Fay", "Gil", "Hana")
LONGEST = 600.0
"""Time limit for par on a busy machine, in seconds."""

STREAK = 6
"""Days on which the puzzle has been solved before today's."""


def play_daily(town: Town) -> str:
    """Let people finish the deal of the day; return the day."""

    def make() -> str:
        today = town.ask("/daily")["deal"]["day"]
        for name in PLAYERS:
            table = town.ask(f"/daily/{today}/play", {}, name)["table"]["id"]
            town.play(table, (name,))
        deadline = time.monotonic() + LONGEST
        while not town.ask(f"/daily/{today}", name="Ben")["par"]:
            assert time.monotonic() < deadline, "there is no par"
            time.sleep(1)
        return str(today)

    return str(town.once("daily", make))


def same_deal(town: Town) -> tuple[str, str]:
    """Return two finished games against Tybor with the same cards; a third person has played them, too."""

    def make() -> tuple[str, str]:
        first = str(town.ask("/tables", {"seats": 1, "solo": "normal"}, "Ann")["table"]["id"])
        town.play(first, ("Ann",))
        tables = [first]
        for name in ("Ben", "Cleo"):
            tables.append(town.ask(f"/tables/{first}/challenge", {"seat": 0}, name)["table"]["id"])
            town.play(tables[-1], (name,))
        return tables[0], tables[1]

    one, other = town.once("same", make)
    return one, other


@sheet
def daily_after(page: Page, town: Town) -> None:
    """Compare one's result with everyone's, and with par."""
    play_daily(town)
    town.open(page, "/daily", "Eva")
    expect(page.locator("[data-result]")).to_be_visible()


@sheet
def deal_results(page: Page, town: Town) -> None:
    """Read the results of others with a deal."""
    town.open(page, f"/t/{same_deal(town)[1]}/deal", "Ben")
    expect(page.locator("[data-result]")).to_have_count(3)


@sheet
def deal_beside(page: Page, town: Town) -> None:
    """See two games with the same cards side by side, at the turn where they diverge."""
    one, other = same_deal(town)
    town.open(page, f"/t/{one}/beside?with={other}&seat=0", "Ben")
    expect(page.locator("[data-points]")).to_have_count(2)


@sheet
def puzzle_streak(page: Page, town: Town) -> None:
    """Come to the puzzles with a streak of days."""

    def make() -> Json:
        town.days_of_puzzles("Eva", STREAK)
        number = daily_number(datetime.now(UTC).date())
        turn = to_builtins(puzzles()[number - 1].answer)
        return town.ask(f"/puzzles/{number}/answer", {"turn": turn}, "Eva")

    assert town.once("solved", make)["right"]
    town.open(page, "/puzzles", "Eva")
    expect(page.locator("[data-streak]")).to_be_visible()
