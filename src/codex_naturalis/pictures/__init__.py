"""Pictures of views in characters and as SVG: for `str(view)`, notebooks, the command line and errors."""

from .codex import Picture, codex_at, draw_codex
from .svg import draw_svg
from .table import draw

__all__ = ["Picture", "codex_at", "draw", "draw_codex", "draw_svg"]
