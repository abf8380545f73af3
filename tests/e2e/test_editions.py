"""Which edition decides is chosen wherever a game is begun, and seen wherever it is played."""

import pytest
from playwright.sync_api import Page, expect

from codex_naturalis.rules import HOUSE_RULES, SOLO_RULES
from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import fill_seat, open_way
from tests.e2e.playing import drawn, set_out, wait_for


def choose(page: Page, *names: str) -> None:
    """Open the rules of the way to play that is open, and choose among them."""
    page.locator("details[data-rules] summary").click()
    for name in names:
        page.locator("details[data-rules]").get_by_role("radio", name=name, exact=True).check()


def open_rules(page: Page, edition: str) -> dict[str, str]:
    """Press the edition that the table shows; return its rules as they are told there."""
    if page.get_by_role("button", name="Log", exact=True).count():
        page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("button", name=f"Rules: {edition}", exact=True).click()
    sheet = page.get_by_role("dialog", name="The rules at this table")
    expect(sheet).to_be_visible()
    rules = sheet.locator("dl > div")
    return dict(zip(rules.locator("dt").all_inner_texts(), rules.locator("dd").all_inner_texts(), strict=True))


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_table_shows_its_edition_and_its_rules(visit: Visit, phone: bool) -> None:
    """What was chosen for a game against bots is seen there, by a watcher too, and marked in the rules beside it."""
    page = visit(phone=phone)
    open_way(page, "Against bots")
    choose(page, "Italian", "is replaced from the other deck (ours)")
    expect(page.get_by_text("Rules: Italian edition, with changes")).to_be_visible()
    page.get_by_role("button", name="Play against 1 bot").click()
    page.wait_for_url("**/t/*")
    wait_for(page, "side")
    watcher = visit(page.url, phone=phone)
    drawn(watcher)
    for eyes in (page, watcher):
        rules = open_rules(eyes, "Italian edition · refill from the other deck (ours)")
        assert len(rules) == 1 + len(HOUSE_RULES)
        assert (
            rules.items()
            >= {
                "Which edition decides": "Italian edition, with changes",
                "The end also comes": "when both decks are empty (English and Italian editions)",
                "A tie is broken by": "the number of objectives fulfilled (Italian edition)",
                "A face-up card whose deck is empty": "is replaced from the other deck (ours)",
            }.items()
        )
        assert axe.faults(eyes) == []
    page.get_by_role("dialog", name="The rules at this table").get_by_role("link", name="Rules").click()
    beside = page.get_by_role("dialog", name="Rules", exact=True)
    here = beside.get_by_role("complementary", name="The rules at this table")
    expect(here.get_by_text("is replaced from the other deck (ours)")).to_be_visible()
    marked = beside.locator("td .here")
    holds = ["when both decks are empty", "the number of objectives fulfilled", "each symbol, as a rule (our reading)"]
    expect(marked).to_contain_text([*holds, "once for each"])
    assert axe.faults(page) == []


def test_tybor_is_met_by_any_edition(page: Page) -> None:
    """Alone, too, one chooses; what only several players can disagree about is not asked."""
    open_way(page, "Against Tybor")
    choose(page, "French")
    rules = page.locator("details[data-rules]")
    expect(rules.get_by_text("Besides 20 points, the end comes when no card is left to take")).to_be_visible()
    expect(rules.get_by_role("group")).to_have_count(1 + len(SOLO_RULES))
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")
    set_out(page)
    wait_for(page, "card")
    shown = open_rules(page, "First game (ours) · French edition")
    assert shown["How Tybor begins"].startswith("First game (ours): A level of our own, in no rulebook")
    assert shown["The end also comes"] == "when the face-up cards are gone as well (French edition)"
    assert shown["As many points as Tybor"] == "is a defeat"
    assert shown["A face-up card whose deck is empty"] == "is not replaced (our reading)"
    page.keyboard.press("Escape")
    page.locator("[data-mode]").focus()
    page.keyboard.press("Enter")
    words = page.locator("[data-section='rules']")
    expect(words.get_by_text("Rules: First game (ours) · French edition")).to_be_visible()
    expect(words.get_by_text("Which edition decides: French edition")).to_be_visible()


def test_friends_agree_on_an_edition(page: Page) -> None:
    """Wishing for what the edition has changes nothing; the waiting room and the table say the same."""
    open_way(page, "Play with friends")
    page.get_by_text("More choices").click()
    choose(page, "Italian", "the number of objectives fulfilled (Italian edition)")
    expect(page.get_by_text("Rules: Italian edition", exact=True)).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.get_by_text("What is played").click()
    expect(page.locator("dl[data-edition='it']").get_by_text("Italian edition", exact=True)).to_be_visible()
    fill_seat(page, 1, "Odo")
    wait_for(page, "side")
    assert (
        open_rules(page, "Italian edition")["A tie is broken by"]
        == "the number of objectives fulfilled (Italian edition)"
    )


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_first_player_token_lies_on_the_starter_of_who_begins(visit: Visit, phone: bool) -> None:
    """Drawn on it, in its name, and told in words; on no other starter."""
    page = visit(phone=phone)
    open_way(page, "Against Tybor")
    page.get_by_role("button", name="Play against Tybor").click()
    page.wait_for_url("**/t/*")
    set_out(page)
    wait_for(page, "card")
    starter = page.locator("[data-laid='0,0']")
    expect(starter.get_by_role("img", name="with the first-player token")).to_be_visible()
    expect(starter.locator(".first-token")).to_be_visible()
    page.locator("[data-mode]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("table[data-codex='0'] tbody tr").first).to_contain_text("first-player token")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_one_device_agrees_on_an_edition(visit: Visit, phone: bool) -> None:
    """The English one unless another is chosen, whatever language its people read."""
    page = visit("/around", phone=phone, locale="fr")
    rules = page.locator("details[data-rules]")
    expect(rules.locator("summary")).to_have_text("Règles : édition anglaise")
    choose(page, "italienne")
    assert axe.faults_in_every_skin(page) == []
    expect(rules.locator("summary")).to_have_text("Règles : édition italienne")
    page.get_by_role("button", name="Commencer").click()
    page.locator("[data-action='uncover']").click()
    if not phone:
        expect(page.locator("[data-action='rules']")).to_have_text("Règles : édition italienne")


def test_a_party_agrees_on_an_edition(visit: Visit) -> None:
    """Those who come see it in the rules of the table."""
    page = visit("/party")
    choose(page, "Italian")
    page.locator("[data-action='party']").click()
    page.wait_for_url("**/wall")
    table = visit(page.url.removesuffix("/wall"))
    expect(table.locator("dl[data-edition='it']")).to_be_attached()


@pytest.mark.parametrize("path", ["/play-now", "/match", "/daily"])
def test_who_cannot_choose_is_told_the_edition(visit: Visit, path: str) -> None:
    """And why: it is the same for all."""
    page = visit(path)
    expect(page.get_by_text("Rules: English edition, the same for all.")).to_be_visible()
