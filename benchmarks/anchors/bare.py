"""Bare engine in Python: the rules by default options for two to four seats, changed in place, as fast as plain code.

Cells are numbers, `START + x + ROW * y`; a face is twice the card's id, plus one for the back. `python -m
benchmarks.anchors.bare` answers each number of seconds that it reads with the random two-player games that it played in
a second of CPU time.
"""

import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import codex_naturalis

FUNGI_TO_MANUSCRIPT: Final = "FPAIQKM"
BARE: Final = 7
"""A visible corner without a symbol: counted like a symbol, which spares a question at each corner."""

HIDDEN: Final = 8
FREE, OPEN, BLOCKED = -3, -2, -1
ROW: Final = 128
START: Final = ROW * ROW // 2 + ROW // 2
FACING: Final = (3, 2, 1, 0)
LAST_POINTS: Final = 20
DECKS: Final = 4
"""Number of the first deck among the sources of a draw, after the market."""

RESOURCE, GOLD, STARTER, OBJECTIVE = range(1, 41), range(41, 81), range(81, 87), range(87, 103)
NEIGHBOURS: Final = tuple((at + ROW - 1, at + ROW + 1, at - ROW - 1, at - ROW + 1) for at in range(ROW * ROW))

CORNERS: Final[list[tuple[int, ...]]] = [()] * 174
SHOWN: Final[list[tuple[int, ...]]] = [()] * 174
"""Symbols that a face brings."""

NEEDS: Final[list[tuple[tuple[int, int], ...]]] = [()] * 174
POINTS: Final = [0] * 174
PER: Final = [-1] * 174
"""What a face's points are multiplied by: a symbol, `BARE` for the corners it covers, or -1."""

KINGDOM: Final = [4] * 87
PATTERNS: Final[dict[int, tuple[tuple[int, int], ...]]] = {}
SETS: Final[dict[int, tuple[tuple[int, int], ...]]] = {}
OBJECTIVE_POINTS: Final[dict[int, int]] = {}


def _read_cards() -> None:
    path = Path(codex_naturalis.__file__).parent / "catalogue/cards.toml"
    facts = tomllib.loads(path.read_text("utf-8"))
    for kind in ("resource", "gold"):
        for card, fact in facts[kind].items():
            _read_playable(int(card), fact)
    for card, fact in facts["starter"].items():
        _face(2 * int(card), fact["front"], "")
        _face(2 * int(card) + 1, fact["back"], fact["centre"])
    for card, fact in facts["objective"].items():
        OBJECTIVE_POINTS[int(card)] = fact["points"]
        if "pattern" in fact:
            parts = [part.replace(",", " ").split() for part in fact["pattern"]]
            PATTERNS[int(card)] = tuple((_symbol(k), int(dx) + ROW * int(dy)) for k, dx, dy in parts)
        else:
            SETS[int(card)] = _count(fact["symbols"])


def _read_playable(card: int, fact: dict[str, Any]) -> None:
    KINGDOM[card] = _symbol(fact["kingdom"])
    _face(2 * card, fact["corners"], "")
    _face(2 * card + 1, "....", fact["kingdom"])
    POINTS[2 * card] = fact.get("points", 0)
    NEEDS[2 * card] = _count(fact.get("cost", ""))
    if "per" in fact:
        PER[2 * card] = {"quill": 4, "inkwell": 5, "manuscript": 6, "corner": BARE}[fact["per"]]


def _face(face: int, corners: str, centre: str) -> None:
    CORNERS[face] = tuple((FUNGI_TO_MANUSCRIPT + ".-").index(corner) for corner in corners)
    SHOWN[face] = (*map(_symbol, centre), *(corner for corner in CORNERS[face] if corner < BARE))


def _symbol(letter: str) -> int:
    return FUNGI_TO_MANUSCRIPT.index(letter)


def _count(letters: str) -> tuple[tuple[int, int], ...]:
    return tuple((_symbol(letter), letters.count(letter)) for letter in dict.fromkeys(letters))


_read_cards()


class Seat:
    """Codex, hand and points of a player."""

    __slots__ = ("grid", "hand", "kept", "objectives", "open", "score", "side", "starter", "symbols")

    def __init__(self, starter: int, hand: list[int], objectives: Sequence[int]) -> None:
        self.starter, self.hand, self.objectives = starter, hand, objectives
        self.side = self.kept = -1
        self.score = 0
        self.symbols = [0] * (BARE + 1)
        self.grid: dict[int, int] = {}
        self.open: list[int] = []

    def lay(self, face: int, cell: int) -> int:
        """Lay a face; return how many corners it covers."""
        grid, symbols, opened = self.grid, self.symbols, self.open
        known = grid.get
        for symbol in SHOWN[face]:
            symbols[symbol] += 1
        covered = 0
        for corner, other, facing in zip(CORNERS[face], NEIGHBOURS[cell], FACING, strict=False):
            there = known(other, FREE)
            if there >= 0:
                symbols[CORNERS[there][facing]] -= 1
                covered += 1
            elif corner == HIDDEN:
                if there == OPEN:
                    opened.remove(other)
                grid[other] = BLOCKED
            elif there == FREE:
                grid[other] = OPEN
                opened.append(other)
        grid[cell] = face
        return covered

    def payable(self) -> list[int]:
        """Return the faces that may be laid."""
        symbols, found = self.symbols, []
        for card in self.hand:
            for index, need in NEEDS[2 * card]:
                if symbols[index] < need:
                    break
            else:
                found.append(2 * card)
            found.append(2 * card + 1)
        return found

    def copies(self, objective: int) -> int:
        """Return how often the codex fulfils an objective."""
        if objective in SETS:
            return min([self.symbols[index] // need for index, need in SETS[objective]])
        (upper, above), (middle, _), (lower, below) = PATTERNS[objective]
        cells: list[list[int]] = [[] for _ in range(5)]
        for cell, face in self.grid.items():
            if face >= 0:
                cells[KINGDOM[face >> 1]].append(cell)
        uppers, lowers = set(cells[upper]), set(cells[lower])
        used: set[int] = set()
        found = 0
        for cell in sorted(cells[middle]):
            if cell + above in uppers and cell + below in lowers:
                copy = (cell + above, cell, cell + below)
                if used.isdisjoint(copy):
                    used.update(copy)
                    found += 1
        return found


class Game:
    """Game in progress: `phase` is side, objective, place, draw or over."""

    __slots__ = ("common", "decks", "last_round", "market", "phase", "round", "seats", "totals", "turn", "winners")

    def __init__(self, seats: list[Seat], market: list[int], common: Sequence[int], decks: list[list[int]]) -> None:
        self.seats, self.market, self.common, self.decks = seats, market, common, decks
        self.phase = "side"
        self.turn = self.round = 0
        self.last_round = 0
        self.totals: list[int] = []
        self.winners: list[int] = []

    def choose_side(self, side: int) -> None:
        """Choose the side of the starter for the next seat."""
        own = self.seats[self.turn]
        own.side = side
        self.turn += 1
        if self.turn == len(self.seats):
            for own in self.seats:
                own.lay(2 * own.starter + own.side, START)
            self.phase, self.turn = "objective", 0

    def choose_objective(self, objective: int) -> None:
        """Keep an objective for the next seat."""
        self.seats[self.turn].kept = objective
        self.turn += 1
        if self.turn == len(self.seats):
            self.phase, self.turn, self.round = "place", 0, 1

    def place(self, face: int, cell: int) -> None:
        """Lay a card of the hand, and score it."""
        own = self.seats[self.turn]
        own.hand.remove(face >> 1)
        own.open.remove(cell)
        covered = own.lay(face, cell)
        points = POINTS[face]
        if points:
            per = PER[face]
            own.score += points if per < 0 else points * covered if per == BARE else points * own.symbols[per]
        if not own.open and not any(seat.open for seat in self.seats):
            self._finish()
        elif self.round == self.last_round or not (any(self.decks) or any(self.market)):
            self._pass_turn()
        else:
            self.phase = "draw"

    def sources(self) -> list[int]:
        """Return the market slots, 0 to 3, and the decks, 4 and 5, that are not empty."""
        return [source for source, cards in enumerate((*self.market, *self.decks)) if cards]

    def draw(self, source: int) -> None:
        """Take a card, and refill the market."""
        hand, market = self.seats[self.turn].hand, self.market
        if source >= DECKS:
            hand.append(self.decks[source - DECKS].pop())
        else:
            hand.append(market[source])
            deck = self.decks[source >> 1]
            market[source] = deck.pop() if deck else 0
        self._pass_turn()

    def _pass_turn(self) -> None:
        if not self.last_round and (self.seats[self.turn].score >= LAST_POINTS or not any(self.decks)):
            self.last_round = self.round + 1
        while True:
            self.turn += 1
            if self.turn == len(self.seats):
                if self.round == self.last_round:
                    self._finish()
                    return
                self.round += 1
                self.turn = 0
            if self.seats[self.turn].open:
                self.phase = "place"
                return

    def _finish(self) -> None:
        self.phase = "over"
        extra = []
        for own in self.seats:
            cards = (*self.common, own.kept)
            extra.append(sum([own.copies(card) * OBJECTIVE_POINTS[card] for card in cards]))
        self.totals = [own.score + points for own, points in zip(self.seats, extra, strict=True)]
        best = max(zip(self.totals, extra, strict=True))
        self.winners = [seat for seat, each in enumerate(zip(self.totals, extra, strict=True)) if each == best]


def deal(seats: int, chance: Callable[[], float]) -> Game:
    """Return a new game."""
    resource, gold, starters, objectives = (_shuffled(each, chance) for each in (RESOURCE, GOLD, STARTER, OBJECTIVE))
    market = [resource.pop(), resource.pop(), gold.pop(), gold.pop()]
    common = (objectives.pop(), objectives.pop())
    players = [
        Seat(starters.pop(), [resource.pop(), resource.pop(), gold.pop()], (objectives.pop(), objectives.pop()))
        for _ in range(seats)
    ]
    return Game(players, market, common, [resource, gold])


def _shuffled(cards: Sequence[int], chance: Callable[[], float]) -> list[int]:
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def play_randomly(seats: int, chance: Callable[[], float]) -> Game:
    """Play one game of uniformly random legal actions."""
    game = deal(seats, chance)
    while game.phase == "side":
        game.choose_side(int(chance() * 2))
    while game.phase == "objective":
        game.choose_objective(game.seats[game.turn].objectives[int(chance() * 2)])
    while game.phase != "over":
        if game.phase == "place":
            own = game.seats[game.turn]
            faces, cells = own.payable(), own.open
            game.place(faces[int(chance() * len(faces))], cells[int(chance() * len(cells))])
        else:
            sources = game.sources()
            game.draw(sources[int(chance() * len(sources))])
    return game


def games_per_second(seconds: float) -> float:
    """Return how many random two-player games this engine plays in a second of CPU time."""
    games, begun = 0, process_time()
    while (passed := process_time() - begun) < seconds:
        play_randomly(2, Random(games).random)
        games += 1
    return games / passed


if __name__ == "__main__":
    for line in sys.stdin:
        print(games_per_second(float(line)), flush=True)
