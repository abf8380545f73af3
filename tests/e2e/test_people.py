"""Accounts and what comes with them, as people use them: on a desk, on a phone, in any language."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, open_way, sign
from tests.e2e.quick import ask, play_out
from tests.e2e.running import Server

PASSWORD = "correct horse"  # noqa: S105 - nobody's


def sign_up(page: Page, name: str) -> None:
    """Take an account (English)."""
    page.goto("/account")
    page.get_by_role("radio", name="Sign up").check()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def test_a_guest_signs_up_and_goes_on_elsewhere(visit: Visit) -> None:
    """The table laid as a guest is there on the phone; a recovery code opens the account without the password."""
    desk = visit()
    sign(desk, "Somebody")
    link = lay_table(desk)
    sign_up(desk, "Hildegard")
    codes = desk.get_by_role("region", name="Recovery codes")
    codes.get_by_label("Your password").fill(PASSWORD)
    codes.get_by_role("button", name="Make codes").click()
    expect(codes.get_by_role("listitem")).to_have_count(8)
    assert axe.faults_in_every_skin(desk) == []
    code = codes.get_by_role("listitem").first.inner_text()

    phone = visit("/account", phone=True, forgive="403")
    phone.get_by_label("Name").fill("hildegard")
    phone.get_by_label("Password", exact=True).fill("wrong words")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_text("The name or the password is wrong.").first).to_be_visible()
    phone.get_by_role("radio", name="I forgot my password").check()
    phone.get_by_label("Recovery code").fill(code.lower())
    phone.get_by_label("New password").fill("battery staple")
    phone.get_by_role("button", name="Set the new password").click()
    expect(phone.get_by_text("7 codes are left.")).to_be_visible()
    phone.goto("/")
    open_way(phone, "Play with friends")
    expect(phone.get_by_role("link", name="Hildegard")).to_be_visible()
    phone.goto(link)
    expect(phone.get_by_role("button", name="Leave the table")).to_be_visible()


def test_a_private_link_ends_with_the_sessions_of_its_owner(visit: Visit, server: Server) -> None:
    """A window that came by it looks on as who else it is, and may sit down for itself."""
    owner = ask(server, "/account", {"name": "Gerberga", "password": PASSWORD})["token"]
    code = ask(server, "/account/codes", {"password": PASSWORD}, owner)["codes"][0]
    table = ask(server, "/tables", {"seats": 2}, owner)["table"]["id"]
    key = ask(server, f"/tables/{table}/seat-token", {}, owner)["token"]
    page = visit(f"/seat#t={table}&key={key}")
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    ask(server, "/account/recovery", {"name": "Gerberga", "code": code, "new": "battery staple"})
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(page.get_by_role("button", name="Leave the table")).to_have_count(0)


def test_signing_out_leaves_the_guest_of_before(visit: Visit, server: Server) -> None:
    """And deleting the account leaves nothing to sign in to."""
    ask(server, "/account", {"name": "Roswitha", "password": PASSWORD})
    page = visit(forgive="403")
    sign(page, "Guest of before")
    lay_table(page)
    page.goto("/account")
    page.get_by_label("Name").fill("Roswitha")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/$"))
    open_way(page, "Play with friends")
    page.get_by_role("link", name="Roswitha").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("You are signed out.").first).to_be_attached()
    expect(page.get_by_role("heading", name="Go on playing")).to_be_visible()
    open_way(page, "Play with friends")
    page.get_by_role("link", name="I have an account").click()
    page.get_by_label("Name").fill("Roswitha")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    open_way(page, "Play with friends")
    page.get_by_role("link", name="Roswitha").click()
    end = page.get_by_role("region", name="Delete the account")
    end.get_by_text("Delete the account").last.click()
    end.get_by_label("Your password").fill(PASSWORD)
    end.get_by_role("button", name="Delete it for good").click()
    open_way(page, "Play with friends")
    expect(page.get_by_role("link", name="I have an account")).to_be_visible()
    page.goto("/account")
    page.get_by_label("Name").fill("Roswitha")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("The name or the password is wrong.").first).to_be_visible()


@pytest.mark.parametrize(("locale", "skin", "title"), [("fr-FR", "night", "Compte"), ("it-IT", "contrast", "Account")])
def test_the_way_in_is_for_everybody(visit: Visit, locale: str, skin: str, title: str) -> None:
    """In every language and skin, without faults of accessibility."""
    page = visit("/account", phone=True, locale=locale, skin=skin)
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    page.get_by_role("radio").nth(1).check()
    assert axe.faults_in_every_skin(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def as_account(page: Page, session: dict[str, str]) -> None:
    """Be signed in from the next page on."""
    kept = json.dumps({"token": session["token"], "name": session["name"]})
    page.evaluate("kept => localStorage.setItem('codex.account', kept)", kept)


def test_a_rated_game_is_laid_played_and_looked_back_on(visit: Visit, server: Server) -> None:
    """The tick at the new table, the rating beside the name, the next game that waits, and what came of it."""
    names = ("Herrad", "Diemut")
    herrad, diemut = (ask(server, "/account", {"name": name, "password": PASSWORD}) for name in names)
    desk = visit()
    as_account(desk, herrad)
    desk.goto("/")
    open_way(desk, "Play with friends")
    desk.get_by_text("More choices").click()
    desk.get_by_role("checkbox", name="The result counts for ratings").check()
    desk.get_by_role("checkbox", name="Programs may play, too").check()
    desk.get_by_role("button", name="Open the table").click()
    desk.wait_for_url("**/t/*")
    expect(desk.get_by_text("A rated table, for people with accounts and for programs")).to_be_visible()
    expect(desk.get_by_role("list", name="Ratings at this table").get_by_text("1500 ± 350")).to_be_visible()
    table = desk.url.rsplit("/", 1)[1]
    ask(server, f"/tables/{table}/join", {}, diemut["token"])
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda each: play_out(server, table, each["token"]), (herrad, diemut)))
    expect(desk.locator(".plate [data-rating]")).to_have_text([re.compile(r"^1\d{3} ± \d{3}$")] * 2)
    after = desk.get_by_role("list", name="Ratings at this table")
    expect(after.get_by_label(re.compile("by this game"))).to_have_count(2)
    other = ask(server, "/tables", {"seats": 2}, herrad["token"])["table"]["id"]
    ask(server, f"/tables/{other}/join", {}, diemut["token"])
    desk.reload()
    desk.get_by_role("link", name="The next game waiting for me").click()
    expect(desk).to_have_url(re.compile(other))
    desk.goto("/games")
    expect(desk.get_by_role("link", name=re.compile("everybody chooses"))).to_be_visible()
    expect(desk.get_by_role("link", name=re.compile("Look back: With Diemut"))).to_be_visible()
    assert axe.faults_in_every_skin(desk) == []
    phone = visit("/people/herrad", phone=True, locale="fr-FR", skin="night")
    expect(phone.get_by_role("img", name=re.compile("1 partie"))).to_be_visible()
    assert axe.faults_in_every_skin(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("link", name="Classement").click()
    expect(phone.get_by_text("encore joué assez de parties classées.")).to_be_visible()
    assert axe.faults_in_every_skin(phone) == []
