"""Action index: a bijection between integers and what one seat may do.

==================== ====================================================================
0-3749               placements: `(2 * slot + side) * 625 + cell`; side 0 is the front
3750-3755            draws, in the order of `Source`: four slots of the market, two decks
3756, 3757           the starter's front, its back
3758, 3759           the first, the second objective offered
3760                 `PASS`, in the parallel environment alone: another seat is to act
==================== ====================================================================

A slot is a card's place in the hand, 0-2. A cell is `(u + 12) * 25 + (v + 12)` with u = (x + y) / 2 and
v = (x - y) / 2: steps along the two diagonals, so that corner neighbours are one step apart and no number is wasted on
cells that no card can reach. The starter lies in the middle, cell 312.

A cell more than `RADIUS` diagonal steps away has no index. One of 80,006 codices of random players had such a cell
open; players who want to win stay far within. Such a placement is masked out and counted; if nothing else is legal, the
environments truncate the episode.
"""

from typing import Final, assert_never

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.rules import Action, Cell, ChooseObjective, ChooseSide, Draw, Place, Source

__all__ = [
    "ACTIONS",
    "CELLS",
    "DRAWS",
    "OBJECTIVES",
    "PASS",
    "RADIUS",
    "SIDES",
    "WIDTH",
    "action_at",
    "cell_index",
    "grid_cell",
    "index_of",
]

RADIUS: Final = 12
"""Diagonal steps from the starter to the edge of the grid."""

WIDTH: Final = 2 * RADIUS + 1
CELLS: Final = WIDTH * WIDTH

DRAWS: Final = 6 * CELLS
"""First index of draws."""

SIDES: Final = DRAWS + len(Source)
"""First index of starter sides."""

OBJECTIVES: Final = SIDES + 2
"""First index of objectives."""

ACTIONS: Final = OBJECTIVES + 2
"""Number of actions: 3,760."""

PASS: Final = ACTIONS
"""Index for a seat that is not to act, where all seats answer at once."""

_SIDES: Final = tuple(Side)
_SOURCES: Final = tuple(Source)


def cell_index(cell: Cell) -> int | None:
    """Return the index of `cell` on the grid, or None beyond its edge."""
    x, y = cell
    u, v = (x + y) // 2 + RADIUS, (x - y) // 2 + RADIUS
    return u * WIDTH + v if 0 <= u < WIDTH and 0 <= v < WIDTH else None


def grid_cell(index: int) -> Cell:
    """Return the cell of an index on the grid, 0 to 624."""
    u, v = divmod(index, WIDTH)
    return u + v - 2 * RADIUS, u - v


def index_of(action: Action, hand: tuple[CardId, ...], offered: tuple[CardId, ...]) -> int | None:
    """Return the index of a legal `action` of a seat with this hand and these objectives; None beyond the grid."""
    match action:
        case Place():
            cell = cell_index(action.cell)
            face = 2 * hand.index(action.card) + _SIDES.index(action.side)
            return None if cell is None else face * CELLS + cell
        case Draw():
            return DRAWS + _SOURCES.index(action.source)
        case ChooseSide():
            return SIDES + _SIDES.index(action.side)
        case ChooseObjective():
            return OBJECTIVES + offered.index(action.card)
        case _:
            assert_never(action)


def action_at(index: int, hand: tuple[CardId, ...], offered: tuple[CardId, ...]) -> Action:
    """Return the action that `index` means to a seat with this hand and these objectives.

    Raises `ValueError` for a number that means nothing to it: none of the 3,760, an empty slot, no objectives yet.
    """
    if 0 <= index < DRAWS:
        face, cell = divmod(index, CELLS)
        return Place(_card_in_hand(hand, face // 2), _SIDES[face % 2], grid_cell(cell))
    if DRAWS <= index < SIDES:
        return Draw(_SOURCES[index - DRAWS])
    if SIDES <= index < OBJECTIVES:
        return ChooseSide(_SIDES[index - SIDES])
    if OBJECTIVES <= index < ACTIONS:
        return ChooseObjective(_card_in_hand(offered, index - OBJECTIVES))
    raise ValueError(f"an action is a number from 0 to {ACTIONS - 1}, not {index}")


def _card_in_hand(cards: tuple[CardId, ...], slot: int) -> CardId:
    if slot >= len(cards):
        raise ValueError(f"there is no card number {slot} among {len(cards)}")
    return cards[slot]
