"""Skins: the look of each role of the canvas. The colours are those of the web client's skins (`theme/tokens.css`).

`plain` uses the sixteen colours of the terminal itself, and `contrast` none at all: letters, frames and bold print say
everything there.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct
from rich.style import Style

__all__ = ["SKINS", "skin"]

KINDS: Final = ("fungi", "plant", "animal", "insect", "starter")
"""Grounds of cards: the kingdoms, and starter cards, which belong to none."""


class Palette(Struct, frozen=True):
    """Colours of a skin."""

    desk: str
    field: str
    ink: str
    soft: str
    accent: str
    gold: str
    good: str
    bad: str
    paper: str
    grounds: tuple[str, str, str, str, str]
    """Ground of each kind of card."""

    inks: tuple[str, str, str, str, str]
    """Ink on it."""

    tabs: tuple[str, str, str, str, str]
    """Ink of symbols on paper."""

    objects: str
    """Ink of quill, inkwell and manuscript on paper."""


LAMP: Final = Palette(
    desk="#231b14",
    field="#3a3024",
    ink="#eadfc6",
    soft="#a8977a",
    accent="#ffd772",
    gold="#dfb757",
    good="#a9c47c",
    bad="#f0937a",
    paper="#efe4c8",
    grounds=("#9c3f2a", "#175342", "#3f7f9f", "#55387a", "#6d5a41"),
    inks=("#f8e4dc", "#dceee2", "#eef8fd", "#eadff5", "#f5ead2"),
    tabs=("#97301b", "#17533f", "#1f5c80", "#4b2a73", "#4a3a2b"),
    objects="#7a4f0d",
)
DAY: Final = Palette(
    desk="#f3ede0",
    field="#e4dcc8",
    ink="#2a1f17",
    soft="#75634d",
    accent="#8a4b00",
    gold="#7a5417",
    good="#3d5f1e",
    bad="#97301b",
    paper="#fffaf0",
    grounds=("#c96a52", "#5d9c80", "#8dbfda", "#9c82bd", "#c9b48c"),
    inks=("#2a0f08", "#06231a", "#08222f", "#1c0f2c", "#2a1f17"),
    tabs=("#97301b", "#17533f", "#1f5c80", "#4b2a73", "#4a3a2b"),
    objects="#7a4f0d",
)
PLAIN: Final = Palette(
    desk="black",
    field="black",
    ink="white",
    soft="bright_black",
    accent="bright_yellow",
    gold="yellow",
    good="bright_green",
    bad="bright_red",
    paper="white",
    grounds=("red", "green", "cyan", "magenta", "bright_black"),
    inks=("bright_white", "bright_white", "black", "bright_white", "bright_white"),
    tabs=("red", "green", "blue", "magenta", "black"),
    objects="black",
)


def _styles(palette: Palette) -> dict[str, Style]:
    desk, field = palette.desk, palette.field
    styles = {
        "desk": Style(color=palette.ink, bgcolor=desk),
        "soft": Style(color=palette.soft, bgcolor=desk),
        "title": Style(color=palette.gold, bgcolor=desk, bold=True),
        "accent": Style(color=palette.accent, bgcolor=desk, bold=True),
        "good": Style(color=palette.good, bgcolor=desk),
        "bad": Style(color=palette.bad, bgcolor=desk),
        "key": Style(color=desk, bgcolor=palette.gold, bold=True),
        "field": Style(color=palette.soft, bgcolor=field),
        "open": Style(color=palette.ink, bgcolor=field),
        "worth": Style(color=palette.accent, bgcolor=field, bold=True),
        "closed": Style(color=palette.bad, bgcolor=field),
        "object-tab": Style(color=palette.objects, bgcolor=palette.paper, bold=True),
        "bare-tab": Style(color=palette.tabs[-1], bgcolor=palette.paper),
        "chosen": Style(color=palette.desk, bgcolor=palette.accent, bold=True),
        "back": Style(color=palette.soft, bgcolor=desk),
    }
    for kind, ground, ink, tab in zip(KINDS, palette.grounds, palette.inks, palette.tabs, strict=True):
        styles[kind] = Style(color=ink, bgcolor=ground)
        styles[f"{kind}-edge"] = Style(color=ink, bgcolor=ground, dim=palette is not DAY)
        styles[f"{kind}-strong"] = Style(color=palette.accent if palette is LAMP else ink, bgcolor=ground, bold=True)
        styles[f"{kind}-tab"] = Style(color=tab, bgcolor=palette.paper, bold=True)
        styles[f"{kind}-text"] = Style(color=ground if palette is not DAY else tab, bgcolor=desk, bold=True)
    return styles


def _contrast() -> dict[str, Style]:
    """Return a skin without colours: frames, letters, bold and reversed print."""
    plain, bold, reverse = Style(), Style(bold=True), Style(reverse=True, bold=True)
    styles = dict.fromkeys(_styles(LAMP), plain)
    styles |= dict.fromkeys(("title", "accent", "worth", "good", "bad", "object-tab"), bold)
    styles |= dict.fromkeys(("chosen", "key"), reverse)
    styles |= {f"{kind}-{part}": bold for kind in KINDS for part in ("strong", "tab", "text")}
    return styles


SKINS: Final = ("lamp", "day", "contrast", "plain")
_PALETTES: Final = {"lamp": LAMP, "day": DAY, "plain": PLAIN}


@cache
def skin(name: str) -> Mapping[str, Style]:
    """Return the style of each role in the skin `name`."""
    return _contrast() if name == "contrast" else _styles(_PALETTES[name])
