"""Explore: rates with intervals, to read and to look at, in three languages, at both sizes."""

from playwright.sync_api import expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import go_to


def test_one_looks_at_cards_objectives_and_seats(visit: Visit) -> None:
    """The library leads there. Choices change what is shown and the address; each rate has its number and interval."""
    page = visit("/")
    go_to(page, "Library", "Statistics")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(80)
    expect(rows.first).to_contain_text("between")
    expect(page.locator("[data-spot]")).to_have_count(80)
    page.get_by_role("radio", name="Objectives").check()
    expect(rows).to_have_count(16)
    expect(page).to_have_url(f"{page.url.split('/explore')[0]}/explore?of=objectives&with=planner-2")
    page.get_by_label("Who plays").select_option("planner-4")
    page.get_by_role("radio", name="Seats").check()
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Seat 1")
    expect(page.get_by_role("img", name="On average")).to_be_visible()
    page.reload()
    expect(rows).to_have_count(4)
    expect(page.get_by_role("heading", name="Read with care")).to_be_visible()
    assert axe.faults_in_every_skin(page) == []


def test_keys_alone_choose_what_is_shown(visit: Visit) -> None:
    """Arrow keys move among the topics."""
    page = visit("/explore?of=starters")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(12)
    page.get_by_role("radio", name="Starters").focus()
    page.keyboard.press("ArrowLeft")
    expect(rows).to_have_count(16)


def test_keys_walk_among_the_creatures_and_choose_one(visit: Visit) -> None:
    """The plot is one stop of the Tab key; arrow keys go by rate, and Enter shows the card for every player.

    Games that are not there (a link from another server) are no fault: the first group is shown, and said to be.
    """
    page = visit("/explore?with=nobody")
    expect(page.get_by_label("Who plays")).to_have_value("planner-2")
    spots = page.locator("[data-spot]")
    expect(page.locator("[data-spot][tabindex='0']")).to_have_count(1)
    spots.first.focus()
    page.keyboard.press("ArrowRight")
    expect(spots.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    card = spots.nth(1).get_attribute("data-spot")
    expect(spots.nth(1)).to_have_attribute("aria-pressed", "true")
    profile = page.locator("[data-profile]")
    expect(profile).to_have_attribute("data-profile", str(card))
    by_way, by_player = profile.locator("table").all()
    expect(by_way.locator("tbody tr")).to_have_count(6)
    expect(by_player.locator("tr.marked")).to_contain_text("Anselm")
    expect(by_player.locator("tbody tr").filter(has_text="2 seats")).to_have_count(
        by_player.locator("tbody tr").count()
    )
    assert f"card={card}" in page.url
    page.keyboard.press("Enter")
    expect(profile).to_have_count(0)


def test_the_bestiary_leads_to_its_card(visit: Visit) -> None:
    """The creature's card is shown and its row marked, and a phone need not be moved sideways."""
    page = visit("/bestiary/21", phone=True)
    page.get_by_role("link", name="How its cards fare").click()
    expect(page.locator("table:not(.small) tr.marked")).to_have_attribute("data-key", "21")
    expect(page.locator("[data-profile='21']")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
