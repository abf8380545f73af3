"""One game as one NumPy record: named fields, fixed size, copied with one assignment.

A cell of a codex is a number. With u = (x + y) / 2 and v = (x - y) / 2 the four corner neighbours of a cell are one
step along u or v, so its number is (u + stride * v) modulo a power of two, and a neighbour is one addition away. The
strides are those with which two cells that share a number are farthest apart: 90 steps of 4096, 64 of 2048. A codex of
fewer cards cannot overlap itself. One or two seats get 4096 cells each, three or four 2048; all codices lie one after
the other in the same field. Where a seat's cells and its list of open cells begin follows from that.
"""

from typing import Any, Final, TypeAlias

import numpy as np

from codex_naturalis.rules import HOUSE_RULES

__all__ = [
    "BLOCKED",
    "CELLS",
    "DRAW",
    "GAME",
    "LOG",
    "MAX_SEATS",
    "NOBODY",
    "NONE",
    "OBJECTIVE",
    "OPEN",
    "OPEN_CELLS",
    "OVER",
    "PLACE",
    "SIDE",
    "VOID",
    "Array",
    "Game",
    "Games",
]

CELLS: Final = 8192
"""Number of cells of all seats together."""

OPEN_CELLS: Final = 512
"""Capacity of the lists of open cells of all seats together."""

LOG: Final = 88
"""Capacity of the log of cards that one seat lays: all 80, its starter, and one under trial."""

MAX_SEATS: Final = 4

VOID: Final = 0
OPEN: Final = 254
BLOCKED: Final = 255
"""Contents of a cell: nothing yet, a place to lay a card, a place closed for good; or 1 + the face lying there."""

SIDE: Final = 0
OBJECTIVE: Final = 1
PLACE: Final = 2
DRAW: Final = 3
OVER: Final = 4
"""Phases, in the order of the game."""

NONE: Final = 0
"""Null card: an empty slot, an objective not chosen."""

NOBODY: Final = -1
"""Null value for a round, a side, a seat or a cause."""

Game: TypeAlias = Any
"""Game record (`GAME`) inside compiled functions."""

Games: TypeAlias = Any
"""Array of game records: what compiled functions take from Python, together with an index."""

Array: TypeAlias = Any
"""Array of numbers inside compiled functions."""

GAME: Final = np.dtype(
    [
        ("rng", np.uint64),
        ("symbols", np.int64, MAX_SEATS),  # a byte for each symbol
        ("tybor_resources", np.int64),  # likewise
        ("seats", np.int16),
        ("solo", np.int16),  # 0 none, 1 easy, 2 normal, 3 hard, 4 gentle, 5 first
        ("goes_on", np.int16),  # Tybor plays on after the player's last draw and skipped turns
        *((f"rule_{name}", np.int16) for name in HOUSE_RULES),  # the number of the answer
        ("phase", np.int16),
        ("turn", np.int16),
        ("round", np.int16),
        ("last_round", np.int16),  # NOBODY until the end is triggered
        ("end_cause", np.int16),  # what triggered it, counted as `EndCause`; NOBODY if that was before `load`
        ("end_seat", np.int16),  # whose turn triggered it; NOBODY is Tybor
        ("mask", np.int16),  # cells of one seat, less one
        ("stride", np.int16),
        ("tybor", np.int16),  # his points
        ("winners", np.int16),  # a bit for each seat
        ("decks", np.int16, 2),  # how many cards are left
        ("score", np.int16, MAX_SEATS),
        ("totals", np.int16, MAX_SEATS),
        ("open", np.int16, MAX_SEATS),  # how many open cells
        ("logged", np.int16, MAX_SEATS),  # how many cells with cards
        ("held", np.int16, MAX_SEATS),  # how many cards in the hand
        ("hand", np.int16, (MAX_SEATS, 3)),
        ("starter", np.int16, MAX_SEATS),
        ("side", np.int16, MAX_SEATS),
        ("offered", np.int16, (MAX_SEATS, 2)),
        ("objective", np.int16, MAX_SEATS),
        ("common", np.int16, 2),
        ("market", np.int16, 4),  # resource, resource, gold, gold
        ("deck", np.uint8, (2, 40)),  # top card last
        ("log", np.int16, (MAX_SEATS, LOG)),  # cells with cards, in the order laid
        ("open_cells", np.int16, OPEN_CELLS),
        ("cells", np.uint8, CELLS),
    ],
    align=True,
)
"""Data type of a game record. Cards have their ids, symbols their order in the catalogue."""
