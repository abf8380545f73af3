"""Links to a table: invitations, which are open to all, and private links of a seat."""

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

__all__ = ["Invitation"]

_TABLE: Final = re.compile(r"[\w-]+")


class Invitation(Struct, frozen=True):
    """Table named by a link."""

    table: str
    """Id of the table."""

    server: str | None = None
    """Address of the server, such as `https://codex.example.org`; None if only an id was given."""

    key: str | None = None
    """Token of a seat, if it was a private link."""

    @classmethod
    def read(cls, link: str) -> "Invitation":
        """Read a link, or the bare id of a table; raise `ValueError` if it is neither.

        >>> Invitation.read("https://codex.example.org/t/x3Yk").table
        'x3Yk'
        """
        if _TABLE.fullmatch(link):
            return cls(link)
        parts = urlsplit(link)
        found = _seat(parts.fragment) if parts.path.endswith("/seat") else _path(parts.path)
        if found is None or parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{link!r} is no link to a table")
        table, key, before = found
        return cls(table, f"{parts.scheme}://{parts.netloc}{parts.path.removesuffix(before)}", key)


def _path(path: str) -> tuple[str, str | None, str] | None:
    """Return the table in `…/t/<id>` or `…/t/<id>/replay`, no key, and the part of the path that is the page's."""
    match = re.search(r"/t/([\w-]+)(?:/replay)?/?$", path)
    return (match[1], None, match[0]) if match else None


def _seat(fragment: str) -> tuple[str, str | None, str] | None:
    """Return table and key of a private link: they follow `#`, where no server logs them."""
    said = parse_qs(fragment)
    if "t" not in said or "key" not in said or not _TABLE.fullmatch(said["t"][0]):
        return None
    return said["t"][0], said["key"][0], "/seat"
