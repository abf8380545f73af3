"""Training of the value networks: `python -m research.training`, or `make train`.

Planners play games, the network learns from them how many points are still to come, and the command gives the very
networks of the package again: chance, order and arithmetic are fixed, and a digest tells. Nothing but NumPy and the
kernel is needed.
"""

from codex_naturalis.extras import require as _require

__all__: list[str] = []

_require("fast")
