"""Statistics of solo games: each guest's own only."""

import asyncio
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from codex_naturalis.rules import RulesVersion, SoloLevel
from codex_naturalis.seating import SOLO_PAGE as PAGE
from codex_naturalis.seating import TableData, changes
from codex_naturalis.server.database.appends import Append, SoloResult
from codex_naturalis.server.database.upgrade import upgrade
from tests.server.house import House, Json, Person, Player, open_house
from tests.timing import within

HISTORY: Final = "/guests/me/solo"
Outcome = tuple[SoloLevel, int, int]
"""A level, one's own points, and Tybor's."""


async def finished(ada: Person, level: str = "easy", seed: int = 0) -> tuple[str, Json]:
    """Play a solo game to its end; return the table and the last view."""
    player = await Player.at(ada, await ada.open(seats=1, solo=level), seed)
    await player.until_over()
    return str(player.table["id"]), player.view


async def remembered(ada: Person, outcomes: list[Outcome]) -> list[str]:
    """Let solo games have come out like this, one after the other; return their tables."""
    store, guest = ada.house.services.store, (await ada.get("/guests/me"))["id"]
    made = []
    for level, points, tybor in outcomes:
        table = await ada.open(seats=1, solo=level.value)
        result = SoloResult(guest, level, points, tybor, points > tybor)
        await store.append_actions(Append(table, 0, 0, time.time(), 0, (), over=True, solo=result))
        made.append(table)
    return made


def tally(history: Json, level: str) -> tuple[Json, ...]:
    """Return games played and won, the best margin, and the current and longest streak at a level."""
    (found,) = [each for each in history["levels"] if each["level"] == level]
    return tuple(found[name] for name in ("played", "won", "best", "streak", "longest"))


async def test_nobody_has_a_history_before_the_first_game(house: House) -> None:
    """Each level is named, with nothing; a game that is still played counts for nothing."""
    ada = await house.guest()
    await (await Player.at(ada, await ada.open(seats=1, solo="hard"))).play_on(6)
    history = await ada.get(HISTORY)
    assert [each["level"] for each in history["levels"]] == list(SoloLevel)
    assert {tally(history, level) for level in SoloLevel} == {(0, 0, None, 0, 0)}
    assert (history["games"], history["more"]) == ([], False)


async def test_a_finished_game_is_remembered_as_it_came_out(house: House) -> None:
    """Points, Tybor's points, and who won are those of the final scoring."""
    ada = await house.guest()
    begun = time.time()
    table, view = await finished(ada, "normal")
    (game,) = (await ada.get(HISTORY))["games"]
    assert begun <= game.pop("ended") <= time.time()
    won = view["result"]["winners"] == [0]
    points, tybor = view["result"]["totals"][0], view["tybor"]["score"]
    expected = {"table": table, "level": "normal", "points": points, "tybor": tybor, "won": won, "best": False}
    assert game == expected
    assert tally(await ada.get(HISTORY), "normal")[:2] == (1, int(won))


async def test_levels_are_counted_apart(house: House) -> None:
    """Streaks end with a game lost or drawn; the best is the largest margin of a game won, and told as it happens."""
    ada = await house.guest()
    easy, hard = SoloLevel.EASY, SoloLevel.HARD
    await remembered(
        ada,
        [
            (easy, 20, 15),
            (hard, 10, 30),
            (easy, 25, 18),
            (easy, 21, 20),
            (easy, 20, 20),
            (hard, 33, 20),
            (easy, 30, 12),
        ],
    )
    history = await ada.get(HISTORY)
    assert tally(history, "easy") == (5, 4, 18, 1, 3)
    assert tally(history, "hard") == (2, 1, 13, 1, 1)
    assert tally(history, "normal") == (0, 0, None, 0, 0)
    assert [game["best"] for game in reversed(history["games"])] == [False, False, True, False, False, False, True]


async def test_games_are_told_a_page_at_a_time(house: House) -> None:
    """The last first; older ones when asked for; what they come to counts all of them."""
    ada = await house.guest()
    tables = await remembered(ada, [(SoloLevel.EASY, 20 + number, 10) for number in range(PAGE + 3)])
    history = await ada.get(HISTORY)
    assert [game["table"] for game in history["games"]] == tables[:2:-1]
    assert history["more"]
    older = await ada.get(f"{HISTORY}?before={tables[3]}")
    assert [game["table"] for game in older["games"]] == tables[2::-1]
    assert not older["more"]
    assert tally(older, "easy") == tally(history, "easy") == (PAGE + 3, PAGE + 3, PAGE + 12, PAGE + 3, PAGE + 3)


async def test_a_history_is_its_guests_alone(house: House) -> None:
    """Other guests see nothing of it, without a token it is refused, and a seat's private link does not open it."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table, _ = await finished(ada)
    await Player.at(bob, table)
    assert (await bob.get(HISTORY))["games"] == []
    assert (await bob.get(f"{HISTORY}?before={table}"))["games"] == []
    assert (await house.stranger().refused("GET", HISTORY))["code"] == "token.missing"
    seat = (await ada.post(f"/tables/{table}/seat-token"))["token"]
    assert (await house.stranger(seat).refused("GET", HISTORY))["code"] == "token.invalid"


async def test_other_games_do_not_count(house: House) -> None:
    """Neither games with others nor what was played on from the middle of a solo game."""
    ada = await house.guest()
    table, _ = await finished(ada)
    await (await Player.at(ada, await ada.open(seats=2, bots=["random"]))).until_over()
    again = (await ada.post(f"/tables/{table}/what-if", {"version": 4, "seat": 0}))["table"]["id"]
    await (await Player.at(ada, again)).until_over()
    assert [game["table"] for game in (await ada.get(HISTORY))["games"]] == [table]


async def test_games_from_before_results_were_kept_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older database gets the same history as if results had always been kept; unfinished games stay out."""
    monkeypatch.setattr(changes, "TableData", partial(TableData, rules=RulesVersion.FIRST))
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        for seed in range(2):
            await finished(ada, "easy", seed)
        await (await Player.at(ada, await ada.open(seats=1, solo="easy"))).play_on(4)
        await (await Player.at(ada, await ada.open(seats=2, bots=["random"]))).until_over()
        before = await ada.get(HISTORY)
    _age(tmp_path / "codex.db")
    async with open_house(tmp_path) as house:
        ada = house.stranger(ada.token)
        first, second = await asyncio.gather(ada.get(HISTORY), ada.get(HISTORY))
    assert first["levels"] == second["levels"] == before["levels"]
    assert [_timeless(game) for game in first["games"]] == [_timeless(game) for game in before["games"]]


def _timeless(game: Json) -> Json:
    return {name: value for name, value in game.items() if name != "ended"}


def _age(path: Path) -> None:
    """Take the database back to the time before results were kept: what it could hold then is in one of that form."""
    older = path.with_suffix(".older")
    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    engine = create_engine(f"sqlite:///{older}", execution_options={"writes": True})
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
    engine.dispose()
    with closing(sqlite3.connect(older)) as connection:
        connection.execute("attach ? as newer", (str(path),))
        for (table,) in connection.execute("select name from main.sqlite_master where type = 'table'").fetchall():
            if table != "alembic_version":
                columns = ", ".join(row[1] for row in connection.execute(f"pragma main.table_info({table})"))
                connection.execute(f"insert into {table} ({columns}) select {columns} from newer.{table}")  # noqa: S608
        connection.commit()
    older.replace(path)
    upgrade(path)


@pytest.mark.parametrize("fault", ["delete from actions where version = 5", "update tables set options = '{'"])
async def test_a_damaged_game_is_left_out(tmp_path: Path, fault: str) -> None:
    """A game that cannot be replayed does not hide the others."""
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        table, _ = await finished(ada)
    with closing(sqlite3.connect(tmp_path / "codex.db")) as connection:
        connection.execute("update solo_games set points = null, tybor = null, won = null")
        connection.execute(f"{fault} {'and table_id' if 'where' in fault else 'where id'} = ?", (table,))
        connection.commit()
    async with open_house(tmp_path) as house:
        ada = house.stranger(ada.token)
        await finished(ada, "hard")
        assert [game["level"] for game in (await ada.get(HISTORY))["games"]] == ["hard"]


@pytest.mark.timing
async def test_many_games_are_told_at_once(house: House) -> None:
    """Thousands of games, one's own and others', do not delay the answer."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    own, other = (await ada.get("/guests/me"))["id"], (await bob.get("/guests/me"))["id"]
    with closing(sqlite3.connect(house.services.settings.database)) as connection:
        columns = [row[1] for row in connection.execute("pragma table_info(tables)")]
        table = await ada.open(seats=1, solo="easy")
        rest = ", ".join(column for column in columns if column not in ("id", "request"))
        for number in range(6000):
            connection.execute(
                f"insert into tables (id, {rest}) select 'many-{number}', {rest} from tables where id = ?",  # noqa: S608
                (table,),
            )
            connection.execute(
                "insert into solo_games values (?, ?, 'easy', ?, 20, 10, 1, 9)",
                (f"many-{number}", other if number % 2 else own, float(number)),
            )
        connection.commit()
    begun = time.process_time()
    history = await ada.get(HISTORY)
    assert time.process_time() - begun < within(0.25)
    assert tally(history, "easy") == (3000, 3000, 10, 3000, 3000)
