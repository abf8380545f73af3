"""Files that `codex-naturalis bot new` writes: a bot to begin with, which needs no rules, and one that learns."""

from importlib.resources import files
from pathlib import Path
from typing import Final

__all__ = ["TEMPLATE", "class_name", "learning_bot"]

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


def learning_bot() -> str:
    """Return the text of `examples/learn.py`: the wheel carries it (`pyproject.toml`), a clone has it where it is."""
    packed = files(__package__) / "learn.txt"
    clone = Path(__file__).parents[3] / "examples/learn.py"
    return (packed if packed.is_file() else clone).read_text("utf-8")
