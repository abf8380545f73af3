"""Value network: predicts how a game will end from hand, table and codex, cell by cell.

It estimates one seat's points still to come, from the track and objectives together, and against Tybor his as well.
`features` defines its inputs, `extraction` computes them, `network` sums them up, `inference` turns the result into a
reward. `python -m research.training` trains it.
"""

from .extraction import look, see, see_at
from .features import FACTS, MOST_FACTS, NOTHING
from .inference import CLEAR, appraise, appraise_at
from .network import PARTS, VALUE_NETWORK, estimate, estimate_at, run

__all__ = [
    "CLEAR",
    "FACTS",
    "MOST_FACTS",
    "NOTHING",
    "PARTS",
    "VALUE_NETWORK",
    "appraise",
    "appraise_at",
    "estimate",
    "estimate_at",
    "look",
    "run",
    "see",
    "see_at",
]
