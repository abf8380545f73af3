"""What people say at a table: heard by all who are there, kept for those who come back, and no part of the game."""

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from codex_naturalis.server.lobby.chat import KEPT, LONGEST_LINE, Chat, clean_line
from codex_naturalis.wire.errors import ProblemError
from tests.server.house import House, Json, Person, Player, Socket, open_house
from tests.waiting import TIMEOUT
from tests.waiting import until as until_so

_IDS = count(1)
PATIENT: dict[str, Any] = {"chat_at_once": 1000, "messages_at_once": 1000}
"""Settings under which people may say as much as they like."""


async def say(socket: Socket, text: str, line_id: str | None = None) -> None:
    """Say something."""
    await socket.say({"type": "say", "id": line_id or f"line-{next(_IDS)}", "text": text})


async def show(socket: Socket, emote: str) -> None:
    """Show a sign."""
    await socket.say({"type": "show", "id": f"line-{next(_IDS)}", "emote": emote})


async def heard(socket: Socket) -> list[Json]:
    """Return what is said next."""
    lines: list[Json] = (await socket.hear_of("said"))["lines"]
    return lines


async def refusal(socket: Socket) -> str:
    """Return the code of the next refusal."""
    return str((await socket.hear_of("refused"))["code"])


async def two_at_a_table(house: House) -> tuple[str, Person, Socket, Person, Socket]:
    """Seat Ann, who is host, and Bea; play begins."""
    ann, bea = await house.guest("Ann"), await house.guest("Bea")
    table = await ann.open(seats=2)
    await bea.post(f"/tables/{table}/join")
    return table, ann, (await ann.look(table))[0], bea, (await bea.look(table))[0]


async def test_everybody_at_the_table_hears(house: House) -> None:
    """Words and signs come with who it was, and every reader learns who they are themselves."""
    _, _, ann, _, bea = await two_at_a_table(house)
    await say(ann, "Good luck!")
    message = await bea.hear_of("said")
    (line,) = message["lines"]
    assert (line["name"], line["text"], line["emote"], line["number"]) == ("Ann", "Good luck!", None, 1)
    assert line["seat"] in (0, 1)
    assert line["person"] != message["me"]
    own = await ann.hear_of("said")
    assert own["lines"][0]["person"] == own["me"]
    await show(bea, "applause")
    (line,) = await heard(ann)
    assert (line["name"], line["text"], line["emote"], line["number"]) == ("Bea", None, "applause", 2)


async def test_the_first_line_is_news(house: House) -> None:
    """Everyone present gets it as new, and people who come later as earlier lines."""
    table, person, ann, _, bea = await two_at_a_table(house)
    await say(ann, "Good luck!")
    assert (await bea.hear_of("said"))["anew"] is False
    later, _ = await person.look(table)
    assert (await later.hear_of("said"))["anew"] is True


async def test_who_watches_may_talk_and_is_told_apart(house: House) -> None:
    """A guest without a seat has none in what it says; without a name a guest cannot speak."""
    table, _, ann, _, _ = await two_at_a_table(house)
    cid, _ = await (await house.guest("Cid")).look(table)
    await say(cid, "What a codex")
    (line,) = await heard(ann)
    assert (line["name"], line["seat"]) == ("Cid", None)
    nobody, _ = await house.stranger().look(table)
    assert (await nobody.hear_of("said"))["me"] is None
    await say(nobody, "Boo")
    assert await refusal(nobody) == "token.missing"


async def test_a_private_link_speaks_for_its_seat(house: House) -> None:
    """The same seat on another device is the same person."""
    table, person, ann, _, bea = await two_at_a_table(house)
    key = (await person.post(f"/tables/{table}/seat-token"))["token"]
    phone, _ = await house.stranger(key).look(table)
    await say(ann, "from the desk")
    await say(phone, "from the phone")
    lines = await heard(bea)
    lines += [] if len(lines) == 2 else await heard(bea)
    assert {(line["name"], line["person"], line["seat"]) for line in lines} == {
        ("Ann", lines[0]["person"], lines[0]["seat"])
    }


async def test_who_comes_back_reads_the_last_lines(tmp_path: Path) -> None:
    """After a lost connection and after a restart, up to as many as are kept; numbers go on."""
    async with open_house(tmp_path, **PATIENT) as house:
        table, person, ann, _, bea = await two_at_a_table(house)
        for number in range(1, KEPT + 6):
            await say(ann, f"line {number}")
        said = await until(bea, KEPT + 5)
        assert [line["text"] for line in said] == [f"line {number}" for number in range(1, KEPT + 6)]
        await ann.leave()
        again, _ = await person.look(table)
        assert [line["number"] for line in await heard(again)] == list(range(6, KEPT + 6))
    async with open_house(tmp_path, **PATIENT) as house:
        later, _ = await house.stranger(person.token).look(table)
        message = await later.hear_of("said")
        assert message["anew"]
        assert [line["number"] for line in message["lines"]] == list(range(6, KEPT + 6))
        assert message["lines"][-1]["text"] == f"line {KEPT + 5}"


async def until(socket: Socket, number: int) -> list[Json]:
    """Return everything heard up to the line with this number."""
    lines: list[Json] = []
    while not lines or lines[-1]["number"] < number:
        lines += await heard(socket)
    return lines


async def test_a_line_sent_again_is_said_once(house: House) -> None:
    """A client that does not know whether its line arrived sends it again."""
    _, _, ann, _, bea = await two_at_a_table(house)
    await say(ann, "once", "same")
    await say(ann, "once", "same")
    await say(ann, "twice")
    assert [line["text"] for line in await until(bea, 2)] == ["once", "twice"]
    await say(bea, "mine", "same")  # somebody else's mark is their own affair
    assert [line["text"] for line in await until(bea, 3)] == ["mine"]


async def test_seats_drawn_by_lot_are_told_anew(house: House) -> None:
    """What was said while people gathered has the seats of play once it begins."""
    ann = await house.guest("Ann")
    table = await ann.open(seats=2)
    socket, _ = await ann.look(table)
    await say(socket, "waiting")
    assert (await heard(socket))[0]["seat"] == 0
    await (await house.guest("Bea")).post(f"/tables/{table}/join")
    began = await socket.hear_of("table")
    while began["view"] is None:
        began = await socket.hear_of("table")
    message = await socket.hear_of("said")
    assert message["anew"]
    assert [(line["text"], line["seat"]) for line in message["lines"]] == [("waiting", began["viewer"])]


async def test_talk_is_no_part_of_the_game(house: House) -> None:
    """Versions, what was missed, views and the record are the same as without chat."""
    table, _, ann, bea, listener = await two_at_a_table(house)
    for each in range(3):
        await say(ann, f"SPOKEN {each}")
    await until(listener, 3)
    player = await Player.at(bea, table)
    assert player.version == 0
    _, welcome = await bea.look(table, 0)
    assert welcome["missed"] == []
    assert (await bea.get(f"/tables/{table}"))["table"]["version"] == 0
    game = house.kept(table).game
    assert "SPOKEN" not in repr(game)
    assert [text for text in player.socket.frames if "SPOKEN" in text and '"said"' not in text] == []


async def test_the_record_holds_no_words(house: House) -> None:
    """A finished game is told without what was said around it."""
    ann = await house.guest("Ann")
    table = await ann.open(seats=2, bots=["random"])
    player = await Player.at(ann, table)
    await say(player.socket, "SPOKEN")
    await player.until_over()
    record = await ann.ask("GET", f"/tables/{table}/record")
    assert record.status_code == 200
    assert "SPOKEN" not in record.text
    assert "SPOKEN" not in (await ann.ask("GET", f"/tables/{table}/replay")).text


async def test_nobody_learns_the_id_of_a_guest(house: House) -> None:
    """The id is in the token; others know a person by a name that leads nowhere."""
    table, person, ann, _, bea = await two_at_a_table(house)
    guest = (await person.get("/guests/me"))["id"]
    await say(ann, "hello")
    await heard(bea)
    assert guest not in "".join(bea.frames)
    other = await (await house.guest("Cid")).open(seats=2)
    socket, _ = await person.look(other)
    await say(socket, "hello")
    assert (await heard(socket))[0]["person"] == (await (await person.look(table))[0].hear_of("said"))["me"]


async def test_too_much_at_once_is_refused(tmp_path: Path) -> None:
    """The allowance is the guest's, over all sockets and tables; others go on talking."""
    async with open_house(tmp_path, chat_at_once=2, chat_per_second=0.001) as house:
        table, person, ann, _, bea = await two_at_a_table(house)
        await say(ann, "one")
        await say(ann, "two")
        await say(ann, "three")
        assert await refusal(ann) == "limit.chat"
        await until(bea, 2)
        again, _ = await person.look(table)
        await show(again, "hello")
        assert await refusal(again) == "limit.chat"
        await say(bea, "go on")
        assert [line["text"] for line in await until(bea, 3)] == ["go on"]


async def test_the_allowance_fills_again(tmp_path: Path) -> None:
    """Who waits may go on."""
    async with open_house(tmp_path, chat_at_once=1, chat_per_second=1000.0) as house:
        _, _, ann, _, bea = await two_at_a_table(house)
        for number in (1, 2, 3):
            await say(ann, "again")
            await until(bea, number)


async def test_the_host_may_ask_for_silence(tmp_path: Path) -> None:
    """No line is passed on until the host ends it, and a restart changes nothing."""
    async with open_house(tmp_path) as house:
        table, person, ann, _, bea = await two_at_a_table(house)
        await bea.say({"type": "hush", "hushed": True})
        assert await refusal(bea) == "host.only"
        await ann.say({"type": "hush", "hushed": True})
        assert (await bea.hear_of("said"))["hushed"] is True
        await say(bea, "psst")
        assert await refusal(bea) == "chat.hushed"
    async with open_house(tmp_path) as house:
        ann, _ = await house.stranger(person.token).look(table)
        assert (await ann.hear_of("said"))["hushed"] is True
        await ann.say({"type": "hush", "hushed": False})
        assert (await ann.hear_of("said"))["hushed"] is False
        await say(ann, "at last")
        assert (await heard(ann))[0]["text"] == "at last"


async def test_nobody_talks_to_tybor(house: House) -> None:
    """A game alone has no chat."""
    ann = await house.guest("Ann")
    table = await ann.open(seats=1, solo="easy")
    socket, _ = await ann.look(table)
    await say(socket, "Brother?")
    assert await refusal(socket) == "chat.none"


async def test_unknown_signs_and_fields_are_malformed(house: House) -> None:
    """As with every other message."""
    table, person, _, _, _ = await two_at_a_table(house)
    for message in (
        {"type": "show", "id": "a", "emote": "rude"},
        {"type": "say", "id": "a", "text": "hi", "html": True},
        {"type": "say", "id": "", "text": "hi"},
        {"type": "hush", "hushed": "yes"},
    ):
        socket, _ = await person.look(table)
        await socket.say(message)
        assert await refusal(socket) == "message.malformed"


async def test_a_refused_line_names_itself(house: House) -> None:
    """So that the client can give the words back."""
    _, _, ann, _, _ = await two_at_a_table(house)
    await say(ann, " \u202e ", "mine")
    message = await ann.hear_of("refused")
    assert (message["code"], message["id"], message["facts"]) == ("chat.invalid", "mine", {"longest": LONGEST_LINE})


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  two \t\n lines\u2028here ", "two lines here"),
        ("\u202eevil\u202c \u2066x\u2069 \u200e\u200f\ufeffend", "evil x end"),
        ("nul\0 bell\a escape\x1b[31m", "nul bell escape[31m"),
        ("<b onclick=alert(1)>&amp;</b>", "<b onclick=alert(1)>&amp;</b>"),
        ("Z" + "\u0351" * 40 + "!", "Z" + "\u0351" * 3 + "!"),
        ("e\u0301te\u0301", "été"),
        ("👩\u200d🎨 ok", "👩\u200d🎨 ok"),
        ("שלום", "שלום"),
        ("a" * LONGEST_LINE, "a" * LONGEST_LINE),
    ],
)
def test_lines_are_cleaned(said: str, kept: str) -> None:
    """Controls, direction marks and towers of accents go; letters of every language and angle brackets stay."""
    assert clean_line(said) == kept


@pytest.mark.parametrize("said", ["", "   ", "\u200b", "\u3164", "\u200d", "a" * (LONGEST_LINE + 1), "\u0301"])
def test_what_is_no_line_is_refused(said: str) -> None:
    """Nothing to be seen, or too much."""
    with pytest.raises(ProblemError):
        clean_line(said)


async def test_a_slow_database_holds_up_those_alone_who_wait_for_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While what was said at one table is read, others are let in; who comes there waits for the same read."""
    ann = await house.guest("Ann")
    slow, other, solo = await ann.open(seats=2), await ann.open(seats=2), await ann.open(seats=1, solo="easy")
    reads: list[str] = []
    read, load = asyncio.Event(), Chat.load

    async def slowly(chat: Chat) -> None:
        reads.append(chat._table)
        if chat._table == slow:
            await read.wait()
        await load(chat)

    monkeypatch.setattr(Chat, "load", slowly)
    waiting = [asyncio.create_task(ann.look(slow)) for _ in range(2)]
    await until_so(lambda: slow in reads)
    async with asyncio.timeout(TIMEOUT):
        await ann.look(other)
        await ann.look(solo)
    assert not any(task.done() for task in waiting)
    read.set()
    assert [welcome["type"] for _, welcome in await asyncio.gather(*waiting)] == ["welcome"] * 2
    assert reads == [slow, other]
