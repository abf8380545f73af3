"""`/docs` explains the interface: no scripts, nothing from elsewhere, every operation, message and field."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import msgspec
import pytest

from codex_naturalis.server.http.docs_page import page
from codex_naturalis.server.http.openapi import describe
from codex_naturalis.server.http.schemas import NAMES, field_docs, schema_of
from codex_naturalis.wire.errors import TITLES, Code
from codex_naturalis.wire.socket import Act
from tests.server.house import House

VOID = {"meta", "link"}


class Reader(HTMLParser):
    """Reads a page: its elements must be nested well."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.tags: set[str] = set()
        self.headings: list[int] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.add(tag)
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))
        self.attributes |= {name for name, _ in attrs}
        found = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links |= {value for name in ("href", "src") if (value := found.get(name))}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Note its end."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note its text."""
        self.text += data


@pytest.fixture(scope="module")
def read() -> Reader:
    """Return the page, read."""
    document = msgspec.json.decode(msgspec.json.encode(describe()))
    return Reader(page(document, {name: schema_of(name) for name in NAMES}))


def test_nothing_runs_and_nothing_comes_from_elsewhere(read: Reader) -> None:
    """The Content-Security-Policy of every page holds for it, without exception."""
    assert not read.tags & {"script", "style", "iframe", "img"}
    assert not {name for name in read.attributes if name == "style" or name.startswith("on")}
    assert {link for link in read.links if not link.startswith(("#", "/"))} == set()


def test_every_link_inside_leads_somewhere(read: Reader) -> None:
    """To an element of the page, or to what the server has; and no name is there twice."""
    assert len(read.ids) == len(set(read.ids))
    assert {link.rpartition("#")[2] for link in read.links if "#" in link} <= set(read.ids)


def test_readers_can_walk_by_headings(read: Reader) -> None:
    """None skips a level, and what a link leads to has an id of one word."""
    assert read.headings[0] == 1
    assert [(above, below) for above, below in pairwise(read.headings) if below > above + 1] == []
    assert [name for name in read.ids if re.search(r"\s", name)] == []


def test_everything_is_there(read: Reader) -> None:
    """Each operation, each Struct with its fields, and each kind of message."""
    document = describe()
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    assert {operation["operationId"] for operation in operations} <= set(read.ids)
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= set(read.ids)
    for name in ("client-message", "server-message"):
        assert {f"schema-{kind}" for kind in schema_of(name)["$defs"]} <= set(read.ids)
    assert field_docs(Act)["seen"] in read.text
    assert f"table.full: {TITLES[Code.TABLE_FULL]}" in read.text


def test_texts_are_texts() -> None:
    """What looks like markup in a description is shown as it is."""
    document = describe()
    document["info"]["description"] = "a < b & `<script>` [<x>](#socket)"
    assert "a < b & <script> <x>" in Reader(page(document, {name: schema_of(name) for name in NAMES})).text


async def test_the_server_has_it_with_all_that_it_links_to(house: House, read: Reader) -> None:
    """Each with its type; a schema that is not there is a problem, as ever."""
    served = await house.http.get("/docs")
    assert served.headers["content-type"].startswith("text/html")
    assert Reader(served.text).ids == read.ids
    assert served.headers["content-encoding"] == "gzip"
    plain = await house.http.get("/docs", headers={"Accept-Encoding": "identity"})
    assert plain.text == served.text
    types = {"/docs/style.css": "text/css", "/openapi.json": "application/json"}
    for link in sorted(link.partition("#")[0] for link in read.links if not link.startswith(("#", "/docs#"))):
        answer = await house.http.get(link)
        assert answer.status_code == 200, link
        assert answer.headers["content-type"].startswith(types.get(link, "application/schema+json"))
    for name in ("other.json", "view", "..%2fview.json"):
        assert (await house.http.get(f"/schemas/{name}")).status_code == 404
