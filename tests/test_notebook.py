"""The notebook in `examples` runs with nothing but the library: no extra, and no compiler."""

import json
import subprocess
import sys
from pathlib import Path

NOTEBOOK = Path(__file__).parents[1] / "examples/notebook.ipynb"

BARE = """
import sys

for name in ("numba", "numpy", "websockets", "litestar", "pyarrow", "gymnasium"):
    sys.modules[name] = None  # as if it were not installed
"""


def test_the_notebook_runs_without_extras() -> None:
    """Cell by cell; what a cell ends with is drawn or shown."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in cells)
    last = "assert state._repr_svg_().startswith('<svg') and sum(wins.values()) > 0"
    program = "\n".join([BARE, *("".join(cell["source"]) for cell in cells), last])
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
    assert result.returncode == 0, result.stderr
    assert "1.0.22en.p" in result.stdout
    assert result.stdout.count(" open cells") == 4
