"""Parts of `make check` run side by side, and none of them fails unseen."""

import sys
from pathlib import Path

import pytest

from tools.lanes import main

# In make's place: says its target, waits for the file that another target writes, and fails where it is told to.
MAKE = """
import pathlib, sys, time
folder, target = pathlib.Path(sys.argv[1]), sys.argv[2]
(folder / target).touch()
while target == "waits" and not (folder / "other").exists():
    time.sleep(0.01)
print("begins", target, flush=True)
print("ends", target, file=sys.stderr, flush=True)
sys.exit(target.startswith("fails"))
"""


@pytest.mark.parametrize(
    ("lanes", "code", "told"),
    [
        (["waits second", "other"], 0, {"waits", "second", "other"}),
        (["fails never", "other later"], 1, {"fails", "other", "later"}),
        (["other", "later fails-last"], 1, {"other", "later", "fails-last"}),
    ],
)
def test_lanes_run_side_by_side(
    lanes: list[str], code: int, told: set[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A lane ends at its first failure, the others do not, and what a target prints stays together."""
    assert main(lanes, (sys.executable, "-c", MAKE, str(tmp_path))) == code
    lines = capfdbinary.readouterr().out.decode().split()
    words = list(zip(lines[0::2], lines[1::2], strict=True))
    assert {target for _, target in words} == told
    assert [(kind, target) for kind, target in words[0::2]] == [("begins", target) for _, target in words[1::2]]
