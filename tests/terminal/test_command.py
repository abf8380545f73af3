"""`codex-naturalis table` and `play --terminal`, as they are typed."""

import click
import pytest
from click.testing import CliRunner, Result

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.cli.table import _fitting_skin, _language


def typed(*arguments: str, lines: str = "quit\n") -> Result:
    """Return what a command prints whose input and output are no terminal."""
    return CliRunner().invoke(codex_naturalis, arguments, input=lines, catch_exceptions=False)


def test_without_a_terminal_the_table_is_told_line_by_line() -> None:
    """Also by its other name, `play --terminal`."""
    for command in (["table"], ["play", "--terminal"]):
        result = typed(*command)
        assert result.exit_code == 0
        assert result.output.startswith("Codex Naturalis, ")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--solo", "easy", "--bot", "random"], "against Tybor there are no bots"),
        (["--bot", "nobody"], "nobody"),
        (["--bot", "random"] * 1 + ["--bot", "random"] * 3, "4 seats at most"),
        (["x3Yk"], "names no server"),
        (["https://example.org/"], "no link to a table"),
    ],
)
@pytest.mark.usefixtures("english")
def test_what_cannot_be_played_is_said(arguments: list[str], problem: str) -> None:
    """In one line, with exit code 2."""
    result = typed("table", *arguments)
    assert result.exit_code == 2
    assert problem in result.output


@pytest.mark.parametrize(
    ("environment", "skin"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, "lamp"),
        ({"TERM": "xterm-256color"}, "lamp"),
        ({"TERM": "linux"}, "plain"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "contrast"),
    ],
)
def test_the_skin_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], skin: str) -> None:
    """Many colours, the terminal's own sixteen, or none where none are wanted."""
    for name in ("COLORTERM", "TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert _fitting_skin() == skin


def test_the_language_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """LC_ALL before LC_MESSAGES before LANG, unless --language says otherwise."""
    for name, value in (("LC_ALL", ""), ("LC_MESSAGES", "it_IT.UTF-8"), ("LANG", "fr_FR.UTF-8")):
        monkeypatch.setenv(name, value)
    parameter = click.Option(["--language"])
    with click.Context(click.Command("table")) as context:
        assert _language(context, parameter, None) == "it"
        assert _language(context, parameter, "fr") == "fr"
