"""A line that hurts: reported in one browser, settled by a moderator in another."""

import json
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from codex_naturalis.server.admin import moderators
from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, sign, sit_down
from tests.e2e.playing import wait_for
from tests.e2e.quick import ask
from tests.e2e.running import Server


def test_a_report_reaches_a_moderator(visit: Visit, server: Server) -> None:
    """Ada reports what Bob said and blocks him; Mia reads it with its context, and mutes him."""
    ada, bob = visit(), visit(phone=True, forgive="403")
    sign(ada, "Ada")
    link = lay_table(ada)
    bob.goto(link)
    sit_down(bob, "Bob")
    wait_for(bob, "side")
    bob.locator("[data-open-chat]").click()
    bob.get_by_label("Say something").fill("you fool")
    bob.keyboard.press("Enter")
    ada.locator("[data-open-chat]").click()
    expect(ada.locator("[data-chat] [data-line] p", has_text="you fool")).to_be_visible()
    ada.locator("[data-choices]").click()
    ada.locator("[data-complain]").click()
    ada.get_by_role("radio", name="A line of chat").check()
    ada.get_by_label("What a moderator should know").fill("not nice")
    ada.get_by_role("button", name="Report", exact=True).click()
    expect(ada.get_by_text("Bob is not told who reported").first).to_be_visible()
    ada.locator("[data-block]").click()
    expect(ada.get_by_role("button", name="Lift the block of Bob")).to_be_visible()
    assert axe.faults_in_every_skin(ada) == []

    token = ask(server, "/account", {"name": "Mia", "password": "correct horse"})["token"]
    mia = visit("/moderation", forgive="404")
    expect(mia.locator("[data-report]")).to_have_count(0)
    with ThreadPoolExecutor() as aside:  # this thread has an event loop of its own
        aside.submit(moderators.add, server.data / "codex.db", "Mia").result()
    kept = json.dumps({"token": token, "name": "Mia"})
    mia.evaluate(f"() => localStorage.setItem('codex.account', JSON.stringify({kept}))")
    mia.goto("/account")
    mia.locator("[data-moderation]").click()
    report = mia.locator("[data-report]")
    expect(report).to_contain_text("you fool")
    expect(report).to_contain_text("not nice")
    expect(report).not_to_contain_text("Ada:")
    assert axe.faults_in_every_skin(mia) == []
    report.get_by_role("button", name="Mute").click()
    expect(mia.get_by_text("Nothing is open.")).to_be_visible()
    bob.get_by_label("Say something").fill("fool again")
    bob.keyboard.press("Enter")
    expect(bob.get_by_text("A moderator has muted you").first).to_be_visible()


def test_a_person_is_reported_and_blocked_on_their_page(visit: Visit, server: Server) -> None:
    """By a guest who has met them nowhere yet; the block can be lifted there again."""
    ask(server, "/account", {"name": "Odo", "password": "correct horse"})
    page = visit("/people/Odo")
    page.locator("[data-complaint] summary").click()
    page.locator("[data-report]").click()
    expect(page.get_by_text("Odo is not told who reported").first).to_be_visible()
    page.locator("[data-block]").click()
    page.locator("[data-lift]").click()
    expect(page.locator("[data-block]")).to_be_visible()
    assert axe.faults_in_every_skin(page) == []
