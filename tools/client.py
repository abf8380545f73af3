"""The web client for developers: `python -m tools.client build`, or `python -m tools.client npm run check`.

Does nothing when nothing changed. Node is the machine's if it fits, else the one of requirements/node.txt.
"""

import fcntl
import os
import sys
from importlib import invalidate_caches
from pathlib import Path

from hatch_build import Client, Npm, system_npm, wheel_npm
from tools.install import requirements

ROOT = Path(__file__).resolve().parents[1]


def npm() -> Npm:
    """Return a suitable npm, installing one into this environment if need be."""
    found = system_npm() or wheel_npm()
    if found is None:
        print("▸ Fetching Node, which this machine lacks (once)", flush=True)
        requirements("node")
        invalidate_caches()
        found = wheel_npm()
    if found is None:
        raise SystemExit("requirements/node.txt brought no Node.")
    return found


def build() -> None:
    """Build the client if its sources changed."""
    client = Client(ROOT)
    if os.environ.get("CODEX_UI_BUILD") == "skip" or client.is_current():
        return
    print("▸ Building the web client", flush=True)
    client.build(npm())


def install_tools() -> Npm:
    """Install the client's development tools, one process at a time, and return the npm used."""
    client, node = Client(ROOT), npm()
    with (client.sources / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        client.install(node, tools=True)
    return node


def run(*arguments: str) -> int:
    """Run npm with the client's development tools installed, and return its exit code."""
    return install_tools().run(Client(ROOT).sources, *arguments)


def main() -> None:
    """Run the command line."""
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["npm", *arguments]:
            raise SystemExit(run(*arguments))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
