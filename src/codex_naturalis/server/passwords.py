"""Passwords: kept as hashes that take time and memory to guess, worked out beside the loop, a few at a time."""

import asyncio
import secrets
import unicodedata
from typing import TYPE_CHECKING, Final

from .codes import Code, Problem

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["LONGEST", "SHORTEST", "Passwords", "clean_password"]

SHORTEST: Final = 8
LONGEST: Final = 128
"""Characters."""

_DIFFERENT: Final = 4
"""Characters that differ, at least."""

_AT_ONCE: Final = 2
"""Hashes worked out at the same time; each takes a core and the memory of the settings."""

_WAITING: Final = 32
"""Those that may wait for their turn."""


def clean_password(password: str, name: str) -> str:
    """Return `password` in the form it is hashed in; raise a `Problem` for one that anybody would try first."""
    password = unicodedata.normalize("NFKC", password)
    easy = len(set(password)) < _DIFFERENT or password.casefold() == name.casefold()
    if easy or not SHORTEST <= len(password) <= LONGEST:
        raise Problem(Code.PASSWORD_INVALID, shortest=SHORTEST, longest=LONGEST)
    return password


class Passwords:
    """Makes hashes (argon2id) and checks against them."""

    def __init__(self, memory: int) -> None:
        """Let each hash take `memory` megabytes."""
        self._memory = max(1, memory)
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0
        self._nobodys: str | None = None
        """A hash that no password fits, so that names without an account take as long as others."""

    async def hashed(self, password: str) -> str:
        """Return what is kept of `password`."""
        return await self._aside(password, None)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Return whether `password` is the one of which `kept` was made; as slowly if there is none."""
        if kept is None:
            if self._nobodys is None:
                self._nobodys = await self.hashed(secrets.token_urlsafe())
            await self._aside(password, self._nobodys)
            return False
        return bool(await self._aside(password, kept))

    async def _aside(self, password: str, kept: str | None) -> str:
        if self._waiting >= _WAITING:
            raise Problem(Code.LIMIT_REQUESTS, seconds=_WAITING)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(_worked_out, self._hasher(), password, kept)
        finally:
            self._waiting -= 1

    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # noqa: PLC0415 - most servers start long before anybody signs in

        return PasswordHasher(memory_cost=self._memory * 1024, parallelism=1)


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
