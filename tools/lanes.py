"""Make targets side by side: `python -m tools.lanes "types contracts" "client-check generated"`.

Each argument is a lane: its targets run one after the other, and the lanes at the same time. What a target prints is
shown when it ends, so that the lanes do not mix. A lane ends at its first failure, the others go on, and the exit code
is 1.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final

__all__ = ["MAKE", "main", "run"]

MAKE: Final = (os.environ.get("MAKE", "make"), "--no-print-directory")

_PRINTING: Final = Lock()


def run(lane: Sequence[str], make: Sequence[str] = MAKE) -> bool:
    """Run the targets of a lane, and return whether all succeeded."""
    return all(_succeeds([*make, target]) for target in lane)


def _succeeds(command: Sequence[str]) -> bool:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    with _PRINTING:
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    return done.returncode == 0


def main(lanes: Sequence[str], make: Sequence[str] = MAKE) -> int:
    """Run all lanes, and return the exit code."""
    with ThreadPoolExecutor(max(1, len(lanes))) as pool:
        ran = list(pool.map(lambda lane: run(lane.split(), make), lanes))
    return 0 if all(ran) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
