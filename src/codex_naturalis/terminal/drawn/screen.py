"""Whole table as a canvas: codex, hand, market, players, objectives and story, fitted to the terminal's size."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import LETTERS, CardId, Counts, Side, catalogue
from codex_naturalis.rules import Cell, Phase, Seat, Source
from codex_naturalis.views import LaidCard, SeatView, View
from codex_naturalis.words import Reader, Speech
from codex_naturalis.words.agreed import rules_line
from codex_naturalis.words.cards import objective_name, objective_worth
from codex_naturalis.words.codex import cannot_pay
from codex_naturalis.words.effects import plan_words, refusal_words
from codex_naturalis.words.guide import ahead_words, ending_words, guide_words
from codex_naturalis.words.planning import SOURCES, Asked, Plan, face_up, hand_of, holds, preview_of, unpaid
from codex_naturalis.words.story import story_of
from codex_naturalis.words.table import headline, objectives_of, progress_words, scoring_lines

from ..company import time_words
from .canvas import Area, Canvas
from .codex_area import FIRST_MARK, CodexPicture, fits, paint_codex
from .faces import LARGE, SMALL, CardSize, paint_back, paint_face
from .turn import Turn, Zone

__all__ = ["SMALLEST", "Layout", "Margin", "paint"]

SMALLEST: Final = (80, 24)
"""Minimum columns and lines."""

_WIDE, _TALL, _VERY_WIDE = 100, 34, 150
_RECENT: Final = 40
"""Number of steps in the story beside the codex."""


class Layout(Struct, frozen=True):
    """Areas of the screen."""

    codex: Area
    side: Area
    """Right column; without width if there is no room."""

    guide: Area
    hand: Area
    effect: Area
    market: Area
    keys: Area
    size: CardSize

    @classmethod
    def of(cls, width: int, height: int) -> "Layout":
        """Return the layout for a terminal of this size."""
        wide = width >= _WIDE
        size = LARGE if wide and height >= _TALL else SMALL
        side = (44 if width >= _VERY_WIDE else 34) if wide else 0
        desk = 2 * size.height + 1
        low = height - desk - 1
        row = 3 * size.width + 2
        return cls(
            Area(0, 1, width - side, low - 2),
            Area(width - side, 1, side, low - 2),
            Area(0, low - 1, width, 1),
            Area(0, low, row, size.height + 1),
            Area(0, low + size.height + 1, row, size.height),
            Area(row + 3, low, row, desk),
            Area(0, height - 1, width, 1),
            size,
        )


class Margin(Struct, frozen=True):
    """Texts around the game itself."""

    message: str = ""
    """Last message."""

    note: str = ""
    """Connection problem."""

    times: Mapping[Seat, float] = {}
    """Seconds left on each clock."""

    chat: bool = False
    """Whether there is a chat."""


def paint(reader: Reader, turn: Turn, width: int, height: int, margin: Margin) -> Canvas:
    """Return the table."""
    canvas = Canvas(width, height)
    layout = Layout.of(width, height)
    _header(canvas, reader, width, margin)
    _codex(canvas, layout.codex, reader, turn)
    _side(canvas, layout.side, reader)
    _guide(canvas, layout.guide, reader, margin.message)
    _hand(canvas, layout, reader, turn)
    _effect(canvas, layout.effect, reader, turn)
    _market(canvas, layout, reader, turn)
    _keys(canvas, layout.keys, reader, chat=margin.chat)
    return canvas


def _header(canvas: Canvas, reader: Reader, width: int, margin: Margin) -> None:
    view, say = reader.view, reader.say
    note = margin.note
    message = note or ending_words(say, view) or ""
    parts = _scores(reader, margin.times)
    room = width - len(message) - 2 - sum(len(text) + 3 for text, _, _ in parts)
    for title in (say("table.round", round=view.round), say("app.title")):
        if len(title) + 3 <= room:
            parts.insert(0, (title, "title", None))
            room -= len(title) + 3
    at = 1
    for text, role, seat in parts:
        canvas.text(at, 0, text, role)
        if seat is not None:
            canvas.target(Area(at, 0, len(text), 1), ("seat", seat))
        at += len(text) + 3
    message = message if at + len(message) < width else message[: max(0, width - at - 2)] + "…"
    canvas.text(width - len(message) - 1, 0, message if len(message) > 1 else "", "bad" if note else "accent")


def _scores(reader: Reader, times: Mapping[Seat, float]) -> list[tuple[str, str, Seat | None]]:
    """Return name and points of each player, with the seat to click."""
    view, say = reader.view, reader.say
    parts: list[tuple[str, str, Seat | None]] = [
        (
            f"{reader.players.name_for(say, seat.seat)} {seat.score}{_clock(say, times, seat.seat)}",
            "accent" if seat.seat in view.awaited else "desk",
            seat.seat,
        )
        for seat in view.seats
    ]
    return [*parts, *([(f"{say('tybor.score')} {view.tybor.score}", "desk", None)] if view.tybor else [])]


def _clock(say: Speech, times: Mapping[Seat, float], seat: Seat) -> str:
    return f" ({time_words(say, times[seat])})" if seat in times else ""


# Codex


def _codex(canvas: Canvas, area: Area, reader: Reader, turn: Turn) -> None:
    view = reader.view
    seat = view.seats[turn.focus if turn.focus is not None else reader.seat.seat]
    mine = seat.seat == view.viewer
    plan = turn.hovered if mine else None
    ghost = plan.cell if plan and preview_of(view, plan) else None
    laid = [
        *seat.laid,
        *([LaidCard(ghost, plan.side, plan.card, catalogue().back(plan.card))] if plan and ghost else []),
    ]
    marks = {cell: mark for cell, mark in _marks(reader, turn, seat, mine=mine) if cell != ghost}
    last = laid[-1].cell if laid else (0, 0)
    middle = (turn.cell_at if turn.zone is Zone.CELLS and mine else None) or ghost or last
    cells = [*(each.cell for each in laid), *marks]
    small = turn.small or bool(cells and not fits(area, cells, small=False) and fits(area, cells, small=True))
    agreed = rules_line(reader.say, view.options)
    paint_codex(canvas, area, CodexPicture(laid, marks, ghost, middle, small, seat.seat == 0, agreed))
    if not mine:
        name = reader.say("table.codex_of", player=reader.players.name_of(seat.seat), count=len(seat.laid))
        canvas.text(area.left + 1, area.top, f" {name} ", "open", area)


def _marks(reader: Reader, turn: Turn, seat: SeatView, *, mine: bool) -> Iterator[tuple[Cell, tuple[str, str]]]:
    """Yield the marks of the cells beside the cards."""
    view, plan = reader.view, turn.planning.plan
    if view.phase is Phase.OVER:
        return
    if mine and plan:
        yield from ((blocked.cell, ("✗", "closed")) for blocked in view.blocked)
    for cell in seat.open:
        chosen = mine and turn.zone is Zone.CELLS and cell == turn.cell_at
        yield cell, _mark(view, plan if mine else None, cell, chosen=chosen)


def _mark(view: View, plan: Plan | None, cell: Cell, *, chosen: bool) -> tuple[str, str]:
    """Return the mark of an open cell: its coordinates, or the points of the lifted card there."""
    if plan is None:
        return f"{cell[0]},{cell[1]}", "chosen" if chosen else "field"
    preview = preview_of(view, Plan(plan.card, plan.side, cell))
    if preview is None:
        return "·", "chosen" if chosen else "field"
    points = preview.points.points if preview.points else 0
    more = sum(change.points for change in preview.objectives)
    text = f"+{points}" if points else "·"
    text += f"◆{more:+}" if more else ""
    return text, "chosen" if chosen else "worth" if points or more else "open"


# Right column


def _side(canvas: Canvas, area: Area, reader: Reader) -> None:
    if not area.width:
        return
    lines = [*_players(reader, area.width - 2), ("", "desk"), *_objectives(reader, area.width - 2), ("", "desk")]
    story = _story(reader, area.width - 2, area.height - len(lines) - 1)
    lines += [(reader.say("table.story"), "title"), *story] if story else []
    for at, (text, role) in enumerate(lines[: area.height]):
        canvas.text(area.left + 1, area.top + at, text, role, area)


def _players(reader: Reader, width: int) -> Iterator[tuple[str, str]]:
    view, say = reader.view, reader.say
    for seat in view.seats:
        mark = "▸" if seat.seat in view.awaited else " "
        token = f" {FIRST_MARK}" if seat.seat == 0 else ""
        name = f"{mark} {reader.players.name_for(say, seat.seat)}{token}"
        yield _apart(name, str(seat.score), width), "accent" if mark != " " else "desk"
        yield f"  {_letters(seat.symbols)}   {_backs(seat)}"[:width], "soft"
    if view.tybor:
        yield _apart(f"  {say('tybor.score')}", str(view.tybor.score), width), "desk"
        row = " ".join(_hand_card(card.back.kingdom[0].upper(), card.card) for card in view.tybor.row)
        yield f"  {_letters((*view.tybor.resources, 0, 0, 0))}   {row}"[:width], "soft"


def _backs(seat: SeatView) -> str:
    return " ".join(f"{'*' if held.back.deck == 'gold' else ''}{held.back.kingdom[0].upper()}" for held in seat.hand)


def _hand_card(kingdom: str, card: CardId | None) -> str:
    return kingdom if card is None else f"{kingdom}{card}"


def _apart(left: str, right: str, width: int) -> str:
    return f"{left[: width - len(right) - 1]:<{width - len(right)}}{right}"


def _letters(counts: Counts | tuple[int, ...]) -> str:
    return " ".join(f"{number}{letter}" for letter, number in zip(LETTERS, counts, strict=False) if number) or "-"


def _objectives(reader: Reader, width: int) -> Iterator[tuple[str, str]]:
    view, say, seat = reader.view, reader.say, reader.seat
    if view.phase is Phase.OVER:
        for line in scoring_lines(say, view, reader.players):
            yield from ((part, "desk") for part in wrap(line, width))
        return
    found = objectives_of(view, seat)
    if found:
        yield say("table.objectives"), "title"
    for card, secret in found:
        yield from ((part, "accent" if secret else "desk") for part in wrap(objective_name(say, card), width))
        yield from ((f"  {part}", "soft") for part in wrap(progress_words(say, view, seat, card), width - 2)[:3])


def _story(reader: Reader, width: int, room: int) -> list[tuple[str, str]]:
    """Return the last lines of the story that fit, each whole."""
    shown: list[tuple[str, str]] = []
    for line in reversed(story_of(reader.say, reader.steps[-_RECENT:], reader.players)):
        parts = wrap(line.text, width, subsequent_indent="  ")
        if len(shown) + len(parts) > room:
            break
        shown = [*((part, "title" if line.heading else "soft") for part in parts), *shown]
    return shown


# What to do


def _guide(canvas: Canvas, area: Area, reader: Reader, message: str) -> None:
    view, say, planning = reader.view, reader.say, reader.planning
    if view.result:
        text = headline(say, view, view.result, reader.players)
    elif view.viewer is None:
        text = say("table.watching")
    else:
        text = guide_words(say, view, planning, reader.players)
        ahead = ahead_words(say, view, planning)
        text = f"{text} · {ahead}" if ahead else text
    canvas.text(area.left + 1, area.top, text, "accent")
    at = area.left + len(text) + 4
    canvas.text(at, area.top, message[: max(0, area.width - at - 1)], "good")


def _hand(canvas: Canvas, layout: Layout, reader: Reader, turn: Turn) -> None:
    area, say, view = layout.hand, reader.say, reader.view
    if view.viewer is None:
        return
    canvas.text(area.left + 1, area.top, say("table.hand"), "title")
    spots = [
        Area(area.left + at * (layout.size.width + 1), area.top + 1, layout.size.width, layout.size.height)
        for at in range(3)
    ]
    if turn.planning.asked is Asked.SIDE:
        for at, side in enumerate((Side.FRONT, Side.BACK)):
            paint_face(canvas, spots[at], reader.seat.starter, side, say, chosen=turn.choice == at)
            canvas.target(spots[at], ("choice", at))
        return
    if turn.planning.asked is Asked.OBJECTIVE:
        _draw_offers(canvas, layout, reader, turn)
        return
    for at, card in enumerate(hand_of(view)):
        plan = turn.planning.plan
        side = plan.side if plan and plan.card == card else turn.planning.side_of(card)
        chosen = plan.card == card if plan else turn.zone is Zone.HAND and at == turn.hand_at and turn.acting
        paint_face(canvas, spots[at], card, side, say, chosen=chosen, paid=unpaid(view, card, side) is None)
        canvas.target(spots[at], ("hand", at))


def _draw_offers(canvas: Canvas, layout: Layout, reader: Reader, turn: Turn) -> None:
    say, width = reader.say, layout.hand.width - 4
    y = layout.hand.top + 1
    for at, card in enumerate(reader.view.offered):
        text = f"{objective_name(say, card)} ({objective_worth(say, card)})"
        lines = wrap(f"{at + 1}. {text}", width)
        chosen = turn.choice == at
        for line in lines:
            canvas.text(1, y, ("▸ " if chosen and line is lines[0] else "  ") + line, "accent" if chosen else "desk")
            y += 1
        canvas.target(Area(0, y - len(lines), layout.hand.width, len(lines)), ("choice", at))


def _effect(canvas: Canvas, area: Area, reader: Reader, turn: Turn) -> None:
    """Write the effects of the planned placement, or why it is impossible."""
    view, say = reader.view, reader.say
    plan, preview = turn.hovered, turn.preview
    if turn.planning.asked is Asked.OBJECTIVE:
        return
    if plan is None:
        text, role = _plans_or_symbols(reader), "soft"
    elif preview:
        text, role = plan_words(say, preview), "good"
    elif refusal := unpaid(view, plan.card, plan.side):
        text, role = cannot_pay(say, plan.card, plan.side, refusal_words(say, refusal)), "bad"
    else:
        text, role = _plans_or_symbols(reader), "soft"
    for at, line in enumerate(wrap(text, area.width - 2, max_lines=area.height, placeholder=" …")):
        canvas.text(area.left + 1, area.top + at, line, role)


def _plans_or_symbols(reader: Reader) -> str:
    """Return the kept plans, or the symbols of the reader's codex."""
    kept = [
        f"{one.letter}: {preview.points.points if preview.points else 0}"
        for one in reader.planning.kept
        if (preview := preview_of(reader.view, one.plan))
    ]
    return "   ".join((_letters(reader.seat.symbols), *kept))


# Market


def _market(canvas: Canvas, layout: Layout, reader: Reader, turn: Turn) -> None:
    area, view, say = layout.market, reader.view, reader.say
    canvas.text(area.left + 1, area.top, say("table.market"), "title")
    able = turn.planning.asked in (Asked.SOURCE, Asked.DRAW)
    for at, source in enumerate(SOURCES):
        row, column = divmod(at, 3)
        left = area.left + column * (layout.size.width + 1)
        spot = Area(left, area.top + 1 + row * layout.size.height, layout.size.width, layout.size.height)
        chosen = able and turn.zone is Zone.MARKET and at == turn.source_at
        _source(canvas, spot, view, source, reader, chosen=chosen)
        canvas.target(spot, ("source", source))


def _source(canvas: Canvas, spot: Area, view: View, source: Source, reader: Reader, *, chosen: bool) -> None:
    card = face_up(view, source)
    if card is not None:
        paint_face(canvas, spot, card, Side.FRONT, reader.say, chosen=chosen)
        return
    deck = view.decks.gold if source.startswith("gold") else view.decks.resource
    if source.endswith("deck") and deck.top and holds(view, source):
        paint_back(canvas, spot, deck.top, reader.say, f" {deck.count} ", chosen=chosen)
    else:
        canvas.text(spot.left + spot.width // 2, spot.top + spot.height // 2, "-", "soft")


_KEYS: Final = (
    ("↵", "terminal.keys.enter"),
    ("F", "terminal.keys.flip"),
    ("Esc", "terminal.keys.back"),
    ("?", "terminal.keys.help"),
    ("C", "terminal.keys.chat"),
    (":", "terminal.keys.command"),
    ("H", "terminal.keys.hint"),
    ("L", "terminal.keys.story"),
    ("K", "terminal.keys.keep"),
    ("N", "terminal.keys.next"),
    ("Q", "terminal.keys.quit"),
)


def _keys(canvas: Canvas, area: Area, reader: Reader, *, chat: bool) -> None:
    at = 1
    for key, name in _KEYS:
        if (key == "H" and not reader.hints) or (key == "C" and not chat):
            continue
        text = reader.say(name)
        if at + len(key) + len(text) + 3 > area.width:
            return
        canvas.text(at, area.top, f" {key} ", "key")
        canvas.text(at + len(key) + 3, area.top, text, "soft")
        canvas.target(Area(at, area.top, len(key) + len(text) + 3, 1), ("key", key))
        at += len(key) + len(text) + 5


def focus_of(seats: int, digit: str) -> Seat | None:
    """Return the seat of a digit, if there is one."""
    seat = int(digit) - 1
    return seat if seat < seats else None
