"""How a game against Tybor ends, as the books have it: with the last draw, and with all of Tybor's turns."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from codex_naturalis.i18n import Locale, words
from codex_naturalis.record import Record, write_record
from codex_naturalis.rules import SoloLevel, options_of
from tests.e2e.conftest import Visit
from tests.e2e.playing import ASKED, tap, wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import Json, look_back, play_on
from tests.golden.dealing import dealt

LITTLE = Path(__file__).parents[1] / "golden/solo_last_draw_taken.txt"
HEAD = LITTLE.read_text(encoding="utf-8").splitlines()[1:3]
LAST = ("side front", "objective 93", "place 8 front 1,1", "draw resource-deck", "place 9 front -1,1", "draw gold-1")
"""A little game whose last draw decides: gold 47 would pay Tybor 3 points, the player has 2."""

STUCK = (
    *("side back", "objective 91", "place 28 front 1,1", "draw resource-2", "place 31 front 2,0", "draw gold-2"),
    *("place 35 front -1,1", "draw gold-2", "place 77 front 2,2", "draw gold-1", "place 79 front 1,3", "draw gold-1"),
    *("place 69 front -2,0", "draw resource-1"),
)
"""A game from a seed whose player leads 10 to 6 when the last open cell is closed."""


def last_turn() -> Json:
    """Return the record of the little game."""
    options, deal, rules = dealt(HEAD)
    return _written(Record(options, deal=deal, actions=_by_player(LAST), rules=rules))


def walled_in() -> Json:
    """Return the record of the game whose player gets stuck."""
    return _written(Record(options_of(1, solo=SoloLevel.NORMAL), seed="L461", actions=_by_player(STUCK)))


def _by_player(actions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"0 {action}" for action in actions)


def _written(record: Record) -> Json:
    return json.loads(write_record(record))


def winner(page: Page) -> str | None:
    """Return who has won, as the final scoring marks it."""
    return page.locator(".final tr.winner").get_attribute("data-seat")


@pytest.mark.parametrize(
    ("locale", "source", "won"), [("en", "gold-1", "0"), ("fr", "gold-1", "0"), ("it", "gold-2", "tybor")]
)
def test_the_last_turn_has_its_draw_and_tybor_plays_after_it(
    visit: Visit, server: Server, locale: Locale, source: str, won: str
) -> None:
    """R4: it is announced and asked for, and what is left to Tybor decides the game."""
    page, say = visit("/about"), words(locale)
    play_on(page, server, last_turn(), version=4, seat=0, locale=locale)
    wait_for(page, "card")
    expect(page.locator(".ending")).to_contain_text(say("table.ending.exhausted_decks"))
    expect(page.locator(".ending")).to_contain_text(say("table.ending.last_turn_solo"))
    page.locator('[data-card="9"]').click()
    tap(page, "-1,1")
    wait_for(page, "source")
    expect(page.locator(ASKED)).to_have_text(say("table.guide.source"))
    page.locator(f'[data-source="{source}"]').click()
    wait_for(page, "over")
    assert winner(page) == won
    story = page.locator(".story li").all_inner_texts()
    assert not any(say("event.draw_skipped.last_turn") in line for line in story)
    card = say("card.quoted", name=say("card.gold", name=say("card.name.7")))
    scored = say("event.tybor_acted.scored_gold", count=3, card=card)
    assert any(scored in line for line in story) == (won == "tybor")


@pytest.mark.parametrize("locale", ["en", "fr", "it"])
def test_a_stuck_player_waits_while_tybor_plays_on(visit: Visit, server: Server, locale: Locale) -> None:
    """R13, S13: who leads 10 to 6 has not won yet: the turns are skipped, and Tybor reaches 20 and plays once more."""
    page, say = visit("/about"), words(locale)
    play_on(page, server, walled_in(), version=len(STUCK) - 2, seat=0, locale=locale)
    wait_for(page, "card")
    page.locator('[data-card="69"]').click()
    tap(page, "-2,0")
    wait_for(page, "source")
    page.locator('[data-source="resource-1"]').click()
    wait_for(page, "over")
    assert winner(page) == "tybor"
    story = page.locator(".story li").all_inner_texts()
    assert say("event.seat_stuck.you") in story
    assert story.count(say("event.turn_skipped.you")) == 11
    assert say("event.end_triggered.points") in story


def test_the_records_of_both_games_tell_their_end(visit: Visit) -> None:
    """Opened from a file, their last step has the draw before Tybor's answer, and all turns of the stuck player."""
    page = visit("/about")
    for record, skipped, won in ((last_turn(), 0, "First player wins"), (walled_in(), 11, "Tybor wins")):
        look_back(page, record, "seat=0")
        page.locator('[data-way="last"]').click()
        expect(page.locator(".replay")).to_have_attribute("data-version", str(len(record["actions"])))
        expect(page.locator(".replay")).to_contain_text(won)
        last = page.locator(".replay li").filter(has_text="First player took").last.inner_text()
        assert last.count("First player has no open cell and is skipped.") == skipped
        assert last.index("First player took") < last.index("Tybor") < last.index("objectives give")
