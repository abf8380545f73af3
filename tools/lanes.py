"""Make targets side by side: `python -m tools.lanes "types contracts" "client-check generated"`.

Each argument is a lane: its targets run one after the other, and the lanes at the same time. What a target prints is
shown when it ends, so that the lanes do not mix. All targets run, whatever fails; the exit code is 1 if one did, and
`test-results/checks.xml` names them as JUnit does.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Final

from tools.failures import RESULTS, write_results

__all__ = ["MAKE", "main", "run"]

MAKE: Final = (os.environ.get("MAKE", "make"), "--no-print-directory")

_PRINTING: Final = Lock()


def run(lane: Sequence[str], make: Sequence[str] = MAKE) -> dict[str, str]:
    """Run the targets of a lane, and return the last output line of each failed one."""
    said = {target: _fault([*make, target]) for target in lane}
    return {target: fault for target, fault in said.items() if fault is not None}


def _fault(command: Sequence[str]) -> str | None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    with _PRINTING:
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    lines = [line for line in done.stdout.decode(errors="replace").splitlines() if line.strip()]
    own = [line for line in lines if not line.startswith("make")]  # what make says of it is that it failed
    return None if done.returncode == 0 else [f"ended with {done.returncode}", *own][-1].strip()


def main(lanes: Sequence[str], make: Sequence[str] = MAKE, results: Path = RESULTS) -> int:
    """Run all lanes, write the failures into `results`, and return the exit code."""
    with ThreadPoolExecutor(max(1, len(lanes))) as pool:
        faults = {
            target: fault
            for lane in pool.map(lambda lane: run(lane.split(), make), lanes)
            for target, fault in lane.items()
        }
    write_results("checks", {target: faults.get(target) for lane in lanes for target in lane.split()}, results)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
