"""What an installation says about whom to tell of its faults."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from codex_naturalis.server.app import create_app
from codex_naturalis.server.http.security_txt import PATH, build_text
from codex_naturalis.server.support.settings import Settings

NOW = datetime(2027, 3, 4, 5, 6, 7, tzinfo=UTC)
CONTACTS = ("mailto:security@example.org", "https://example.org/report")


async def asked(settings: Settings) -> httpx.Response:
    """Return the answer of a server to who asks for the file."""
    transport = httpx.ASGITransport(create_app(settings))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
        return await browser.get(PATH)


async def test_the_contact_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the address, in the form and with the fields that RFC 9116 asks for, from the environment of the process."""
    monkeypatch.setenv("CODEX_SECURITY_CONTACT", " ".join(CONTACTS))
    monkeypatch.setenv("CODEX_SECURITY_EXPIRES", "2027-12-31T00:00:00+01:00")
    monkeypatch.setenv("CODEX_PUBLIC_URL", "https://codex.example.org/")
    answer = await asked(Settings.from_environment(tmp_path))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.text == (
        "Contact: mailto:security@example.org\n"
        "Contact: https://example.org/report\n"
        "Expires: 2027-12-30T23:00:00Z\n"
        "Canonical: https://codex.example.org/.well-known/security.txt\n"
    )


async def test_without_a_contact_there_is_no_file(tmp_path: Path) -> None:
    """Without a contact the answer is 404, not the web client's page."""
    answer = await asked(Settings(tmp_path))
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_the_file_expires_within_half_a_year_unless_the_host_says_when(tmp_path: Path) -> None:
    """So that an abandoned file is not believed for ever."""
    lines = build_text(Settings(tmp_path, security_contact=CONTACTS), NOW).splitlines()
    assert lines[2:] == [f"Expires: {NOW + timedelta(days=180):%Y-%m-%dT%H:%M:%SZ}"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("CONTACT", "security@example.org"), ("CONTACT", "http://example.org"), ("EXPIRES", "soon")],
)
def test_a_contact_or_date_of_another_form_is_refused(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a sentence, when the server starts."""
    monkeypatch.setenv(f"CODEX_SECURITY_{name}", text)
    with pytest.raises(ValueError, match=rf"^CODEX_SECURITY_{name} is "):
        Settings.from_environment()
