"""The cards are dealt and sealed when a table opens: who sits down later cannot change that, and all can check."""

import contextlib
import sqlite3
from pathlib import Path

import msgspec

from codex_naturalis.record import deal_of, opens, read_record
from codex_naturalis.wire.table import TableStage
from tests.server.house import House, Player, open_house


async def test_the_seal_is_shown_before_anybody_joins_and_opened_at_the_end(house: House) -> None:
    """The same commitment from the opening to the record, and the deal that was played fits it."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    opened = (await ada.post("/tables", {"seats": 2}))["table"]
    assert len(opened["commitment"]) == 64
    joined = (await bob.post(f"/tables/{opened['id']}/join"))["table"]
    assert joined["commitment"] == opened["commitment"]
    players = [await Player.at(ada, opened["id"], 1), await Player.at(bob, opened["id"], 2)]
    assert players[0].table["commitment"] == opened["commitment"]
    await _both(players)
    record = read_record((await ada.ask("GET", f"/tables/{opened['id']}/record")).content)
    assert record.seal
    assert record.seal.commitment == opened["commitment"]
    assert opens(record.seal, deal_of(record))
    assert record.seal.lot == (players[0].viewer, players[1].viewer)


async def _both(players: list[Player]) -> None:
    while not (players[0].view["result"] and players[1].view["result"]):
        for player, other in (players, reversed(players)):
            if player.view["legal"]:
                await player.act(player.rng.choice(player.view["legal"]))
            while other.version < player.version:
                await other.hear()


async def test_salt_lot_and_deal_are_secret_until_the_end(house: House) -> None:
    """Nothing that is ever sent during a game contains the salt, not even to the host."""
    ada = await house.guest()
    table = await ada.open(seats=1, solo="easy")
    player = await Player.at(ada, table)
    await player.play_on(12)
    seal = (await house.services.tables.get(table)).data.seal
    assert seal is not None
    assert seal.salt not in "".join(player.socket.frames)
    assert seal.salt not in (await ada.ask("GET", f"/tables/{table}")).text
    assert (await ada.refused("GET", f"/tables/{table}/record"))["code"] == "table.not_over"


async def test_a_rematch_is_dealt_and_sealed_anew(house: House) -> None:
    """With another commitment; a game played on from another has none, for everybody knows its cards."""
    ada = await house.guest()
    table = await ada.open(seats=2, bots=["random"])
    player = await Player.at(ada, table)
    await player.until_over()
    again = (await ada.post(f"/tables/{table}/rematch"))["table"]
    assert again["commitment"] not in (None, player.table["commitment"])
    what_if = (await ada.post(f"/tables/{table}/what-if", {"version": 6, "seat": 0}))["table"]
    assert what_if["commitment"] is None


async def test_a_table_older_than_seals_is_played(tmp_path: Path) -> None:
    """One that was waiting gets its deal and seal when play begins; one that was playing goes on without."""
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        waiting, playing = await ada.open(seats=2), await ada.open(seats=1, solo="easy")
    with contextlib.closing(sqlite3.connect(tmp_path / "codex.db")) as connection:
        connection.execute("update tables set seal = null")
        connection.execute("update tables set deal = null where stage = ?", (TableStage.GATHERING.value,))
        connection.commit()
    async with open_house(tmp_path) as house:
        ada, bob = house.stranger(ada.token), await house.guest("Bob")
        assert (await ada.get(f"/tables/{waiting}"))["table"]["commitment"] is None
        begun = (await bob.post(f"/tables/{waiting}/join"))["table"]
        assert (begun["stage"], len(begun["commitment"])) == ("playing", 64)
        await (await Player.at(ada, playing)).until_over()
        record = (await ada.ask("GET", f"/tables/{playing}/record")).content
        assert "seal" not in msgspec.json.decode(record)
