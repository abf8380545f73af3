"""Parsers of environment variables into the values of settings."""

import math
import re
from collections.abc import Callable
from dataclasses import Field
from datetime import datetime
from ipaddress import ip_network
from typing import Any, Final

__all__ = ["bots_by_name", "read_value"]

_PUBLIC_URL: Final = re.compile(r"https?://[^/?#\s]+(?:/[A-Za-z0-9._~-]+)*/?")
_BOT_NAME: Final = re.compile(r"\w[\w .'-]{0,39}")


def bots_by_name(text: str) -> dict[str, str]:
    """Parse `Name=path; Name=path`."""
    pairs = (part.partition("=") for part in text.split(";") if part.strip())
    return {name.strip(): path.strip() for name, _, path in pairs}


def read_value(name: str, text: str, field: "Field[Any]") -> object:
    """Return the value of `field` parsed from `text`; raise `ValueError` with a sentence that names the variable."""
    if read_text := _TEXTS.get(field.name):
        return read_text(name, text)
    if field.name in _ADDRESSES:
        return _address(name, text, _ADDRESSES[field.name])
    if isinstance(field.default, tuple):
        return _list(name, text, field.name)
    if isinstance(field.default, str):
        return text
    read, wanted = _NUMBERS[type(field.default)]
    try:
        number = read(text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        raise ValueError(f"{name} is {wanted}")
    return number


def _one_of(name: str, text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise ValueError(f"{name} is {', '.join(words[:-1])} or {words[-1]}")
    return text


def _bot(name: str, text: str) -> str:
    from codex_naturalis.bots import UnknownBotError, bot_named  # noqa: PLC0415 - only if it is set

    try:
        bot_named(text)
    except UnknownBotError as unknown:
        raise ValueError(f"{name}: {unknown}") from None
    return text


def _house_bots(name: str, text: str) -> str:
    from codex_naturalis.bots import names  # noqa: PLC0415 - only if it is set
    from codex_naturalis.programs import is_path  # noqa: PLC0415

    for bot, path in bots_by_name(text).items():
        if not _BOT_NAME.fullmatch(bot) or bot in (*names(), "level"):
            raise ValueError(f"{name}: {bot!r} cannot be the name of a bot of yours")
        if not is_path(path):
            raise ValueError(f"{name} is such as Magpie=./my_bot.py; Rusty=exec:./magpie, not {path!r}")
    return text


def _date(name: str, text: str) -> str:
    try:
        datetime.fromisoformat(text or "2000-01-01")
    except ValueError:
        raise ValueError(f"{name} is a date such as 2027-03-04") from None
    return text


def _address(name: str, text: str, schemes: tuple[str, ...]) -> str:
    if text and not text.startswith(tuple(f"{scheme}://" for scheme in schemes)):
        raise ValueError(f"{name} begins with {schemes[0]}://")
    return text


def _public_url(name: str, text: str) -> str:
    if text and not _PUBLIC_URL.fullmatch(_address(name, text, ("https", "http"))):
        raise ValueError(f"{name} is such as https://example.org or https://example.org/codex")
    return text


def _list(name: str, text: str, field: str) -> tuple[str, ...]:
    found = tuple(text.split())
    if field == "notices" and not set(found) <= {"push", "email", "webhook", "discord", "matrix"}:
        raise ValueError(f"{name} is any of push, email, webhook, discord and matrix, with spaces between")
    if field == "security_contact" and not all(one.startswith(("mailto:", "https://", "tel:")) for one in found):
        raise ValueError(f"{name} is addresses that begin with mailto:, https:// or tel:, with spaces between")
    if field == "notice_networks":
        for one in found:
            try:
                ip_network(one)
            except ValueError as error:
                raise ValueError(f"{name} is networks such as 10.0.0.0/8, with spaces between: {error}") from None
    return found


_TEXTS: Final[dict[str, Callable[[str, str], str]]] = {
    "bots": lambda name, text: _one_of(name, text, ("off", "invited", "open")),
    "house_bots": _house_bots,
    "public_url": _public_url,
    "stand_in": _bot,
    "security_expires": _date,
}
"""Settings with a text format of their own."""

_ADDRESSES: Final = {
    "database_url": ("postgresql", "postgres", "postgresql+asyncpg"),
    "bus_url": ("nats", "tls"),
    "mail_url": ("smtp", "smtps"),
}
"""Settings that are URLs, and their schemes."""

_NUMBERS: Final[dict[type, tuple[Callable[[str], float], str]]] = {
    int: (int, "a whole number, 0 or more"),
    float: (float, "a number, 0 or more"),
}
