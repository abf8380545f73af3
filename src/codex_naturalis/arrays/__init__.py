"""Games as numbers: one index for each action, and arrays of what a seat may know.

This module needs only the engine. `encoding` needs NumPy; the modules of the compiled twin (`grid`, `trace`,
`observing`, `acting`, `opponents`, `features`, `stepping`) need the extra `fast`.
"""

from .actions import ACTIONS, CELLS, PASS, RADIUS, WIDTH, action_at, cell_index, grid_cell, index_of
from .layout import Part, observation_layout, observation_size

__all__ = [
    "ACTIONS",
    "CELLS",
    "PASS",
    "RADIUS",
    "WIDTH",
    "Part",
    "action_at",
    "cell_index",
    "grid_cell",
    "index_of",
    "observation_layout",
    "observation_size",
]
