"""File that `codex-naturalis bot new` writes: a bot to begin with, which needs no rules."""

from typing import Final

__all__ = ["TEMPLATE", "class_name"]

TEMPLATE: Final = '''"""A bot for Codex Naturalis."""

from random import Random

from codex_naturalis.rules import Action, Phase
from codex_naturalis.views import Preview, View


class {name}:
    """Lays what scores most now, and otherwise what leaves most symbols visible and most open cells."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return one of `view.legal`. `view` holds all that this player may know; `rng` is for chance."""
        if view.phase is Phase.PLACE:
            worth = [self.worth(preview) for preview in view.previews]  # one for each of `view.legal`, in that order
            return view.legal[worth.index(max(worth))]
        return rng.choice(view.legal)  # setup and draws: any will do, for now

    def worth(self, preview: Preview) -> tuple[int, int]:
        """Return how good a placement is: better ones compare greater."""
        points = preview.points.points if preview.points else 0
        points += sum(change.points for change in preview.objectives)
        return points, sum(preview.symbols) + len(preview.opened) - len(preview.closed)
'''
"""Text of the file; `{name}` stands for the name of the class."""


def class_name(stem: str) -> str:
    """Return the class's name for a file of this name: `my_magpie` gives `MyMagpie`."""
    words = "".join(char if char.isalnum() else " " for char in stem).split()
    name = "".join(word[0].upper() + word[1:] for word in words)
    return name if name.isidentifier() else f"Bot{name}"
