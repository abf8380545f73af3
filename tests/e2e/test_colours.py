"""People choose the colours of their tokens in the waiting room, and before a device goes round."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, sign, sit_down
from tests.e2e.playing import drawn
from tests.e2e.quick import finished_table
from tests.e2e.running import Server

YOURS = "Your colour"


def choice(page: Page, colour: str, legend: str = YOURS) -> Locator:
    """Return the radio of a colour, which may be another person's."""
    return page.get_by_role("group", name=legend).get_by_role("radio", name=re.compile(f"^{colour}"))


def tokens(page: Page) -> set[str]:
    """Return colour and letter of the tokens on the score track."""
    page.locator(".track svg.token").first.wait_for()
    drawn(page)
    return set(
        page.locator(".track svg.token").evaluate_all("all => all.map(one => one.classList[1] + one.textContent)")
    )


@pytest.mark.parametrize("phone", [False, True])
def test_colours_are_chosen_in_the_waiting_room(visit: Visit, phone: bool) -> None:
    """By keyboard too; what another has chosen is theirs, and each plays with what they chose, wherever they sit."""
    ada = visit(phone=phone)
    sign(ada, "Ada")
    link = lay_table(ada, seats=3)
    bob, cas = visit(link, phone=phone), visit(link, phone=phone)
    choice(ada, "any").focus()
    ada.keyboard.press("ArrowUp")
    expect(choice(ada, "yellow")).to_be_checked()
    expect(choice(bob, "yellow, taken by Ada")).to_be_disabled()
    assert axe.faults_in_every_skin(bob) == []
    choice(bob, "red").check()
    sit_down(bob, "Bob")
    expect(choice(ada, "red, taken by Bob")).to_be_disabled()
    expect(choice(bob, "red")).to_be_checked()
    choice(bob, "green").check()
    expect(choice(cas, "green, taken by Bob")).to_be_disabled()
    expect(choice(cas, "red")).to_be_enabled()
    expect(ada.get_by_role("listitem").nth(1)).to_contain_text("green")
    choice(cas, "blue").check()
    sit_down(cas, "Cas")
    for page in (ada, bob, cas):
        assert tokens(page) == {"yellowA", "greenB", "blueC"}
    assert (
        len(set(ada.locator(".track svg.token .face").evaluate_all("all => all.map(one => one.getAttribute('d'))")))
        == 3
    )


def test_who_comes_second_is_told(visit: Visit) -> None:
    """The choice goes back to what it was, with the reason, where the server was asked before the page had heard."""
    ada = visit()
    sign(ada, "Ada")
    link = lay_table(ada, seats=3)
    bob = visit(link, forgive="409")
    sit_down(bob, "Bob")
    table = link.rsplit("/", 1)[1]
    refusal = '{"type":"urn:codex-naturalis:colour.taken","title":"","status":409,"code":"colour.taken","facts":{}}'
    bob.route(
        f"**/tables/{table}/colour",
        lambda route: route.fulfill(status=409, content_type="application/problem+json", body=refusal),
    )
    choice(bob, "red").click()  # `check` would want it to stay checked
    expect(bob.get_by_text("Another player has this colour already.").first).to_be_visible()
    expect(choice(bob, "any")).to_be_checked()


def test_a_colour_chosen_while_sitting_down_is_kept(visit: Visit) -> None:
    """However long the server takes to give the seat."""
    ada = visit()
    sign(ada, "Ada")
    bob = visit(lay_table(ada, seats=3))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    bob.route("**/join", hold)
    sign(bob, "Bob")
    with bob.expect_request("**/join"):
        bob.get_by_role("button", name="Sit down", exact=True).click()
    choice(bob, "red").check()
    held[0].continue_()
    expect(choice(ada, "red, taken by Bob")).to_be_disabled()
    bob.get_by_role("button", name="Leave the table").wait_for()
    expect(choice(bob, "red")).to_be_checked()


@pytest.mark.parametrize("phone", [False, True])
def test_colours_are_chosen_for_a_device_that_goes_round(visit: Visit, phone: bool) -> None:
    """Each keeps theirs when the seats are drawn; who has not chosen gets what is left."""
    page = visit("/around", phone=phone)
    page.get_by_role("button", name="One more player").click()
    for number, name in enumerate(("Ann", "Carl", "Dora"), 1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    choice(page, "blue", "Colour of Ann").check()
    expect(choice(page, "blue, taken by Ann", "Colour of Carl")).to_be_disabled()
    choice(page, "yellow", "Colour of Dora").check()
    assert axe.faults_in_every_skin(page) == []
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-action='uncover']").click()
    assert tokens(page) in ({"blueA", "yellowD", left} for left in ("redC", "greenC"))


def test_a_finished_game_keeps_its_colours(visit: Visit, server: Server) -> None:
    """At the table, in its replay, and on the big screen."""
    table, _ = finished_table(server, name="Ada", colour="yellow")
    for path in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/wall"):
        page = visit(path)
        worn = page.locator("svg.token.yellow", has_text="A").first
        expect(worn).to_be_attached()
        letters = page.locator("svg.token").evaluate_all("all => all.map(one => one.classList[1] + one.textContent)")
        assert len(set(letters)) == 2, path
        assert {one[-1] for one in letters if one.startswith("yellow")} == {"A"}, path
