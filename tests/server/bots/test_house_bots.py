"""Bots by path in the house of a server: only those that its host names, prepared, and never replaced in silence."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from codex_naturalis import bots
from codex_naturalis.kernel.compiler import cache
from codex_naturalis.play import Game
from codex_naturalis.rules import Action, options_of
from codex_naturalis.server.bots.worker import BotQuestion, BotWorker
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.views import view_of
from tests.programs.scripts import GOOD, program
from tests.server.house import Player, open_house

SOME = 6
"""Actions of a player: the setup, and two turns that the bot in the other seat answers."""

BOT = """
class Magpie:
    def prepare(self, tell):
        open({prepared!r}, "a").write("prepared\\n")

    def choose(self, view, rng):
        assert view.phase != "place" or len(view.previews) == len(view.legal)
        return rng.choice(view.legal)
"""


async def test_a_table_seats_the_bots_that_the_host_names(tmp_path: Path) -> None:
    """A Python file and a program play a game to its end; a path from the network starts nothing."""
    prepared, magpie = tmp_path / "prepared", tmp_path / "magpie.py"
    magpie.write_text(BOT.format(prepared=str(prepared)))
    named = f"Magpie={magpie}; Old Crow={program(tmp_path, GOOD)}"
    async with open_house(tmp_path / "house", house_bots=named, bot_workers=1) as house:
        ada = await house.guest("Ada")
        assert (await ada.get("/bots"))[4:] == ["Magpie", "Old Crow"]
        for path in (str(magpie), f"exec:{sys.executable} -c 1"):
            refused = await ada.refused("POST", "/tables", {"seats": 2, "bots": [path]})
            assert refused["code"] == "bot.unknown"
            assert "Old Crow" in refused["facts"]["bots"]
        table = await ada.open(seats=3, bots=["Magpie", "Old Crow"])
        player = await Player.at(ada, table)
        await player.until_over()
        assert (await ada.get(f"/tables/{table}"))["table"]["notes"] == []
    assert set(prepared.read_text().split()) == {"prepared"}  # once in each process


@pytest.mark.parametrize("end", ["raise ValueError", "sys.exit(3)", "os._exit(0)", "os.kill(os.getpid(), 11)"])
async def test_one_that_fails_is_replaced_aloud(tmp_path: Path, end: str) -> None:
    """Whatever way it ends, the planner plays for it, the worker lives on, and the table says so."""
    magpie = tmp_path / "magpie.py"
    magpie.write_text(f"import os, sys\n\ndef choose(view, rng):\n    {end}\n")
    async with open_house(tmp_path / "house", house_bots=f"Magpie={magpie}") as house:
        ada = await house.guest("Ada")
        table = await ada.open(seats=2, bots=["Magpie"])
        player = await Player.at(ada, table)
        await player.play_on(SOME)
        notes = (await ada.get(f"/tables/{table}"))["table"]["notes"]
        assert {(note["kind"], note["bot"]) for note in notes} == {("bot_failed", "Magpie")}


def test_a_bot_of_a_package_is_prepared_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once in a process; our kernel has nothing to do with it, so nothing stands in for it."""
    view = view_of(Game.from_seed(options_of(2), "worker").state, 0)
    prepared: list[object] = []

    def choose(*_: object) -> Action:
        return view.legal[1]

    guest = SimpleNamespace(choose=choose, prepare=prepared.append)
    monkeypatch.setattr(bots, "bot_named", lambda _: guest)
    monkeypatch.setattr(cache, "is_compiled", lambda **_: False)
    worker = BotWorker()
    for player in ("a 0", "a 1"):
        reply = worker.answer(BotQuestion("guest", view, "seed", player=player))
        assert (reply.action, reply.stood_in) == (view.legal[1], False)
    assert len(prepared) == 1


@pytest.mark.parametrize("text", ["Magpie", "greedy=./my_bot.py", "Magpie=greedy", "=./my_bot.py"])
def test_what_cannot_be_named_is_said_at_the_start(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """In one sentence, with the name of the setting."""
    monkeypatch.setenv("CODEX_HOUSE_BOTS", text)
    with pytest.raises(ValueError, match="CODEX_HOUSE_BOTS"):
        Settings.from_environment()
