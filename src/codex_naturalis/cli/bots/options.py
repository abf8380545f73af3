"""Options shared by the commands in which bots play each other."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from codex_naturalis.play.arena import FaultPolicy

__all__ = ["fault_options", "processes_option", "record_option"]

_F = TypeVar("_F", bound=Callable[..., object])


def record_option(command: _F) -> _F:
    """Add `--record`, as `file`."""
    return click.option(
        "--record",
        "file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write the games to this file, as records.",
    )(command)


def fault_options(command: _F) -> _F:
    """Add `--faults` and `--seconds-per-turn`."""
    seconds = click.option(
        "--seconds-per-turn",
        type=click.FloatRange(min=0, min_open=True),
        help="Time limit of a whole turn.  [default: 10 for bots by path, none for others]",
    )
    faults = click.option(
        "--faults",
        type=click.Choice([policy.value for policy in FaultPolicy]),
        default=FaultPolicy.FORFEIT.value,
        show_default=True,
        help="What a bot's error, late or illegal answer leads to.",
    )
    return faults(seconds(command))


def processes_option(command: _F) -> _F:
    """Add `--processes`."""
    return click.option(
        "--processes", type=click.IntRange(min=1), help="Number of parallel processes.  [default: one per core]"
    )(command)
