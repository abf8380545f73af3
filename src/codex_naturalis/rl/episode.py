"""One game as environments play it: a deal by name, indices in, arrays out, and the record of it.

`Episode` is the interface of the two engines. `RulesEpisode` plays by the rules and encodes views, the reference;
`KernelEpisode` (in `kernel_episode`) plays the same games compiled.
"""

from pathlib import Path
from typing import Protocol

import numpy as np
from msgspec import Struct

from codex_naturalis.arrays.actions import action_at
from codex_naturalis.arrays.encoding import Bytes, Mask, encode, mask_of
from codex_naturalis.record import Record, action_text, seeded_deal, write_record
from codex_naturalis.rules import (
    Action,
    GameOptions,
    GameState,
    IllegalAction,
    Seat,
    apply,
    awaited,
    begin,
)
from codex_naturalis.views import View, ViewCache, view_of

__all__ = ["Episode", "FinalScore", "IllegalIndexError", "RulesEpisode", "append_record", "whole_state"]


class IllegalIndexError(ValueError):
    """An action that the mask does not allow; the game is as it was."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index

    def __str__(self) -> str:
        return f"action {self.index} is not legal now: choose one that `action_mask` allows"


class FinalScore(Struct, frozen=True):
    """How a game ended."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    tybor: int | None


class Episode(Protocol):
    """A game in progress."""

    @property
    def seat(self) -> Seat | None:
        """The first seat that must act; None after the end."""

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """All seats that must act: several at the same time during setup."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Track points of each seat."""

    @property
    def outcome(self) -> FinalScore | None:
        """How the game ended; None before that."""

    def begin(self, deal: str) -> None:
        """Start the game that `deal` gives, any text: the seed of its record."""

    def observe(self, seat: Seat) -> Bytes:
        """Return the observation of `seat`."""

    def mask(self, seat: Seat) -> tuple[Mask, int]:
        """Return the mask of `seat`, and the number of its legal actions beyond the grid."""

    def act(self, seat: Seat, index: int) -> None:
        """Do an action; raise `IllegalIndexError`, and change nothing, if the mask does not allow it."""

    def record(self) -> Record:
        """Return the record so far."""

    def state(self) -> GameState:
        """Return the game as the rules know it."""


class RulesEpisode:
    """A game by the rules; every observation is an encoded view."""

    def __init__(self, options: GameOptions) -> None:
        """Play games with these options; `begin` deals one."""
        self._options = options
        self._deal = ""
        self.begin("")

    def begin(self, deal: str) -> None:
        """Start the game that `deal` gives."""
        self._deal = deal
        self._state = begin(self._options, seeded_deal(self._options, deal))
        self._cache = ViewCache()
        self._views: dict[Seat, View] = {}
        self._played: list[str] = []

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """All seats that must act."""
        return awaited(self._state)

    @property
    def seat(self) -> Seat | None:
        """The first seat that must act; None after the end."""
        return next(iter(awaited(self._state)), None)

    @property
    def scores(self) -> tuple[int, ...]:
        """Track points of each seat."""
        return tuple(own.score for own in self._state.seats)

    @property
    def outcome(self) -> FinalScore | None:
        """How the game ended; None before that."""
        result, tybor = self._state.result, self._state.tybor
        return None if result is None else FinalScore(result.totals, result.winners, tybor.score if tybor else None)

    def _view(self, seat: Seat) -> View:
        if seat not in self._views:
            self._views[seat] = view_of(self._state, seat, cache=self._cache)
        return self._views[seat]

    def observe(self, seat: Seat) -> Bytes:
        """Return the observation of `seat`."""
        return encode(self._view(seat))

    def mask(self, seat: Seat) -> tuple[Mask, int]:
        """Return the mask of `seat`, and the number of its legal actions beyond the grid."""
        return mask_of(self._view(seat))

    def act(self, seat: Seat, index: int) -> None:
        """Do an action; raise `IllegalIndexError`, and change nothing, if the mask does not allow it."""
        offered = self._state.deal.seats[seat].objectives
        try:
            self.play(seat, action_at(index, self._state.seats[seat].hand, offered))
        except (ValueError, IllegalAction):
            raise IllegalIndexError(index) from None

    def play(self, seat: Seat, action: Action) -> None:
        """Do an action of the rules; raise `IllegalAction` if they refuse it."""
        self._state = apply(self._state, seat, action, events=False).state
        self._views = {}
        self._played.append(action_text(seat, action))

    def record(self) -> Record:
        """Return the record so far."""
        return Record(self._options, seed=self._deal, actions=tuple(self._played))

    def state(self) -> GameState:
        """Return the game as the rules know it."""
        return self._state


def append_record(record: Record, file: Path) -> None:
    """Append a record to `file`, one line."""
    with file.open("a", encoding="utf-8") as out:
        out.write(write_record(record) + "\n")


def whole_state(episode: Episode, *, omniscient: bool) -> Bytes:
    """Return everything, hidden cards too: the observation of seat 0, then hands, objectives and decks in order.

    Raise `PermissionError` unless the environment was made `omniscient`.
    """
    if not omniscient:
        raise PermissionError("state() shows hidden cards: ask for it with omniscient=True")
    state = episode.state()
    hands = [(*own.hand, 0, 0, 0)[:3] for own in state.seats]
    offers = [(*dealt.objectives, own.objective or 0) for dealt, own in zip(state.deal.seats, state.seats, strict=True)]
    decks = [(*deck, *(0,) * _DECK)[:_DECK] for deck in (state.decks.resource, state.decks.gold)]
    hidden = [np.array(part, np.uint8).reshape(-1) for part in (hands, offers, decks)]
    return np.concatenate([episode.observe(0), *hidden])


_DECK = 40
