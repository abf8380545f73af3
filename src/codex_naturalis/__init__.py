"""Codex Naturalis: an exact rules engine, a web table for 1-4 players and the solo game against Tybor."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("codex-naturalis")
