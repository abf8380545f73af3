"""After the game: looked back on from anybody's eyes, never before its end; and played on from its middle."""

from functools import reduce
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from codex_naturalis.catalogue import Side
from codex_naturalis.local.finished import LARGEST_RECORD
from codex_naturalis.record import Record, action_text, read_record, seeded_deal, write_record
from codex_naturalis.rules import Phase, SoloLevel, begin, options_of
from codex_naturalis.rules import Place as Placement
from codex_naturalis.seating import Guest, SeatRow, TableData
from codex_naturalis.server.replays.replays import Replays
from codex_naturalis.server.scheduling.fair_queue import Client
from codex_naturalis.views import OPEN, GameNotOverError, look_back, view_of
from codex_naturalis.wire.deltas import change
from codex_naturalis.wire.table import SeatKind, TableStage
from tests.server.house import House, Json, Person, Player, open_house
from tests.strategies import Played, play, twin_of

TABLE = "the-same-table"
MOST_BYTES = 40_000
"""Packed, for a whole game of four."""


def played(seats: int, seed: str = "again", most: int = 10_000) -> Played:
    """Return a game, whole unless `most` actions end it."""
    options = options_of(seats, solo=SoloLevel.NORMAL if seats == 1 else None)
    return play(begin(options, seeded_deal(options, seed)), "for points", 1, most=most)


def line(game: Played) -> bytes:
    """Return the record of a game."""
    actions = tuple(action_text(seat, action) for seat, action in game.actions)
    return write_record(Record(game.opening.options, deal=game.opening.deal, actions=actions)).encode()


async def seated(house: House, game: Played) -> list[Person]:
    """Put a game into the house as it stands, a guest on each seat; return the guests."""
    options = game.opening.options
    guests = [Guest(f"guest-{number}", f"Guest {number}") for number in range(options.seats)]
    for guest in guests:
        await house.services.store.add_guest(guest)
    stage = TableStage.OVER if game.last.phase is Phase.OVER else TableStage.PLAYING
    places = tuple(SeatRow(SeatKind.GUEST, guest.name, guest.id, f"key-{n}", n) for n, guest in enumerate(guests))
    data = TableData(TABLE, TABLE, guests[0].id, options, False, 0.0, places, stage, game.opening.deal)  # noqa: FBT003
    await house.services.store.add_table(data, played=game.actions)
    return [house.stranger(house.services.tokens.for_guest(guest.id)) for guest in guests]


def changed(old: Json, patch: Json, whole: Json = None) -> Json:
    """Apply a change, as the protocol's page describes it."""
    whole = whole or old
    if isinstance(patch, list):
        return _apply_change(old, whole, *patch)
    if not isinstance(patch, dict):
        return patch
    new = list(old) if isinstance(old, list) else dict(old)
    for name, inside in patch.items():
        where = int(name) if isinstance(old, list) else name
        new[where] = changed(old[where], inside, whole)
    return new


def _apply_change(old: Json, whole: Json, word: str, *rest: Json) -> Json:
    match word:
        case "and":
            return [*old, *rest[0]]
        case "but":
            return [*(item for at, item in enumerate(old) if at not in rest[0]), *rest[1]]
        case "each":
            fields, rows, last = rest
            values = reduce(getitem, last["at"], whole) if isinstance(last, dict) else last
            return [dict(zip(fields, [*row, value], strict=True)) for row in rows for value in values]
    assert word == "is"
    return rest[0]


def views(replay: Json) -> list[Json]:
    """Return every view of a replay."""
    found = [replay["first"]]
    for step in replay["steps"]:
        found.append(changed(found[-1], step["change"]))
    return found


async def brought(person: Person, record: bytes, seat: str = "") -> Any:  # noqa: ANN401 - an answer
    """Bring a record along."""
    return await person.house.http.post(f"/api/v1/replays{seat}", content=record)


@pytest.mark.parametrize("seats", [1, 2, 4])
async def test_a_replay_tells_every_version_as_a_seat_saw_it(house: House, seats: int) -> None:
    """Each view is what the seat, or a spectator, had before its eyes then, without what could be done."""
    game = played(seats)
    people = await seated(house, game)
    for eyes in (None, *range(seats)):
        replay = await people[0].get(f"/tables/{TABLE}/replay" + ("" if eyes is None else f"?seat={eyes}"))
        assert replay["eyes"] == eyes
        assert [step["seat"] for step in replay["steps"]] == [seat for seat, _ in game.actions]
        for shown, state in zip(views(replay), game.states, strict=True):
            counted = view_of(state, eyes, detailed=True)
            seen = msgspec.to_builtins(view_of(state, eyes))
            seen |= {"legal": [], "unseen": counted.unseen}
            for seat, own in zip(seen["seats"], counted.seats, strict=True):
                seat["progress"] = own.progress
            if state.phase is not Phase.OVER:
                assert shown == msgspec.json.decode(msgspec.json.encode(seen))
        assert views(replay)[-1]["result"]["totals"] == list(game.last.result.totals if game.last.result else ())


async def test_with_all_cards_open_every_hand_and_secret_is_known(house: House) -> None:
    """Nothing but the decks stays closed."""
    game = played(3)
    people = await seated(house, game)
    replay = await people[0].get(f"/tables/{TABLE}/replay?seat=all")
    assert replay["eyes"] == "all"
    for view, state in zip(views(replay), game.states, strict=True):
        for seat, own in zip(view["seats"], state.seats, strict=True):
            assert [held["card"] for held in seat["hand"]] == list(own.hand)
            assert [laid["card"] for laid in seat["laid"]] == [placed.card for placed in own.codex.cards.values()]
            if own.objective:
                assert seat["progress"][-1]["id"] == own.objective
    drawn = [event for step in replay["steps"] for event in step["events"] if event["type"] == "card_drawn"]
    assert drawn
    assert all(event["card"] for event in drawn)


async def test_tybors_row_lies_open_too(house: House) -> None:
    """What he took from the decks is shown only to viewers who may see everything."""
    game = played(1)
    people = await seated(house, game)
    rows = {
        eyes: [held["card"] for held in views(await people[0].get(f"/tables/{TABLE}/replay{eyes}"))[0]["tybor"]["row"]]
        for eyes in ("?seat=all", "?seat=0")
    }
    assert rows["?seat=all"] == list(game.opening.tybor.row if game.opening.tybor else ())
    assert rows["?seat=0"] == [None] * 4


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("length", [0, 3, 11, 18])
async def test_nothing_of_a_running_game_is_told(house: House, seats: int, length: int) -> None:
    """Neither to its players nor to others, from no eyes; the refusal names the table's stage and nothing else."""
    people = await seated(house, played(seats, most=length))
    for person in (*people, house.stranger()):
        for eyes in ("", "?seat=0", "?seat=all", "?seat=9", "?seat=-1"):
            problem = await person.refused("GET", f"/tables/{TABLE}/replay{eyes}")
            assert (problem["code"], problem["facts"], problem["status"]) == ("table.not_over", {}, 409)
    problem = await people[0].refused("POST", f"/tables/{TABLE}/what-if", {"version": 0, "seat": 0})
    assert problem["code"] == "table.not_over"


@pytest.mark.parametrize("length", [0, 5, 20, -1])
def test_open_cards_cannot_be_had_of_a_game_without_its_end(length: int) -> None:
    """The one function that opens cards refuses a game that goes on, and one whose end belongs to another deal."""
    game = played(2)
    for eyes in (OPEN, None, 0):
        with pytest.raises(GameNotOverError):
            look_back(game.opening, game.steps[:length], eyes)
        with pytest.raises(GameNotOverError):
            look_back(game.opening, (*game.steps[:length], played(2, "another").steps[-1]), eyes)


@pytest.mark.parametrize("seats", [1, 2, 3])
async def test_from_a_seat_nothing_more_is_told_than_it_knows(tmp_path: Path, seats: int) -> None:
    """Two games that differ only in what a seat, or a spectator, never saw give it the same bytes."""
    game = played(seats)
    for eyes in (None, *range(seats)):
        answers = []
        for kind, each in enumerate((game, twin_of(game, eyes, Random(7)))):
            async with open_house(tmp_path / f"{eyes}-{kind}") as house:
                people = await seated(house, each)
                where = f"/tables/{TABLE}/replay" + ("" if eyes is None else f"?seat={eyes}")
                answers.append((await people[0].ask("GET", where)).content)
        assert answers[0] == answers[1]


async def test_a_replay_takes_few_bytes_and_is_worked_out_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of four is a small picture on the wire, and the same one for all who ask."""
    people = await seated(house, played(4))
    answer = await people[0].ask("GET", f"/tables/{TABLE}/replay?seat=all", **{"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < MOST_BYTES
    plain = await people[0].ask("GET", f"/tables/{TABLE}/replay?seat=all", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content
    replays: Replays = house.services.replays.replays
    monkeypatch.setattr("codex_naturalis.server.replays.replays._pack", None)
    first = await replays.of_table(TABLE, "all", Client("", ""))
    assert await replays.of_table(TABLE, "all", Client("", "")) is first


async def test_a_record_is_told_like_its_table(house: House) -> None:
    """An uploaded record shows the same game, without a table and without a name."""
    game = played(2)
    people = await seated(house, game)
    record = (await people[0].ask("GET", f"/tables/{TABLE}/record")).content
    for eyes in ("", "?seat=1", "?seat=all"):
        answer = await brought(house.stranger(), record, eyes)
        assert answer.status_code == 200
        assert answer.json() == await people[0].get(f"/tables/{TABLE}/replay{eyes}")
    assert len(await people[0].get("/tables/mine")) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
async def test_a_record_may_be_wrapped(house: House, encoding: str) -> None:
    """As Windows PowerShell writes it, and as one copies it from a chat."""
    record = line(played(2))
    answer = await brought(house.stranger(), f"```json\r\n{record.decode()}\r\n```\r\n".encode(encoding))
    assert answer.json() == (await brought(house.stranger(), record)).json()


@pytest.mark.parametrize(
    ("record", "code", "said"),
    [
        (b"", "record.invalid", "truncated"),
        (b"\xff\xfe", "record.invalid", ""),
        (b"[" * 20_000, "record.invalid", ""),
        (b'{"format": "chess"}', "record.invalid", ""),
        (line(played(2)).replace(b'"version":2', b'"version":3'), "record.invalid", "Invalid"),
        (line(played(2)).replace(b"0 side", b"0 eat", 1), "record.invalid", "eat"),
        (line(played(2)).replace(b"0 side", b"7 side", 1), "record.invalid", "no_such_seat"),
        (line(played(2)) + b"\r\n" + line(played(3)), "record.several", ""),
        (line(played(2, most=30)), "record.unfinished", ""),
        (line(played(2, most=0)), "record.unfinished", ""),
    ],
    ids=["empty", "bytes", "deep", "chess", "version", "word", "illegal", "several", "unfinished", "unplayed"],
)
async def test_what_is_no_record_is_refused(house: House, record: bytes, code: str, said: str) -> None:
    """With a stable code and what is wrong."""
    for eyes in ("", "?seat=all"):
        answer = await brought(house.stranger(), record, eyes)
        assert answer.status_code == 400
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == code
        assert said in answer.json()["facts"].get("fault", "")


async def test_a_record_longer_than_any_game_is_refused(house: House) -> None:
    """64 KiB may come; a longer body is not read."""
    padded = line(played(2)).ljust(LARGEST_RECORD)
    assert (await brought(house.stranger(), padded)).status_code == 200
    answer = await brought(house.stranger(), padded + b" ")
    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_large")


@pytest.mark.parametrize("eyes", ["2", "-1", "x", "", "open", "٣", "00"])
async def test_eyes_that_nobody_has_are_refused(house: House, eyes: str) -> None:
    """A game of two has the seats 0 and 1."""
    people = await seated(house, played(2))
    problem = await people[0].refused("GET", f"/tables/{TABLE}/replay?seat={eyes}")
    assert (problem["code"], problem["facts"]) == ("seat.unknown", {"seats": 2})


@pytest.mark.parametrize("seats", [1, 2, 3])
async def test_what_if_goes_on_from_the_same_cards(house: House, seats: int) -> None:
    """The new game begins with exactly the versions before; bots play the other seats to the end."""
    game = played(seats)
    await seated(house, game)
    cleo = await house.guest("Cleo")
    for version in (0, len(game.actions) // 2, len(game.actions) - 1):
        for seat in {0, seats - 1}:
            answer = await cleo.post(f"/tables/{TABLE}/what-if", {"version": version, "seat": seat})
            table = answer["table"]
            assert answer["viewer"] == seat
            assert table["what_if"] == {"table": TABLE, "version": version}
            assert [(each["kind"], each["name"]) for each in table["seats"]] == [
                ("guest", "Cleo") if number == seat else ("bot", "planner") for number in range(seats)
            ]
            player = await Player.at(cleo, table["id"])
            await player.until_over()
            record = read_record((await cleo.ask("GET", f"/tables/{table['id']}/record")).content)
            old = read_record(line(game))
            assert (record.deal, record.actions[:version]) == (old.deal, old.actions[:version])
            await player.socket.leave()
    mine = await cleo.get("/tables/mine")
    assert all(each["table"]["what_if"] for each in mine)
    again = await cleo.post(f"/tables/{mine[0]['table']['id']}/rematch")
    assert again["table"]["what_if"] is None


async def test_what_if_against_a_bot_of_ones_choice(house: House) -> None:
    """Of a table and of a record; a bot that there is not is refused."""
    game = played(2)
    await seated(house, game)
    cleo = await house.guest("Cleo")
    where, wanted = f"/tables/{TABLE}/what-if", {"version": 5, "seat": 1}
    table = (await cleo.post(where, {**wanted, "bot": "level:1"}))["table"]
    assert [each["name"] for each in table["seats"]] == ["level:1", "Cleo"]
    await (await Player.at(cleo, table["id"])).until_over()
    assert (await cleo.refused("POST", where, {**wanted, "bot": "level:6"}))["code"] == "bot.unknown"
    answer = await house.http.post(
        "/api/v1/replays/what-if?version=5&seat=1&bot=level:2",
        content=line(game),
        headers={"Authorization": f"Bearer {cleo.token}"},
    )
    assert [each["name"] for each in answer.json()["table"]["seats"]] == ["level:2", "Cleo"]


async def test_what_if_shows_no_more_than_its_seat_knows(house: House) -> None:
    """From the first moment on the guest sees what the seat saw, and the whole game only when it is over."""
    game = played(2)
    await seated(house, game)
    cleo = await house.guest("Cleo")
    table = (await cleo.post(f"/tables/{TABLE}/what-if", {"version": 3, "seat": 1}))["table"]["id"]
    player = await Player.at(cleo, table)
    assert player.viewer == 1
    assert [held["card"] for held in player.view["seats"][0]["hand"]] == [None] * 3
    assert (await cleo.refused("GET", f"/tables/{table}/replay?seat=all"))["code"] == "table.not_over"
    assert (await cleo.refused("GET", f"/tables/{table}/record"))["code"] == "table.not_over"


async def test_what_if_survives_a_restart(tmp_path: Path) -> None:
    """Where it came from is stored with the table."""
    game = played(2)
    async with open_house(tmp_path) as house:
        await seated(house, game)
        cleo = await house.guest("Cleo")
        table = (await cleo.post(f"/tables/{TABLE}/what-if", {"version": 9, "seat": 0}))["table"]["id"]
    async with open_house(tmp_path) as house:
        answer = await house.stranger(cleo.token).get(f"/tables/{table}")
        assert answer["table"]["what_if"] == {"table": TABLE, "version": 9}


async def test_what_if_from_a_record(house: House) -> None:
    """An uploaded game can be played on too; it came from no table."""
    game = played(2)
    cleo = await house.guest("Cleo")
    answer = await house.http.post(
        "/api/v1/replays/what-if?version=10&seat=1",
        content=line(game),
        headers={"Authorization": f"Bearer {cleo.token}"},
    )
    assert answer.status_code == 201
    assert answer.json()["table"]["what_if"] == {"table": None, "version": 10}
    nobody = await house.http.post("/api/v1/replays/what-if?version=10&seat=1", content=line(game))
    assert nobody.json()["code"] == "token.missing"
    for version, seat, code in ((10, 2, "seat.unknown"), (999, 0, "what_if.over")):
        refused = await house.http.post(
            f"/api/v1/replays/what-if?version={version}&seat={seat}",
            content=line(game),
            headers={"Authorization": f"Bearer {cleo.token}"},
        )
        assert refused.json()["code"] == code


async def test_what_if_is_refused_with_reasons(house: House) -> None:
    """After the end, on a seat that is none, from an unknown table, without a token, and beyond the day's limit."""
    game = played(2)
    people = await seated(house, game)
    where, end = f"/tables/{TABLE}/what-if", len(game.actions)

    async def code(person: Person, at: str, body: Json) -> str:
        return str((await person.refused("POST", at, body))["code"])

    assert await code(people[0], where, {"version": end, "seat": 0}) == "what_if.over"
    assert await code(people[0], where, {"version": 0, "seat": 2}) == "seat.unknown"
    assert await code(people[0], where, {"version": 0, "seat": -1}) == "seat.unknown"
    assert await code(people[0], where, {"version": -1, "seat": 0}) == "request.malformed"
    assert await code(people[0], where, {"version": 0}) == "request.malformed"
    assert await code(people[0], "/tables/nowhere/what-if", {"version": 0, "seat": 0}) == "table.unknown"
    assert await code(house.stranger(), where, {"version": 0, "seat": 0}) == "token.missing"


async def test_what_if_counts_against_the_limit(tmp_path: Path) -> None:
    """Unfinished games are limited for each guest."""
    async with open_house(tmp_path, tables_per_guest=2) as house:
        people = await seated(house, played(2))
        for _ in range(2):
            await people[0].post(f"/tables/{TABLE}/what-if", {"version": 0, "seat": 0})
        problem = await people[0].refused("POST", f"/tables/{TABLE}/what-if", {"version": 0, "seat": 0})
        assert problem["code"] == "limit.tables"


_CELLS: Final = [(1, 1), (1, -1), (-1, 1)]
_LAID: Final = tuple(Placement(1, side, cell) for side in Side for cell in _CELLS)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((1, 2), (1, 2), {}),
        ((1, 2), (1, 3), {"1": 3}),
        ((1, 2), (1, 2, 3), ["and", (3,)]),
        ((1, 2), (2,), ["but", [0], ()]),
        ((1, 2, 3), (2, 3, 1), ["but", [0], (1,)]),
        ((1, 2, 3), (), ["is", ()]),
        ((), (1,), ["and", (1,)]),
        ((), (), {}),
        ((1, (2, 3)), (1, (2, 3, 4)), {"1": ["and", (4,)]}),
        ((Phase.DRAW, None), (Phase.PLACE, True), {"0": "place", "1": True}),
        (None, (1,), ["is", (1,)]),
        ((1,), None, None),
        (_LAID[:1], _LAID[:1] + _LAID[2:3], ["and", _LAID[2:3]]),
        ((), _LAID, ["each", ["type", "card", "side", "cell"], [["place", 1, side] for side in Side], _CELLS]),
        ((), _LAID[:5], ["and", _LAID[:5]]),
        (_LAID[:1], _LAID[1:4], ["is", _LAID[1:4]]),
    ],
)
def test_a_change_says_only_what_is_new(old: object, new: object, expected: object) -> None:
    """Whatever changes, applying the change gives the new value."""
    assert change(old, new) == expected
    plain = msgspec.json.decode(msgspec.json.encode(change(old, new)))
    assert changed(msgspec.json.decode(msgspec.json.encode(old)), plain) == msgspec.json.decode(
        msgspec.json.encode(new)
    )
