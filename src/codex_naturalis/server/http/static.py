"""Static files of the web client: hashed assets are cached forever, the page itself is revalidated."""

import gzip
import mimetypes
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from codex_naturalis.extras import has
from codex_naturalis.local.archive import list_engine_files
from codex_naturalis.local.pages import with_base
from codex_naturalis.wire.errors import Code, ProblemError

from ..services import settings_of
from .page_heads import PageHead, page_head

__all__ = ["WebClient", "client_handler", "headers_for"]

_FOLDER: Final = Path(__file__).parents[1] / "static"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FRESH: Final = "no-cache"
_PAGES: Final = (
    *("", "t", "seat", "about", "replay", "learn", "rules", "analysis", "puzzles", "daily"),
    *("account", "games", "people", "notices", "bestiary", "around", "explore", "moderation", "tournaments", "clubs"),
    "match",
    "play-now",
    "party",
    "alone",
    "tables",
)
"""First path segments of the client's pages."""

_NAMING: Final = re.compile(
    r"(?:t|seat|people|tables|account|games|notices|moderation)(?:/.*)?|(?:tournaments|clubs|match|daily|around)/.+"
)
"""Pages that show people's names or are private: no search engine should list them."""

_WORTH_PACKING: Final = 1024
_TEXT: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_POLICY_OF_ENGINE: Final = _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_ENGINE_WORKER: Final = re.compile(r"/assets/worker-[\w-]+\.js")
"""Worker that runs the engine: only it compiles WebAssembly, since a worker has a policy of its own."""

_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_OVER_TLS: Final = {"Strict-Transport-Security": "max-age=31536000"}
"""Header that makes browsers stay on HTTPS (HSTS)."""

_NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Codex Naturalis</title>
<h1>The web client is not built</h1>
<p>The server runs, but the pages it should show are missing. Run <code>make play</code> in the project's folder,
which builds them, and reload.</p></html>
"""


class _File(Struct, frozen=True):
    plain: bytes
    packed: tuple[tuple[str, bytes], ...]
    """Content encodings with their bytes, the smallest first."""

    media: str
    etag: str

    def best_encoding(self, accepted: str) -> tuple[str, bytes]:
        """Return the best encoding that a browser accepts, possibly none, and the bytes in it."""
        names = {each.partition(";")[0].strip() for each in accepted.split(",")}
        return next((each for each in self.packed if each[0] in names), ("", self.plain))


class WebClient:
    """Built files of the web client, cached in memory."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        """Serve the files in `folder`."""
        self._folder = folder.resolve()
        self._files: dict[tuple[Path, int], _File] = {}

    def is_page(self, path: str) -> bool:
        """Return whether the single page answers `path`."""
        return self._read(path) is None and path.partition("/")[0] in _PAGES

    def respond(
        self, path: str, *, accepted: str, known: str | None, head: PageHead | None = None, base: str = ""
    ) -> Response[bytes]:
        """Return the file at `path`, or the single page, which renders the path itself.

        `accepted`: the encodings the browser accepts; `known`: the ETag it has; `head`: the page's metadata;
        `base`: the path of this server.
        """
        file = self._read(path)
        caching = _FOR_EVER if file and path.startswith("assets/") else _FRESH
        status = 200 if file or path.partition("/")[0] in _PAGES else 404
        if file is None:
            file = self._page(path) if head is None else _with_head(self._page(path), head)
        if base and file.media == "text/html":
            file = _with_base(file, base)
        vary = "Accept-Encoding, Accept-Language" if file.media == "text/html" else "Accept-Encoding"
        headers = {"Cache-Control": caching, "ETag": file.etag, "Vary": vary}
        if _NAMING.fullmatch(path):
            headers["X-Robots-Tag"] = "noindex"
        if known == file.etag:
            return Response(b"", status_code=304, headers=headers, media_type=file.media)
        encoding, content = file.best_encoding(accepted)
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(content, status_code=status, media_type=file.media, headers=headers)

    def _page(self, path: str) -> _File:
        """Return the single page, which also reports unknown paths; raise a `ProblemError` for a missing file."""
        if "." in path.rpartition("/")[2] and path.partition("/")[0] not in _PAGES:
            raise ProblemError(Code.REQUEST_UNKNOWN)
        return self._read("index.html") or _file(_NOT_BUILT.encode(), "text/html")

    def _read(self, path: str) -> _File | None:
        if path.startswith("engine/"):
            return _read_engine(path.removeprefix("engine/"))
        try:
            where = (self._folder / path).resolve()
            if not where.is_relative_to(self._folder) or not where.is_file():
                return None
        except (OSError, ValueError):
            return None  # no file can have such a name
        key = (where, where.stat().st_mtime_ns)
        if key not in self._files:
            beside = where.with_name(f"{where.name}.br")
            brotli = beside.read_bytes() if beside.is_file() else None
            self._files[key] = _file(where.read_bytes(), _media(where), brotli)
        return self._files[key]


@lru_cache(maxsize=32)
def _read_engine(name: str) -> _File | None:
    """Return a file of the engine for a browser tab; None if there is none, or without the extra `offline`."""
    found = list_engine_files().get(name) if has("offline") and not name.endswith(".br") else None
    if found is None:
        return None
    if isinstance(found, bytes):
        return _file(found, _media(Path(name)))
    beside = found.with_name(f"{name}.br")
    return _file(found.read_bytes(), _media(found), beside.read_bytes() if beside.is_file() else None)


def _media(path: Path) -> str:
    known = {
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
    }
    return known.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _file(plain: bytes, media: str, brotli: bytes | None = None) -> _File:
    """Return a file with its compressed forms: gzip made here, Brotli by the client's build (frontend/packed.ts)."""
    packed = [("br", brotli)] if brotli else []
    if len(plain) >= _WORTH_PACKING and media.startswith(_TEXT):
        packed.append(("gzip", gzip.compress(plain, mtime=0)))
    return _File(plain, tuple(packed), media, f'"{sha256(plain).hexdigest()[:20]}"')


@lru_cache(maxsize=256)
def _with_head(page: _File, head: PageHead) -> _File:
    """Return a page with its head; the newest are cached, since compressing takes longer than the rest."""
    return _file(head.within(page.plain), page.media)


@lru_cache(maxsize=256)
def _with_base(page: _File, base: str) -> _File:
    """Return a page with the path of this server in its links, and in `data-base`, where the client reads it."""
    moved = with_base(page.plain.decode(), base).replace("<html ", f'<html data-base="{base}" ', 1)
    return _file(moved.encode(), page.media)


@lru_cache(maxsize=4)
def _headers(*, secure: bool, engine: bool) -> dict[str, str]:
    policy = {"Content-Security-Policy": _POLICY_OF_ENGINE} if engine else {}
    return {**_HEADERS, **(_OVER_TLS if secure else {}), **policy}


def headers_for(path: str, *, secure: bool) -> Mapping[str, str]:
    """Return the security headers of the answer at `path`, `secure` over HTTPS."""
    return _headers(secure=secure, engine=_ENGINE_WORKER.fullmatch(path) is not None)


def client_handler(client: WebClient) -> HTTPRouteHandler:
    """Return the fallback route, which serves the web client."""

    async def handle(request: Request[Any, Any, Any]) -> Response[bytes]:
        path = request.url.path.lstrip("/")
        if path.split("/")[0] == "api":
            raise ProblemError(Code.REQUEST_UNKNOWN)
        return client.respond(
            path,
            accepted=request.headers.get("accept-encoding", ""),
            known=request.headers.get("if-none-match"),
            head=await page_head(request) if client.is_page(path) else None,
            base=settings_of(request.app).base_path,
        )

    return get(["/", "/{path:path}"], include_in_schema=False)(handle)
