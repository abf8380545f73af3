"""Trial of the package: `python -m tools.try_package` installs the wheel in dist/ with each extra and uses it.

Each extra gets an empty virtual environment, and must do there what the guide promises of it. PostgreSQL and NATS are
real ones. The versions are the locked ones. Ray is left to `make ray-check`: 80 MB to fetch.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from deploy.parts import Missing, Nats, Postgres, Server, Worker

__all__ = ["Failed", "Trial", "constraints", "main", "size"]

ROOT = Path(__file__).resolve().parents[1]

LIGHT: Final = 8_000_000
"""Size limit of the package and its two dependencies on disk in bytes, without byte code; a third is the web client."""

GAME: Final = ("--games", "1", "--seed", "trial", "--quiet", "--processes", "1")
SEALED: Final = """
from codex_naturalis.record import Record, seal_deal, seeded_deal, write_record
from codex_naturalis.rules import options_of
deal = seeded_deal(options_of(2), "trial")
print(write_record(Record(options_of(2), deal=deal, seal=seal_deal(deal, (1, 0)))))
"""
ENDS_WITHIN: Final = 10.0
"""Seconds a server may take to shut down on a busy machine."""

HINT: Final = """
from codex_naturalis import GameOptions, SeededShuffler, deal, view_of
from codex_naturalis.analysis import hint
from codex_naturalis.catalogue import catalogue
view = view_of(deal(catalogue(), GameOptions(2), SeededShuffler("trial")), 0)
print(len(hint(view, "trial").turns))
"""
TERMINAL: Final = """
import asyncio
from codex_naturalis.rules import SoloLevel, options_of
from codex_naturalis.terminal import LocalDesk
from codex_naturalis.terminal.drawn import TableApp
from codex_naturalis.words import speech

async def play():
    desk = LocalDesk(options_of(1, solo=SoloLevel.EASY), seed="trial", name="Ada")
    async with TableApp(desk, speech("en")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter", "enter")
    print(desk.game.version == 2)

asyncio.run(play())
"""
CLIENT: Final = """
from codex_naturalis.client import Server
with Server("{address}") as server:
    table = server.open(seats=2, bots=["random"])
    server.serve("greedy", table.invitation)
    print(len(table.record().actions) == table.version)
"""
EPISODE: Final = """
import gymnasium
env = gymnasium.make("codex_naturalis.rl:CodexNaturalis/Duel-v0", opponent="random").unwrapped
_, info = env.reset(seed=1)
over = False
while not over:
    _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
print(len(env.record().actions) > 20)
"""
RUN: Final = "runpy.run_path('learn.py', run_name='__main__')"
MISSING: Final = 3
"""Exit code of a command whose extra is not installed."""


class Failed(Exception):  # noqa: N818  # reads as the sentence it is
    """Error of a promise that does not hold; says which."""


class Trial:
    """Virtual environment with the package and some extras, and a folder for its output."""

    def __init__(self, home: Path, extras: str) -> None:
        """Create it in `home`; `extras` are as pip takes them, `server,push`, or empty."""
        self.home = home
        self.extras = extras
        self.site = home / "venv"
        self.installed = 0
        """Bytes installed."""

    def install(self, wheel: Path, pins: Path) -> None:
        """Install `wheel` and the extras in the versions of `pins`, with uv, or pip where uv cannot."""
        self.home.mkdir(parents=True)
        beside = ("--find-links", str(wheel.parent / "browser"))
        wanted = (f"codex-naturalis[{self.extras}] @ {wheel.as_uri()}", "-c", str(pins), *beside)
        if find_spec("uv") is None or not self._with_uv(wanted):
            run([sys.executable, "-m", "venv", "--clear", str(self.site)])
            run(
                [str(self.program("python")), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
            )
        self.installed = size(self.site)

    def _with_uv(self, wanted: Sequence[str]) -> bool:
        """Install from the files of `make downloads` if they suffice, so that no network hiccup fails a trial."""
        uv = (sys.executable, "-m", "uv")
        venv = [*uv, "venv", "--quiet", "--python", sys.executable, str(self.site)]
        install = [*uv, "pip", "install", "--quiet", "--python", str(self.program("python")), *wanted]
        return _succeeds(venv) and (_succeeds([*install, "--offline"]) or _succeeds(install))

    def program(self, name: str) -> Path:
        """Return the path of a program of the environment."""
        windows = os.name == "nt"
        return self.site / ("Scripts" if windows else "bin") / (f"{name}.exe" if windows else name)

    def say(self, *arguments: str, code: int = 0) -> str:
        """Return the output of `codex-naturalis`; raise `Failed` unless it ends with `code`."""
        return self._run(str(self.program("codex-naturalis")), *arguments, code=code)

    def python(self, code: str) -> str:
        """Return the output of a program."""
        return self._run(str(self.program("python")), "-c", code)

    def _run(self, *command: str, code: int = 0) -> str:
        done = subprocess.run(
            command, cwd=self.home, env=self._environment(), capture_output=True, text=True, check=False
        )
        if done.returncode != code:
            what = " ".join((Path(command[0]).name, *command[1:]))
            raise Failed(f"{what}: ended with {done.returncode}, not {code}: {(done.stdout + done.stderr)[-1500:]}")
        return done.stdout if code == 0 else done.stdout + done.stderr

    def _environment(self) -> Mapping[str, str]:
        ours = {"PYTHONPATH", "VIRTUAL_ENV"}
        kept = {
            name: value for name, value in os.environ.items() if name not in ours and not name.startswith("CODEX_D")
        }
        return {**kept, "CODEX_DATA_DIR": str(self.home / "data"), "NO_BROWSER": "1"}

    def lacks(self, extra: str, *arguments: str) -> None:
        """Check that a command names in one line the extra it needs."""
        lines = self.say(*arguments, code=MISSING).splitlines()
        hold(len(lines) == 1 and lines[0].endswith(f'pip install "codex-naturalis[{extra}]"'), "\n".join(lines))

    @contextmanager
    def serving(self, **settings: object) -> Iterator["_Served"]:
        """Run the installed server with these settings, and end it as a service manager does."""
        server = _Served(self, "server", **settings)
        server.start()
        try:
            yield server
        finally:
            begun = time.monotonic()
            server.stop()
        hold(time.monotonic() - begun < ENDS_WITHIN, f"the server took more than {ENDS_WITHIN} s to end")

    @contextmanager
    def working(self, **settings: object) -> Iterator[None]:
        """Run the installed worker for a while."""
        worker = _Working(self, "worker", **settings)
        worker.start()
        try:
            yield
        finally:
            worker.stop()


class _Served(Server):
    """`codex-naturalis serve` of a trial's environment."""

    def __init__(self, trial: Trial, name: str, **settings: object) -> None:
        super().__init__(name, trial.home, None, **settings)
        self._program = str(trial.program("codex-naturalis"))
        self.token = ""

    def _command(self) -> Sequence[str]:
        return [self._program, *list(super()._command())[3:]]

    def ask(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever it answers
        """Return the answer to a GET, or to a POST of `body`, as the guest created first."""
        headers = {
            "Content-Type": "application/json",
            **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
        }
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.http}{path}", data, headers)  # noqa: S310 - our own
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - likewise
            text = answer.read().decode()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def enter(self) -> None:
        """Become a guest."""
        self.token = self.ask("/api/v1/guests", {"name": "Ada"})["token"]


class _Working(_Served, Worker):
    """`codex-naturalis worker` of a trial's environment."""

    def _command(self) -> Sequence[str]:
        return [self._program, *list(Worker._command(self))[3:]]  # noqa: SLF001 - of a base

    def _ready(self) -> bool:
        return Worker._ready(self)  # noqa: SLF001 - of a base


def hold(promise: bool, message: str) -> None:  # noqa: FBT001 - what is held
    """Raise `Failed` unless a promise holds."""
    if not promise:
        raise Failed(message)


def _succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def run(command: Sequence[str]) -> None:
    """Run an installer; raise `Failed` with its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    hold(done.returncode == 0, f"{command[2:5]}: {done.stderr[-1500:]}")


def size(folder: Path) -> int:
    """Return the size of the packages in an environment in bytes, without byte code and pip."""
    (packages,) = [*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages")]
    files = (path for path in packages.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return sum(file.stat().st_size for file in files if not file.relative_to(packages).parts[0].startswith("pip"))


def constraints(*locks: Path) -> str:
    """Return the pins of lock files, each once, without their hashes."""
    found = (re.findall(r"^([a-z0-9][^\s;]*==[^\s;]+)(.*?)(?: \\)?$", lock.read_text(), re.MULTILINE) for lock in locks)
    return "".join(dict.fromkeys(f"{pin}{marker}\n" for lines in found for pin, marker in lines))


# What each promises


def engine(trial: Trial) -> None:
    """Let bots play, replay and verify records, explain a puzzle; everything else says which extra to install."""
    hold(trial.installed < LIGHT, f"the light install takes {trial.installed:,} bytes")
    hold(trial.say("--version").startswith("codex-naturalis "), "no version")
    record, genuine = trial.home / "game.jsonl", trial.home / "genuine.jsonl"
    trial.say("arena", "random", "greedy", *GAME, "--record", str(record))
    hold("won by seat" in trial.say("replay", "--final", str(record)), "no winner")
    genuine.write_text(trial.python(SEALED))
    hold("the deal is the one that was sealed" in trial.say("verify", str(genuine)), "not genuine")
    trial.say("puzzle", "1", "--solution")
    trial.lacks("play", "play")
    trial.lacks("server", "serve")
    trial.lacks("fast", "review", str(record))
    trial.lacks("fast", "arena", "search:20", "random")
    trial.lacks("tournaments", "tournament", "random", "greedy")


def fast(trial: Trial) -> None:
    """Let a bot search with this machine's compiled kernel, give a hint, and pair a tournament."""
    trial.say("arena", "search:20", "random", *GAME)
    hold(trial.python(HINT) == "2\n", "no hint")
    trial.say("tournament", "random", "greedy", "random", "--rounds", "2", "--processes", "1")
    trial.lacks("server", "serve")


def rl(trial: Trial) -> None:
    """Play an episode of a learning environment, and run the guide's script, which learns for a moment."""
    hold(trial.python(EPISODE) == "True\n", "no episode")
    trial.say("bot", "new", "learn.py", "--learns")
    trial.python("import runpy, sys; sys.argv = ['learn.py', *'--minutes 0.001 --games 256'.split()]; " + RUN)
    hold((trial.home / "learned.npz").exists(), "nothing learned")
    trial.lacks("server", "serve")


def data(trial: Trial) -> None:
    """Play a game and write it as tables."""
    trial.say("arena", "greedy", "random", *GAME, "--data", str(trial.home / "tables"))
    hold((trial.home / "tables" / "games.parquet").exists(), "no table")
    trial.lacks("server", "serve")


def server(trial: Trial) -> None:
    """Serve the client, open a table, and check that opponents that need the kernel are reported as not ready."""
    with trial.serving() as served:
        hold(served.ask("/healthz") is not None, "not alive")
        hold("<!doctype html>" in served.ask("/").lower(), "no web client")
        served.enter()
        hold(bool(served.ask("/api/v1/tables", {"seats": 2, "bots": ["level:5"]})["table"]["id"]), "no table")
        hold(served.ask("/api/v1/opponents")["ready"] is False, "ready without a kernel")
        hold(served.ask("/api/v1/guests/me/notices")["push_key"] is None, "push without its extra")
    hold("Traceback" not in served.said(), served.said())
    trial.lacks("fast", "arena", "search:20", "random")


def terminal(trial: Trial) -> None:
    """Play a game in the drawn table, with keys."""
    hold(trial.python(TERMINAL) == "True\n", "no game in the terminal")


def client(trial: Trial) -> None:
    """Play a game on a server that runs elsewhere."""
    server = Server("server", trial.home, bot_delay=0)
    server.start()
    try:
        hold(trial.python(CLIENT.format(address=server.http)) == "True\n", "no game on a server")
    finally:
        server.stop()
    trial.lacks("server", "serve")


def play(trial: Trial) -> None:
    """Find this machine's compiled kernel, so that the strongest opponents are ready."""
    with trial.serving() as served:
        hold(served.ask("/api/v1/opponents")["ready"] is True, "the kernel of this machine was not found")


def offline(trial: Trial) -> None:
    """Write the game as a folder of files, with the runtime for a browser tab."""
    trial.say("site", "--out", str(trial.home / "site"))
    hold((trial.home / "site" / "engine" / "pyodide.asm.bin").is_file(), "no runtime")
    hold('data-home="files"' in (trial.home / "site" / "index.html").read_text("utf-8"), "no page of files")
    trial.lacks("server", "serve")


def push(trial: Trial) -> None:
    """Offer notifications to browsers."""
    with trial.serving() as served:
        served.enter()
        hold(bool(served.ask("/api/v1/guests/me/notices")["push_key"]), "no key for browsers")


def several(trial: Trial) -> None:
    """Share PostgreSQL and NATS between a server and a worker."""
    database, bus = Postgres(trial.home / "postgres", throwaway=True), Nats(trial.home)
    database.start()
    bus.start()
    try:
        shared = {"database_url": database.url(), "bus_url": bus.url}
        with trial.serving(**shared) as served, trial.working(**shared):
            served.enter()
            hold(bool(served.ask("/api/v1/tables", {"seats": 2, "bots": ["level:1"]})["table"]["id"]), "no table")
            deadline = time.monotonic() + 20
            while "bus reached" not in served.said():
                hold(time.monotonic() < deadline, f"no bus: {served.said()}")
                time.sleep(0.05)
    finally:
        bus.kill()
        database.kill()


def everything(trial: Trial) -> None:
    """Find the kernel and offer notifications to browsers, on one server."""
    play(trial)
    push(trial)


TRIALS: Final[dict[str, Callable[[Trial], None]]] = {
    "": engine,
    "rl": rl,
    "data": data,
    "fast,tournaments": fast,
    "server": server,
    "terminal": terminal,
    "client": client,
    "play": play,
    "offline": offline,
    "server,push": push,
    "server,postgres,nats": several,
    "all": everything,
}
"""Extras, each with its trial."""


def tried(home: Path, extras: str, wheel: Path, pins: Path) -> str:
    """Install `extras`, run their trial, and return a line about it; raise `Failed`."""
    begun = time.monotonic()
    trial = Trial(home, extras)
    trial.install(wheel, pins)
    try:
        TRIALS[extras](trial)
        said = ""
    except Missing as missing:
        hold(not os.environ.get("CI"), str(missing))
        said = f", not tried: {missing}"
    name = extras or "the engine alone"
    return f"{name}: {trial.installed / 1e6:.0f} MB, {time.monotonic() - begun:.1f} s{said}"


def main() -> None:
    """Try every extra, two at a time, and end with 1 if one fails."""
    (wheel,) = (ROOT / "dist").glob("*.whl")
    failed = False
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        Path(folder).chmod(0o755)  # PostgreSQL runs as a user of its own where we are root
        pins = Path(folder) / "pins.txt"
        pins.write_text(constraints(ROOT / "requirements" / "run.txt", ROOT / "requirements" / "test.txt"))
        trials = {
            extras: pool.submit(tried, Path(folder) / str(number), extras, wheel, pins)
            for number, extras in enumerate(TRIALS)
        }
        for extras, trial in trials.items():
            try:
                print(" ", trial.result(), flush=True)
            except Failed as reason:
                failed = True
                print(f"  {extras or 'the engine alone'} FAILED: {reason}", flush=True)
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
