"""Replies of the command line."""

from collections.abc import Iterable

from msgspec import Struct

from codex_naturalis.rules import Action

__all__ = ["Reply", "make_reply", "refuse", "sending"]


class Reply(Struct, frozen=True):
    """Reply to a typed line."""

    lines: tuple[str, ...]
    title: str | None = None
    """Title of a longer answer."""

    refusal: bool = False
    """Whether the command was refused."""

    actions: tuple[Action, ...] = ()
    """Actions to send; their outcome is reported by the events, or by a refusal."""

    hint: bool = False
    """Whether to ask the teacher."""


def make_reply(lines: Iterable[str], title: str | None = None) -> Reply:
    """Return an informative answer."""
    return Reply(tuple(lines), title)


def refuse(*lines: str) -> Reply:
    """Return a refusal with its reason."""
    return Reply(lines, refusal=True)


def sending(actions: tuple[Action, ...]) -> Reply:
    """Return an empty answer with actions to send."""
    return Reply((), actions=actions)
