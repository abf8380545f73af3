"""The command `codex-naturalis` with other values for the server's constants.

    python deploy/with_constants.py '{"send_seconds": 2}' serve --port 8000

For tests and benchmarks, which cannot wait as long as people do, or play faster than any person.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

from codex_naturalis.cli import main
from codex_naturalis.server.support.settings import Settings

__all__ = ["use_constants"]


def use_constants(values: str) -> None:
    """Set constants of this process's server to the values in a JSON object."""
    read, constants = Settings.from_environment, json.loads(values)

    def settings(data: Path | None = None) -> Settings:
        return replace(read(data), **constants)

    setattr(Settings, "from_environment", settings)  # noqa: B010 - the way in of other values


if __name__ == "__main__":
    use_constants(sys.argv.pop(1))
    main()
