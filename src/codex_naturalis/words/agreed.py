"""What was agreed at a table, in words: Tybor's level, the edition, and the house rules, our own marked as ours."""

from functools import cache
from typing import Final

from codex_naturalis.rules import HOUSE_RULES, GameOptions, Preset, options_of

from .speech import Speech

__all__ = ["level_name", "rules_line", "rules_lines"]

_BETWEEN: Final = " · "


def level_name(say: Speech, options: GameOptions) -> str:
    """Return how Tybor begins; the name of the level that is in no rulebook says that it is ours (ruling S16)."""
    return say(f"lobby.solo_{options.solo}")


def rules_line(say: Speech, options: GameOptions) -> str:
    """Return level, edition and changed house rules on one line."""
    parts = [
        *([level_name(say, options)] if options.solo else []),
        say("rules.edition_named", edition=say(f"rules.edition_{options.preset}")),
        *(_own(say, options, rule, _answer(say, options, f"brief_{rule}", rule)) for rule in _changed_rules(options)),
    ]
    return say("lobby.rules", rules=_BETWEEN.join(parts))


def rules_lines(say: Speech, options: GameOptions) -> list[str]:
    """Return that line, then each question with its answer; against Tybor a tie is no question (ruling S15)."""
    told = [
        *([(say("rules.level"), _level(say, options))] if options.solo else []),
        (say("rules.edition"), _edition(say, options)),
        *(_rule(say, options, rule) for rule in HOUSE_RULES),
    ]
    return [rules_line(say, options), *(say.label(what, how) for what, how in told)]


def _level(say: Speech, options: GameOptions) -> str:
    return say.label(level_name(say, options), say(f"lobby.solo_{options.solo}_text"))


def _rule(say: Speech, options: GameOptions, rule: str) -> tuple[str, str]:
    """Return the question of a house rule and its answer."""
    if options.solo and rule == "tie_break":
        return say("rules.tie_tybor"), say("rules.tie_tybor_text")
    return say(f"rules.{rule}"), _own(say, options, rule, _answer(say, options, rule, rule))


def _answer(say: Speech, options: GameOptions, text: str, rule: str) -> str:
    return say(f"rules.{text}_{getattr(options, rule)}")


def _own(say: Speech, options: GameOptions, rule: str, answer: str) -> str:
    """Return the answer to a house rule, marked as ours where no edition prints it."""
    printed = {getattr(_printed_options(preset), rule) for preset in Preset}
    return answer if getattr(options, rule) in printed else say("rules.ours", what=answer)


def _edition(say: Speech, options: GameOptions) -> str:
    edition = say(f"rules.edition_{options.preset}")
    return say("rules.edition_changed" if _changed_rules(options) else "rules.edition_named", edition=edition)


def _changed_rules(options: GameOptions) -> list[str]:
    """Return the house rules that are not as the edition prints them."""
    printed = _printed_options(options.preset)
    return [rule for rule in HOUSE_RULES if getattr(options, rule) != getattr(printed, rule)]


@cache
def _printed_options(preset: Preset) -> GameOptions:
    return options_of(2, preset)
