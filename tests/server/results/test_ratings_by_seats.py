"""Games of two, three and four seats have ratings apart, also those that were played before they had."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert, select, text
from sqlalchemy.engine import Connection

from codex_naturalis.play.plackett_luce import NEW, after_game
from codex_naturalis.server.database.schema import accounts, ratings, results
from tests.server.house import House
from tests.server.people.test_history import counted, person, played

GAMES = {"a": ("Ada", "Bob"), "b": ("Bob", "Ada"), "c": ("Ada", "Bob", "Cleo"), "d": ("Ada", None)}
"""Rated games before the migration, the order of their people; the last one's second has deleted the account."""


async def test_each_number_of_seats_has_a_rating(house: House) -> None:
    """The page of a person tells one for each, the leaderboard one list for each, a table those of its own."""
    people = [await person(house, name) for name in ("Ada", "Bob", "Cleo")]
    await counted(people, (await played(people[:2], rated=True))[0])
    three = await counted(people, (await played(people, rated=True))[0])
    page = await house.stranger().get("/people/Ada")
    assert [(one["seats"], one["games"]) for one in page["standings"]] == [(2, 1), (3, 1)]
    assert [point["seats"] for point in page["history"]] == [2, 3]
    assert {one["standing"]["seats"] for one in three} == {3}
    assert all(one["change"] == pytest.approx(one["standing"]["rating"] - 1500) for one in three)
    for wrong in ("1", "5", "two"):
        assert (await house.stranger().refused("GET", f"/people?seats={wrong}"))["status"] == 400


def test_games_from_before_are_counted_again(tmp_path: Path) -> None:
    """By number of seats, oldest first, in the new model; what a deleted account has left says nothing of the rest."""
    engine = create_engine(f"sqlite:///{tmp_path / 'codex.db'}")
    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0901")
        _before(connection)
        command.upgrade(config, "1001")
        stored = {(row.guest, row.seats): row for row in connection.execute(select(ratings))}
        last = connection.execute(select(results).where(results.c.table_id == "c", results.c.guest == "Ada")).one()
    ada, bob = after_game([(NEW, 1), (NEW, 2)])
    bob, ada = after_game([(bob, 1), (ada, 2)])
    assert set(stored) == {("Ada", 2), ("Bob", 2), ("Ada", 3), ("Bob", 3), ("Cleo", 3)}
    assert stored["Bob", 2].rating == pytest.approx(bob.rating)
    assert (stored["Bob", 2].games, stored["Bob", 2].changed, stored["Ada", 2].games) == (2, 1.0, 3)
    best = after_game([(NEW, 1), (NEW, 2), (NEW, 3)])[0]
    assert stored["Ada", 3].rating == last.rating == pytest.approx(best.rating)
    assert (last.change, last.deviation) == (pytest.approx(best.rating - 1500), pytest.approx(best.deviation))


def _before(connection: Connection) -> None:
    for name in ("Ada", "Bob", "Cleo"):
        connection.execute(text("insert into guests (id, name, created) values (:id, :id, 0)"), {"id": name})
        row = {"guest": name, "name": name, "folded": name, "password": "", "created": 0.0}
        connection.execute(insert(accounts), row)
        old = "insert into ratings values (:id, 1700, 40, 0.06, 9, 2)"
        connection.execute(text(old), {"id": name})
    for ended, (table, people) in enumerate(GAMES.items()):
        made = "insert into tables (id, revision, version, party, host, stage, listed, options, created, touched) "
        connection.execute(text(f"{made} values (:id, 0, 0, :id, 'Ada', 'over', 0, '', 0, 0)"), {"id": table})
        for rank, guest in enumerate(people, 1):
            if guest:
                row = {"table_id": table, "guest": guest, "ended": float(ended), "seats": len(people), "rank": rank}
                counted_then = {"points": 20, "won": rank == 1, "rating": 1700.0, "deviation": 40.0, "change": 9.0}
                connection.execute(insert(results), row | counted_then)
