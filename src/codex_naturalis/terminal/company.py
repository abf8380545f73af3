"""Other people at a table, in words: the waiting room, chat, and clocks."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from codex_naturalis.words import Speech, names_of
from codex_naturalis.words.people import SeatName

__all__ = ["ChatLine", "WaitingSeat", "chat_words", "time_words", "waiting_lines"]

_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86400


class WaitingSeat(SeatName, Protocol):
    """Seat of a waiting room."""

    @property
    def colour(self) -> str | None:
        """Return its chosen colour."""


class ChatLine(Protocol):
    """Chat line: a text, or an emote."""

    @property
    def name(self) -> str:
        """Return its author."""

    @property
    def text(self) -> str | None:
        """Return the text; None for an emote."""

    @property
    def emote(self) -> str | None:
        """Return the emote; None for a text."""


def chat_words(say: Speech, line: ChatLine) -> str:
    """Return a chat line as one line of text."""
    if line.emote:
        return say("chat.showed", name=line.name, sign=say(f"emote.{line.emote}"))
    return say("chat.said", name=line.name, text=_printable(line.text or ""))


def _printable(text: str) -> str:
    """Return `text` without characters that could move a terminal's cursor or change its colours."""
    return "".join(character if character.isprintable() else " " for character in text)


def time_words(say: Speech, seconds: float) -> str:
    """Return the time left on a clock: whole days and hours, or minutes and seconds."""
    left = max(0, int(seconds))
    if left >= _DAY:
        return say("clock.d", count=left // _DAY)
    hours, minutes = divmod(left // _MINUTE, _MINUTE)
    return f"{hours}:{minutes:02}:{left % _MINUTE:02}" if left >= _HOUR else f"{minutes}:{left % _MINUTE:02}"


def waiting_lines(say: Speech, seats: Sequence[WaitingSeat], invitation: str | None) -> Iterator[str]:
    """Yield the lines of a waiting room: people and their colours, the number missing, and how others join."""
    free = sum(seat.kind == "empty" for seat in seats)
    if free:
        yield say("waiting.waiting_for", count=free)
    for number, (seat, name) in enumerate(zip(seats, names_of(say, seats), strict=True), 1):
        colour = f" · {say(f'colour.{seat.colour}')}" if seat.colour else ""
        yield f"{number}. {say('waiting.free') if seat.kind == 'empty' else _printable(name)}{colour}"
    if invitation:
        yield ""
        yield say("terminal.invitation", link=invitation)
