"""Engine for a browser tab: the required part of this package as one file, and the runtime."""

import io
import json
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import files as installed_files
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from codex_naturalis.extras import require

__all__ = ["list_engine_files", "pack_engine"]

_PACKAGES: Final = (
    *("analysis", "arrays", "bots", "catalogue", "data", "judgements", "local", "pictures"),
    *("play", "programs", "record", "rules", "seating", "views", "wire"),
)
"""Packages that a local table imports."""

_MODULES: Final = ("__init__.py", "extras.py", "kernel/__init__.py", "lazy_names.py")
_LEFT_OUT: Final = (".npz", ".pyc", ".pyi", ".txt")
"""Endings of unused files: networks need the compiled kernel."""

_THEN: Final = (2026, 1, 1, 0, 0, 0)
"""Date of all files, so that the same package gives the same archive."""


@cache
def list_engine_files() -> dict[str, Path | bytes]:
    """Return the files of `engine/` by name: the runtime, the engine's archive, the manifest of both, licence texts.

    Raises `MissingExtraError` without the extra `offline`.
    """
    require("offline")
    from codex_naturalis_browser import ENGINE  # noqa: PLC0415 - of that extra

    runtime = {file.name: file for file in sorted(ENGINE.iterdir())}
    archive = pack_engine()
    sizes = {name: file.stat().st_size for name, file in runtime.items() if file.suffix != ".br"}
    packed = [runtime.get(f"{name}.br", runtime[name]).stat().st_size for name in sizes]
    manifest = {
        "files": {**sizes, "codex_naturalis.zip": len(archive)},
        "packed": sum(packed) + len(archive),
        "digest": sha256(archive + json.dumps(sizes).encode()).hexdigest()[:16],
    }
    listed = {"codex_naturalis.zip": archive, "manifest.json": json.dumps(manifest).encode()}
    return {**runtime, **listed, "licenses.txt": _read_licences()}


def _read_licences() -> bytes:
    """Return the licence texts of the runtime, which play does not need."""
    texts = [file for file in installed_files("codex-naturalis-browser") or () if "licenses" in file.parts]
    return "\n\n".join(f"{file.stem}\n\n{file.read_text('utf-8')}" for file in sorted(texts)).encode()


def pack_engine() -> bytes:
    """Return a zip archive of the engine's modules and data; the same for the same package."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in sorted(_contents()):
            entry = zipfile.ZipInfo(f"codex_naturalis/{name}", _THEN)
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
    return packed.getvalue()


def _contents() -> Iterator[tuple[str, bytes]]:
    package = files("codex_naturalis")
    for name in _MODULES:
        yield name, package.joinpath(name).read_bytes()
    for name in _PACKAGES:
        yield from _within(package / name, name)


def _within(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _within(entry, name)
        elif not entry.name.endswith(_LEFT_OUT):
            yield name, entry.read_bytes()
