"""Records rebuilt from rows of the table `games`."""

from typing import Any, Protocol

from msgspec.json import decode

from codex_naturalis.arrays.actions import action_at
from codex_naturalis.record import Record, action_text, opening
from codex_naturalis.rules import HOUSE_RULES, Deal, Preset, RulesVersion, SoloLevel, apply, options_of

from .schema import BEYOND

__all__ = ["record_from"]


class Row(Protocol):
    """A row of `games`: a mapping, as polars and pyarrow give it, or an equivalent, as a Series of pandas."""

    def __getitem__(self, name: str, /) -> Any:  # noqa: ANN401 - each library has types of its own
        """Return a column's value."""

    def __contains__(self, name: object, /) -> bool:
        """Return whether there is such a column."""


def record_from(row: Row) -> Record:
    """Return the record of a row of `games`, by the names of its columns.

    Missing values may be None, or NaN or NA as in pandas. Raises `ValueError` for a game with an action beyond the
    grid, which has no index, and `KeyError` for a missing required column.
    """
    rules = RulesVersion(int(row["rules"]))
    solo = _present(row["solo"])
    houses: Any = {name: _present(row[name]) for name in HOUSE_RULES if name in row}
    level = None if solo is None else SoloLevel(solo)
    options = options_of(int(row["seats"]), Preset(row["preset"]), solo=level, rules=rules, **houses)
    dealt = _present(row["deal"])
    deal = None if dealt is None else decode(dealt, type=Deal)
    record = Record(options, seed=_present(row["seed"]) if deal is None else None, deal=deal, rules=rules)
    state, texts = opening(record), []
    for seat, index in zip(_numbers(row["actors"]), _numbers(row["actions"]), strict=True):
        if index == BEYOND:
            raise ValueError("an action beyond the grid has no index")
        action = action_at(index, state.seats[seat].hand, state.deal.seats[seat].objectives)
        texts.append(action_text(seat, action))
        state = apply(state, seat, action, events=False).state
    return Record(options, seed=record.seed, deal=deal, actions=tuple(texts), rules=rules)


def _present(value: Any) -> Any:  # noqa: ANN401 - each library has types of its own
    """Return a value, None for what a library uses for missing ones: NaN, which is not itself, NA, an empty text."""
    try:
        return value if value is not None and value == value and value != "" else None  # noqa: PLR0124
    except TypeError:  # NA of pandas says neither yes nor no
        return None


def _numbers(values: Any) -> list[int]:  # noqa: ANN401 - each library has types of its own
    """Return the numbers of a list, in CSV a text with spaces."""
    return [int(value) for value in (values.split() if isinstance(values, str) else values)]
