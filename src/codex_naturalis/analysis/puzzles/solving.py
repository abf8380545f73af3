"""Exact solver: every turn is valued by its guaranteed gain, whatever the viewer cannot see.

Its only input is a View. Hidden cards enter as every card that they could be, so that two games that look the same have
the same answer.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import CardId, Deck
from codex_naturalis.judgements.puzzles import Kind, Outcome, PuzzleQuestion
from codex_naturalis.judgements.teacher import Turn
from codex_naturalis.rules import Draw, Phase, Place, Source
from codex_naturalis.views import DeckView, View, sample_world, unseen_cards

from .position import PuzzlePosition, copies_of
from .rival import most_of_rival, most_of_tybor

__all__ = ["Solved", "follow_up", "grade_of", "outcome_of", "rival_of", "solve", "takes_card", "turns_left"]

_BOUNDS: Final = (4, 3, 2, 1)
"""Numbers of graders below which a puzzle is of level 2, 3, 4 and 5."""

_MANY: Final = 60
"""Number of turns from which on a victory is harder to find."""

_UNFULFILLED: Final = Outcome(fulfilled=False, points=0)


class Solved(Struct, frozen=True):
    """Unique answer to a question."""

    answer: Turn
    outcome: Outcome
    second: Outcome | None
    """Outcome of the next best turn; None if no other one does what is asked for."""

    rival: int | None
    """Most points that the opponent can have after the answer, if that was asked for."""

    turns: int
    """Number of turns to choose from."""

    doing: int
    """Number of turns that do what is asked for, however well."""

    @property
    def dull(self) -> bool:
        """Whether there is nothing to compare: only a single turn fulfils the objective at all."""
        return self.doing == 1 and self.rival is None


def turns_left(view: View) -> int | None:
    """Return the turns the viewer still has, this one included; None if that is not known yet."""
    assert view.viewer is not None
    return view.seats[view.viewer].turns_left


def solve(view: View, question: PuzzleQuestion) -> Solved | None:
    """Return the answer to `question` for the viewer, who is to lay a card; None unless exactly one exists."""
    situation = _Situation(view, question)
    ranked = situation.rank() if situation.counted else None
    if ranked is None:
        return None
    (best, answer), second, turns, doing = ranked
    rival = situation.rival(answer)
    if not _alone(view, best, second, rival):
        return None
    return Solved(answer, best, second if second and second.fulfilled else None, rival, turns, doing)


def grade_of(kind: Kind, solved: Solved, solvers: int) -> int:
    """Return the difficulty, 1 to 5: by how many of the five graders play the answer.

    In a last turn every grader counts all points, so a win says nothing: there it depends on the number of choices, and
    on how close the next best turn is.
    """
    if kind is Kind.WIN:
        close = solved.second is not None and solved.outcome.points - solved.second.points == 1
        return 2 + (solved.turns >= _MANY) + close
    return 1 + sum(solvers < bound for bound in _BOUNDS)


def _alone(view: View, best: Outcome, second: Outcome | None, rival: int | None) -> bool:
    """Return whether the best turn is the only answer; a victory must be sure, and every other turn could lose."""
    if view.tybor is not None and rival is not None:
        return best.fulfilled and (second is None or not second.fulfilled)
    if rival is not None:
        return best.points > rival and (second is None or second.points < rival)
    return best.fulfilled and (second is None or second < best)


def outcome_of(view: View, question: PuzzleQuestion, turn: Turn) -> Outcome:
    """Return the outcome of a legal turn."""
    return _Situation(view, question).outcome(turn)


def follow_up(view: View, question: PuzzleQuestion, turn: Turn) -> Place | None:
    """Return the placement of the next turn that completes the gain of a turn taking a face-up card; None otherwise."""
    return _Situation(view, question).follow_up(turn)


def takes_card(view: View, question: PuzzleQuestion) -> bool:
    """Return whether an answer also names the card to take: for the next turn, or to deny it Tybor."""
    if question.kind is Kind.WIN:
        return view.tybor is not None or turns_left(view) != 1
    return question.kind is Kind.TURNS


def rival_of(view: View, question: PuzzleQuestion, turn: Turn) -> int | None:
    """Return the most that the opponent can have in the end after a legal turn, if the question needs that."""
    return _Situation(view, question).rival(turn)


class _Situation:
    def __init__(self, view: View, question: PuzzleQuestion) -> None:
        assert view.viewer is not None
        assert view.phase is Phase.PLACE
        world = sample_world(view, Random(0))
        own = world.seats[view.viewer]
        assert own.objective is not None
        self._hand = own.hand
        self._question = question
        self._ground = PuzzlePosition.of(own.codex, own.score, (*view.common_objectives, own.objective))
        self._taken = _cards_to_draw(view)
        self._base = self._ground.total if question.kind is Kind.TURNS else 0
        self._draws = takes_card(view, question)
        self._rival = most_of_rival(view, world) if question.kind is Kind.WIN else None
        self._tybor = self._most_of_tybor(view) if question.kind is Kind.WIN else {}

    @staticmethod
    def _most_of_tybor(view: View) -> dict[Source, int]:
        """Return the most that Tybor can end with after each draw, where that is counted."""
        most = {source: most_of_tybor(view, source) for source in _cards_to_draw(view)} if view.tybor else {}
        return {source: points for source, points in most.items() if points is not None}

    @property
    def counted(self) -> bool:
        """Whether the question can be answered here."""
        return self._question.kind is not Kind.WIN or self._rival is not None or bool(self._tybor)

    def rival(self, turn: Turn) -> int | None:
        """Return the most that the opponent can have in the end after `turn`, if that is asked for."""
        draw = turn[-1]
        return self._tybor.get(draw.source) if isinstance(draw, Draw) and self._tybor else self._rival

    def outcome(self, turn: Turn) -> Outcome:
        place = turn[0]
        assert isinstance(place, Place)
        if not self._draws:
            return self._outcome_of_place(place)
        draw = turn[1]
        assert isinstance(draw, Draw)
        if self._tybor:
            return self._against_tybor(self._ground.total_after(place), draw.source)
        after = self._ground.after(place)
        known, _ = after.best_with(self._rest(place))
        return self._outcome(self._with_draw(after, known, draw.source, -1))

    def follow_up(self, turn: Turn) -> Place | None:
        """Return the placement of the next turn that completes a turn's gain, its card taken face up."""
        place, draw = turn[0], turn[-1]
        assert isinstance(place, Place)
        if not isinstance(draw, Draw) or self._tybor:
            return None
        (card,) = self._taken[draw.source]
        return self._ground.after(place).best_with((*self._rest(place), card))[1]

    def rank(self) -> tuple[tuple[Outcome, Turn], Outcome | None, int, int] | None:
        """Return the best turn, what the next best one brings, how many there are, and how many do what is asked for.

        None if there is no turn at all.
        """
        best: tuple[Outcome, Turn] | None = None
        second: Outcome | None = None
        number = doing = 0
        for turn, outcome in self._all():
            number += 1
            doing += outcome.fulfilled
            if best is None or outcome > best[0]:
                best, second = (outcome, turn), best[0] if best else None
            elif second is None or outcome > second:
                second = outcome
        return best and (best, second, number, doing)

    def _all(self) -> Iterator[tuple[Turn, Outcome]]:
        if self._tybor:
            return self._sparing()
        return self._evaluate_all() if self._draws else self._placements()

    # One placement

    def _placements(self) -> Iterator[tuple[Turn, Outcome]]:
        for place in self._ground.places(self._hand):
            yield (place,), self._outcome_of_place(place)

    def _outcome_of_place(self, place: Place) -> Outcome:
        if self._question.kind is Kind.WIN:
            return self._outcome(self._ground.total_after(place))
        laying, points = self._ground.lay(place)
        objective = self._question.objective
        if objective is None or copies_of(laying.codex, objective) > copies_of(self._ground.codex, objective):
            return Outcome(fulfilled=True, points=points)
        return _UNFULFILLED

    # The last turn against Tybor

    def _sparing(self) -> Iterator[tuple[Turn, Outcome]]:
        for place in self._ground.places(self._hand):
            total = self._ground.total_after(place)
            yield from (((place, Draw(source)), self._against_tybor(total, source)) for source in self._taken)

    def _against_tybor(self, total: int, source: Source) -> Outcome:
        """Return the total; what was asked for is more than Tybor can have (S15)."""
        return Outcome(fulfilled=total > self._tybor[source], points=total)

    # Two turns

    def _evaluate_all(self) -> Iterator[tuple[Turn, Outcome]]:
        """Yield every turn; those that can no longer be among the two best may be undervalued."""
        places = [(place, self._ground.after(place)) for place in self._ground.places(self._hand)]
        known = [after.best_with(self._rest(place))[0] for place, after in places]
        floor = [-1, -1]
        for hidden in (False, True):
            for (place, after), total in zip(places, known, strict=True):
                for source in self._taken:
                    if (source.slot is None) is hidden:
                        value = self._with_draw(after, total, source, floor[0])
                        floor = sorted((*floor, value))[1:]
                        yield (place, Draw(source)), self._outcome(value)

    def _with_draw(self, after: PuzzlePosition, known: int, source: Source, floor: int) -> int:
        """Return the guaranteed total after a draw; any value up to `floor` if it is no higher."""
        worst: int | None = None
        for card in self._taken[source]:
            with_it = max(known, after.best_with((card,))[0])
            worst = with_it if worst is None else min(worst, with_it)
            if worst in (known, min(worst, floor)):
                break
        return known if worst is None else worst

    def _rest(self, place: Place) -> tuple[CardId, ...]:
        return tuple(card for card in self._hand if card != place.card)

    def _outcome(self, total: int) -> Outcome:
        return Outcome(fulfilled=True, points=total - self._base)


def _cards_to_draw(view: View) -> dict[Source, tuple[CardId, ...]]:
    """Return the cards that can come from each place that is not empty."""
    found: dict[Source, tuple[CardId, ...]] = {}
    unseen = unseen_cards(view)
    for source in Source:
        if source.slot is not None:
            row = view.market.resource if source.deck is Deck.RESOURCE else view.market.gold
            card = row[source.slot]
            cards: tuple[CardId, ...] = () if card is None else (card,)
        else:
            deck: DeckView = view.decks.resource if source.deck is Deck.RESOURCE else view.decks.gold
            cards = () if deck.top is None else unseen[deck.top]
        if cards:
            found[source] = cards
    return found
