"""Being told that it is one's turn, and being shut out, as people meet them."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import go_to, lay_table, sign
from tests.e2e.running import Server, free_port
from tests.server.notifications.test_notifications import Office


@pytest.fixture
def office() -> Iterator[Office]:
    """Run a mail server."""
    taking = Office()
    controller = Controller(taking, hostname="127.0.0.1", port=free_port())
    controller.start()
    taking.url = f"smtp://127.0.0.1:{controller.port}"
    yield taking
    controller.stop()


@pytest.fixture
def notifying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, office: Office) -> Iterator[Server]:
    """Run a server that sends mail."""
    running = Server(tmp_path)
    monkeypatch.setenv("CODEX_MAIL_URL", office.url)
    monkeypatch.setenv("CODEX_PUBLIC_URL", running.http)
    try:
        running.start()
        yield running
    finally:
        running.stop()


def link_in(letter: EmailMessage, what: str) -> str:
    """Return where a link in a letter leads."""
    found = re.search(rf"(/notices#{what}=\S+)", letter.get_content())
    assert found
    return found[1]


def test_somebody_asks_for_mail_and_ends_it(
    visits: Callable[[Server], Visit], notifying: Server, office: Office
) -> None:
    """From the map; the links in the mails work on another device. No fault of accessibility in any skin."""
    visit = visits(notifying)
    desk = visit()
    sign(desk, "Ada")
    go_to(desk, "You", "Notifications")
    email = desk.get_by_role("region", name="By e-mail")
    email.get_by_label("E-mail address").fill("ada@example.org")
    desk.keyboard.press("Enter")
    expect(email.get_by_text("Open the link in the e-mail that was sent there.")).to_be_visible()
    phone = visit(link_in(office.letters[0], "confirm"), phone=True, locale="fr-FR")
    expect(phone.get_by_text("Votre adresse est confirmée.")).to_be_visible()
    assert axe.faults_in_every_skin(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    desk.reload()
    email.get_by_role("button", name="Test: ada@example.org").click()
    expect(desk.get_by_text("A message is on its way.").first).to_be_attached()
    assert office.letters[1]["subject"] == "It works"
    assert axe.faults_in_every_skin(desk) == []
    phone.goto("/about")
    phone.goto(link_in(office.letters[1], "stop"))
    expect(phone.get_by_text("Vous ne recevrez plus de ces courriels.")).to_be_visible()
    desk.reload()
    expect(email.get_by_label("E-mail address")).to_be_visible()


def test_somebody_who_is_shut_out_reads_why(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """At the table they look at, within seconds; and wherever they go."""
    visit = visits(own_server)
    page = visit(forgive="403|WebSocket|4403")
    sign(page, "Mallory")
    table = lay_table(page).rpartition("/")[2]
    command = [sys.executable, "-m", "codex_naturalis", "admin", "ban", "Mallory", "--table", table]
    subprocess.run([*command, "--reason", "Rude words.", "--data", str(own_server.data)], check=True)  # noqa: S603 - ours
    expect(page.get_by_role("heading", name="Closed to you")).to_be_visible()
    expect(page.get_by_text("The host of this server has banned you: Rude words.")).to_be_visible()
