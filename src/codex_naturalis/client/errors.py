"""Errors of the client: the server refused, or could not be reached.

Exception
├── RefusedError      the server answered, and nothing changed
└── UnreachableError  no answer, however often it was tried
"""

from collections.abc import Mapping
from typing import Final

from codex_naturalis.rules import Fact, IllegalAction, Reason
from codex_naturalis.wire.errors import TITLES

__all__ = ["RefusedError", "UnreachableError"]

_REASONS: Final = frozenset(reason.value for reason in Reason)
_SENTENCES: Final = {code.value: sentence for code, sentence in TITLES.items()}


class RefusedError(Exception):
    """The server refused a request or an action. Nothing has changed."""

    def __init__(self, reason: str, facts: Mapping[str, Fact] | None = None) -> None:
        """Remember the `reason`, a stable code such as `illegal.cost_not_met`, and its `facts`."""
        self.reason: str = reason
        self.facts: dict[str, Fact] = dict(facts or {})
        super().__init__(reason, self.facts)

    def __str__(self) -> str:
        """Return the reason, and an English sentence for programmers; texts for people are in the locale files."""
        if self.reason in _REASONS:
            return str(IllegalAction(Reason(self.reason), **self.facts))
        return f"{self.reason}: {_SENTENCES.get(self.reason, 'The server says no.')}"


class UnreachableError(Exception):
    """The server did not answer within the client's `patience`; the request may or may not have been carried out."""
