"""What ratings are worth: players of known strength, a game of luck, and several models side by side.

`python -m tests.play.rating_models` lets a field of players play games of two, three and four seats. A player's
points in a game are strength plus luck, both normal, with the luck that was measured in this game (`tournament_fields
luck`), so that no model has drawn the results itself. Each model rates the same games. Printed are the share of 95 %
intervals that hold the truth, over all players and after so many games, and the mean surprise (log loss, in bits) of
the winner against what the ratings said before the game. Intervals belong to a scale: strengths and ratings are
compared about their means, and the factor between points of the game and points of rating is the one at which a small
difference of strength wins as often. Models: the server's (`play.plackett_luce`), Glicko-2 with a game as duels (what
the server had), the same with each duel at the weight of 1 in (seats - 1), and openskill's Plackett-Luce if it is
installed.
"""

import argparse
import importlib.util
import math
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Protocol

from msgspec import Struct

from codex_naturalis.play import plackett_luce
from codex_naturalis.play.plackett_luce import Rating
from research.tournament_fields import DEAL_SD, REST_SD

from . import glicko

LUCK_SD = math.hypot(DEAL_SD, REST_SD) / math.sqrt(2)
"""Standard deviation of one seat's points by luck: that of the margin of two, divided among them."""


WIDTH: Final = 1.96
"""Half a 95 % interval, in standard deviations."""

POINTS: Final = 400 / math.log(10)
"""Points of rating for a natural logarithm."""

PLACES: Final = {
    2: (0.5642, -0.5642),
    3: (0.8463, 0.0, -0.8463),
    4: (1.0294, 0.2970, -0.2970, -1.0294),
}
"""Expected values of two, three and four standard normal numbers, the greatest first."""


class Model(Protocol):
    """A way of rating."""

    def new(self) -> Any:  # noqa: ANN401 - a model's own value
        """Return the rating of a newcomer."""

    def after(self, ratings: Sequence[Any], ranks: Sequence[int]) -> list[Any]:
        """Return the ratings after a game."""

    def normal(self, rating: Any, seats: int) -> Rating:  # noqa: ANN401 - a model's own value
        """Return mean and standard deviation on Elo's scale."""

    def unit(self, seats: int) -> float:
        """Return how many points of rating a point of strength is in the end worth to this model."""


class PlackettLuce:
    """The server's model."""

    def new(self) -> Any:  # noqa: ANN401 - a model's own value
        """Return the rating of a newcomer."""
        return plackett_luce.NEW

    def after(self, ratings: Sequence[Any], ranks: Sequence[int]) -> list[Any]:
        """Return the ratings after a game."""
        return list(plackett_luce.after_game(list(zip(ratings, ranks, strict=True))))

    def normal(self, rating: Any, seats: int) -> Rating:  # noqa: ANN401, ARG002 - a model's own value
        """Return mean and standard deviation on Elo's scale."""
        return Rating(rating.rating, rating.deviation)

    def unit(self, seats: int) -> float:
        """Return the factor at which the model's likelihood is greatest for small differences of normal strengths."""
        scores = [1 - sum(1 / (seats - k) for k in range(place + 1)) for place in range(seats - 1)]
        scores.append(-sum(1 / (seats - k) for k in range(seats - 1)))
        weighted = sum(score * place for score, place in zip(scores, PLACES[seats], strict=True))
        return POINTS * weighted / sum(score**2 for score in scores) / LUCK_SD


class Duels(PlackettLuce):
    """Glicko-2, a game counted as one between each two of its seats."""

    def new(self) -> Any:  # noqa: ANN401 - a model's own value
        """Return the rating of a newcomer."""
        return glicko.NEW

    def after(self, ratings: Sequence[Any], ranks: Sequence[int]) -> list[Any]:
        """Return the ratings after a game."""
        return list(glicko.after_game(list(zip(ratings, ranks, strict=True))))

    def unit(self, seats: int) -> float:  # noqa: ARG002 - duels are of two
        """Return the factor of a game of two."""
        return super().unit(2)


class WeightedDuels(Duels):
    """The same, but each duel counts for 1 / (seats - 1) of one."""

    def after(self, ratings: Sequence[Any], ranks: Sequence[int]) -> list[Any]:
        """Return the ratings after a game."""
        return list(glicko.after_game(list(zip(ratings, ranks, strict=True)), weight=1 / (len(ranks) - 1)))


class OpenSkill(PlackettLuce):
    """Plackett-Luce of openskill (Weng and Lin), with its own settings, on Elo's scale."""

    def __init__(self) -> None:
        """Import it."""
        self._model = importlib.import_module("openskill.models").PlackettLuce()

    def new(self) -> Any:  # noqa: ANN401 - a model's own value
        """Return the rating of a newcomer."""
        return self._model.rating()

    def after(self, ratings: Sequence[Any], ranks: Sequence[int]) -> list[Any]:
        """Return the ratings after a game."""
        return [team[0] for team in self._model.rate([[rating] for rating in ratings], ranks=list(ranks))]

    def normal(self, rating: Any, seats: int) -> Rating:  # noqa: ANN401 - a model's own value
        """Return mean and standard deviation on Elo's scale."""
        factor = POINTS / (self._model.beta * math.sqrt(seats))  # strengths are divided by the root of all variances
        return Rating(1500 + factor * (rating.mu - self._model.mu), factor * rating.sigma)


def models() -> dict[str, Callable[[], Model]]:
    """Return the models by name."""
    found: dict[str, Callable[[], Model]] = {
        "plackett-luce": PlackettLuce,
        "glicko-2, duels": Duels,
        "glicko-2, weighted": WeightedDuels,
    }
    return found | ({"openskill": OpenSkill} if importlib.util.find_spec("openskill") else {})


class Coverage(Struct):
    """How a model did."""

    held: dict[int, float]
    """Share of 95 % intervals that hold the truth, by games played by each."""

    error: dict[int, float]
    """Root of the mean squared error, in points of rating."""

    deviation: dict[int, float]
    """Mean deviation told, in points of rating."""

    surprise: float
    """Mean log loss of who came first, in bits."""


def simulated(
    model: Model, seats: int, spread: float, stops: Sequence[int], rng: Random, *, players: int = 60, drift: float = 0
) -> Coverage:
    """Let players of known strength play, and rate them.

    `spread` is the standard deviation of strengths in points of the game, `drift` that of their change from game to
    game. A round seats everyone once, at random; `stops` are the rounds after which intervals are looked at.
    """
    strengths = [rng.gauss(0, spread) for _ in range(players)]
    ratings = [model.new() for _ in strengths]
    done, losses = Coverage({}, {}, {}, 0.0), []
    for number in range(1, max(stops) + 1):
        order = rng.sample(range(players), players)
        for table in (order[first : first + seats] for first in range(0, players - seats + 1, seats)):
            points = [round(strengths[player] + rng.gauss(0, LUCK_SD)) for player in table]
            ranks = [1 + sum(other > own for other in points) for own in points]
            chances = plackett_luce.chances([model.normal(ratings[player], seats) for player in table])
            won = [chance for chance, rank in zip(chances, ranks, strict=True) if rank == 1]
            losses.append(-statistics.fmean(math.log2(chance) for chance in won))
            for player, after in zip(table, model.after([ratings[player] for player in table], ranks), strict=True):
                ratings[player] = after
        if number in stops:
            truths = [model.unit(seats) * strength for strength in strengths]
            _look(done, number, truths, [model.normal(rating, seats) for rating in ratings])
        strengths = [strength + rng.gauss(0, drift) for strength in strengths]
    done.surprise = statistics.fmean(losses)
    return done


def _look(done: Coverage, number: int, truths: Sequence[float], ratings: Sequence[Rating]) -> None:
    """Compare ratings with the truth, both about their means, which no result tells."""
    centre = statistics.fmean(truths) - statistics.fmean(rating.rating for rating in ratings)
    errors = [rating.rating + centre - truth for rating, truth in zip(ratings, truths, strict=True)]
    held = [abs(error) <= WIDTH * rating.deviation for error, rating in zip(errors, ratings, strict=True)]
    done.held[number] = statistics.fmean(held)
    done.error[number] = math.sqrt(statistics.fmean(error**2 for error in errors))
    done.deviation[number] = statistics.fmean(rating.deviation for rating in ratings)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="What ratings are worth.")
    parser.add_argument("--fields", type=int, default=10, help="fields of 60 players for each row")
    parser.add_argument("--spread", type=float, nargs="+", default=[2.5], help="of strengths, in points of the game")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--stops", type=int, nargs="+", default=[10, 30, 100, 300])
    parser.add_argument("--drift", type=float, default=0.0, help="by which strengths change from game to game")
    asked = parser.parse_args()
    for spread in asked.spread:
        for seats in asked.seats:
            print(f"{seats} seats, strengths {spread:g} points apart (luck {LUCK_SD:.2f})")
            for name, model in models().items():
                _row(name, model, asked, seats, spread)


def _row(name: str, model: Callable[[], Model], asked: argparse.Namespace, seats: int, spread: float) -> None:
    begun = time.process_time()
    fields = [
        simulated(model(), seats, spread, asked.stops, Random(f"{seats}/{spread}/{field}"), drift=asked.drift)
        for field in range(asked.fields)
    ]
    columns = [
        f"{stop}: {100 * statistics.fmean(field.held[stop] for field in fields):5.1f} % "
        f"({statistics.fmean(field.deviation[stop] for field in fields):3.0f}, "
        f"{statistics.fmean(field.error[stop] for field in fields):3.0f})"
        for stop in asked.stops
    ]
    surprise = statistics.fmean(field.surprise for field in fields)
    print(f"  {name:20} {'  '.join(columns)}  {surprise:.4f} bits  {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
