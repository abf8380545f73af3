"""Parts of `make check` run side by side, to the end, and none of them fails unseen."""

import sys
from pathlib import Path

import pytest

from tools.failures import failures_in
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
    ("lanes", "failed"),
    [
        (["waits second", "other"], set[str]()),
        (["fails later", "other fails-too"], {"fails", "fails-too"}),
        (["other", "later fails-last"], {"fails-last"}),
    ],
)
def test_lanes_run_side_by_side(
    lanes: list[str], failed: set[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """All targets run, whatever fails; what one prints stays together; what failed is named, with its last line."""
    assert main(lanes, (sys.executable, "-c", MAKE, str(tmp_path)), tmp_path) == bool(failed)
    lines = capfdbinary.readouterr().out.decode().split()
    words = list(zip(lines[0::2], lines[1::2], strict=True))
    assert {target for _, target in words} == {target for lane in lanes for target in lane.split()}
    assert [(kind, target) for kind, target in words[0::2]] == [("begins", target) for _, target in words[1::2]]
    found = failures_in(tmp_path)
    assert {failure.name: failure.message for failure in found} == {f"make {name}": f"ends {name}" for name in failed}
