"""Environment variables, time zone and umask of the tests, whatever the shell has: `tests/conftest.py` sets them.

Programs that tests start inherit them. `HOSTILE=1` sets what some users have in the place of what suits tests: no
colour, French, a zone half a day away, a narrow terminal, files for oneself alone, no home. What fails then is a fault
of the program, or a test that expects English without saying so with the fixture `english`.

Left as they are: what chooses how tests run (`CI`, `CHROMIUM`, `SNAPSHOTS`, `KERNEL_ACTIONS`, `SLOW_MO`, …), where
programs and libraries lie (`PATH`, `PYTHONPATH`, `TMPDIR`, …), and the caches of what took long to make or fetch.
"""

import atexit
import locale
import os
import shutil
import tempfile
import time
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

__all__ = ["isolate_environment", "set_variables"]

_HOME: Final = "TESTS_HOME"
"""Variable with the home of all processes of one run: the first makes it, and removes it in the end."""

_SHELL: Final = frozenset({
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
    *("COLUMNS", "LINES", "ESCDELAY", "TERM_PROGRAM"),
    *("LANG", "LANGUAGE"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"),
    *("USER", "PORT", "NO_BROWSER", "BROWSER"),
    *("MAKEFLAGS", "MAKELEVEL", "MFLAGS"),
    *("PYTHONIOENCODING", "PYTHONOPTIMIZE", "PYTHONSAFEPATH", "PYTHONWARNINGS"),
})  # fmt: skip
"""Variables that change what programs say or do, and that no test gets from the shell."""

_PREFIXES: Final = ("CODEX_", "GIT_", "LC_", "PG", "TEXTUAL")
"""How more of them begin: settings of a server, a repository that a hook works in, a database of one's own."""

_CALM: Final = {
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "TZ": "UTC",
    "NO_BROWSER": "1",
    "CODEX_DAILY_GAMES": "0",  # no par of the daily deal beside other tests: minutes of computing
    # The checkout may be another user's, as in containers, and no setting in the home says that it is trusted.
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
}
_HOSTILE: Final = {
    "NO_COLOR": "1",
    "LANG": "fr_FR.UTF-8",
    "LANGUAGE": "fr",
    "TZ": "Pacific/Apia",
    "COLUMNS": "40",
}
_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


def isolate_environment() -> None:
    """Set the environment of this process, and so of those that it starts; `HOSTILE=1` chooses which."""
    hostile = os.environ.get("HOSTILE", "") not in ("", "0")
    home = os.environ.get(_HOME) or _new_home()
    set_variables(os.environ, home, hostile=hostile)
    os.umask(0o077 if hostile else 0o022)
    time.tzset()
    with suppress(locale.Error):  # as of a machine without it
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")


def set_variables(environ: MutableMapping[str, str], home: str, *, hostile: bool) -> None:
    """Replace in `environ` what a shell sets by what tests run with; twice is the same as once."""
    fixed = {_HOME: home, **_kept_caches(environ), **_report_colours(environ), **_CALM}
    for name in [each for each in environ if each in _SHELL or each.startswith(_PREFIXES)]:
        del environ[name]
    environ.update(fixed, HOME=home)
    for name in ("NO_PROXY", "no_proxy"):  # no proxy stands between a test and its own server
        known = [each for each in environ.get(name, "").split(",") if each and each not in _LOCAL]
        environ[name] = ",".join([*known, *_LOCAL])
    if hostile:
        environ.update(_HOSTILE)
        environ.update({f"XDG_{kind}_HOME": f"{home}/{kind.lower()}" for kind in ("CACHE", "CONFIG", "DATA", "STATE")})
        del environ["HOME"]


def _new_home() -> str:
    """Make an empty home, and remove it when this process ends."""
    home = tempfile.mkdtemp(prefix="codex-tests-home-")
    maker = os.getpid()
    atexit.register(lambda: shutil.rmtree(home, ignore_errors=True) if os.getpid() == maker else None)
    return home


def _kept_caches(environ: MutableMapping[str, str]) -> dict[str, str]:
    """Return where the user's home has what tests share and only read, unless a variable says another place."""
    user = Path(os.path.expanduser("~"))  # noqa: PTH111 - without a home it returns `~`, as `Path.home` does not
    places = {
        "CODEX_KERNEL_CACHE": user_cache_path("codex-naturalis"),  # `tools.test` compiles into it
        "PLAYWRIGHT_BROWSERS_PATH": user_cache_path("ms-playwright"),
        "RUSTUP_HOME": user / ".rustup",
        "CARGO_HOME": user / ".cargo",
    }
    return {
        name: environ.get(name) or str(place)
        for name, place in places.items()
        if name in environ or name == "CODEX_KERNEL_CACHE" or place.is_dir()
    }


def _report_colours(environ: MutableMapping[str, str]) -> dict[str, str]:
    """Return whether pytest's own report is coloured, as the shell wishes; nothing where pytest may decide."""
    if "PY_COLORS" in environ:
        return {}
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return {"PY_COLORS": "0"}
    return {"PY_COLORS": "1"} if environ.get("FORCE_COLOR") else {}
