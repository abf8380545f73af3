"""Backups of PostgreSQL: the commands that the guide for hosts has, as they stand there."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from codex_naturalis.server.support.settings import Settings
from tests.server.house import Player, open_house
from tests.several import Cluster

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "hosting.md"


def commands() -> tuple[str, str]:
    """Return the guide's commands that dump and restore."""
    dump, restore = re.findall(r"^pg_(?:dump|restore) --.*$", GUIDE.read_text("utf-8"), re.MULTILINE)
    return dump, restore


async def test_the_guides_dump_is_restored(postgres: Cluster, tmp_path: Path) -> None:
    """While servers run; a server on the restored database goes on with the game."""
    here, there = postgres.database(), postgres.bare()
    dump, restore = commands()

    def run(command: str, url: str) -> None:
        path = f"{postgres.server.programs}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "CODEX_DATABASE_URL": url}
        subprocess.run(command, shell=True, check=True, cwd=tmp_path, env=environment)  # noqa: S602 - the guide's own

    async with open_house(tmp_path / "data", database_url=here) as house:
        ada = await house.guest("Ada")
        table = await ada.open(seats=1, solo="easy")
        await (await Player.at(ada, table)).play_on(5)
        run(dump, here)
        version = (await house.services.tables.get(table)).version
    run(restore, there)
    async with open_house(tmp_path / "data", database_url=there) as house:
        player = await Player.at(house.stranger(ada.token), table)
        assert player.version == version
        await player.until_over()


def test_backups_by_the_server_are_for_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A host who sets them with PostgreSQL is told, and not left to believe that there are some."""
    monkeypatch.setenv("CODEX_BACKUP_HOURS", "24")
    assert Settings.from_environment(tmp_path).backup_hours == 24
    monkeypatch.setenv("CODEX_DATABASE_URL", "postgresql://db.example.org/codex")
    with pytest.raises(ValueError, match="CODEX_BACKUP_HOURS is for SQLite"):
        Settings.from_environment(tmp_path)
