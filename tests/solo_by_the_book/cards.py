"""The printed facts of the cards, read for the brute-force reading of the solo rules.

Of the package only its data file is used, as plain TOML; everything stays in the letters of that file: `F P A I` for
the kingdoms, `Q K M` for the objects, `.` for an empty corner, `-` for a hidden one.
"""

import tomllib
from importlib.resources import files
from typing import Any, Final

__all__ = ["CARDS", "CORNERS", "KINGDOMS", "OBJECTIVES", "OBJECTS", "SYMBOLS", "kingdom_of", "printed"]

KINGDOMS: Final = "FPAI"
OBJECTS: Final = "QKM"
SYMBOLS: Final = KINGDOMS + OBJECTS

CORNERS: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""Which way each of the four letters of a face looks: x to the right, y up."""

_FACTS: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    files("codex_naturalis").joinpath("catalogue", "cards.toml").read_text("utf-8")
)

CARDS: Final[dict[str, dict[int, dict[str, Any]]]] = {
    kind: {int(card): fact for card, fact in facts.items()} for kind, facts in _FACTS.items()
}
"""By kind, `resource`, `gold`, `starter` or `objective`, and by id."""

OBJECTIVES: Final = CARDS["objective"]


def kingdom_of(card: int) -> str:
    """Return the letter of the kingdom of `card`, or nothing for a starter, which has none (R22)."""
    fact = CARDS["resource"].get(card) or CARDS["gold"].get(card)
    return fact["kingdom"] if fact else ""


def printed(card: int, side: str) -> tuple[str, str]:
    """Return the four corners and the centre of one side of `card`."""
    if card in CARDS["starter"]:
        fact = CARDS["starter"][card]
        return (fact["front"], "") if side == "front" else (fact["back"], fact["centre"])
    if side == "back":
        return "....", kingdom_of(card)
    return (CARDS["resource"].get(card) or CARDS["gold"][card])["corners"], ""
