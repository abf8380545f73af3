"""Moderators from the command line."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from codex_naturalis.cli.admin.admin import admin
from codex_naturalis.seating.names import fold_name
from codex_naturalis.server.database.upgrade import upgrade


def test_the_host_names_moderators_and_reads_what_they_did(tmp_path: Path) -> None:
    """By account; an unknown name is told, and a name twice is the same."""
    upgrade(tmp_path / "codex.db")
    with closing(sqlite3.connect(tmp_path / "codex.db")) as connection:
        connection.execute("insert into guests (id, name, created) values ('g', 'Mia', 0), ('h', 'Bob', 0)")
        connection.execute("insert into accounts values ('g', 'Mia', ?, '', 0)", [fold_name("Mia")])
        columns = "at, moderator, moderator_guest, guest, name, action, report, reason, until"
        values = "86400, 'Mia', 'g', 'h', 'Bob', 'mute', 7, 'insult', 172800"
        connection.execute(f"insert into moderations ({columns}) values ({values})")  # noqa: S608 - values of ours
        connection.commit()

    def run(*words: str, code: int = 0) -> str:
        result = CliRunner().invoke(admin, [*words, "--data", str(tmp_path)])
        assert result.exit_code == code, result.output
        return result.output.strip()

    assert run("moderator", "list") == ""
    assert run("moderator", "add", "MIA") == run("moderator", "add", "Mia") == "Mia"
    assert run("moderator", "list") == "Mia"
    assert "Nobody here" in run("moderator", "add", "Nobody here", code=1)
    assert run("moderator", "remove", "mia") == "Mia"
    run("moderator", "remove", "mia", code=1)
    assert run("moderations") == "1970-01-02 00:00  Mia  mute  Bob  1970-01-03 00:00  insult"
    assert json.loads(run("moderations", "--json"))["report"] == 7
