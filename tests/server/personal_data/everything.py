"""One of everything that a server stores about a person, made over HTTP where that is simple, else by the schema."""

import asyncio
import time

import msgspec
from sqlalchemy import Boolean, Float, Integer, Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server.database.schema import (
    accounts,
    guests,
    invitations,
    programs,
    reports,
    seats,
    subscriptions,
    tables,
    tournaments,
)
from codex_naturalis.server.database.schema.personal import INDIRECT, REFERENCES, Indirect, Reference
from tests.server.house import House, Person, Player
from tests.server.moderation.test_reports import appoint, say
from tests.server.people.test_accounts import PASSWORD, signed_up
from tests.server.programs.parts import program_of
from tests.server.tournaments.field import announced, plan

NAME = "Zoraide"
MARK = "vermilion"
"""A word in every text that the person writes."""

MAIL = "zoraide@example.org"


class World:
    """A person of whom a server stores one of everything, and those who play with this person."""

    def __init__(self, house: House, ada: Person, bob: Person, cleo: Person) -> None:
        self.house = house
        self.ada = ada
        self.bob = bob
        self.cleo = cleo
        self.guest = ""
        self.over = self.table = ""
        """Tables that both sat at, finished and under way."""

        self.closed = self.kept = self.cancelled = self.handed_on = ""
        """Clubs and tournaments, by what becomes of them."""


async def one_of_everything(house: House) -> World:
    """Return a person of whom the server stores a row in each table that tells of people."""
    world = World(house, await signed_up(house, NAME), await house.guest("Bob"), await signed_up(house, "Cleo"))
    world.guest = (await world.ada.get("/guests/me"))["id"]
    await _account(world)
    await _games(world)
    await _complaints(world)
    await _meetings(world)
    await house.services.store.write(lambda connection: _rest(connection, world))
    return world


async def _account(world: World) -> None:
    ada = world.ada
    await program_of(world.cleo, "Magpie")
    await ada.post("/account/codes", {"password": PASSWORD})
    await program_of(ada, f"{NAME} bird")
    await ada.post("/account/tokens", {"name": MARK, "scope": "play"})
    for number in range(2):
        await ada.post("/guests/me/notices/webhook", {"url": f"http://127.0.0.1:1/{MARK}/{number}", "language": "en"})
    (way, _) = (await ada.get("/guests/me/notices"))["ways"]
    as_mail = update(subscriptions).where(subscriptions.c.id == way["id"]).values(kind="email", target=MAIL)
    await world.house.services.store.write(lambda connection: connection.execute(as_mail))
    await ada.post("/guests/me/calendar", {"language": "en"})


async def _games(world: World) -> None:
    """Play a game to the end, whose rematch is declined, and a solo game; begin another, and wait at a third."""
    ada, bob = world.ada, world.bob
    first = await ada.open(seats=2)
    await bob.post(f"/tables/{first}/join")
    players = [await Player.at(each, first, seed) for seed, each in enumerate((ada, bob))]
    for number, (player, text) in enumerate(zip((*players, players[0]), (MARK, "a bad word", MARK), strict=True)):
        await say(player.socket, number, text)
    await asyncio.gather(*(player.until_over() for player in players))
    world.over = first
    await bob.post(f"/tables/{first}/rematch")
    await ada.ask("DELETE", f"/tables/{first}/rematch")
    await (await Player.at(ada, await ada.open(seats=1, solo="easy"))).until_over()
    gathering, world.table = await bob.open(seats=3), await bob.open(seats=2)
    for table in (gathering, world.table):
        await ada.post(f"/tables/{table}/join")
    await (await Player.at(ada, world.table)).play_on(1)


async def _complaints(world: World) -> None:
    """Report and be reported, block and be blocked, decide as a moderator; others report what was said in between."""
    ada, bob, cleo = world.ada, world.bob, world.cleo
    about = {"kind": "chat", "table": world.over}
    for reporter, line in ((bob, 1), (ada, 2), (cleo, 2), (await signed_up(world.house, "Dan"), 2)):
        answer = await reporter.ask("POST", "/reports", {**about, "line": line, "comment": "look"})
        assert answer.status_code == 204
    await world.house.services.store.write(_as_before)
    for blocking, line in ((ada, 2), (bob, 1)):
        await blocking.ask("POST", "/blocks", {"table": world.over, "line": line})
    await appoint(world.house, NAME)
    (report, *_) = await ada.get("/moderation/reports")
    assert (await ada.ask("POST", f"/moderation/reports/{report['id']}", {"action": "dismiss"})).status_code == 204


async def _as_before(connection: AsyncConnection) -> None:
    """Let one report be of an earlier version, which did not store whose the lines are."""
    number = (await connection.execute(select(func.max(reports.c.id)))).scalar_one()
    here = reports.c.id == number
    context = msgspec.json.decode((await connection.execute(select(reports.c.context).where(here))).scalar_one())
    for line in context["lines"]:
        assert line.pop("person")
    await connection.execute(update(reports).where(here).values(context=msgspec.json.encode(context).decode()))


async def _meetings(world: World) -> None:
    """Found a club that nobody joins, and one that goes on; announce a tournament for the second and one for anyone."""
    ada, bob, cleo = world.ada, world.bob, world.cleo
    world.closed = (await ada.post("/clubs", {"name": f"{NAME} & co", "about": MARK}))["info"]["id"]
    readers = await ada.post("/clubs", {"name": "Readers"})
    world.kept = readers["info"]["id"]
    await bob.post("/clubs/join", {"invite": readers["invite"]})
    body = {"starts": time.time() + 3600, "plan": plan("swiss", rounds=1)}
    evening = await ada.post("/tournaments", {**body, "name": "Evening", "club": world.kept})
    cup = await ada.post("/tournaments", {**body, "name": f"{MARK} cup"})
    world.handed_on, world.cancelled = evening["info"]["id"], cup["info"]["id"]
    await ada.post(f"/tournaments/{await announced(cleo, 'swiss')}/join")
    await ada.post(f"/tournaments/{world.cancelled}/join")
    await cleo.post(f"/tournaments/{world.cancelled}/join")


async def _rest(connection: AsyncConnection, world: World) -> None:
    """Fill the tables that have no row of the person yet, by their columns; invite a program in the person's name."""
    bird = await _one(connection, select(programs.c.guest).where(programs.c.owner == world.guest))
    for one in (*REFERENCES, *INDIRECT):
        if not (await connection.execute(select(one.table).where(one.of([world.guest, bird])).limit(1))).first():
            await connection.execute(insert(one.table), await _row(connection, one, world))
    magpie = await _one(connection, select(accounts.c.guest).where(accounts.c.name == "Magpie"))
    by = {"table_id": world.table, "guest": magpie, "by": NAME, "host": world.guest, "made": 0.0}
    await connection.execute(insert(invitations), by)


async def _row(connection: AsyncConnection, one: Reference | Indirect, world: World) -> dict[str, object]:
    """Return a row of the person, where references lead to what the person has; texts that are erased bear the mark."""
    mine = {
        guests.c.id: world.guest,
        accounts.c.guest: world.guest,
        tables.c.id: world.over,
        tournaments.c.id: world.handed_on,
        programs.c.guest: await _one(connection, select(programs.c.guest).where(programs.c.owner == world.guest)),
        subscriptions.c.id: await _one(connection, select(subscriptions.c.id)),
    }
    at = select(seats.c.seat).where(seats.c.table_id == world.over, seats.c.guest == world.guest)
    own = {"table_id": world.over, "seat": (await connection.execute(at)).scalar_one()}
    values: dict[str, object] = {}
    for column in one.table.columns:
        keys = list(column.foreign_keys)
        if keys:
            values[column.name] = mine[keys[0].column]
        elif column.name in own:
            values[column.name] = own[column.name]
        elif isinstance(column.type, Integer | Float | Boolean):
            values[column.name] = column.type.python_type(0)
        else:
            erased = isinstance(one, Reference) and (one.erases or column.name in one.blanks)
            values[column.name] = MARK if erased else "[]"
    return values


async def _one(connection: AsyncConnection, wanted: Select[tuple[str]]) -> str:
    return str((await connection.execute(wanted.limit(1))).scalar_one())
