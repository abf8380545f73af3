"""What an installation offers for notifications: its settings, and the mail addresses it takes."""

from pathlib import Path

import pytest

from codex_naturalis.server.notifications.mail import clean_address, mailbox
from codex_naturalis.server.support.settings import Settings
from tests.server.house import open_house


def test_addresses_that_people_have_are_kept() -> None:
    """Domains in small letters and in the form that travels; a tag is another address of the same person."""
    known = {"Ada.Lovelace+games@Example.ORG": "Ada.Lovelace+games@example.org", "o'neill_7@müller.example": None}
    assert clean_address(" o'neill_7@müller.example ") == "o'neill_7@xn--mller-kva.example"
    assert clean_address("Ada.Lovelace+games@Example.ORG") == known["Ada.Lovelace+games@Example.ORG"]
    assert mailbox("Ada.Lovelace+games@example.org") == mailbox("ada.lovelace+a+b@example.org")


async def test_without_what_it_takes_nothing_is_offered(tmp_path: Path) -> None:
    """No mail without a mail server; nothing at all if the host wishes so."""
    async with open_house(tmp_path, notices=()) as house:
        ada = await house.guest()
        assert await ada.get("/guests/me/notices") == {"kinds": [], "push_key": None, "ways": []}
        wanted = {"address": "a@b.org", "language": "en"}
        assert (await ada.refused("POST", "/guests/me/notices/email", wanted))["code"] == "notice.off"
        unknown = await ada.refused("POST", "/guests/me/notices/nothing/test")
        assert unknown["code"] == "notice.unknown"


@pytest.mark.parametrize(
    ("name", "text"), [("NOTICES", "push pigeon"), ("NOTICE_NETWORKS", "home"), ("MAIL_URL", "mail.b.org")]
)
def test_a_setting_that_makes_no_sense_is_refused(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a sentence that names it."""
    monkeypatch.setenv(f"CODEX_{name}", text)
    with pytest.raises(ValueError, match=f"CODEX_{name} "):
        Settings.from_environment()
    monkeypatch.setenv(f"CODEX_{name}", "smtps://a:b@c.org" if name == "MAIL_URL" else "")
    assert Settings.from_environment()
