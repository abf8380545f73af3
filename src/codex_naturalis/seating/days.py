"""Days in UTC, on which daily deals and puzzles change, and the keys of deals that several tables share."""

import time
from datetime import UTC, date, datetime, timedelta
from typing import Final

__all__ = ["day_after", "day_of_key", "ends_at", "is_match", "key_of_day", "key_of_match", "parsed_day", "today"]

_PREFIX: Final = "daily/"
_MATCH: Final = "match/"


def today() -> str:
    """Return the present day in UTC, as 2026-03-04; days in this form sort as text."""
    return datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def parsed_day(text: str) -> date | None:
    """Return the day that `text` names as 2026-03-04; None for anything else."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.isoformat() == text else None


def day_after(day: str, days: int = 1) -> str:
    """Return the day `days` days after `day`, or before it."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def ends_at(day: str) -> float:
    """Return the end of a day, its midnight in UTC, in seconds since 1970."""
    after = date.fromisoformat(day_after(day))
    return datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp()


def key_of_day(day: str) -> str:
    """Return the key of a day's deal."""
    return _PREFIX + day


def day_of_key(key: str | None) -> str | None:
    """Return the day whose deal has this key; None if it is no day's."""
    return key.removeprefix(_PREFIX) if key and key.startswith(_PREFIX) else None


def key_of_match(match: str) -> str:
    """Return the key of a match's deal."""
    return _MATCH + match


def is_match(key: str | None) -> bool:
    """Return whether a deal with this key is a match's."""
    return key is not None and key.startswith(_MATCH)
