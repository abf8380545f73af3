"""Texts of notifications, in the recipient's language."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from msgspec import Struct

from codex_naturalis.i18n import Locale, Words, words
from codex_naturalis.rules import GameState, Seat
from codex_naturalis.seating import TableData

from .mail import Letter
from .notices import Notice, NoticeKind, hours_left

__all__ = ["Item", "Message", "build_mail", "confirming", "message_of", "names_at", "round_begins", "sentence", "trial"]


class Item(Struct, frozen=True):
    """One notice in words."""

    kind: str
    table: str | None
    path: str
    """Path on this server to open."""

    title: str
    text: str
    hours: int | None = None
    """Hours left for the turn; only where time is short."""


class Message(Struct, frozen=True):
    """Message to one subscription, with one notice or several."""

    id: str
    """The same for a retry."""

    title: str
    text: str
    path: str
    items: tuple[Item, ...]


def _join_names(say: Words, names: Sequence[str]) -> str:
    if len(names) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(names)
    first = names[0]
    for name in names[1:-1]:
        first = say("list.more", first=first, then=name)
    return say("list.and_last" if len(names) > 2 else "list.and", first=first, then=names[-1])  # noqa: PLR2004


def _name(say: Words, data: TableData, seat: Seat) -> str:
    row = next(row for row in data.seat_rows if row.seat == seat)
    return _bot(say, row.name) if row.guest is None else row.name or ""


def names_at(data: TableData, seat: Seat, language: Locale) -> str:
    """Return the names of the others at a table as a list in words."""
    say = words(language)
    seats = [row.seat for row in data.seat_rows if row.seat is not None]
    return _join_names(say, [_name(say, data, other) for other in sorted(seats) if other != seat])


def _bot(say: Words, name: str | None) -> str:
    try:
        return say(f"bot.{name}")
    except KeyError:  # a bot without a text of its own, or no bot
        return name or ""


def sentence(notice: Notice, data: TableData, state: GameState, now: float, language: Locale) -> Item:
    """Return one notice in words."""
    say = words(language)
    names = names_at(data, notice.seat, language)
    hours, bot = None, _bot(say, data.stood_in(notice.seat))
    match notice.kind:
        case NoticeKind.TURN:
            text = say("notice.turn", names=names)
        case NoticeKind.LATE:
            hours = hours_left(data, notice.seat, now)
            text = say("notice.late", names=names, count=hours)
        case NoticeKind.REPLACED:
            text = say("notice.replaced", names=names, bot=bot)
        case NoticeKind.OVER:
            text = _outcome(say, notice.seat, data, state, names)
        case NoticeKind.ROUND:
            raise AssertionError("no notice of a table")
    title = say(f"notice.{notice.kind}_title", bot=bot)
    return Item(notice.kind.value, data.id, f"/t/{data.id}", title, text, hours)


def round_begins(tournament: str, path: str, number: int, minutes: int, language: Locale) -> Item:
    """Return the sentence that a round of a tournament begins in some minutes."""
    say = words(language)
    title = say("notice.round_title", name=tournament, number=number)
    text = say("notice.round", name=tournament, number=number, count=minutes)
    return Item(NoticeKind.ROUND.value, None, path, title, text)


def _outcome(say: Words, seat: Seat, data: TableData, state: GameState, names: str) -> str:
    winners = state.result.winners if state.result else ()
    if seat in winners:
        return say("notice.over_won", names=names)
    winner_names = _join_names(say, [_name(say, data, winner) for winner in winners])
    return say("notice.over_lost", names=names, winners=winner_names, count=len(winners))


def message_of(number: str, items: Sequence[Item], language: Locale) -> Message:
    """Return one message with all `items`."""
    if len(items) == 1:
        return Message(number, items[0].title, items[0].text, items[0].path, tuple(items))
    title = words(language)("notice.several", count=len(items))
    return Message(number, title, "\n".join(item.text for item in items), "/games", tuple(items))


def trial(number: str, language: Locale) -> Message:
    """Return the test message."""
    say = words(language)
    item = Item("test", None, "/notices", say("notice.test_title"), say("notice.test"))
    return message_of(number, [item], language)


def build_mail(message: Message, to: str, language: Locale, home: str, token: str) -> Letter:
    """Return a message as a mail with its unsubscription links; `home` is the public URL of this server."""
    say = words(language)
    lines = [line for item in message.items for line in (item.text, home + item.path, "")]
    end = [
        say("notice.mail_why", host=urlsplit(home).netloc),
        say("notice.mail_settings", url=f"{home}/notices"),
        say("notice.mail_stop", url=f"{home}/notices#stop={token}"),
    ]
    text = "\n".join([*lines, "-- ", *end, ""])
    return Letter(message.id, to, message.title, text, language, f"{home}/api/v1/notices/stop?token={token}")


def confirming(number: str, to: str, language: Locale, home: str, token: str) -> Letter:
    """Return the confirmation mail of an address; `home` is the public URL of this server."""
    say = words(language)
    link = f"{home}/notices#confirm={token}"
    lines = [say("notice.confirm", host=urlsplit(home).netloc), "", link, "", say("notice.confirm_ignore"), ""]
    return Letter(number, to, say("notice.confirm_title"), "\n".join(lines), language)
