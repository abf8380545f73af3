"""Private notes: their author's alone, in no other viewer's bytes, by any route."""

from pathlib import Path

from tests.server.correspondence.conftest import Pair
from tests.server.house import Person, open_house

FOX = "keep the fox for the end"


async def test_notes_are_pinned_changed_and_taken_away(tmp_path: Path) -> None:
    """To a card, to a cell of a codex, to the table; one at each place."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        table = await ada.open(seats=2)
        path = f"/guests/me/notes/{table}"
        card, cell = {"text": FOX, "card": 7}, {"text": "here", "seat": 1, "cell": [1, -3]}
        for note in (card, cell, {"text": "all"}):
            await ada.ask_json("PUT", path, note)
        blank = {"card": None, "seat": None, "cell": None}
        assert await ada.get(path) == [{**blank, **card}, {**blank, **cell}, {**blank, "text": "all"}]
        await ada.ask_json("PUT", path, {**card, "text": "  "})
        assert [note["text"] for note in await ada.ask_json("PUT", path, {"text": "none"})] == ["here", "none"]
        for wrong in (
            {"text": "x", "seat": 1},
            {"text": "x" * 501},
            {"text": "x", "card": 1, "seat": 0, "cell": [0, 0]},
        ):
            assert (await ada.refused("PUT", path, wrong))["code"] == "request.malformed"
        for number in range(1, 99):
            await ada.ask_json("PUT", path, {"text": "x", "card": number})
        assert (await ada.refused("PUT", path, {"text": "x", "card": 99}))["code"] == "notes.many"
        assert (await ada.refused("PUT", "/guests/me/notes/nowhere", card))["code"] == "table.unknown"


async def test_no_note_is_in_anybody_elses_bytes(tmp_path: Path) -> None:
    """Not in sockets, tables, replays, records or notes of the opponent, of watchers and of the author's programs."""
    async with open_house(tmp_path) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        session = await ada.post("/account", {"name": "Ada", "password": "a long walk by the sea"})
        ada = Person(house, session["token"])
        pair = await Pair.begun(house, ada, bob)
        path = f"/guests/me/notes/{pair.table}"
        await ada.ask_json("PUT", path, {"text": FOX, "card": 7})
        eve = await house.guest("Eve")
        socket, _ = await eve.look(pair.table)
        made = await ada.post("/account/tokens", {"name": "mine", "scope": "play", "days": 30})
        assert (await house.stranger(made["token"]).refused("GET", path))["code"] == "token.scope"
        for person in (bob, eve):
            assert await person.get(path) == []
        assert (await house.stranger().refused("GET", path))["code"] == "token.missing"
        while await pair.asked.until_asked():
            await pair.asked.play_on(1)
            await pair.turned()
            if pair.asked.view["result"]:
                break
        await pair.heard()
        answers = [
            (await eve.ask("GET", f"/tables/{pair.table}{end}")).text for end in ("", "/replay?seat=all", "/record")
        ]
        frames = [*pair.asked.socket.frames, *pair.waits.socket.frames, *socket.frames]
        assert not [each for each in [*answers, *frames] if FOX in each]
        assert [note["text"] for note in await ada.get(path)] == [FOX]


async def test_notes_go_with_their_account(tmp_path: Path) -> None:
    """Nothing of them is left in the database."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        table = await ada.open(seats=2)
        await ada.post("/account", {"name": "Ada", "password": "a long walk by the sea"})
        await ada.ask_json("PUT", f"/guests/me/notes/{table}", {"text": FOX})
        await ada.ask("DELETE", "/account", {"password": "a long walk by the sea"})
        dump = "".join(map(str, (await house.services.store.read(_notes()))[0]))
        assert FOX not in dump


def _notes() -> object:
    from sqlalchemy import select  # noqa: PLC0415 - one use

    from codex_naturalis.server.database.schema import pinned_notes  # noqa: PLC0415 - one use

    return select(pinned_notes)
