"""Effects of typed lines, and the replies to them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from codex_naturalis.catalogue import Side
from codex_naturalis.rules import Phase
from codex_naturalis.views import SeatView

from ..agreed import rules_lines
from ..cards import cell_name
from ..codex import (
    blocked_lines,
    cannot_pay,
    cell_lines,
    codex_lines,
    empty_lines,
    face_name,
    hand_lines,
    hand_side_line,
    name_and_number,
    open_lines,
    why_lines,
)
from ..effects import plan_words, refusal_words
from ..planning import Plan, is_awaited, own_seat, preview_of
from ..table import (
    foreseen_lines,
    log_lines,
    market_lines,
    objective_lines,
    score_lines,
    seat_lines,
    status_lines,
    symbols_line,
    tybor_lines,
    unseen_lines,
)
from .actions import do_compare, do_confirm, do_draw, do_drop, do_objective, do_pick, do_place, do_side, do_undo
from .find import any_card, face_meant, hand_card, seat_meant
from .parse import Command, Unclear, parse
from .reader import Reader
from .reply import Reply, make_reply, refuse
from .vocabulary import VERBS

__all__ = ["Reader", "answer"]

_MANY: Final = 5
"""Default number of story lines."""


def answer(line: str, reader: Reader) -> Reply:
    """Answer any typed line."""
    command = parse(line, reader.known)
    if isinstance(command, Unclear):
        return refuse(_unclear(reader, command))
    return _REPLIES[command.verb](reader, command)


def _unclear(reader: Reader, unclear: Unclear) -> str:
    if unclear.near:
        return reader.say("text.unclear.near", word=unclear.word, near=unclear.near)
    return reader.say(f"text.unclear.{unclear.unclear}", word=unclear.word, help=reader.say.verb("help"))


def _or_nothing(reader: Reader, lines: Sequence[str]) -> Sequence[str]:
    return lines or [reader.say("text.nothing")]


def plan_lines(reader: Reader) -> list[str]:
    """Return the plan that waits for a draw."""
    say, plan, preview = reader.say, reader.planning.plan, reader.planning.preview
    if plan is None:
        return []
    face = face_name(say, plan.card, plan.side)
    if plan.cell is None or preview is None:
        return [say("text.plan.taken", face=face)]
    return [say("text.plan.planned", face=face, cell=cell_name(plan.cell), effect=plan_words(say, preview))]


def _status(reader: Reader, _: Command) -> Reply:
    return make_reply([*status_lines(reader.say, reader.view, reader.planning, reader.players), *plan_lines(reader)])


def _hand(reader: Reader, _: Command) -> Reply:
    if own_seat(reader.view) is None:
        return refuse(reader.say("table.watching"))
    return make_reply(_or_nothing(reader, hand_lines(reader.say, reader.view)))


def _card(reader: Reader, command: Command) -> Reply:
    found = any_card(reader, command.card)
    if isinstance(found, Reply):
        return found
    sides = [command.side] if command.side else [Side.FRONT, Side.BACK]
    lines = dict.fromkeys(hand_side_line(reader.say, reader.view, found, side) for side in sides)
    return make_reply(lines, name_and_number(reader.say, found))


def _open(reader: Reader, command: Command) -> Reply:
    say, view, planning = reader.say, reader.view, reader.planning
    if not planning.thinking:
        later = [] if view.phase is Phase.OVER else [say("text.cell.later")]
        return make_reply([*_or_nothing(reader, empty_lines(say, reader.seat)), *later], say("text.open.any"))
    if command.card is None and planning.plan is None:
        return make_reply(empty_lines(say, reader.seat), say("text.open.any"))
    found = planning.plan.card if planning.plan and command.card is None else hand_card(reader, command.card)
    if isinstance(found, Reply):
        return found
    side = face_meant(reader, found, command.side)
    return make_reply(
        open_lines(say, view, reader.seat, found, side), say("text.open.title", face=face_name(say, found, side))
    )


def _why(reader: Reader, command: Command) -> Reply:
    say, view, plan = reader.say, reader.view, reader.planning.plan
    if own_seat(view) is None:
        return refuse(say("table.watching"))
    found = hand_card(reader, command.card) if command.card else plan.card if plan else None
    if found is None:
        return make_reply(cell_lines(say, view, reader.seat, command.cell) if command.cell else _why_not(reader))
    if isinstance(found, Reply):
        return found
    side = face_meant(reader, found, command.side)
    if command.cell is not None:
        return make_reply(why_lines(say, view, reader.seat, Plan(found, side, command.cell)))
    return make_reply([hand_side_line(say, view, found, side)], name_and_number(say, found))


def _why_not(reader: Reader) -> Sequence[str]:
    """Return everything that this hand and codex rule out, and why."""
    say, view = reader.say, reader.view
    faces = [cannot_pay(say, one.card, one.side, refusal_words(say, one.refusal)) for one in view.unpaid]
    return _or_nothing(reader, [*faces, *blocked_lines(say, view)])


def _cell(reader: Reader, command: Command) -> Reply:
    say, view, plan = reader.say, reader.view, reader.planning.plan
    if command.cell is None:
        return refuse(say("text.need.cell"))
    lines = cell_lines(say, view, reader.seat, command.cell)
    preview = preview_of(view, Plan(plan.card, plan.side, command.cell)) if plan else None
    if preview:
        lines.append(say.line(face_name(say, preview.card, preview.side), plan_words(say, preview)))
    return make_reply(lines)


def _of_seat(reader: Reader, command: Command, describe: Callable[[SeatView], Reply]) -> Reply:
    """Return the answer about a seat, or about Tybor."""
    found = seat_meant(reader, command.card) if command.card else reader.seat
    if found == "tybor":
        return make_reply(tybor_lines(reader.say, reader.view))
    if found is not None and not isinstance(found, str):
        return describe(found)
    return refuse(reader.say("text.unclear.seat", word=command.card.typed if command.card else ""))


def _codex_title(reader: Reader, seat: SeatView) -> str:
    if seat.seat == reader.view.viewer:
        return reader.say("table.your_codex", count=len(seat.laid))
    return reader.say("table.codex_of", player=reader.players.name_of(seat.seat), count=len(seat.laid))


def _codex(reader: Reader, command: Command) -> Reply:
    def describe(seat: SeatView) -> Reply:
        lines = [*codex_lines(reader.say, seat), symbols_line(reader.say, seat)]
        return make_reply(lines, _codex_title(reader, seat))

    return _of_seat(reader, command, describe)


def _symbols(reader: Reader, command: Command) -> Reply:
    return _of_seat(
        reader, command, lambda seat: make_reply([symbols_line(reader.say, seat)], _codex_title(reader, seat))
    )


def _leave(reader: Reader, _: Command) -> Reply:
    return make_reply(_or_nothing(reader, unseen_lines(reader.say, reader.view)), reader.say("aid.unseen.title"))


def _objectives(reader: Reader, _: Command) -> Reply:
    return make_reply(_or_nothing(reader, objective_lines(reader.say, reader.view, reader.seat)))


def _seats(reader: Reader, _: Command) -> Reply:
    view = reader.view
    lines = [line for seat in view.seats for line in seat_lines(reader.say, seat, view, reader.players)]
    return make_reply([*lines, *(tybor_lines(reader.say, view) if view.tybor else [])])


def _tybor(reader: Reader, _: Command) -> Reply:
    return make_reply([*tybor_lines(reader.say, reader.view), *foreseen_lines(reader.say, reader.view)])


def _log(reader: Reader, command: Command) -> Reply:
    count = (command.card.number if command.card else None) or _MANY
    return make_reply(_or_nothing(reader, log_lines(reader.say, reader.steps, reader.players, count)))


def _hint(reader: Reader, _: Command) -> Reply:
    if not reader.hints:
        return refuse(reader.say("error.hint.forbidden"))
    if not is_awaited(reader.view):
        return refuse(reader.say("error.hint.later"))
    return Reply((reader.say("teach.thinking"),), hint=True)


def help_line(reader: Reader, verb: str) -> str:
    """Return the help of a command: an example, its short name, and its effect."""
    say = reader.say
    return say(
        "text.help.line", example=say(f"text.example.{verb}"), short=say.short(verb), does=say(f"text.does.{verb}")
    )


def _help(reader: Reader, command: Command) -> Reply:
    say = reader.say
    verb = reader.known.verbs.get(command.card.name) if command.card and command.card.name else None
    if verb:
        return make_reply([help_line(reader, verb)], say.verb(verb))
    lines = [help_line(reader, each) for each in VERBS]
    return make_reply([*lines, say("text.help.cards"), say("text.help.cells")], say("text.help.title"))


_REPLIES: Final[Mapping[str, Callable[[Reader, Command], Reply]]] = {
    "place": do_place,
    "draw": do_draw,
    "confirm": lambda reader, _: do_confirm(reader),
    "undo": lambda reader, _: do_undo(reader),
    "compare": lambda reader, _: do_compare(reader),
    "pick": do_pick,
    "drop": do_drop,
    "side": do_side,
    "objective": do_objective,
    "status": _status,
    "hand": _hand,
    "card": _card,
    "open": _open,
    "why": _why,
    "cell": _cell,
    "codex": _codex,
    "symbols": _symbols,
    "market": lambda reader, _: make_reply(market_lines(reader.say, reader.view)),
    "left": _leave,
    "score": lambda reader, _: make_reply(score_lines(reader.say, reader.view, reader.players)),
    "objectives": _objectives,
    "seats": _seats,
    "tybor": _tybor,
    "rules": lambda reader, _: make_reply(rules_lines(reader.say, reader.view.options), reader.say("rules.here")),
    "log": _log,
    "hint": _hint,
    "help": _help,
}
