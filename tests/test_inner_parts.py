"""Libraries whose inner parts are used: without such a part there is a plain way, or one sentence says what fits."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from codex_naturalis.extras import UnfitLibraryError, inner_parts, require_parts
from tests.waiting import TIMEOUT

# A small function of the kernel, compiled by itself: how many points an objective brings on an empty codex.
OBJECTIVE = """
import numpy
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel import bridge, objectives
from codex_naturalis.kernel.compiler import jit
from codex_naturalis.rules import GameOptions, SeededShuffler, deal
games = bridge.new_games(1)
bridge.load(games, 0, deal(catalogue(), GameOptions(2), SeededShuffler("")))
print(objectives.points_at(games, 0, 0, 87), "pipeline_class" in jit._OPTIONS, "same text" in str(vars(
    objectives.points_at._cache._cache_file)), len(objectives.points_at.overloads))
objectives.points_at(games, 0, numpy.uint8(0), numpy.int32(87))
print(len(objectives.points_at.overloads))
"""

NUMBA = {
    "nothing": ("", "0 True True 1\n1\n"),
    "a step of its compiler": (
        "import numba\nfrom numba.core import typed_passes\ndel typed_passes.NoPythonBackend\n",
        "0 False True 1\n1\n",
    ),
    "the arguments of a file of its cache": (
        """
from numba.core import caching

class Moved(caching.IndexDataCacheFile):
    def __init__(self, *, cache_path, filename_base, source_stamp):
        super().__init__(cache_path, filename_base, source_stamp)

caching.IndexDataCacheFile = Moved
""",
        "0 True False 1\n1\n",
    ),
}


def said_by(code: str, **environment: object) -> str:
    """Return what a new Python says to some code, with these variables in its environment."""
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", code],
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("gone", "printed"), NUMBA.values(), ids=NUMBA)
def test_the_kernel_is_compiled_without_a_private_part_of_numba(gone: str, printed: str, tmp_path: Path) -> None:
    """By Numba's own compiler, into Numba's own files, with the same answer, and still once for all integers."""
    assert said_by(gone + OBJECTIVE, CODEX_KERNEL_CACHE=tmp_path) == printed
    assert list(tmp_path.rglob("*.nbi"))


SERVE = """
{changed}
from codex_naturalis.cli import main
main(["serve", "--port", "0"])
"""

UNFIT = {
    "a method of uvicorn's parser": (
        "from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Parser\ndel Parser.send_400_response\n",
        "uvicorn",
        "HttpToolsProtocol.send_400_response",
    ),
    "what uvicorn's parser knows": (
        "from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Parser\n"
        "Parser.__init__ = lambda self, app, loop, transport, headers, scope: None\n",
        "uvicorn",
        "HttpToolsProtocol.app, HttpToolsProtocol.connections, HttpToolsProtocol.cycle",
    ),
    "the module of uvicorn's parser": (
        "import sys\nsys.modules['uvicorn.protocols.http.httptools_impl'] = None\n",
        "uvicorn",
        "uvicorn.protocols.http.httptools_impl",
    ),
    "a method of websockets": (
        "from websockets.protocol import Protocol\ndel Protocol.events_received\n",
        "websockets",
        "Protocol.events_received",
    ),
    "a class of websockets": (
        "from websockets import frames\nimport websockets.server\ndel frames.Opcode\n",
        "websockets",
        "websockets.frames",
    ),
}


@pytest.mark.parametrize(("changed", "library", "lacks"), UNFIT.values(), ids=UNFIT)
def test_a_server_says_which_release_fits(changed: str, library: str, lacks: str, tmp_path: Path) -> None:
    """Where its bounds would not hold it does not start: one sentence, with what is missing and what to type, and 3."""
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", SERVE.format(changed=changed)],
        env={**os.environ, "CODEX_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"codex-naturalis: {library} ")
    assert f"(it has no {lacks}" in line
    assert re.search(rf'; type: pip install "{library}(<[0-9.]+,>=[0-9.]+|>=[0-9.]+,<[0-9.]+)"$', line)


def test_parts_are_looked_for_where_they_are() -> None:
    """Methods, and what a constructor sets; an import that fails otherwise is what it was."""
    require_parts("uvicorn", HttpToolsProtocol, "data_received", "server_state")
    with pytest.raises(UnfitLibraryError, match="nowhere"):
        require_parts("uvicorn", HttpToolsProtocol, "nowhere")
    with pytest.raises(ModuleNotFoundError), inner_parts("no_such_library"):
        raise ModuleNotFoundError(name="no_such_library")
