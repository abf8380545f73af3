"""Portraits: which of the forty creatures stands for a person, as in `frontend/src/game/heads.ts`."""

from typing import Final

from codex_naturalis.catalogue import KINGDOMS
from codex_naturalis.wire.table import Portrait

from .card_pictures import creature
from .page import INK, KINGDOM_COLOURS

__all__ = ["portrait_of", "roundel"]

_EACH: Final = 10
"""Creatures of a kingdom."""

_OFFSET: Final = 0x811C9DC5
_PRIME: Final = 0x01000193
_MASK: Final = 0xFFFFFFFF


def portrait_of(name: str, chosen: Portrait | None) -> Portrait:
    """Return the chosen creature, or the one that goes with a name: its FNV-1a hash, over code points."""
    if chosen is not None:
        return chosen
    digest = _OFFSET
    for letter in name:
        digest = ((digest ^ ord(letter)) * _PRIME) & _MASK
    return (digest ^ (digest >> 15)) % (_EACH * len(KINGDOMS))


def roundel(portrait: Portrait, x: float, y: float, radius: float) -> str:
    """Return a creature in a gilt ring about `x`, `y`, as an SVG fragment."""
    kingdom = KINGDOMS[portrait // _EACH].value
    rings = (
        f'<circle r="186" fill="{INK}"/><circle r="183" fill="#c9982f"/>'
        f'<circle r="170" fill="{INK}"/><circle r="168" fill="{KINGDOM_COLOURS[kingdom]}"/>'
    )
    drawn = f'<g transform="scale(3.5)">{creature(kingdom, portrait % _EACH)}</g>'
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({radius / 186:.4f})">{rings}{drawn}</g>'
