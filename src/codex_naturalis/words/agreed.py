"""Options of a table, in words: Tybor's level, the edition, and the house rules, each with its origin."""

from functools import cache
from typing import Final

from codex_naturalis.rules import HOUSE_RULES, SOLO_RULES, AnswerOrigin, GameOptions, HouseRule, Preset, options_of

from .speech import Speech

__all__ = ["answer_with_origin", "level_name", "rules_line", "rules_lines"]

_BETWEEN: Final = " · "


def level_name(say: Speech, options: GameOptions) -> str:
    """Return the name of Tybor's level; that of the level in no rulebook says that it is ours (ruling S16)."""
    return say(f"lobby.solo_{options.solo}")


def rules_line(say: Speech, options: GameOptions) -> str:
    """Return level, edition and changed house rules on one line."""
    parts = [
        *([level_name(say, options)] if options.solo else []),
        say("rules.edition_named", edition=say(f"rules.edition_{options.preset}")),
        *(_brief(say, rule, getattr(options, rule)) for rule in _changed_rules(options)),
    ]
    return say("lobby.rules", rules=_BETWEEN.join(parts))


def rules_lines(say: Speech, options: GameOptions) -> list[str]:
    """Return that line, then each question with its answer; ties are left out against Tybor (ruling S15)."""
    lines = [
        *([(say("rules.level"), _level(say, options))] if options.solo else []),
        (say("rules.edition"), _edition(say, options)),
        *(_rule(say, options, rule) for rule in HOUSE_RULES),
    ]
    return [rules_line(say, options), *(say.label(what, how) for what, how in lines)]


def _level(say: Speech, options: GameOptions) -> str:
    return say.label(level_name(say, options), say(f"lobby.solo_{options.solo}_text"))


def _rule(say: Speech, options: GameOptions, rule: str) -> tuple[str, str]:
    """Return the question of a house rule and its answer."""
    if options.solo and rule == "tie_break":
        return say("rules.tie_tybor"), say("rules.tie_tybor_text")
    return say(f"rules.{rule}"), answer_with_origin(say, rule, getattr(options, rule))


def answer_with_origin(say: Speech, rule: str, answer: HouseRule) -> str:
    """Return the answer to a house rule, and its origin: books, our reading of them, or our own."""
    return _with_origin(say, answer, say(f"rules.{rule}_{answer}"))


def _brief(say: Speech, rule: str, answer: HouseRule) -> str:
    """Return the same in a few words, marked where no book says it."""
    brief = say(f"rules.brief_{rule}_{answer}")
    return brief if answer.origin is AnswerOrigin.WORDS else _with_origin(say, answer, brief)


def _with_origin(say: Speech, answer: HouseRule, what: str) -> str:
    if answer.origin is not AnswerOrigin.WORDS or len(answer.books) == len(Preset):
        return say(f"rules.origin_{answer.origin}", what=what)
    editions = say.list([say(f"rules.edition_{book}") for book in answer.books])
    return say("rules.origin_books", what=what, editions=editions, count=len(answer.books))


def _edition(say: Speech, options: GameOptions) -> str:
    edition = say(f"rules.edition_{options.preset}")
    return say("rules.edition_changed" if _changed_rules(options) else "rules.edition_named", edition=edition)


def _changed_rules(options: GameOptions) -> list[str]:
    """Return the house rules in use that differ from the edition."""
    unchanged = _edition_options(options.preset)
    used = SOLO_RULES if options.solo else HOUSE_RULES
    return [rule for rule in used if getattr(options, rule) != getattr(unchanged, rule)]


@cache
def _edition_options(preset: Preset) -> GameOptions:
    return options_of(2, preset)
