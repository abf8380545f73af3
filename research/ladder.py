"""Strength and speed of the levels: `python -m research.ladder play`, then `python -m research.ladder rate`.

`play` lets the pairs below meet at a table of two, every deal from both seats, and appends each deal to `ladder.jsonl`
beside this file; deals that it holds are not played again, so that it can be stopped and goes on later. A deal counts
as long as both bots play as they did then, whatever was written anew about them: each has a fingerprint, made of what
it does in one game of a fixed deal (`fingerprint`). `rate --all` takes earlier deals, too.

Lines with an `origin` are sums of games played earlier by other commands. `--master` adds the pairs of the strongest,
some minutes a deal.

`rate` fits Elo by maximum likelihood to all of them (Bradley and Terry, 1952; a shared victory counts half), with
Anselm, `level:3`, at 0 and ± half the 95 % interval, what each pair won drawn again (bootstrap).
It writes the table in `LADDER.md` between its marks and the strengths that people read where
they choose an opponent (`bots/strengths.json`).
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from codex_naturalis.bots import LEVELS, Bot, bot_named
from codex_naturalis.catalogue import catalogue
from codex_naturalis.record import action_text
from codex_naturalis.rules import GameOptions, Phase, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import view_of

Numbers = NDArray[np.float64]

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent / "src/codex_naturalis"
FILE: Final = HERE / "ladder.jsonl"
PAGE: Final = HERE / "LADDER.md"
STRENGTHS: Final = PACKAGE / "bots/strengths.json"

ZERO: Final = "level:3"
MASTER: Final = "search:200000"
"""Stands for `level:5`, which thinks by the clock: about as many iterations as two seconds of a quick core allow."""

TENTHS: Final = ("level:hunter", "level:weaver", "level:watcher")
PAIRS: Final = (
    *((*pair, 100) for pair in (("level:pupil", "greedy"), ("level:pupil", "level:1"), ("level:pupil", "level:2"))),
    *((*pair, 100) for pair in (("level:1", "greedy"), ("level:1", "level:2"), ("level:1", "level:3"))),
    *((*pair, 100) for pair in (("level:2", "level:3"), ("level:2", "level:4"), ("greedy", "level:3"))),
    ("level:3", "level:4", 100),
    ("level:4", "search:1000", 60),
    *((each, other, 40) for each in TENTHS for other in ("level:4", "search:1000")),
    *((*pair, 20) for pair in ((TENTHS[0], TENTHS[1]), (TENTHS[0], TENTHS[2]), (TENTHS[1], TENTHS[2]))),
)
MASTERS: Final = tuple((MASTER, other, 10) for other in ("search:1000", *TENTHS))
"""Bots that meet, and over how many deals: what is near, and what takes long less often."""

DRAWN: Final = 200
"""Bootstrap samples."""

BEGIN, END = "<!-- ladder -->", "<!-- /ladder -->"


class Met(Struct, frozen=True, omit_defaults=True):
    """One deal, played from both seats, or several games at once where only their sum is known."""

    bots: tuple[str, str]
    deal: int
    won: float
    """Games the first bot won; a shared victory counts half."""

    ahead: float = 0.0
    """Points by which the first bot was ahead, both games added up."""

    turns: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)
    """CPU time of each bot."""

    marks: tuple[str, str] = ("", "")
    """Fingerprint of each bot."""

    games: int = 2
    origin: str = ""
    """Where it comes from, if it was not played here."""


class Timed:
    """Bot with the number of its turns and the CPU time it took."""

    def __init__(self, bot: Bot) -> None:
        """Measure `bot`."""
        self.bot, self.turns, self.spent = bot, 0, 0.0


def main() -> None:
    """Read the command line, then play or rate."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=("play", "rate"))
    options.add_argument("--part", type=float, default=1.0, help="part of the deals of each pair that are played")
    options.add_argument("--only", default="", help="only pairs in which a bot's name contains this")
    options.add_argument("--file", type=Path, default=FILE, help="where deals are kept")
    options.add_argument("--master", action="store_true", help="play the pairs of the strongest, too")
    options.add_argument("--all", action="store_true", help="count deals of earlier versions, too")
    asked = options.parse_args()
    known = read(asked.file) if asked.all else valid(read(asked.file))
    if asked.what == "play":
        play(known, (*PAIRS, *MASTERS) if asked.master else PAIRS, asked.part, asked.only, asked.file)
    else:
        write_tables(known)


def read(file: Path) -> list[Met]:
    """Return what was played so far."""
    return [msgspec.json.decode(line, type=Met) for line in file.read_bytes().splitlines()] if file.exists() else []


def valid(known: Sequence[Met]) -> list[Met]:
    """Return the deals whose bots still play as they did, and the sums of games played by other commands."""
    return [one for one in known if one.origin or one.marks == marks(one.bots)]


def marks(bots: tuple[str, str]) -> tuple[str, str]:
    """Return the fingerprints of two bots."""
    return fingerprint(bots[0]), fingerprint(bots[1])


@cache
def fingerprint(name: str) -> str:
    """Return a digest of what a bot does in one game of a fixed deal, in all seats; a faster kernel leaves it as it is.

    What is too seldom to happen there is not seen: this is a sample, not a proof.
    """
    bot, rng = bot_named(name), Random("fingerprint")
    state = deal(catalogue(), GameOptions(2), SeededShuffler("fingerprint"))
    done = sha256()
    while seats := awaited(state):
        action = bot.choose(view_of(state, seats[0]), rng)
        done.update(f"{action_text(seats[0], action)}\n".encode())
        state = apply(state, seats[0], action).state
    return done.hexdigest()[:8]


def digest() -> str:
    """Return a digest of all code and weights that decide how bots play, and how fast."""
    files = sorted(file for part in ("bots", "kernel") for file in (PACKAGE / part).rglob("*") if _decides(file))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def _decides(file: Path) -> bool:
    return file.suffix in (".py", ".npy", ".npz", ".bin", ".f32") and "__pycache__" not in file.parts


def play(known: Sequence[Met], pairs: Sequence[tuple[str, str, int]], part: float, only: str, to: Path) -> None:
    """Play the deals that are missing, pair by pair in turn, so that an early end leaves no pair without games."""
    done = {(one.bots, one.deal) for one in known}
    with to.open("a", encoding="utf-8") as file:
        for number in range(max(deals for *_, deals in pairs)):
            for one, other, deals in pairs:
                if number < part * deals and ((one, other), number) not in done and (only in one or only in other):
                    file.write(msgspec.json.encode(met((one, other), number)).decode() + "\n")
                    file.flush()


def met(bots: tuple[str, str], number: int) -> Met:
    """Play one deal from both seats."""
    timed = [Timed(bot_named(name)) for name in bots]
    won = ahead = 0.0
    for first in (0, 1):
        seats = timed if first == 0 else timed[::-1]
        winners, totals = ended(seats, f"ladder/{number}", Random(f"ladder/{number}/{first}/{bots}"))
        won += (first in winners) / len(winners)
        ahead += totals[first] - totals[1 - first]
    turns, spent = ((one, other) for one, other in zip(*((each.turns, each.spent) for each in timed), strict=True))
    return Met(bots, number, won, ahead, turns, spent, marks(bots))


def ended(bots: Sequence[Timed], seed: str, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the winners and the points of one game."""
    state = deal(catalogue(), GameOptions(len(bots)), SeededShuffler(seed))
    while seats := awaited(state):
        player, view = bots[seats[0]], view_of(state, seats[0])
        begun = process_time()
        action = player.bot.choose(view, rng)
        player.spent += process_time() - begun
        player.turns += state.phase is Phase.PLACE
        state = apply(state, seats[0], action).state
    assert state.result is not None
    return state.result.winners, state.result.totals


def write_tables(known: Sequence[Met]) -> None:
    """Fit, print, and write the table and the strengths."""
    names = sorted({name for one in known for name in one.bots} - {ZERO})
    names.append(ZERO)
    elos = fitted(known, names)
    rng = np.random.default_rng(1)
    pairs = summed(known)
    samples = [fitted([_drawn(one, rng) for one in pairs], names, elos) for _ in range(DRAWN)]
    errors = dict(zip(names, 1.96 * np.std([[each[name] for name in names] for each in samples], 0), strict=True))
    rows = list(_rows(known, elos, errors))
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n".join(rows) + f"\n\n{END}{after}", encoding="utf-8")
    print("\n".join(rows))
    bots = {level.bot: MASTER if level.bot == "level:5" else level.bot for level in LEVELS}
    strengths = {name: {"elo": round(elos[bot]), "error": round(errors[bot])} for name, bot in bots.items()}
    lines = [f'  "{name}": {{"elo": {one["elo"]}, "error": {one["error"]}}}' for name, one in strengths.items()]
    STRENGTHS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def summed(known: Sequence[Met]) -> list[Met]:
    """Return one sum for each pair of bots."""
    pairs: dict[tuple[str, str], tuple[float, int]] = {}
    for one in known:
        won, games = pairs.get(one.bots, (0.0, 0))
        pairs[one.bots] = won + one.won, games + one.games
    return [Met(bots, 0, won, games=games) for bots, (won, games) in pairs.items()]


def _drawn(one: Met, rng: np.random.Generator) -> Met:
    """Return what a pair might have come to as well: games drawn with the share that was won, half a game more each."""
    share = (one.won + 0.5) / (one.games + 1)
    return Met(one.bots, 0, float(rng.binomial(one.games, share)), games=one.games)


def fitted(known: Sequence[Met], names: Sequence[str], begin: dict[str, float] | None = None) -> dict[str, float]:
    """Return the Elo of each bot, the last of `names` having 0.

    Newton's method on the logarithm of the likelihood; a weak prior (standard deviation 1,000) keeps a bot finite that
    won or lost every game.
    """
    index = {name: at for at, name in enumerate(names)}
    first, second = (np.array([index[one.bots[at]] for one in known]) for at in (0, 1))
    won, games = np.array([one.won for one in known]), np.array([float(one.games) for one in known])
    scale, size = np.log(10) / 400, len(names)
    elos = np.array([begin[name] for name in names]) if begin else np.zeros(size)
    for _ in range(60):
        expected = 1 / (1 + np.exp(-scale * (elos[first] - elos[second])))
        slope, weight = won - games * expected, games * expected * (1 - expected) * scale
        gradient = np.bincount(first, slope, size) - np.bincount(second, slope, size) - elos / 1e6 / scale
        curve = np.diag(np.bincount(first, weight, size) + np.bincount(second, weight, size) + 1 / 1e6 / scale)
        np.subtract.at(curve, (first, second), weight)
        np.subtract.at(curve, (second, first), weight)
        step = np.zeros(size)
        step[:-1] = np.linalg.solve(curve[:-1, :-1], gradient[:-1])
        elos = elos + np.clip(step, -200, 200)
        if np.abs(step).max() < 0.01:  # noqa: PLR2004 - a hundredth of an Elo
            break
    return dict(zip(names, elos.tolist(), strict=True))


def _rows(known: Sequence[Met], elos: dict[str, float], errors: dict[str, float]) -> Iterator[str]:
    """Yield the lines of the table."""
    games = sum(one.games for one in known)
    yield f"{games} games; a deal counts while its bots play as they did (fingerprints in `ladder.jsonl`)."
    yield ""
    yield "| bot | Elo | ± | ms a turn (CPU) | games won against others |"
    yield "|---|---|---|---|---|"
    for name in sorted(elos, key=lambda name: elos[name]):
        turns = sum(one.turns[one.bots.index(name)] for one in known if name in one.bots)
        spent = sum(one.seconds[one.bots.index(name)] for one in known if name in one.bots)
        time = f"{1000 * spent / turns:.3g}" if turns else "not measured"
        results = "; ".join(_results(known, name))
        yield f"| {_called(name)} | {elos[name]:+.0f} | {errors[name]:.0f} | {time} | {results} |"


def _called(name: str) -> str:
    level = next((one for one in LEVELS if one.bot == (name if name != MASTER else "level:5")), None)
    return f"`{name}`" + (f", step {level.step}" if level else "")


def _results(known: Sequence[Met], name: str) -> Iterator[str]:
    """Yield how a bot did against each of the weaker ones it met."""
    for other in dict.fromkeys(bot for one, second, _ in (*PAIRS, *MASTERS) for bot in (one, second)):
        met = [one for one in known if set(one.bots) == {name, other} and name != other]
        games = sum(one.games for one in met)
        won = sum(one.won if one.bots[0] == name else one.games - one.won for one in met)
        if games >= 20 and 2 * won >= games:  # noqa: PLR2004 - fewer say nothing
            yield f"{100 * won / games:.0f} % of {games} against `{other}`"


if __name__ == "__main__":
    main()
