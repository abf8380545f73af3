"""Games in which the player walls himself in: seldom by chance, so they are planned, and the decks stacked for them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.solo_by_the_book.cards import CARDS
from tests.solo_by_the_book.game import SOURCES, SoloGame
from tests.solo_by_the_book.layout import Cell
from tests.solo_by_the_book.playing import new_record

__all__ = ["walled_in", "walls"]

Json = Any
Wall = tuple[int, str, list[tuple[int, Cell]]]
"""The starter, its side, and the cards to lay front up, each with its cell."""


def walls() -> list[Wall]:
    """Return the plans of `walls.txt`."""
    return [_wall(line) for line in Path(__file__).with_name("walls.txt").read_text("utf-8").splitlines()]


def _wall(line: str) -> Wall:
    """Read `85 back: 4 -1,1 · 77 1,1`."""
    starter, _, stones = line.partition(": ")
    read = []
    for stone in stones.split(" · "):
        card, _, cell = stone.partition(" ")
        x, y = map(int, cell.split(","))
        read.append((int(card), (x, y)))
    return int(starter.split()[0]), starter.split()[1], read


def walled_in(rng: Random, version: int, level: str) -> Json:
    """Return the record of a game up to the placement that closes the last open cell."""
    while True:
        starter, side, stones = rng.choice(walls())
        game = SoloGame(new_record(rng, version, level))
        if {card for card, _ in stones}.isdisjoint(game.row):
            game.record["deal"]["seats"][0]["starter"] = starter
            _stack(game, [card for card, _ in stones], rng)
            if _built(game, side, stones, rng):
                return game.record


def _built(game: SoloGame, side: str, stones: Sequence[tuple[int, Cell]], rng: Random) -> bool:
    """Lay all stones; return whether Tybor was not done before."""
    _act(game, f"0 side {side}")
    _act(game, rng.choice(game.legal()))
    for number, (card, (x, y)) in enumerate(stones, 1):
        if game.waiting != "place" or card not in game.hand:
            return False
        _act(game, f"0 place {card} front {x},{y}")
        if game.waiting == "draw" and number < len(stones):
            _draw_one_of(game, [card for card, _ in stones[number:]], rng)
    return True


def _act(game: SoloGame, action: str) -> None:
    game.play(action)
    game.record["actions"].append(action)


def _stack(game: SoloGame, stones: Sequence[int], rng: Random) -> None:
    """Deal the first stones to the player and put the others at the bottom of decks of any length."""
    deal, hand = game.record["deal"], []
    for kind, held in (("resource", 2), ("gold", 1)):
        mine = [card for card in stones if card in CARDS[kind]]
        others = [card for card in CARDS[kind] if card not in (*mine, *game.row)]
        rng.shuffle(others)
        cards = mine[:held] + others
        hand += cards[:held]
        deal["market"][kind] = cards[held : held + 2]
        rest = [card for card in cards[held + 2 :] if card not in mine]
        deal["decks"][kind] = rest[: rng.randrange(4, 40)] + mine[held:]
    deal["seats"][0]["hand"] = hand
    game.__post_init__()


def _draw_one_of(game: SoloGame, stones: Sequence[int], rng: Random) -> None:
    """Draw one of `stones` from the market, or the first of them from its deck, unseen so far, as its top card."""
    missing = [card for card in stones if card not in game.hand]
    source = next((source for card in missing for source in SOURCES if game.lies_on(source) == card), None)
    for kind, deck in game.decks.items():
        if source is None and missing and missing[0] in deck:
            deck.remove(missing[0])
            deck.insert(0, missing[0])
            game.record["deal"]["decks"][kind][-len(deck) :] = deck
            source = f"{kind}-deck"
    _act(game, f"0 draw {source}" if source else rng.choice(game.legal()))
