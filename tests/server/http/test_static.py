"""The web client's files, and what every answer carries."""

from pathlib import Path

import httpx
import pytest

from codex_naturalis.server.app import create_app
from codex_naturalis.server.http.static import WebClient, headers_for
from codex_naturalis.server.support.settings import Settings
from tests.server.house import House

PAGE = "<!doctype html><title>built</title>" + " " * 2000


@pytest.fixture
def browser(tmp_path: Path) -> httpx.AsyncClient:
    """Return a browser before a server whose client is built of two files."""
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(PAGE)
    (built / "assets" / "index-abc.js").write_text("console.log('hello')")
    (tmp_path / "secret").write_text("secret")
    app = create_app(Settings(tmp_path / "data", hosts=("codex.test",)), WebClient(built))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://codex.test")  # type: ignore[arg-type]


async def test_every_page_is_the_page(browser: httpx.AsyncClient) -> None:
    """The client draws what belongs to an address; what is no page says so, and is drawn too."""
    for path in ("/", "/t/abc", "/seat/s.abc.def", "/about"):
        answer = await browser.get(path)
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    answer = await browser.get("/nowhere")
    assert (answer.status_code, answer.text) == (404, PAGE)


async def test_hashed_files_are_kept_for_ever(browser: httpx.AsyncClient) -> None:
    """Their name changes with their content."""
    answer = await browser.get("/assets/index-abc.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "Accept-Encoding"


async def test_what_the_browser_has_is_not_sent_again(browser: httpx.AsyncClient) -> None:
    """The page is asked for every time, and sent when it is new."""
    first = await browser.get("/")
    again = await browser.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_text_travels_packed(browser: httpx.AsyncClient) -> None:
    """For browsers that take it."""
    packed = await browser.get("/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == PAGE
    plain = await browser.get("/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


async def test_what_the_build_has_packed_travels_so(browser: httpx.AsyncClient, tmp_path: Path) -> None:
    """Brotli before gzip for browsers that take it; none of it has an address of its own that a page would name."""
    script = tmp_path / "static" / "assets" / "index-abc.js"
    script.with_name("index-abc.js.br").write_bytes(b"brotli's own")
    for accepted, encoding, sent in [
        ("gzip, deflate, br, zstd", "br", b"brotli's own"),
        ("gzip", None, script.read_bytes()),
        ("brotli-like", None, script.read_bytes()),
    ]:
        async with browser.stream("GET", "/assets/index-abc.js", headers={"Accept-Encoding": accepted}) as answer:
            assert answer.headers.get("content-encoding") == encoding
            assert b"".join([part async for part in answer.aiter_raw()]) == sent


@pytest.mark.parametrize(
    "path", ["/../secret", "/assets/../../secret", "/%2e%2e/secret", "/assets/%2e%2e%2f%2e%2e%2fsecret", "//etc/passwd"]
)
async def test_nothing_else_can_be_read(browser: httpx.AsyncClient, path: str) -> None:
    """Only what was built is served."""
    answer = await browser.get(path)
    assert "secret" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/assets/x%00.js", f"/{'x' * 300}", f"/assets/{'x' * 300}.js"])
async def test_what_can_be_no_file_is_missing(browser: httpx.AsyncClient, path: str) -> None:
    """A name that no file can have does not make the server fail."""
    assert (await browser.get(path)).status_code == 404


async def test_missing_files_are_missing(browser: httpx.AsyncClient) -> None:
    """A file that is gone is no page, and neither is an address of the interface."""
    for path in ("/assets/old-123.js", "/favicon.ico", "/api", "/api/v1/nothing", "/api/v2"):
        answer = await browser.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


async def test_without_a_built_client_the_page_says_so(tmp_path: Path) -> None:
    """And how to build it."""
    app = create_app(Settings(tmp_path / "data", hosts=("codex.test",)), WebClient(tmp_path / "nothing"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://codex.test") as browser:  # type: ignore[arg-type]
        assert "make play" in (await browser.get("/")).text


async def test_every_answer_is_guarded(house: House) -> None:
    """Pages, problems and data alike tell browsers what not to do."""
    for path in ("/", "/healthz", "/readyz", "/openapi.json", "/api/v1/tables", "/api/v1/tables/x", "/nowhere.txt"):
        answer = await house.http.get(path)
        wanted = headers_for(path, secure=False)
        assert {name: answer.headers.get(name) for name in wanted} == wanted, path
        assert "unsafe" not in wanted["Content-Security-Policy"]


async def test_every_answer_has_the_name_of_its_request(house: House) -> None:
    """The one that was given, if it makes sense; else a new one each time."""
    given = await house.http.get("/api/v1/bots", headers={"X-Request-ID": "proxy-42.a"})
    assert given.headers["X-Request-ID"] == "proxy-42.a"
    answers = [await house.http.get("/nothing.png", headers={"X-Request-ID": name}) for name in ("", "a b", "x" * 65)]
    names = {answer.headers["X-Request-ID"] for answer in answers}
    assert len(names) == 3
    assert all(len(name) == 16 for name in names)


async def test_the_interface_describes_itself(house: House) -> None:
    """OpenAPI names every address and what goes in and out."""
    description = (await house.http.get("/openapi.json")).json()
    assert description["openapi"].startswith("3.1")
    assert set(description["paths"]["/api/v1/tables"]) == {"get", "post"}
    assert "NewTable" in str(description["components"]["schemas"])
    assert (await house.http.get("/api/schema")).status_code == 404


async def test_health_is_told(house: House) -> None:
    """Alive, and ready."""
    assert (await house.http.get("/healthz")).text == "ok"
    assert (await house.http.get("/readyz")).text == "ok"
    assert (await house.http.head("/")).status_code == 200
