"""Fetch the runtime and the wheels for a browser tab into the package, each pinned by version and hash."""

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hatch_build import NODE_WHEEL, Npm, system_npm, wheel_npm  # the repository's own, beside this folder

RUNTIME: Final = "pyodide@314.0.7"
MSGSPEC: Final = "msgspec==0.22.0"
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
SHA256: Final = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "msgspec.whl": "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
}

WASM: Final = "pyodide.asm.wasm"
"""Compressed here and decompressed by the worker: many web servers would send it raw, three times as large."""

SCRIPTS: Final = ("pyodide.mjs", "pyodide.asm.mjs")
"""Modules renamed to `.js`: many web servers do not know `.mjs`, and browsers refuse modules without a type."""

LIBRARY: Final = "python_stdlib.zip"

UNUSED: Final = (
    *(
        "_pyrepl",
        "doctest",
        "ftplib",
        "html",
        "imaplib",
        "mailbox",
        "multiprocessing",
        "optparse",
        "pdb",
        "pickletools",
    ),
    *("poplib", "pydoc", "smtplib", "unittest", "wsgiref", "xml", "xmlrpc"),
    *("encodings/big5", "encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/cp9", "encodings/euc_"),
    *("encodings/gb", "encodings/iso", "encodings/koi8", "encodings/mac_", "encodings/shift_"),
)
"""Prefixes of names left out of the library: a third of it, which no game needs."""

PACK: Final = """
const { brotliCompressSync, constants } = require('node:zlib');
const { readFileSync, writeFileSync } = require('node:fs');
const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
for (const file of process.argv.slice(1))
  writeFileSync(file + '.br', brotliCompressSync(readFileSync(file), { params }));
"""
"""Takes two seconds; the highest quality would take half a minute to save six per cent."""


def fetch(folder: Path) -> None:
    """Fill `folder` with the files in `SHA256`; raise `SystemExit` if any differs from its pin."""
    npm = system_npm() or wheel_npm()
    if npm is None:
        raise SystemExit("no Node was found, whose npm fetches the runtime")
    with tempfile.TemporaryDirectory() as temporary:
        found = Path(temporary)
        _fetch_runtime(npm, found)
        _fetch_msgspec(found)
        for name, pinned in SHA256.items():
            if hashlib.sha256((found / name).read_bytes()).hexdigest() != pinned:
                raise SystemExit(f"{name} is not the file that is pinned in {Path(__file__).name}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in SHA256:
            (folder / _named(name)).write_bytes(_changed(name, (found / name).read_bytes()))
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    trimmed = {"info": lock["info"], "packages": {}}  # what it lists is fetched on demand, and nothing is
    (folder / "pyodide-lock.json").write_text(json.dumps(trimmed))
    node = shutil.which("node", path=npm.env["PATH"])
    files = [folder / _named(name) for name in SCRIPTS]
    if node is None or subprocess.run([node, "-e", PACK, *files], check=False).returncode:
        raise SystemExit("the files could not be packed")


def _named(name: str) -> str:
    if name == WASM:
        return "pyodide.asm.bin"
    return name.replace(".mjs", ".js") if name in SCRIPTS else name


def _changed(name: str, content: bytes) -> bytes:
    if name == WASM:
        return gzip.compress(content, 9, mtime=0)
    if name == LIBRARY:
        return _trim(content)
    return content.replace(b".asm.mjs", b".asm.js") if name in SCRIPTS else content


def _trim(library: bytes) -> bytes:
    """Return the archive of Python's library without `UNUSED`."""
    trimmed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as whole, zipfile.ZipFile(trimmed, "w", compresslevel=9) as part:
        for member in whole.infolist():
            if not member.filename.startswith(UNUSED):
                part.writestr(member, whole.read(member), zipfile.ZIP_DEFLATED, 9)
    return trimmed.getvalue()


def _fetch_runtime(npm: Npm, folder: Path) -> None:
    if npm.run(folder, "pack", "--silent", RUNTIME):
        raise SystemExit(f"npm could not fetch {RUNTIME}")
    (archive,) = folder.glob("pyodide-*.tgz")
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            name = Path(member.name).name
            content = packed.extractfile(member) if name in SHA256 else None
            if content is not None:
                (folder / name).write_bytes(content.read())


def _fetch_msgspec(folder: Path) -> None:
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
    code = subprocess.run([*pip, "--only-binary", ":all:", *PLATFORM, "--dest", str(folder), MSGSPEC], check=False)
    if code.returncode:
        raise SystemExit(f"pip could not fetch {MSGSPEC}")
    (wheel,) = folder.glob("msgspec-*.whl")
    wheel.rename(folder / "msgspec.whl")


class RuntimeBuildHook(BuildHookInterface[Any]):
    """Fetch the runtime, unless it is there, before hatchling collects the files of the package."""

    PLUGIN_NAME = "custom"

    @property
    def _folder(self) -> Path:
        return Path(self.root) / "codex_naturalis_browser" / "engine"

    def _missing(self) -> bool:
        packed = {f"{_named(name)}.br" for name in SCRIPTS}
        there = {path.name for path in self._folder.glob("*")}
        return there != {_named(name) for name in SHA256} | packed

    def dependencies(self) -> list[str]:
        """Require Node only when there is something to fetch and the machine has no suitable one."""
        return [NODE_WHEEL] if self._missing() and system_npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Fetch missing files."""
        if self._missing():
            fetch(self._folder)
