"""The front door, `codex_naturalis` itself: the names one plays with, and nothing loaded before it is asked for."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import codex_naturalis

HOMES = ("rules", "views", "record", "catalogue", "bots")
NAMES = [name for name in codex_naturalis.__all__ if name != "__version__"]
PACKAGE = Path(codex_naturalis.__file__).parent
FACES = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("__init__.py"))}
LAZY = [
    ".".join((PACKAGE.name, *path.parent.relative_to(PACKAGE).parts))
    for path, text in FACES.items()
    if "_load_lazily(" in text
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_door_is_that_of_its_package(name: str) -> None:
    """It is the same object, documented where it is defined."""
    homes = [import_module(f"codex_naturalis.{home}") for home in HOMES]
    known = [getattr(home, name) for home in homes if name in home.__all__]
    assert known
    assert all(one is getattr(codex_naturalis, name) for one in known)
    assert getattr(codex_naturalis, name).__doc__ or name == "Action"


def test_a_shell_completes_what_is_not_loaded() -> None:
    """`dir` lists all names at once, and importing the door loads none of the packages behind it."""
    asked = (
        "import sys, codex_naturalis as c; print(set(c.__all__) <= set(dir(c)), 'codex_naturalis.rules' in sys.modules)"
    )
    output = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own text
    assert output == "True False\n"
    assert len(NAMES) <= 30


def test_the_catalogue_is_imported_at_once() -> None:
    """The import loads no types of cards, so no msgspec; reading the cards loads nothing that finds or copies files."""
    asked = (
        "import json, sys, codex_naturalis.catalogue as c; imported = sorted(sys.modules); c.catalogue();"
        "print(json.dumps([imported, sorted(sys.modules)]))"
    )
    output = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own text
    imported, read = (set[str](names) for names in json.loads(output))
    assert {name for name in imported if name.startswith("codex_naturalis.")} == {
        "codex_naturalis.catalogue",
        "codex_naturalis.lazy_names",
    }
    assert imported & {"dataclasses", "importlib.resources", "inspect", "msgspec", "tomllib"} == set()
    assert read & {"dataclasses", "importlib.resources", "pathlib", "tempfile"} == set()


def test_names_are_loaded_lazily_in_one_way() -> None:
    """No package has code of its own that imports a module when one of its names is asked for."""
    own = [
        str(path.relative_to(PACKAGE))
        for path, text in FACES.items()
        if any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in ast.walk(ast.parse(text)))
        if "import_module" in text
    ]
    assert {"codex_naturalis", "codex_naturalis.views"} <= set(LAZY)
    assert own == []


@pytest.mark.parametrize("name", LAZY)
def test_a_package_that_loads_names_lazily_lists_them(name: str) -> None:
    """`dir` has its public names, each is there, and another one is refused as by any module."""
    if name == "codex_naturalis.rl":
        pytest.importorskip("gymnasium")
    package = import_module(name)
    listed: list[str] = package.__all__
    assert set(listed) <= set(dir(package))
    assert [each for each in listed if getattr(package, each, None) is None] == []
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nothing'"):
        _ = package.nothing
