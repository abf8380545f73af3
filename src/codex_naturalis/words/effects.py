"""Sentences for the effects of placements, objectives and refusals."""

from collections.abc import Mapping
from typing import Final

from codex_naturalis.catalogue import SYMBOLS, PointsPer, Symbol
from codex_naturalis.rules import Fact, Refusal, Score
from codex_naturalis.views import ObjectiveChange, Outlook, Preview, SeatView

from .cards import card_name, cell_name, count_phrase, counted_all, kingdom_name, objective_name, tally
from .speech import Speech

__all__ = [
    "answer_words",
    "outlook_words",
    "plan_words",
    "projected_words",
    "refusal_words",
    "score_why",
    "times_words",
]

_CELL: Final = 2


def times_words(say: Speech, copies: int, *, over: bool) -> str:
    """Return how often an objective is complete, worded as final once the game is `over`."""
    if copies:
        return say("objective.times", count=copies)
    return say("objective.never" if over else "objective.not_yet")


def outlook_words(say: Speech, outlook: Outlook) -> str:
    """Return where one more card would complete an objective, or the missing symbols."""
    if wanted := counted_all(say, outlook.missing):
        return say("aid.missing", symbols=wanted)
    kingdoms = dict.fromkeys(one.kingdom for one in outlook.completions)
    if not kingdoms:
        return say("aid.no_single_card")
    places = [say("aid.place", kingdom=kingdom_name(say, each), cells=_cells(outlook, each)) for each in kingdoms]
    return say("aid.completes", places=say.phrases(places))


def _cells(outlook: Outlook, kingdom: Symbol) -> str:
    return " · ".join(cell_name(one.cell) for one in outlook.completions if one.kingdom is kingdom)


def score_why(say: Speech, score: Score) -> str | None:
    """Return why a placement scores, if the points need an explanation."""
    if score.per is None:
        return None
    if score.per is PointsPer.CORNER:
        return say("score.corner", count=score.times, each=score.each)
    symbol = say(f"symbol.{score.per}", count=score.times)
    return say("score.object", count=score.times, symbol=symbol, each=score.each)


def _fact_words(say: Speech, facts: Mapping[str, Fact]) -> dict[str, str | int]:
    """Return the facts of a refusal as words."""
    values: dict[str, str | int] = {name: _fact(fact) for name, fact in facts.items()}
    need, symbol = facts.get("need"), facts.get("symbol")
    if isinstance(need, int) and symbol in SYMBOLS:
        values["need"] = count_phrase(say, Symbol(str(symbol)), need)
    return values


def _fact(fact: Fact) -> str | int:
    if isinstance(fact, (tuple, list)):
        return cell_name((fact[0], fact[1])) if len(fact) == _CELL else ", ".join(map(str, fact))
    return fact


def refusal_words(say: Speech, refusal: Refusal) -> str:
    """Return the reason of a refusal by the rules."""
    return say.look_up(refusal.reason, **_fact_words(say, refusal.facts)) or refusal.reason


def answer_words(say: Speech, code: str, facts: Mapping[str, Fact]) -> str:
    """Return the text of a server's refusal of an action."""
    values = _fact_words(say, facts)
    return say.look_up(f"error.{code}", **values) or say.look_up(code, **values) or say("error.unexplained", code=code)


def projected_words(say: Speech, seat: SeatView, *, whole: bool) -> str:
    """Return a seat's total if the game ended now, with a remark if secret points are left out."""
    points = say("score.points", count=seat.score + sum(each.points for each in seat.progress))
    return say("objective.projected" if whole else "objective.projected_open", points=points)


def change_words(say: Speech, change: ObjectiveChange) -> str:
    """Return a placement's effect on an objective."""
    key = "plan.more" if change.points > 0 else "plan.less"
    return say(key, objective=objective_name(say, change.objective), count=abs(change.points))


def plan_words(say: Speech, preview: Preview) -> str:
    """Return the effects of a planned placement."""
    points = preview.points
    phrases = [say("score.points", count=points.points) if points else say("table.plan.no_points")]
    if points and (why := score_why(say, points)):
        phrases.append(why)
    phrases += [*_symbols(say, preview), *_describe_opened(say, preview), *_gold(say, preview)]
    return say.phrases([*phrases, *(change_words(say, change) for change in preview.objectives)])


def _symbols(say: Speech, preview: Preview) -> list[str]:
    wins = counted_all(say, preview.gained)
    loses = counted_all(say, tally(covered.symbol for covered in preview.covered))
    phrases = [say("table.plan.wins", symbols=wins)] if wins else []
    return phrases + ([say("table.plan.loses", symbols=loses)] if loses else [])


def _describe_opened(say: Speech, preview: Preview) -> list[str]:
    phrases = [say("table.plan.opens", count=len(preview.opened))] if preview.opened else []
    return phrases + ([say("table.plan.closes", count=len(preview.closed))] if preview.closed else [])


def _gold(say: Speech, preview: Preview) -> list[str]:
    parts = (("table.plan.playable", preview.playable), ("table.plan.unplayable", preview.unplayable))
    return [say(key, cards=say.list([card_name(say, card) for card in cards])) for key, cards in parts if cards]
