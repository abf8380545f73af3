"""Subjects of links: public facts about the page that a link leads to, in words.

A subject contains only public facts: for a table under way its people, never its game.
"""

from typing import Final

from msgspec import Struct

from codex_naturalis.i18n import Words
from codex_naturalis.rules import Seat
from codex_naturalis.views import View
from codex_naturalis.wire.people import Person
from codex_naturalis.wire.table import SeatInfo, SeatKind, TableInfo, TableStage

__all__ = [
    "CreatureSubject",
    "HomeSubject",
    "LinkSubject",
    "PageSubject",
    "PersonSubject",
    "PuzzleSubject",
    "ReplaySubject",
    "TableSubject",
    "describe",
    "subject_of_page",
]


class HomeSubject(Struct, frozen=True, tag=True):
    """The lobby, and what an unknown path leads to."""


class PageSubject(Struct, frozen=True, tag=True):
    """Page that is the same for everyone, or whose content is not shown, such as a tournament's."""

    page: str
    """A key of `_PAGES`."""


class TableSubject(Struct, frozen=True, tag=True):
    """Table before or during play, or closed."""

    table: TableInfo


class ReplaySubject(Struct, frozen=True, tag=True):
    """Finished game; without the view only its names are shown."""

    table: TableInfo
    final: View | None = None


class PuzzleSubject(Struct, frozen=True, tag=True):
    """Puzzle by its number; None for the puzzle of the day."""

    number: int | None
    view: View | None = None


class PersonSubject(Struct, frozen=True, tag=True):
    """Account by its name."""

    name: str
    person: Person | None = None


class CreatureSubject(Struct, frozen=True, tag=True):
    """Leaf of the bestiary."""

    leaf: int
    """1 to 40, as resource cards are numbered."""


LinkSubject = CreatureSubject | HomeSubject | PageSubject | TableSubject | ReplaySubject | PuzzleSubject | PersonSubject

_LOBBY: Final = ("app.title", "preview.home_text")
_PAGES: Final = {
    "about": ("page.about", "preview.about_text"),
    "account": ("page.account", "account.lead"),
    "alone": ("page.alone", "train.lead"),
    "analysis": ("page.analysis", "preview.analysis_text"),
    "around": ("page.around", "lobby.around_text"),
    "clubs": ("page.clubs", "club.lead"),
    "daily": ("page.daily", "lobby.daily_text"),
    "explore": ("page.explore", "explore.lead"),
    "games": ("page.games", "preview.games_text"),
    "learn": ("page.learn", "lobby.teach_text"),
    "match": ("page.match", "preview.match_text"),
    "moderation": ("moderation.page", "preview.moderation_text"),
    "notices": ("page.notices", "preview.notices_text"),
    "party": ("page.party", "preview.party_text"),
    "people": ("page.people", "preview.people_text"),
    "play-now": ("page.now", "lobby.now_text"),
    "puzzles": ("page.puzzles", "puzzle.lead"),
    "replay": ("page.record", "preview.record_text"),
    "rules": ("page.rules", "preview.rules_text"),
    "seat": ("seat.page", "preview.seat_text"),
    "tables": ("page.tables", "preview.tables_text"),
    "tournaments": ("page.tournaments", "tournament.lead"),
}
"""Keys of title and description of each page, by the first segment of its path; the page itself has the same title."""

_FEW: Final = 2


def describe(subject: LinkSubject, say: Words) -> tuple[str, str]:
    """Return the title of a link, and a sentence about what it leads to."""
    match subject:
        case TableSubject(table):
            return _table(table, say)
        case ReplaySubject(table):
            return say("preview.replay", names=players(table, say)), say("preview.replay_text")
        case PuzzleSubject(number):
            title = say("preview.daily") if number is None else say("preview.puzzle", number=number)
            return title, say("preview.puzzle_text")
        case PersonSubject(name):
            return say("preview.person", name=name), say("preview.person_text", name=name)
        case CreatureSubject(leaf):
            return say(f"card.name.{leaf}"), say(f"bestiary.lore_{leaf}")
        case HomeSubject() | PageSubject():
            title, text = _PAGES[subject.page] if isinstance(subject, PageSubject) else _LOBBY
            return say(title), say(text)


def subject_of_page(path: str) -> PageSubject | HomeSubject:
    """Return the page at `path`; an unknown path leads home."""
    page = path.split("/")[1] if path.startswith("/") else ""
    return PageSubject(page) if page in _PAGES else HomeSubject()


def _table(table: TableInfo, say: Words) -> tuple[str, str]:
    if table.stage is TableStage.GATHERING:
        free = sum(seat.kind is SeatKind.EMPTY for seat in table.seats)
        return say("preview.invitation", name=table.host), say("preview.invitation_text", count=free)
    return say("preview.table", names=players(table, say)), say("preview.table_text")


def players(table: TableInfo, say: Words) -> str:
    """Return the names at a table as a list in words; Tybor is the last where he plays."""
    names = [seat_name(seat, say) for seat in table.seats if seat.kind is not SeatKind.EMPTY]
    return join_names([*names, *(["Tybor"] if table.options.solo else [])], say)


def name_at(table: TableInfo, seat: Seat, say: Words) -> str:
    """Return the name of the player on `seat`."""
    return next((seat_name(each, say) for each in table.seats if each.seat == seat), "")


def seat_name(seat: SeatInfo, say: Words) -> str:
    """Return the name of the person or, in the reader's language, the bot."""
    if seat.kind is not SeatKind.BOT:
        return seat.name or ""
    try:
        return say(f"bot.{seat.name}")
    except KeyError:  # a bot without a text of its own
        return seat.name or ""


def join_names(names: list[str], say: Words) -> str:
    """Return names as a list in words."""
    if len(names) < _FEW:
        return "".join(names)
    first = names[0]
    for name in names[1:-1]:
        first = say("list.more", first=first, then=name)
    return say("list.and_last" if len(names) > _FEW else "list.and", first=first, then=names[-1])
