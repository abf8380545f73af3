# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Batches of environments, compiled: act, let opponents play, reward, deal the next game, observe.

Each environment has its own stream of deals, given by the batch's seed, its place and the number of the episode, so it
plays the same games however large the batch is and however many threads share it. Rows are independent: threads get
ranges of them.
"""

from typing import Final

import numpy as np

from codex_naturalis.kernel.chance import seed
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import OVER, Array, Game, Games
from codex_naturalis.kernel.playout import deal

from . import actions
from .acting import act_index, write_mask
from .observing import acting_seat, observe
from .opponents import choose_code
from .trace import LOG_SIZE, Trace, begin_trace, do

__all__ = [
    "DRAWN",
    "FINISHED",
    "NEXT_STEP",
    "SAME_STEP",
    "SELF_PLAY",
    "SLOT",
    "deal_number",
    "new_slots",
    "reset_many",
    "step_many",
]

NEXT_STEP: Final = 0
SAME_STEP: Final = 1
"""When the next game is dealt: by the step after an episode's end, or by the one that ends it."""

SELF_PLAY: Final = -1
"""Own seat of a batch in which every action comes from outside."""

DRAWN: Final = -2
"""Own seat of a batch in which it rotates."""

_WIN: Final = 0
_MARGIN: Final = 1
_CLEAR: Final = 6.0
_ILLEGAL: Final = -1.0
_ACTIONS: Final = actions.ACTIONS
_EPISODES: Final = 1 << 32

SLOT: Final = np.dtype(
    [
        ("first", np.int64),  # number of the deal of episode 0
        ("episode", np.int64),
        ("own", np.int16),
        ("observer", np.int16),
        ("done", np.int16),
        ("beyond", np.int16),
    ]
)
"""State of an environment in a batch."""

FINISHED: Final = np.dtype(
    [
        ("deal", np.int64),
        ("actions", np.int16),
        ("log", np.int32, LOG_SIZE),
        ("actors", np.int8, LOG_SIZE),
        ("totals", np.int16, 4),
        ("winners", np.int16),
        ("tybor", np.int16),
    ]
)
"""Last finished episode of an environment."""


def new_slots(number: int, start: int) -> Array:
    """Return the slots of a batch whose deals are counted from `start`."""
    slots = np.zeros(number, SLOT)
    slots["first"] = start + _EPISODES * np.arange(number, dtype=np.int64)
    slots["episode"] = -1
    return slots


def deal_number(first: int, episode: int) -> int:
    """Return the number that seeds the deal of an episode."""
    return first + episode


@njit
def _begin(g: Game, t: Trace, s: Array, own: int, scratch: Array) -> None:
    """Deal the next game of a slot."""
    s.episode += 1
    number = s.first + s.episode
    seed(g, number)
    deal(g, g.seats, g.solo, scratch)
    begin_trace(g, t)
    turn = number >> 32
    s.own = (turn + s.episode) % g.seats if own == DRAWN else own
    s.done = 0


@njit
def _let_play(g: Game, t: Trace, m: Array, own: int, who: int) -> None:
    """Let the opponents play until `own` is to act, or to the end."""
    if own < 0:
        return
    seat = acting_seat(g)
    while seat >= 0 and seat != own:
        do(g, t, seat, choose_code(g, t, m, seat, who))
        seat = acting_seat(g)


@njit
def _score(g: Game, rewards: Array, row: int, kind: int) -> None:
    """Add the rewards at the end; track points have been given already if points are the reward."""
    others = g.seats - 1
    share = 0
    for seat in range(g.seats):
        share += g.winners >> seat & 1
    for seat in range(g.seats):
        won = g.winners >> seat & 1
        if kind == _WIN:
            if g.solo > 0:
                rewards[row, seat] = 1.0 if won else -1.0
            else:
                rewards[row, seat] = (g.seats - share) / (share * others * 1.0) if won else -1.0 / others
        elif kind == _MARGIN:
            best = g.tybor + 0 if g.solo > 0 else -1
            for other in range(g.seats):
                if other != seat:
                    best = max(best, g.totals[other])
            rewards[row, seat] = np.tanh((g.totals[seat] - best) / _CLEAR)
        else:
            rewards[row, seat] += g.totals[seat] - g.score[seat]


@njit
def _finish(g: Game, t: Trace, s: Array, f: Array) -> None:
    f.deal = s.first + s.episode
    f.actions = t.actions
    for n in range(min(t.actions, LOG_SIZE)):
        f.log[n] = t.log[n]
        f.actors[n] = t.actors[n]
    for seat in range(4):
        f.totals[seat] = g.totals[seat]
    f.winners = g.winners
    f.tybor = g.tybor


@njit
def _show(g: Game, t: Trace, s: Array, observations: Array, masks: Array, row: int) -> bool:
    """Write observation and mask of the seat that observes, into a row of `masks` that has only zeros.

    Returns whether that seat has nothing legal on the grid.
    """
    seat = acting_seat(g)
    if s.own >= 0:
        s.observer = s.own
    elif seat >= 0:
        s.observer = seat
    observe(g, t, s.observer, observations, row)
    if seat < 0 or seat != s.observer:
        return False
    s.beyond = write_mask(g, s.observer, masks, row, 1)
    if s.beyond == 0:
        return False
    for n in range(_ACTIONS):  # noqa: SIM110  # compiled code has no generators
        if masks[row, n]:
            return False
    return True


@njit
def _hide(g: Game, s: Array, masks: Array, row: int) -> None:
    """Clear the mask that `_show` wrote, as long as nothing has been done since."""
    if acting_seat(g) == s.observer:
        write_mask(g, s.observer, masks, row, 0)


@njit
def reset_many(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    traces: Array,
    slots: Array,
    own: int,
    who: int,
    observations: Array,
    masks: Array,
    planners: Array,
    scratch: Array,
    start: int,
    stop: int,
) -> None:
    """Deal a game to each environment from `start` to `stop`; the first of `planners` judges for a planner."""
    m = planners[0]
    for row in range(start, stop):
        g, t, s = games[row], traces[row], slots[row]
        _begin(g, t, s, own, scratch)
        _let_play(g, t, m, s.own, who)
        for n in range(_ACTIONS):
            masks[row, n] = 0
        _show(g, t, s, observations, masks, row)


@njit
def step_many(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    traces: Array,
    slots: Array,
    finished: Array,
    acts: Array,
    own: int,
    who: int,
    kind: int,
    mode: int,
    observations: Array,
    masks: Array,
    rewards: Array,
    terminations: Array,
    truncations: Array,
    illegal: Array,
    last_observations: Array,
    planners: Array,
    scratch: Array,
    start: int,
    stop: int,
) -> None:
    """Step each environment from `start` to `stop`; the first of `planners` judges for a planner."""
    m = planners[0]
    for row in range(start, stop):
        g, t, s = games[row], traces[row], slots[row]
        for seat in range(rewards.shape[1]):
            rewards[row, seat] = 0.0
        terminations[row] = truncations[row] = illegal[row] = False
        _hide(g, s, masks, row)
        if s.done:
            _begin(g, t, s, own, scratch)
            _let_play(g, t, m, s.own, who)
            _show(g, t, s, observations, masks, row)
            continue
        _act(g, t, m, s, acts[row], who, kind, rewards, illegal, row)
        over = g.phase == OVER or illegal[row]
        stranded = _show(g, t, s, observations, masks, row)
        if not over and not stranded:
            continue
        if over and not illegal[row]:
            _score(g, rewards, row, kind)
        terminations[row] = over
        truncations[row] = not over
        _finish(g, t, s, finished[row])
        s.done = 1
        if mode == SAME_STEP:
            for n in range(observations.shape[1]):
                last_observations[row, n] = observations[row, n]
            _hide(g, s, masks, row)
            _begin(g, t, s, own, scratch)
            _let_play(g, t, m, s.own, who)
            _show(g, t, s, observations, masks, row)


@njit
def _act(  # noqa: PLR0913, PLR0917  # compiled functions have no keywords
    g: Game, t: Trace, m: Array, s: Array, index: int, who: int, kind: int, rewards: Array, illegal: Array, row: int
) -> None:
    """Do an action of the observing seat, let the opponents play, and reward the points made."""
    for seat in range(g.seats):
        rewards[row, seat] = -1.0 * g.score[seat] if kind > _MARGIN else 0.0
    if acting_seat(g) == s.observer and act_index(g, t, s.observer, index):
        _let_play(g, t, m, s.own, who)
    else:
        illegal[row] = True
        for seat in range(g.seats):
            rewards[row, seat] = _ILLEGAL if seat == s.observer else 0.0
        return
    if kind > _MARGIN:
        for seat in range(g.seats):
            rewards[row, seat] += g.score[seat]
