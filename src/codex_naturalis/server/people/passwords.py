"""Passwords: kept as hashes that take time and memory to guess, worked out beside the loop, a few at a time."""

import asyncio
import os
import secrets
import sys
import unicodedata
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from ..support.errors import Code, Problem

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["LONGEST", "SHORTEST", "Passwords", "clean_password"]

SHORTEST: Final = 8
LONGEST: Final = 128
"""Characters."""

_DIFFERENT: Final = 4
"""Characters that differ, at least."""

_AT_ONCE: Final = 2
"""Hashes worked out at the same time for strangers; each takes a core and the memory of the settings."""

_KNOWN_AT_ONCE: Final = 1
"""The same for those who are known already, by a token: they do not wait behind strangers."""

_STANDS_BACK: Final = 10
"""How much hashing gives way to the event loop, in steps of `nice`: one hash held it for a fifth of a second."""

_WAITING: Final = 32
"""Those of each kind that may wait for their turn."""


def clean_password(password: str, name: str) -> str:
    """Return `password` in the form it is hashed in; raise a `Problem` for one that anybody would try first."""
    password = unicodedata.normalize("NFKC", password)
    easy = len(set(password)) < _DIFFERENT or password.casefold() == name.casefold()
    if easy or not SHORTEST <= len(password) <= LONGEST:
        raise Problem(Code.PASSWORD_INVALID, shortest=SHORTEST, longest=LONGEST)
    return password


class _Lane:
    """A queue of bounded length, of which a few at a time are served."""

    def __init__(self, at_once: int) -> None:
        self._turn = asyncio.Semaphore(at_once)
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn; raise a `Problem` if too many do."""
        if self._waiting >= _WAITING:
            raise Problem(Code.LIMIT_REQUESTS, seconds=_WAITING)
        self._waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting -= 1


class Passwords:
    """Makes hashes (argon2id) and checks against them."""

    def __init__(self, memory: int) -> None:
        """Let each hash take `memory` megabytes."""
        self._memory = max(1, memory)
        self._strangers, self._known = _Lane(_AT_ONCE), _Lane(_KNOWN_AT_ONCE)
        self._threads = ThreadPoolExecutor(_AT_ONCE + _KNOWN_AT_ONCE, "passwords", _stand_back)
        self._nobodys: str | None = None
        """A hash that no password fits, so that names without an account take as long as others."""

    async def hashed(self, password: str, *, known: bool = False) -> str:
        """Return what is kept of `password`; `known` says that a token has shown who asks."""
        return await self._aside(password, None, known=known)

    async def fits(self, password: str, kept: str | None, *, known: bool = False) -> bool:
        """Return whether `password` is the one of which `kept` was made; as slowly if there is none."""
        if kept is None:
            if self._nobodys is None:
                self._nobodys = await self.hashed(secrets.token_urlsafe())
            await self._aside(password, self._nobodys, known=known)
            return False
        return bool(await self._aside(password, kept, known=known))

    async def _aside(self, password: str, kept: str | None, *, known: bool) -> str:
        async with (self._known if known else self._strangers).turn():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, _worked_out, self._hasher(), password, kept)

    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # noqa: PLC0415 - most servers start long before anybody signs in

        return PasswordHasher(memory_cost=self._memory * 1024, parallelism=1)


def _stand_back() -> None:
    """Let the loop go before this thread, where threads have priorities of their own."""
    if sys.platform == "linux":
        os.nice(_STANDS_BACK)


def _worked_out(hasher: "PasswordHasher", password: str, kept: str | None) -> str:
    """Return the hash of `password`; or `kept`, if it was made of this one, and else nothing."""
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - see above

    if kept is None:
        return hasher.hash(password)
    try:
        hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return ""
    return kept
