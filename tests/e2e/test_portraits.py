"""One of forty creatures as one's portrait, chosen in the settings or while one waits, seen wherever one sits."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.e2e import axe
from tests.e2e.conftest import TIMEOUT, Visit
from tests.e2e.lobby import lay_table, open_settings, sign, sit_down
from tests.e2e.playing import drawn
from tests.e2e.quick import ask
from tests.e2e.running import Server
from tests.e2e.test_people import sign_up


def portraits(page: Page) -> list[str | None]:
    """Return whose creatures stand at the two plates, in the order of the seats."""
    drawn(page)
    expect(page.locator(".plate [data-portrait]")).to_have_count(2)
    return [each.get_attribute("data-portrait") for each in page.locator(".plate [data-portrait]").all()]


def kept(page: Page, choose: Callable[[], None]) -> None:
    """Choose, and wait until the server has answered."""
    with page.expect_response(lambda answer: answer.url.endswith("/guests/me/portrait") and answer.ok):
        choose()


def test_people_choose_their_creature_and_others_see_it(visit: Visit) -> None:
    """With mouse and arrow keys; at the table it stands at the plate, on whatever device."""
    ann, bea = visit(), visit("/about", phone=True)
    sign(ann, "Ann")
    link = lay_table(ann)
    ann.get_by_text("Choose a portrait").click()
    choice = ann.locator("[data-portraits]")
    expect(choice.get_by_role("radio")).to_have_count(40)
    expect(choice).to_contain_text("goes with your name")
    kept(ann, choice.get_by_role("radio", name="Owl").check)
    expect(choice).to_contain_text("you chose it")
    kept(ann, lambda: ann.keyboard.press("ArrowRight"))
    expect(choice.get_by_role("radio", name="Hare")).to_be_checked()
    expect(choice.locator("b")).to_have_text("Hare")
    assert axe.faults_in_every_skin(ann) == []
    bea.goto(link)
    sit_down(bea, "Bea")
    for page in (ann, bea):
        assert "animal-3" in portraits(page)
    ann.reload()
    assert "animal-3" in portraits(ann)


def test_an_account_has_its_portrait_on_any_device(visit: Visit, server: Server) -> None:
    """Chosen on a phone in the settings; its public page and its link's picture show it; it can be given back."""
    phone = visit(phone=True)
    sign_up(phone, "Eleanor")
    token = phone.evaluate("JSON.parse(localStorage.getItem('codex.account')).token")
    open_settings(phone)
    settings = phone.locator("#settings")
    settings.get_by_text("Choose a portrait").click()
    kept(phone, settings.get_by_role("radio", name="Moth").check)
    expect(settings).to_contain_text("you chose it")
    moth = ask(server, "/guests/me", None, token)["portrait"]
    assert (ask(server, "/people/Eleanor")["portrait"], moth) == (31, 31)
    kept(phone, settings.get_by_role("button", name="Take the one that goes with my name").click)
    expect(settings).to_contain_text("goes with your name")
    assert ask(server, "/people/Eleanor")["portrait"] is None


def test_a_late_answer_does_not_undo_a_choice(visit: Visit) -> None:
    """What the server kept before is told after the choice: the choice stays."""
    page = visit()
    sign(page, "Ann")
    lay_table(page)
    held = list[Callable[[], None]]()

    def hold(route: Route) -> None:
        if route.request.method != "GET":  # the name is told there
            return route.continue_()
        answer = route.fetch()
        return held.append(lambda: route.fulfill(response=answer))

    page.route("**/guests/me", hold)
    page.get_by_text("Choose a portrait").click()
    deadline = time.monotonic() + TIMEOUT / 1_000
    while not held:  # the server's answer comes while the page lives
        assert time.monotonic() < deadline, "the page has not asked which portrait is kept"
        page.wait_for_timeout(10)
    choice = page.locator("[data-portraits]")
    kept(page, choice.get_by_role("radio", name="Owl").check)
    with page.expect_response(lambda answer: answer.request.method == "GET" and answer.url.endswith("/me")) as answered:
        held.pop()()
    answered.value.finished()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(choice).to_contain_text("you chose it")
    expect(choice.get_by_role("radio", name="Owl")).to_be_checked()
