"""`docs/reference/api/` shows the library whole: each public name once, on the page of its package."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

PAGES = Path(__file__).parents[1] / "docs/reference/api"
PACKAGES = sorted(page.stem for page in PAGES.glob("*.md") if page.stem != "index")


def shown(package: str) -> list[str]:
    """Return the names that the page of `package` takes from docstrings; `review.review` is the function `review`."""
    text = (PAGES / f"{package}.md").read_text(encoding="utf-8")
    paths = re.findall(rf"^::: codex_naturalis\.{package}\.(\S+)$", text, re.MULTILINE)
    assert len(paths) == text.count(":::")
    return [name for path in paths for name in names_of(import_module(f"codex_naturalis.{package}"), path)]


def names_of(package: ModuleType, path: str) -> list[str]:
    """Return the names that one line shows: those of a module are all that it makes public."""
    shown = getattr(package, path, None)
    return list(shown.__all__) if isinstance(shown, ModuleType) else [path.rpartition(".")[2]]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_of_a_package_shows_each_public_name_once(package: str) -> None:
    """A name that becomes public, or is no longer, is noticed on its page."""
    assert sorted(shown(package)) == sorted(import_module(f"codex_naturalis.{package}").__all__)


def test_the_first_page_lists_every_package() -> None:
    """The pages of the library and the table on its first page agree."""
    listed = re.findall(r"^\| \[`(\w+)`\]\((\w+)\.md\)", (PAGES / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == [(package, package) for package in PACKAGES]
