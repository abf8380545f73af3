"""Python for a browser tab: where its files are."""

from pathlib import Path
from typing import Final

__all__ = ["ENGINE"]

ENGINE: Final = Path(__file__).with_name("engine")
"""Folder of the runtime, and of the wheels that the engine needs there."""
