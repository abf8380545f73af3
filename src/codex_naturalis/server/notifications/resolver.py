"""Resolver: look-ups of names that guests choose, in threads of their own, a few at a time for each guest.

The event loop looks names up in a pool of four threads that everything shares, and no system lets a look-up be given
up: a name server that never answers holds a thread for as long as the resolver has patience. Here each look-up has a
thread to itself; a guest has so few that others' stay free, and a thread counts until it has ended.
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
"""How long a look-up may take, with the wait for one's turn."""

_OF_GUEST: Final = 2
"""Look-ups of one guest at the same time."""

_MOST: Final = 64
"""Look-ups of all at the same time."""


class Lookups:
    """Looks names up for many guests."""

    def __init__(self) -> None:
        """Begin with nothing under way."""
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
        """Begin a look-up, which counts until it ends, whether or not its answer is waited for."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def told(answer: list[str] | OSError) -> None:
            self._running[who] -= 1
            self._running = +self._running  # forgets those who have none
            self._ended.set()
            if not found.done():
                found.set_exception(answer) if isinstance(answer, OSError) else found.set_result(answer)

        def work() -> None:
            answer = _answer(host, port)
            with suppress(RuntimeError):  # the loop has ended meanwhile
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
