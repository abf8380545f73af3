"""Passwords: argon2id hashes, computed in threads beside the event loop, a few at a time."""

import asyncio
import os
import secrets
import sys
import unicodedata
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from codex_naturalis.wire.errors import Code, ProblemError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["LONGEST", "SHORTEST", "Passwords", "clean_password"]

SHORTEST: Final = 8
LONGEST: Final = 128
"""Length in characters."""

_DIFFERENT: Final = 4
"""Minimum number of different characters."""

_AT_ONCE: Final = 2
"""Concurrent hashes for strangers; each takes a core and the memory of the settings."""

_KNOWN_AT_ONCE: Final = 1
"""Concurrent hashes for holders of a token: they do not queue behind strangers."""

_NICENESS: Final = 10
"""Niceness of the hashing threads, so that the event loop goes first: otherwise one hash blocked it for 0.2 s."""

_WAITING: Final = 32
"""Length of each lane's queue."""


def clean_password(password: str, name: str) -> str:
    """Return `password` in the normal form to hash (NFKC); raise a `ProblemError` if it is too short, long or easy."""
    password = unicodedata.normalize("NFKC", password)
    easy = len(set(password)) < _DIFFERENT or password.casefold() == name.casefold()
    if easy or not SHORTEST <= len(password) <= LONGEST:
        raise ProblemError(Code.PASSWORD_INVALID, shortest=SHORTEST, longest=LONGEST)
    return password


class _Lane:
    """Bounded queue with a concurrency limit."""

    def __init__(self, at_once: int) -> None:
        self._turn = asyncio.Semaphore(at_once)
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a slot; raise a `ProblemError` if the queue is full."""
        if self._waiting >= _WAITING:
            raise ProblemError(Code.LIMIT_REQUESTS, seconds=_WAITING)
        self._waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting -= 1


class Passwords:
    """Password hasher (argon2id)."""

    def __init__(self, memory: int) -> None:
        """Use `memory` MiB for each hash."""
        self._memory = max(1, memory)
        self._strangers, self._known = _Lane(_AT_ONCE), _Lane(_KNOWN_AT_ONCE)
        self._threads = ThreadPoolExecutor(_AT_ONCE + _KNOWN_AT_ONCE, "passwords", _lower_priority)
        self._decoy: str | None = None
        """Hash of a random password: checked for names without an account, so that they take as long as others."""

    async def hash(self, password: str, *, known: bool = False) -> str:
        """Return the hash of `password`; `known`: the caller holds a token."""
        return await self._in_thread(password, None, known=known)

    async def verify(self, password: str, kept: str | None, *, known: bool = False) -> bool:
        """Return whether `password` matches the hash `kept`; takes as long if `kept` is None."""
        if kept is None:
            if self._decoy is None:
                self._decoy = await self.hash(secrets.token_urlsafe())
            await self._in_thread(password, self._decoy, known=known)
            return False
        return bool(await self._in_thread(password, kept, known=known))

    async def _in_thread(self, password: str, kept: str | None, *, known: bool) -> str:
        async with (self._known if known else self._strangers).turn():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, _hash_or_verify, self._hasher(), password, kept)

    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # noqa: PLC0415 - most servers start long before the first sign-in

        return PasswordHasher(memory_cost=self._memory * 1024, parallelism=1)


def _lower_priority() -> None:
    """Lower this thread's priority below the event loop's; Linux has priorities per thread."""
    if sys.platform == "linux":
        os.nice(_NICENESS)


def _hash_or_verify(hasher: "PasswordHasher", password: str, kept: str | None) -> str:
    """Return the hash of `password`; given a hash `kept`, return it if the password matches, else an empty string."""
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - see above

    if kept is None:
        return hasher.hash(password)
    try:
        hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return ""
    return kept
