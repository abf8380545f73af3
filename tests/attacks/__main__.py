"""Attack a server of one's own and see what bystanders notice: `python -m tests.attacks [--only H1,M3]`.

Each attack has a server to itself, started for it on the loopback, and a control server beside it: where that
one is slow, too, the machine is. Everything is bounded in number and time; nothing leaves the machine. `--through
nginx` puts `deploy/nginx.conf` before the server. Other sources than these are attacked with
`PYTHONPATH=/their/src python -m tests.attacks`. Ends with 1 if something was not held.
"""

import argparse
import signal
import subprocess
import sys

import msgspec

from . import heads, people, sockets, thinking
from .measuring import Row, measured, table
from .scene import Attack

_ALL: tuple[Attack, ...] = (*sockets.ATTACKS, *thinking.ATTACKS, *people.ATTACKS, *heads.ATTACKS)
_PREPARE = "from codex_naturalis.analysis import prepare; prepare()"


def chosen(names: str) -> list[Attack]:
    """Return the attacks of these names, all of them for none; end with a sentence if there is none of a name."""
    wanted = [name.strip().lower() for name in names.split(",") if name.strip()]
    known = {attack.name.lower(): attack for attack in _ALL}
    if unknown := [name for name in wanted if name not in known]:
        raise SystemExit(f"no attack is called {', '.join(unknown)}; there are {', '.join(a.name for a in _ALL)}")
    return [known[name] for name in wanted] or list(_ALL)


def main() -> None:
    """Attack, print a row as each attack is over, and the table at the end."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--through", choices=("nginx",), help="put this before the server")
    wanted.add_argument("--only", default="", metavar="NAMES", help="of attacks, with commas between")
    wanted.add_argument("--json", action="store_true", help="print a line of JSON for each instead of the table")
    wanted.add_argument("--size", type=float, default=1.0, help="times as much of everything (default: %(default)s)")
    wanted.add_argument("--ahead", action="store_true", help="go before other work on the machine, which root may")
    wanted.add_argument("--calm", type=float, default=4.0, help="seconds to watch before (default: %(default)s)")
    asked = wanted.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and end the servers before
    subprocess.run([sys.executable, "-c", _PREPARE], check=True)  # else bots and teacher are not there yet
    rows: list[Row] = []
    for attack in chosen(asked.only):
        try:
            row = measured(attack, asked.size, asked.calm, nginx=asked.through == "nginx", ahead=asked.ahead)
        except OSError as error:
            print(f"{attack.name} was not run: {error}", file=sys.stderr)
            continue
        rows.append(row)
        if asked.json:
            line = {**msgspec.to_builtins(row), "ratio": round(row.ratio, 2), "verdict": row.verdict}
            print(msgspec.json.encode(line).decode(), flush=True)
        else:
            print(f"{row.name}: {row.verdict}", file=sys.stderr, flush=True)
    if not asked.json:
        print(table(rows))
    raise SystemExit(any(row.verdict != "held" for row in rows))


if __name__ == "__main__":
    main()
