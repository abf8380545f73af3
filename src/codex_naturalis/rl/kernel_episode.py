"""Episode in the kernel: the same games as `RulesEpisode`, several times as fast."""

from typing import Final

import numpy as np

from codex_naturalis.arrays import ACTIONS, action_at, observation_size
from codex_naturalis.arrays.acting import act_index_at, write_mask_at
from codex_naturalis.arrays.encoding import Bytes, Mask
from codex_naturalis.arrays.observing import observe_at, summarize
from codex_naturalis.arrays.trace import begin_trace_at, new_traces
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.record import Record, action_text, seeded_deal
from codex_naturalis.rules import GameOptions, GameState, Seat, apply, begin

from .episode import FinalScore, IllegalIndexError

__all__ = ["KernelEpisode"]

_LARGEST: Final = 1 << 31


class KernelEpisode:
    """A game in the kernel, dealt by the rules; what needs a `GameState` replays it there."""

    def __init__(self, options: GameOptions) -> None:
        """Play games with these options; `begin` deals one."""
        self._options = options
        self._size = observation_size(options.seats)
        self._games, self._traces = new_games(1), new_traces(1)
        self._summary = np.zeros(12, np.int64)
        self.begin("")

    def begin(self, deal: str) -> None:
        """Start the game that `deal` gives."""
        self._deal = deal
        self._opening = begin(self._options, seeded_deal(self._options, deal))
        self._played: list[tuple[Seat, int]] = []
        load(self._games, 0, self._opening)
        begin_trace_at(self._games, self._traces, 0)
        self._look()

    def _look(self) -> None:
        summarize(self._games, 0, self._summary)
        acting, self._waiting, self._winners, self._tybor, *numbers = self._summary.tolist()
        seats = self._options.seats
        self.seat: Seat | None = None if acting < 0 else acting
        self.scores: tuple[int, ...] = tuple(numbers[:seats])
        self._totals = tuple(numbers[4 : 4 + seats])

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """All seats that must act."""
        return tuple(seat for seat in range(self._options.seats) if self._waiting >> seat & 1)

    @property
    def outcome(self) -> FinalScore | None:
        """How the game ended; None before that."""
        if self.seat is not None:
            return None
        winners = tuple(seat for seat in range(self._options.seats) if self._winners >> seat & 1)
        return FinalScore(self._totals, winners, self._tybor if self._options.solo else None)

    def observe(self, seat: Seat) -> Bytes:
        """Return the observation of `seat`."""
        out = np.empty((1, self._size), np.uint8)
        observe_at(self._games, self._traces, 0, seat, out, 0)
        row: Bytes = out[0]
        return row

    def mask(self, seat: Seat) -> tuple[Mask, int]:
        """Return the mask of `seat`, and the number of its legal actions beyond the grid."""
        mask = np.empty((1, ACTIONS), np.int8)
        beyond = write_mask_at(self._games, 0, seat, mask, 0)
        return mask[0], beyond

    def act(self, seat: Seat, index: int) -> None:
        """Do an action; raise `IllegalIndexError`, and change nothing, if the mask does not allow it."""
        if not (-_LARGEST < index < _LARGEST and act_index_at(self._games, self._traces, 0, seat, index)):
            raise IllegalIndexError(index)
        self._played.append((seat, index))
        self._look()

    def _replay(self) -> tuple[GameState, list[str]]:
        state, texts = self._opening, []
        for seat, index in self._played:
            action = action_at(index, state.seats[seat].hand, state.deal.seats[seat].objectives)
            texts.append(action_text(seat, action))
            state = apply(state, seat, action, events=False).state
        return state, texts

    def record(self) -> Record:
        """Return the record so far."""
        return Record(self._options, seed=self._deal, actions=tuple(self._replay()[1]))

    def state(self) -> GameState:
        """Return the game as the rules know it."""
        return self._replay()[0]
