"""Run all checks of `make check` after `make first`, even if some fail: `python -m tools.check`.

Types, contracts and docs run beside the checks of the client and the package, and beside generated requests, then all
tests. The last lines of a failed run name all that failed (`tools.failures`).
"""

import sys
from functools import partial

from tools import lanes, test
from tools.failures import run_all

__all__ = ["main"]


def main() -> None:
    """Run all of it, and end with 1 if anything failed."""
    checks = partial(lanes.main, ["types contracts docs", "client-check package", "requests"])
    sys.exit(run_all(checks, test.run_suites))


if __name__ == "__main__":
    main()
