"""Registry of bots by name: our own, and those that other packages offer as entry points.

Another package names its bots in the entry-point group `codex_naturalis.bots`, each a callable that takes the budget as
text (None if none was given), returns a `Bot`, and raises `ValueError` for a budget it does not understand.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from .player import Bot, UnknownBotError

__all__ = ["GROUP", "bot_named", "names"]

GROUP: Final = "codex_naturalis.bots"
"""Name of the entry-point group."""

_OWN: Final = {
    name: EntryPoint(name, f"codex_naturalis.bots.{where}", GROUP)
    for name, where in {
        "random": "simple:make_random",
        "greedy": "simple:make_greedy",
        "planner": "planner.bot:make",
        "search": "search.bot:make",
        "level": "levels:make",
    }.items()
}
"""Modules of our own bots, loaded on first use, so that a list of names costs nothing."""

_FOR_PEOPLE: Final = "level"
"""Prefix of the levels, no bot of its own: the level's name follows the colon (`levels.LEVELS`)."""


def names() -> tuple[str, ...]:
    """Return the names of all bots on this machine: our own from the weakest on, then other packages' by name."""
    return (*(name for name in _OWN if name != _FOR_PEOPLE), *sorted(_others()))


def bot_named(text: str) -> Bot:
    """Return the bot that `text` names, as `name` or `name:budget`; raise `UnknownBotError` if there is none."""
    name, colon, budget = text.partition(":")
    entry = _OWN.get(name) or _others().get(name)
    if entry is None:
        known = f"{', '.join(names())}, and the levels that `{_FOR_PEOPLE}:` lists"
        raise UnknownBotError(f"there is no bot named {name!r}; there are {known}")
    make: Callable[[str | None], Bot] = entry.load()
    try:
        return make(budget if colon else None)
    except ValueError as refused:
        raise UnknownBotError(f"{text}: {refused}") from refused


def _others() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in _OWN}
