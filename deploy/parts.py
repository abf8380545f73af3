"""The programs of a large installation, each a separate process."""

import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

from codex_naturalis.server.support.constants import Constants
from deploy.reaper import reap

__all__ = ["Missing", "Nats", "Nginx", "Part", "Postgres", "Process", "Server", "Worker", "free_port", "listens", "run"]

READY_WITHIN: Final = 120.0
_POSTGRES: Final = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_WITH_CONSTANTS: Final = Path(__file__).with_name("with_constants.py")
_CONSTANTS: Final = {field.name for field in fields(Constants)}
_NGINX: Final = Path(__file__).with_name("nginx.conf")


class Missing(Exception):  # noqa: N818  # reads as the sentence it is
    """A required program is not installed."""


_KEPT: Final[list[socket.socket]] = []


def free_port() -> int:
    """Return a free port, reserved for the program that will listen there, even while it is killed and restarted.

    A bound socket that does not listen holds it: another may then listen, but the system assigns it to none.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _KEPT.append(holder)
    port: int = holder.getsockname()[1]
    return port


def program(name: str, *places: str) -> str:
    """Return the location of a program: on the path, or in one of `places`, the newest first."""
    for place in (None, *places, "/usr/sbin", "/usr/local/sbin"):
        folders = [None] if place is None else sorted(map(str, Path("/").glob(place.lstrip("/"))), reverse=True)
        for folder in folders:
            if found := shutil.which(name, path=folder):
                return found
    raise Missing(f"{name} is not installed")


def _as(user: str | None) -> dict[str, Any]:
    """Return the arguments that run a process as another user."""
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}


class Process(Protocol):
    """Running process, in the interface of `subprocess`."""

    pid: int

    def poll(self) -> int | None:
        """Return how it ended, if it has."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return how."""

    def send_signal(self, sig: int) -> None:
        """Send it a signal."""


class Part(ABC):
    """One process, which can be started, stopped, killed and frozen."""

    def __init__(self, name: str, folder: Path) -> None:
        """Log to a file `name` in `folder`; nothing runs yet."""
        self.name = name
        self.folder = folder
        self.process: Process | None = None
        self.run_by: Callable[[Part, Sequence[str], Mapping[str, str]], Process] = run
        """Starts a command for it; tests have a quicker one."""

    @property
    def log(self) -> Path:
        """Return its log file."""
        return self.folder / f"{self.name}.log"

    @property
    def address(self) -> str:
        """Return its address, if it has one."""
        return "-"

    def start(self) -> None:
        """Start, and wait until it is ready."""
        self.begin()
        self.wait()

    def __enter__(self) -> Self:
        """Start; stop again if that fails."""
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        """Stop."""
        self.stop()

    def begin(self) -> None:
        """Start."""
        self._run(self._command(), self._environment())

    @abstractmethod
    def _command(self) -> Sequence[str]: ...

    def _environment(self) -> Mapping[str, str]:
        return os.environ

    def _ready(self) -> bool:
        return True

    def user(self) -> str | None:
        """Return the user it runs as, if not the current one."""
        return None

    def _run(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        assert self.process is None, f"{self.name} is running"
        self.process = self.run_by(self, command, environment)

    def wait(self) -> None:
        """Wait until it is ready."""
        deadline = time.monotonic() + READY_WITHIN
        while not self._ready():
            assert self.process
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended: {self.said()}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.name} does not answer: {self.said()}")
            time.sleep(0.03)

    def said(self) -> str:
        """Return the end of its output."""
        return self.log.read_text("utf-8", "replace")[-2000:]

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        self.process.wait(timeout=READY_WITHIN)
        self.process = None

    def freeze(self) -> None:
        """Suspend it and its children."""
        self._all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume it."""
        self._all(signal.SIGCONT)

    def _all(self, how: signal.Signals) -> None:
        assert self.process
        if self.process.poll() is None:  # else its number may be another process's by now
            os.killpg(self.process.pid, how)


def run(part: Part, command: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start a command for a part, in a session of its own that ends with this process, be that killed."""
    with part.log.open("ab") as log:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **_as(part.user()),
        )
    reap(process.pid)
    return process


def listens(port: int) -> bool:
    """Return whether a program of this machine listens on `port`."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Postgres(Part):
    """Database server with its own cluster in a folder; as root it runs as the user `postgres`."""

    def __init__(self, folder: Path, port: int | None = None, *, throwaway: bool = False) -> None:
        """Keep the cluster in `folder`, created if missing; sync nothing to the disk if it is `throwaway`."""
        super().__init__("postgres", folder)
        self.throwaway = throwaway
        self.port = port or free_port()
        self.programs = Path(program("initdb", *_POSTGRES)).resolve().parent
        self.folder.mkdir(parents=True, exist_ok=True)
        self.secret = self._secret(folder / "postgres.secret")

    def _secret(self, file: Path) -> str:
        """Return the password that only its user may read."""
        if not file.exists():
            file.touch(mode=0o600)
            file.write_text(secrets.token_urlsafe(16))
            if user := self.user():
                shutil.chown(file, user)
        return file.read_text()

    def user(self) -> str | None:
        """Return the user PostgreSQL runs as: it refuses to run as root."""
        return "postgres" if os.geteuid() == 0 else None

    @property
    def data(self) -> Path:
        """Return the folder of the cluster."""
        return self.folder / "postgres"

    def url(self, database: str = "postgres") -> str:
        """Return the address of one of its databases."""
        return f"postgresql://codex:{self.secret}@127.0.0.1:{self.port}/{database}"

    def begin(self) -> None:
        """Create the cluster if there is none, and start."""
        if not self.data.exists():
            self.data.mkdir(mode=0o700)
            if user := self.user():
                shutil.chown(self.data, user)
            self._make()
        super().begin()

    def _make(self) -> None:
        options = ("--username=codex", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C")
        secret = f"--pwfile={self.folder / 'postgres.secret'}"
        command = [str(self.programs / "initdb"), "-D", str(self.data), secret, *options]
        command += ["--no-sync"] if self.throwaway else []
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, cwd="/", **_as(self.user()))

    def _command(self) -> Sequence[str]:
        settings = ("unix_socket_directories=", "listen_addresses=127.0.0.1", "max_connections=200")
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        command += ["-F"] if self.throwaway else []
        return [*command, *(part for one in settings for part in ("-c", one))]

    def _ready(self) -> bool:
        asked = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(asked, check=False).returncode == 0

    def stop(self) -> None:
        """End it, and its connections."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it at once, with all its processes."""
        if self.process:
            with suppress(ProcessLookupError):
                self._all(signal.SIGKILL)
        super().kill()

    def _all(self, how: signal.Signals) -> None:
        """Reach its children too: each is the leader of a group of its own."""
        assert self.process
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, how)

    def run(self, statement: str, database: str = "postgres") -> str:
        """Return the result of a statement."""
        asked = [str(self.programs / "psql"), "-X", "-q", "-A", "-t", "-d", self.url(database), "-c", statement]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


class Nats(Part):
    """A bus."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        """Log in `folder`."""
        super().__init__("nats", folder)
        self.port = port or free_port()
        self.program = program("nats-server")

    @property
    def url(self) -> str:
        """Return its address."""
        return f"nats://127.0.0.1:{self.port}"

    def _command(self) -> Sequence[str]:
        return [self.program, "-a", "127.0.0.1", "-p", str(self.port)]

    def _ready(self) -> bool:
        return listens(self.port)


class Server(Part):
    """`codex-naturalis serve`."""

    def __init__(self, name: str, folder: Path, port: int | None = None, **settings: object) -> None:
        """Keep data in `folder`; `settings` are those of the server, or other values for its constants."""
        super().__init__(name, folder)
        self.port = port or free_port()
        self.constants = {key: value for key, value in settings.items() if key in _CONSTANTS}
        """Values that replace constants of every installation."""

        settable = {key: value for key, value in settings.items() if key not in _CONSTANTS}
        self.settings = {f"CODEX_{key.upper()}": str(value) for key, value in settable.items()}

    @property
    def data(self) -> Path:
        """Return its data folder."""
        return self.folder / "data"

    @property
    def http(self) -> str:
        """Return where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Return the same."""
        return self.http

    def _command(self) -> Sequence[str]:
        return [*self._launch(), "serve", "--port", str(self.port), "--data", str(self.data)]

    def _launch(self) -> Sequence[str]:
        if not self.constants:
            return [sys.executable, "-m", "codex_naturalis"]
        return [sys.executable, str(_WITH_CONSTANTS), json.dumps(self.constants)]

    def _environment(self) -> Mapping[str, str]:
        return {**os.environ, **self.settings}

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.http}/readyz", timeout=10):  # noqa: S310 - our own
                return True
        except (urllib.error.URLError, OSError):
            return False


class Worker(Server):
    """`codex-naturalis worker`."""

    @property
    def address(self) -> str:
        """Return nothing: no client connects to it."""
        return "-"

    def _command(self) -> Sequence[str]:
        return [*self._launch(), "worker", "--data", str(self.data)]

    def _environment(self) -> Mapping[str, str]:
        return {**super()._environment(), "CODEX_LANGUAGE": "en"}  # `_ready` reads what it says

    def _ready(self) -> bool:
        return "Working" in self.said()


class Nginx(Part):
    """Reverse proxy: passes requests on to any server that is up."""

    def __init__(self, folder: Path, servers: Sequence[int], port: int | None = None) -> None:
        """Pass on to the ports `servers` of this machine."""
        super().__init__("nginx", folder)
        self.port = port or free_port()
        self.servers = servers
        self.program = program("nginx")

    @property
    def http(self) -> str:
        """Return where everybody comes in."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Return the same."""
        return self.http

    def _command(self) -> Sequence[str]:
        home = self.folder / "nginx"
        home.mkdir(exist_ok=True)
        servers = "\n    ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in self.servers)
        text = _NGINX.read_text().replace("@SERVERS@", servers).replace("@PORT@", str(self.port))
        (home / "nginx.conf").write_text(text)
        return [self.program, "-p", str(home), "-c", "nginx.conf", "-e", str(home / "error.log")]

    def _ready(self) -> bool:
        return listens(self.port)

    def kill(self) -> None:
        """Kill it, with its worker processes."""
        if self.process:
            with suppress(ProcessLookupError):
                self._all(signal.SIGKILL)
        super().kill()
