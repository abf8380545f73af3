"""How far is the search ahead of an earlier one, over time and seats? `python benchmarks/search_lead.py play|tell`.

`play` lets today's search meet that of `RIVAL`, which stays the same, with the budgets below: a turn of about 12 ms, of
120 ms and of 2 s for both at a table of two, and one of 12 ms with three and four seats. Each deal is played from every
seat (`search_earlier.py`) and appended to `search_lead.jsonl` beside this file, so that it can be stopped and goes on
later; the pairings take turns, the long ones less often. A deal counts while the search plays as it did then (the
fingerprint of `search:1000` in `ladder.py`), unless `--all` is said.

`tell` prints a table: part of the victories, part of the rivals left behind (half for a tie, so that equals make 50 %
at any table), points ahead of their mean, each with half its 95 % interval over deals, and the CPU time of a turn of
either, whose ratio says how fair the budgets are.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import msgspec
import numpy as np
from ladder import fingerprint
from msgspec import Struct
from search_earlier import Earlier, play
from search_games import Timed
from search_regret import told

from codex_naturalis.bots import bot_named
from codex_naturalis.kernel.warm_up import compile_kernel

FILE: Final = Path(__file__).with_name("search_lead.jsonl")
RIVAL: Final = "473ab702"
"""The last revision whose value network did not see the codex."""


SEARCH: Final = "search:1000"


class Pairing(NamedTuple):
    """A budget for either, at a table of some seats, and over how many deals they meet."""

    seats: int
    bot: str
    way: str
    deals: int


PAIRINGS: Final = (
    Pairing(2, "search:1000", "games=1000", 200),
    Pairing(3, "search:1000", "games=1000", 200),
    Pairing(4, "search:1000", "games=1000", 150),
    Pairing(2, "search:10000", "games=10000", 40),
    Pairing(2, "search:100000", "games=100000", 10),
)


class Met(Struct, frozen=True, omit_defaults=True):
    """One deal, played from every seat: means over its games, turns and CPU seconds of both sides."""

    pairing: tuple[int, str, str]
    deal: int
    won: float
    behind: float
    ahead: float
    turns: tuple[int, int]
    seconds: tuple[float, float]
    mark: str
    """Fingerprint of the search."""


def main() -> None:
    """Play, or tell."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=("play", "tell"))
    options.add_argument("--only", default="", help="only pairings that contain this, as search:1000 or games=10000")
    options.add_argument("--seats", type=int, default=0, help="only pairings with this number of seats")
    options.add_argument("--file", type=Path, default=FILE, help="where deals are kept")
    options.add_argument("--all", action="store_true", help="count deals of earlier versions, too")
    asked = options.parse_args()
    pairings = [one for one in PAIRINGS if asked.only in (one.bot, one.way, "") and asked.seats in (one.seats, 0)]
    known = [one for one in read(asked.file) if asked.all or one.mark == fingerprint(SEARCH)]
    if asked.what == "tell":
        print("\n".join(table(known)))
    else:
        compile_kernel()
        for pairing, deal in missing(known, pairings):
            with asked.file.open("a", encoding="utf-8") as file:
                file.write(msgspec.json.encode(met(pairing, deal)).decode() + "\n")


def read(file: Path) -> list[Met]:
    """Return what was played so far."""
    return [msgspec.json.decode(line, type=Met) for line in file.read_bytes().splitlines()] if file.exists() else []


def missing(known: Sequence[Met], pairings: Sequence[Pairing]) -> list[tuple[Pairing, int]]:
    """Return the deals that are missing, in an order in which all pairings are equally far when it is broken off."""
    done = {(one.pairing, one.deal) for one in known}
    all_of_them = [(one, deal) for one in pairings for deal in range(one.deals) if (one[:3], deal) not in done]
    return sorted(all_of_them, key=lambda one: (one[1] + 0.5) / one[0].deals)


def met(pairing: Pairing, deal: int) -> Met:
    """Play one deal from every seat."""
    seats = pairing.seats
    with TemporaryDirectory() as folder:
        bot, earlier = Timed(bot_named(pairing.bot)), Earlier(Path(folder), RIVAL, pairing.way)
        games = [play(bot, earlier, seats * deal + seat, f"lead/{seats}", seats) for seat in range(seats)]
        earlier.end()
    won, behind, ahead = np.mean(games, axis=0).round(4).tolist()
    spent = (round(bot.spent, 3), round(earlier.spent, 3))
    return Met(pairing[:3], deal, won, behind, ahead, (bot.turns, earlier.turns), spent, fingerprint(SEARCH))


def table(known: Sequence[Met]) -> list[str]:
    """Return the lines of a table: one for each pairing that was played."""
    lines = [
        f"| seats | today | `{RIVAL}` | games | won | left behind | points ahead | CPU a turn |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for pairing in PAIRINGS:
        found = [one for one in known if one.pairing == pairing[:3]]
        if len(found) > 1:
            won, behind = (told([getattr(one, name) for one in found]) for name in ("won", "behind"))
            points = told([one.ahead / 100 for one in found])
            times = " / ".join(
                f"{1000 * sum(one.seconds[n] for one in found) / sum(one.turns[n] for one in found):.1f}"
                for n in (0, 1)
            )
            number = pairing.seats * len(found)
            both = f"| {pairing.seats} | `{pairing.bot}` | `{pairing.way}` | {number} "
            lines.append(f"{both}| {won} % | {behind} % | {points} | {times} ms |")
    return lines


if __name__ == "__main__":
    main()
