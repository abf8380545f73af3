"""Advice of the teacher in words."""

from codex_naturalis.catalogue import Side
from codex_naturalis.judgements.teacher import Advice, Why, Worth
from codex_naturalis.rules import Action, ChooseObjective, ChooseSide, Place, Source
from codex_naturalis.views import View

from .cards import card_name, cell_name, objective_name, quote, side_word
from .planning import face_up
from .speech import Speech

__all__ = ["advice_line", "turn_words"]

_EVEN = 0.05
"""Margin in points below which turns are called even."""


def _decimal(say: Speech, value: float) -> str:
    """Return "4.2", as written in the reader's language."""
    return f"{abs(value):.1f}".replace(".", "." if say.locale == "en" else ",")


def _percent(part: float) -> int:
    return int(100 * part + 0.5)


def _action(say: Speech, action: Action, view: View) -> str:
    match action:
        case Place():
            key = "hint.place_front" if action.side is Side.FRONT else "hint.place_back"
            return say(key, card=card_name(say, action.card), cell=cell_name(action.cell))
        case ChooseSide():
            return say("hint.side", side=side_word(say, action.side))
        case ChooseObjective():
            return say("hint.objective", objective=objective_name(say, action.card))
        case _:
            return _source(say, action.source, view)


def _source(say: Speech, source: Source, view: View) -> str:
    card = face_up(view, source)
    if card is not None:
        return say("hint.take", card=quote(say, card))
    return say("hint.take_gold_deck" if source is Source.GOLD_DECK else "hint.take_resource_deck")


def turn_words(say: Speech, turn: tuple[Action, ...], view: View) -> str:
    """Return a turn, described from the position before it."""
    return ", ".join(_action(say, action, view) for action in turn)


def _worth(say: Speech, worth: Worth) -> str:
    ahead = say("hint.even")
    if abs(worth.margin) >= _EVEN:
        ahead = say("hint.ahead" if worth.margin > 0 else "hint.behind", points=_decimal(say, worth.margin))
    return f"{ahead} · {say('hint.win', percent=_percent(worth.win))}"


def _objectives(say: Speech, why: Why) -> list[str]:
    phrases = []
    for each in why.objectives:
        name = objective_name(say, each.objective)
        if each.points > 0:
            phrases.append(say("hint.objective_points", objective=name, count=each.points))
        elif each.points < 0:
            phrases.append(say("hint.objective_loss", objective=name, count=-each.points))
        elif each.closer:
            phrases.append(say("hint.objective_closer", objective=name))
    return phrases


def _golds(say: Speech, why: Why) -> list[str]:
    phrases = []
    for gold in why.golds:
        card = quote(say, gold.card)
        if gold.before == gold.after:
            key = "hint.gold_drawn" if gold.after else "hint.gold_drawn_ready"
            phrases.append(say(key, card=card, count=gold.after))
        elif gold.after:
            phrases.append(say("hint.gold_changes", card=card, count=gold.after, before=gold.before))
        else:
            phrases.append(say("hint.gold_ready", card=card))
    return phrases


def _why(say: Speech, why: Why | None) -> list[str]:
    if why is None:
        return []
    return [
        *([say("hint.points", count=why.points)] if why.points else []),
        *_objectives(say, why),
        *_golds(say, why),
        *([say("hint.opens", count=why.opened)] if why.opened else []),
        *([say("hint.closes", count=why.closed)] if why.closed else []),
    ]


def advice_line(say: Speech, advice: Advice, place: int, view: View) -> str:
    """Return one piece of advice as a line; `place` counts from 1, the best first."""
    worth = advice.worth
    marks = [say("hint.mark", count=_percent(worth.merit)), _worth(say, worth)] if worth else []
    what = say.label(say("hint.numbered", number=place), turn_words(say, advice.turn, view))
    reasons = "; ".join((*marks, *_why(say, advice.why)))
    return f"{what}. {reasons}." if reasons else f"{what}."
