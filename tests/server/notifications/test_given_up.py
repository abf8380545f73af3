"""Messages that cannot be composed or sent: each try counts, and after the last one they are given up."""

import asyncio
import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from codex_naturalis.server.database.schema import notices, subscriptions
from codex_naturalis.server.notifications.mail import Letter, Mailer
from tests.server.house import House, open_house
from tests.server.notifications.test_notifications import HOME, Office, Program, hook, talkative, two_at_a_table
from tests.waiting import TIMEOUT


async def until_given_up(house: House) -> int:
    """Let each retry be due at once until none is left; return the tries of the message that had most."""
    store = house.services.store
    async with asyncio.timeout(TIMEOUT):
        while True:
            (rows,) = await store.read(select(notices.c.settled, notices.c.tries))
            if rows and all(row.settled is not None for row in rows):
                return max(int(row.tries) for row in rows)
            await store.write(lambda connection: connection.execute(update(notices).values(due=0.0)))
            house.services.notifications.notifier.on_subscription()
            await asyncio.sleep(0.02)


UNFIT = ("notifier.sentence", "notifier.message_of", "senders.webhook_body", "senders.post")
"""What a message passes through on its way."""


@pytest.mark.parametrize("name", UNFIT)
async def test_a_message_that_cannot_be_composed_is_not_tried_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever fails on its way, each try counts, and after the last one it is given up."""

    def fail(*_: object, **__: object) -> None:
        raise ValueError("Header values may not contain linefeed")

    monkeypatch.setattr(f"codex_naturalis.server.notifications.{name}", fail)
    async with Program().open() as program, open_house(tmp_path, **talkative()) as house:
        ada, bob, table = await two_at_a_table(house)
        await hook(ada, program)
        await bob.post(f"/tables/{table}/join")
        assert await until_given_up(house) == 6
        assert program.taken == []
        assert (await house.services.store.read(select(subscriptions.c.ready)))[0][0].ready, "nothing else is lost"


async def test_a_mail_whose_subject_has_a_line_break_is_given_up(tmp_path: Path) -> None:
    """It counts as undelivered, also where one asks for a mail at once; a later one arrives."""
    settings = {"mail_from": "codex@codex.test"}
    async with Office().open() as office, open_house(tmp_path, **talkative(mail_url=office.url, **settings)) as house:
        ada, bob, table = await two_at_a_table(house)
        way = await ada.post("/guests/me/notices/email", {"address": "ada@example.org", "language": "en"})
        link = re.search(HOME + r"/notices#confirm=(\S+)", office.letters[0].get_content())
        assert link
        await house.stranger().ask("POST", "/notices/confirm", {"token": link[1]})
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Mailer, "compose", _broken(Mailer.compose))
            refused = await ada.refused("POST", f"/guests/me/notices/{way['id']}/test")
            assert (refused["code"], refused["facts"]["cause"]) == ("notice.failed", "server")
            await bob.post(f"/tables/{table}/join")
            assert await until_given_up(house) == 6
        assert len(office.letters) == 1
        await ada.ask("POST", f"/guests/me/notices/{way['id']}/test")
        assert len(office.letters) == 2


def _broken(write: Callable[[Mailer, Letter], EmailMessage]) -> Callable[[Mailer, Letter], EmailMessage]:
    """Return a writer of letters whose subjects have a line break, as names once could."""
    return lambda mailer, letter: write(mailer, replace(letter, subject=f"Thurs\n{letter.subject}"))
