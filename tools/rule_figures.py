"""Situations in the figures of the rules page, with the verdict of the rules on each."""

from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from codex_naturalis.bots.simple import GreedyBot
from codex_naturalis.catalogue import CardId, Counts, Side, Symbol, catalogue
from codex_naturalis.rules import (
    Cell,
    Codex,
    EndTriggered,
    Phase,
    Reason,
    Seat,
    SeededShuffler,
    TurnBegan,
    apply,
    awaited,
    begin_codex,
    corresponds,
    count_objective,
    deal,
    lay,
    options_of,
    refusal_of,
)
from codex_naturalis.views import view_of

__all__ = ["FIGURES", "Figure", "Laid", "TurnDrawn", "corresponding", "figures", "figures_source", "timeline"]

Spot = tuple[CardId, str, Cell]
"""A card, its side, and its cell."""


class Laid(Struct, frozen=True):
    """Card drawn in a figure."""

    card: CardId
    side: Side
    cell: Cell


class Tried(Struct, frozen=True):
    """Card that a figure tries to lay, and the verdict of the rules."""

    card: CardId
    side: Side
    cell: Cell
    reason: Reason | None
    """Reason it cannot be laid; None if it can."""

    blame: Cell | None
    """Card whose hidden corner forbids it."""

    covered: tuple[Cell, ...]
    lost: tuple[Symbol, ...]
    after: Counts
    points: int


class Figure(Struct, frozen=True):
    """Figure of a codex, perhaps with another card or a counted objective."""

    laid: tuple[Laid, ...]
    symbols: Counts
    tried: Tried | None
    objective: CardId | None
    copies: tuple[tuple[Cell, ...], ...]
    points: int
    """Points of the objective."""


class Situation(Struct, frozen=True):
    """Source of a figure."""

    starter: CardId
    side: str
    laid: tuple[Spot, ...] = ()
    tried: Spot | None = None
    objective: CardId | None = None


_SIDES_OF_CHAIN: Final = ("front", "front", "front", "back", "front", "front", "front")

FIGURES: Final[dict[str, Situation]] = {
    "one_corner": Situation(81, "front", (), (12, "front", (1, 1))),
    "two_corners": Situation(81, "front", ((13, "front", (1, 1)), (21, "front", (1, -1))), (33, "front", (2, 0))),
    "own_hidden": Situation(81, "front", (), (22, "front", (1, -1))),
    "on_hidden": Situation(81, "front", ((11, "front", (1, 1)),), (33, "front", (2, 0))),
    "on_both": Situation(81, "front", ((11, "front", (1, 1)), (21, "front", (1, -1))), (33, "front", (2, 0))),
    "apart": Situation(81, "front", (), (33, "front", (2, 0))),
    "count": Situation(81, "front", ((4, "front", (-1, -1)),), (13, "front", (1, 1))),
    "cost": Situation(81, "front", ((4, "front", (1, -1)),), (48, "front", (2, 0))),
    "unpaid": Situation(81, "front", ((10, "front", (1, -1)),), (48, "front", (2, 0))),
    "per_object": Situation(82, "back", ((5, "front", (1, -1)), (15, "front", (1, 1))), (41, "front", (-1, -1))),
    "per_corner": Situation(82, "back", ((4, "front", (1, 1)), (1, "front", (1, -1))), (44, "front", (2, 0))),
    "diagonal": Situation(
        81, "front", ((12, "front", (1, 1)), (13, "front", (2, 0)), (19, "front", (3, -1))), objective=88
    ),
    "ells": Situation(
        81,
        "front",
        (
            (9, "front", (-1, 1)),
            (8, "front", (1, 1)),
            (4, "front", (-1, -1)),
            (3, "front", (1, -1)),
            (12, "front", (0, -2)),
            (19, "front", (2, -2)),
        ),
        objective=91,
    ),
    "chain": Situation(
        81,
        "front",
        tuple(
            (card, side, (1 + step, 1 - step))
            for step, (card, side) in enumerate(zip((12, 13, 14, 15, 16, 17, 20), _SIDES_OF_CHAIN, strict=True))
        ),
        objective=88,
    ),
}


def figures() -> dict[str, Figure]:
    """Return every figure by its name."""
    return {name: _figure(situation) for name, situation in FIGURES.items()}


def _figure(situation: Situation) -> Figure:
    codex = begin_codex(situation.starter, Side(situation.side))
    for card, side, cell in situation.laid:
        if refusal := refusal_of(codex, card, Side(side), cell):
            raise ValueError(f"no such figure: {card} on {cell}: {refusal}")
        codex = lay(codex, card, Side(side), cell).codex
    laid = tuple(Laid(placed.card, placed.side, cell) for cell, placed in codex.cards.items())
    score = count_objective(codex, situation.objective) if situation.objective else None
    return Figure(
        laid,
        codex.symbols,
        _tried(codex, situation.tried) if situation.tried else None,
        situation.objective,
        tuple(sorted(copy.cells for copy in score.found)) if score else (),
        score.points if score else 0,
    )


def _tried(codex: Codex, spot: Spot) -> Tried:
    card, side, cell = spot[0], Side(spot[1]), spot[2]
    refusal = refusal_of(codex, card, side, cell)
    if refusal:
        blame = refusal.facts.get("of")
        return Tried(card, side, cell, refusal.reason, blame, (), (), codex.symbols, 0)  # type: ignore[arg-type]
    laying = lay(codex, card, side, cell)
    covered = tuple(each.cell for each in laying.covered)
    lost = tuple(each.symbol for each in laying.covered if each.symbol)
    points = laying.score.points if laying.score else 0
    return Tried(card, side, cell, None, None, covered, lost, laying.codex.symbols, points)


class Matching(Struct, frozen=True):
    """Gold card beside an objective, and whether it corresponds for Tybor (ruling S8)."""

    gold: CardId
    objective: CardId
    corresponds: bool


def corresponding() -> tuple[Matching, ...]:
    """Return pairs: by an object, by the diagonal's kingdom, by what an L uses twice, and not by what it uses once."""
    gold = catalogue().gold
    pairs = ((51, 102), (54, 88), (47, 91), (54, 91))
    return tuple(Matching(card, objective, corresponds(gold[card], objective)) for card, objective in pairs)


class TurnDrawn(Struct, frozen=True):
    """One turn of the end of a game."""

    round: int
    """Counted from the round in which the end is triggered."""

    seat: Seat
    triggers: bool
    last: bool


SEATS: Final = 3
TRIGGERING: Final = 1
"""A seat in the middle shows both: the round is finished, and everybody plays once more."""


def timeline() -> tuple[TurnDrawn, ...]:
    """Return the turns of a real game of three from the round of the trigger on."""
    return next(turns for seed in range(100) if (turns := _ending(seed)))


def _ending(seed: int) -> tuple[TurnDrawn, ...]:
    """Play a game; return its ending if the middle seat triggered it, else nothing."""
    state = deal(catalogue(), options_of(SEATS), SeededShuffler(f"timeline {seed}"))
    chance, bot = Random(seed), GreedyBot()  # noqa: S311  # a reproducible game, no secret
    turns: list[TurnBegan] = []
    trigger: tuple[Seat | None, int] = (None, 0)
    while state.phase is not Phase.OVER:
        seat = awaited(state)[0]
        step = apply(state, seat, bot.choose(view_of(state, seat), chance))
        for event in step.events:
            if isinstance(event, TurnBegan):
                turns.append(event)
            elif isinstance(event, EndTriggered):
                trigger = (event.seat, event.last_round - 1)
        state = step.state
    seat_then, round_then = trigger
    if seat_then != TRIGGERING:
        return ()
    return tuple(
        TurnDrawn(turn.round - round_then, turn.seat, (turn.seat, turn.round) == trigger, turn.last)
        for turn in turns
        if turn.round >= round_then
    )


def figures_source() -> str:
    """Return the whole module of the figures."""
    rows = [f"  {name}: {_json(figure)}," for name, figure in figures().items()]
    return "\n".join(
        [
            "// Generated by tools/generate_tutorial.py: what the rules say of each figure. Do not edit.",
            "import type { Figure, Matching, TurnDrawn } from './figures';",
            "",
            "const all = {",
            *rows,
            "} as const;",
            "export type FigureName = keyof typeof all;",
            "export const FIGURES: Readonly<Record<FigureName, Figure>> = all;",
            f"export const MATCHING: readonly Matching[] = {_json(corresponding())};",
            f"export const TIMELINE: readonly TurnDrawn[] = {_json(timeline())};",
            "",
        ]
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
