"""Cards that a message names, wherever in it they stand."""

from codex_naturalis.catalogue import CardId

__all__ = ["cards_named"]

CARD_FIELDS = {
    "card",
    "cards",
    "common_objectives",
    "corresponds_to",
    "gold",
    "id",
    "objective",
    "offered",
    "playable",
    "resource",
    "starter",
    "unplayable",
}
"""Every field of views and events that holds card ids."""

_CONTAINERS = {dict, list, tuple}


def cards_named(message: object) -> set[CardId]:
    """Return every number that stands in a field for cards."""
    named: set[CardId] = set()
    left = [message]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in CARD_FIELDS:
                    _add_numbers(inner, named)
                if key != "decks" and inner.__class__ in _CONTAINERS:
                    left.append(inner)
        elif isinstance(value, (list, tuple)):
            left += [inner for inner in value if inner.__class__ in _CONTAINERS]
    return named


def _add_numbers(value: object, named: set[CardId]) -> None:
    if isinstance(value, int) and not isinstance(value, bool):
        named.add(value)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _add_numbers(inner, named)
