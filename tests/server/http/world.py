"""A server on which there is one of everything: tables at every stage, and callers of every kind."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Final

from codex_naturalis.seating import close_table
from codex_naturalis.wire.table import NoteKind
from tests.server.daily.conftest import Calendar
from tests.server.house import House, Json, Person, Player
from tests.server.moderation.test_reports import moderator
from tests.server.programs.parts import Program, program_of
from tests.server.tournaments.field import announced, begun, own_table, plan

PASSWORD: Final = "a long walk by the sea"  # noqa: S105 - nobody's
SLOW: Final = {"kind": "correspondence", "days": 3}


@dataclass
class World:
    """What there is to ask for, by the name that it has in a path or a query, and who asks."""

    house: House
    callers: dict[str, Person]
    named: dict[str, list[str]] = field(default_factory=dict)


async def account(house: House, name: str) -> Person:
    """Return a new guest with an account that has just given its password."""
    person = await house.guest(name)
    return Person(house, (await person.post("/account", {"name": name, "password": PASSWORD}))["token"])


async def finish(*people: Person, table: str) -> str:
    """Let people play a table to its end; return its id."""
    players = [await Player.at(person, table, seed) for seed, person in enumerate(people)]
    await asyncio.gather(*(player.until_over() for player in players))
    return table


async def together(host: Person, other: Person, **wanted: Json) -> str:
    """Return a table of two at which play has begun."""
    table = await host.open(seats=2, **wanted)
    await other.post(f"/tables/{table}/join")
    return table


async def abandon(table: str, house: House) -> str:
    """Let a game be closed before its end, as one that everyone has left."""
    here = await house.services.tables.get(table)
    await here.change(lambda data: close_table(data, NoteKind.CLOSED_GONE, here.version))
    return table


async def begin_day(person: Person, day: str) -> str:
    """Begin a person's game of a day's deal; return its table."""
    return str((await person.post(f"/daily/{day}/play"))["table"]["id"])


async def begin_match(person: Person, match: str) -> str:
    """Begin a person's game of a match; return its table."""
    return str((await person.post(f"/matches/{match}/play"))["table"]["id"])


async def made(house: House, calendar: Calendar) -> World:
    """Return a server's world: accounts, a guest, one who is deleted, a program, and what they have begun or ended."""
    ada, bob, cleo, dan = [await account(house, name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    eve, mia = await house.guest("Eve"), await moderator(house, "Mia")
    program = await program_of(cleo)
    magpie = Program(house, program)
    await magpie.start()
    world = World(house, {"an account": ada, "another account": bob, "a guest": eve, "a moderator": mia})
    tables = await _tables(house, ada, bob, dan, eve)
    days = await _days(house, calendar, ada, bob, eve)
    matches, at_matches = await _matches(ada, bob, eve)
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    for member in (bob, dan):
        await member.post("/clubs/join", {"invite": club["invite"]})
    cups, at_cups = await _tournaments(ada, bob, dan, club["info"]["id"])
    await eve.ask("POST", "/reports", {"table": tables[2], "seat": 0, "reason": "name"})
    calendar_path = (await ada.post("/guests/me/calendar", {"language": "fr"}))["path"]
    seats = [(await person.post(f"/tables/{tables[1]}/seat-token"))["token"] for person in (ada, dan)]
    await dan.ask("DELETE", "/account", {"password": PASSWORD})
    world.callers |= {
        "nobody": house.stranger(),
        "a deleted account": dan,
        "a seat": house.stranger(seats[0]),
        "a seat of a deleted account": house.stranger(seats[1]),
        "a program": house.stranger(program),
    }
    every = [*tables, *days, *at_matches, *at_cups]
    world.named = {
        "table_id": every,
        "match_id": matches,
        "tournament_id": cups,
        "club_id": [club["info"]["id"]],
        "day": [calendar.day(by) for by in (-2, -1, 0, 1, 30)],
        "file": [calendar_path.rpartition("/")[2]],
    }
    return world


async def _tables(house: House, ada: Person, bob: Person, dan: Person, eve: Person) -> list[str]:
    """Return tables that wait, play, are left, closed and over, of several and solo, with clocks and without."""
    waiting, playing = await ada.open(seats=3, listed=True), await together(ada, dan)
    over = await finish(bob, eve, table=await together(bob, eve))
    slow, rated = await together(ada, bob, clock=SLOW), await together(ada, bob, rated=True)
    left = await together(ada, eve)
    await ada.post(f"/tables/{left}/leave")
    bots = await ada.open(seats=3, bots=["random"])
    shut, gone = await ada.open(seats=2), await abandon(await together(ada, bob), house)
    await ada.post(f"/tables/{shut}/close")
    solo, beaten = await ada.open(seats=1, solo="easy"), await finish(ada, table=await ada.open(seats=1, solo="hard"))
    with_dan = await finish(dan, ada, table=await together(dan, ada))
    again = (await bob.post(f"/tables/{over}/rematch"))["table"]["id"]
    branch = (await bob.post(f"/tables/{over}/what-if", {"version": 4, "seat": 0}))["table"]["id"]
    dared = (await ada.post(f"/tables/{with_dan}/challenge", {"seat": 0, "bot": "random"}))["table"]["id"]
    return [waiting, playing, over, slow, rated, left, bots, shut, gone, solo, beaten, with_dan, again, branch, dared]


async def _days(house: House, calendar: Calendar, ada: Person, bob: Person, eve: Person) -> list[str]:
    """Return tables of yesterday's deal, finished, under way and left, and of today's."""
    day = calendar.today
    tables = [await finish(ada, table=await begin_day(ada, day)), await begin_day(bob, day)]
    calendar.go_on(1)
    tables.append(await abandon(await begin_day(eve, day), house))
    return [*tables, await begin_day(ada, calendar.today)]


async def _matches(ada: Person, bob: Person, eve: Person) -> tuple[list[str], list[str]]:
    """Return a match, and its tables: one over, one under way, one left."""
    match = await ada.post("/matches", {"seats": 2, "bot": "random"})
    await finish(ada, table=match["table"])
    return [match["id"]], [match["table"], await begin_match(bob, match["id"]), await begin_match(eve, match["id"])]


async def _tournaments(ada: Person, bob: Person, dan: Person, club: str) -> tuple[list[str], list[str]]:
    """Return tournaments announced, cancelled and under way, and their tables."""
    body = {"name": "Thursday", "starts": time.time() + 3600, "plan": plan("swiss"), "club": club}
    waiting = (await ada.post("/tournaments", body))["info"]["id"]
    off = await announced(ada, "knockout", most=4)
    await ada.post(f"/tournaments/{off}/cancel")
    cups: list[str] = [waiting, off]
    tables: list[str] = []
    for kind, bots in (("swiss", ()), ("duplicate", ("random",)), ("arena", ())):
        cup = await announced(bob, kind, bots=bots)
        for player in (ada, bob, dan):
            await player.post(f"/tournaments/{cup}/join")
        await begun(bob, cup)
        cups.append(cup)
        tables += {table for player in (ada, bob, dan) if (table := await own_table(player, cup))}
    return cups, tables
