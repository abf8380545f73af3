"""Replay of a record through the rules."""

from collections.abc import Iterator

from codex_naturalis.rules import Deal, GameState, Step, begin, follow

from .format import Record, seeded_deal

__all__ = ["deal_of", "opening", "replay"]


def deal_of(record: Record) -> Deal:
    """Return the deal of `record`, given or derived from its seed."""
    if record.deal is not None:
        return record.deal
    assert record.seed is not None
    return seeded_deal(record.options, record.seed)


def opening(record: Record) -> GameState:
    """Return the game before its first action."""
    return begin(record.options, deal_of(record), record.rules)


def replay(record: Record, *, events: bool = True) -> Iterator[Step]:
    """Yield the step that each action leads to, with `events=False` sooner and without events.

    Raises `IllegalAction` at the first action that the rules refuse.
    """
    yield from follow(opening(record), record.parse_actions(), events=events)
