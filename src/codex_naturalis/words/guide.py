"""Guide: one line that says what to do now, and one that says how near the end is."""

from codex_naturalis.views import View

from .cards import quote
from .effects import refusal_words
from .people import Players
from .planning import SOURCES, Asked, Planning, holds, is_awaited, last_without_draw, own_seat, unpaid
from .speech import Speech

__all__ = ["ahead_words", "ending_words", "guide_words"]


def guide_words(say: Speech, view: View, planning: Planning, people: Players) -> str:
    """Return what to do now."""
    match planning.asked:
        case Asked.CELL:
            return _cell(say, view, planning)
        case Asked.SOURCE:
            return say("plan.stands" if planning.stands else "table.guide.source")
        case Asked.CONFIRM:
            return _confirm(say, view, planning)
        case Asked.WAIT:
            return _waiting(say, view, planning, people)
        case asked:
            return say(f"table.guide.{asked}")


def _cell(say: Speech, view: View, planning: Planning) -> str:
    plan = planning.plan
    assert plan is not None
    refusal = unpaid(view, plan.card, plan.side)
    if refusal is None:
        return say("table.guide.cell", card=quote(say, plan.card))
    return say("table.guide.cell_unpaid", card=quote(say, plan.card), reason=refusal_words(say, refusal))


def _confirm(say: Speech, view: View, planning: Planning) -> str:
    if planning.stands:
        return say("plan.stands_confirm")
    empty = not any(holds(view, source) for source in SOURCES) and not last_without_draw(view)
    return say("table.guide.confirm_empty" if empty else "table.guide.confirm")


def _waiting(say: Speech, view: View, planning: Planning, people: Players) -> str:
    if planning.sending:
        return say("table.guide.sending")
    if view.turn is not None:
        return say("table.guide.wait", player=people.name_of(view.turn))
    others = [people.name_of(seat) for seat in view.awaited if seat != view.viewer]
    return say("table.guide.wait_choice", players=say.list(others))


def ahead_words(say: Speech, view: View, planning: Planning) -> str | None:
    """Return what the reader can plan while others play."""
    plan = planning.plan
    if not planning.ahead:
        return None
    if plan is None:
        return say("plan.ahead_card")
    if plan.cell is not None:
        return say("plan.ahead_ready")
    if unpaid(view, plan.card, plan.side):
        return _cell(say, view, planning)
    return say("plan.ahead_cell", card=quote(say, plan.card))


def ending_words(say: Speech, view: View) -> str | None:
    """Return how near the end is, once it is triggered."""
    if view.ending is None or view.phase == "over":
        return None
    seat = own_seat(view)
    if seat is None or seat.turns_left is None:
        left = view.ending.rounds_left
        return say("table.ending.rounds", count=left) if left > 0 else say("table.ending.last_round")
    now = is_awaited(view) and view.turn == view.viewer
    if seat.turns_left > 1:
        return say("table.ending.two" if now else "table.ending.two_waiting")
    if seat.turns_left == 0:
        return say("table.ending.none")
    if not now:
        return say("table.ending.one_waiting")
    return say("table.ending.last_turn" if last_without_draw(view) else "table.ending.last_turn_solo")
