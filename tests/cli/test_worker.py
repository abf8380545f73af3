"""`worker`, and what commands say of a database that several servers share."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.cli.root import codex_naturalis

NOBODY = "postgresql://codex:very-secret@127.0.0.1:1/codex"


def run(folder: Path, *arguments: str, **environment: str) -> Result:
    """Run the command line."""
    return CliRunner().invoke(codex_naturalis, [*arguments, "--data", str(folder)], env=environment)


@pytest.mark.usefixtures("english")
def test_a_worker_needs_a_database_to_share(tmp_path: Path) -> None:
    """And something to do."""
    result = run(tmp_path, "worker")
    assert (result.exit_code, "set CODEX_DATABASE_URL" in result.output) == (2, True)
    result = run(tmp_path, "worker", CODEX_DATABASE_URL=NOBODY, CODEX_BOT_WORKERS="0")
    assert (result.exit_code, "nothing to do" in result.output) == (2, True)


@pytest.mark.parametrize("command", [["worker"], ["serve", "--port", "0"], ["db", "upgrade"], ["admin", "list"]])
@pytest.mark.usefixtures("english")
def test_a_database_that_is_not_there_is_told_in_one_sentence(command: list[str], tmp_path: Path) -> None:
    """Without its password."""
    result = run(tmp_path, *command, CODEX_DATABASE_URL=NOBODY)
    assert result.exit_code == 1, result.output
    assert result.output.startswith("Error: cannot use the database of CODEX_DATABASE_URL: ")
    assert "very-secret" not in result.output


@pytest.mark.parametrize(
    ("language", "name"),
    [("fr", "la base de données de CODEX_DATABASE_URL"), ("it", "la base di dati di CODEX_DATABASE_URL")],
)
def test_the_whole_sentence_is_in_the_language_that_is_spoken(language: str, name: str, tmp_path: Path) -> None:
    """Also the name of the database."""
    result = run(tmp_path, "db", "upgrade", CODEX_DATABASE_URL=NOBODY, CODEX_LANGUAGE=language)
    assert name in result.output


def test_a_backup_is_left_to_postgres(tmp_path: Path) -> None:
    """Which has a program for it."""
    result = run(tmp_path, "db", "backup", str(tmp_path / "copy"), CODEX_DATABASE_URL=NOBODY)
    assert (result.exit_code, "pg_dump" in result.output) == (2, True)
