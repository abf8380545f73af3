"""Access tokens: named, revocable credentials of one scope, for programs and for people's scripts.

The server stores only a token's SHA-256 digest: 256 random bits need no slow hash. A token speaks for its guest until
it expires, is revoked, or the guest's secrets enter their next generation.
"""

import hashlib
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Holder, new_id
from codex_naturalis.seating.names import clean_name
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.people import MadeToken, NewToken, TokenInfo

from ..bans.bans import Bans
from ..database.quotas import TOKENS
from ..database.schema import accounts, guests, programs, tokens
from ..support.tokens import Scope
from ..tables.store import Store

__all__ = ["MOST_TOKENS", "AccessTokens"]

MOST_TOKENS: Final = 20
"""Tokens of one account, and of each of its programs."""

_PREFIX: Final = "t."
_DAY: Final = 24 * 3600.0
_USED_SECONDS: Final = 60.0
"""Precision of the stored time of last use, in seconds."""

_KNOWN: Final = 10_000
"""Holders cached, to count requests by token before asking the database."""

_OWNED: Final = (tokens, guests.c.generation.label("now"), programs.c.owner, accounts.c.name.label("account"))


class AccessTokens:
    """Service that issues, reads and revokes access tokens."""

    def __init__(self, store: Store, bans: Bans) -> None:
        """Keep digests in `store`; a program of a banned owner is refused, too."""
        self._store = store
        self._bans = bans
        self._known: dict[str, Holder] = {}

    @staticmethod
    def is_one(token: str) -> bool:
        """Return whether `token` has the form of an access token."""
        return token.startswith(_PREFIX)

    def claimed_holder(self, token: str) -> Holder | None:
        """Return the holder of a token that was read before, revoked or not: for counting only, never to trust."""
        return self._known.get(_digest(token))

    async def holder(self, token: str) -> Holder:
        """Return the holder of `token`; raise a `ProblemError` if it is unknown, has expired or was revoked."""
        row = await self._row(tokens.c.digest == _digest(token))
        holder = self._check(row)
        self._remember(_digest(token), holder)
        await self._note_use(row)
        return holder

    async def check(self, token_id: str) -> None:
        """Raise a `ProblemError` if the token of this id is no longer valid."""
        self._check(await self._row(tokens.c.id == token_id))

    def _check(self, row: Row[Any] | None) -> Holder:
        if row is None or row.generation != row.now or (row.expires is not None and row.expires < time.time()):
            raise ProblemError(Code.TOKEN_INVALID)
        self._bans.check(row.guest)
        self._bans.check(row.owner)
        return Holder(guest=row.guest, generation=row.generation, token=row.id, scope=Scope(row.scope))

    async def _row(self, which: Any) -> Row[Any] | None:  # noqa: ANN401 - any condition
        (found,) = await self._store.read(_whole().where(which))
        return found[0] if found else None

    def _remember(self, digest: str, holder: Holder) -> None:
        if len(self._known) >= _KNOWN:
            self._known.clear()
        self._known[digest] = holder

    async def _note_use(self, row: Any) -> None:  # noqa: ANN401 - a row
        now = time.time()
        if row.used is not None and now - row.used < _USED_SECONDS:
            return

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(tokens).where(tokens.c.id == row.id).values(used=now))

        await self._store.write(job)

    # By the owner

    async def create(self, owner: str, wanted: NewToken) -> MadeToken:
        """Issue a token for the account of `owner`, or for one of its programs; its text is returned only once."""
        guest = owner if wanted.program is None else await self._program(owner, wanted.program)
        name, text, now = clean_name(wanted.name), _PREFIX + secrets.token_urlsafe(32), time.time()
        row = {
            "digest": _digest(text),
            "id": new_id(),
            "guest": guest,
            "name": name,
            "scope": wanted.scope.value,
            "created": now,
            "expires": now + wanted.days * _DAY if wanted.days else None,
        }
        await self._store.write(lambda connection: _create(connection, row), TOKENS.key(guest))
        info = [one for one in await self.of(owner) if one.id == row["id"]]
        if not info:  # revoked at once, as the caller's own
            raise ProblemError(Code.TOKEN_INVALID)
        return MadeToken(text, info[0])

    async def _program(self, owner: str, name: str) -> str:
        mine = select(accounts.c.guest).join(programs, programs.c.guest == accounts.c.guest)
        (found,) = await self._store.read(mine.where(programs.c.owner == owner, accounts.c.name == name))
        if not found:
            raise ProblemError(Code.PROGRAM_UNKNOWN)
        return str(found[0].guest)

    async def of(self, owner: str) -> tuple[TokenInfo, ...]:
        """Return the tokens of an account and of its programs, oldest first; those that expired are deleted later."""
        (rows,) = await self._store.read(_whole().where(_owned_by(owner)).order_by(tokens.c.created))
        return tuple(_to_info(row) for row in rows if row.generation == row.now)

    async def revoke(self, owner: str, token_id: str) -> str:
        """Revoke a token of an account or of its programs; return the guest that it stood for."""
        row = await self._row((tokens.c.id == token_id) & _owned_by(owner))
        if row is None:
            raise ProblemError(Code.TOKEN_UNKNOWN)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(tokens).where(tokens.c.id == token_id))

        await self._store.write(job)
        return str(row.guest)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _whole() -> Any:  # noqa: ANN401 - a statement
    joined = tokens.join(guests, guests.c.id == tokens.c.guest).outerjoin(programs, programs.c.guest == tokens.c.guest)
    return select(*_OWNED).select_from(joined.outerjoin(accounts, accounts.c.guest == tokens.c.guest))


def _owned_by(owner: str) -> Any:  # noqa: ANN401 - a condition
    return (tokens.c.guest == owner) | (programs.c.owner == owner)


async def _create(connection: AsyncConnection, row: dict[str, Any]) -> None:
    mine = tokens.c.guest == row["guest"]
    await connection.execute(delete(tokens).where(mine, tokens.c.expires < time.time()))
    generation = await connection.execute(select(guests.c.generation).where(guests.c.id == row["guest"]))
    async with TOKENS.within(connection, row["guest"], most=MOST_TOKENS):
        await connection.execute(insert(tokens), {**row, "generation": generation.scalar_one()})


def _to_info(row: Row[Any]) -> TokenInfo:
    program: Sequence[str] = (row.account,) if row.owner else ()
    return TokenInfo(
        row.id, row.name, Scope(row.scope), row.created, row.expires, row.used, program[0] if program else None
    )
