"""Quotas are exact: of thirty requests at once, over one server or two, as many succeed as there is room for."""

import ast
import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server import __file__ as server
from codex_naturalis.server.bans import blocks
from codex_naturalis.server.clubs import clubs
from codex_naturalis.server.correspondence import notes
from codex_naturalis.server.database.quotas import (
    BLOCKS,
    CLUB_MEMBERS,
    CLUBS,
    NOTES,
    PROGRAMS,
    QUOTAS,
    SUBSCRIPTIONS,
    TABLES,
    TOKENS,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
    VACATIONS,
    Quota,
)
from codex_naturalis.server.database.schema import blocks as blocks_table
from codex_naturalis.server.limits import limits
from codex_naturalis.server.notifications import subscriptions
from codex_naturalis.server.people import access_tokens
from codex_naturalis.server.programs import bot_accounts
from codex_naturalis.wire.errors import Code, ProblemError
from tests.server.house import House, Json, Person, open_house
from tests.server.tournaments.field import account, announced, plan
from tests.several import on_both

AT_ONCE: Final = 30
ROOM: Final = 4
"""Rows that fit."""

NO_QUOTAS: Final = {
    Code.BOTS_TOO_MANY: "bots of one request",
    Code.TABLE_FULL: "seats, which a table's revision guards",
    Code.LIMIT_REPORTS: "a rate",
    Code.LIMIT_CHAT: "a rate",
    Code.LIMIT_MESSAGES: "a rate",
    Code.LIMIT_REQUESTS: "a rate",
    Code.LIMIT_CONNECTIONS: "sockets of one process, which stores none",
    Code.LIMIT_WINDOWS: "sockets of one process, which stores none",
    Code.LIMIT_THINKING: "a queue of one process, which stores none",
    Code.LIMIT_BOTS: "load: tables where bots are due, which change with every turn",
    Code.LIMIT_GAMES: "games of one connection",
}
"""Codes that sound like a quota's, and what they bound."""


class Ask(NamedTuple):
    """A request of somebody."""

    token: str | None
    method: str
    path: str
    body: Json = None


Asks = Callable[[Person], Awaitable[Iterator[Ask]]]


def _by(person: Person, method: str, path: str, *bodies: Json) -> Iterator[Ask]:
    """Return requests of one person."""
    return (Ask(person.token, method, path, body) for body in bodies)


async def _found(ada: Person) -> Iterator[Ask]:
    return _by(ada, "POST", "/clubs", *({"name": f"Club {each}"} for each in range(AT_ONCE)))


async def _join_club(ada: Person) -> Iterator[Ask]:
    club = await ada.post("/clubs", {"name": "Readers"})
    people = [await ada.house.guest(f"Guest {each}") for each in range(AT_ONCE)]
    return (Ask(one.token, "POST", "/clubs/join", {"invite": club["invite"]}) for one in people)


async def _make_programs(ada: Person) -> Iterator[Ask]:
    return _by(ada, "POST", "/account/programs", *({"name": f"Engine {each}"} for each in range(AT_ONCE)))


async def _make_tokens(ada: Person) -> Iterator[Ask]:
    return _by(
        ada, "POST", "/account/tokens", *({"name": f"Script {each}", "scope": "read"} for each in range(AT_ONCE))
    )


async def _open_tables(ada: Person) -> Iterator[Ask]:
    return _by(ada, "POST", "/tables", *({"seats": 2} for _ in range(AT_ONCE)))


async def _announce(ada: Person) -> Iterator[Ask]:
    body = {"name": "Thursday", "starts": time.time() + 3600, "plan": plan("swiss"), "bots": []}
    return _by(ada, "POST", "/tournaments", *(body for _ in range(AT_ONCE)))


async def _join_tournament(ada: Person) -> Iterator[Ask]:
    tournament = await announced(ada, "swiss", most=ROOM)
    people = [await ada.house.guest(f"Guest {each}") for each in range(AT_ONCE)]
    return (Ask(one.token, "POST", f"/tournaments/{tournament}/join") for one in people)


async def _leave_for_a_day(ada: Person) -> Iterator[Ask]:
    return _by(ada, "PUT", "/guests/me/vacation", *({"days": 1} for _ in range(AT_ONCE)))


async def _pin_notes(ada: Person) -> Iterator[Ask]:
    table = await ada.open(seats=2)
    cells = ({"text": "Here", "seat": 0, "cell": [each, each]} for each in range(AT_ONCE))
    return _by(ada, "PUT", f"/guests/me/notes/{table}", *cells)


async def _subscribe(ada: Person) -> Iterator[Ask]:
    hooks = ({"url": f"https://93.184.216.34/{each}", "language": "en"} for each in range(AT_ONCE))
    return _by(ada, "POST", "/guests/me/notices/webhook", *hooks)


async def _block(ada: Person) -> Iterator[Ask]:
    names = [f"Rogue {each}" for each in range(AT_ONCE)]
    for name in names:
        await account(ada.house, name)
    return _by(ada, "POST", "/blocks", *({"name": name} for name in names))


class Burst(NamedTuple):
    """What is asked thirty times at once for a quota."""

    asks: Asks
    room: int = ROOM
    """How often it succeeds."""

    again: bool = False
    """Whether it may be asked again, since the second time adds nothing."""


BURSTS: Final[dict[Quota, Burst]] = {
    CLUBS: Burst(_found),
    CLUB_MEMBERS: Burst(_join_club, ROOM - 1, again=True),  # the founder is one, too
    PROGRAMS: Burst(_make_programs),
    TOKENS: Burst(_make_tokens),
    TABLES: Burst(_open_tables),
    TOURNAMENTS: Burst(_announce),
    TOURNAMENT_PLAYERS: Burst(_join_tournament, again=True),
    VACATIONS: Burst(_leave_for_a_day, 1),
    NOTES: Burst(_pin_notes, again=True),
    SUBSCRIPTIONS: Burst(_subscribe, again=True),
    BLOCKS: Burst(_block, again=True),
}


@pytest.fixture
async def houses(
    tmp_path: Path, place: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[House, ...]]:
    """Return the one server of a file, or two that share PostgreSQL, with room for a few of everything."""
    monkeypatch.setattr(clubs, "_MOST_MEMBERS", ROOM)
    monkeypatch.setattr(bot_accounts, "MOST_PROGRAMS", ROOM)
    monkeypatch.setattr(access_tokens, "MOST_TOKENS", ROOM)
    monkeypatch.setattr(notes, "_MOST", ROOM)
    monkeypatch.setattr(subscriptions, "_MOST", ROOM)
    monkeypatch.setattr(blocks, "_MOST", ROOM)
    monkeypatch.setattr(limits, "_MESSAGES_AT_ONCE", 2 * AT_ONCE)
    few = {"clubs_per_account": ROOM, "tables_per_guest": ROOM, "tournaments_per_account": ROOM}
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(open_house(tmp_path, **few, **place)) for _ in range(1 + bool(place))]
        yield tuple(opened)


async def new_guest(house: House, name: str) -> str:
    """Return the id of a new guest."""
    guest, _ = await house.services.lobby.lobby.guests.add(name)
    return guest.id


@on_both
@pytest.mark.parametrize("quota", QUOTAS, ids=lambda quota: quota.code.value)
async def test_a_quota_is_exact_in_a_burst(houses: tuple[House, ...], quota: Quota) -> None:
    """As many of thirty requests succeed as there is room for; the others are told why not, now and later."""
    asks, room, again = BURSTS[quota]
    burst = [*(await asks(await account(houses[0], "Ada")))]
    assert len(burst) == AT_ONCE

    async def sent(house: House, ask: Ask) -> str | None:
        answer = await house.stranger(ask.token).ask(*ask[1:])
        return None if answer.is_success else str(answer.json()["code"])

    answers = await asyncio.gather(*(sent(houses[each % len(houses)], ask) for each, ask in enumerate(burst)))
    assert (answers.count(None), answers.count(quota.code.value)) == (room, AT_ONCE - room)
    first = {answer: ask for ask, answer in zip(burst, answers, strict=True)}
    assert [await sent(house, first[quota.code.value]) for house in houses] == [quota.code.value] * len(houses)
    if again:
        assert [await sent(house, first[None]) for house in houses] == [None] * len(houses)


@on_both
async def test_two_transactions_at_once_have_no_room_for_both(houses: tuple[House, ...]) -> None:
    """Each has added its row before the other counts."""
    guest, *others = [await new_guest(houses[0], name) for name in ("Ada", "Bob", "Cyd")]

    async def add(connection: AsyncConnection, blocked: str) -> None:
        async with BLOCKS.within(connection, guest, most=1):
            row = {"guest": guest, "blocked": blocked, "name": "?", "created": 0.0}
            await connection.execute(insert(blocks_table), row)
            await asyncio.sleep(0.3)

    stores = houses[0].services.store, houses[-1].services.store
    jobs = (store.write(partial(add, blocked=other)) for store, other in zip(stores, others, strict=True))
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    assert sorted(map(type, outcomes), key=str) == [type(None), ProblemError]


def test_every_quota_has_its_burst_and_its_code() -> None:
    """A new one needs a burst in this module."""
    assert set(BURSTS) == set(QUOTAS)
    assert len({quota.code for quota in QUOTAS}) == len(QUOTAS)


def test_every_code_of_a_limit_is_a_quotas_or_has_a_reason() -> None:
    """A new code that says that there are too many belongs to a quota, or to the list of those that count otherwise."""
    words = ("limit.", ".many", ".full", "too_many")
    alike = {code for code in Code if any(word in code.value for word in words)}
    assert alike - {quota.code for quota in QUOTAS} == set(NO_QUOTAS)


def test_nothing_else_counts_rows_to_refuse_one_more() -> None:
    """A method that counts rows and raises a `ProblemError` would be a quota that two requests exceed together."""
    found = {path.name for path in Path(server).parent.rglob("*.py") if any(_counts_and_refuses(path))}
    assert found == {"quotas.py"}


def _counts_and_refuses(path: Path) -> Iterator[bool]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for body in ast.walk(tree):
        if isinstance(body, ast.ClassDef if path.name == "quotas.py" else ast.AsyncFunctionDef):
            text = ast.unparse(body)
            yield "func.count(" in text and "raise Problem" in text
