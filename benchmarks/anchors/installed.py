"""Environment of the anchors that are other people's packages: made once in `build/bench`, apart from ours."""

import subprocess
import sysconfig
import venv
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.side_by_side import ROOT, Meter, NotRunError

__all__ = ["PACKAGES", "packaged"]

PACKAGES: Final = ("catanatron==3.2.1", "open_spiel==2.0.2", "pettingzoo[classic]==1.27.0")
_FOLDER: Final = ROOT / "build/bench/packages"
_PATIENCE: Final = 300
_PLAIN: Final = str.maketrans("[]=", "___")


def packaged(name: str) -> Meter:
    """Return the meter of a game in `packages.py`; raise `NotRunError` if its package cannot be installed."""
    python = _python()
    path = f"{ROOT / 'src'}:{sysconfig.get_path('purelib')}"
    program = str(Path(__file__).with_name("packages.py"))
    return Meter((str(python), program, name), environment={"PYTHONPATH": path} if name.startswith("codex") else {})


@cache
def _python() -> Path:
    """Return the Python that has the packages."""
    python, done = _FOLDER / "bin/python", _FOLDER / f"done-{'-'.join(PACKAGES).translate(_PLAIN)}"
    if not done.exists():
        venv.create(_FOLDER, clear=True, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            raise NotRunError(f"pip did not install {', '.join(PACKAGES)} within {_PATIENCE} s") from None
        except subprocess.CalledProcessError as failed:
            raise NotRunError(f"pip could not install {', '.join(PACKAGES)}: {_last_line(failed.stderr)}") from None
        done.touch()
    return python


def _last_line(text: str) -> str:
    errors = [line for line in text.splitlines() if line.startswith("ERROR")]
    return (errors or text.splitlines() or ["it did not say why"])[-1][:200]
