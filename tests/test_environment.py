"""The environment is the tests' own: what was seen to fail in some shell passes in a shell that has it all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import set_variables

ROOT = Path(__file__).resolve().parents[1]
HOSTILE = {
    "NO_COLOR": "1",
    "LANG": "fr_FR.UTF-8",
    "LC_MESSAGES": "it_IT.UTF-8",
    "LANGUAGE": "fr",
    "TZ": "Pacific/Apia",
    "COLUMNS": "40",
    "CODEX_LANGUAGE": "it",
    "CODEX_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "GIT_DIR": "/nowhere",
    "http_proxy": "http://127.0.0.1:1",
}
"""What a shell may have set, each of it known to change what some test sees."""

SENSITIVE = (
    "tests/cli/test_commands.py::test_no_color_is_respected",  # colour
    "tests/cli/test_keeping.py::test_an_empty_folder_is_named",  # language, settings of a server
    "tests/terminal/test_command.py::test_what_cannot_be_played_is_said",  # language
    "tests/terminal/test_drawn.py::test_the_skin_can_be_changed_at_the_table",  # colour, width
    "tests/test_environment.py::test_a_test_sees_none_of_the_shell",  # zone, umask, home
)


def in_hostile_shell(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a shell with the variables of `HOSTILE`, files for oneself alone, and no home."""
    kept = {name: value for name, value in os.environ.items() if name not in ("HOME", "TESTS_HOME", "HOSTILE", "CI")}
    return subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, *command],
        cwd=ROOT,
        env={name: value for name, value in kept.items() if not name.startswith("PYTEST_")} | HOSTILE | variables,
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_shell_makes_no_difference() -> None:
    """Tests that did fail for it pass in a shell with no colour, French, a far zone, few columns and no home."""
    done = in_hostile_shell("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *SENSITIVE)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif("HOSTILE" in os.environ, reason="the environment is another one then")
def test_a_test_sees_none_of_the_shell() -> None:
    """English, colours, UTC, rights for all to read, a home that is there, and no setting of a server."""
    assert os.environ["LANG"] == "C.UTF-8"
    assert os.environ["TZ"] == "UTC"
    assert os.environ["HOME"] == os.environ["TESTS_HOME"]
    assert Path(os.environ["HOME"]).is_dir()
    assert {name for name in os.environ if name.startswith("CODEX_")} == {"CODEX_DAILY_GAMES", "CODEX_KERNEL_CACHE"}
    assert not {*HOSTILE} - {"LANG", "TZ", "http_proxy"} & {*os.environ}
    before = os.umask(0)
    os.umask(before)
    assert before == 0o022


def test_the_kernel_of_the_user_is_used(tmp_path: Path) -> None:
    """Its cache is where the shell's home has it, or where a variable says; so are browsers and compilers."""
    environ = {"HOME": str(Path.home()), "CODEX_KERNEL_CACHE": "/kernel", "RUSTUP_HOME": "/rust"}
    for hostile in (False, True, False):  # the second time it finds what it set itself
        set_variables(environ, str(tmp_path), hostile=hostile)
        assert environ["CODEX_KERNEL_CACHE"] == "/kernel"
        assert environ["RUSTUP_HOME"] == "/rust"
        assert environ.get("HOME") == (None if hostile else str(tmp_path))
    del environ["CODEX_KERNEL_CACHE"]
    set_variables(environ, str(tmp_path), hostile=False)
    assert environ["CODEX_KERNEL_CACHE"]


def test_pytest_reports_in_the_colours_of_the_shell(tmp_path: Path) -> None:
    """None where NO_COLOR is set, though tests do not see it."""
    environ = {"NO_COLOR": "1"}
    set_variables(environ, str(tmp_path), hostile=False)
    assert environ["PY_COLORS"] == "0"
    assert "NO_COLOR" not in environ


@pytest.mark.parametrize("ci", ["", "true"])
def test_the_long_search_is_new_each_time(ci: str) -> None:
    """Also under CI, where the other tests search the same examples each time: else a seed would change nothing."""
    asked = (
        "import tests.conftest\nfrom hypothesis import settings\n"
        "for name in 'ci', 'here', 'deep': print(name, settings.get_profile(name).derandomize)\n"
        "print(settings.get_profile('deep').print_blob, settings.default.derandomize)"
    )
    done = in_hostile_shell("-c", asked, CI=ci)
    assert done.stdout.splitlines() == ["ci True", "here False", "deep False", f"True {bool(ci)}"], done.stderr
