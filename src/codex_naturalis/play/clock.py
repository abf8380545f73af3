"""Clocks as values: the time each seat has left, and when a stand-in plays on for it.

Time is given, never read: seconds on a monotonic clock that stands still while no server runs the game. So a restart
costs no player any time, and no wall clock is ever read.
"""

from collections.abc import Collection, Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

__all__ = [
    "CALLED_SECONDS",
    "LEFT_SECONDS",
    "RETURN_SECONDS",
    "USUAL",
    "Clock",
    "Clocks",
    "Correspondence",
    "Grace",
    "RealTime",
    "SeatClock",
]

DAY: Final = 24 * 3600.0
"""Length of a day, in seconds."""

LEFT_SECONDS: Final = 15.0
"""Grace period after leaving, in seconds, before a bot plays on."""

CALLED_SECONDS: Final = 60.0
"""Grace period of an absent player, in seconds, once another player asked that a bot play on."""

RETURN_SECONDS: Final = 60.0
"""Minimum time on the clock, in seconds of real time, of a player who takes the seat back."""


class RealTime(Struct, frozen=True, tag_field="kind", tag="real_time", forbid_unknown_fields=True):
    """Fischer clock: an initial time for the whole game, and an increment for each turn."""

    seconds: Annotated[int, Meta(ge=10, le=4 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    """Increment in seconds, given at the end of each turn."""


class Correspondence(Struct, frozen=True, tag_field="kind", tag="correspondence", forbid_unknown_fields=True):
    """Correspondence clock: days for each turn, whatever the one before took."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = RealTime | Correspondence


class Grace(Struct, frozen=True, gc=False):
    """Grace periods in which a player whose time is up may still act, in seconds."""

    real_time: float = 10.0
    correspondence: float = 6 * 3600.0

    def of(self, clock: Clock) -> float:
        """Return the grace under a clock."""
        return self.real_time if isinstance(clock, RealTime) else self.correspondence


USUAL: Final = Grace()


def _whole(clock: Clock) -> float:
    return float(clock.seconds) if isinstance(clock, RealTime) else clock.days * DAY


class SeatClock(Struct, frozen=True, gc=False):
    """Clock of one seat."""

    left: float | None
    """Seconds left when it last began to run or stopped; None if there is no clock."""

    since: float | None = None
    """Time at which it began to run; None while stopped."""

    grace: float | None = None
    """Deadline after which a stand-in plays on, whatever is left, because the owner has gone."""

    away: float | None = None
    """End of the owner's vacation: a clock that begins to run before runs from then on; None without one."""

    def left_at(self, now: float) -> float | None:
        """Return the seconds left at `now`."""
        if self.left is None or self.since is None:
            return self.left
        return max(0.0, self.left - max(0.0, now - self.since))

    def ends(self, clock: Clock | None, grace: Grace = USUAL) -> float | None:
        """Return the deadline of the seat: when a stand-in plays on, unless something happens before."""
        ends = [] if self.grace is None else [self.grace]
        if clock and self.left is not None and self.since is not None:
            ends.append(self.since + self.left + grace.of(clock))
        return min(ends, default=None)


class Clocks(Struct, frozen=True, gc=False):
    """Clocks of all seats, immutable. Every change returns a new value, or the same if nothing changed."""

    clock: Clock | None
    """Time control that was agreed on; None for no limit."""

    seats: tuple[SeatClock, ...]

    @classmethod
    def begin(cls, clock: Clock | None, seats: int, asked: Collection[int], now: float) -> "Clocks":
        """Return the clocks at the beginning of play: those of the seats that are `asked` run."""
        full = SeatClock(None if clock is None else _whole(clock))
        return cls(clock, (full,) * seats).end_turns((), asked, now)

    def ends(self, grace: Grace = USUAL) -> float | None:
        """Return the earliest deadline of all seats, unless something happens before."""
        return min((end for seat in self.seats if (end := seat.ends(self.clock, grace)) is not None), default=None)

    def find_expired(self, now: float, grace: Grace = USUAL) -> tuple[int, ...]:
        """Return the seats for which a stand-in has to play on."""
        ends = (seat.ends(self.clock, grace) for seat in self.seats)
        return tuple(seat for seat, end in enumerate(ends) if end is not None and end <= now)

    def end_turns(self, done: Collection[int], asked: Collection[int], now: float) -> "Clocks":
        """Return the clocks after `done` ended their turns, while `asked` are to act themselves."""
        if self.clock is None and all(self.seats[seat].grace is None for seat in done):
            return self
        return self._with(
            self._end_turn(clock, seat in done, seat in asked, now) for seat, clock in enumerate(self.seats)
        )

    def _end_turn(self, seat: SeatClock, done: bool, asked: bool, now: float) -> SeatClock:  # noqa: FBT001 - two facts
        if done:
            seat = replace(self._stop(seat, now), grace=None)
            if isinstance(self.clock, RealTime) and seat.left is not None:
                seat = replace(seat, left=seat.left + self.clock.increment)
            elif self.clock:
                seat = replace(seat, left=_whole(self.clock))
        if self.clock is None or asked == (seat.since is not None):
            return seat
        return replace(seat, since=max(now, seat.away or now)) if asked else self._stop(seat, now)

    def _stop(self, seat: SeatClock, now: float) -> SeatClock:
        return replace(seat, left=seat.left_at(now), since=None)

    def leaving(self, seat: int, end: float) -> "Clocks":
        """Return the clocks with `end` as the latest time at which a stand-in plays on for `seat`."""
        before = self.seats[seat].grace
        return self._at(seat, replace(self.seats[seat], grace=end if before is None else min(before, end)))

    def away(self, seat: int, until: float | None, now: float) -> "Clocks":
        """Return the clocks with the owner of `seat` on vacation `until` then, or back (None).

        The time left is kept: a running clock goes on when the vacation ends.
        """
        mine = replace(self.seats[seat], away=until)
        if mine.since is not None:
            mine = replace(self._stop(mine, now), since=max(now, until or now))
        return self._at(seat, mine)

    def cancel_departure(self, seat: int) -> "Clocks":
        """Return the clocks without that deadline: the owner of `seat` has not left after all."""
        return self._at(seat, replace(self.seats[seat], grace=None))

    def hand_over(self, seat: int, now: float) -> "Clocks":
        """Return the clocks with that of `seat` stopped: a stand-in plays on for it."""
        return self._at(seat, replace(self._stop(self.seats[seat], now), grace=None))

    def give_back(self, seat: int, now: float, *, asked: bool, least: float = RETURN_SECONDS) -> "Clocks":
        """Return the clocks after the owner takes `seat` back, with `least` at least in real time to look around."""
        mine = replace(self._stop(self.seats[seat], now), grace=None)
        if isinstance(self.clock, RealTime):
            mine = replace(mine, left=max(mine.left or 0.0, least))
        elif self.clock:
            mine = replace(mine, left=_whole(self.clock))
        return self._at(seat, self._end_turn(mine, done=False, asked=asked, now=now))

    def _at(self, seat: int, clock: SeatClock) -> "Clocks":
        return self._with(clock if index == seat else other for index, other in enumerate(self.seats))

    def _with(self, seats: Iterable[SeatClock]) -> "Clocks":
        new = tuple(seats)
        return self if new == self.seats else replace(self, seats=new)
