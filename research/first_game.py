"""Measure how often a scripted beginner wins its first game: `python -m research.first_game [--games 400]`.

The beginner has no plan. It sees the points printed on a card and forgets what the card will cost: it takes the
face-up card with the most of them, and among equals the kingdom it shows most of. It lays what scores most at once,
fronts before backs. It keeps the objective that promises more points, and does not look at it again. What the lobby
offers a guest who has never played should lose to it in 30 to 60 games of a hundred (`--check` fails otherwise). All
opponents meet the same deals; against bots every deal is played from every seat. Printed are the part of games won, a
shared victory counting its share, with half the 95 % interval (Wilson), and the mean difference to the best opponent,
in points.
"""

import argparse
from math import sqrt
from random import Random
from statistics import fmean

from msgspec import Struct

from codex_naturalis.bots import Bot, bot_named
from codex_naturalis.bots.planner.placement import Placement, card_shown, placement_of
from codex_naturalis.catalogue import KINGDOMS, CardId, Side, catalogue
from codex_naturalis.record import seeded_deal
from codex_naturalis.rules import (
    Action,
    ChooseObjective,
    ChooseSide,
    Draw,
    GameOptions,
    GameState,
    Place,
    SoloLevel,
    apply,
    awaited,
    begin,
)
from codex_naturalis.rules.faces import FACES, KINGDOM_OF
from codex_naturalis.views import View, view_of

OFFERED = ("first", "level:1", "level:1 level:1", "level:1 level:1 level:1")
"""What the lobby offers somebody who has never played: a solo level, or the bots of a table."""

ALL = ("first", "gentle", "easy", "normal", "hard", *OFFERED[1:], "level:2", "level:3")
LEAST, MOST = 0.30, 0.60


class Beginner:
    """A player without a plan."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return what looks best at once; ties are broken at random."""
        assert view.viewer is not None
        ground = placement_of(view.seats[view.viewer])
        own = _own_kingdom(view)
        worth = [_worth(view, ground, action, own) for action in view.legal]
        best = max(worth)
        return rng.choice([action for action, value in zip(view.legal, worth, strict=True) if value == best])


def _own_kingdom(view: View) -> int:
    """Return the kingdom that the beginner shows most of, its hand breaking ties."""
    assert view.viewer is not None
    seat = view.seats[view.viewer]
    held = [KINGDOM_OF[card.card] for card in seat.hand if card.card is not None]
    return max(range(len(KINGDOMS)), key=lambda kingdom: (seat.symbols[kingdom], held.count(kingdom)))


def _worth(view: View, ground: Placement, action: Action, own: int) -> tuple[float, ...]:
    match action:
        case Place():
            face = FACES[action.side][action.card]
            _, lost = ground.under[action.cell]
            liked = KINGDOM_OF[action.card] == own
            return (ground.points(face, action.cell), action.side is Side.FRONT, liked, -len(lost))
        case Draw():
            return _worth_drawing(card_shown(view.market, action.source), own)
        case ChooseObjective():
            return (catalogue().objective[action.card].points,)
        case ChooseSide():
            return (0.0,)


def _worth_drawing(card: CardId | None, own: int) -> tuple[float, ...]:
    if card is None:
        return (0.0, 0.0)
    return (FACES[Side.FRONT][card].points, KINGDOM_OF[card] == own)


class Outcome(Struct, frozen=True):
    """How one game ended for the beginner."""

    won: float
    """1, 0, or its share of a victory."""

    ahead: int
    """Points between it and the best opponent."""


def play(against: str, number: int, seed: str) -> Outcome:
    """Play game `number` against a solo level or a table of bots."""
    if against in [level.value for level in SoloLevel]:
        options = GameOptions(1, solo=SoloLevel(against))
        return _played(options, (Beginner(),), 0, f"{seed}/{number}", f"{seed}/{number}")
    rivals = [bot_named(name) for name in against.split()]
    own = number % (len(rivals) + 1)
    seats = (*rivals[:own], Beginner(), *rivals[own:])
    return _played(GameOptions(len(seats)), seats, own, f"{seed}/{number // len(seats)}", f"{seed}/{number}")


def _played(options: GameOptions, bots: tuple[Bot, ...], own: int, deal: str, chance: str) -> Outcome:
    state, streams = (
        begin(options, seeded_deal(options, deal)),
        [Random(f"{chance}/{seat}") for seat in range(len(bots))],
    )
    while seats := awaited(state):
        for seat in seats:
            state = apply(state, seat, bots[seat].choose(view_of(state, seat), streams[seat])).state
    return _outcome(state, own)


def _outcome(state: GameState, own: int) -> Outcome:
    result = state.result
    assert result is not None
    rivals = [total for seat, total in enumerate(result.totals) if seat != own]
    best = max([*rivals, *([state.tybor.score] if state.tybor else [])])
    return Outcome((own in result.winners) / max(1, len(result.winners)), result.totals[own] - best)


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share `won` of `games` (Wilson, 1927)."""
    z = 1.959964
    centre = (won + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(won * (1 - won) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return centre - half, centre + half


def main() -> None:
    """Play, print a line for each opponent, and with `--check` fail where the first game is too hard or too easy."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--games", type=int, default=400, help="against each")
    options.add_argument("--seed", default="first")
    options.add_argument("--against", action="append", help=f"as {' or '.join(map(repr, ALL))}; by default all of them")
    options.add_argument(
        "--check", action="store_true", help="fail where what the lobby offers is not won in 30 to 60 %%"
    )
    asked = options.parse_args()
    missed = []
    for against in asked.against or (OFFERED if asked.check else ALL):
        games = [play(against, number, asked.seed) for number in range(asked.games)]
        won = fmean(game.won for game in games)
        low, high = wilson(won, len(games))
        ahead = fmean(game.ahead for game in games)
        print(
            f"{against:26}{100 * won:5.1f} % won ({100 * low:.1f} to {100 * high:.1f}), {ahead:+.1f} points", flush=True
        )
        missed += [against] if not LEAST <= won <= MOST else []
    if asked.check and missed:
        raise SystemExit(f"not won in 30 to 60 %: {', '.join(missed)}")


if __name__ == "__main__":
    main()
