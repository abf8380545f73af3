"""What works with the engine alone, and what a command says whose extra of the package is not installed."""

import json
import os
import pickle
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from codex_naturalis import extras
from codex_naturalis.extras import EXTRAS, MissingExtraError, has, missing_extra, require
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.record import Record, seal_deal, seeded_deal, write_record
from codex_naturalis.rules import options_of
from tests.server.house import open_house
from tests.test_project import imported_packages, tracked
from tools.try_package import TRIALS, constraints
from tools.widen import bounds, unbounded, widened

ROOT = Path(__file__).resolve().parents[1]
METADATA = (ROOT / "pyproject.toml").read_text("utf-8")
DECLARED: dict[str, list[str]] = tomllib.loads(METADATA)["project"]["optional-dependencies"]

ALONE = """
import json, sys
from importlib.metadata import packages_distributions

for name in packages_distributions():
    if name not in {kept!r}:
        sys.modules[name] = None  # how Python itself says "there is none"
"""

COMMANDS = """
import contextlib, io

def stream():
    return io.TextIOWrapper(io.BytesIO(), write_through=True)
from codex_naturalis.cli import main

for arguments in json.load(sys.stdin):
    out, err, code = stream(), stream(), None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as ended:
            code = ended.code
    print(json.dumps([code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()]))
"""

ENGINE = ("codex_naturalis", "click", "msgspec")


def alone(code: str, *arguments: str, given: str = "", kept: tuple[str, ...] = ENGINE, **environment: str) -> str:
    """Return what a new Python prints that has the engine, the packages `kept`, and the standard library."""
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", ALONE.format(kept=kept) + code, *arguments],
        input=given,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def commands(folder: Path, *lines: list[str]) -> list[tuple[int, str, str]]:
    """Return exit code, output and errors of commands, each with the engine alone."""
    output = alone(COMMANDS, given=json.dumps(lines), CODEX_DATA_DIR=str(folder))
    return [tuple(json.loads(line)) for line in output.splitlines()]


def test_every_module_of_an_extra_is_declared() -> None:
    """And everything declared is looked for, but for what only makes it faster."""
    brought = {module: name[0].lower().replace("_", "-") for module, name in packages_distributions().items()}
    brought["ray"] = "ray"  # of all, the one that tests do without
    for extra, modules in EXTRAS.items():
        listed = {re.split("[^a-z0-9-]", line)[0] for line in DECLARED[extra]} - {"uvloop"}
        assert {brought.get(module) for module in modules} == listed - {"argon2-cffi-bindings"}  # only a bound


BROUGHT = {
    "llvmlite": "comes with Numba, which is made of it",
    "pyspiel": "comes with OpenSpiel, which the one module for it is for",
}
"""What is imported without being declared, and why."""


def test_what_is_imported_is_declared() -> None:
    """By the package or by one of its extras: what comes with a library today need not tomorrow."""
    declared = {*sys.stdlib_module_names, *ENGINE, *chain.from_iterable(EXTRAS.values())}
    modules = [path for path in tracked("src") if path.suffix == ".py"]
    found = {name.partition(".")[0] for path in modules for name in imported_packages(path)} - {""}
    assert found - declared == set(BROUGHT)


def test_the_engine_itself_needs_two_packages() -> None:
    """Msgspec and Click; everything else is optional, and what only gathers other extras is known."""
    project = tomllib.loads(METADATA)["project"]
    assert [re.split("[^a-z]", line)[0] for line in project["dependencies"]] == ["click", "msgspec"]
    assert set(DECLARED) == {*EXTRAS, "play", "all"}
    assert DECLARED["play"] == ["codex-naturalis[server,fast,tournaments]"]
    assert DECLARED["all"] == ["codex-naturalis[play,client,terminal,push,postgres,nats]"]


def test_the_client_needs_websockets_alone() -> None:
    """Beside the engine; nothing of the server's own libraries is imported with it."""
    code = "import codex_naturalis.client, codex_naturalis.client.tokens; print('here')"
    assert alone(code, kept=(*ENGINE, "websockets")) == "here\n"


def test_the_table_line_by_line_needs_the_engine_alone(tmp_path: Path) -> None:
    """Alone against Tybor; at a server's table, what is missing is said."""
    line_by_line, server = commands(tmp_path, ["table", "--lines"], ["table", "--lines", "https://example.org/t/x"])
    assert line_by_line[0] == 0
    assert line_by_line[1].startswith("Codex Naturalis, ")
    assert (server[0], "codex-naturalis[client]" in server[2]) == (3, True)


@pytest.mark.usefixtures("english")
def test_the_engine_alone_plays(tmp_path: Path) -> None:
    """Bots without search, records, seals, puzzles, counts and measures need nothing but msgspec and Click."""
    games, genuine = tmp_path / "games.jsonl", tmp_path / "genuine.jsonl"
    deal = seeded_deal(options_of(2), "x")
    genuine.write_text(write_record(Record(options_of(2), deal=deal, seal=seal_deal(deal, (0, 1)))))
    results = commands(
        tmp_path,
        ["--version"],
        ["arena", "random", "greedy", "planner", "level:2", "--games", "1", "--quiet", "--record", str(games)],
        ["replay", "--final", str(games)],
        ["new", "--solo", "hard", "--seed", "x"],
        ["verify", str(genuine)],
        ["puzzle", "1", "--solution"],
        ["perft", "--seats", "2", "--seed", "x", "--depth", "1"],
        ["bench", "--seconds", "0.1", "--json"],
    )
    assert [(code, err) for code, _, err in results] == [(0, "")] * len(results)
    assert "won by seat" in results[2][1]
    assert "the deal is the one that was sealed" in results[4][1]
    assert list(json.loads(results[7][1])) == ["rules_games_per_second"]


def test_a_command_without_its_extra_says_what_to_type(tmp_path: Path) -> None:
    """In one line, with 3, and never with a trace."""
    (played,) = play_arena(Arena(("random", "random"), options_of(2), 1, ""), processes=1)
    game = tmp_path / "game.jsonl"
    game.write_text(write_record(played.record))
    lines = {
        ("play",): "play",
        ("serve",): "server",
        ("worker",): "server",
        ("db", "backup", str(tmp_path / "copy")): "server",
        ("admin", "list"): "server",
        ("admin", "bans"): "server",
        ("admin", "rotate-key"): "server",
        ("review", str(game)): "fast",
        ("arena", "search:10", "random"): "fast",
        ("arena", "level:5", "random"): "fast",
        ("arena", "random", "greedy", "--ray"): "ray",
    }
    for (command, extra), (code, out, err) in zip(lines.items(), commands(tmp_path, *map(list, lines)), strict=True):
        assert (code, out) == (3, ""), (command, out, err)
        assert re.fullmatch(rf'codex-naturalis: .*pip install "codex-naturalis\[{extra}\]"\n', err), (command, err)


@pytest.mark.parametrize(
    ("variable", "value", "module", "extra"),
    [
        ("CODEX_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none", "asyncpg", "postgres"),
        ("CODEX_BUS_URL", "nats://127.0.0.1:1", "nats", "nats"),
    ],
)
def test_a_setting_without_its_extra_says_what_to_type(  # one row of a table
    variable: str, value: str, module: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the server starts."""
    kept = tuple(name for name in packages_distributions() if name != module)
    monkeypatch.setenv(variable, value)
    output = alone(COMMANDS, given=json.dumps([["serve", "--port", "0"]]), kept=kept, CODEX_DATA_DIR=str(tmp_path))
    code, out, err = json.loads(output)
    assert (code, out) == (3, "")
    assert err.endswith(f'pip install "codex-naturalis[{extra}]"\n')


def test_the_library_says_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that asks for a part is told which extra brings it; a fault of another kind stays what it is."""
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not has("fast")
    with pytest.raises(MissingExtraError, match=r'pip install "codex-naturalis\[fast\]"') as caught:
        require("fast")
    assert (caught.value.name, caught.value.extra) == ("numba", "fast")
    copy: Any = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  # our own
    assert (str(copy), copy.extra) == (str(caught.value), "fast")
    assert str(missing_extra(ModuleNotFoundError(name="numba.core"))) == str(caught.value)
    assert missing_extra(ModuleNotFoundError(name="click")) is None
    assert missing_extra(ModuleNotFoundError(name="numpy.nowhere")) is None


@pytest.mark.parametrize(
    ("system", "suffix", "kind"),
    [
        ("darwin", ".cpython-311-darwin.so", "Macs with an Intel processor"),
        ("linux", ".cpython-311-x86_64-linux-musl.so", "musl"),
    ],
)
def test_where_there_are_no_wheels_nothing_is_to_be_typed(  # one row of a table
    system: str, suffix: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba cannot be had there, and so is said, instead of a command that brings nothing."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="x86_64"))
    monkeypatch.setattr(extras, "EXTENSION_SUFFIXES", [suffix])
    assert str(MissingExtraError("fast", "numba")).endswith(f"(no numba); there is none for {kind}")
    assert str(MissingExtraError("server", "litestar")).endswith('type: pip install "codex-naturalis[server]"')


async def test_a_server_without_push_does_not_offer_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers are not asked for what could not be sent; the other ways stay."""
    monkeypatch.setitem(sys.modules, "cryptography", None)
    async with open_house(tmp_path, notices=("push", "webhook")) as house:
        answer = await house.stranger().get("/guests/me/notices")
    assert (answer["kinds"], answer["push_key"]) == (["webhook"], None)


def test_bounds_follow_the_newest_releases() -> None:
    """Each right above the release, and written where it was; what it was does not hold the new one back."""
    newest = {"numba": "0.70.2", "uvicorn": "0.61.0", "websockets": "19.1"}
    assert set(bounds(METADATA)) == set(newest)
    assert bounds(widened(METADATA, newest)) == {
        "numba": "0.71",
        "uvicorn": "0.62",
        "websockets": "20",
    }
    assert bounds(unbounded(METADATA)) == {}
    assert unbounded(widened(METADATA, newest)) == unbounded(METADATA)


def test_every_extra_is_tried_in_an_environment_of_its_own() -> None:
    """By `make package`; but for Ray, whose trial is `make ray-check`."""
    assert {name for tried in TRIALS for name in tried.split(",")} == {"", *DECLARED} - {"ray"}


def test_a_trial_installs_the_locked_versions(tmp_path: Path) -> None:
    """Each once, for the platforms it is meant for, and without hashes, which pip would then want for the wheel too."""
    first, second = tmp_path / "run.txt", tmp_path / "test.txt"
    first.write_text("# made by make\na==1.0 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n")
    second.write_text("a==1.0 \\\n    --hash=sha256:00\nb-c==2 ; sys_platform != 'win32' \\\n    --hash=sha256:02\n")
    assert constraints(first, second) == "a==1.0\nb-c==2 ; sys_platform != 'win32'\n"
