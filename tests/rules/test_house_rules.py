"""A house rule is declared once; every place that has to name it is known."""

import re
from itertools import product
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from click import Choice, Command
from msgspec import NODEFAULT, convert, structs, to_builtins
from msgspec.structs import replace

import codex_naturalis
from codex_naturalis.cli.bots.arena import arena
from codex_naturalis.cli.new import new
from codex_naturalis.cli.perft import perft
from codex_naturalis.record.format import RecordOptions
from codex_naturalis.rules import (
    HOUSE_RULES,
    PRESETS,
    SOLO_RULES,
    AnswerOrigin,
    GameOptions,
    HouseRule,
    HouseRules,
    Preset,
    SoloLevel,
    options_of,
)
from codex_naturalis.wire.table import NewTable

SOURCES = Path(codex_naturalis.__file__).parent


def fields(struct: Any) -> dict[str, structs.FieldInfo]:  # noqa: ANN401 - a Struct's class
    """Return the fields of a Struct by name."""
    return {field.name: field for field in structs.fields(struct)}


def test_every_house_rule_is_declared() -> None:
    """Each enumeration of answers has its field, and each field its default."""
    assert set(HOUSE_RULES.values()) == set(HouseRule.__subclasses__())
    assert list(get_type_hints(HouseRules)) == list(HOUSE_RULES)
    for name, rule in HOUSE_RULES.items():
        assert get_type_hints(HouseRules)[name] == rule | str | None
        assert getattr(GameOptions(2), name) is next(iter(rule)), "the first answer is the default"
        assert ": " in (rule.__doc__ or ""), "its docstring names a ruling and asks the question"


def test_a_rule_that_came_later_is_written_only_where_it_is_not_as_ever() -> None:
    """So records of before stay what they are; and no edition has another answer, as nothing written says so."""
    written = [name for name in to_builtins(GameOptions(2)) if name in HOUSE_RULES]
    assert written == ["end_by_exhaustion", "tie_break", "refill"]
    for name in HOUSE_RULES.keys() - written:
        assert fields(GameOptions)[name].default is next(iter(HOUSE_RULES[name]))
        for answer in HOUSE_RULES[name]:
            options = replace(GameOptions(2), **{name: answer})
            assert to_builtins(options).get(name, next(iter(HOUSE_RULES[name]))) == answer
            assert convert(to_builtins(options), GameOptions) == options
        assert not any(name in printed for printed in PRESETS.values())


def test_few_modules_name_a_house_rule() -> None:
    """Its declaration, and what it decides, in the rules and in the kernel; everything else follows."""
    modules = {path: path.read_text("utf-8") for path in SOURCES.rglob("*.py")}
    for rule in HOUSE_RULES.values():
        naming = [path for path, text in modules.items() if re.search(rf"\b{rule.__name__}\.[A-Z]", text)]
        assert len(naming) <= 5, [str(path.relative_to(SOURCES)) for path in naming]


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_each_answer_declares_whose_it_is(name: str) -> None:
    """Only an addition has no book, and no edition has it; one that differs from the others goes by its own words."""
    for answer in HOUSE_RULES[name]:
        assert (answer.origin is AnswerOrigin.ADDITION) == (answer.books == ())
    for preset in Preset:
        assert preset in getattr(options_of(2, preset), name).books
        if name in PRESETS[preset]:
            assert PRESETS[preset][name].origin is AnswerOrigin.WORDS  # type: ignore[literal-required]


def test_one_player_may_choose_every_answer_of_a_solo_rule() -> None:
    """Rules that a solo game has a use for are house rules, and none of their answers is refused."""
    for name in SOLO_RULES:
        for answer in HOUSE_RULES[name]:
            wish: HouseRules = {name: answer}  # type: ignore[misc]  # one of them
            assert getattr(options_of(1, solo=SoloLevel.EASY, **wish), name) is answer


@pytest.mark.parametrize("struct", [RecordOptions, NewTable])
def test_who_asks_for_a_game_may_name_each_house_rule(struct: Any) -> None:  # noqa: ANN401 - a Struct's class
    """Records and requests have a field for each, which may be left out."""
    asked = fields(struct)
    assert [name for name in HOUSE_RULES if name not in asked or asked[name].default is NODEFAULT] == []


@pytest.mark.parametrize("command", [arena, new, perft])
def test_the_command_line_has_each_house_rule(command: Command) -> None:
    """With its answers, and its question as the help."""
    options = {option.name: option for option in command.params}
    for name, rule in HOUSE_RULES.items():
        kind = options[name].type
        assert isinstance(kind, Choice)
        assert list(kind.choices) == [answer.value for answer in rule]


@pytest.mark.parametrize(("preset", "name"), [*product(Preset, HOUSE_RULES)])
def test_a_wish_stands_before_the_edition(preset: Preset, name: str) -> None:
    """What is None, or not said, is the edition's own; the other rules stay."""
    printed = options_of(2, preset)
    assert getattr(printed, name) == PRESETS[preset].get(name, getattr(GameOptions(2), name))
    for answer in HOUSE_RULES[name]:
        wish: HouseRules = {name: answer}  # type: ignore[misc]  # one of them
        assert options_of(2, preset, **wish) == structs.replace(printed, **{name: answer})
    nothing: HouseRules = {name: None}  # type: ignore[misc]  # one of them
    assert options_of(2, preset, **nothing) == printed
