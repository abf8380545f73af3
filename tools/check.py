"""Everything that `make check` runs after `make first`, to the end whatever fails: `python -m tools.check`.

Types, contracts and docs run beside the checks of the client and the package, and beside generated requests, then all
tests. The last lines of a failed run name all that failed (`tools.failures`).
"""

import shutil
import sys

from tools import lanes, test
from tools.failures import RESULTS, print_failures

__all__ = ["main"]


def main() -> None:
    """Run all of it, and end with 1 if anything failed."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    checked = lanes.main(["types contracts docs", "client-check package", "requests"])
    tested = test.run_suites()
    print_failures()
    sys.exit(checked or tested)


if __name__ == "__main__":
    main()
