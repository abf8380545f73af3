"""The command `codex-naturalis`."""

from .root import codex_naturalis, main

__all__ = ["codex_naturalis", "main"]
