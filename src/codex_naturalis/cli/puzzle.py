"""`codex-naturalis puzzle`: game positions, each with a question and exactly one answer."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

import click
from msgspec import Struct, field
from msgspec.json import encode

from codex_naturalis.analysis import Turn
from codex_naturalis.analysis.puzzles import (
    Answered,
    Explained,
    IncompleteError,
    Kind,
    Outcome,
    Puzzle,
    current_puzzles,
    daily_number,
    explain,
    judge,
    puzzles,
    view_of_puzzle,
)
from codex_naturalis.catalogue import SYMBOLS, CardId, PatternObjective, catalogue
from codex_naturalis.record import RecordError, action_text, parse_seat_action
from codex_naturalis.rules import IllegalAction, Place
from codex_naturalis.views import DeckView, LaidCard, SeatView, View
from codex_naturalis.words import speech
from codex_naturalis.words.effects import refusal_words

from .texts import language, say

__all__ = ["puzzle"]

ASKED: Final = {
    Kind.POINTS: "Lay the card that scores most on the track right now.",
    Kind.OBJECTIVE: "Fulfil objective {objective} once more; if several placements do, score most on the track, too.",
    Kind.TURNS: "Lay and take a card: what guarantees the most points in this turn and the next, objectives included?",
    Kind.WIN: "Your last turn: end with more points than your opponent, whatever you cannot see.",
}


class PuzzleAsJson(Struct):
    """Puzzle as JSON: the question, and all visible information."""

    number: int
    id: str
    kind: Kind
    objective: CardId | None
    level: int
    actions: int
    """Number of actions in an answer."""

    view: View


class Listed(Struct):
    """Puzzle in the list."""

    number: int
    id: str
    kind: Kind
    objective: CardId | None
    level: int
    seats: int


class Explanation(Struct):
    """Answer and explanation."""

    number: int
    answer: list[str]
    explained: Explained = field(name="told")


@click.command(short_help="Show a puzzle, or check an answer.")
@click.argument("which", metavar="[NUMBER|daily|list]", default="daily")
@click.argument("answer", metavar="[ACTION]...", nargs=-1)
@click.option("--hint", is_flag=True, help="Name the card to be laid.")
@click.option("--solution", is_flag=True, help="Print the answer and the reason.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; for a list, one per line.")
def puzzle(which: str, answer: tuple[str, ...], *, hint: bool, solution: bool, as_json: bool) -> None:
    """Show a puzzle, today's if none is named, or `list` them all; with an answer, judge it.

    An answer is written as in records: `puzzle 12 "place 3 front 1,1"`, where the card to take counts with it:
    `puzzle 90 "place 3 front 1,1" "draw gold-2"`. The exit code of a wrong answer is 1.
    """
    if which == "list":
        for one in current_puzzles():
            click.echo(encode(_list_entry(one)) if as_json else _line(one))
        return
    one = _find_puzzle(which)
    if answer:
        _judge(one, answer, as_json=as_json)
    elif solution:
        _explain(one, as_json=as_json)
    elif hint:
        place = one.answer[0]
        assert isinstance(place, Place)
        click.echo(
            encode({"number": one.number, "card": place.card}) if as_json else say("puzzle.lay", card=place.card)
        )
    else:
        whole = PuzzleAsJson(one.number, one.id, *_facts(one), len(one.answer), view_of_puzzle(one.number))
        _say([encode(whole).decode()] if as_json else _sentences(one, whole.view))


def _find_puzzle(which: str) -> Puzzle:
    if which == "daily":
        return puzzles()[daily_number(datetime.now(UTC).date()) - 1]
    if which.isdecimal() and which.isascii() and 1 <= int(which) <= len(puzzles()):
        return puzzles()[int(which) - 1]
    raise click.BadParameter(say("puzzle.none", which=repr(which), most=len(puzzles())), param_hint="NUMBER")


def _facts(one: Puzzle) -> tuple[Kind, CardId | None, int]:
    return one.question.kind, one.question.objective, one.level


def _list_entry(one: Puzzle) -> Listed:
    return Listed(one.number, one.id, *_facts(one), one.record.options.seats)


def _line(one: Puzzle) -> str:
    seats = one.record.options.seats
    who = say("game.seats", count=seats) if seats > 1 else say("game.solo_alone")
    return f"{one.number:>4}  {one.question.kind.value:<10}{'*' * one.level:<6}{who}"


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


# Answers


def _judge(one: Puzzle, texts: tuple[str, ...], *, as_json: bool) -> None:
    try:
        answered = judge(one, _turn(view_of_puzzle(one.number), texts))
    except RecordError as error:
        raise click.BadParameter(error.fault, param_hint="ACTION") from None
    except IllegalAction as illegal:
        raise click.BadParameter(
            say("puzzle.not_allowed", reason=refusal_words(speech(language()), illegal.refusal)), param_hint="ACTION"
        ) from None
    except IncompleteError:
        wanted = say("puzzle.wanted_turn" if len(one.answer) > 1 else "puzzle.wanted_placement")
        raise click.BadParameter(wanted, param_hint="ACTION") from None
    click.echo(encode(answered) if as_json else _verdict(one.question.kind, answered))
    if not answered.right:
        raise click.exceptions.Exit(1)


def _turn(view: View, texts: tuple[str, ...]) -> Turn:
    """Read actions with or without a leading seat, which can only be the viewer's."""
    return tuple(parse_seat_action(text if text[:1].isdigit() else f"{view.viewer} {text}")[1] for text in texts)


def _verdict(kind: Kind, answered: Answered) -> str:
    if answered.right:
        return say("puzzle.right", brings=_brings(kind, answered.outcome, answered.rival))
    if not answered.outcome.fulfilled and kind is not Kind.WIN:
        return say("puzzle.unfulfilled")
    brings = _brings(kind, answered.outcome, answered.rival)
    if kind is Kind.WIN:
        return say("puzzle.wrong", brings=brings)
    return say("puzzle.wrong_better", brings=brings, best=answered.best.points)


def _brings(kind: Kind, outcome: Outcome, rival: int | None) -> str:
    match kind:
        case Kind.TURNS:
            return say("puzzle.two_turns", points=outcome.points)
        case Kind.WIN:
            return say("puzzle.in_the_end", points=outcome.points, rival=rival)
        case _:
            return say("puzzle.on_track", points=outcome.points)


def _explain(one: Puzzle, *, as_json: bool) -> None:
    explained, seat = explain(one), view_of_puzzle(one.number).viewer or 0
    texts = [action_text(seat, action).partition(" ")[2] for action in explained.answer]
    _say(
        [encode(Explanation(one.number, texts, explained)).decode()]
        if as_json
        else _reasons(one.question.kind, explained, texts)
    )


def _reasons(kind: Kind, explained: Explained, texts: list[str]) -> Iterator[str]:
    yield ", ".join(texts)
    for index, event in enumerate(explained.placed):
        points = f"{event.points.each} x {event.points.times} = {event.points.points}" if event.points else "no"
        turn = "then " if index else ""
        yield f"  {turn}card {event.card} {event.side} on {event.cell[0]},{event.cell[1]}: {points} points"
    for gain in explained.gains:
        yield f"  objective {gain.objective}: {gain.copies:+} times, {gain.points:+} points"
    brings, second = _brings(kind, explained.outcome, explained.rival), explained.second
    closing = say("puzzle.second", brings=brings, points=second.points) if second else say("puzzle.only", brings=brings)
    yield f"  {closing}"


# The moment


def _sentences(one: Puzzle, view: View) -> Iterator[str]:
    assert view.viewer is not None
    asked = ASKED[one.question.kind].format(objective=one.question.objective)
    yield click.style(f"Puzzle {one.number}, level {one.level} of 5: {asked}", bold=True)
    if one.retired:
        yield "(not listed any more: a single placement does this at all)"
    for seat in view.seats:
        yield from _seat(seat, mine=seat.seat == view.viewer)
    if view.tybor:
        yield f"Tybor: {view.tybor.score} points"
    own = view.seats[view.viewer]
    for held in own.hand:
        assert held.card is not None
        yield f"in hand: {_card(held.card)}"
    yield f"open cells: {' '.join(f'{x},{y}' for x, y in sorted(own.open))}"
    yield from _market(view)
    for card in (*view.common_objectives, view.objective):
        yield f"objective {_objective(card or 0)}{' (secret)' if card == view.objective else ''}"


def _seat(seat: SeatView, *, mine: bool) -> Iterator[str]:
    left = "" if seat.turns_left is None else f", {seat.turns_left} turns left"
    yield f"seat {seat.seat}{' (you)' if mine else ''}: {seat.score} points{left}; {_symbols(seat.symbols)}"
    laid = (f"{_card_label(one)} {one.side} {one.cell[0]},{one.cell[1]}" for one in seat.laid)
    yield f"  laid: {'; '.join(laid)}"


def _card_label(one: LaidCard) -> str:
    """Return a card's id, or its back's kingdom if its front is hidden."""
    return f"?{one.back.kingdom}" if one.card is None and one.back else str(one.card)


def _market(view: View) -> Iterator[str]:
    rows = (("resource", view.market.resource, view.decks.resource), ("gold", view.market.gold, view.decks.gold))
    for name, cards, deck in rows:
        for slot, card in enumerate(cards, 1):
            if card is not None:
                yield f"{name}-{slot}: {_card(card)}"
        yield f"{name}-deck: {_deck(deck)}"


def _deck(deck: DeckView) -> str:
    return f"{deck.count} cards, {deck.top.kingdom} on top" if deck.top else "empty"


def _card(card: CardId) -> str:
    """Return the front of a card in words, corners from top left to bottom right."""
    playable = catalogue().playable(card)
    corners = " ".join(corner.value for corner in playable.front.corners)
    per = getattr(playable, "per", None)
    worth = f", {playable.points} points{f' per {per.value}' if per else ''}" if playable.points else ""
    cost = getattr(playable, "cost", None)
    return f"{card} {playable.kingdom}: {corners}{worth}{f', costs {_symbols(cost)}' if cost else ''}"


def _objective(card: CardId) -> str:
    objective = catalogue().objective[card]
    if isinstance(objective, PatternObjective):
        parts = "; ".join(f"{part.kingdom} {part.dx},{part.dy}" for part in objective.pattern)
        return f"{card}: {objective.points} points for each {parts}"
    return f"{card}: {objective.points} points for each {_symbols(objective.symbols)}"


def _symbols(counts: tuple[int, ...]) -> str:
    return (
        ", ".join(f"{count} {symbol}" for symbol, count in zip(SYMBOLS, counts, strict=True) if count) or "no symbols"
    )
