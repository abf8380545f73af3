"""DNS resolver: look-ups of host names that guests choose, each in a thread of its own, a few at a time per guest.

The event loop's own resolver shares a pool of four threads with everything else, and a look-up cannot be cancelled: a
name server that never answers occupies a thread until the system's resolver gives up. Here each look-up has its own
thread, which counts until it has ended, and a guest has so few that the others' stay free.
"""

import asyncio
import ipaddress
import socket
import threading
from collections import Counter
from contextlib import suppress
from typing import Final

__all__ = ["SECONDS", "Lookups"]

SECONDS: Final = 3.0
"""Time limit of a look-up in seconds, waiting for a thread included."""

_OF_GUEST: Final = 2
"""Concurrent look-ups of one guest."""

_MOST: Final = 64
"""Concurrent look-ups in all."""


class Lookups:
    """Resolver with a bound per guest."""

    def __init__(self) -> None:
        """Begin with no look-up running."""
        self._running: Counter[str] = Counter()
        self._ended = asyncio.Event()

    async def addresses(self, who: str, host: str, port: int) -> list[str]:
        """Return the addresses of `host` for the guest `who`; raise `OSError` (`TimeoutError` too) if none is found."""
        with suppress(ValueError):
            return [str(ipaddress.ip_address(host))]
        async with asyncio.timeout(SECONDS):
            while self._running[who] >= _OF_GUEST or self._running.total() >= _MOST:
                self._ended.clear()
                await self._ended.wait()
            return await self._begun(who, host, port)

    def _begun(self, who: str, host: str, port: int) -> "asyncio.Future[list[str]]":
        """Start a look-up, which counts against the bounds until it ends, whether or not its answer is awaited."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def told(answer: list[str] | OSError) -> None:
            self._running[who] -= 1
            self._running = +self._running  # drops counts of zero
            self._ended.set()
            if not found.done():
                found.set_exception(answer) if isinstance(answer, OSError) else found.set_result(answer)

        def work() -> None:
            answer = _answer(host, port)
            with suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(told, answer)

        self._running[who] += 1
        threading.Thread(target=work, name="look-up", daemon=True).start()
        return found


def _answer(host: str, port: int) -> list[str] | OSError:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        return error
    except UnicodeError:
        return OSError(host)
    return list(dict.fromkeys(str(one[4][0]) for one in found))
