"""One of forty creatures as one's portrait, chosen in the settings or while one waits, seen wherever one sits."""

from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, sign, sit_down
from tests.e2e.playing import drawn
from tests.e2e.quick import ask
from tests.e2e.running import Server
from tests.e2e.test_people import sign_up


def portraits(page: Page) -> list[str | None]:
    """Return whose creatures stand at the plates, in the order of the seats."""
    return [each.get_attribute("data-portrait") for each in page.locator(".plate [data-portrait]").all()]


def test_people_choose_their_creature_and_others_see_it(visit: Visit) -> None:
    """With mouse and arrow keys; at the table it stands at the plate, on whatever device."""
    ann, bea = visit(), visit("/about", phone=True)
    sign(ann, "Ann")
    link = lay_table(ann)
    ann.get_by_text("Choose a portrait").click()
    choice = ann.locator("[data-portraits]")
    expect(choice.get_by_role("radio")).to_have_count(40)
    expect(choice).to_contain_text("goes with your name")
    choice.get_by_role("radio", name="Owl").check()
    expect(choice).to_contain_text("you chose it")
    ann.keyboard.press("ArrowRight")
    expect(choice.get_by_role("radio", name="Hare")).to_be_checked()
    expect(choice.locator("b")).to_have_text("Hare")
    assert axe.faults_in_every_skin(ann) == []
    bea.goto(link)
    sit_down(bea, "Bea")
    for page in (ann, bea):
        drawn(page)
        page.wait_for_function("() => document.querySelectorAll('.plate [data-portrait]').length === 2")
        assert "animal-3" in portraits(page)
    ann.reload()
    drawn(ann)
    assert "animal-3" in portraits(ann)


def test_an_account_has_its_portrait_on_any_device(visit: Visit, server: Server) -> None:
    """Chosen on a phone in the settings; its public page and its link's picture show it; it can be given back."""
    phone = visit(phone=True)
    sign_up(phone, "Eleanor")
    token = phone.evaluate("JSON.parse(localStorage.getItem('codex.account')).token")
    phone.get_by_role("button", name="Settings").click()
    phone.locator("#settings").get_by_text("Choose a portrait").click()
    phone.locator("#settings").get_by_role("radio", name="Moth").check()
    expect(phone.locator("#settings")).to_contain_text("you chose it")
    moth = ask(server, "/guests/me", None, token)["portrait"]
    assert (ask(server, "/people/Eleanor")["portrait"], moth) == (31, 31)
    phone.locator("#settings").get_by_role("button", name="Take the one that goes with my name").click()
    expect(phone.locator("#settings")).to_contain_text("goes with your name")
    assert ask(server, "/people/Eleanor")["portrait"] is None
