"""Token bucket: how fast one socket may go, and how much it may do in one go."""

from typing import Final

from msgspec import Struct

from ..support.settings import Settings

__all__ = ["Pace", "TokenBucket"]

_FRAMES_PER_MESSAGE: Final = 4
"""Frames to each message that is allowed: its parts, and pings and pongs beside it."""


class Pace(Struct, frozen=True):
    """A rate a second, and the size of a burst."""

    per_second: float
    at_once: float

    @classmethod
    def of_messages(cls, settings: Settings) -> "Pace":
        """Return how many messages a socket may send."""
        return cls(settings.messages_per_second, settings.messages_at_once)

    @classmethod
    def of_frames(cls, settings: Settings) -> "Pace":
        """Return how many frames a socket may send, of data and control together."""
        return cls(settings.messages_per_second * _FRAMES_PER_MESSAGE, settings.messages_at_once * _FRAMES_PER_MESSAGE)


class TokenBucket:
    """What is left of a pace to one socket."""

    __slots__ = ("_left", "_since")

    def __init__(self, pace: Pace, now: float) -> None:
        """Begin full; `now` is in seconds of any clock that only goes forward."""
        self._left = pace.at_once
        self._since = now

    def take(self, pace: Pace, now: float, count: int = 1) -> bool:
        """Take `count`; return whether there was that much."""
        earned = (now - self._since) * pace.per_second
        self._left = min(self._left + earned, pace.at_once) - count
        self._since = now
        return self._left >= 0
