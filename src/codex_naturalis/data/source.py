"""Records from rows of the table `games`: the way back."""

from collections.abc import Mapping
from typing import Any

from msgspec.json import decode

from codex_naturalis.arrays.actions import action_at
from codex_naturalis.record import Record, action_text, opening
from codex_naturalis.rules import HOUSE_RULES, Deal, Preset, RulesVersion, SoloLevel, apply, options_of

from .schema import BEYOND

__all__ = ["record_from"]


def record_from(row: Mapping[str, Any]) -> Record:
    """Return the record of a row of `games`, by the names of its columns.

    Raises `ValueError` for a game with an action beyond the grid, which has no index.
    """
    rules = RulesVersion(row["rules"])
    solo = SoloLevel(row["solo"]) if row["solo"] else None
    houses: Any = {name: row.get(name) for name in HOUSE_RULES}
    options = options_of(row["seats"], Preset(row["preset"]), solo=solo, rules=rules, **houses)
    deal = decode(row["deal"], type=Deal) if row["deal"] else None
    record = Record(options, seed=None if deal else row["seed"], deal=deal, rules=rules)
    state, texts = opening(record), []
    for seat, index in zip(row["actors"], row["actions"], strict=True):
        if index == BEYOND:
            raise ValueError("an action beyond the grid has no index")
        action = action_at(index, state.seats[seat].hand, state.deal.seats[seat].objectives)
        texts.append(action_text(seat, action))
        state = apply(state, seat, action).state
    return Record(options, seed=record.seed, deal=deal, actions=tuple(texts), rules=rules)
