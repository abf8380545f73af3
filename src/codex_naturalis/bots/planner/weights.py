"""Weights of the planner's evaluation, found by hill climbing in self-play (`research/tune_planner.py`)."""

from typing import Final

from msgspec import Struct

__all__ = ["AGAINST_TYBOR", "AT_TABLE", "Weights"]


class Weights(Struct, frozen=True):
    """Values in points, with many turns left; they shrink as turns run out."""

    kingdom: float = 0.9
    """First visible resource of a kingdom."""

    kingdom_fade: float = 0.8
    """Decay for each further resource of that kingdom, as a factor."""

    resource_turns: float = 8.0
    """Number of turns left from which on resources and objects have their full value."""

    object: float = 0.35
    """First visible object of a kind."""

    object_fade: float = 0.8
    cell: float = 1.2
    """First open cell."""

    cell_fade: float = 0.65
    cell_turns: float = 4.0
    gold: float = 0.8
    """Gold card in the hand, per point it would score now."""

    gold_missing: float = 0.6
    """Decay of that for each missing symbol, as a factor."""

    resource_points: float = 0.4
    """Resource card in the hand, per point on it."""

    hand_symbols: float = 0.4
    """Symbols a card in the hand would bring, and the sets they would complete."""

    hand_pattern: float = 0.4
    """Gain in patterns that a card in the hand would bring."""

    hand_best: float = 0.4
    """Extra weight of the best card in the hand."""

    corner_estimate: float = 0.5
    """Corners, more than now, that a gold card may cover when it is laid."""

    pattern_two: float = 0.5
    """Two cards of a pattern, the place of the third still free: part of its points."""

    pattern_one: float = 0.12
    """One card of a pattern, the two others free."""

    pattern_turns: float = 5.0
    set_part: float = 0.6
    """Set of symbols in the making, per part of it."""

    set_turns: float = 3.0
    turns_base: float = 1.5
    turns_per_point: float = 0.45
    """Own turns expected for each point that the leader is short of the end."""

    rival: float = 0.5
    """Best rival's loss when the end comes: part of its worth. Against Tybor, points a turn."""

    lock: float = 0.3
    """Each point of a lead that is safe because the end comes."""


AT_TABLE: Final = Weights(
    kingdom=0.935,
    kingdom_fade=0.934,
    resource_turns=9.6,
    object=0.438,
    object_fade=0.84,
    cell=1.53,
    cell_fade=0.818,
    cell_turns=4.7,
    gold=0.34,
    gold_missing=0.417,
    resource_points=0.239,
    hand_symbols=0.314,
    hand_pattern=0.328,
    hand_best=0.406,
    corner_estimate=0.279,
    pattern_two=0.631,
    pattern_one=0.104,
    pattern_turns=3.26,
    set_part=0.443,
    set_turns=4.7,
    turns_base=1.61,
    turns_per_point=0.801,
    rival=0.856,
    lock=0.518,
)
"""Weights for two to four seats."""

AGAINST_TYBOR: Final = Weights(
    kingdom=0.9,
    kingdom_fade=0.812,
    resource_turns=14.6,
    object=0.123,
    object_fade=0.887,
    cell=2.91,
    cell_fade=0.754,
    cell_turns=13.3,
    gold=0.384,
    gold_missing=0.513,
    resource_points=0.203,
    hand_symbols=0.372,
    hand_pattern=0.25,
    hand_best=0.311,
    corner_estimate=0.246,
    pattern_two=0.512,
    pattern_one=0.0827,
    pattern_turns=7.58,
    set_part=0.248,
    set_turns=3.71,
    turns_base=1.3,
    turns_per_point=1.19,
    rival=0.539,
    lock=0.772,
)
"""Weights for the solo game."""
