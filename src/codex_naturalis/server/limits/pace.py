"""Token bucket: its arithmetic, once for all that is limited, and the bucket of one socket."""

from typing import Final

from msgspec import Struct

from ..support.settings import Settings

__all__ = ["Pace", "TokenBucket"]

_FRAMES_PER_MESSAGE: Final = 4
"""Frames allowed for each message allowed: its fragments, and pings and pongs beside it."""

_ROUNDING: Final = 1e-6
"""Tolerance for rounding errors, in tokens."""


class Pace(Struct, frozen=True):
    """Rate in tokens per second, and size of a burst; with a rate of 0 there is no limit.

    A bucket is one number: the time at which it is full again, in seconds of a monotonic clock (the generic cell rate
    algorithm). A bucket whose time has passed is full.
    """

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

    @classmethod
    def of_program_frames(cls, settings: Settings) -> "Pace":
        """Return the rate of frames on the socket of a program."""
        rate, burst = settings.bot_messages_per_second, settings.bot_messages_at_once
        return cls(rate * _FRAMES_PER_MESSAGE, burst * _FRAMES_PER_MESSAGE)

    def left(self, full_at: float, now: float) -> float:
        """Return the tokens in a bucket that is full at `full_at`; negative if it is in debt."""
        return self.at_once - max(0.0, full_at - now) * self.per_second

    def wait(self, full_at: float, now: float, cost: float = 1.0) -> float:
        """Return the seconds until a bucket has `cost` tokens, or is full if that is less; 0.0 if it has them now."""
        if not self.per_second:
            return 0.0
        missing = min(cost, self.at_once or cost) - self.left(full_at, now)
        return missing / self.per_second if missing > _ROUNDING else 0.0

    def spent(self, full_at: float, now: float, cost: float = 1.0) -> float:
        """Return the time at which a bucket is full once `cost` tokens are taken, whether it has them or not."""
        return max(full_at, now) + cost / self.per_second if self.per_second else full_at


class TokenBucket:
    """Token bucket of one socket; its rate is passed in, to keep it small."""

    __slots__ = ("_full_at",)

    def __init__(self) -> None:
        """Begin full."""
        self._full_at = 0.0

    def take(self, pace: Pace, now: float, count: int = 1) -> bool:
        """Take `count` tokens; return False if there were not enough, in which case the bucket goes below zero."""
        self._full_at = pace.spent(self._full_at, now, count)
        return pace.left(self._full_at, now) >= -_ROUNDING
