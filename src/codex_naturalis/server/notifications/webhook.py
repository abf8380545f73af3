"""Webhook bodies: ours, signed by HMAC-SHA256 over time and body, and the forms that Discord and Matrix read.

Discord is sent embeds and a link button (execute webhook, `with_components`). Matrix is sent the fields that the
Hookshot bridge reads from an inbound webhook: `text`, `html` and `username`; its rooms show no external pictures
except their own preview of the link. The picture is the link's public one.
"""

import hmac
import re
import time
from hashlib import sha256
from html import escape
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import msgspec

from codex_naturalis.i18n import Locale, words

from .texts import Item, Message

__all__ = ["SIGNATURE", "discord_body", "discord_url", "matrix_body", "signature", "webhook_body"]

SIGNATURE: Final = "Codex-Signature"
_EMBEDS: Final = 10
"""Embeds of one message, at most (Discord)."""

_ROW, _BUTTON, _LINK = 1, 2, 5
"""Discord's numbers of an action row, a button, and the style of a button that opens a link."""

_MARKDOWN: Final = re.compile(r"([\\`*_~|<>\[\]()#@:-])")
_COLOUR: Final = 0x7A2E1D
"""Colour of the edge of an embed: the red of rubrics."""


def signature(secret: str, body: bytes, at: float | None = None) -> str:
    """Return the `Codex-Signature` header: `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body", in hex>`."""
    seconds = int(time.time() if at is None else at)
    return f"t={seconds},v1={hmac.new(secret.encode(), b'%d.%b' % (seconds, body), sha256).hexdigest()}"


def webhook_body(message: Message, home: str) -> bytes:
    """Return the body for a program; `home` is the public URL of this server, or empty."""
    notices = [
        {"kind": item.kind, "table": item.table, "url": home + item.path, "text": item.text, "hours": item.hours}
        for item in message.items
    ]
    said = f"{message.text}\n{home}{message.path}" if home else message.text
    return msgspec.json.encode({"id": message.id, "text": said, "content": said, "notices": notices})


def discord_url(target: str) -> str:
    """Return the URL of a Discord webhook that also takes buttons from a webhook without an application."""
    parts = urlsplit(target)
    query = "&".join(part for part in (parts.query, "with_components=true") if part)
    return urlunsplit(parts._replace(query=query))


def discord_body(message: Message, home: str, language: Locale) -> bytes:
    """Return the body for Discord: an embed with title and picture for each notice, and one button."""
    button = {"type": _BUTTON, "style": _LINK, "label": _open(message, language), "url": home + message.path}
    body = {
        "username": "Codex Naturalis",
        "embeds": [_embed(item, home, language) for item in message.items[:_EMBEDS]],
        "components": [{"type": _ROW, "components": [button]}],
        "allowed_mentions": {"parse": []},
    }
    return msgspec.json.encode(body)


def _embed(item: Item, home: str, language: Locale) -> dict[str, Any]:
    return {
        "title": _plain(item.title),
        "description": _plain(item.text),
        "url": home + item.path,
        "color": _COLOUR,
        "image": {"url": _picture(item, home, language)},
    }


def matrix_body(message: Message, home: str, language: Locale) -> bytes:
    """Return the body for Matrix: text, and the same as HTML with titles and a link as the button."""
    url = home + message.path
    parts = [f"<h4>{escape(item.title)}</h4><p>{escape(item.text)}</p>" for item in message.items]
    button = f'<p><a href="{escape(url)}"><strong>{escape(_open(message, language))}</strong></a></p>'
    body = {"text": f"{message.text}\n{url}", "html": "".join(parts) + button, "username": "Codex Naturalis"}
    return msgspec.json.encode(body)


def _picture(item: Item, home: str, language: Locale) -> str:
    """Return the URL of the picture that the link shows elsewhere; for a game under way it has only the names."""
    return f"{home}/api/v1/previews?{urlencode({'path': item.path, 'lang': language, 'v': item.kind})}"


def _open(message: Message, language: Locale) -> str:
    key = "notice.open" if message.items[0].table and len(message.items) == 1 else "notice.open_page"
    return words(language)(key)


def _plain(text: str) -> str:
    """Return `text` such that Discord shows it as it is: a name may look like a link or a mention."""
    return _MARKDOWN.sub(r"\\\1", text)
