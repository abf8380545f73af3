"""Conformance archive: golden games, positions and counts, with which another engine can check itself.

The docs carry it as `reference/codex-naturalis-conformance.zip`. Everything in it comes from `tests/golden`,
`tests/perft/counts.txt` and the rules; `tests/test_conformance.py` reads it as a stranger would.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from codex_naturalis.catalogue import Side
from codex_naturalis.cli.replay import replay_record
from codex_naturalis.record import Record, deal_of, opening, read_record, replay, seeded_deal, write_record
from codex_naturalis.rules import ChooseObjective, ChooseSide, GameState, SoloLevel, apply, awaited, options_of
from codex_naturalis.rules import legal_actions as legal_actions_of
from codex_naturalis.views import view_of

__all__ = ["COUNTS", "GOLDEN", "build_archive", "perft_rows", "perft_state"]

ROOT: Final = Path(__file__).parents[1]
GOLDEN: Final = ROOT / "tests/golden"
COUNTS: Final = ROOT / "tests/perft/counts.txt"

_GAMES: Final = ("shared_games.jsonl", "solo_games.jsonl", "recorded_games.jsonl")
_EVERY: Final = 6
"""Distance between the archived positions of a game, in actions."""

_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Date of every file, so that the same rules give the same archive."""

_README: Final = """\
# Does your engine of Codex Naturalis agree with this one?

All files are UTF-8; in those that end in `.jsonl` each line is a JSON object.

- `games.jsonl`: {games} games. `record` is the game as data (`records.md`), `replay` what it leads to: after each
  action the points, visible symbols and open cells of each seat, at the end objectives, totals and winners. Symbols
  are in the order fungi, plant, animal, insect, quill, inkwell, manuscript; cells are [x, y] from the starter card.
- `positions.jsonl`: positions of these games. `code` says everything, `legal` the legal actions of each seat that is to
  act, `views` what each seat may know, and last what a spectator may (`notation.md` has the grammar).
- `perft.jsonl`: positions, and how many sequences of 1, 2, 3 … legal actions go on from each. While seats choose at the
  same time every order of their choices counts.
- `cards.toml`: the printed facts of the 102 cards.

An engine that replays the games, finds the same legal actions, and counts the same sequences plays by the same rules.
"""


def build_archive() -> bytes:
    """Return the archive; the same rules and golden games give the same bytes."""
    games = list(golden_records())
    files = {
        "README.md": _README.format(games=len(games)),
        "games.jsonl": "".join(map(_game_line, games)),
        "positions.jsonl": "".join(_position_line(state) for record in games for state in _positions(record)),
        "perft.jsonl": "".join(_perft_line(row) for row in perft_rows()),
        "cards.toml": (ROOT / "src/codex_naturalis/catalogue/cards.toml").read_text("utf-8"),
        "notation.md": (ROOT / "docs/reference/notation.md").read_text("utf-8"),
        "records.md": (ROOT / "docs/reference/records.md").read_text("utf-8"),
    }
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as writer:
        for name, text in files.items():
            writer.writestr(ZipInfo(name, _DATE), text.encode(), ZIP_DEFLATED)
    return archive.getvalue()


def golden_records() -> Iterator[Record]:
    """Yield the golden games, each with its deal."""
    for name in _GAMES:
        for line in (GOLDEN / name).read_text("utf-8").splitlines():
            record = read_record(json.dumps(json.loads(line)["record"]))
            yield Record(record.options, deal=deal_of(record), actions=record.actions, rules=record.rules)


def _game_line(record: Record) -> str:
    replayed = replay_record(record, final=False)
    return f'{{"record":{write_record(record)},"replay":{msgspec.json.encode(replayed).decode()}}}\n'


def _positions(record: Record) -> list[GameState]:
    states = [opening(record), *(step.state for step in replay(record))]
    return [*states[:-1:_EVERY], states[-1]]


def _position_line(state: GameState) -> str:
    legal = {seat: [str(action) for action in legal_actions_of(state, seat)] for seat in awaited(state)}
    views = [view_of(state, viewer).code() for viewer in (*range(len(state.seats)), None)]
    return json.dumps({"code": state.code(), "legal": legal, "views": views}) + "\n"


# Counts


def perft_rows() -> list[list[str]]:
    """Return the rows of the table of counts: the position, and the count for each depth."""
    return [line.split() for line in COUNTS.read_text("utf-8").splitlines() if line and line[0] != "#"]


def perft_state(kind: str, what: str, which: str) -> GameState:
    """Return the position that a row of counts begins with: of a seeded deal, or of a golden game."""
    return _dealt_state(what, which) if kind == "deal" else _golden_state(kind, what, which)


def _dealt_state(kind: str, seed: str) -> GameState:
    """Return a seeded deal, `2` or `solo-hard`; with a `+`, after setup with every starter's front and first offer."""
    seats, solo = (1, SoloLevel(kind.strip("+").split("-")[1])) if "solo" in kind else (int(kind.strip("+")), None)
    options = options_of(seats, solo=solo)
    state = opening(Record(options, deal=seeded_deal(options, seed)))
    if kind.endswith("+"):
        for seat in range(seats):
            state = apply(state, seat, ChooseSide(Side.FRONT)).state
        for seat, dealt in enumerate(state.deal.seats):
            state = apply(state, seat, ChooseObjective(dealt.objectives[0])).state
    return state


def _golden_state(kind: str, game: str, index: str) -> GameState:
    """Return a shared golden game, or a solo one of either version, after a number of actions."""
    line = (GOLDEN / f"{'shared' if kind == 'game' else 'solo'}_games.jsonl").read_text("utf-8").splitlines()[int(game)]
    return list(replay(read_record(json.dumps(json.loads(line)["record"]))))[int(index) - 1].state


def _perft_line(row: list[str]) -> str:
    kind, what, which, *counts = row
    return (
        json.dumps({"code": perft_state(kind, what, which).code(), "counts": [int(count) for count in counts]}) + "\n"
    )
