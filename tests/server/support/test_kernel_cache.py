"""Where the kernel is compiled: in the user's cache if that can be written, else with the data, or nowhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from codex_naturalis.server.support import kernel_cache
from codex_naturalis.server.support.kernel_cache import can_compile, choose_kernel_cache


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Make a folder for data."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the user's cache be a place where no folder can be made, for root neither."""
    (tmp_path / "file").touch()
    folder = str(tmp_path / "file" / "cache")
    monkeypatch.setenv("CODEX_KERNEL_CACHE", folder)
    return folder


def chosen(data: Path) -> tuple[str, list[str]]:
    """Return the folder that is chosen, and the events that were logged."""
    with capture_logs() as logs:
        choose_kernel_cache(data)
    return os.environ["CODEX_KERNEL_CACHE"], [log["event"] for log in logs]


def test_the_users_cache_is_left_as_it_is(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made in the data, and nothing said."""
    monkeypatch.setenv("CODEX_KERNEL_CACHE", str(tmp_path / "user"))
    assert chosen(data) == (str(tmp_path / "user"), [])
    assert list(data.iterdir()) == []


@pytest.mark.usefixtures("unwritable")
def test_the_data_have_a_folder_for_it(data: Path) -> None:
    """For its owner alone, also if it was there and open before."""
    (data / "cache").mkdir(mode=0o755)
    assert chosen(data) == (str(data / "cache"), ["kernel cache in the data folder"])
    assert (data / "cache").stat().st_mode & 0o777 == 0o700
    assert can_compile()


def test_what_is_no_folder_of_ours_is_not_used(data: Path, tmp_path: Path, unwritable: str) -> None:
    """A link leads where others may write; what cannot come is known at once."""
    (tmp_path / "elsewhere").mkdir()
    (data / "cache").symlink_to(tmp_path / "elsewhere")
    assert chosen(data) == (unwritable, ["no kernel"])
    assert not can_compile()


def test_a_user_without_a_home_has_no_cache(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody knows the home, its path begins with a tilde, which is no folder's name."""
    monkeypatch.setenv("CODEX_KERNEL_CACHE", "~/.cache/codex-naturalis")
    assert chosen(data) == (str(data / "cache"), ["kernel cache in the data folder"])


def test_without_the_compiler_the_log_says_what_brings_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start, and no folder is made."""
    monkeypatch.setattr(kernel_cache, "is_installed", lambda: False)
    with capture_logs() as logs:
        choose_kernel_cache(data)
    assert [log["event"] for log in logs] == ["no kernel"]
    assert logs[0]["cause"].endswith('type: pip install "codex-naturalis[fast]"')
    assert list(data.iterdir()) == []


def test_a_server_chooses_before_the_kernel_is_imported() -> None:
    """Whose folder is fixed from then on."""
    code = "import sys, codex_naturalis.server.serve; print('codex_naturalis.kernel.compiler.cache' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout == "False\n"
