"""Are the teacher's figures true? `python -m research.teacher_calibration [--positions 2400] [--plot FILE.svg]`.

Positions of all rounds of games between players of all kinds (`kinds.py`), or with `--searches` between bots that
search, and one that does with a planner. In each the teacher names the best turn, as in a hint, and says what the turn
that was played is worth, and how the game stood before it, as a review and its curve do. Each told chance to win and
margin is compared with what came: of the turn played, in the game itself or, where players have compiled twins, in many
games played on from it; of the turn advised, after it has been taken.

Said are, for each figure, how much too high it is in the mean, the expected calibration error over ten equal classes of
told chance, the part of it that would be seen with true figures (so few positions leave noise), and the slope of what
came on what was told: below one, figures are too bold. ± is half the 95 % interval, games drawn again (bootstrap).
`--json` keeps what was measured, `--plot` draws it. A thousand positions take about five minutes of one core; parts
with seeds of their own are said together: `--json part-1.json part-2.json`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from codex_naturalis.analysis import REVIEW
from codex_naturalis.analysis.expectations import Expected, expectations
from codex_naturalis.analysis.review import STRICT
from codex_naturalis.analysis.turn_evaluation import judge_turns
from codex_naturalis.judgements.teacher import CLOSE
from codex_naturalis.rules import Action, GameState
from codex_naturalis.views import view_of

from .calibration_plot import drawn
from .kinds import KINDS, SEARCHES, Kind, Numbers, Played, came, games_of

EACH: Final = 5
"""Positions of each game."""

CLASSES: Final = 10
DRAWN: Final = 400
"""Bootstrap samples."""

FIGURES: Final = ("advised", "played", "curve")


class Judgement(Struct, frozen=True):
    """One figure of one position: what was told to the player to act, and what came."""

    figure: str
    kind: str
    game: int
    left: int
    """Rounds still to come."""

    seat: int
    win: float
    margin: float
    won: float
    ahead: float
    lost: float = 0.0
    """Merit that the turn played lacks of the best."""


def main() -> None:
    """Read the options, measure, print, draw."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--positions", type=int, default=2400)
    options.add_argument("--seed", default="calibration")
    options.add_argument("--searches", action="store_true", help="games of bots that search")
    options.add_argument(
        "--json",
        type=Path,
        nargs="+",
        default=[],
        help="keep what was measured; if the files are there, only say it again",
    )
    options.add_argument("--plot", type=Path, help="draw what was told and what came")
    options.add_argument("--before", type=Path, help="what was measured earlier, to be drawn beside it")
    asked = options.parse_args()
    kinds: tuple[Kind, ...] = SEARCHES if asked.searches else KINDS
    if asked.json and all(file.exists() for file in asked.json):
        found = together(asked.json)
    else:
        found = measured(kinds, asked.positions, asked.seed)
        for file in asked.json[:1]:
            file.write_bytes(encode(found))
    for figure in FIGURES:
        say(figure, [one for one in found if one.figure == figure], kinds)
    for kind in kinds:
        played, curve = ([one for one in found if (one.kind, one.figure) == (kind.name, name)] for name in FIGURES[1:])
        lost, apart = (
            np.array([one.lost for one in played]),
            [a.win - b.win for a, b in zip(played, curve, strict=True)],
        )
        kept = 100 * np.exp(-STRICT * np.where(lost > CLOSE, lost, 0))
        spread = 196 * np.std(apart) / len(apart) ** 0.5
        print(
            f"{kind.name}: turns lack {100 * lost.mean():.1f} hundredths of the best; accuracy {kept.mean():.0f}; "
            f"their chances are {100 * np.mean(apart):+.1f} ± {spread:.1f} above the curve"
        )
    if asked.plot:
        before = decode(asked.before.read_bytes(), type=list[Judgement]) if asked.before else ()
        asked.plot.write_text(drawn(found, before))


def together(files: Sequence[Path]) -> list[Judgement]:
    """Return what several files hold, with games of their own."""
    parts = [decode(file.read_bytes(), type=list[Judgement]) for file in files]
    return [replace(one, game=one.game * len(parts) + part) for part, found in enumerate(parts) for one in found]


def measured(kinds: Sequence[Kind], positions: int, seed: str) -> list[Judgement]:
    """Judge positions of games of these kinds, equally many of each."""
    found: list[Judgement] = []
    games = -(-positions // (EACH * len(kinds)))
    for at, kind in enumerate(kinds):
        for number, game in enumerate(games_of(kind, games, seed)):
            rng = Random(f"{seed}/{kind.name}/{number}")
            turns = list(expectations(game.turns, f"{seed}:{number}", REVIEW.curve))
            for one in rng.sample(turns, min(EACH, len(turns))):
                found += judged(game, one, at * games + number)
    return found


def judged(game: Played, expected: Expected, number: int) -> list[Judgement]:
    """Return what is told of a turn as it was played, of the best one instead, and by the curve before it."""
    at, state, seat, played = expected.taken
    judgement = judge_turns(view_of(state, seat), f"calibration:{number}:{at}", REVIEW, played)
    best, asked = judgement.best[0], judgement.asked
    assert asked is not None
    after, curve = expected.after.shift(0.0), expected.before[seat].shift(0.0)
    measured = {"advised": (best.worth, best.turn), "played": (after, played), "curve": (curve, played)}
    left = game.end.round - state.round
    return [
        Judgement(
            name,
            game.kind.name,
            number,
            left,
            seat,
            worth.win,
            worth.margin,
            *outcome(game, state, seat, turn, played),
            max(0.0, asked.behind),
        )
        for name, (worth, turn) in measured.items()
        if game.kind.twins or turn == played
    ]


def outcome(
    game: Played, state: GameState, seat: int, turn: tuple[Action, ...], played: tuple[Action, ...]
) -> tuple[float, float]:
    """Return the part of the victory and the points ahead that came of a turn."""
    if game.kind.twins:
        ahead, won = came(state, turn, game.bots, game.kind.careless, f"{state.round}:{seat}")[seat]
        return float(won), float(ahead)
    result = game.end.result
    assert result is not None
    assert turn == played
    return (seat in result.winners) / len(result.winners), float(result.totals[seat] - result.totals[1 - seat])


class Errors(NamedTuple):
    """How far figures are off."""

    win: float
    margin: float
    calibration: float
    slope: float


def errors(rows: Numbers) -> Errors:
    """Return how far figures are off, of rows of told chance, told margin, victory, and points ahead."""
    win, margin, won, ahead = rows.T
    return Errors(
        float((win - won).mean()), float((margin - ahead).mean()), calibration_error(win, won), _slope(win, won)
    )


def calibration_error(win: Numbers, won: Numbers) -> float:
    """Return the expected calibration error (Naeini et al., 2015) over classes of equally wide told chances."""
    where = np.minimum((win * CLASSES).astype(int), CLASSES - 1)
    off = np.bincount(where, win - won, CLASSES)
    return float(np.abs(off).sum() / len(win))


def _slope(win: Numbers, won: Numbers) -> float:
    apart = win - win.mean()
    return float((apart * won).sum() / max((apart * apart).sum(), 1e-9))


def say(figure: str, judgements: list[Judgement], kinds: Sequence[Kind]) -> None:
    """Print how far one figure is off: in all, by rounds to come, by kind, and for either seat."""
    groups = {"all": judgements}
    for first, last in ((0, 0), (1, 2), (3, 5), (6, 9), (10, 99)):
        name = f"{first} rounds to come" if first == last else f"{first}-{last} rounds to come"
        groups[name] = [one for one in judgements if first <= one.left <= last]
    groups |= {kind.name: [one for one in judgements if one.kind == kind.name] for kind in kinds}
    groups |= {f"seat {seat}": [one for one in judgements if one.seat == seat] for seat in (0, 1)}
    print(f"{figure}: told less came, chance in points of a hundred")
    for name, ones in groups.items():
        if ones:
            print(f"  {name:22} {_sentence(ones)}")


def _sentence(judgements: list[Judgement]) -> str:
    rows = np.array([(one.win, one.margin, one.won, one.ahead) for one in judgements])
    games = np.array([one.game for one in judgements])
    whole, rng = errors(rows), np.random.default_rng(1)
    members = [np.flatnonzero(games == game) for game in np.unique(games)]
    samples = [
        errors(rows[np.concatenate([members[n] for n in rng.integers(0, len(members), len(members))])])
        for _ in range(DRAWN)
    ]
    win, margin, _, slope = 1.96 * np.std(samples, 0)
    low, high = np.percentile([one.calibration for one in samples], (2.5, 97.5))
    least, off = 100 * calm(rows, rng), 100 * whole.calibration
    return (
        f"{len(judgements):5}: chance {100 * whole.win:+5.1f} ± {100 * win:.1f}, "
        f"margin {whole.margin:+.2f} ± {margin:.2f}, "
        f"calibration error {off:.1f} ({100 * low:.1f}-{100 * high:.1f}; {least:.1f} if true), "
        f"slope {whole.slope:.2f} ± {slope:.2f}"
    )


def calm(rows: Numbers, rng: np.random.Generator) -> float:
    """Return the calibration error that true figures would show: what came is drawn around what was told."""
    win, won = rows[:, 0], rows[:, 2]
    off = won - win
    return float(np.mean([calibration_error(win, win + off * rng.choice((-1, 1), len(off))) for _ in range(50)]))


if __name__ == "__main__":
    main()
