"""What a request has to be before anything is done for it: asked of us, by a page of ours if by any, as JSON."""

import gzip
import re
import socket
from pathlib import Path
from string import Formatter
from urllib.parse import quote

import httpx
import pytest

from codex_naturalis.server.app import describe
from tests.server.house import House, Json, open_house
from tests.server.routes import readable
from tests.several import on_both

JSON = {"Content-Type": "application/json"}


async def asked(house: House, headers: dict[str, str], method: str = "GET", path: str = "/api/v1/bots") -> Json:
    """Return the status and the code of an answer."""
    answer = await house.http.request(method, path, headers=headers)
    return answer.status_code, answer.json()["code"] if answer.status_code >= 400 else None


@pytest.mark.parametrize(
    "name",
    [
        *("localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "192.168.7.9:80", "[fe80::1]"),
        *("codex.localhost", "codex.example.org", "Games.Example:8443", socket.gethostname()),
    ],
)
async def test_the_server_is_known_by_its_names(tmp_path: Path, name: str) -> None:
    """Those of the machine and of its host's settings, and every IP address, which no stranger can register."""
    settings = {"hosts": ("games.example",), "public_url": "https://codex.example.org"}
    async with open_house(tmp_path, **settings) as house:
        assert await asked(house, {"Host": name}) == (200, None)


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "codex.test."]
)
async def test_a_name_that_somebody_else_gave_is_none_of_ours(house: House, name: str) -> None:
    """Pages, metrics and sockets are refused, too; the problem says which setting knows more names."""
    for path in ("/", "/metrics", "/readyz", "/api/v1/bots"):
        assert await asked(house, {"Host": name}, path=path) == (421, "host.unknown")
    answer = await house.http.get("/", headers={"Host": name})
    assert "CODEX_HOSTS" in answer.json()["title"]
    table = await (await house.guest()).open(seats=2)
    refused = await house.socket(table, host=name).open()
    assert (refused["type"], refused["status"]) == ("websocket.http.response.start", 421)


async def test_a_host_may_take_any_name(tmp_path: Path) -> None:
    """Where a web server in front sees to it."""
    async with open_house(tmp_path, hosts=("*",)) as house:
        assert await asked(house, {"Host": "whatever.example"}) == (200, None)
        for name in ("", "a b", "a/b", "[1", "a:b:c", "host:port"):
            assert await asked(house, {"Host": name}) in ((421, "host.unknown"), (400, "request.malformed")), name


async def test_a_request_names_one_host(house: House) -> None:
    """Two names, or none, are no request as HTTP/1.1 has it."""
    for hosts in ([], [("Host", "codex.test"), ("Host", "codex.test")]):
        request = house.http.build_request("GET", "/api/v1/bots")
        request.headers = httpx.Headers(hosts)
        answer = await house.http.send(request)
        assert (answer.status_code, answer.json()["code"]) == (400, "request.malformed")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_a_body_is_json_and_says_so(house: House, kind: str) -> None:
    """What any page may send without asking first changes nothing."""
    for path in ("/guests", "/account/session", "/replays", "/replays/exercise?version=1"):
        answer = await house.http.post(f"/api/v1{path}", content=b'{"name": "Eve"}', headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "request.type")
    good = await house.http.post(
        "/api/v1/guests", json={"name": "Ada"}, headers={"Content-Type": "application/json; charset=utf-8"}
    )
    assert good.status_code == 201


async def test_pages_from_elsewhere_change_nothing(tmp_path: Path) -> None:
    """Not even where nothing is to be told; a page that the host trusts may, and looking is no change."""
    async with open_house(tmp_path, origins=("https://friend.example",)) as house:
        for origin in ("https://evil.example", "null", "http://codex.test.evil.example"):
            for method, path in (("POST", "/opponents/prepare"), ("POST", "/guests"), ("DELETE", "/account")):
                assert await asked(house, {"Origin": origin}, method, f"/api/v1{path}") == (403, "origin.foreign")
            assert await asked(house, {"Origin": origin}) == (200, None)
        for origin in ("https://friend.example", "http://codex.test"):
            assert (await asked(house, {"Origin": origin}, "POST", "/api/v1/opponents/prepare"))[0] == 200
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "null"}
        answer = await house.http.post(
            "/api/v1/notices/stop?token=x", content=b"List-Unsubscribe=One-Click", headers=form
        )
        assert answer.json()["code"] == "notice.link"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "gzip, identity", "x"])
async def test_a_body_comes_as_it_is(house: House, encoding: str) -> None:
    """No body is unpacked, whatever it is packed with, so that no small one can become a huge one."""
    bomb = gzip.compress(b'{"name": "' + b"x" * 1_000_000 + b'"}')
    for path in ("/guests", "/account/session", "/replays", "/replays/exercise?version=1", "/notices/stop?token=x"):
        answer = await house.http.post(f"/api/v1{path}", content=bomb, headers={"Content-Encoding": encoding})
        assert (answer.status_code, answer.json()["code"]) == (415, "request.encoding")
    plain = await house.http.post("/api/v1/guests", json={"name": "Ada"}, headers={"Content-Encoding": "identity"})
    assert plain.status_code == 201


async def test_an_address_names_its_methods(house: House) -> None:
    """A method that it does not have is refused with those that it has, and so answers `OPTIONS`."""
    for path, methods in describe()["paths"].items():
        address, expected = re.sub(r"{\w+}", "1", path), sorted({"OPTIONS", *(each.upper() for each in methods)})
        expected = sorted([*expected, "HEAD"]) if "GET" in expected else expected
        other = next(each for each in ("GET", "PUT", "PATCH", "DELETE") if each not in expected)
        refused, answer = await house.http.request(other, address), await house.http.options(address)
        assert (refused.status_code, refused.json()["code"], answer.status_code) == (405, "request.method", 204)
        assert refused.headers["allow"].split(", ") == answer.headers["allow"].split(", ") == expected, path


@on_both
async def test_a_character_that_cannot_be_stored_reaches_no_database(house: House) -> None:
    """The answer is the same for each database, and is not logged as a storage fault."""
    ada = await house.guest()
    for path in ("/people/%00", "/guests/me/notices/a%00b", "/tables/%00", "/tables/%00/review"):
        method = "DELETE" if "notices" in path else "GET"
        assert (await ada.refused(method, path))["code"] == "request.unknown"
    for path in ("/guests/me/solo?before=%00", "/guests/me/games?before=a%00b"):
        assert (await ada.refused("GET", path))["code"] == "request.malformed"
    bodies = {
        "/account/session": {"name": "a\0", "password": "b"},
        "/account/recovery": {"name": "a", "code": "\0", "new": "correct horse"},
        "/guests": {"name": "\0"},
        "/tables": {"seats": 2, "bots": ["\0"]},
    }
    for path, body in bodies.items():
        assert (await ada.refused("POST", path, body))["code"] == "request.malformed"
    counted = (await house.http.get("/metrics")).text
    assert 'codex_writes_total{outcome="failed"} ' not in counted.replace('outcome="failed"} 0.0', "")


@on_both
async def test_what_is_decoded_twice_hides_no_such_character(house: House) -> None:
    """Whatever path or query of whatever route has it: it is not found, or refused, and no storage fault."""
    ada, fields = await house.guest(), Formatter()
    for path, names in readable(house.app):
        for hidden in ("a%2500", "/people/a%2500", "/people/a%252500"):
            given = {name: quote(hidden, safe="%") for _, name, _, _ in fields.parse(path) if name}
            query = "&".join(f"{name}={quote(hidden, safe='%')}" for name in sorted(names))
            for address in (path.format(**given), f"{path.format(**dict.fromkeys(given, '1'))}?{query}"):
                asked = {"Authorization": f"Bearer {ada.token}"} if address.startswith("/api/") else {}
                answer = await house.http.get(address, headers=asked)
                assert answer.status_code < 500, (address, answer.text)
    assert (await ada.refused("GET", "/previews?path=/people/a%2500"))["code"] == "request.malformed"


@on_both
@pytest.mark.parametrize("number", [2**31, 2**63 - 1, 2**63, -(2**70)])
async def test_a_number_that_no_column_holds_is_no_fault(house: House, number: int) -> None:
    """In a body, or in whatever path or query of whatever route: it is not found, or refused."""
    ada, fields = await house.guest(), Formatter()
    table = await ada.open(seats=2)
    for path in ("/blocks", "/reports"):
        for field in ("line", "seat"):
            kind = {"kind": "chat"} if path == "/reports" else {}
            answer = await ada.ask("POST", path, {"table": table, field: number, **kind})
            assert 400 <= answer.status_code < 500, (path, field, answer.text)
    for path, names in readable(house.app):
        given = {name: str(number) for _, name, _, _ in fields.parse(path) if name}
        within = {**given, "table_id": table}
        for address in (path.format(**given), path.format(**within)):
            query = "&".join(f"{name}={number}" for name in sorted(names))
            answer = await house.http.get(f"{address}?{query}", headers={"Authorization": f"Bearer {ada.token}"})
            assert answer.status_code < 500, (address, answer.text)


async def test_a_token_is_missed_before_a_body_is_judged(house: House) -> None:
    """Whatever body an operation gets that needs a token: without one it says no more than that."""
    for path, methods in describe()["paths"].items():
        for method, operation in methods.items():
            if operation.get("security") == [{"token": []}]:
                answer = await house.http.request(method, re.sub(r"{\w+}", "1", path), content=b"{")
                assert (answer.status_code, answer.json()["code"]) == (401, "token.missing"), (method, path)


async def test_answers_that_tell_tokens_are_kept_nowhere(house: House) -> None:
    """Nor any others of the interface, but for those that say otherwise."""
    ada = await house.guest()
    table = await ada.open(seats=2)
    answers = [
        await house.http.post("/api/v1/guests", json={"name": "Ada"}),
        await ada.ask("GET", "/guests/me"),
        await ada.ask("PATCH", "/guests/me", {"name": "Ada L."}),
        await ada.ask("POST", f"/tables/{table}/seat-token"),
        await ada.ask("POST", "/account", {"name": "Ada", "password": "correct horse"}),
    ]
    assert {(answer.status_code < 300, answer.headers["Cache-Control"]) for answer in answers} == {(True, "no-store")}
