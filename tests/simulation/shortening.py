"""A failing story without what it does not need: deeds are left out, many at a time and then one by one."""

from .story import Deed, Ending, run_one

__all__ = ["shorten"]


def shorten(seed: int, deeds: list[Deed], ending: Ending) -> tuple[list[Deed], Ending]:
    """Return the deeds that the first fault needs, and how they end (delta debugging, Zeller 1999)."""
    fault, size = ending.faults[0], len(deeds) // 2
    while size:
        at = 0
        while at < len(deeds):
            fewer = deeds[:at] + deeds[at + size :]
            tried = run_one(seed, fewer)
            if fault in tried.faults:
                deeds, ending = fewer, tried
            else:
                at += size
        size //= 2
    return deeds, ending
