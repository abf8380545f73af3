"""Errors of the client: the server said no, or could not be reached.

Exception
├── Refused      the server answered, and nothing changed
└── Unreachable  no answer, however often it was tried
"""

from collections.abc import Mapping

from codex_naturalis.rules import Fact

__all__ = ["RefusedError", "UnreachableError"]


class RefusedError(Exception):
    """The server refused a request or an action. Nothing has changed."""

    def __init__(self, reason: str, facts: Mapping[str, Fact] | None = None) -> None:
        """Remember the `reason`, a stable code such as `illegal.cost_not_met`, and its `facts`."""
        self.reason = reason
        self.facts = dict(facts or {})
        told = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        super().__init__(f"{reason} ({told})" if told else reason)


class UnreachableError(Exception):
    """The server did not answer within the client's `patience`; what was asked may or may not have been done."""
