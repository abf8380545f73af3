"""Does the teacher say the same with other chance? `python -m research.teacher_stability [--positions 200]`.

Positions of games between players of all kinds (`kinds.py`), each judged with two seeds: as a hint, and the turn that
was played as in a review. Said are, with half the 95 % interval over games:

- how often both hints name the same turn first, the same placement, and, the bar, a placement that the other one names
  first or calls as good; and how many turns are called as good;
- how often both reviews give the same verdict, and verdicts two or more classes apart;
- the difference in what the turn is said to lose, in hundredths of merit;
- with `--reference 60000`, how much less the first hint is worth than the best by a search of so many iterations;
- the CPU time of a hint, in seconds.
"""

import argparse
from random import Random
from time import process_time
from typing import Final

import numpy as np

from codex_naturalis.analysis import Compared, Hint, Turn, Verdict, compare, hint
from codex_naturalis.views import View, view_of

from .kinds import KINDS, Numbers, Played, games_of

EACH: Final = 3
"""Positions of each game."""

EARLY: Final = 4
"""Rounds that count as early."""

CLASSES: Final = tuple(verdict for verdict in Verdict if verdict is not Verdict.FORCED)


def main() -> None:
    """Read the options, judge twice, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--positions", type=int, default=200)
    options.add_argument("--seed", default="stability")
    options.add_argument("--reference", type=int, default=0)
    asked = options.parse_args()
    rows: dict[str, list[tuple[int, int, float]]] = {}
    games = -(-asked.positions // (EACH * len(KINDS)))
    for kind_number, kind in enumerate(KINDS):
        for number, game in enumerate(games_of(kind, games, asked.seed)):
            for view, played in positions(game, Random(f"{asked.seed}/{kind.name}/{number}")):
                for name, value in measured(view, played, asked.reference).items():
                    rows.setdefault(name, []).append((kind_number * games + number, view.round, value))
    for name, found in rows.items():
        table = np.array(found)
        early = table[:, 1] <= EARLY
        print(
            f"{name:44} {format_table(table)}; rounds 1-{EARLY} {format_table(table[early])}; "
            f"later {format_table(table[~early])}"
        )


def format_table(table: Numbers) -> str:
    """Return the mean of the last column and half its 95 % interval, games drawn again (bootstrap)."""
    games, rng = np.unique(table[:, 0]), np.random.default_rng(1)
    means = [
        np.concatenate([table[table[:, 0] == game, 2] for game in rng.choice(games, len(games))]).mean()
        for _ in range(200)
    ]
    return f"{table[:, 2].mean():.3f} ± {1.96 * np.std(means):.3f}"


def positions(game: Played, rng: Random) -> list[tuple[View, Turn]]:
    """Return some views before a placement, and the turns that were played."""
    some = rng.sample(game.turns, min(EACH, len(game.turns)))
    return [(view_of(state, seat), turn) for _, state, seat, turn in some]


def measured(view: View, played: Turn, reference: int) -> dict[str, float]:
    """Judge one position with two seeds."""
    begun = process_time()
    hints = [hint(view, seed) for seed in "ab"]
    spent = (process_time() - begun) / 2
    reviews = [compare(view, played, seed, 0) for seed in "ab"]
    return {
        **_of_hints(*hints),
        **_of_reviews(*reviews),
        **({"first hint lacks (hundredths)": lacking(view, hints[0], reference)} if reference else {}),
        "seconds of a hint": spent,
    }


def _of_hints(one: Hint, other: Hint) -> dict[str, float]:
    first, second = one.turns[0].turn, other.turns[0].turn
    named = [{turn.turn[0] for turn in hint.turns[:1]} | _as_good(hint) for hint in (one, other)]
    return {
        "hints: same turn first": first == second,
        "hints: same placement first": first[0] == second[0],
        "hints: same placement, or called as good": first[0] in named[1] and second[0] in named[0],
        "hints: turns called as good": len(named[0]),
    }


def _as_good(hint: Hint) -> set[object]:
    return {turn.turn[0] for turn in hint.turns if getattr(turn, "as_good", False)}  # earlier revisions have no word


def _of_reviews(one: Compared, other: Compared) -> dict[str, float]:
    if Verdict.FORCED in (one.verdict, other.verdict):
        return {}
    apart = abs(CLASSES.index(one.verdict) - CLASSES.index(other.verdict))
    return {
        "reviews: same verdict": apart == 0,
        "reviews: verdicts two or more classes apart": apart > 1,
        "reviews: loss differs by (hundredths)": 100 * abs(one.loss - other.loss),
    }


def lacking(view: View, advice: Hint, most: int) -> float:
    """Return how much less the first hint's placement is worth than the best, in hundredths, by a longer search."""
    from codex_naturalis.analysis.paired_comparison import race  # noqa: PLC0415 - earlier revisions have none

    action = advice.turns[0].turn[0]
    return 100 * next(one.behind for one in race(view, "reference", most, 8, action) if one.action == action)


if __name__ == "__main__":
    main()
