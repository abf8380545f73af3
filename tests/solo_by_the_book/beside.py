"""The engine beside the book: the same game in both, everything compared after every action."""

import json
from random import Random
from typing import Any

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.record import action_text, opening, parse_seat_action, read_record
from codex_naturalis.rules import GameState, IllegalAction, Place, apply, count_objective, legal_actions
from tests.solo_by_the_book.cards import OBJECTIVES
from tests.solo_by_the_book.game import SLOTS, SoloGame
from tests.solo_by_the_book.layout import copies_of

__all__ = ["Beside"]

Json = Any


class Beside:
    """One game, played by the book and by the engine."""

    def __init__(self, record: Json) -> None:
        """Begin with the deal of `record`; its actions are not played."""
        self.book = SoloGame(record)
        self.state = opening(read_record(json.dumps({**record, "actions": []})))
        self.actions: list[str] = []
        self.compare()

    def play(self, action: str) -> None:
        """Do one action in both, and compare."""
        self.book.play(action)
        self.actions.append(action)
        self.state = apply(self.state, *parse_seat_action(action)).state
        self.compare()

    def compare(self) -> None:
        """Compare all that there is, and at the end every objective of the box."""
        by_the_book, by_the_engine = self.book.describe(), describe(self.state)
        for what, here in by_the_book.items():
            assert by_the_engine[what] == here, f"{what}: the engine says {by_the_engine[what]}, not {here}, in {self}"
        if self.book.waiting == "over":
            for card in OBJECTIVES:
                assert (
                    copies_of(self.book.laid, card) == count_objective(self.state.seats[0].codex, CardId(card)).copies
                )

    def refuse_one(self, rng: Random) -> None:
        """Try a placement that the book does not allow: the engine refuses it too."""
        reach = range(-4, 5)
        card, side, cell = rng.choice(self.book.hand), rng.choice(list(Side)), (rng.choice(reach), rng.choice(reach))
        action = Place(CardId(card), side, cell)
        if action_text(0, action) not in self.book.legal():
            try:
                apply(self.state, 0, action)
            except IllegalAction:
                return
            raise AssertionError(f"{action_text(0, action)} is not refused in {self}")

    def __repr__(self) -> str:
        """Return the game as a record, so that what a failing test found can be replayed."""
        return json.dumps({**self.book.record, "actions": self.actions})


def describe(state: GameState) -> Json:
    """Return what the engine says, in the words of the book."""
    own, tybor = state.seats[0], state.tybor
    assert tybor is not None
    return {
        "waiting": state.phase.value,
        "legal": sorted(action_text(0, action) for action in legal_actions(state, 0)),
        "round": state.round,
        "last_round": state.last_round,
        "score": own.score,
        "hand": list(own.hand),
        "symbols": list(own.codex.symbols),
        "open": sorted(own.codex.open),
        "market": dict(zip(SLOTS, (*state.market.resource, *state.market.gold), strict=True)),
        "decks": {"resource": list(state.decks.resource), "gold": list(state.decks.gold)},
        "tybor": tybor.score,
        "row": list(tybor.row),
        "resources": list(tybor.resources),
        "result": _result(state),
    }


def _result(state: GameState) -> Json:
    if state.result is None:
        return None
    return {
        "objectives": [
            [{"id": score.id, "copies": score.copies, "points": score.points} for score in scores]
            for scores in state.result.objectives
        ],
        "totals": list(state.result.totals),
        "winners": list(state.result.winners),
    }
