"""Parameters that all environments share: the rules of the game, the engine, rewards, records."""

from pathlib import Path
from typing import Final, cast

from codex_naturalis.rules import HOUSE_RULES, GameOptions, HouseRules, Preset, SoloLevel, options_of

from .episode import Episode, RulesEpisode
from .rewards import RewardKind

__all__ = ["ENGINES", "EnvArguments", "Setup", "rules_of"]

ENGINES: Final = ("rules", "kernel")


class EnvArguments(HouseRules, total=False):
    """Keyword arguments of every environment, house rules among them; without those the edition decides."""

    preset: str
    """Edition of the rulebook: `en`, `fr` or `it`."""

    reward: str
    """`win`, `margin` or `points`."""

    engine: str
    """`rules`, the reference, or `kernel`, the same games compiled."""

    records: str | Path | None
    """File to which a record of each finished episode is appended."""

    render_mode: str | None
    """`ansi`, `rgb_array` or `human`."""


def rules_of(seats: int, level: str | None, arguments: EnvArguments) -> GameOptions:
    """Return the options of a table; raise `ValueError` for an unknown word or combination."""
    wishes = cast("HouseRules", {name: arguments.get(name) or None for name in HOUSE_RULES})
    solo = None if level is None else SoloLevel(level)
    return options_of(seats, Preset(arguments.get("preset", "en")), solo=solo, **wishes)


class Setup:
    """The parameters of one environment, checked."""

    def __init__(self, seats: int, level: str | None, arguments: EnvArguments, modes: tuple[str, ...]) -> None:
        """Raise `ValueError` or `TypeError` for invalid parameters."""
        unknown = set(arguments) - set(EnvArguments.__annotations__)
        if unknown:
            raise TypeError(f"unknown arguments: {', '.join(sorted(unknown))}")
        self.options: GameOptions = rules_of(seats, level, arguments)
        self.reward: RewardKind = RewardKind(arguments.get("reward", "win"))
        self.engine: str = arguments.get("engine", "rules")
        self.render_mode: str | None = arguments.get("render_mode")
        records = arguments.get("records")
        self.records: Path | None = None if records is None else Path(records)
        if self.engine not in ENGINES:
            raise ValueError(f"engine must be one of {', '.join(ENGINES)}, not {self.engine}")
        if self.render_mode is not None and self.render_mode not in modes:
            raise ValueError(f"render_mode must be one of {', '.join(modes)}, not {self.render_mode}")

    def episode(self) -> Episode:
        """Return a game of the engine."""
        if self.engine == "rules":
            return RulesEpisode(self.options)
        from .kernel_episode import KernelEpisode  # noqa: PLC0415  # brings the compiler

        return KernelEpisode(self.options)
