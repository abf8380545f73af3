"""Value network: it sees hand, table and codex, cell by cell, and says how a game will end.

It says for one seat how many points are still to come, of the track and of objectives together, and against Tybor how
many his will be. `features` says what it is shown, `extraction` looks, `network` sums up, `inference` makes a reward of
it. `python -m research.training` trains it.
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
