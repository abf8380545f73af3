"""The solo game by the book: a brute-force reading of the rules and the engine play the same games.

`make solo-check` compares ten thousand of them by each version of the rules.
"""

import json
import os
from collections.abc import Callable
from math import ceil
from random import Random

import pytest
from msgspec.json import encode

from codex_naturalis.bots import bot_named
from codex_naturalis.record import action_text, seeded_deal
from codex_naturalis.rules import SoloLevel, options_of
from codex_naturalis.views import view_of
from tests.solo_by_the_book.beside import Beside
from tests.solo_by_the_book.cards import CARDS, kingdom_of
from tests.solo_by_the_book.game import SoloGame
from tests.solo_by_the_book.layout import open_cells
from tests.solo_by_the_book.playing import STYLES, new_record
from tests.solo_by_the_book.walls import walled_in, walls

GAMES = int(os.environ.get("SOLO_GAMES", "600"))
"""How many games are compared, over all levels, versions of the record format and ways to play."""

VERSIONS = (1, 2)
LEVELS = ("easy", "normal", "hard")

Way = Callable[[Random, int, str], Beside]


def styled(style: str) -> Way:
    """Return a way to play in which the book itself decides what to do."""

    def play(rng: Random, version: int, level: str) -> Beside:
        return to_the_end(Beside(new_record(rng, version, level)), style, rng)

    return play


def to_the_end(game: Beside, style: str, rng: Random) -> Beside:
    """Play on in one style."""
    while legal := game.book.legal():
        if game.book.waiting == "place":
            game.refuse_one(rng)
        game.play(STYLES[style](game.book, legal, rng))
    return game


def walled(rng: Random, version: int, level: str) -> Beside:
    """Play until the player has no open cell, and on to the end."""
    record = walled_in(rng, version, level)
    game = Beside(record)
    for action in record["actions"]:
        game.play(action)
    assert not game.book.describe()["open"]
    return to_the_end(game, "at random", rng)


def planned(rng: Random, version: int, level: str) -> Beside:
    """Let the planner play, with some share of random turns, so that it gets into positions that it would avoid."""
    game, bot, wild = Beside(new_record(rng, version, level)), bot_named("planner"), 0.4 * rng.random()
    while legal := game.book.legal():
        choice = action_text(0, bot.choose(view_of(game.state, 0), rng))
        game.play(rng.choice(legal) if rng.random() < wild else choice)
    return game


WAYS: dict[str, Way] = {**{style: styled(style) for style in STYLES}, "walled in": walled, "planner": planned}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("version", VERSIONS)
def test_the_engine_plays_by_the_book(version: int, level: str, way: str) -> None:
    """Scores, symbols, cells, market, decks, Tybor, what is legal, the end and the result agree after every action."""
    rng = Random(f"{version} {level} {way}")
    for _ in range(ceil(GAMES / (len(WAYS) * len(LEVELS) * len(VERSIONS)))):
        assert WAYS[way](rng, version, level).book.waiting == "over"


def test_what_is_compared_ends_in_every_way() -> None:
    """20 points of either side, either exhaustion, and behind a wall Tybor's points, exhaustion or his standstill."""
    rng, ways = Random("ends"), set[tuple[str, bool]]()
    for number in range(150):
        game = SoloGame(walled_in(rng, 2, "easy") if number % 2 else new_record(rng, 2, "easy"))
        for action in game.record["actions"]:
            game.play(action)
        while legal := game.legal():
            game.play(STYLES["for points"](game, legal, rng))
        ways.add((cause_of(game), not open_cells(game.laid)))
    open_ends = {(cause, False) for cause in ("player", "tybor", "decks", "table")}
    assert ways == open_ends | {(cause, True) for cause in ("tybor", "decks", "table", "standstill")}


def cause_of(game: SoloGame) -> str:
    """Return what brought a game to its end."""
    if game.last_round is None:
        return "standstill"
    if max(game.score, game.tybor) < 20:
        return str(game.record["options"]["end_by_exhaustion"])
    return "player" if game.score >= game.tybor else "tybor"


@pytest.mark.parametrize("level", LEVELS)
def test_seeds_deal_by_the_book(level: str) -> None:
    """S1, S2: each card once; before Tybor one resource card of each kingdom, on easy of two, the rest as always."""
    for seed in range(200):
        deal = json.loads(encode(seeded_deal(options_of(1, solo=SoloLevel(level)), str(seed))))
        seat = deal["seats"][0]
        row = "".join(map(kingdom_of, deal["tybor"]))
        assert len(row) == len(set(row)) == (2 if level == "easy" else 4)
        assert [card in CARDS["resource"] for card in seat["hand"]] == [True, True, False]
        for kind, dealt in (
            ("resource", [*deal["market"]["resource"], *deal["tybor"], *seat["hand"][:2]]),
            ("gold", [*deal["market"]["gold"], *seat["hand"][2:]]),
            ("objective", [*deal["common_objectives"], *seat["objectives"]]),
        ):
            assert sorted(dealt + deal["decks"][kind]) == sorted(CARDS[kind])
        assert len(deal["market"]["resource"]) == len(deal["market"]["gold"]) == len(deal["common_objectives"]) == 2
        assert seat["starter"] in CARDS["starter"]


def test_every_wall_leaves_no_open_cell() -> None:
    """The plans do what they are for: after the last card no cell is open, and one was before."""
    for starter, side, stones in walls():
        laid = [(starter, side, (0, 0)), *((card, "front", cell) for card, cell in stones)]
        assert [bool(open_cells(laid[: number + 1])) for number in range(len(laid))] == [*[True] * len(stones), False]
