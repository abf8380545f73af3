"""A tournament from the command line: in the name of an account, found by a server on the same database."""

import asyncio
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from codex_naturalis.cli.admin.admin import admin
from codex_naturalis.seating.names import fold_name
from codex_naturalis.server.database.upgrade import upgrade
from tests.server.house import open_house


async def test_the_host_announces_a_tournament(tmp_path: Path) -> None:
    """With its bots and its clock; an unknown account or bot is told, and nothing is announced."""
    upgrade(tmp_path / "codex.db")
    with closing(sqlite3.connect(tmp_path / "codex.db")) as connection:
        connection.execute("insert into guests (id, name, created) values ('g', 'Mia', 0)")
        connection.execute("insert into accounts values ('g', 'Mia', ?, '', 0)", [fold_name("Mia")])
        connection.commit()
    starts = (datetime.now(UTC) + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M")

    async def run(*words: str) -> tuple[int, str]:
        asked = ["tournament", *words, "--starts", starts, "--data", str(tmp_path)]
        result = await asyncio.to_thread(CliRunner().invoke, admin, asked)  # the command has an event loop of its own
        return result.exit_code, result.output.strip()

    assert "Nobody here" in (await run("Thursday", "--host", "Nobody here"))[1]
    for words in (("Thursday", "--bot", "none such"), (" ",)):
        code, output = await run(*words, "--host", "mia")
        assert (code, output.startswith("Error: ")) == (1, True), output
    code, address = await run("Thursday", "--host", "mia", "--kind", "duplicate", "--days", "2", "--bot", "random")
    assert code == 0, address
    async with open_house(tmp_path) as house:
        (listed,) = await house.stranger().get("/tournaments")
        assert address == f"/tournaments/{listed['id']}"
        assert (listed["name"], listed["host"], listed["players"]) == ("Thursday", "Mia", 1)
        assert json.dumps(listed["plan"]["clock"], sort_keys=True) == '{"days": 2, "kind": "correspondence"}'
