"""Generated requests (schemathesis) to a real server, as four callers: `python -m tools.generated_requests`.

A server is started in a temporary folder. What it serves as `/openapi.json` says what may be asked; requests that fit
it, and some that do not, are sent as a stranger, a guest, a guest with an account and a program, for `--seconds` each:
made up one by one, and in chains, where an id in one answer is asked for in the next request. A server error, or an
answer that is not described, fails. `--seed` repeats a run, whose seed is printed.
"""

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Final

from deploy.parts import Server

ROOT: Final = Path(__file__).resolve().parents[1]
_ENDING: Final = ("sign_out",)
"""Operations that void the caller's token, after which there would be nothing but refusals."""


def main() -> int:
    """Ask as each caller; return how many of them found something."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--seconds", type=int, default=180, help="for each caller")
    options.add_argument("--seed", type=int, default=secrets.randbelow(1 << 31))
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server("generated", Path(folder), bot_delay=0, daily_games=1)
        server.start()
        try:
            owner = account(server)
            callers = {
                "a stranger": None,
                "a guest": guest(server),
                "an account": owner,
                "a program": program(server, owner),
            }
            found = [name for name, token in callers.items() if ask(server, name, token, given.seconds, given.seed)]
            failed = [line for line in server.log.read_text().splitlines() if '"request failed"' in line]
        finally:
            server.kill()
    print(*failed, sep="\n", end="\n" if failed else "")
    outcome = f"faults found as {', '.join(found)}" if found else "no faults"
    print(f"Generated requests, seed {given.seed}: {outcome}", flush=True)
    return len(found) or bool(failed)


def ask(server: Server, caller: str, token: str | None, seconds: int, seed: int) -> int:
    """Send requests as `caller`, and return the exit code."""
    print(f"▸ Requests of {caller}, {seconds} seconds, seed {seed}", flush=True)
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{server.http}/openapi.json", "--no-color"]
    headers = ["--header", f"Authorization: Bearer {token}"] if token else []
    kept = [part for name in _ENDING for part in ("--exclude-operation-id", name)] if token else []
    limits = ["--max-time", str(seconds), "--seed", str(seed), "--continue-on-failure", "--warnings", "off"]
    done = subprocess.run(
        [*command, *limits, *headers, *kept], cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE
    )
    print(done.stdout if done.returncode else done.stdout.rstrip().rpartition("\n")[2], flush=True)
    return done.returncode


def guest(server: Server) -> str:
    """Return the token of a new guest."""
    return str(_post(server, "/guests", {"name": "Ada"}, None)["token"])


def account(server: Server) -> str:
    """Return the token of a new guest with an account."""
    token = guest(server)
    return str(_post(server, "/account", {"name": "Bea", "password": "correct horse"}, token).get("token") or token)


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
