"""Mail over SMTP: short texts handed to the host's mail server, each with a link that unsubscribes."""

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
    """Mail to one address, as text."""

    id: str
    """Message id, the same for a retry, so that a mailbox can drop the duplicate."""

    to: str
    subject: str
    text: str
    language: str
    stop: str | None = None
    """URL that unsubscribes by one POST (RFC 8058)."""


def clean_address(text: str) -> str | None:
    """Return a mail address in normal form; None if it is not acceptable.

    The domain has at least two labels and is not a number; the part before the `@` is a subset of RFC 5322's dot-atom:
    no quotes, and no character that a mail server might read as a route or a command.
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
    """Return the mailbox of an address, to recognise aliases: lower case, without a tag after `+`."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


class Mailer:
    """SMTP client of one mail server."""

    def __init__(self, url: str, sender: str) -> None:
        """Send from `sender` via the server at `url`: `smtp` or `smtps`, with host, port, user and password."""
        self._parts = urlsplit(url)
        self._sender = sender

    async def send(self, letter: Letter) -> None:
        """Hand a letter to the server; raise what `aiosmtplib` raises, or `OSError`, if it is not accepted."""
        import aiosmtplib  # noqa: PLC0415 - slow to import, and rarely needed

        await aiosmtplib.send(self.compose(letter), **self._options())

    def _options(self) -> dict[str, Any]:
        """Return the connection options: credentials are sent over TLS only, except to this machine."""
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

    def compose(self, letter: Letter) -> "EmailMessage":
        """Return a letter as a MIME message with its headers."""
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
