"""Bad input of every kind gets a stable code and changes nothing."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from codex_naturalis.i18n import LOCALES, locale_texts
from codex_naturalis.rules import Reason
from codex_naturalis.server.database.appends import Append
from codex_naturalis.server.sockets.session import ViewerSession
from codex_naturalis.wire.errors import CLOSE, STATUS, TITLES, Code, ProblemError
from tests.server.house import ClosedError, House, Json, Player, Socket, open_house
from tests.waiting import until_set
from tools.docs_tables import build_page


async def playing(house: House) -> tuple[str, Player]:
    """Return a solo table at the beginning of play."""
    ada = await house.guest()
    table = await ada.open(seats=1, solo="easy")
    return table, await Player.at(ada, table)


async def closing(socket: Socket) -> tuple[Json, int]:
    """Return the last message before the server hangs up, and the close code."""
    last = None
    try:
        while True:
            last = await socket.hear()
    except ClosedError as closed:
        return last, closed.code


async def first_words(house: House, table: str, *messages: Json) -> tuple[Json, int]:
    """Return what comes of opening a socket and sending `messages`."""
    socket = house.socket(table)
    await socket.open()
    for message in messages:
        await socket.say(message)
    return await closing(socket)


HELLO = {"type": "hello"}
ACT = {"type": "act", "id": "a", "seen": 0, "actions": [{"type": "side", "side": "front"}]}
MALFORMED: dict[str, Json] = {
    "empty": "",
    "no json": "hello there",
    "a number": "1",
    "null": "null",
    "a list": "[]",
    "half": '{"type": "act", "id": "a", "se',
    "zero byte": "\x00",
    "deep": "[" * 3000,
    "deep in a field": json.dumps(ACT)[:-1] + ',"actions":' + "[" * 3000,
    "bytes": b'{"type": "ping"}',
    "no type": "{}",
    "unknown type": '{"type": "end_game"}',
    "prototype": '{"type": "__proto__"}',
    "constructor": '{"type": "constructor"}',
    "unknown field": {**ACT, "seat": 1},
    "unknown field of an action": {**ACT, "actions": [{"type": "side", "side": "front", "x": 1}]},
    "unknown action": {**ACT, "actions": [{"type": "undo"}]},
    "no such side": {**ACT, "actions": [{"type": "side", "side": "edge"}]},
    "card as text": {**ACT, "actions": [{"type": "objective", "card": "87"}]},
    "card as object": {**ACT, "actions": [{"type": "objective", "card": {"id": 87}}]},
    "half a cell": {**ACT, "actions": [{"type": "place", "card": 1, "side": "front", "cell": [1]}]},
    "broken cell": {**ACT, "actions": [{"type": "place", "card": 1, "side": "front", "cell": [1.5, 0]}]},
    "not a number": '{"type": "act", "id": "a", "seen": NaN, "actions": []}',
    "no actions": {**ACT, "actions": []},
    "too many actions": {**ACT, "actions": ACT["actions"] * 3},  # type: ignore[operator]
    "a choice after a choice": {**ACT, "actions": [*ACT["actions"], {"type": "objective", "card": 87}]},  # type: ignore[misc]
    "a placement after a draw": {
        **ACT,
        "actions": [
            {"type": "draw", "source": "gold-deck"},
            {"type": "place", "card": 1, "side": "back", "cell": [0, 0]},
        ],
    },
    "actions no list": {**ACT, "actions": ACT["actions"][0]},  # type: ignore[index]
    "no id": {**ACT, "id": ""},
    "long id": {**ACT, "id": "x" * 65},
    "negative version": {**ACT, "seen": -1},
    "endless number": '{"type": "act", "id": "a", "seen": ' + "9" * 6000 + ', "actions": []}',
}


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED)
async def test_a_malformed_message_closes_its_socket_alone(house: House, message: Json) -> None:
    """It is told what it is, changes nothing, and the next socket plays on."""
    table, player = await playing(house)
    window = await Player.at(player.person, table)
    await window.socket.say(message)
    refused, code = await closing(window.socket)
    assert (refused["code"], code) == ("message.malformed", 4400)
    assert (await player.act({"type": "side", "side": "front"}))["type"] == "done"
    assert player.version == 1


async def test_where_a_message_is_malformed_is_told(house: House) -> None:
    """Developers see the place."""
    table, _ = await playing(house)
    refused, _ = await first_words(house, table, HELLO, {**ACT, "seen": "now"})
    assert refused["facts"] == {"at": "$.seen"}


@pytest.mark.parametrize(
    "action",
    [
        {"type": "place", "card": 10**15, "side": "front", "cell": [0, 0]},
        {"type": "place", "card": 1, "side": "front", "cell": [10**30, 0]},
        {"type": "place", "card": -1, "side": "back", "cell": [2**31 - 1, -(2**31)]},
        {"type": "objective", "card": 0},
        {"type": "draw", "source": "gold-deck"},
    ],
)
async def test_values_beyond_the_game_are_refused_by_the_rules(house: House, action: Json) -> None:
    """Well-formed nonsense is illegal, and the socket stays."""
    _, player = await playing(house)
    for _ in range(2):
        assert (await player.act(action))["code"].startswith("illegal.")
    await player.play_on(2)
    assert (await player.act(action))["code"].startswith("illegal.")


async def test_a_huge_message_closes_its_socket(house: House) -> None:
    """The limit is 16 KiB, before anything is read."""
    table, _ = await playing(house)
    refused, code = await first_words(house, table, HELLO, {**ACT, "id": "x" * 17_000})
    assert (refused["code"], code) == ("message.too_large", 1009)


async def test_the_first_message_is_hello_and_there_is_one(house: House) -> None:
    """Anything else is unexpected."""
    table, _ = await playing(house)
    assert (await first_words(house, table, ACT))[0]["code"] == "message.unexpected"
    refused, code = await first_words(house, table, HELLO, HELLO)
    assert (refused["code"], code) == ("message.unexpected", 4400)


async def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    """Hello comes in time or not at all."""
    async with open_house(tmp_path, hello_seconds=0.05) as house:
        table = await (await house.guest()).open(seats=2)
        refused, code = await first_words(house, table)
        assert (refused["code"], code) == ("hello.late", 4408)


async def test_an_unknown_table_is_unknown(house: House) -> None:
    """Nothing is made for an invented id."""
    for table in ("none", "%00", "..", "x" * 5000):
        assert (await first_words(house, table))[1] == 4404
    assert (await house.stranger().refused("GET", "/tables/none"))["code"] == "table.unknown"
    assert (await (await house.guest()).refused("POST", "/tables/none/join"))["code"] == "table.unknown"


@pytest.mark.parametrize("token", ["x", "g.x", "g.ImEi.x", "s.x", "s.WzFd.sig", "g.", "\x01", "a" * 5000])
async def test_an_invented_token_is_invalid(house: House, token: str) -> None:
    """Only what we signed counts."""
    table, _ = await playing(house)
    refused, code = await first_words(house, table, {**HELLO, "token": token})
    assert (refused["code"], code) == ("token.invalid", 4401)


async def test_a_token_counts_in_one_house_only(house: House, tmp_path: Path) -> None:
    """Another installation signs with another key, and a guest it never met is none of its guests."""
    ada = await house.guest()
    async with open_house(tmp_path / "other") as other:
        assert (await other.stranger(ada.token).refused("GET", "/guests/me"))["code"] == "token.invalid"
        unknown = other.services.tokens.for_guest("nobody")
        assert (await other.stranger(unknown).refused("GET", "/guests/me"))["code"] == "token.invalid"


async def test_the_seat_token_of_another_table_is_invalid(house: House) -> None:
    """A private link opens one table."""
    ada = await house.guest()
    one, two = [await ada.open(seats=1, solo="easy") for _ in range(2)]
    token = (await ada.post(f"/tables/{one}/seat-token"))["token"]
    assert (await first_words(house, two, {**HELLO, "token": token}))[1] == 4401
    assert (await house.stranger(token).refused("POST", f"/tables/{two}/leave"))["code"] == "seat.none"
    assert (await house.stranger(token).refused("POST", "/tables", {"seats": 2}))["code"] == "token.invalid"


async def test_what_needs_a_token_says_so(house: House) -> None:
    """Without one, and with something else in its place."""
    nobody = house.stranger()
    assert (await nobody.refused("POST", "/tables", {"seats": 2}))["code"] == "token.missing"
    other = {"Authorization": "Basic eA=="}
    assert (await nobody.refused("POST", "/tables", {"seats": 2}, **other))["code"] == "token.invalid"


async def test_pages_from_elsewhere_open_no_socket(tmp_path: Path) -> None:
    """Our own page may, programs may, and those that the settings name."""
    async with open_house(tmp_path, origins=("https://friend.test",)) as house:
        table, _ = await playing(house)
        for origin in ("http://codex.test", "https://friend.test"):
            socket = house.socket(table, origin=origin)
            assert (await socket.open())["type"] == "websocket.accept"
        for origin in ("http://evil.test", "null", "http://codex.test.evil.test", "http://codex.test@evil.test"):
            answer = await house.socket(table, origin=origin).open()
            assert (answer["type"], answer["status"]) == ("websocket.http.response.start", 403)


async def test_a_flood_closes_its_socket(tmp_path: Path) -> None:
    """Who sends without end is cut off; the others play."""
    async with open_house(tmp_path, messages_at_once=20, messages_per_second=1) as house:
        table, player = await playing(house)
        window = await Player.at(player.person, table)
        for _ in range(50):
            await window.socket.say({"type": "ping"})
        refused, code = await closing(window.socket)
        assert (refused["code"], code) == ("limit.messages", 4429)
        assert (await player.act({"type": "side", "side": "back"}))["type"] == "done"


async def test_a_guest_opens_so_many_tables(tmp_path: Path) -> None:
    """Finished ones do not count."""
    async with open_house(tmp_path, tables_per_guest=2) as house:
        ada = await house.guest()
        await ada.open(seats=2)
        player = await Player.at(ada, await ada.open(seats=1, solo="easy"))
        assert (await ada.refused("POST", "/tables", {"seats": 2}))["code"] == "limit.tables"
        await player.until_over()
        await ada.open(seats=2)


async def test_a_slow_reader_is_let_go(tmp_path: Path) -> None:
    """A client that does not take a message in time loses its socket, and nothing piles up for it."""
    async with open_house(tmp_path, send_seconds=0.05) as house:
        table, player = await playing(house)
        slow = house.socket(table)
        await slow.open()
        await slow.hello()
        slow.listening.clear()
        await player.play_on(2)
        await slow.forgotten()
        await player.until_over()
        assert len((await house.services.tables.get(table)).audience.watchers) == 1


async def test_an_act_counts_though_its_player_is_sent_away_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on its way to the database arrives there, and everybody else hears of it."""
    table, player = await playing(house)
    (session,) = (await house.services.tables.get(table)).audience.watchers
    watcher = await Player.at(house.stranger(), table)
    under_way, go_on, append = asyncio.Event(), asyncio.Event(), house.services.store.append_actions

    async def held_up(*played: Json) -> None:
        under_way.set()
        await go_on.wait()
        await append(*played)

    monkeypatch.setattr(house.services.store, "append_actions", held_up)
    await player.socket.say({"type": "act", "id": "mine", "seen": 0, "actions": player.view["legal"][:1]})
    await until_set(under_way, "the action is being stored")
    assert isinstance(session, ViewerSession)
    session.dismiss(ProblemError(Code.LIMIT_REQUESTS))
    await asyncio.sleep(0.1)
    go_on.set()
    assert await player.until_closed() == CLOSE[Code.MESSAGE_MALFORMED]
    assert (await watcher.socket.hear_of("told"))["steps"][0]["version"] == 1


async def test_acting_before_play_begins_is_refused(house: House) -> None:
    """There is nothing to play yet."""
    ada = await house.guest()
    player = await Player.at(ada, await ada.open(seats=2))
    assert (await player.act({"type": "side", "side": "front"}, seen=0))["code"] == "table.waiting"


Request = tuple[str, str, Json]
REQUESTS: dict[str, tuple[Request, str]] = {
    "no seats": (("POST", "/tables", {"seats": 0}), "options.invalid"),
    "five seats": (("POST", "/tables", {"seats": 5}), "options.invalid"),
    "alone without Tybor": (("POST", "/tables", {"seats": 1}), "options.invalid"),
    "Tybor at a table of two": (("POST", "/tables", {"seats": 2, "solo": "easy"}), "options.invalid"),
    "a huge number": (("POST", "/tables", {"seats": 10**30}), "options.invalid"),
    "no such bot": (("POST", "/tables", {"seats": 2, "bots": ["x"]}), "bot.unknown"),
    "a bot that takes its time": (("POST", "/tables", {"seats": 2, "bots": ["search:2001ms"]}), "bot.slow"),
    "a bot that imagines too much": (("POST", "/tables", {"seats": 2, "bots": ["search:200001"]}), "bot.slow"),
    "a bot on every core": (("POST", "/tables", {"seats": 2, "bots": ["search:10x2"]}), "bot.slow"),
    "bots only": (("POST", "/tables", {"seats": 2, "bots": ["random"] * 2}), "bots.too_many"),
    "no such preset": (("POST", "/tables", {"seats": 2, "preset": "de"}), "request.malformed"),
    "unknown field": (("POST", "/tables", {"seats": 2, "seed": "1"}), "request.malformed"),
    "nothing": (("POST", "/tables", None), "request.malformed"),
    "a list": (("POST", "/tables", []), "request.malformed"),
    "too much": (("POST", "/tables", {"bots": ["x" * 20_000]}), "request.too_large"),
    "no such address": (("GET", "/elsewhere", None), "request.unknown"),
    "no such method": (("PUT", "/tables", {"seats": 2}), "request.method"),
    "seat no number": (("DELETE", "/tables/x/bots/y", None), "request.unknown"),
    "no such table": (("POST", "/tables/x/rematch", None), "table.unknown"),
}


@pytest.mark.parametrize(("request_", "code"), REQUESTS.values(), ids=REQUESTS)
async def test_a_bad_request_is_refused(house: House, request_: Request, code: str) -> None:
    """With a problem document, and without a table being opened."""
    ada = await house.guest()
    assert (await ada.refused(*request_))["code"] == code
    assert await ada.get("/tables/mine") == []


async def test_bodies_that_are_no_json_are_malformed(house: House) -> None:
    """Junk in a body is told like any other fault."""
    for junk in (b"{", b"\xff\xfe", b"[" * 3000, b"\x00", b'{"name": "\xff"}', b'{"name": "\\ud800"}'):
        answer = await house.http.post("/api/v1/guests", content=junk)
        assert (answer.status_code, answer.json()["code"]) == (400, "request.malformed")


async def test_what_is_only_for_those_who_sit_is_refused_to_others(house: House) -> None:
    """A guest without a seat can do nothing at a table but watch."""
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    table = await ada.open(seats=3)
    for what in ("leave", "seat-token", "rematch"):
        assert (await eve.refused("POST", f"/tables/{table}/{what}"))["code"] == "seat.none"
    assert (await eve.refused("POST", f"/tables/{table}/bots", {"name": "random"}))["code"] == "seat.none"


async def test_at_a_table_in_play_seats_stay_as_they_are(house: House) -> None:
    """Bots come and go before play only."""
    ada = await house.guest()
    table = await ada.open(seats=2, bots=["random"])
    assert (await ada.refused("POST", f"/tables/{table}/bots", {"name": "random"}))["code"] == "table.started"
    assert (await ada.refused("DELETE", f"/tables/{table}/bots/0"))["code"] == "table.started"


async def test_our_own_mistakes_are_told_without_details(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault in the server is a code, never a stack trace; the answer's name finds it in the log."""

    async def fail() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(house.services.lobby.lobby.listing, "list_tables", fail)
    answer = await house.http.get("/api/v1/tables")
    assert answer.json()["code"] == "server.failed"
    assert "secret" not in answer.text
    assert answer.headers["X-Request-ID"] in "".join(capsys.readouterr())


async def test_our_own_mistakes_close_a_socket_without_details(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault during play is a code too, and no other player notices."""
    table, player = await playing(house)
    window = await Player.at(house.stranger(), table)

    async def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    with monkeypatch.context() as patch:
        patch.setattr(house.services.tables.find_loaded(table), "play_actions", fail)
        await player.socket.say(ACT)
        refused, code = await closing(player.socket)
    assert (refused["code"], code) == ("server.failed", 1011)
    assert "secret" not in str(player.socket.frames)
    again = await Player.at(player.person, table)
    assert (await again.act({"type": "side", "side": "front"}))["type"] == "done"
    assert (await window.socket.hear_of("told"))["steps"][0]["version"] == 1


async def test_when_the_database_fails_nothing_is_told_and_play_goes_on_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is refused, the sockets stay, and once the database answers the same action is accepted."""
    from sqlalchemy.exc import OperationalError  # noqa: PLC0415

    table, player = await playing(house)

    async def fail(*_: object) -> None:
        raise OperationalError("insert", None, OSError("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(house.services.store._writer, "_enqueue", fail)
        assert (await player.act({"type": "side", "side": "front"}, act_id="a"))["code"] == "storage.failed"
        problem = await player.person.refused("POST", "/tables", {"seats": 2})
        assert (problem["code"], problem["status"]) == ("storage.failed", 503)
    assert player.version == 0
    assert (await player.act({"type": "side", "side": "front"}, act_id="a"))["version"] == 1
    assert (await player.person.get(f"/tables/{table}"))["table"]["version"] == 1


async def test_an_act_whose_confirmation_got_lost_is_done(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stored, though the database said nothing more: it is not refused, and everybody is told."""
    table, player = await playing(house)
    window = await Player.at(house.stranger(), table)
    store = house.services.store
    append = store.append_actions

    async def lose(new: Append) -> None:
        await append(new)
        raise ProblemError(Code.STORAGE_FAILED)

    with monkeypatch.context() as patch:
        patch.setattr(store, "append_actions", lose)
        assert (await player.act({"type": "side", "side": "front"}, act_id="a"))["version"] == 1
        assert (await window.socket.hear_of("told"))["steps"][0]["version"] == 1


async def test_a_server_that_stops_refuses_to_play(house: House) -> None:
    """What it takes no more it says."""
    _, player = await playing(house)
    house.services.store._writer._closed = True
    await player.socket.say(ACT)
    refused, code = await closing(player.socket)
    assert (refused["code"], code) == ("server.restarting", 1012)


async def test_junk_never_stops_a_table(house: House) -> None:
    """Thousands of random frames, well-formed in part, end at most their own socket."""
    rng = Random(7)
    table, player = await playing(house)
    whole = json.dumps(ACT)

    def spoilt() -> str:
        letters = list(whole)
        for _ in range(rng.randrange(1, 4)):
            letters[rng.randrange(len(letters))] = chr(rng.choice([*range(32, 127), 0, 0x202E, 0x1F600]))
        return "".join(letters)

    makers: list[Callable[[], Json]] = [
        spoilt,
        lambda: whole[: rng.randrange(len(whole))],
        lambda: rng.randbytes(rng.randrange(40)),
        lambda: rng.randbytes(20).decode("latin-1"),
        lambda: {**ACT, rng.choice(["id", "seen", "actions"]): rng.choice([None, [], {}, -1, "x", 10**20, 1.5, True])},
    ]

    async def pester() -> None:
        socket = house.socket(table)
        await socket.open()
        await socket.hello()
        await socket.say(rng.choice(makers)())
        await socket.say("")
        await closing(socket)

    waves: list[Awaitable[None]] = [pester() for _ in range(400)]
    for start in range(0, len(waves), 40):
        await asyncio.gather(*waves[start : start + 40])
    assert player.version == 0
    await player.until_over()


def test_every_code_is_explained_to_developers_and_has_its_words_in_every_language() -> None:
    """The protocol page lists each code; each has a title, and a text in English, French and Italian."""
    page = build_page("reference/protocol.md")
    assert [reason for reason in Reason if f"`{reason}`" not in page] == []
    assert set(TITLES) == set(Code)
    rows = {f"| `{code}` | {STATUS.get(code, 400)} | {CLOSE.get(code, '')} | {TITLES[code]} |" for code in Code}
    assert [row for row in sorted(rows) if row.replace("|  |", "| |") not in page] == []
    for locale in LOCALES:
        texts = locale_texts(locale)
        assert [code for code in Code if f"error.{code}" not in texts] == []
        assert [reason for reason in Reason if reason.value not in texts] == []


def test_structs_of_clients_take_no_unknown_fields() -> None:
    """Everything a client sends is checked to the last field."""
    from codex_naturalis.wire import socket as socket_wire  # noqa: PLC0415
    from codex_naturalis.wire import table as wire  # noqa: PLC0415

    sent = (socket_wire.Hello, socket_wire.Act, socket_wire.Ping, wire.NewTable, wire.NewGuest, wire.NewBot)
    assert [kind.__name__ for kind in sent if not kind.__struct_config__.forbid_unknown_fields] == []
