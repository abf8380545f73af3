"""Generated requests (schemathesis) to a real server: `python -m tools.generated_requests`.

A server is started in a temporary folder, and gets requests that fit its `/openapi.json`, and some that do not. A
server error, or an undocumented answer, fails.

Without `--seconds` they are the same each time, as an account: with a fixed seed, and none derived from an answer.
With it they are new, unless `--seed` repeats a run: as a stranger, a guest, an account and a program, each for that
time, single requests and chains, where the next request uses an id from the last answer.
"""

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from deploy.parts import Server

__all__ = ["account", "main", "running_server", "send_fixed"]

ROOT: Final = Path(__file__).resolve().parents[1]
_ENDING: Final = ("sign_out",)
"""Operations that void the caller's token, after which every request would be refused."""

_PHASES: Final = ("examples", "coverage", "fuzzing")
"""Reproducible phases; chains of requests need the ids in answers."""

_FIXED: Final = ("--phases", ",".join(_PHASES), "--max-examples", "3", "--seed", "1")


def main() -> int:
    """Send requests as one caller or as each; return how many of them found something."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--seconds", type=int, help="search with new requests, so long as each of four callers")
    options.add_argument("--seed", type=int, default=secrets.randbelow(1 << 31))
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        found = search(server, given.seconds, given.seed) if given.seconds else send_fixed(server, account(server))
        failed = [line for line in server.log.read_text().splitlines() if '"request failed"' in line]
    print(*failed, sep="\n", end="\n" if failed else "")
    return found or bool(failed)


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """Run a server that keeps its data in `folder`."""
    server = Server("generated", folder, bot_delay=0, daily_games=1)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def send_fixed(server: Server, token: str, *options: str) -> int:
    """Send the fixed requests, and return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "schemathesis.toml")
        alone = (f"\n[phases.{phase}.extra-data-sources]\nresponses = false\n" for phase in _PHASES)
        config.write_text((ROOT / config.name).read_text() + "".join(alone))
        return _ask(server, token, *_FIXED, *options, config=config)


def search(server: Server, seconds: int, seed: int) -> int:
    """Send new requests as each caller, and return how many of them found something."""
    owner = account(server)
    callers = {
        "a stranger": None,
        "a guest": guest(server),
        "an account": owner,
        "a program": program(server, owner),
    }
    found = []
    for caller, token in callers.items():
        print(f"▸ Requests of {caller}, {seconds} seconds, seed {seed}", flush=True)
        if _ask(server, token, "--max-time", str(seconds), "--seed", str(seed)):
            found.append(caller)
    outcome = f"faults found as {', '.join(found)}" if found else "no faults"
    print(f"Generated requests, seed {seed}: {outcome}", flush=True)
    return len(found)


def _ask(server: Server, token: str | None, *options: str, config: Path = ROOT / "schemathesis.toml") -> int:
    command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config), "run"]
    command += [f"{server.http}/openapi.json", "--no-color", "--continue-on-failure", "--warnings", "off", *options]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
        command += [part for name in _ENDING for part in ("--exclude-operation-id", name)]
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE)
    print(done.stdout if done.returncode else done.stdout.rstrip().rpartition("\n")[2], flush=True)
    return done.returncode


def guest(server: Server) -> str:
    """Return the token of a new guest."""
    return str(_post(server, "/guests", {"name": "Ada"}, None)["token"])


def account(server: Server, name: str = "Bea") -> str:
    """Return the token of a new guest with an account."""
    token = guest(server)
    return str(_post(server, "/account", {"name": name, "password": "correct horse"}, token).get("token") or token)


def program(server: Server, owner: str) -> str:
    """Return the token of a program of `owner`."""
    _post(server, "/account/programs", {"name": "Clockwork"}, owner)
    wanted = {"name": "clockwork", "scope": "play", "program": "Clockwork"}
    return str(_post(server, "/account/tokens", wanted, owner)["token"])


def _post(server: Server, path: str, body: dict[str, str], token: str | None) -> Any:  # noqa: ANN401 - JSON
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{server.http}/api/v1{path}", json.dumps(body).encode(), headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)


if __name__ == "__main__":
    sys.exit(main())
