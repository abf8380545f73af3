"""How the web client gets into the package: when it is built, with which Node, and what is installed for it."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hatch_build import HASH_FILE, Client, Npm, fits
from tools.generate import ROOT, settle

# A program in npm's place that does what npm's `run build` and `ci` leave behind, and writes down how it was called.
NPM = """
import pathlib, sys
with open("calls", "a") as calls:
    print(*sys.argv[1:], file=calls)
built = pathlib.Path("../src/codex_naturalis/server/static")
if sys.argv[1] == "run":
    built.mkdir(parents=True, exist_ok=True)
    (built / "index.html").write_text("<!doctype html>")
"""

Packages = Mapping[str, Mapping[str, object]]
LOCKED: Packages = {
    "": {"name": "client"},
    "node_modules/builder": {"version": "2.0.0"},
    "node_modules/tester": {"version": "1.0.0", "dev": True},
    "node_modules/for-another-machine": {"version": "1.0.0", "optional": True},
}
BUILDER = {"node_modules/builder": {"version": "2.0.0"}}
TESTER = {"node_modules/tester": {"version": "1.0.0", "dev": True}}
OLD_BUILDER = {"node_modules/builder": {"version": "1.0.0"}}


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """Return a source tree with a small client that is not built yet."""
    sources = tmp_path / "frontend"
    (sources / "src").mkdir(parents=True)
    (sources / "src" / "main.ts").write_text("export {};")
    (sources / "package-lock.json").write_text(json.dumps({"packages": LOCKED}))
    return Client(tmp_path)


@pytest.fixture
def npm() -> Npm:
    """Return the program in npm's place."""
    return Npm((sys.executable, "-c", NPM), {})


def installed(client: Client, packages: Packages) -> None:
    """Let `packages` be in node_modules, as npm notes it there."""
    modules = client.sources / "node_modules"
    modules.mkdir()
    (modules / ".package-lock.json").write_text(json.dumps({"packages": packages}))


def calls(client: Client) -> list[str]:
    """Return how npm was called."""
    written = client.sources / "calls"
    return written.read_text().splitlines() if written.exists() else []


@pytest.mark.parametrize(
    ("version", "fit"),
    [
        ("v18.20.0", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.0", True),
        ("", False),
    ],
)
def test_only_a_node_that_vite_accepts_fits(version: str, fit: bool) -> None:
    """Vite runs on ^20.19 || >=22.12."""
    assert fits(version) is fit


def test_a_built_client_is_current_until_a_source_changes(client: Client, npm: Npm) -> None:
    """A client is stale before it is built and after a source or a text changed; tests are not sources."""
    installed(client, BUILDER)
    assert not client.is_current()
    client.build(npm)
    (client.sources / "calls").unlink()
    (client.built / HASH_FILE).write_text(client.source_hash())
    (client.sources / "tests").mkdir()
    (client.sources / "tests" / "main.test.ts").write_text("")
    assert client.is_current()
    texts = client.root / "src" / "codex_naturalis" / "i18n" / "locales" / "en.toml"
    texts.parent.mkdir(parents=True)
    texts.write_text("[app]")
    assert not client.is_current()
    texts.unlink()
    assert client.is_current()
    (client.sources / "src" / "main.ts").write_text("export const changed = true;")
    assert not client.is_current()


def test_an_unpacked_sdist_counts_as_built(client: Client) -> None:
    """What carries PKG-INFO and a built client is not built again, whatever its sources."""
    client.built.mkdir(parents=True)
    (client.built / "index.html").write_text("<!doctype html>")
    assert not client.is_current()
    (client.root / "PKG-INFO").write_text("")
    assert client.is_current()


@pytest.mark.parametrize(
    ("present", "tools", "expected"),
    [
        ({}, False, ["ci --ignore-scripts --no-audit --no-fund --omit=dev"]),
        ({}, True, ["ci --ignore-scripts --no-audit --no-fund"]),
        (BUILDER, False, []),
        (BUILDER, True, ["ci --ignore-scripts --no-audit --no-fund"]),
        (OLD_BUILDER, False, ["ci --ignore-scripts --no-audit --no-fund --omit=dev"]),
        (OLD_BUILDER | TESTER, False, ["ci --ignore-scripts --no-audit --no-fund"]),
        (BUILDER | TESTER, True, []),
    ],
)
def test_npm_installs_only_what_lacks(
    client: Client,
    npm: Npm,
    present: Packages,
    tools: bool,
    expected: list[str],
) -> None:
    """Nothing is installed that is there; what a build needs never drives out the tools of the tests."""
    installed(client, present)
    client.install(npm, tools=tools)
    assert calls(client) == expected


def test_a_build_that_fails_says_what_to_do(client: Client) -> None:
    """When npm fails, one sentence names the ways out."""
    failing = Npm((sys.executable, "-c", "raise SystemExit(3)"), {})
    with pytest.raises(SystemExit, match=r"npm ci ended with 3.*npm registry.*CODEX_UI_BUILD=skip"):
        client.build(failing)
    assert not client.is_current()


def test_a_stale_generated_file_is_told_and_then_mended() -> None:
    """Checking fails while a generated file differs, and passes once it was written."""
    path = ROOT / "test-results" / "generated.txt"
    path.unlink(missing_ok=True)
    assert settle({path: "new\n"}, check=True) == 1
    assert not path.exists()
    assert settle({path: "new\n"}, check=False) == 0
    assert settle({path: "new\n"}, check=True) == 0
