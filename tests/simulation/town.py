"""Everybody in a story, what they did and were told, and what is found wrong while it happens."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import msgspec

from tests.faults.histories import History

from .server import Answer, ConnectionLostError, Json
from .window import Frame, Window

if TYPE_CHECKING:
    from .cluster import ClusterWorld
    from .world import World

__all__ = ["NAMES", "Person", "Request", "Town", "general_path"]

NAMES: Final = ("Zephyrine", "Quillon", "Ysolde", "Wulfram", "Xanthippe")
WORDS: Final = ("amaryllis", "bergamot", "celandine", "dittany", "eglantine", "fraxinella", "galingale", "hellebore")
_TIMEOUT: Final = 60.0


class Request(msgspec.Struct):
    """A request, and what came of it."""

    at: float
    """When it was sent, by the world's monotonic clock, and when it was answered."""

    until: float
    who: str
    method: str
    path: str
    body: Json
    status: int
    """Status of the answer; 0 if that was lost."""

    content: Json
    wall: float
    """Time of day when it was answered."""

    @property
    def done(self) -> bool:
        """Return whether it was carried out."""
        return 200 <= self.status < 300

    @property
    def lost(self) -> bool:
        """Return whether nobody knows what came of it."""
        return self.status == 0


class Town:
    """What all people of a story share."""

    def __init__(self, world: "World | ClusterWorld") -> None:
        self.world = world
        self.people: list[Person] = []
        self.tables: list[str] = []
        self.gathering: list[str] = []
        """Tables for four, which seldom begin."""

        self.spoken_at: list[str] = []
        """Tables with a chat."""

        self.slow: list[str] = []
        """Tables where people play by correspondence."""

        self.matches: list[str] = []
        self.clubs: list[str] = []
        self.tournaments: list[str] = []
        self.programs: list[tuple[str, str]] = []
        """Programs by name, with their owners' names."""

        self.requests: list[Request] = []
        self.windows: list[Window] = []
        self.frames: list[Frame] = []
        self.histories: list[History] = []
        """What windows did at places that they have no more."""

        self.starting = asyncio.Lock()
        """Held by who starts the server: one supervisor does."""

        self.faults: list[str] = []
        self.secrets: list[tuple[str, str]] = []
        """What must not stand in the database: a secret, and what it is."""

        self.trouble_until = -1.0
        """When the disk, or the server's life, was in trouble last: until then requests may fail."""

        self.trace: list[str] = []
        self.covered: set[str] = set()
        """Tables of the database that held something at the end."""

    def fault(self, text: str) -> None:
        """Note what is wrong, once."""
        if text not in self.faults:
            self.faults.append(text)

    def note(self, text: str) -> None:
        """Write down what happened, for the comparison of two runs and for readers of a story."""
        self.trace.append(f"{self.world.loop.elapsed:9.3f}  {text}")

    def trouble(self, seconds: float) -> None:
        """Allow requests to fail for some seconds."""
        self.trouble_until = max(self.trouble_until, self.world.loop.now + seconds)

    @property
    def troubled(self) -> bool:
        """Return whether disk or server are, or have just been, in trouble."""
        return self.world.loop.now < self.trouble_until

    def read(self, statement: str, *values: object) -> list[tuple[Json, ...]]:
        """Read what is stored, behind the servers' backs."""
        return self.world.stored.read(statement, *values)

    def version_of(self, table: str) -> int:
        """Return the version at which a table stands; 0 if there is none."""
        row = self.read("select version from tables where id = ?", table)
        return int(row[0][0]) if row else 0

    def check_stored(self, table: str, act: str, who: str) -> None:
        """Note a fault if an act that was just acknowledged is not stored."""
        if not self.read("select 1 from acts where table_id = ? and id = ?", table, act):
            self.fault(f"an act of {who} was acknowledged before it was stored")

    async def appoint(self, person: "Person") -> None:
        """Make somebody a moderator, as the host does from the command line."""
        await self.world.stored.write(
            "insert into moderators (guest, created) select guest, created from accounts where guest = ?"
            " on conflict do nothing",
            person.id,
        )


class Person:
    """Somebody with a browser, or a program: what an API allows, nicely and badly."""

    def __init__(self, town: Town, number: int) -> None:
        self.town = town
        self.number = number
        self.name = NAMES[number]
        self.password = f"a long walk by the sea {number}"
        self.id = ""
        self.token = ""
        self.account = False
        self.proved = -1e9
        """When the password was given last, by the wall's clock."""

        self.dead: list[tuple[str, float]] = []
        """Tokens that were ended, and when this was told."""

        self.others: list[str] = []
        """Access tokens and programs' tokens that end with the password."""

        self.seat_tokens: list[tuple[str, str]] = []
        self.dead_seat_tokens: list[tuple[str, str]] = []
        self.deleted = False
        self.unsure = False
        """Whether the answer about a new password, or a deletion, got lost."""

        self.spoken: list[str] = []
        """What this person said, or wrote down, and must be gone when the account is deleted."""

        self.matches: dict[str, str] = {}
        """Tables at which this person played each match."""

        self.windows: dict[str, Window] = {}
        self.invites: list[tuple[str, str, float]] = []
        """Links of clubs that this person has seen: club, secret and when."""

        town.people.append(self)

    def secret(self, text: str, what: str) -> str:
        """Note a secret, which must not stand in the database; return it."""
        self.town.secrets.append((text, f"{what} of {self.name}"))
        return text

    async def ask(self, method: str, path: str, body: Json = None, token: str | None = None) -> Answer | None:
        """Ask; return the answer, None if it got lost."""
        town, at = self.town, self.town.world.loop.now
        used = self.token if token is None else token
        request = Request(at, at, self.name, method, path, body, 0, None, town.world.wall())
        town.requests.append(request)
        try:
            async with asyncio.timeout(_TIMEOUT):
                answer = await town.world.server.ask(method, path, body, used or None)
        except ConnectionLostError:
            town.note(f"{self.name}: {method} {path} is lost")
            return None
        except TimeoutError:
            town.fault(f"{method} {general_path(path)} was never answered")
            return None
        fields = answer.body if isinstance(answer.body, dict | list) else None
        request.until, request.wall = town.world.loop.now, town.world.wall()
        request.status, request.content = answer.status, answer.body
        code = fields.get("code", "") if isinstance(fields, dict) else ""
        town.note(f"{self.name}: {method} {path} {answer.status} {code}".rstrip())
        self._check(method, path, answer.status, code, used, at)
        return await self._again(method, path, body, used) if answer.stored and answer.status >= 500 else answer

    async def _again(self, method: str, path: str, body: Json, used: str) -> Answer | None:
        """Try once more what failed, though something of it was stored: it must be possible."""
        await asyncio.sleep(2.0)
        answer = await self.ask(method, path, body, used)
        ended = any(token == used for token, _ in self.dead)  # by another request, meanwhile
        if answer and 400 <= answer.status < 500 and not ended and not self.town.world.set_back:
            text = f"{method} {general_path(path)} failed, and was carried out: when tried again it was refused"
            self.town.fault(f"{text} ({(answer.body or {}).get('code')})")
        return answer

    def _check(self, method: str, path: str, status: int, code: str, used: str, at: float) -> None:
        town = self.town
        if status == 500 or (status >= 500 and not town.troubled):
            town.fault(f"{method} {general_path(path)} was answered {status} {code}".rstrip())
        ended = next((when for token, when in self.dead if token == used), None)
        own = method != "GET" or path.startswith(("/account", "/guests/me", "/tables/mine", "/blocks"))
        if ended is not None and at > ended and own and 200 <= status < 300:
            town.fault(f"{method} {general_path(path)} was answered {status} to a token that had been ended")

    async def done(self, method: str, path: str, body: Json = None, token: str | None = None) -> Json | None:
        """Ask; return what came of it if it was carried out."""
        answer = await self.ask(method, path, body, token)
        return answer.body if answer and answer.status in (200, 201) else None

    async def open(self, wanted: Json) -> str | None:
        """Open a table, and let everybody know it; return its id."""
        answer = await self.done("POST", "/tables", wanted)
        if answer is None:
            return None
        table = str(answer["table"]["id"])
        self.town.tables.append(table)
        return table

    async def read_pages(self, *paths: str) -> None:
        """Ask for pages, one after the other."""
        for path in paths:
            await self.ask("GET", path)

    async def surely(self, carry_out: Callable[[], Awaitable[Json | None]], tries: int = 6) -> Json | None:
        """Try until it was carried out, or often enough."""
        for _ in range(tries):
            if (answer := await carry_out()) is not None:
                return answer
            await asyncio.sleep(1.0)
        return None

    async def arrive(self) -> None:
        """Become a guest."""
        guest = await self.surely(lambda: self.done("POST", "/guests", {"name": self.name}), tries=20)
        if guest:
            self.id, self.token = guest["id"], self.secret(guest["token"], "the token")

    def renew(self, session: Json) -> None:
        """Take a session that has just been opened by password."""
        self.id, self.account = session["id"], True
        self.token = self.secret(session["token"], "the token")
        self.proved = self.town.world.wall()

    def end_tokens(self, *tokens: str) -> None:
        """Note that tokens were ended, and this was told."""
        self.dead += [(token, self.town.world.loop.now) for token in tokens if token]

    async def window(self, table: str) -> Window:
        """Return this person's window at a table, opened if it can be."""
        found = self.windows.get(table)
        if found is None or found.token != self.token:
            found = self.windows[table] = Window(self.town, table, self.token, self.name, self.number)
        await found.open()
        return found


def general_path(path: str) -> str:
    """Return a path without the ids in it, so that one fault has one text."""
    parts = path.partition("?")[0].split("/")
    return "/".join("…" if any(map(str.isdigit, part)) or len(part) > 20 else part for part in parts)
