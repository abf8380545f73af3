"""Programs as people meet them: an account makes one, its token connects it, a host invites it to a table."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import pytest
from playwright.sync_api import Route, expect

from codex_naturalis.client.bots import BotOnServer
from codex_naturalis.client.errors import RefusedError
from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table
from tests.e2e.running import Server
from tests.e2e.test_people import PASSWORD, sign_up


@contextmanager
def connected(server: Server, token: str) -> Iterator[None]:
    """Let the greedy bot play on the server as the account of `token`."""
    player, loop = BotOnServer(server.http, token, "greedy", show=lambda _: None), asyncio.new_event_loop()

    def play() -> None:
        with suppress(RefusedError):  # its token is revoked in the end
            loop.run_until_complete(player.run())

    Thread(target=play, daemon=True).start()
    yield
    asyncio.run_coroutine_threadsafe(player.quit(), loop)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_person_makes_a_program_and_plays_with_it(visit: Visit, server: Server, *, phone: bool) -> None:
    """From the account page to the table, where it is marked for all who see it; then its token is revoked."""
    page, name = visit(phone=phone), "Magpie" if phone else "Raven"
    sign_up(page, f"Owner {name}")
    own = page.get_by_role("region", name="Programs and tokens")
    own.get_by_text("Create a program").first.click()
    own.get_by_label("Name of the program").fill(name)
    own.get_by_role("button", name="Create a program").click()
    expect(own.get_by_text("not connected")).to_be_visible()
    own.get_by_text("Make a token").first.click()
    own.get_by_label("For").select_option(name)
    own.get_by_label("What you call it").fill("shed")
    own.get_by_role("button", name="Make a token").click()
    expect(own.get_by_text("It is not shown again.")).to_be_visible()
    token = own.locator("code").inner_text()
    expect(own.get_by_text(f"{name} · play · until")).to_be_visible()
    assert axe.faults_in_every_skin(page) == []

    with connected(server, token):
        page.goto("/")
        lay_table(page)
        here = page.get_by_role("region", name="Programs that are here")
        here.get_by_role("button", name=name).click()
        expect(page.locator("[data-seat]").filter(has_text=name).first).to_be_visible()
        expect(page.locator(".plate").get_by_text(f"{name} (program)").first).to_be_attached()
    page.goto(f"/people/{name}")
    expect(page.get_by_text(f"A program by Owner {name}")).to_be_visible()
    page.goto("/account")
    own.get_by_role("button", name="Revoke shed").click()
    expect(own.get_by_text("play · until")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_password_is_asked_for_in_place_and_programs_may_stay(visit: Visit, *, phone: bool) -> None:
    """A token some time after signing in takes the password; signing out everywhere asks about programs."""
    page, name = visit(phone=phone, forgive="403"), "Jay" if phone else "Rook"
    sign_up(page, f"Owner {name}")
    own = page.get_by_role("region", name="Programs and tokens")
    own.get_by_text("Create a program").first.click()
    own.get_by_label("Name of the program").fill(name)
    own.get_by_role("button", name="Create a program").click()
    expect(own.get_by_text("not connected")).to_be_visible()
    page.route("**/account/tokens", _as_if_later)
    own.get_by_text("Make a token").first.click()
    own.get_by_label("What you call it").fill("shed")
    own.get_by_role("button", name="Make a token").click()
    expect(own.get_by_text("This needs your password.")).to_be_visible()
    proof = own.get_by_label("Your password")
    expect(proof).to_be_focused()
    assert axe.faults_in_every_skin(page) == []
    proof.fill("nonsense words")
    page.keyboard.press("Enter")
    expect(own.get_by_text("The name or the password is wrong.")).to_be_visible()
    proof.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(own.get_by_text("It is not shown again.")).to_be_visible()
    expect(proof).to_have_count(0)

    out = page.get_by_role("region", name="Sign out")
    programs = out.get_by_role("checkbox", name="Void the tokens of my programs, too")
    expect(programs).to_be_checked()
    programs.uncheck()
    with page.expect_request("**/account/sessions?*") as asked:
        out.get_by_role("button", name="Sign out everywhere").click()
    assert asked.value.url.endswith("?programs=false")


def _as_if_later(route: Route) -> None:
    """Answer as the server does when the password was given more than ten minutes ago."""
    body = route.request.post_data_json if route.request.method == "POST" else None
    if body and body["password"] is None:
        refused = {"type": "", "title": "", "status": 403, "code": "password.needed", "facts": {}}
        route.fulfill(status=403, content_type="application/problem+json", json=refused)
    else:
        route.fallback()


def test_a_person_downloads_what_is_stored(visit: Visit) -> None:
    """One file of all tables, from the page where the account is deleted."""
    page = visit()
    sign_up(page, "Curious")
    with page.expect_download() as download:
        page.get_by_role("region", name="Your data").get_by_role("button", name="Download it").click()
    assert download.value.suggested_filename == "codex-naturalis-Curious.json"
    export = json.loads(download.value.path().read_text("utf-8"))
    assert [row["name"] for row in export["tables"]["accounts"]] == ["Curious"]
    assert "accounts.password" in export["withheld"]
