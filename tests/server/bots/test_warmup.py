"""Opponents that think get ready once on a machine, and everybody can see how far it is."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from codex_naturalis.bots import LEVELS
from codex_naturalis.i18n import LOCALES, locale_texts
from codex_naturalis.kernel.compiler import cache
from codex_naturalis.server.bots import warmup as preparing
from codex_naturalis.server.bots.warmup import Preparation
from tests.server.house import House, Player, open_house
from tests.waiting import until


def program(*lines: str) -> tuple[str, str, str]:
    """Return a program of these lines, to prepare with."""
    return sys.executable, "-c", "\n".join(lines)


@pytest.fixture
def unready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be compiled on this machine."""
    monkeypatch.setattr(cache, "is_compiled", lambda **_: False)


async def test_everybody_is_told_the_levels(house: House) -> None:
    """The weakest first, each with a promise of thinking time; only those that search need to get ready."""
    levels = (await house.stranger().get("/opponents"))["levels"]
    assert [level["bot"] for level in levels] == [level.bot for level in LEVELS]
    assert [(level["elo"], level["error"]) for level in levels] == [
        (level.strength.elo, level.strength.error) for level in LEVELS
    ]
    assert [level["key"] for level in levels] == [level.key for level in LEVELS]
    assert [level["seconds"] for level in levels] == sorted(level["seconds"] for level in levels)
    assert [level["prepares"] for level in levels] == [level["step"] > 4 for level in levels]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_level_has_a_name_and_a_character(locale: str) -> None:
    """In every language."""
    texts = locale_texts(locale)
    for level in LEVELS:
        names = {f"bot.{level.bot}{part}" for part in ("", "_2", "_3")}
        described = {f"scribe.{level.bot}{part}" for part in ("_role", "_text")}
        assert {*names, *described, f"levels.step_{level.step}"} <= texts.keys()


@pytest.mark.usefixtures("unready")
async def test_progress_is_told_while_it_goes_on(tmp_path: Path) -> None:
    """Begun twice it runs once; what the work says besides its progress is passed over."""
    mark, gate = tmp_path / "mark", tmp_path / "gate"
    gate.touch()
    preparation = Preparation(
        program(
            "import pathlib, time",
            f"pathlib.Path({str(mark)!r}).open('a').write('x')",
            "print('a warning', flush=True); print(0.25, flush=True)",
            f"while pathlib.Path({str(gate)!r}).exists(): time.sleep(0.01)",
        )
    )
    assert preparation.opponents().part is None
    preparation.begin()
    preparation.begin()
    assert preparation.opponents().part == 0.0
    await until(lambda: preparation.opponents().part == 0.25)
    gate.unlink()
    await until(lambda: preparation.opponents().part is None)
    preparation.begin()
    await preparation.close()
    assert mark.read_text() == "x"


@pytest.mark.usefixtures("unready")
@pytest.mark.parametrize("work", [program("raise SystemExit(3)"), ("/no/such/program",)], ids=["fails", "is missing"])
async def test_work_that_fails_is_over(work: tuple[str, ...]) -> None:
    """It is not reported as going on, and not tried again and again."""
    preparation = Preparation(work)
    preparation.begin()
    await until(lambda: preparation.opponents().part is None)
    preparation.begin()
    assert preparation.opponents().part is None
    assert not preparation.opponents().ready
    await preparation.close()


@pytest.mark.usefixtures("unready")
async def test_work_ends_with_the_server(tmp_path: Path) -> None:
    """No process is left behind, nor waited for."""
    mark = tmp_path / "mark"
    noting = f"pathlib.Path({str(mark)!r}).write_text(f'{{os.getpid()}} ')"
    preparation = Preparation(program("import os, pathlib, time", noting, "time.sleep(3600)"))
    preparation.begin()
    await until(lambda: mark.exists() and mark.read_text().endswith(" "))
    await preparation.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


@pytest.mark.usefixtures("unready")
async def test_whoever_plays_a_thinking_opponent_has_it_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first turn begins the work, as does a word from the lobby; play goes on meanwhile."""
    monkeypatch.setenv("CODEX_KERNEL_CACHE", str(tmp_path / "empty"))  # for the process that thinks
    sleeping = program("import time", "time.sleep(60)")
    monkeypatch.setattr(preparing.Preparation.__init__, "__defaults__", (sleeping,))
    async with open_house(tmp_path / "one") as house:
        ada = await house.guest()
        assert (await ada.get("/opponents"))["part"] is None
        player = await Player.at(ada, await ada.open(seats=2, bots=["level:4"]))
        await player.play_on(4)
        assert (await ada.get("/opponents"))["part"] == 0.0
    async with open_house(tmp_path / "two") as house:
        assert (await house.stranger().post("/opponents/prepare"))["part"] == 0.0


async def test_nothing_is_prepared_that_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that has compiled the kernel there is nothing to do."""
    monkeypatch.setattr(cache, "is_compiled", lambda **_: True)
    preparation = Preparation(("/no/such/program",))
    preparation.begin()
    opponents = preparation.opponents()
    assert (opponents.ready, opponents.part) == (True, None)
    await preparation.close()


async def test_opponents_are_ready_before_their_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """They can be chosen as soon as they can search, also where the rest fails; the rest is compiled all the same."""
    monkeypatch.setattr(cache, "is_compiled", lambda *, rollouts=True: not rollouts)
    preparation = Preparation(program("raise SystemExit(3)"))
    preparation.begin()
    assert (preparation.opponents().ready, preparation.opponents().part) == (True, 0.0)
    await until(lambda: preparation.failed)
    assert (preparation.opponents().ready, preparation.opponents().available) == (True, True)
    await preparation.close()


@pytest.mark.usefixtures("unready")
async def test_work_that_failed_is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When asked for, with exponential backoff; the status says that it failed."""
    mark = tmp_path / "mark"
    preparation = Preparation(
        program("import pathlib", f"pathlib.Path({str(mark)!r}).open('a').write('x')", "raise SystemExit(3)")
    )
    assert not preparation.failed
    monkeypatch.setattr(preparing, "_PAUSE", 0.05)

    def begun_again() -> bool:
        preparation.begin()
        return preparation.opponents().part is not None

    begun = asyncio.get_running_loop().time()
    for failures in range(1, 4):
        await until(begun_again)
        await until(lambda: preparation.opponents().part is None)
        assert preparation.failed
        assert mark.read_text() == "x" * failures
    assert asyncio.get_running_loop().time() - begun > 0.05 + 0.1
    await preparation.close()


@pytest.mark.usefixtures("unready")
async def test_where_it_failed_there_is_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher answers so, and not for ever that it is getting ready."""
    monkeypatch.setattr(preparing.Preparation.__init__, "__defaults__", (program("raise SystemExit(3)"),))
    monkeypatch.setattr("codex_naturalis.server.teacher.teacher.is_ready", lambda: False)
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        table = await ada.open(seats=1, solo="easy")
        assert (await ada.post(f"/tables/{table}/hint"))["state"] == "preparing"
        await until(lambda: house.services.bots.preparation.failed)
        refused = await ada.refused("POST", f"/tables/{table}/hint")
        assert (refused["code"], refused["status"]) == ("teacher.unready", 503)


@pytest.mark.usefixtures("unready")
async def test_what_cannot_be_compiled_is_not_tried_or_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    """No request waits, and the teacher answers that there is none."""
    monkeypatch.setattr(preparing, "can_compile", lambda: False)
    preparation = Preparation(("/no/such/program",))
    with capture_logs() as logs:
        preparation.begin()
    assert logs == []
    assert preparation.failed
    opponents = preparation.opponents()
    assert (opponents.ready, opponents.part, opponents.available) == (False, None, False)
