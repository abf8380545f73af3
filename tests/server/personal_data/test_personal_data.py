"""Deletion and export of personal data: nothing that is stored about a person is forgotten by either."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import Column, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server.database.schema import guests, metadata, moderations, seats
from codex_naturalis.server.database.schema.personal import IMPERSONAL, INDIRECT, NOBODY, REFERENCES
from codex_naturalis.server.personal_data.export import withheld
from tests.server.house import House, Json, Person, open_house
from tests.server.notifications.test_notifications import talkative
from tests.server.people.test_accounts import PASSWORD
from tests.server.personal_data.everything import MAIL, MARK, NAME, one_of_everything
from tests.server.programs.parts import token_of
from tests.several import on_both

_SECRETS: Final = (
    *(("accounts", "password"), ("tokens", "digest"), ("recovery_codes", "code"), ("seats", "key")),
    *(("tables", "deal"), ("clubs", "invite"), ("tournaments", "lot"), ("ways", "secret")),
)
"""Columns whose values no export has, the person's own included."""

_TRACES: Final = (NAME.lower(), MARK, MAIL)


def _leads_to_a_guest(column: Column[Any]) -> bool:
    """Return whether a column refers to a guest, directly or by way of another table's key."""
    targets = [key.column for key in column.foreign_keys]
    return any(target is guests.c.id or _leads_to_a_guest(target) for target in targets)


def test_the_declaration_knows_every_column_that_refers_to_a_guest() -> None:
    """A new one has to be named, with what a deletion and an export do about it; so has a table without any."""
    found = {column for table in metadata.tables.values() for column in table.columns if _leads_to_a_guest(column)}
    assert {str(one.column) for one in REFERENCES} == {str(column) for column in found} | {"guests.id"}
    assert len({str(one.column) for one in REFERENCES}) == len(REFERENCES)
    of_people = {one.table for one in (*REFERENCES, *INDIRECT)}
    assert of_people | set(IMPERSONAL) == set(metadata.tables.values())
    assert not of_people & set(IMPERSONAL)


def test_every_exception_has_its_reason() -> None:
    """What a deletion leaves, and what an export withholds, says why; what is withheld is there."""
    for one in REFERENCES:
        assert one.erases is not bool(one.stays), one.column
        assert set(one.blanks) <= set(one.table.columns.keys())
    assert all(one.stays for one in INDIRECT)
    assert all(IMPERSONAL.values())
    for name, why in withheld().items():
        table, column = name.split(".")
        assert column in metadata.tables[table].columns, name
        assert why


async def _stored(house: House) -> dict[str, Json]:
    """Return the rows of every table."""
    names = sorted(metadata.tables)
    rows = await house.services.store.read(*(select(metadata.tables[name]) for name in names))
    return {name: [row._asdict() for row in found] for name, found in zip(names, rows, strict=True)}


def _traces_in(stored: dict[str, Json]) -> list[tuple[str, str, object]]:
    return [
        (table, column, value)
        for table, rows in stored.items()
        for row in rows
        for column, value in row.items()
        if isinstance(value, str) and any(trace in value.lower() for trace in _TRACES)
    ]


def _bytes_of(folder: Path) -> bytes:
    """Return the bytes of a SQLite database and of its write-ahead log, in lower case."""
    files = [folder / "codex.db", folder / "codex.db-wal"]
    return b"".join(file.read_bytes() for file in files).lower()


@pytest.fixture
async def house(tmp_path: Path, place: dict[str, str]) -> AsyncIterator[House]:
    """Return a running server that may tell programs on this machine."""
    async with open_house(tmp_path, **talkative(mail_url="smtp://127.0.0.1:1"), **place) as running:
        yield running


@on_both
async def test_a_deleted_account_leaves_no_trace(house: House, tmp_path: Path, place: dict[str, str]) -> None:
    """One of everything is made; then no column of any table has the name, the mail or a text, nor have the files.

    What goes on has someone to see to it: a club another admin, a club's tournament another host. The rest is closed.
    """
    world = await one_of_everything(house)
    before = {table for table, *_ in _traces_in(await _stored(house))}
    assert place or [trace.encode() in _bytes_of(tmp_path) for trace in _TRACES] == [True] * 3
    assert {"accounts", "chat", "invitations", "moderations", "reports", "seats", "tables", "ways"} <= before
    answer = await world.ada.ask("DELETE", "/account", {"password": PASSWORD})
    assert answer.status_code == 204, answer.text
    assert _traces_in(await _stored(house)) == []
    if not place:
        assert not [trace for trace in _TRACES if trace.encode() in _bytes_of(tmp_path)]
    assert (await world.bob.refused("GET", f"/clubs/{world.closed}"))["code"] == "club.unknown"
    kept = await world.bob.get(f"/clubs/{world.kept}")
    assert (kept["info"]["name"], kept["admin"], len(kept["members"])) == ("Readers", True, 1)
    handed_on = (await world.bob.get(f"/tournaments/{world.handed_on}"))["info"]
    assert (handed_on["stage"], handed_on["host"], handed_on["name"]) == ("announced", "Bob", "Evening")
    cancelled = (await world.cleo.get(f"/tournaments/{world.cancelled}"))["info"]
    assert (cancelled["stage"], cancelled["host"], cancelled["name"]) == ("cancelled", NOBODY, NOBODY)


@on_both
async def test_an_export_has_everything(house: House) -> None:
    """Of the account and its programs: a row of each table, no secret, no hidden card, and the id of no one else."""
    world = await one_of_everything(house)
    stored = await _stored(house)
    answer = await world.ada.ask("GET", "/account/export")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert answer.headers["cache-control"] == "private, no-store"
    export = answer.json()
    assert {one.table.name for one in (*REFERENCES, *INDIRECT)} == set(export["tables"])
    assert [name for name, rows in export["tables"].items() if not rows] == []
    for name, rows in export["tables"].items():
        everywhere = {key: value for row in stored[name] for key, value in row.items()}
        columns = set(everywhere) - {key.partition(".")[2] for key in export["withheld"] if key.startswith(f"{name}.")}
        assert all(columns <= set(row) for row in rows), name
    texts = answer.text.lower()
    assert all(trace in texts for trace in _TRACES)
    secrets = [
        row[column]
        for name in (
            "accounts.password",
            "tokens.digest",
            "seats.key",
            "tables.deal",
            "clubs.invite",
            "tournaments.lot",
        )
        for table, _, column in [name.partition(".")]
        for row in stored[table]
        if row[column]
    ]
    assert len(secrets) > 6
    assert not [secret for secret in secrets if msgspec.json.encode(secret).decode()[1:-1] in answer.text]
    mine = {row["guest"] for row in export["tables"]["accounts"]}
    assert len(mine) == 2, "with the program"
    assert not [row["id"] for row in stored["guests"] if row["id"] not in mine and row["id"] in answer.text]


async def test_a_guest_without_an_account_has_an_export_too(house: House) -> None:
    """Of its own rows alone; no access token has one, and no one has many at once."""
    bob = await house.guest("Bob")
    await bob.open(seats=2)
    export = await bob.get("/account/export")
    assert [row["name"] for row in export["tables"]["guests"]] == ["Bob"]
    assert (len(export["tables"]["tables"]), export["tables"]["accounts"]) == (1, [])
    ada = Person(house, (await house.stranger().post("/account", {"name": "Ada", "password": PASSWORD}))["token"])
    token = house.stranger(await token_of(ada, scope="read"))
    assert (await token.refused("GET", "/account/export"))["code"] == "token.scope"
    for _ in range(2):
        await bob.get("/account/export")
    assert (await bob.refused("GET", "/account/export"))["code"] == "limit.requests"


@on_both
async def test_what_is_stored_after_a_deletion_is_erased(house: House) -> None:
    """A request that was under way still writes the name: the next look finds it."""
    guest = await house.guest(NAME)
    session = await guest.post("/account", {"name": NAME, "password": PASSWORD})
    person = house.stranger(session["token"])
    await person.open(seats=1, solo="easy")
    own, bob = session["id"], await (await house.guest("Bob")).get("/guests/me")
    await house.services.personal_data.deletion.forget(own)
    assert NAME not in str(await _stored(house))

    async def write_late(connection: AsyncConnection) -> None:
        await connection.execute(update(seats).where(seats.c.guest == own).values(name=NAME))
        by = {"at": 0.0, "moderator": NAME, "moderator_guest": own, "guest": bob["id"], "name": "Bob"}
        await connection.execute(insert(moderations), by | {"action": "mute", "reason": ""})

    await house.services.store.write(write_late)
    assert NAME in str(await _stored(house))
    await house.services.personal_data.deletion.erase_rest()
    assert NAME not in str(await _stored(house))
