"""Errors of the client: the server said no, or could not be reached.

Exception
├── RefusedError      the server answered, and nothing changed
└── UnreachableError  no answer, however often it was tried
"""

from collections.abc import Mapping

from codex_naturalis.rules import Fact
from codex_naturalis.words import speech
from codex_naturalis.words.effects import answer_words

__all__ = ["RefusedError", "UnreachableError"]


class RefusedError(Exception):
    """The server refused a request or an action. Nothing has changed."""

    def __init__(self, reason: str, facts: Mapping[str, Fact] | None = None) -> None:
        """Remember the `reason`, a stable code such as `illegal.cost_not_met`, and its `facts`."""
        self.reason: str = reason
        self.facts: dict[str, Fact] = dict(facts or {})
        super().__init__(reason, self.facts)

    def __str__(self) -> str:
        """Return the reason, and the sentence that people are told."""
        return f"{self.reason}: {answer_words(speech('en'), self.reason, self.facts)}"


class UnreachableError(Exception):
    """The server did not answer within the client's `patience`; what was asked may or may not have been done."""
