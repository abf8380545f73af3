"""Print the sizes of files and functions, part by part: `python -m tools.code_figures`.

Lines of Python files and functions, the most branches of a function, and how many public functions and classes have a
docstring; of the web client, whose functions are not parsed, the lines of its hand-written files.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PYTHON: Final = {
    "all Python": ("src",),
    "rules, views": ("src/codex_naturalis/rules", "src/codex_naturalis/views"),
    "kernel, bots, analysis": tuple(f"src/codex_naturalis/{name}" for name in ("kernel", "bots", "analysis")),
    "server": ("src/codex_naturalis/server",),
    "tests": ("tests",),
}
_BRANCHES: Final = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.IfExp, ast.ExceptHandler, ast.Assert),
    *(ast.comprehension, ast.match_case),
)
_CODE: Final = (".svelte", ".ts", ".css", ".js")


class Figures(NamedTuple):
    """Figures of one part."""

    files: Sequence[int]
    """Lines of each file, in increasing order."""

    functions: Sequence[int]
    """Lines of each function, in increasing order: the line that names it and its body, without the docstring."""

    branching: int
    """Most ways through one function (cyclomatic complexity)."""

    documented: float
    """Share of public functions and classes with a docstring, 0 to 1."""


def tracked(*folders: str) -> list[Path]:
    """Return the files that git tracks in `folders`."""
    command = ["git", "ls-files", "-z", "--", *folders]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name]


def figures(texts: Iterable[str]) -> Figures:
    """Measure Python modules."""
    files: list[int] = []
    functions: list[int] = []
    branching, public = [0], []
    for text in texts:
        files.append(text.count("\n"))
        for node in _definitions(ast.parse(text)):
            public += [ast.get_docstring(node) is not None] * (not node.name.startswith("_"))
            if not isinstance(node, ast.ClassDef):
                functions.append(_length(node))
                branching.append(_branching(node))
    return Figures(sorted(files), sorted(functions), max(branching), sum(public) / max(1, len(public)))


def _definitions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return 1 + ((body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0)


def _branching(node: ast.AST) -> int:
    logic = sum(len(each.values) - 1 for each in ast.walk(node) if isinstance(each, ast.BoolOp))
    return 1 + logic + sum(isinstance(each, _BRANCHES) for each in ast.walk(node))


def spread(lengths: Sequence[int]) -> str:
    """Return median, 90th percentile and maximum of lengths in increasing order."""
    return " / ".join(str(lengths[min(len(lengths) - 1, int(len(lengths) * part))]) for part in (0.5, 0.9, 1))


def main() -> None:
    """Print a table in Markdown."""
    print("| part | files | lines | file med / p90 / max | function med / p90 / max | branches | docstrings |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for part, folders in PYTHON.items():
        found = figures(path.read_text("utf-8") for path in tracked(*folders) if path.suffix == ".py")
        print(
            f"| {part} | {len(found.files)} | {sum(found.files):,} | {spread(found.files)}"
            f" | {spread(found.functions)} | {found.branching} | {found.documented:.0%} |"
        )
    client = [path for path in tracked("frontend/src") if path.suffix in _CODE and ".gen." not in path.name]
    for part, paths in (("web client", client), ("its components", [one for one in client if one.suffix == ".svelte"])):
        lines = sorted(path.read_bytes().count(b"\n") for path in paths)
        print(f"| {part} | {len(lines)} | {sum(lines):,} | {spread(lines)} | | | |")


if __name__ == "__main__":
    main()
