"""Layout of an observation: the named parts of one row of bytes, and where each begins.

Seats stand in the order of play from the observing one on: seat 0 is the observer's own. A card is its id (1-86; an
objective 87-102), a back is 1 + 4 * deck + kingdom, and 0 is no card or one that the observer may not know.
"""

from functools import cache
from math import prod
from typing import Final

from msgspec import Struct

from .actions import WIDTH

__all__ = ["NEVER", "NO_SEAT", "PARTS", "Part", "observation_layout", "observation_size"]

NEVER: Final = 255
"""Turns left before the end is triggered."""

NO_SEAT: Final = 255
"""The seat of a spectator, and the seat to act after the end."""

_SEATS: Final = -1
"""Stand-in for the number of seats in a shape."""

PARTS: Final[dict[str, tuple[tuple[int, ...], str]]] = {
    "board": (
        (_SEATS, WIDTH, WIDTH),
        "cells: 0 nothing, 254 open, 255 closed for good, else 1 + the face that lies there: 0-79 the fronts of cards "
        "1-80, 80-83 a back of each kingdom, 84-89 and 90-95 the fronts and backs of starters 81-86",
    ),
    "covered": (
        (_SEATS, WIDTH, WIDTH),
        "bits of the corners of the card there that later cards cover: 1 top-left, 2, 4, 8 bottom-right",
    ),
    "symbols": ((_SEATS, 7), "visible symbols, in the order of `Symbol`"),
    "score": ((_SEATS,), "track points"),
    "open": ((_SEATS,), "number of open cells"),
    "turns_left": ((_SEATS,), "turns still to come, this one too; 255 before the end is triggered"),
    "chosen": ((_SEATS,), "1 if the seat has made the choice that setup asks for"),
    "starter": ((_SEATS,), "starter card"),
    "hand": ((_SEATS, 3), "cards in the hand, as far as the observer knows them"),
    "backs": ((_SEATS, 3), "their backs"),
    "market": ((4,), "face-up cards: resource, resource, gold, gold"),
    "decks": ((3,), "cards left: resource, gold, objective"),
    "tops": ((2,), "backs on top of the resource and the gold deck"),
    "objectives": ((5,), "two common ones, the two offered to the observer, the one kept"),
    "moment": (
        (5,),
        "phase (0 side, 1 objective, 2 place, 3 draw, 4 over), round, last round (0 before the end is "
        "triggered), the observer's seat at the table, the first seat to act (counted from the observer; 255 is none)",
    ),
    "tybor": (
        (6,),
        "level of the solo game (0 none, 1 easy, 2 normal, 3 hard, 4 gentle, 5 first), Tybor's points, his cards of "
        "each kingdom",
    ),
    "unseen": ((8, 3), "unseen cards of each back: in their deck, in the hands of others, face down on the table"),
}
"""Shape and meaning of each part, in order; -1 stands for the number of seats."""


class Part(Struct, frozen=True):
    """One named part of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str

    @property
    def stop(self) -> int:
        """Return where the next part begins."""
        return self.start + prod(self.shape)


@cache
def observation_layout(seats: int) -> dict[str, Part]:
    """Return the parts of an observation at a table of `seats`, by name."""
    parts, start = {}, 0
    for name, (shape, about) in PARTS.items():
        part = Part(name, start, tuple(seats if size == _SEATS else size for size in shape), about)
        parts[name], start = part, part.stop
    return parts


def observation_size(seats: int) -> int:
    """Return the number of bytes of an observation at a table of `seats`."""
    return [*observation_layout(seats).values()][-1].stop
