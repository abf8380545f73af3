"""What the command line says back."""

from collections.abc import Iterable

from msgspec import Struct

from codex_naturalis.rules import Action

__all__ = ["Reply", "make_reply", "refuse", "sending"]


class Reply(Struct, frozen=True):
    """Reply to a typed line."""

    lines: tuple[str, ...]
    title: str | None = None
    """What a longer answer is about."""

    refusal: bool = False
    """Whether it could not be done."""

    actions: tuple[Action, ...] = ()
    """Actions to be sent; what comes of them is told by the events, and by the refusal if there is one."""

    hint: bool = False
    """Whether the teacher is to be asked."""


def make_reply(lines: Iterable[str], title: str | None = None) -> Reply:
    """Return an answer that tells something."""
    return Reply(tuple(lines), title)


def refuse(*lines: str) -> Reply:
    """Return an answer that says why something cannot be done."""
    return Reply(lines, refusal=True)


def sending(actions: tuple[Action, ...]) -> Reply:
    """Return an answer that says nothing yet, since actions are to be sent."""
    return Reply((), actions=actions)
