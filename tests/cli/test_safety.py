"""What a host does after mischief: lets a guest ask again, and signs with a new key, while people play."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.server.support import keys
from tests.server.house import House, open_house
from tests.server.limits.test_limits import from_afar

ADA = {"name": "Ada", "password": "correct horse"}
SLOW = {
    "sign_ins_at_once": 4,
    "sign_ins_per_minute": 0.01,
    "guest_requests_at_once": 5,
    "guest_requests_per_second": 0.001,
}


async def run(folder: Path, *arguments: str) -> Result:
    """Run a command beside a server, which goes on meanwhile."""
    command = ["admin", *arguments, "--data", str(folder)]
    return await asyncio.to_thread(CliRunner().invoke, codex_naturalis, command)


async def tried(house: House, address: str, password: str, name: str = "Ada") -> int:
    """Return how a try to sign in is answered."""
    async with from_afar(house, address) as http:
        return (await http.post("/api/v1/account/session", json={"name": name, "password": password})).status_code


async def used_up(house: House) -> None:
    """Let strangers use up what may be tried at an account."""
    codes = [await tried(house, f"203.0.{number}.7", "nonsense") for number in range(5)]
    assert codes == [403] * 4 + [429]


@pytest.mark.usefixtures("english")
async def test_a_host_lets_an_account_begin_again(tmp_path: Path) -> None:
    """By its name; everybody may try it again, and its owner's requests are forgotten."""
    async with open_house(tmp_path, **SLOW) as house:
        ada = house.stranger((await house.stranger().post("/account", ADA))["token"])
        await used_up(house)
        for number in range(6):
            async with from_afar(house, f"203.0.113.{number}") as http:
                answer = await http.get("/api/v1/guests/me", headers={"Authorization": f"Bearer {ada.token}"})
        assert answer.status_code == 429
        result = await run(tmp_path, "clear-limits", "ada")
        assert (result.exit_code, result.output.splitlines()[-1]) == (0, "reset the rate limits of Ada"), result.output
        await house.services.bans.pardons.look()
        assert await tried(house, "203.0.0.7", "correct horse") == 200
        async with from_afar(house) as http:
            answer = await http.get("/api/v1/guests/me", headers={"Authorization": f"Bearer {ada.token}"})
        assert answer.status_code == 200


async def test_a_host_lets_a_network_begin_again(tmp_path: Path) -> None:
    """And all in it, but no other."""
    async with open_house(tmp_path, **SLOW) as house:
        for address in ("2001:db8:1::1", "2001:db8:2::1"):
            codes = [await tried(house, address, "nonsense", name) for name in "abcde"]
            assert codes == [403] * 4 + [429]
        result = await run(tmp_path, "clear-limits", "2001:db8:1::/48", "--address")
        assert result.exit_code == 0, result.output
        await house.services.bans.pardons.look()
        assert [await tried(house, address, "nonsense") for address in ("2001:db8:1::1", "2001:db8:2::1")] == [403, 429]


@pytest.mark.parametrize("arguments", [["clear-limits", "nobody"], ["clear-limits", "home", "--address"]])
async def test_who_is_not_there_is_told(tmp_path: Path, arguments: list[str]) -> None:
    """In one sentence."""
    async with open_house(tmp_path):
        result = await run(tmp_path, *arguments)
    assert (result.exit_code, len(result.output.splitlines())) == (1, 1)


@pytest.mark.usefixtures("english")
async def test_a_host_signs_with_a_new_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server goes on with it; what was signed before is good as long as the host says."""
    monkeypatch.setattr(keys, "_LOOK_SECONDS", 0.0)
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        result = await run(tmp_path, "rotate-key", "--days", "2")
        assert (result.exit_code, "1 earlier one is valid" in result.output) == (0, True), result.output
        assert (await ada.ask("GET", "/guests/me")).headers["Codex-Token"]
        assert (await run(tmp_path, "rotate-key", "--days", "0")).exit_code == 0
        assert (await ada.refused("GET", "/guests/me"))["code"] == "token.invalid"
    (tmp_path / "key").unlink()
    assert (await run(tmp_path, "rotate-key")).exit_code == 1


@pytest.mark.parametrize("kept", [b"garbage", b"{}", b'{"all":[],"seed":""}'])
@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["admin", "rotate-key"]])
def test_a_damaged_key_is_told_in_one_sentence(tmp_path: Path, command: list[str], kept: bytes) -> None:
    """With the file and the cure, and without a trace; nothing is written in its place."""
    (tmp_path / "codex.db").touch()
    (tmp_path / "key").write_bytes(kept)
    ended = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-m", "codex_naturalis", *command, "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"Error: {tmp_path / 'key'} is damaged (")
    assert line.endswith("put it back from a backup, or remove it: every token ends then")
    assert (tmp_path / "key").read_bytes() == kept
