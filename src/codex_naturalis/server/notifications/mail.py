"""Mail: one short text, by whichever server the host names, with a way out in every one of them."""

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

if TYPE_CHECKING:
    from email.message import EmailMessage

__all__ = ["Letter", "Mailer", "clean_address", "mailbox"]

_SECONDS: Final = 20.0
_LONGEST: Final = 254
_LONGEST_NAME: Final = 64
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_'+=~-]*(?:\.[A-Za-z0-9_'+=~-]+)*")
_HOST: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])")
_HERE: Final = ("localhost", "127.0.0.1", "::1")
_PORTS: Final = {"smtp": 587, "smtps": 465}


class Letter(Struct, frozen=True):
    """What is sent to one address."""

    id: str
    """The same if it has to be sent again, so that a mailbox may notice."""

    to: str
    subject: str
    text: str
    language: str
    stop: str | None = None
    """An address that ends such mails by one POST (RFC 8058)."""


def clean_address(text: str) -> str | None:
    """Return a mail address in the form in which it is kept; None if it is none that we write to.

    A domain has two labels at least and is no number; before the `@` stand the characters that people have there
    (a subset of RFC 5322's dot-atom: no quotes, and none that a mail server might take for a route or a command).
    """
    name, _, host = text.strip().rpartition("@")
    try:
        host = host.encode("idna").decode().lower()
    except UnicodeError:
        return None
    address = f"{name}@{host}"
    fit = len(name) <= _LONGEST_NAME and len(address) <= _LONGEST and _NAME.fullmatch(name) and _HOST.fullmatch(host)
    return address if fit else None


def mailbox(address: str) -> str:
    """Return what addresses have in common that lead to one person: neither case nor a tag after `+` matters."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


class Mailer:
    """The way to the server that takes mail."""

    def __init__(self, url: str, sender: str) -> None:
        """Hand letters over at `url`, from `sender`."""
        self._parts = urlsplit(url)
        self._sender = sender

    async def send(self, letter: Letter) -> None:
        """Hand a letter over; raise what `aiosmtplib` raises, or `OSError`, if it is not taken."""
        import aiosmtplib  # noqa: PLC0415 - slow to import, and rarely needed

        await aiosmtplib.send(self.written(letter), **self._options())

    def _options(self) -> dict[str, Any]:
        """Return how to reach the server: names and passwords go over encrypted lines alone, but for this machine."""
        parts, at_once = self._parts, self._parts.scheme == "smtps"
        secret = parts.username is not None and parts.hostname not in _HERE
        return {
            "hostname": parts.hostname,
            "port": parts.port or _PORTS[parts.scheme],
            "username": unquote(parts.username) if parts.username else None,
            "password": unquote(parts.password) if parts.password else None,
            "use_tls": at_once,
            "start_tls": None if at_once or not secret else True,
            "timeout": _SECONDS,
        }

    def written(self, letter: Letter) -> "EmailMessage":
        """Return a letter in its envelope."""
        from email.headerregistry import Address  # noqa: PLC0415 - likewise
        from email.message import EmailMessage  # noqa: PLC0415
        from email.utils import format_datetime, localtime  # noqa: PLC0415

        mail = EmailMessage()
        mail["From"] = Address("Codex Naturalis", addr_spec=self._sender)
        mail["To"] = letter.to
        mail["Subject"] = letter.subject
        mail["Date"] = format_datetime(localtime())
        mail["Message-ID"] = f"<{letter.id}@{self._sender.rpartition('@')[2]}>"
        mail["Auto-Submitted"] = "auto-generated"
        if letter.stop:
            mail["List-Unsubscribe"] = f"<{letter.stop}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(letter.text)
        mail["Content-Language"] = letter.language
        return mail
