"""Python for a browser tab: the location of its files."""

from pathlib import Path
from typing import Final

__all__ = ["ENGINE"]

ENGINE: Final = Path(__file__).with_name("engine")
"""Folder of the runtime and of the engine's wheels."""
