"""What the pages on commands and records show is so."""

import json
import re
from pathlib import Path

import pytest
from click import Group, Option

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.cli.bench import MEASURES
from codex_naturalis.cli.root import COMMANDS
from codex_naturalis.record import parse_seat_action
from tools.docs_tables import build_page, fill_marks

PAGES = Path(__file__).resolve().parents[2] / "docs" / "reference"


def blocks(page: str, language: str) -> list[str]:
    """Return the examples on a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_on_the_page(name: str) -> None:
    """Each command has a section; each of its options is named there, or among those that several share."""
    text = build_page("reference/commands.md")
    section = re.search(rf"^## {name}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    shared = text.partition("## play")[0]
    assert section
    assert isinstance(codex_naturalis, Group)
    command = codex_naturalis.get_command(codex_naturalis.make_context("x", ["--help"], resilient_parsing=True), name)
    assert command
    options = [option.opts[-1] for option in command.params if isinstance(option, Option)]
    assert [option for option in options if f"`{option}" not in shared + section[1] and option not in section[1]] == []


def test_a_page_needs_a_place_for_each_part() -> None:
    """What the code declares goes to its mark; a part without a mark, or a mark without one, is an error."""
    page = "## one\n<!-- help: one -->\nby hand\n"
    assert fill_marks(page, {"one": "new"}) == "## one\nnew\nby hand\n"
    with pytest.raises(ValueError, match="two"):
        fill_marks(page, {"one": "new", "two": "newer"})
    with pytest.raises(ValueError, match="one"):
        fill_marks(page, {})


def test_every_measure_is_on_the_page() -> None:
    """Each key that `bench --json` prints is explained."""
    text = build_page("reference/commands.md")
    assert all(f"| `{key}` |" in text for key in MEASURES)


def test_the_example_of_a_record_is_one_in_form() -> None:
    """Its actions can be read, and it has the parts that records have."""
    example = json.loads(blocks("records.md", "json")[0])
    assert list(example) == ["format", "version", "options", "seed", "deal", "actions"]
    assert [parse_seat_action(text)[0] for text in example["actions"]] == [0, 1, 0, 1, 0, 0, 1, 1]


def test_the_python_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """As it stands there."""
    for code in blocks("records.md", "python"):
        exec(code, {})  # noqa: S102 - our own page
    assert "objective" in capsys.readouterr().out
