"""Two games that differ only in what a viewer may not know send that viewer the same bytes."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert

from codex_naturalis.record import seeded_deal
from codex_naturalis.rules import awaited, begin, options_of
from codex_naturalis.seating import Guest, Holder, SeatRow, TableData
from codex_naturalis.server.database.schema import programs
from codex_naturalis.server.people.accounts import signing_up
from codex_naturalis.server.programs.questions import number_of
from codex_naturalis.server.support.tokens import Scope
from codex_naturalis.wire.people import NewToken
from codex_naturalis.wire.table import SeatKind, TableStage
from tests.server.house import House, open_house
from tests.server.programs.parts import Program
from tests.strategies import Played, play, twin_of

TABLE = "the-same-table"


async def seat(house: House, played: Played) -> None:
    """Put a table with the deal of `played` into the house, a guest on each seat."""
    options = played.opening.options
    people = [Guest(f"guest-{number}", f"Guest {number}") for number in range(options.seats)]
    for guest in people:
        await house.services.store.add_guest(guest)
    rows = [
        SeatRow(SeatKind.GUEST, guest.name, guest.id, f"key-{number}", number) for number, guest in enumerate(people)
    ]
    await house.services.store.add_table(
        TableData(
            id=TABLE,
            party=TABLE,
            host=people[0].id,
            options=options,
            listed=False,
            created=0.0,
            seat_rows=tuple(rows),
            stage=TableStage.PLAYING,
            deal=played.opening.deal,
        )
    )


async def frames(folder: Path, played: Played, viewer: int | None, half: int) -> list[str]:
    """Return all bytes that `viewer` gets of a game: told live at first, and after coming back for the rest."""
    async with open_house(folder) as house:
        await seat(house, played)
        token = None if viewer is None else house.services.tokens.for_guest(f"guest-{viewer}")
        table = await house.services.tables.get(TABLE)
        live = house.socket(TABLE)
        await live.open()
        await live.hello(token, changes=True)
        for number, (actor, action) in enumerate(played.actions[:half]):
            await table.play_actions(actor, (action,), table.version, f"act-{number}")
            await live.hear()
        await live.leave()
        for number, (actor, action) in enumerate(played.actions[half:], half):
            await table.play_actions(actor, (action,), table.version, f"act-{number}")
        back = house.socket(TABLE)
        await back.open()
        await back.hello(token, half)
        await back.leave()
        assert table.viewer(Holder(guest=None if viewer is None else f"guest-{viewer}")) == viewer
        return [*live.frames, *back.frames]


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("length", [1, 5, 24])
async def test_the_bytes_tell_nothing_that_is_hidden(tmp_path: Path, seats: int, length: int) -> None:
    """Every viewer of every moment: welcome, what is told live, and what is made up for after a lost connection."""
    options = options_of(seats, solo="normal" if seats == 1 else None)  # type: ignore[arg-type]
    played = play(begin(options, seeded_deal(options, f"{seats} {length}")), "at random", length, most=length)
    for viewer in (None, *range(seats)):
        twin = twin_of(played, viewer, Random(length))
        folders = [tmp_path / f"{viewer}-{kind}" for kind in ("one", "twin")]
        half = len(played.actions) // 2
        one, other = await asyncio.gather(
            frames(folders[0], played, viewer, half), frames(folders[1], twin, viewer, half)
        )
        assert one == other
        assert twin.opening.deal != played.opening.deal


async def asked(folder: Path, played: Played, viewer: int) -> list[str]:
    """Return all bytes of the questions that the program on the seat `viewer` is asked in a game."""
    async with open_house(folder) as house:
        await seat(house, played)
        guest, services = f"guest-{viewer}", house.services
        name = f"Guest {viewer}"
        await services.store.write(signing_up(Guest(guest, name), name, "", new=False))
        await services.store.write(lambda connection: connection.execute(insert(programs), _own(guest)))
        made = await services.people.accounts.access.create(guest, NewToken("test", Scope.PLAY))
        program = Program(house, made.token)
        await program.start()
        table = await services.tables.get(TABLE)
        for number, (actor, action) in enumerate(played.actions):
            assert table.game is not None
            if viewer in awaited(table.game.state):
                due = number_of(TABLE, viewer, table.game.asked[viewer])
                while due not in [message["ask"] for message in program.heard if message["type"] == "ask"]:
                    await program.hear_of("ask")
            await table.play_actions(actor, (action,), table.version, f"act-{number}")
        return [frame for frame in program.socket.frames if frame.startswith('{"type":"ask"')]


def _own(guest: str) -> dict[str, str]:
    return {"guest": guest, "owner": guest}


@pytest.mark.parametrize("seats", [1, 2, 3])
async def test_the_bytes_to_a_program_tell_nothing_that_is_hidden(tmp_path: Path, seats: int) -> None:
    """Every question of a game: the view, what each placement would do, and the program's own chance."""
    options = options_of(seats, solo="normal" if seats == 1 else None)  # type: ignore[arg-type]
    played = play(begin(options, seeded_deal(options, f"{seats} programs")), "at random", 12, most=12)
    for viewer in range(seats):
        twin = twin_of(played, viewer, Random(seats))
        one, other = [
            await asked(tmp_path / f"{viewer}-{kind}", it, viewer) for kind, it in (("a", played), ("b", twin))
        ]
        assert one == other
        assert one
        assert twin.opening.deal != played.opening.deal
