"""Write the JSON Schemas of what travels into `docs/reference/schemas/`, from the Structs that make and read it."""

from __future__ import annotations

import json
import sys
from typing import Final

from codex_naturalis.wire.schemas import NAMES, schema_of
from tools.generate import ROOT, settle

FOLDER: Final = ROOT / "docs/reference/schemas"


def main() -> int:
    """Write the files, or with --check compare them; return the exit code."""
    texts = {
        FOLDER / f"{name}.json": json.dumps(schema_of(name), indent=1, ensure_ascii=False) + "\n" for name in NAMES
    }
    return settle(texts, check="--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
