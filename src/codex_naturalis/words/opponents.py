"""Opponents for people in words: character, strength, thinking time."""

from collections.abc import Iterator

from codex_naturalis.bots import LEVELS, Level

from .people import bot_name
from .speech import Speech

__all__ = ["opponent_lines"]

_AT_ONCE = 0.5
"""Seconds up to which an opponent is described as playing at once, as on the web."""

_ZERO = "level:3"
_MINUS = "\N{MINUS SIGN}"


def opponent_lines(say: Speech) -> Iterator[str]:
    """Yield two lines for each opponent, weakest first: the name to be typed, and the character."""
    width = max(len(level.bot) for level in LEVELS)
    for level in LEVELS:
        strength = say(f"levels.step_{level.step}")
        named = say("levels.named", name=bot_name(say, level.bot), strength=strength)
        yield f"{level.bot:{width}}  {named}, {say(f'scribe.{level.bot}_role')}"
        yield f"{'':{width}}  {say(f'scribe.{level.bot}_text')} {' '.join(_facts(say, level))}"


def _facts(say: Speech, level: Level) -> Iterator[str]:
    strength = level.strength
    if strength.error:
        other = bot_name(say, _ZERO)
        yield say("scribe.elo", elo=f"{strength.elo:+}".replace("-", _MINUS), error=strength.error, other=other)
    if level.seconds <= _AT_ONCE:
        yield say("levels.at_once")
    else:
        yield say("levels.thinks", count=round(level.seconds))
