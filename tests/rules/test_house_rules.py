"""A house rule is declared once; every place that has to name it is known."""

from itertools import product
from typing import Any

import pytest
from click import Choice, Command
from msgspec import NODEFAULT, structs

from codex_naturalis.cli.bots.arena import arena
from codex_naturalis.cli.new import new
from codex_naturalis.cli.perft import perft
from codex_naturalis.record.format import RecordOptions
from codex_naturalis.rules import (
    HOUSE_RULES,
    PRESETS,
    SOLO_RULES,
    GameOptions,
    HouseRule,
    HouseRules,
    Preset,
    SoloLevel,
    options_of,
)
from codex_naturalis.wire.table import NewTable


def fields(struct: Any) -> dict[str, structs.FieldInfo]:  # noqa: ANN401 - a Struct's class
    """Return the fields of a Struct by name."""
    return {field.name: field for field in structs.fields(struct)}


def test_every_house_rule_is_declared() -> None:
    """Each enumeration of answers has its field, and each field its default."""
    assert set(HOUSE_RULES.values()) == set(HouseRule.__subclasses__())
    assert [name for name in fields(GameOptions) if name in HOUSE_RULES] == list(HOUSE_RULES)
    for name, rule in HOUSE_RULES.items():
        field = fields(GameOptions)[name]
        assert field.type is rule
        assert field.default is not NODEFAULT
        assert ": " in (rule.__doc__ or ""), "its docstring names a ruling and asks the question"


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
    """What is None, or not said, is as printed; the other rules stay."""
    printed = options_of(2, preset)
    assert getattr(printed, name) == PRESETS[preset].get(name, fields(GameOptions)[name].default)
    for answer in HOUSE_RULES[name]:
        wish: HouseRules = {name: answer}  # type: ignore[misc]  # one of them
        assert options_of(2, preset, **wish) == structs.replace(printed, **{name: answer})
    nothing: HouseRules = {name: None}  # type: ignore[misc]  # one of them
    assert options_of(2, preset, **nothing) == printed
