"""Token bucket for one socket: its rate, and the size of its burst."""

from typing import Final

from msgspec import Struct

from ..support.settings import Settings

__all__ = ["Pace", "TokenBucket"]

_FRAMES_PER_MESSAGE: Final = 4
"""Frames allowed for each message allowed: its fragments, and pings and pongs beside it."""


class Pace(Struct, frozen=True):
    """Rate per second, and size of a burst."""

    per_second: float
    at_once: float

    @classmethod
    def of_messages(cls, settings: Settings) -> "Pace":
        """Return the rate of messages on a socket."""
        return cls(settings.messages_per_second, settings.messages_at_once)

    @classmethod
    def of_frames(cls, settings: Settings) -> "Pace":
        """Return the rate of frames on a socket, data and control frames together."""
        return cls(settings.messages_per_second * _FRAMES_PER_MESSAGE, settings.messages_at_once * _FRAMES_PER_MESSAGE)


class TokenBucket:
    """Token bucket of one socket; its rate is passed in, to keep it small."""

    __slots__ = ("_left", "_since")

    def __init__(self, pace: Pace, now: float) -> None:
        """Begin full; `now` is in seconds of a monotonic clock."""
        self._left = pace.at_once
        self._since = now

    def take(self, pace: Pace, now: float, count: int = 1) -> bool:
        """Take `count` tokens; return False if there were not enough, in which case the bucket goes below zero."""
        earned = (now - self._since) * pace.per_second
        self._left = min(self._left + earned, pace.at_once) - count
        self._since = now
        return self._left >= 0
