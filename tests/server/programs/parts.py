"""Programs for tests: an account with a bot account, and the program's end of its socket."""

from random import Random
from typing import Any

import msgspec

from tests.quick import soon
from tests.server.house import ClosedError, House, Json, Person, Socket
from tests.waiting import poll

PASSWORD = "right horse battery"  # noqa: S105 - of nobody


async def account(house: House, name: str = "Ada") -> Person:
    """Return a person with an account."""
    session = await Person(house).post("/account", {"name": name, "password": PASSWORD})
    return Person(house, session["token"])


async def program_of(owner: Person, name: str = "Magpie", scope: str = "play") -> str:
    """Create a program, and return a token for it."""
    await owner.post("/account/programs", {"name": name})
    return await token_of(owner, program=name, scope=scope)


async def token_of(owner: Person, **wanted: Json) -> str:
    """Issue an access token; return its text."""
    made = await owner.post("/account/tokens", {"name": "mine", "scope": "play", **wanted})
    return str(made["token"])


class Program:
    """A program at its socket, which plays what ends the game soon."""

    def __init__(self, house: House, token: str, address: str = "127.0.0.1") -> None:
        self.house = house
        self.socket = Socket(house.app, "/api/v1/bot/socket", {"authorization": f"Bearer {token}"}, address)
        self.rng = Random(0)
        self.heard: list[Json] = []

    async def start(self, **ready: Json) -> Json:
        """Shake hands; return the server's hello."""
        answer = await self.socket.open()
        assert answer["type"] == "websocket.accept", answer
        hello = await self.socket.hear()
        await self.socket.say({"type": "ready", **ready})
        await poll(lambda: self._known(hello["name"]), pause=0.01)
        return hello

    async def _known(self, name: str) -> bool:
        """Return whether the server has noted that the program is here."""
        return name in [one.name for one in await self.house.services.programs.programs_here.list_programs()]

    async def refused(self) -> Json:
        """Return the problem with which the handshake is refused."""
        answer = await self.socket.open()
        assert answer["type"] == "websocket.http.response.start", answer
        return {"status": answer["status"], **msgspec.json.decode((await self.socket._next())["body"])}

    async def say(self, kind: str, **fields: Json) -> None:
        """Send a message."""
        await self.socket.say({"type": kind, **fields})

    async def hear_of(self, *kinds: str) -> Json:
        """Return the next message of one of these kinds."""
        while True:
            message = await self.socket.hear()
            self.heard.append(message)
            if message["type"] in kinds:
                return message

    async def sit(self) -> Json:
        """Accept the next invitation; return the game it leads to."""
        invited = await self.hear_of("invited")
        await self.say("accept", table=invited["table"])
        return await self.hear_of("game")

    async def answer(self, ask: Json, *actions: Json) -> None:
        """Answer a question, by default with what ends the game soon."""
        await self.say("answer", ask=ask["ask"], actions=list(actions) or [soon(ask["view"]["legal"], self.rng)])

    async def play(self) -> Json:
        """Answer what is asked until a game is over; return that message."""
        while (message := await self.hear_of("ask", "over", "refused"))["type"] == "ask":
            await self.answer(message)
        return message

    async def until_closed(self) -> int:
        """Return the code with which the socket is closed."""
        try:
            while True:
                self.heard.append(await self.socket.hear())
        except ClosedError as closed:
            return closed.code


def refusals(program: Program) -> list[Any]:
    """Return the reasons for which a program was refused so far."""
    return [message["reason"] for message in program.heard if message["type"] == "refused"]
