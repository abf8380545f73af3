"""Pictures of links (1200 by 630), and prints of a finished codex, as SVG documents."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import KINGDOMS, Side, catalogue
from codex_naturalis.i18n import Words
from codex_naturalis.rules import Seat
from codex_naturalis.views import LaidCard, SeatView, View
from codex_naturalis.wire.table import SeatKind, TableInfo

from .card_pictures import card, document
from .page import INK, RED, SOFT, Box, codex, ground, line
from .portraits import portrait_of, roundel
from .subjects import (
    CreatureSubject,
    LinkSubject,
    PersonSubject,
    PuzzleSubject,
    ReplaySubject,
    TableSubject,
    describe,
    name_at,
)

__all__ = ["LANDSCAPE", "PORTRAIT", "CodexPrint", "PrintSize", "codex_field", "codex_print", "kingdom_of", "picture"]


class PrintSize(Struct, frozen=True):
    """Size of a picture in pixels."""

    width: int
    height: int


LANDSCAPE: Final = PrintSize(1200, 630)
"""Size of link previews in most programs."""

PORTRAIT: Final = PrintSize(1080, 1350)

_WIDTH: Final = LANDSCAPE.width
_MIDDLE: Final = _WIDTH / 2
_HERO: Final = (
    *((82, Side.BACK, 0, 0), (26, Side.FRONT, 1, 1), (15, Side.FRONT, -1, 1), (5, Side.FRONT, -1, -1)),
    *((37, Side.FRONT, 1, -1), (71, Side.FRONT, 2, 0), (41, Side.FRONT, -2, 0)),
)
"""Cards of the title page's picture, with their cells."""


_CORNERS: Final = ((126, 390), (_WIDTH - 126, 390), (126, 126), (_WIDTH - 126, 126))


class CodexPrint(Struct, frozen=True):
    """One finished codex with all texts of its print."""

    table: TableInfo
    final: View
    seat: Seat


# Pictures of links


def picture(subject: LinkSubject, say: Words) -> str:
    """Return the picture that a link to `subject` shows."""
    match subject:
        case ReplaySubject(table, View() as final):
            return _replay(table, final, say)
        case PuzzleSubject(_, View(viewer=int(seat)) as view):
            return _puzzle(subject, view.seats[seat], say)
        case PersonSubject(name, person):
            shown = portrait_of(name, person.portrait if person else None)
            return _draw_title(subject, say, "insect", roundel(shown, _MIDDLE, 250, 186))
        case CreatureSubject(leaf):
            return _draw_title(subject, say, KINGDOMS[(leaf - 1) // 10].value, roundel(leaf - 1, _MIDDLE, 250, 186))
        case TableSubject(table):
            return _draw_title(subject, say, "plant", _hero() + _portraits(table))
        case _:
            return _draw_title(subject, say, "fungi", _hero())


def _draw_title(subject: LinkSubject, say: Words, kingdom: str, above: str) -> str:
    title, description = describe(subject, say)
    words = [
        line(title, _MIDDLE, 508, 62, most=1050, weight=500, caps=True),
        line(description, _MIDDLE, 556, 31, most=1060, italic=True, colour=SOFT),
    ]
    return document(_WIDTH, LANDSCAPE.height, ground(_WIDTH, LANDSCAPE.height, kingdom) + above + "".join(words))


def _hero() -> str:
    laid = [LaidCard((x, y), side, number, None) for number, side, x, y in _HERO]
    return codex(laid, Box(190, 58, 820, 380))


def _portraits(table: TableInfo) -> str:
    """Return the portraits of the people at a table, in the corners of its picture."""
    people = [seat for seat in table.seats if seat.kind is SeatKind.GUEST]
    shown = [portrait_of(seat.name or "", seat.portrait) for seat in people]
    return "".join(roundel(each, *corner, 62) for each, corner in zip(shown, _CORNERS, strict=False))


def _puzzle(subject: PuzzleSubject, seat: SeatView, say: Words) -> str:
    return _draw_title(subject, say, "animal", codex(seat.laid, Box(90, 62, 1020, 380)))


def _replay(table: TableInfo, final: View, say: Words) -> str:
    seats, result = final.seats, final.result
    columns = []
    wide = (_WIDTH - 120) / len(seats)
    for number, seat in enumerate(seats):
        left, name = 60 + number * wide, name_at(table, seat.seat, say)
        total = result.totals[seat.seat] if result else seat.score
        won = result is not None and seat.seat in result.winners
        columns += [
            codex(seat.laid, Box(left + 12, 66, wide - 24, 378)),
            line(name, left + wide / 2, 500, 44, most=wide - 30, weight=700, colour=RED if won else INK),
            line(say("score.points", count=total), left + wide / 2, 540, 32, most=wide - 30, colour=SOFT),
        ]
    columns.append(line(_foot(table, final, say), _MIDDLE, 578, 21, most=1000, caps=True, weight=500, colour=SOFT))
    best = max(seats, key=lambda seat: result.totals[seat.seat] if result else seat.score)
    return document(
        _WIDTH, LANDSCAPE.height, ground(_WIDTH, LANDSCAPE.height, kingdom_of(best.laid)) + "".join(columns)
    )


def _foot(table: TableInfo, final: View, say: Words) -> str:
    parts = [say("app.title"), _day(table, say)]
    if final.tybor is not None:
        parts.insert(0, say("preview.tybor", count=final.tybor.score))
    return " · ".join(parts)


def _day(table: TableInfo, say: Words) -> str:
    """Return the day on which the table was opened, by UTC, as a date in words."""
    day = datetime.fromtimestamp(table.created, UTC)
    return say("preview.date", day=day.day, month=say(f"preview.month_{day.month}"), year=day.year)


# Prints


def kingdom_of(laid: Sequence[LaidCard]) -> str:
    """Return the kingdom that most cards of a codex belong to."""
    known = [catalogue().playable(each.card).kingdom for each in laid if each.card and each.card not in _starters()]
    seen = Counter(known)
    return max(KINGDOMS, key=lambda kingdom: seen[kingdom]).value


def _starters() -> frozenset[int]:
    return frozenset(catalogue().starter)


def codex_print(wanted: CodexPrint, size: PrintSize, say: Words, *, bare: bool = False) -> str:
    """Return the print of one codex: framed, with name, total and its parts, objectives and date; `bare`: no cards."""
    seat = wanted.final.seats[wanted.seat]
    return document(
        size.width,
        size.height,
        ground(size.width, size.height, kingdom_of(seat.laid))
        + ("" if bare else codex(seat.laid, codex_field(size)))
        + (_beside if size == LANDSCAPE else _below)(wanted, say),
    )


def codex_field(size: PrintSize) -> Box:
    """Return where the codex of a print lies."""
    return Box(62, 62, 720, 506) if size == LANDSCAPE else Box(70, 190, 940, 720)


def _beside(wanted: CodexPrint, say: Words) -> str:
    x, name, parts = 975, name_at(wanted.table, wanted.seat, say), _parts(wanted, say)
    total = _total(wanted)
    return "".join(
        [
            line(say("app.title"), x, 108, 34, most=340, caps=True, weight=500, colour=SOFT),
            line(name, x, 172, 58, most=340, weight=700),
            line(str(total), x, 262, 92, most=340, weight=700, colour=RED),
            line(parts, x, 298, 24, most=350, italic=True, colour=SOFT),
            *_objectives(wanted, 975, 324, 0.9, 2),
            line(_day(wanted.table, say), x, 570, 23, most=340, caps=True, weight=500, colour=SOFT),
        ]
    )


def _below(wanted: CodexPrint, say: Words) -> str:
    x, name = PORTRAIT.width / 2, name_at(wanted.table, wanted.seat, say)
    points = say("score.points", count=_total(wanted))
    return "".join(
        [
            line(name, x, 128, 76, most=900, weight=700),
            line(say("app.title"), x, 168, 32, most=800, caps=True, weight=500, colour=SOFT),
            line(points, x, 990, 66, most=800, weight=700, colour=RED),
            line(_parts(wanted, say), x, 1034, 32, most=900, italic=True, colour=SOFT),
            *_objectives(wanted, x, 1064, 1.5, 3),
            line(_day(wanted.table, say), x, 1290, 27, most=800, caps=True, weight=500, colour=SOFT),
        ]
    )


def _total(wanted: CodexPrint) -> int:
    result = wanted.final.result
    return result.totals[wanted.seat] if result else wanted.final.seats[wanted.seat].score


def _parts(wanted: CodexPrint, say: Words) -> str:
    """Return the parts of a total: points for cards, and for each objective."""
    score = wanted.final.seats[wanted.seat].score
    return say("preview.parts", cards=score, objectives=_total(wanted) - score)


def _objectives(wanted: CodexPrint, x: float, y: float, scale: float, columns: int) -> list[str]:
    """Return the objectives of a seat with the points each brought, in rows about `x`."""
    result = wanted.final.result
    scores = result.objectives[wanted.seat] if result else ()
    wide, high = 162 * scale, 122 * scale
    drawn = []
    for number, score in enumerate(scores):
        row, column = divmod(number, columns)
        left = x + (column - min(columns, len(scores) - row * columns) / 2) * wide + 6 * scale
        top = y + row * high
        drawn.append(
            f'<g transform="translate({left:.1f} {top:.1f}) scale({scale})">{card(score.id, Side.FRONT)}</g>'
            + line(f"+{score.points}", left + 75 * scale, top + 118 * scale, 18 * scale, most=99, weight=700)
        )
    return drawn
