"""Options that several commands share: the house rules of a game, its seed, the code of a position."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar, Unpack

import click

from codex_naturalis.rules import (
    HOUSE_RULES,
    CodeError,
    GameOptions,
    GameState,
    HouseRule,
    HouseRules,
    Preset,
    SoloLevel,
    options_of,
)
from codex_naturalis.views import View, from_code

from .texts import say

__all__ = ["game_options", "options_from", "refuse_code", "seed_option", "state_of_code"]

_F = TypeVar("_F", bound=Callable[..., object])


def _choice(values: type[StrEnum]) -> click.Choice[str]:
    return click.Choice([value.value for value in values])


def game_options(command: _F) -> _F:
    """Add `--preset` to `command`, and an option for each house rule."""
    for name, rule in reversed(HOUSE_RULES.items()):
        command = click.option(f"--{name.replace('_', '-')}", type=_choice(rule), help=_question(rule))(command)
    preset = click.option(
        "--preset", type=_choice(Preset), default="en", show_default=True, help="Edition whose rules apply by default."
    )
    return preset(command)


def _question(rule: type[HouseRule]) -> str:
    """Return the question of a house rule, which follows the ruling's number in its docstring."""
    question = (rule.__doc__ or "").partition(": ")[2]
    return question[:1].upper() + question[1:]


def options_from(
    seats: int | None, *, preset: str, solo: str | None = None, **wishes: Unpack[HouseRules]
) -> GameOptions:
    """Return the options given on the command line; without seats, those of a solo game."""
    try:
        return options_of(_seats(seats, solo), Preset(preset), solo=SoloLevel(solo) if solo else None, **wishes)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _seats(seats: int | None, solo: str | None) -> int:
    if seats is None and solo is None:
        raise click.UsageError(say("options.how_many"))
    return 1 if seats is None else seats


def _text(_context: click.Context, _parameter: click.Parameter, seed: str | None) -> str | None:
    try:
        (seed or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter(say("options.utf8")) from None
    return seed


def seed_option(*, required: bool, help: str) -> Callable[[_F], _F]:  # noqa: A002 - click's word
    """Return the option `--seed`, which takes any text."""
    return click.option("--seed", callback=_text, required=required, help=help)


def state_of_code(code: str) -> GameState:
    """Return the state given by the option `--code`; end with 2 if it is no code, or that of a view."""
    try:
        read = from_code(code)
    except CodeError as error:
        raise refuse_code(error, "--code") from None
    if isinstance(read, View):
        raise click.BadParameter(say("analyse.only_states"), param_hint="--code")
    return read


def refuse_code(error: CodeError, parameter: str) -> click.BadParameter:
    """Return the refusal of an invalid position code: where it is wrong, and why in the reader's language."""
    return click.BadParameter(f"{say('analyse.no_code', at=error.at + 1)} ({error.fault})", param_hint=parameter)
