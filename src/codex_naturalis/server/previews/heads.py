"""Head of a page: title, description and Open Graph properties (ogp.me), in the language of the page."""

import re
from hashlib import sha256
from html import escape
from typing import Final
from urllib.parse import urlencode

from codex_naturalis.i18n import LOCALES, Locale, Words

from .pictures import LANDSCAPE
from .subjects import HomeSubject, LinkSubject, describe

__all__ = ["head_of", "languages", "with_head"]

_TERRITORIES: Final[dict[Locale, str]] = {"en": "en_GB", "fr": "fr_FR", "it": "it_IT"}
_QUALITY: Final = re.compile(r"\s*([a-zA-Z-]+)\s*(?:;\s*q=([0-9]+\.?[0-9]*|\.[0-9]+))?\s*")
_TITLE: Final = re.compile(rb"<title>[^<]*</title>")
_LANG: Final = re.compile(rb'<html lang="[a-z]*"')


def languages(accepted: str) -> list[str]:
    """Return the languages of an `Accept-Language` header (RFC 9110, 12.5.4), the preferred one first.

    A language whose weight is no number is passed over.
    """
    weighed = [
        (float(found[2] or 1), found[1]) for part in accepted[:200].split(",") if (found := _QUALITY.fullmatch(part))
    ]
    return [tag for weight, tag in sorted(weighed, key=lambda each: -each[0]) if weight > 0]


def head_of(subject: LinkSubject, path: str, base: str, locale: Locale, say: Words) -> str:
    """Return the elements for the page at `path` of the server whose URL is `base`."""
    title, description = describe(subject, say)
    page = title if isinstance(subject, HomeSubject) else say("app.page", page=title)
    digest = sha256(f"{title}\n{description}".encode()).hexdigest()[:8]
    image = f"{base}/api/v1/previews?{urlencode({'path': path, 'lang': locale, 'v': digest})}"
    properties = {
        "og:type": "website",
        "og:site_name": say("app.title"),
        "og:title": title,
        "og:description": description,
        "og:url": base + path,
        "og:locale": _TERRITORIES[locale],
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": str(LANDSCAPE.width),
        "og:image:height": str(LANDSCAPE.height),
        "og:image:alt": title,
    }
    tags = [
        f"<title>{escape(page)}</title>",
        f'<meta name="description" content="{escape(description)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        *(f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()),
        *(
            f'<meta property="og:locale:alternate" content="{_TERRITORIES[other]}" />'
            for other in LOCALES
            if other != locale
        ),
    ]
    return "".join(tags)


def with_head(page: bytes, head: str, locale: Locale) -> bytes:
    """Return an HTML page with `head` in place of its title, in the language `locale`."""
    spoken = _LANG.sub(lambda _: f'<html lang="{locale}"'.encode(), page, count=1)
    return _TITLE.sub(lambda _: head.encode(), spoken, count=1)
