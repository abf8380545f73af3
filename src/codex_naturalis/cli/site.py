"""`codex-naturalis site`: export the game as static files for any web server, without our server."""

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Final

import click

from codex_naturalis.extras import require
from codex_naturalis.local.archive import list_engine_files
from codex_naturalis.local.pages import with_base

from .texts import say

__all__ = ["site", "write_engine", "write_site"]

_NOT_THERE: Final = (".br", ".source-hash")
"""Endings of files that a static folder does not need."""

_MEGABYTE: Final = 1_000_000


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder to write.")
def site(out: Path) -> None:
    r"""Write the game as a folder of files, which any web server can serve.

    \b
    codex-naturalis site --out build/site
    python -m http.server --directory build/site
    """
    if out.exists() and any(out.iterdir()) and not (out / "engine" / "manifest.json").is_file():
        raise click.ClickException(say("site.full", folder=str(out)))
    size = write_site(out)
    click.echo(say("site.written", folder=str(out), size=f"{size / _MEGABYTE:.1f}"))


def write_site(out: Path) -> int:
    """Write the pages and the engine into `out`, replacing an earlier export; return their bytes."""
    require("offline")
    with_pages = files("codex_naturalis.server") / "static"
    if not with_pages.joinpath("index.html").is_file():
        raise click.ClickException(say("site.unbuilt"))
    shutil.rmtree(out, ignore_errors=True)
    leave = shutil.ignore_patterns(*(f"*{name}" for name in _NOT_THERE))
    shutil.copytree(str(with_pages), out, ignore=leave)
    for page in ("index.html", "cards.html"):
        path = out / page
        path.write_text(_as_file(path.read_text("utf-8")), "utf-8")
    (out / ".nojekyll").touch()  # hosts that would leave out files whose names begin with an underscore
    write_engine(out / "engine")
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def write_engine(folder: Path) -> None:
    """Write the runtime, the engine's archive, and a list of both with their bytes."""
    folder.mkdir(parents=True)
    for name, content in list_engine_files().items():
        if not name.endswith(".br"):
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.read_bytes())


def _as_file(page: str) -> str:
    """Return a page of the server as a static file: its links are relative, and it states that there is no server."""
    return with_base(page, ".").replace("<html ", '<html data-home="files" ', 1)
