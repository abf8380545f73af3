"""Table besides the reader's cards, in sentences: market, points, objectives, others, Tybor, the end."""

from collections.abc import Iterable
from typing import Final

from codex_naturalis.catalogue import SYMBOLS, CardId, Deck, Side
from codex_naturalis.rules import (
    ObjectiveScore,
    Phase,
    Result,
    Seat,
    Source,
    TyborActed,
)
from codex_naturalis.views import Outlook, SeatView, Unseen, View

from .cards import (
    back_name,
    cell_name,
    count_phrase,
    counted_all,
    kingdom_name,
    objective_name,
    objective_worth,
    printed_words,
    quote,
    wanted_symbols,
)
from .codex import name_and_number
from .effects import outlook_words, projected_words, times_words
from .guide import ending_words, guide_words
from .people import Players
from .planning import SOURCES, Planning, face_up, own_seat
from .speech import Speech
from .story import NarratedStep, sentence, story_of

__all__ = [
    "foreseen_lines",
    "headline",
    "log_lines",
    "market_lines",
    "objective_lines",
    "objective_title",
    "objectives_of",
    "score_line",
    "score_lines",
    "scoring_lines",
    "seat_lines",
    "source_name",
    "source_words",
    "status_lines",
    "symbols_line",
    "tybor_lines",
    "unseen_lines",
]

_PLACES: Final = ("deck", "hands", "laid")


def source_name(say: Speech, source: Source) -> str:
    """Return the name of a market place on the command line, such as "gold-1"."""
    kind, _, place = source.value.partition("-")
    return f"{say.noun(kind)}-{say.noun('deck') if place == 'deck' else place}"


def source_words(say: Speech, view: View, source: Source) -> str:
    """Return the visible card of a source."""
    card = face_up(view, source)
    if card is not None:
        return say.phrases([name_and_number(say, card), printed_words(say, card, Side.FRONT)])
    if source not in (Source.GOLD_DECK, Source.RESOURCE_DECK):
        return say("table.empty_slot")
    deck = view.decks.gold if source is Source.GOLD_DECK else view.decks.resource
    if deck.top is None:
        return say("table.empty_slot")
    key = "table.deck_gold" if source is Source.GOLD_DECK else "table.deck_resource"
    return say(key, count=deck.count, kingdom=kingdom_name(say, deck.top.kingdom))


def market_lines(say: Speech, view: View) -> list[str]:
    """Return the face-up cards and the decks."""
    return [say.line(source_name(say, source), source_words(say, view, source)) for source in SOURCES]


def unseen_lines(say: Speech, view: View) -> list[str]:
    """Return the number of unseen cards of each kingdom in the decks, in hands and face down."""
    return [line for deck in Deck for place in _PLACES if (line := _unseen(say, view.unseen, deck, place))]


def _unseen(say: Speech, unseen: Iterable[Unseen], deck: Deck, place: str) -> str | None:
    counts = [
        say("text.left.count", kingdom=kingdom_name(say, each.back.kingdom), count=getattr(each, place))
        for each in unseen
        if each.back.deck is deck and getattr(each, place)
    ]
    what = say("text.left.place", deck=say(f"table.{deck}_row"), place=say(f"aid.unseen.{place}"))
    return say.line(what, say.list(counts)) if counts else None


def score_line(say: Speech, view: View, people: Players) -> str:
    """Return the points of all."""
    scores = [say("score.track_of", player=people.name_for(say, each.seat), count=each.score) for each in view.seats]
    return say.phrases([*scores, *_tybor_score(say, view)])


def _tybor_score(say: Speech, view: View) -> list[str]:
    return [say("score.track_of", player=say("tybor.score"), count=view.tybor.score)] if view.tybor else []


def status_lines(say: Speech, view: View, planning: Planning, people: Players) -> list[str]:
    """Return the status of the game: what to do, how near the end is, the round, the points."""
    ending = ending_words(say, view)
    return [
        *([say("table.watching")] if view.viewer is None and view.phase is not Phase.OVER else []),
        guide_words(say, view, planning, people),
        *([ending] if ending else []),
        *([say("table.round", round=view.round)] if view.round > 0 else []),
        score_line(say, view, people),
    ]


# Objectives


def objectives_of(view: View, seat: SeatView) -> list[tuple[CardId, bool]]:
    """Return the known objectives of a seat, each with whether it is the secret one."""
    shared = [(card, False) for card in view.common_objectives]
    if seat.seat == view.viewer and view.objective is not None:
        return [*shared, (view.objective, True)]
    kept = [score.id for score in view.result.objectives[seat.seat]] if view.result else []
    return [*shared, *((card, True) for card in kept if card not in view.common_objectives)]


def objective_title(say: Speech, card: CardId, *, secret: bool) -> str:
    """Return the condition and points of an objective."""
    description = say.phrases([objective_name(say, card), objective_worth(say, card)])
    return say.line(say("objective.secret" if secret else "objective.common"), description)


def _scores(view: View, seat: SeatView) -> tuple[ObjectiveScore, ...]:
    return view.result.objectives[seat.seat] if view.result else seat.progress


def progress_words(say: Speech, view: View, seat: SeatView, card: CardId) -> str:
    """Return the progress of an objective, its cells, and what would complete it once more."""
    over = view.phase is Phase.OVER
    score = next((each for each in _scores(view, seat) if each.id == card), None)
    if score is None:
        return times_words(say, 0, over=over)
    progress = say.phrases(_progress(say, seat, score, over=over))
    outlook = None if over else _outlook(view, seat, card)
    return f"{sentence(progress)} {outlook_words(say, outlook)}" if outlook else progress


def _progress(say: Speech, seat: SeatView, score: ObjectiveScore, *, over: bool) -> list[str]:
    wanted = wanted_symbols(score.id)
    has = [
        count_phrase(say, symbol, count)
        for symbol, count in zip(SYMBOLS, seat.symbols, strict=True)
        if symbol in wanted
    ]
    cells = [" ".join(map(cell_name, copy.cells)) for copy in score.found if copy.cells]
    return [
        *([say.list(has)] if has else []),
        times_words(say, score.copies, over=over),
        *([say("score.points", count=score.points)] if score.points else []),
        *([say("text.objective.cells", cells=say.list(cells))] if cells else []),
    ]


def _outlook(view: View, seat: SeatView, card: CardId) -> Outlook | None:
    if seat.seat != view.viewer:
        return None
    return next((each for each in view.outlook if each.objective == card), None)


def objective_lines(say: Speech, view: View, seat: SeatView) -> list[str]:
    """Return the progress of each objective of a seat."""
    return [
        say.phrases([objective_title(say, card, secret=secret), progress_words(say, view, seat, card)])
        for card, secret in objectives_of(view, seat)
    ]


# Players


def symbols_line(say: Speech, seat: SeatView) -> str:
    """Return the visible symbols of a codex."""
    return say("text.symbols", symbols=counted_all(say, seat.symbols) or say("score.nothing"))


def seat_lines(say: Speech, seat: SeatView, view: View, people: Players) -> list[str]:
    """Return one seat in a few sentences, without its codex."""
    backs = [back_name(say, held.back) if held.card is None else name_and_number(say, held.card) for held in seat.hand]
    lines = [
        say("score.track_of", player=people.name_for(say, seat.seat), count=seat.score),
        symbols_line(say, seat),
        say("text.seat.hand", cards=say.list(backs) if backs else say("text.seat.no_hand")),
    ]
    if seat.stuck:
        lines.append(say("text.seat.stuck"))
    if seat.turns_left is not None and view.phase is not Phase.OVER:
        lines.append(say("text.seat.turns_left", count=seat.turns_left))
    return lines


# Tybor


def _reasoning(say: Speech, acted: TyborActed) -> list[str]:
    """Return one column of Tybor's turn: each question with its answer, and the outcome."""
    answers = []
    if acted.gold is None:
        answers.append(say("tybor.no_gold"))
    elif acted.affordable is not None:
        answers.append(f"{say('tybor.question_afford', card=quote(say, acted.gold))} {_yes(say, acted.affordable)}")
    if acted.worth_five is not None:
        wants = acted.worth_five or bool(acted.corresponds_to)
        answers.append(f"{say('tybor.question_want')} {_yes(say, wants)} {_because(say, acted)}".strip())
    return [*answers, _outcome(say, acted)]


def _yes(say: Speech, answer: bool) -> str:  # noqa: FBT001 - an answer
    return sentence(say("tybor.yes" if answer else "tybor.no"))


def _because(say: Speech, acted: TyborActed) -> str:
    if acted.worth_five:
        return say("tybor.worth_five")
    if not acted.corresponds_to:
        return ""
    return say("tybor.corresponds", objectives=say.list([objective_name(say, card) for card in acted.corresponds_to]))


def _outcome(say: Speech, acted: TyborActed) -> str:
    if acted.outcome == "scored_gold":
        return say("tybor.scored_gold", count=acted.points)
    if acted.outcome == "kept_resource":
        return say("tybor.kept_resource", card="" if acted.resource is None else quote(say, acted.resource))
    return say(f"tybor.{acted.outcome}")


def foreseen_lines(say: Speech, view: View) -> list[str]:
    """Return what Tybor would do if his columns stayed the same."""
    if view.tybor is None or not view.tybor.foreseen:
        return []
    columns = [say.line(say(f"tybor.{each.column}"), " ".join(_reasoning(say, each))) for each in view.tybor.foreseen]
    return [say("tybor.foresee"), *columns, say("tybor.foreseen_if")]


def tybor_lines(say: Speech, view: View) -> list[str]:
    """Return Tybor's side of the table."""
    tybor = view.tybor
    if tybor is None:
        return [say("text.tybor.none")]
    row = [back_name(say, held.back) if held.card is None else name_and_number(say, held.card) for held in tybor.row]
    lines = _tybor_score(say, view)
    lines.append(say.line(say("tybor.row"), say.list(row) if row else say("score.nothing")))
    if resources := counted_all(say, tybor.resources):
        lines.append(say("tybor.has", symbols=resources))
    if tybor.scored:
        lines.append(say("text.tybor.scored", cards=say.list([quote(say, card) for card in tybor.scored])))
    return lines


# Story, end and rules


def log_lines(say: Speech, steps: Iterable[NarratedStep], people: Players, count: int) -> list[str]:
    """Return the last `count` events."""
    return [line.text for line in story_of(say, steps, people)][-count:]


def headline(say: Speech, view: View, result: Result, people: Players) -> str:
    """Return the winners and the margin."""
    totals = sorted([*result.totals, *([view.tybor.score] if view.tybor else [])], reverse=True)
    ahead = totals[0] - (totals[1] if len(totals) > 1 else 0)
    title = _title(say, result, people)
    return f"{title} {say('score.margin', count=ahead)}" if ahead > 0 else title


def _title(say: Speech, result: Result, people: Players) -> str:
    if not result.winners:
        return say("score.tybor_wins")
    if len(result.winners) > 1:
        return say("score.shared", players=say.list([people.name_of(seat) for seat in result.winners]))
    [winner] = result.winners
    return say("score.you_win") if winner == people.viewer else say("score.wins", player=people.name_of(winner))


def _total(say: Speech, view: View, result: Result, seat: Seat, people: Players) -> str:
    """Return the composition of one seat's total."""
    parts = [say("text.total_track", count=view.seats[seat].score)]
    parts += [_format_count(say, score) for score in result.objectives[seat]]
    return say("text.total", player=people.name_for(say, seat), total=result.totals[seat], parts=say.list(parts))


def _format_count(say: Speech, score: ObjectiveScore) -> str:
    return say(
        "text.total_objective",
        objective=objective_name(say, score.id),
        times=times_words(say, score.copies, over=True),
        points=say("score.points", count=score.points),
    )


def scoring_lines(say: Speech, view: View, people: Players) -> list[str]:
    """Return the final scoring in sentences."""
    result = view.result
    if result is None:
        return []
    return [
        headline(say, view, result, people),
        *([say(f"score.tie.{result.tie_break}")] if result.tie_break else []),
        *(_total(say, view, result, each.seat, people) for each in view.seats),
        *_tybor_score(say, view),
    ]


def score_lines(say: Speech, view: View, people: Players) -> list[str]:
    """Return the track and the current points of the objectives, or the final scoring."""
    if view.result:
        return scoring_lines(say, view, people)
    own = own_seat(view)
    points = sum(score.points for score in own.progress) if own else 0
    projected = (
        sentence(say.label(people.name_for(say, seat.seat), projected_words(say, seat, whole=seat is own)))
        for seat in view.seats
        if len(seat.laid) > 1
    )
    gain = [sentence(say("text.score.objectives", count=points))] if points else []
    return [score_line(say, view, people), *gain, *projected]
