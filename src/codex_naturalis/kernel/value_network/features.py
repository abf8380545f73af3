"""Facts: the inputs of the value network, as a list of the numbers of those that hold (sparse binary features).

A fact is, for example, "the hand has card 53 and two symbols are missing for it". The first layer of the network has a
row of weights for each, and adds up the rows of the facts that hold (Y. Nasu, *Efficiently Updatable Neural-Network
based Evaluation Functions*, 2018). Important numbers, such as points or symbols, are encoded in steps, so that the
network can learn any curve over them. A fact can hold more than once: "an open cell would cover two corners".
"""

from itertools import accumulate
from typing import Final

__all__ = [
    "ADVANCES",
    "AWAITS",
    "CARDS_LEFT",
    "CELL",
    "COMPLETES",
    "FACTS",
    "GOAL",
    "GOAL_HAND",
    "GOAL_PAIR",
    "HAND",
    "HAND_FOR_GOAL",
    "HAND_WORTH",
    "HAS",
    "LAID",
    "LAST_ROUND",
    "LEADER",
    "LEVEL",
    "MARKET",
    "MOST_FACTS",
    "NOTHING",
    "OPEN_CELLS_OF",
    "RIVAL_HAND",
    "RIVAL_HAS",
    "RIVAL_OPEN",
    "RIVAL_SYMBOLS",
    "ROUND",
    "SCORE",
    "SEATS",
    "SYMBOL",
    "TOP",
    "TYBOR",
]

_SIZES: Final = {
    "score": 30,  # points of the track
    "has": 40,  # these and those of objectives as they lie
    "leader": 30,  # points of the best other one on the track, Tybor included
    "cards_left": 20,  # in both decks, in fours
    "last_round": 6,  # not known yet, last turn, more; twice: whether the seat still has its turn in this round
    "awaits": 4,  # turns until it is the seat's
    "seats": 3,
    "round": 25,
    "symbol": 7 * 16,  # each symbol's count
    "open": 16,  # open cells
    "hand": 80 * 4,  # each card held, with the symbols that it lacks
    "hand_worth": 12 * 4,  # points of a card held, with the symbols that it lacks
    "hand_for_goal": 80 * 16,  # each card held with each objective of the seat
    "goal": 16 * 4 * 4,  # each objective: copies; cells that would complete one, or symbols missing
    "goal_hand": 16 * 4 * 2,  # each objective: cards held for it; whether one completes it now, or so many symbols
    "goal_pair": 16 * 16,  # each two objectives together
    "market": 80 * 4,  # each card on the market, with the symbols that it lacks
    "top": 2 * 5,  # kingdom on each deck, or none
    "cell": 5 * 5,  # each open cell: corners it covers, and symbols on them
    "completes": 4 * 2 * 2,  # each open cell where a kingdom completes a pattern: its points, whether it is held
    "advances": 4 * 2 * 2,  # likewise where it would be the second card
    "laid": 4 * 12,  # cards laid of each kingdom
    "rival_has": 40,  # of the best other seat: points, objectives included
    "rival_hand": 12,  # points of the best card that it can pay
    "rival_symbols": 16,  # symbols in twos
    "rival_open": 12,  # open cells
    "tybor": 4 * 8,  # his cards of each kingdom
    "level": 4,  # his level
    "nothing": 1,  # no fact: its weights are 0
}
"""Number of facts of each kind."""

_STARTS: Final = dict(zip(_SIZES, accumulate(_SIZES.values(), initial=0), strict=False))

SCORE: Final = _STARTS["score"]
HAS: Final = _STARTS["has"]
LEADER: Final = _STARTS["leader"]
CARDS_LEFT: Final = _STARTS["cards_left"]
LAST_ROUND: Final = _STARTS["last_round"]
AWAITS: Final = _STARTS["awaits"]
SEATS: Final = _STARTS["seats"]
ROUND: Final = _STARTS["round"]
SYMBOL: Final = _STARTS["symbol"]
OPEN_CELLS_OF: Final = _STARTS["open"]
HAND: Final = _STARTS["hand"]
HAND_WORTH: Final = _STARTS["hand_worth"]
HAND_FOR_GOAL: Final = _STARTS["hand_for_goal"]
GOAL: Final = _STARTS["goal"]
GOAL_HAND: Final = _STARTS["goal_hand"]
GOAL_PAIR: Final = _STARTS["goal_pair"]
MARKET: Final = _STARTS["market"]
TOP: Final = _STARTS["top"]
CELL: Final = _STARTS["cell"]
COMPLETES: Final = _STARTS["completes"]
ADVANCES: Final = _STARTS["advances"]
LAID: Final = _STARTS["laid"]
RIVAL_HAS: Final = _STARTS["rival_has"]
RIVAL_HAND: Final = _STARTS["rival_hand"]
RIVAL_SYMBOLS: Final = _STARTS["rival_symbols"]
RIVAL_OPEN: Final = _STARTS["rival_open"]
TYBOR: Final = _STARTS["tybor"]
LEVEL: Final = _STARTS["level"]
NOTHING: Final = _STARTS["nothing"]

FACTS: Final = sum(_SIZES.values())
"""Number of facts there are."""

MOST_FACTS: Final = 128
"""Capacity of the list of facts that hold; some 65 do."""
