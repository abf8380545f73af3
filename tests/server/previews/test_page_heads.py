"""Every page of the web client is served with its own title and description; those with names are in no index."""

import re
from html import unescape
from typing import Final
from urllib.robotparser import RobotFileParser

import pytest

from codex_naturalis.i18n import LOCALES, Locale, locale_texts, words
from codex_naturalis.server.previews.subjects import _PAGES
from tests.addresses import CLIENT, pages
from tests.server.house import House

PARTS: Final = {"leaf": "7", "puzzle": "7", "day": "2026-11-28", "name": "Ann", "private": "x"}
"""What stands in the place of the parts of an address; in that of an id, the table's."""

OF_A_TABLE: Final = {"table", "replay", "deal", "beside", "wall"}
"""Pages of one table, which have one title; so have a day and the daily deal."""

NAMING: Final = {*OF_A_TABLE, "seat", "account", "tables", "moderation", "games", "notices", "people", "person", "day"}
"""Pages with names, or of somebody's own; beside them tournaments, clubs, matches and what lies around, by id."""


def fill(address: str, table: str) -> str:
    """Return an address with all of its parts."""
    return re.sub(r":(\w+)\??", lambda part: {"id": table, **PARTS}[part[1]], address)


async def open_table(house: House) -> str:
    """Return a table that waits for players, whose host has an account."""
    ann = await house.guest("Ann")
    await ann.post("/account", {"name": "Ann", "password": "correct horse"})
    return await ann.open(seats=2)


@pytest.mark.parametrize("locale", LOCALES)
async def test_each_page_says_what_it_is(house: House, locale: Locale) -> None:
    """The title is the one that the page itself has; none but the lobby is introduced as the lobby."""
    table, say, heads = await open_table(house), words(locale), dict[str, tuple[str, str]]()
    for name, address in pages().items():
        page = (await house.http.get(fill(address, table), headers={"Accept-Language": locale})).text
        [title] = re.findall(r"<title>(.*?)</title>", page)
        [description] = re.findall(r'"description" content="(.*?)"', page)
        assert f'<html lang="{locale}">' in page
        own = re.findall(r'"og:title" content="(.*?)"', page)
        assert [title] == (own if name == "lobby" else [say("app.page", page=each) for each in own]), name
        heads[name] = unescape(own[0]), unescape(description)
        if f"page.{name}" in locale_texts(locale) and name != "bestiary":  # its leaf has the title
            assert heads[name][0] == say(f"page.{name}")
    assert [name for name, both in heads.items() if set(both) & set(heads["lobby"])] == ["lobby"]
    alike = [both for name, both in heads.items() if name not in OF_A_TABLE | {"day"}]
    for texts in zip(*alike, strict=True):
        assert len(set(texts)) == len(texts)


def test_each_description_fits_a_preview() -> None:
    """At most 150 characters: search engines and messengers cut longer ones, and the picture has one line for it."""
    for locale in LOCALES:
        say = words(locale)
        assert {text: len(say(text)) for _, text in _PAGES.values() if len(say(text)) > 150} == {}


async def test_pages_with_names_are_in_no_index(house: House) -> None:
    """Crawlers may read them, so that they see that, and messengers the preview; they stay off the interface."""
    table = await open_table(house)
    by_id = {"tournaments", "clubs", "match", "around"}
    for name, address in pages().items():
        answer = await house.http.get(fill(address, table))
        assert ("X-Robots-Tag" in answer.headers) == (name in NAMING | by_id), name
    for name in by_id:
        assert "X-Robots-Tag" not in (await house.http.get(f"/{name}")).headers
    robots = RobotFileParser()
    robots.parse((CLIENT / "public" / "robots.txt").read_text("utf-8").splitlines())
    readable = {name: robots.can_fetch("*", fill(address, table)) for name, address in pages().items()}
    assert [name for name, may in readable.items() if not may] == ["seat"]
    assert robots.can_fetch("*", "/api/v1/previews?path=/rules")
    assert not robots.can_fetch("*", "/api/v1/tables")
