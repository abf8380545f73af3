"""A brute-force reading of the solo rules: slow, short and plainly what the books say.

It shares no code with `codex_naturalis.rules`, `kernel` or `views`: a deal comes in as the JSON of a record, actions
as a record writes them, and everything about the cards laid is worked out again each time it is asked for. In version
1 of the record format the player's last turn had no draw, and a stuck player ended the game at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.solo_by_the_book.cards import CARDS, KINGDOMS, OBJECTIVES, OBJECTS, SYMBOLS, kingdom_of
from tests.solo_by_the_book.layout import Cell, copies_of, fronts_paid, open_cells, points_for, symbols_of

__all__ = ["SOURCES", "SoloGame"]

Json = Any

SLOTS = ("resource-1", "resource-2", "gold-1", "gold-2")
SOURCES = (*SLOTS, "resource-deck", "gold-deck")


@dataclass
class SoloGame:
    """One solo game; `record` has its version, options and deal."""

    record: Json
    waiting: str = "side"
    """What the player has to do: `side`, `objective`, `place`, `draw` or, at the end, nothing: `over`."""

    laid: list[tuple[int, str, Cell]] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    score: int = 0
    objective: int | None = None
    round: int = 0
    last_round: int | None = None

    def __post_init__(self) -> None:
        """Lay the market out; the hand still lies on the decks."""
        options, deal = self.record["options"], self.record["deal"]
        self.as_of_old = self.record["version"] == 1
        self.market: dict[str, int | None] = dict(
            zip(SLOTS, (*deal["market"]["resource"], *deal["market"]["gold"]), strict=True)
        )
        self.decks: dict[str, list[int]] = {
            kind: [card for card in deal["seats"][0]["hand"] if card in CARDS[kind]] + deal["decks"][kind]
            for kind in ("resource", "gold")
        }
        self.row: list[int] = list(deal["tybor"])
        self.tybor = 4 if options["solo"] == "hard" else 0  # S3

    # What the player may do.

    def legal(self) -> list[str]:
        """Return all that the player may do now, as a record writes it."""
        dealt = self.record["deal"]["seats"][0]
        match self.waiting:
            case "side":
                return ["0 side front", "0 side back"]
            case "objective":
                return [f"0 objective {card}" for card in dealt["objectives"]]
            case "place":
                return list(self._placements())
            case "draw":
                return [f"0 draw {source}" for source in SOURCES if self.lies_on(source) is not None]
        return []

    def _placements(self) -> Iterator[str]:
        cells = open_cells(self.laid)
        paid = fronts_paid(self.laid, self.hand)
        for card in self.hand:
            for side in ("front", "back"):
                if side == "back" or card in paid:
                    yield from (f"0 place {card} {side} {x},{y}" for x, y in cells)

    def lies_on(self, source: str) -> int | None:
        """Return the card that lies on `source`, which is a slot of the market or a deck."""
        if source in SLOTS:
            return self.market[source]
        deck = self.decks[source.removesuffix("-deck")]
        return deck[0] if deck else None

    def play(self, action: str) -> None:
        """Do what `action` says."""
        assert action in self.legal()
        _, word, *values = action.split()
        match word:
            case "side":
                self._begin_with(values[0])
            case "objective":
                self.objective, self.round, self.waiting = int(values[0]), 1, "place"
            case "place":
                x, y = map(int, values[2].split(","))
                self._place(int(values[0]), values[1], (x, y))
            case "draw":
                self.hand.append(self._take(values[0], self._refill_rule()))
                self._end_turn()

    def _begin_with(self, side: str) -> None:
        dealt = self.record["deal"]["seats"][0]
        self.laid = [(dealt["starter"], side, (0, 0))]
        self.hand = list(dealt["hand"])
        self.decks = {kind: list(self.record["deal"]["decks"][kind]) for kind in ("resource", "gold")}
        self.waiting = "objective"

    # The player's turn.

    def _place(self, card: int, side: str, cell: Cell) -> None:
        self.hand.remove(card)
        self.laid.append((card, side, cell))
        self.score += points_for(self.laid)
        if self.as_of_old and self._stuck():
            self.waiting = "over"
        elif self._draws():
            self.waiting = "draw"
        else:
            self._end_turn()

    def _draws(self) -> bool:
        """Return whether the turn ends with a draw: if there is a card (R14); of old, the last turn had none."""
        if self.as_of_old and self.round == self.last_round:
            return False
        return any(self.lies_on(source) is not None for source in SOURCES)

    def _stuck(self) -> bool:
        return not open_cells(self.laid)

    def _end_turn(self) -> None:
        """Look at the end, let Tybor play, and go on with the next round, or with the next in which the player can."""
        self._look_at_the_end(self.score)
        while True:
            before = (self.tybor, tuple(self.row))
            self._tybor_plays()
            self._look_at_the_end(self.tybor)
            idle = before == (self.tybor, tuple(self.row))
            if self.round == self.last_round or (self._stuck() and idle):  # R3, R13
                self.waiting = "over"
                return
            self.round += 1
            if not self._stuck():
                self.waiting = "place"
                return

    def _look_at_the_end(self, points: int) -> None:
        """R1-R3: 20 points, or no more cards, and one more round follows this one."""
        if self.last_round is None and (points >= 20 or self._no_more_cards()):
            self.last_round = self.round + 1

    def _no_more_cards(self) -> bool:
        of_the_table = self.record["options"]["end_by_exhaustion"] == "table"
        looked_at = SOURCES if of_the_table else ("resource-deck", "gold-deck")
        return all(self.lies_on(source) is None for source in looked_at)

    # Taking cards.

    def _take(self, source: str, refill: str) -> int:
        """Take the card on `source`; a slot is filled from its own deck, or from the other by `other_deck` (R12)."""
        card = self.lies_on(source)
        assert card is not None
        own, other = ("resource", "gold") if source.startswith("resource") else ("gold", "resource")
        if source not in SLOTS:
            self.decks[own].pop(0)
            return card
        filling = self.decks[own]
        if refill == "other_deck" and not filling:
            filling = self.decks[other]
        self.market[source] = filling.pop(0) if filling else None
        return card

    def _refill_rule(self) -> str:
        return str(self.record["options"]["refill"]) if self.as_of_old else "same_deck"

    # Tybor's turn.

    def _tybor_plays(self) -> None:
        """Resolve the left column, refill included, then the right one (S4), which a first game omits once (S16)."""
        only_left = self.record["options"]["solo"] == "first" and self.round == 1
        for column in "1" if only_left else "12":
            self._resolve(f"resource-{column}", f"gold-{column}")

    def _resolve(self, resource_slot: str, gold_slot: str) -> None:
        gold = CARDS["gold"].get(self.market[gold_slot] or 0)
        resources = "".join(map(kingdom_of, self.row))  # S5
        if gold and all(resources.count(letter) >= gold["cost"].count(letter) for letter in gold["cost"]):
            self.tybor += gold["points"]  # S6
            self._take(gold_slot, "same_deck")  # S7
        elif gold and (gold["points"] == 5 or self._suits_a_common_objective(gold)):
            self.row.append(self._take(gold_slot, "same_deck"))
        elif self.market[resource_slot] is not None:  # S10, S11
            self.row.append(self._take(resource_slot, "same_deck"))

    def _suits_a_common_objective(self, gold: Json) -> bool:
        return any(_corresponds(gold, card) for card in self.record["deal"]["common_objectives"])

    # What there is to see.

    def describe(self) -> Json:
        """Return all that there is to compare."""
        seen = symbols_of(self.laid)
        return {
            "waiting": self.waiting,
            "legal": sorted(self.legal()),
            "round": self.round,
            "last_round": self.last_round,
            "score": self.score,
            "hand": self.hand,
            "symbols": [seen.count(letter) for letter in SYMBOLS],
            "open": open_cells(self.laid),
            "market": self.market,
            "decks": self.decks,
            "tybor": self.tybor,
            "row": self.row,
            "resources": ["".join(map(kingdom_of, self.row)).count(letter) for letter in KINGDOMS],
            "result": self._result() if self.waiting == "over" else None,
        }

    def _result(self) -> Json:
        """Count the objectives: the two common ones, then the secret one; more than Tybor has wins (S15)."""
        kept = [*self.record["deal"]["common_objectives"], self.objective]
        scores = [{"id": card, "copies": copies_of(self.laid, card)} for card in kept]
        for score in scores:
            score["points"] = score["copies"] * OBJECTIVES[score["id"]]["points"]
        total = self.score + sum(score["points"] for score in scores)
        return {"objectives": [scores], "totals": [total], "winners": [0] if total > self.tybor else []}


def _corresponds(gold: Json, objective: int) -> bool:
    """S8: the front shows one of the objects asked for, or the kingdom is the one most asked for."""
    fact = OBJECTIVES[objective]
    asked = fact.get("symbols") or "".join(part[0] for part in fact["pattern"])
    objects = [letter for letter in asked if letter in OBJECTS]
    if objects:
        return any(letter in gold["corners"] for letter in objects)
    return bool(gold["kingdom"] == max(asked, key=asked.count))
