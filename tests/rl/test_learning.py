"""The example learns, and what it learned sits down at a table; the guide leads there."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.rules import options_of

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/learn.py"
GUIDE = (ROOT / "docs/guides/training.md").read_text("utf-8")


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    """Return the example as a module."""
    spec = spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["learn"] = module
    spec.loader.exec_module(module)
    return module


LEARN = """
import sys
sys.path.insert(0, sys.argv[1])
import learn
learn.ENVS, learn.BATCH = 64, 512
learn.train(0, "greedy", 1, lambda policy, *_: print(learn.measure(policy, "random", 200)), rounds=80)
"""


def test_the_example_learns_within_seconds() -> None:
    """Eighty small rounds, pinned: it beats `random` nine times of ten, and it did not before."""
    code = [sys.executable, "-c", LEARN, str(EXAMPLE.parent)]
    before, after = map(float, subprocess.run(code, capture_output=True, text=True, check=True).stdout.split())  # noqa: S603
    assert before < 0.75
    assert after > 0.9


def test_the_slope_of_the_network_is_right(learn: ModuleType) -> None:
    """One step along the slope of a loss lowers it: scores come nearer to what was asked."""
    rng = np.random.default_rng(1)
    scorer = learn.Scorer(rng)
    rows, wanted = rng.normal(size=(64, 42)).astype(np.float32), rng.normal(size=64).astype(np.float32)
    losses = []
    for _ in range(200):
        scores, hidden = scorer(rows)
        losses.append(float(((scores - wanted) ** 2).mean()))
        scorer.learn(rows, hidden, (scores - wanted) / 64, 1e-2)
    assert losses[-1] < 0.2 * losses[0]


def test_what_was_learned_plays_by_its_path() -> None:
    """The weights beside the example beat `greedy` in most of forty games, without a fault."""
    arena = Arena((f"{EXAMPLE}:Bot", "greedy"), options_of(2), 40, "learned", no_timeout=True)
    games = list(play_arena(arena, processes=1))
    assert not any(game.faults for game in games)
    won = sum(game.seating[game.winners[0]] == 0 for game in games if len(game.winners) == 1)
    assert won >= 24


def test_the_guide_leads_to_a_game_and_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first program plays, and its command writes the example."""
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert "the game is over" in shown
    assert shown.splitlines()[-1] in ("reward 1.0", "reward 0.0", "reward -1.0")
    monkeypatch.chdir(tmp_path)
    (command,) = re.findall(r"^\$ codex-naturalis (bot new .*)$", GUIDE, re.MULTILINE)
    result = CliRunner().invoke(codex_naturalis, command.split())
    assert result.exit_code == 0
    assert "python learn.py --minutes 5 --to learned.npz" in result.stdout
    assert (tmp_path / "learn.py").read_bytes() == EXAMPLE.read_bytes()
