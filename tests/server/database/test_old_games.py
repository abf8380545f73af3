"""What was begun under version 1 of the rules goes to the end it had, whatever release it was begun with."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.json import encode

from codex_naturalis.cli.replay import replay_record
from codex_naturalis.cli.verify import SealVerdict, verify_record
from codex_naturalis.record import Record, parse_seat_action, read_record, write_record
from codex_naturalis.rules import RulesVersion
from codex_naturalis.server.admin import tables as keeping
from codex_naturalis.server.database.upgrade import upgrade
from tests.server.database.old_games import GUESTS, RELEASES, Old, old_database, old_games
from tests.server.house import House, Json, Person, Player, open_house
from tests.server.tables.test_hibernation import put_to_rest
from tests.several import Cluster

OLD = {old.name: old for old in old_games()}


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return where the old database is: in a file, or in PostgreSQL."""
    if request.param == "sqlite":
        return tmp_path / "codex.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.bare()


@pytest.mark.parametrize(
    ("place", "release"),
    [*(("sqlite", release) for release in RELEASES), ("postgres", RELEASES[-1])],
    indirect=["place"],
)
async def test_old_games_go_to_the_end_they_had(place: Path | str, release: str, tmp_path: Path) -> None:
    """Each is played on after the upgrade, over a restart and a rest, and its record is of version 1."""
    await asyncio.to_thread(old_database, place, release)
    await asyncio.to_thread(upgrade, place)
    settings: dict[str, Any] = {"database_url": place} if isinstance(place, str) else {}
    async with open_house(tmp_path, **settings) as house:
        await asyncio.gather(*(play(house, old, most=1) for old in OLD.values()))
    async with open_house(tmp_path, **settings) as house:
        for old in OLD.values():
            await play(house, old)
            record = await record_of(house, old)
            assert record.rules is RulesVersion.FIRST
            assert record.actions == old.record.actions
            assert json.loads(encode(replay_record(record, final=True))) == old.end
            assert old.seal is None or verify_record(record).verdict is SealVerdict.GENUINE
            assert await asyncio.to_thread(keeping.export, place, old.name) == write_record(record)
        await look_back(house)
        await begin_anew(house)


def person(house: House, seat: int) -> Person:
    """Return who sits there at every old table."""
    return house.stranger(house.services.tokens.for_guest(GUESTS[seat]))


async def play(house: House, old: Old, *, most: int = 1000) -> None:
    """Play what is left of an old game, or some of it, as it was played then; between actions it rests."""
    players = [await Player.at(person(house, seat), old.name) for seat in range(old.record.options.seats)]
    table = await house.services.tables.get(old.name)
    assert players[0].view["rules"] == 1
    for version, text in enumerate(old.record.actions[players[0].version :][:most], players[0].version + 1):
        put_to_rest(table)
        seat, action = parse_seat_action(text)
        answer = await players[seat].act(msgspec.to_builtins(action))
        assert answer["type"] == "done", (old.name, text, answer)
        for player in players:
            while player.version < version:
                await player.hear()


async def record_of(house: House, old: Old) -> Record:
    """Return the record that the server tells of a finished game."""
    answer = await person(house, 0).ask("GET", f"/tables/{old.name}/record")
    return read_record(answer.content)


async def look_back(house: House) -> None:
    """Replays, tries and games played on from the middle of an old one are by its rules, too."""
    ada = person(house, 0)
    replay = await ada.get("/tables/walled_in/replay")
    assert replay["steps"][-1]["change"] is not None
    assert [event["type"] for event in replay["steps"][-1]["events"]][-3:] == last_events(OLD["walled_in"])
    last = len(OLD["walled_in"].record.actions) - 1
    assert (await ada.get(f"/tables/walled_in/exercise?version={last}"))["view"]["rules"] == 1
    again = (await ada.post("/tables/walled_in/what-if", {"version": last, "seat": 0}))["table"]["id"]
    player = await Player.at(ada, again)
    await player.act(msgspec.to_builtins(parse_seat_action(OLD["walled_in"].record.actions[-1])[1]))
    assert ended(player.view) == OLD["walled_in"].end["result"]["totals"]


def last_events(old: Old) -> list[str]:
    """Return what the last three events of a game were."""
    assert old.done == len(old.record.actions)
    return ["seat_stuck", "objectives_scored", "game_ended"]


def ended(view: Json) -> Json:
    """Return the totals of a finished game."""
    return view["result"]["totals"]


async def begin_anew(house: House) -> None:
    """Open new games: they are by the books, and what only old ones could agree on is refused, for a rematch too."""
    ada = person(house, 0)
    assert (await Player.at(ada, await ada.open(seats=1, solo="hard"))).view["rules"] == 2
    again = (await ada.post("/tables/over/rematch"))["table"]["id"]
    assert (await Player.at(ada, again)).view["rules"] == 2
    assert (await ada.refused("POST", "/tables/other_deck/rematch"))["code"] == "refill.solo"
    wanted = {"seats": 1, "solo": "easy", "refill": "other_deck"}
    assert (await ada.refused("POST", "/tables", wanted))["code"] == "refill.solo"
