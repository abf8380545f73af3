"""Install pinned requirements into the environment this runs in: `python -m tools.install FILE…` or `-e .`.

With uv when it is there, because it takes a second where pip takes a quarter of a minute; with pip when uv cannot,
because only pip reads pip's own settings, such as a mirror of the package index.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

WITHOUT_ON_MUSL: Final = ("llvmlite", "numba")
"""Pins without wheels for musl, which no marker distinguishes from glibc; the game runs without them (`fast`)."""

ROOT = Path(__file__).resolve().parents[1]
STARTED = {
    "project": "codex_naturalis.cli.serve codex_naturalis.server.serve aiosqlite sqlalchemy.dialects.sqlite.aiosqlite"
    " anyio._backends._asyncio litestar.middleware litestar._kwargs litestar.middleware._internal.exceptions"
    " uvicorn.loops.auto uvicorn.lifespan.on uvicorn.protocols.websockets.websockets_sansio_impl",
    "test": "pytest hypothesis hypothesis.strategies playwright.sync_api httpx websockets.sync.client numba",
}
"""Modules that every start loads."""


def install(*arguments: str) -> None:
    """Install `arguments`, written as for pip, or end with the installer's exit code."""
    arguments = (*([] if sys.stderr.isatty() else ["--quiet"]), *arguments)
    code = 1
    if find_spec("uv") is not None:
        code = _run("uv", "pip", "install", "--python", sys.executable, *arguments)
        if code:
            print("▸ uv could not; trying pip", flush=True)
    if code:
        code = _run("pip", "install", "--disable-pip-version-check", *arguments)
    if code:
        raise SystemExit(code)


def requirements(*names: str) -> None:
    """Install the files `requirements/NAME.txt`, every package checked against its hash."""
    files = [ROOT / "requirements" / f"{name}.txt" for name in names]
    left_out = WITHOUT_ON_MUSL if str(sysconfig.get_config_var("SOABI")).endswith("musl") else ()
    with tempfile.TemporaryDirectory() as folder:
        fitting = [_copy_without(left_out, file, Path(folder)) for file in files]
        install("--require-hashes", *(part for file in fitting for part in ("-r", str(file))))


def _copy_without(packages: Sequence[str], file: Path, folder: Path) -> Path:
    """Return a file of pins without some `packages`, and print those removed; `file` itself if it has none."""
    text = file.read_text("utf-8")
    kept = re.sub(rf"^(?:{'|'.join(packages)})==(?:.*\\\n)*.*\n", "", text, flags=re.MULTILINE) if packages else text
    if kept == text:
        return file
    print(f"▸ Without {', '.join(packages)}, which have no wheels for musl: no champions, hints or reviews", flush=True)
    (folder / file.name).write_text(kept, encoding="utf-8")
    return folder / file.name


def project() -> None:
    """Install the project itself, editable, with the pinned build tools."""
    install("--no-deps", "--no-build-isolation", "-e", str(ROOT))


def browser() -> None:
    """Install the runtime for a browser tab (`browser/`), which is fetched once."""
    install("--no-deps", "--no-build-isolation", "--force-reinstall", str(ROOT / "browser"))


def compile_started(*names: str) -> None:
    """Compile the byte code of the modules that every start loads, which installers leave to the first start.

    Compiling all packages would take longer than fetching them; and where Python is set to write no byte code, each
    start would compile again, which takes three times as long as the start.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    modules = " ".join(STARTED.get(name, "") for name in names).split()
    if modules:
        load = f"import {', '.join(modules)}"
        subprocess.run([sys.executable, "-c", load], env=environment, stderr=subprocess.DEVNULL, check=False)


def _run(module: str, *arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", module, *arguments], check=False).returncode


def main() -> None:
    """Install the arguments: files of `requirements/`, `project`, or `browser`."""
    names = sys.argv[1:]
    files = [name for name in names if name not in ("project", "browser")]
    if files:
        requirements(*files)
    if "project" in names:
        project()
    if "browser" in names:
        browser()
    compile_started(*names)


if __name__ == "__main__":
    main()
