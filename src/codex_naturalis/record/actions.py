"""Text form of the actions in a record: a seat and the short form of its action, `0 side back`, `1 draw gold-2`."""

import re
from functools import lru_cache
from typing import Final

from codex_naturalis.rules import Action, Seat, parse_action
from codex_naturalis.rules.action_text import ACTION_PATTERN

from .errors import RecordError

__all__ = ["SEAT_ACTION_PATTERN", "action_text", "parse_seat_action"]

_SEAT: Final = re.compile(r"0|[1-9][0-9]{0,3}")

SEAT_ACTION_PATTERN: Final = f"^({_SEAT.pattern}) ({ACTION_PATTERN})$"
"""Regular expression for what `parse_seat_action` accepts; it also checks that cards exist."""


def action_text(seat: Seat, action: Action) -> str:
    """Return `action` of `seat` as a record writes it."""
    return f"{seat} {action}"


@lru_cache(maxsize=16384)
def parse_seat_action(text: str) -> tuple[Seat, Action]:
    """Parse `text` as a seat and an action; raise `RecordError` if it is none.

    The rules decide whether the action is legal, and its seat at the table.
    """
    seat, _, rest = text.partition(" ")
    try:
        action = parse_action(rest)
    except ValueError as error:
        raise RecordError(str(error)) from None
    if not _SEAT.fullmatch(seat):
        raise RecordError(f"no number {seat[:60]!a} in {text[:60]!a}")
    return int(seat), action
