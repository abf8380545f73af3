"""A server below a path of its host: everything is there, and every link that it writes leads there."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from codex_naturalis.server.http.static import WebClient
from codex_naturalis.server.support.setting_values import read_value
from codex_naturalis.server.support.settings import Settings
from tests.server.house import House, Socket, open_house

_HOME: Final = "https://codex.test/nature/codex"
_BASE: Final = "/nature/codex"
_FIELD: Final = Settings.__dataclass_fields__["public_url"]


@pytest.fixture
async def below(tmp_path: Path) -> AsyncIterator[House]:
    """Run a server below a path."""
    async with open_house(tmp_path, public_url=_HOME) as house:
        yield house


async def test_it_answers_with_its_path_and_without(below: House) -> None:
    """A web server in front may take the path away; what only begins like it is another one."""
    for base in (_BASE, ""):
        assert (await below.http.get(f"{base}/healthz")).text == "ok"
        assert (await below.http.get(f"{base}/api/v1/tables")).json() == []
    assert (await below.http.get(f"{_BASE}x/healthz")).status_code == 404
    assert (await below.http.get(_BASE)).status_code == 200


async def test_a_socket_is_below_its_path(below: House) -> None:
    """Those of a table."""
    ann = await below.guest("Ann")
    table = await ann.open(seats=2)
    socket = Socket(below.app, f"{_BASE}/api/v1/tables/{table}/socket", {})
    assert (await socket.open())["type"] == "websocket.accept"
    assert (await socket.hello(ann.token))["type"] == "welcome"
    await socket.leave()


async def test_every_link_of_its_pages_has_its_path(below: House) -> None:
    """Whatever stands in an `href` or a `src` and is ours; the client reads the path in `data-base`."""
    for page in ("/", "/rules", "/docs"):
        text = (await below.http.get(_BASE + page)).text
        links = re.findall(r'(?:href|src)="(/[^/"][^"]*)"', text)
        assert [link for link in links if not link.startswith(f"{_BASE}/")] == []
        assert len(links) > 1
        for link in links:
            assert (await below.http.get(link)).status_code == 200, link
    assert f'<html data-base="{_BASE}" lang="en">' in (await below.http.get(f"{_BASE}/rules")).text


async def test_what_it_says_of_itself_has_its_path(below: House) -> None:
    """Previews, invitations, the description of its interface."""
    table = await (await below.guest("Ann")).open(seats=2)
    answer = await below.stranger().get(f"/tables/{table}/invitation")
    assert answer["url"] == f"{_HOME}/t/{table}"
    page = (await below.http.get(f"{_BASE}/t/{table}")).text
    assert f'<meta property="og:url" content="{_HOME}/t/{table}" />' in page
    picture = re.findall(r'property="og:image" content="https://codex.test([^"]+)"', page)[0].replace("&amp;", "&")
    assert (await below.http.get(picture)).headers["content-type"] == "image/png"
    assert (await below.http.get(f"{_BASE}/openapi.json")).json()["servers"] == [{"url": _BASE}]


def test_the_addresses_of_the_manifest_are_relative() -> None:
    """It is found beside the page, wherever that is."""
    manifest = WebClient().respond("manifest.webmanifest", accepted="", known=None).content
    assert re.findall(rb'"(?:/|https?:)', manifest) == []


@pytest.mark.parametrize("text", ["https://a.example/?x", "https://a.example/a//b", "https://", "https://a.example/ä"])
def test_a_path_that_no_address_can_have_is_refused(text: str) -> None:
    """The variable is named, with an example."""
    with pytest.raises(ValueError, match="CODEX_PUBLIC_URL is such as"):
        read_value("CODEX_PUBLIC_URL", text, _FIELD)


@pytest.mark.parametrize(("text", "path"), [("https://a.example/", ""), ("http://a.example:8000/b/c/", "/b/c")])
def test_the_path_is_that_of_the_public_address(tmp_path: Path, text: str, path: str) -> None:
    """Without the stroke at its end."""
    assert read_value("CODEX_PUBLIC_URL", text, _FIELD) == text
    assert Settings(tmp_path, public_url=text).base_path == path
