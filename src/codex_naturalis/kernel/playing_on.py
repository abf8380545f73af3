# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""How an imagined game goes on beyond the tree: it is played on for some turns, and its end is guessed, twice.

The first guess is rather wrong and differs little by chance, the second one is hardly wrong and differs much. Cheap
players play on, or planners at first. Both misjudge positions, but not the same ones: the mean of games of both is
nearer to the truth than either.
"""

from .codes import act
from .foresight import appraise
from .jit import njit
from .layout import OVER, PLACE, Array, Game
from .planner import awaited, choose
from .policy import play_some

__all__ = ["play_out", "reward"]


@njit
def play_out(g: Game, m: Array, net: Array, tree: Array, planned: int) -> None:
    """Play on for some turns and guess, and then for some more and guess again; so many turns are played by planners.

    Guessed is for each seat how good the end will be: first in `tree`, then in `net`.
    """
    if planned > 0:
        _plan_some(g, m, planned)
    play_some(g, max(0, tree.horizon - planned), tree.habits)
    appraise(g, net)
    for seat in range(g.seats):
        tree.guessed[seat] = net.rewards[seat]
    if g.phase != OVER and tree.later > 0:
        play_some(g, tree.later, tree.habits)
        appraise(g, net)


@njit
def _plan_some(g: Game, m: Array, turns: int) -> None:
    """Let planners finish the turn that has begun and play so many more, or to the end."""
    while g.phase != OVER:
        if g.phase == PLACE:
            if turns == 0:
                return
            turns -= 1
        act(g, choose(g, m, awaited(g)))


@njit
def reward(net: Array, tree: Array, seat: int) -> float:
    """Return the mean of both guesses."""
    return 0.5 * (tree.guessed[seat] + net.rewards[seat])
