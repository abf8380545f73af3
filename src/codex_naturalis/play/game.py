"""Game in progress, as a value: its options, its deal, what was played, and what that led to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from codex_naturalis.record import Record, Seal, deal_of, seeded_deal
from codex_naturalis.rules import (
    LATEST,
    Action,
    Deal,
    Event,
    GameOptions,
    GameState,
    RulesVersion,
    Seat,
    awaited,
    begin,
    follow,
)

__all__ = ["FutureVersionError", "Game", "Played", "StaleActionError"]


class StaleActionError(Exception):
    """The player answered an older question than the current one."""

    def __init__(self, seen: int, asked: int) -> None:
        super().__init__(seen, asked)
        self.seen = seen
        self.asked = asked

    def __str__(self) -> str:
        return f"seen {self.seen}, asked at {self.asked}"


class FutureVersionError(Exception):
    """The player claims to have seen a version that does not exist yet."""

    def __init__(self, seen: int, version: int) -> None:
        super().__init__(seen, version)
        self.seen = seen
        self.version = version

    def __str__(self) -> str:
        return f"seen {self.seen}, the game is at {self.version}"


class Played(Struct, frozen=True, gc=False):
    """One version of a game: an action and everything it caused."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]


class Game(Struct, frozen=True, gc=False):
    """State of a game with its history, immutable. Playing returns a new value, so nothing is half played."""

    options: GameOptions
    deal: Deal
    """Deal: the cards in their order, which stay secret."""

    state: GameState
    asked: tuple[int, ...]
    """Version at which each seat was last asked to act."""

    history: tuple[Played, ...] = ()

    @classmethod
    def from_deal(cls, options: GameOptions, deal: Deal, *, rules: RulesVersion) -> Game:
        """Return the game that `deal` begins, by the rules that it is or was played by.

        Raises `InvalidDealError` if no box could produce it, and `InvalidOptionsError` if `rules` exclude its options.
        """
        return cls(options, deal, begin(options, deal, rules), (0,) * options.seats)

    @classmethod
    def from_seed(cls, options: GameOptions, seed: str) -> Game:
        """Return a new game, dealt by `seed`; raise `InvalidOptionsError` if no new game may have these options."""
        return cls.from_deal(options, seeded_deal(options, seed), rules=LATEST)

    @classmethod
    def from_actions(
        cls, options: GameOptions, deal: Deal, actions: Sequence[tuple[Seat, Action]], *, rules: RulesVersion
    ) -> Game:
        """Return the game after `actions`; raise `IllegalAction` at the first that the rules refuse."""
        return cls.from_deal(options, deal, rules=rules).follow(actions)

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """Return the game that `record` describes.

        Raises `IllegalAction`, with its index, at the first action that the rules refuse, and `InvalidDealError` if
        no box could produce the deal.
        """
        return cls.from_actions(record.options, deal_of(record), record.parse_actions(), rules=record.rules)

    def record(self, seal: Seal | None = None) -> Record:
        """Return the record of the game, with the `seal` that opens the commitment to its deal, if there was one."""
        return Record.of(self.options, self.deal, self.actions, seal=seal, rules=self.rules)

    @property
    def rules(self) -> RulesVersion:
        """Return the version of the rules that the game is played by."""
        return self.state.rules

    @property
    def version(self) -> int:
        """Return the number of actions played."""
        return len(self.history)

    @property
    def actions(self) -> tuple[tuple[Seat, Action], ...]:
        """Return the actions with their seats, in order."""
        return tuple([(played.seat, played.action) for played in self.history])

    def at(self, version: int) -> Game:
        """Return the game as it was after its first `version` actions."""
        return Game.from_actions(self.options, self.deal, self.actions[:version], rules=self.rules)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.state.result is not None

    def play(self, seat: Seat, actions: Iterable[Action], seen: int | None = None) -> Game:
        """Return the game after `seat`, who saw version `seen`, played all of `actions`.

        Raises `IllegalAction` if the rules refuse one of them, `StaleActionError` if the seat has been asked again
        since `seen`, and `FutureVersionError` if `seen` is still to come. Choices that others make meanwhile leave
        answers valid.
        """
        if seen is not None:
            self._check_seen(seat, seen)
        return self.follow([(seat, action) for action in actions])

    def follow(self, actions: Sequence[tuple[Seat, Action]]) -> Game:
        """Return the game after `actions`; raise `IllegalAction`, with its index, at the first that is refused."""
        state, asked, history = self.state, self.asked, list(self.history)
        for (seat, action), step in zip(actions, follow(state, actions), strict=False):
            history.append(Played(seat, action, step.events))
            asked = _asked_after(asked, len(history), seat, state, step.state)
            state = step.state
        return Game(self.options, self.deal, state, asked, tuple(history))

    def _check_seen(self, seat: Seat, seen: int) -> None:
        if seen > self.version:
            raise FutureVersionError(seen, self.version)
        if seen < self.asked[seat]:
            raise StaleActionError(seen, self.asked[seat])


def _asked_after(
    asked: tuple[int, ...], version: int, actor: Seat, before: GameState, now: GameState
) -> tuple[int, ...]:
    """Ask a seat again when it comes to its turn, when it has acted itself, and when the phase changes."""
    waiting = awaited(before) if now.phase is before.phase else ()
    anew = [seat for seat in awaited(now) if seat == actor or seat not in waiting]
    return tuple([version if seat in anew else last for seat, last in enumerate(asked)]) if anew else asked
