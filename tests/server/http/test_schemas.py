"""The JSON Schemas describe what travels: whole games are played, and every message fits, with no field beside."""

from functools import cache
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import Struct

from codex_naturalis.server.http.schemas import NAMES, field_docs, schema_of
from codex_naturalis.wire.socket import Act
from tests.server.house import House, Json, Player, Socket


def closed(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """Return `schema` with no room for fields that it does not name."""
    match schema:
        case {"type": "object", "properties": _}:
            return {**{key: closed(each) for key, each in schema.items()}, "additionalProperties": False}
        case dict():
            return {key: closed(each) for key, each in schema.items()}
        case list():
            return [closed(each) for each in schema]
        case _:
            return schema


@cache
def validator(name: str) -> Draft202012Validator:
    """Return what checks a value against the schema of this name, closed."""
    schema = schema_of(name)
    return Draft202012Validator({**schema, "$defs": closed(schema["$defs"])})


def faults(name: str, value: Json) -> list[str]:
    """Return what a schema has against `value`."""
    return [error.message for error in validator(name).iter_errors(value)]


class Noted(Socket):
    """A socket that keeps what its client said, too."""

    async def say(self, message: Json) -> None:
        """Send `message`, and check it against the schema."""
        assert faults("client-message", msgspec.json.decode(msgspec.json.encode(message))) == []
        await super().say(message)

    def kinds(self) -> set[str]:
        """Check everything that was heard against the schema; return the kinds of messages."""
        heard = [msgspec.json.decode(frame) for frame in self.frames]
        for message in heard:
            assert faults("server-message", message) == [], message["type"]
            if view := message.get("view"):
                assert faults("view", view) == []
        return {message["type"] for message in heard}


async def at(house: House, table: str, token: str | None, **wishes: bool) -> tuple[Noted, Json]:
    """Return a socket at a table, and the welcome."""
    socket = Noted(house.app, f"/api/v1/tables/{table}/socket", {})
    await socket.open()
    await socket.say({"type": "hello", "token": token, **wishes})
    return socket, await socket.hear()


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one(name: str) -> None:
    """It is valid by its own dialect, and each reference in it leads somewhere."""
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    text = msgspec.json.encode(schema).decode()
    assert {part.split('"')[0] for part in text.split("#/$defs/")[1:]} <= schema["$defs"].keys()


async def test_every_message_of_a_game_fits(house: House) -> None:
    """A player with previews, one told of changes, and a spectator, at a table with a clock, chat and a refusal."""
    ada = await house.guest()
    clock = {"kind": "real_time", "seconds": 600, "increment": 5}
    table = await ada.open(seats=2, bots=["greedy"], clock=clock)
    socket, welcome = await at(house, table, ada.token, previews=True)
    playing, _ = await at(house, table, ada.token, changes=True, previews=True)
    watching, _ = await at(house, table, None)
    await socket.say({"type": "ping", "hidden": True})
    await socket.say({"type": "say", "id": "1", "text": "Well played"})
    await socket.say({"type": "show", "id": "2", "emote": "applause"})
    await socket.say({"type": "act", "id": "3", "seen": 0, "actions": [{"type": "draw", "source": "gold-1"}]})
    player = Player(ada, socket, welcome)
    while (await player.hear())["type"] != "refused":
        pass  # the bot may have chosen before
    await player.until_over()
    await socket.say({"type": "hush", "hushed": True})
    await socket.hear_of("said")
    for each in (playing, watching):
        while (await each.hear_of("table"))["table"]["stage"] != "over":
            pass
    assert socket.kinds() == {"welcome", "told", "table", "clocks", "said", "done", "refused", "pong"}
    assert {"welcome", "change", "table"} <= playing.kinds()
    assert {"welcome", "told", "table"} <= watching.kinds()
    record = msgspec.json.decode((await ada.ask("GET", f"/tables/{table}/record")).content)
    assert faults("record", record) == []


async def test_a_solo_game_fits(house: House) -> None:
    """Tybor's row, his turns and his outcome are described as well."""
    ada = await house.guest()
    table = await ada.open(seats=1, solo="hard")
    socket, welcome = await at(house, table, ada.token, previews=True)
    await Player(ada, socket, welcome).until_over()
    assert {"welcome", "told", "done", "table"} <= socket.kinds()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "colour": "red"},
        {"type": "act", "id": "1", "seen": 0, "actions": []},
        {"type": "act", "id": "", "seen": 0, "actions": [{"type": "draw", "source": "gold-1"}]},
        {"type": "act", "id": "1", "seen": 0, "actions": [{"type": "draw", "source": "gold-3"}]},
        {"type": "show", "id": "1", "emote": "frown"},
        {"type": "shout"},
    ],
)
def test_what_the_server_would_not_understand_does_not_fit(message: Json) -> None:
    """Fields that are unknown, an empty turn, words that do not exist."""
    assert faults("client-message", message)


class Sample(Struct):
    """A Struct with sentences."""

    one: int
    """In one line."""

    none: int
    two: int = 0
    """In two lines,
    or more.
    """


def test_the_meaning_of_a_field_is_told() -> None:
    """The sentence under a field of a Struct is in the schema, without the indentation of the source."""
    assert field_docs(Sample) == {"one": "In one line.", "two": "In two lines,\nor more."}
    act = schema_of("client-message")["$defs"]["Act"]["properties"]
    assert act["seen"]["description"] == field_docs(Act)["seen"]
    assert "description" not in act["actions"]
