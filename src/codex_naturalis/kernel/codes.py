# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Action codes: every action as one integer, so that compiled code can hold many of them."""

from typing import Final

from .compiler.jit import njit
from .layout import CELLS, Game, Games
from .turns import choose_objective, choose_side, draw, place

__all__ = ["DRAWS", "OBJECTIVES", "PLACES", "SIDES", "act", "act_at"]

PLACES: Final = 0
"""First code of placements: (2 * slot in the hand + side) * `CELLS` + cell."""

DRAWS: Final = 6 * CELLS
"""First code of draws: the market's four slots, the resource deck, the gold deck."""

SIDES: Final = DRAWS + 6
"""First code of starter sides: 2 * seat + side."""

OBJECTIVES: Final = SIDES + 8
"""First code of objectives: 2 * seat + which of the two offered."""


@njit
def act(g: Game, code: int) -> None:
    """Do the action of `code`, which must be legal."""
    if code < DRAWS:
        face = code // CELLS
        place(g, face >> 1, face & 1, code - face * CELLS)
    elif code < SIDES:
        draw(g, code - DRAWS)
    elif code < OBJECTIVES:
        choose_side(g, (code - SIDES) >> 1, (code - SIDES) & 1)
    else:
        choose_objective(g, (code - OBJECTIVES) >> 1, (code - OBJECTIVES) & 1)


@njit
def act_at(games: Games, at: int, code: int) -> None:
    """Do the action of `code` in record `at`: the way in from Python."""
    act(games[at], code)
