"""The table line by line: alone, against bots, at a table of a server, and through a pipe."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO

import pytest

from codex_naturalis.bots import GreedyBot
from codex_naturalis.client import AsyncServer
from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.rules import ChooseObjective, ChooseSide, Phase, SoloLevel, options_of
from codex_naturalis.terminal import Desk, LocalDesk, play_lines
from codex_naturalis.terminal.remote import RemoteDesk
from codex_naturalis.words import Players, Speech, names_of, speech
from codex_naturalis.words.planning import SOURCES, ends_with_placement, hand_of, holds
from codex_naturalis.words.table import scoring_lines, source_name
from tests.e2e.running import Server as RunningServer

BROKEN = re.compile(r"[{}]|illegal\.|text\.|terminal\.|None")


class Typist(StringIO):
    """A reader who types the best placement in sight on each turn, and reads no faster than the table asks."""

    def __init__(self, desk: Desk, say: Speech, before: Callable[[int], None] = lambda _: None) -> None:
        super().__init__()
        self.desk, self.say, self.before = desk, say, before
        self.turns = 0
        self.waiting: list[str] = []

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # noqa: ARG002 - as of any text
        """Return the next line."""
        view = self.desk.view
        assert view is not None
        if not self.waiting and view.phase is not Phase.OVER:
            self.turns += 1
            self.before(self.turns)
            self.waiting = self._turn()
        return f"{self.waiting.pop(0)}\n" if self.waiting else ""

    def _turn(self) -> list[str]:
        view, say = self.desk.view, self.say
        assert view is not None
        match view.legal[0]:
            case ChooseSide(side):
                return [f"{say.verb('side')} {say.noun(side)}"]
            case ChooseObjective():
                return [f"{say.verb('objective')} 1"]
        best = max(view.previews, key=lambda each: each.points.points if each.points else 0)
        place = hand_of(view).index(best.card) + 1
        cell = ",".join(map(str, best.cell))
        laid = f"{say.verb('place')} {place} {say.noun(best.side)} {cell}"
        if ends_with_placement(view):
            return [laid, say.verb("confirm")]
        source = next(each for each in SOURCES if holds(view, each))
        return [laid, f"{say.verb('draw')} {source_name(say, source)}"]


async def played(desk: Desk, say: Speech, before: Callable[[int], None] = lambda _: None) -> list[str]:
    """Return every line that is told in a whole game."""
    lines: list[str] = []
    async with asyncio.timeout(120):
        await play_lines(desk, say, Typist(desk, say, before), lines.append)
    return lines


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_whole_game_against_tybor_is_told_in_sentences(locale: Locale) -> None:
    """From the first choice to the count, in each language, and no key or hole is left in any line."""
    say, desk = speech(locale), LocalDesk(options_of(1, solo=SoloLevel.EASY), seed="lines", name="Ada")
    lines = await played(desk, say)
    assert desk.ended
    assert [line for line in lines if BROKEN.search(line) or not line] == []
    count = scoring_lines(say, desk.view, Players(0, ("Ada",)))
    assert lines[-len(count) :] == count


async def test_bots_play_on_as_long_as_they_are_to_act() -> None:
    """Three bots and a reader play a game to its end; what is told is what a seat may know."""
    desk = LocalDesk(options_of(4), ("greedy", "random", "greedy"), seed="four", name="Ada")
    lines = await played(desk, speech("en"))
    assert desk.ended
    assert desk.game.version == len(desk.steps)
    names = set(names_of(speech("en"), desk.seats)) - {"Ada"}
    assert len(names) == 3
    assert [name for name in names if not any(line.startswith(name) for line in lines)] == []


async def test_a_game_on_a_server_survives_its_death(own_server: RunningServer) -> None:
    """The server is killed twice in mid-game; the reader only waits, and the game ends like any other."""

    def kill(turn: int) -> None:
        if turn in (4, 8):
            own_server.kill()
            own_server.start()

    async with AsyncServer(own_server.http, name="Host") as host:
        opened = await host.open(seats=2)
        desk = RemoteDesk.at(opened.invitation, name="Ada")
        hosting = asyncio.create_task(host.serve(GreedyBot(), opened.id))
        lines = await played(desk, speech("en"), kill)
        await hosting
    assert any(line.startswith("Host: ") for line in lines)
    assert [step.version for step in desk.steps] == list(range(1, desk.table.version + 1))


async def test_a_refusal_is_said_in_words() -> None:
    """Nothing happens, and the table goes on."""
    desk = LocalDesk(options_of(1, solo=SoloLevel.EASY), seed="x", name="Ada")
    lines: list[str] = []
    await play_lines(
        desk, speech("en"), StringIO("draw gold-1\nxyzzy\nside front\nobjective 9\nquit\nhand\n"), lines.append
    )
    assert "I do not know the word “xyzzy”. “help” lists all commands." in lines
    assert "That objective was not offered to you." in lines or any("offered" in line for line in lines)
    assert desk.game.version == 1


def test_a_pipe_is_read_to_its_end() -> None:
    """`--lines` writes sentences and nothing else: no colours, no cursor movement; the end of the pipe ends it."""
    typed = "side back\nobjective 2\nstatus\n"
    command = [sys.executable, "-m", "codex_naturalis", "table", "--lines", "--solo", "easy", "--seed", "x"]
    done = subprocess.run(  # noqa: S603 - ourselves
        [*command, "--language", "it"], input=typed, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert "Tocca a te" in done.stdout
    assert done.stderr == ""
