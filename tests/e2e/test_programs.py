"""Programs as people meet them: an account makes one, its token connects it, a host invites it to a table."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import pytest
from playwright.sync_api import expect

from codex_naturalis.client.bots import BotOnServer
from codex_naturalis.client.errors import Refused
from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table
from tests.e2e.running import Server
from tests.e2e.test_people import sign_up


@contextmanager
def connected(server: Server, token: str) -> Iterator[None]:
    """Let the greedy bot play on the server as the account of `token`."""
    player, loop = BotOnServer(server.http, token, "greedy", tell=lambda _: None), asyncio.new_event_loop()

    def play() -> None:
        with suppress(Refused):  # its token is revoked in the end
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
