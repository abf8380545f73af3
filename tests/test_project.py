"""What holds for the project as a whole: its words match its files, and what is shipped is complete."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from itertools import chain
from operator import itemgetter
from pathlib import Path

import pytest

from tests.budgets import Budget
from tools.widen import DEPTH, bounds

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGES = sorted(SOURCE.rglob("__init__.py"))
CODE = {".css", ".html", ".js", ".py", ".sh", ".svelte", ".ts"}


def tracked(*folders: str) -> list[Path]:
    """Return the files that git knows, or would add, in `folders`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


def test_vulnerabilities_can_be_reported() -> None:
    """SECURITY.md says how in private, for which versions and what follows, and names no address that may not exist."""
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", policy, re.MULTILINE)
    assert headings == ["Reporting a vulnerability", "Supported versions", "What to expect"]
    assert "private vulnerability\n  reporting" in policy
    assert "/.well-known/security.txt" in policy
    assert not re.findall(r"\S+@\S+|https?://\S+", policy)
    for page, _, heading in (link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", policy)):
        titles = re.findall(r"^#+ (.+)$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
        assert heading in {"", *(title.lower().replace(" ", "-") for title in titles)}


def module_name(package: Path) -> str:
    """Return the dotted name of the package whose `__init__.py` this is."""
    return ".".join(package.parent.relative_to(SOURCE).parts)


def public_names(package: Path) -> set[str]:
    """Return the names an `__init__.py` defines or takes from the project, without the private ones."""
    names: set[str] = set()
    for node in ast.parse(package.read_text()).body:
        match node:
            case ast.ImportFrom(module=origin, names=aliases, level=level):
                if level or (origin or "").startswith("codex_naturalis"):
                    names |= {alias.asname or alias.name for alias in aliases} - {"*"}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("package", PACKAGES, ids=module_name)
def test_a_package_lists_its_public_names(package: Path) -> None:
    """`__all__` names each public name once, and nothing that is not there."""
    module = import_module(module_name(package))
    listed: list[str] = list(getattr(module, "__all__", ()))
    assert [name for name in listed if not hasattr(module, name)] == []
    assert len(set(listed)) == len(listed)
    assert public_names(package) - set(listed) == set()


def imported_packages(file: Path) -> set[str]:
    """Return the top-level packages, or parts of our own, that a module imports from outside its folder."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return {".".join(name.split(".")[: 2 if name.startswith("codex_naturalis") else 1]) for name in found}


@pytest.mark.parametrize("package", ["catalogue", "rules"])
def test_the_truth_needs_little(package: str) -> None:
    """The catalogue and the rules import the standard library, msgspec, the loader of lazy names and each other."""
    own = {f"codex_naturalis.{name}" for name in ("catalogue", "lazy_names", "rules")}
    allowed = {*sys.stdlib_module_names, "msgspec", *own}
    files = sorted((SOURCE / "codex_naturalis" / package).rglob("*.py"))
    assert files
    above = {"state.py": {"codex_naturalis.views"}} if package == "rules" else {}  # a state draws itself by its view
    assert {file.name: extra for file in files if (extra := imported_packages(file) - allowed)} == above


def test_files_stay_short(budget: Budget) -> None:
    """None of those that people write is too long."""
    files = [path for path in tracked("src", "tests", "tools", "frontend/src", "frontend/tests") if path.suffix in CODE]
    written = [path for path in files if not path.name.endswith(".gen.ts")]
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_bytes().splitlines()) for path in written}
    longest = sorted(lengths.items(), key=itemgetter(1))[-5:]
    budget("lines of the longest file", longest[-1][1], 600, longest)


def modules_in(folder: Path) -> list[str]:
    """Return the names of the modules in a folder, without the face of a package."""
    return sorted(
        path.name
        for path in tracked(str(folder.relative_to(ROOT)))
        if path.parent == folder and path.suffix == ".py" and path.name != "__init__.py"
    )


def test_folders_stay_small() -> None:
    """No folder of the package has more than 25 modules, no room of the server more than 15; migrations only add up."""
    folders = {path.parent for path in tracked("src") if path.suffix == ".py" and path.parent.name != "versions"}
    sizes = {folder.relative_to(SOURCE / "codex_naturalis").as_posix(): len(modules_in(folder)) for folder in folders}
    rooms = {name: size for name, size in sizes.items() if name.startswith("server/")}
    assert sizes["kernel"] > 1
    assert rooms["server/tables"] > 1
    assert {name: size for name, size in sizes.items() if size > 25} == {}
    assert {name: size for name, size in rooms.items() if size > 15} == {}


def layers_of(package: str) -> list[str]:
    """Return what stands in a package, the highest first, as its import contract orders it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [house] = [one for one in contracts if one.get("containers") == [package]]
    return [name for layer in house["layers"] for name in layer.split(" | ")]


def test_the_list_of_layers_is_whole() -> None:
    """The page about the architecture has a line for each package, the highest first."""
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text()
    rows = re.findall(r"^\| ((?:`\w+`(?: · )?)+) \|", page, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert listed == layers_of("codex_naturalis")


def test_the_map_of_the_server_is_whole() -> None:
    """The page about the server has a line for each room, the highest first, and names only modules that there are."""
    page = (ROOT / "docs" / "explanation" / "server.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert listed == [room for room in layers_of("codex_naturalis.server") if room not in {"serve", "app", "services"}]
    rooms = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", page, re.MULTILINE)
    named = [f"{room}/{module}" for room, modules in rooms for module in re.findall(r"`(\w+)`", modules)]
    assert len(named) > len(rooms)
    files = {
        path.relative_to(SOURCE / "codex_naturalis/server").as_posix() for path in tracked("src/codex_naturalis/server")
    }
    assert [name for name in named if not {f"{name}.py", f"{name}/__init__.py"} & files] == []


LANDED = "33a8d314fe094e5a1d3b8e06737ecd8f4f9f1fc8"
"""A commit whose history stays as it is."""


def test_subjects_of_commits_are_short() -> None:
    """The first line of a new commit has at most 72 characters: one that `origin/main` has not, where there is one."""
    for since in ("origin/main", LANDED):
        asked = ["git", "log", "--no-merges", "--format=%s", f"{since}..HEAD"]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            assert [subject for subject in done.stdout.splitlines() if len(subject) > 72] == []
            return
    pytest.skip("the history does not reach back so far")


@cache
def syntax_trees() -> dict[Path, ast.Module]:
    """Return each module of the package, parsed."""
    return {path: ast.parse(path.read_text()) for path in tracked("src") if path.suffix == ".py"}


def test_a_class_has_its_name_for_itself() -> None:
    """No two public classes of the package have the same name."""
    found: dict[str, list[str]] = {}
    for path, tree in syntax_trees().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(path.relative_to(SOURCE).as_posix())
    assert len(found) > 300
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


PARTICIPLES = (
    "begun beaten bought bound broken brought built called chosen cut done drawn driven fallen felt found "
    "given gone grown heard held hidden kept known laid led left lent lost made meant met paid put read "
    "said seen sent shaken shown sold spent spoken struck stuck taken taught thought thrown told torn "
    "understood woken won worn written"
)
"""Irregular participles; the regular ones end in `ed`."""

VERBS = {"cut", "embed", "exceed", "feed", "need", "proceed", "put", "read", "seed", "succeed"}
"""What looks like a participle and is a verb, too."""

LONE_PARTICIPLES = {
    "awaited": "of `rules`: bots call it, and the view has a field of this name",
    "exhausted": "of `rules`: bots call it",
    "shuffled": "of `Shuffler`, which bots implement; it is to `shuffle` what `sorted` is to `sort`",
}
"""Functions that keep such a name, and why."""


def test_functions_are_named_by_verbs() -> None:
    """No function is named by a lone participle: `told` hides whether something tells, was told, or is to be told."""
    found, functions = set[str](), 0
    for node in chain.from_iterable(map(ast.walk, syntax_trees().values())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions += 1
            decorators = " ".join(map(ast.unparse, node.decorator_list))
            name = node.name.strip("_")
            if (re.fullmatch(r"[a-z]+ed", name) or name in PARTICIPLES.split()) and "property" not in decorators:
                found |= {name} - VERBS
    assert functions > 4_000
    assert found == set(LONE_PARTICIPLES)


NAMED_ELSEWHERE = {
    "alarm": "a component of iCalendar",
    "allowance": "a wire field: the days of vacation in a year",
    "guess": "`mimetypes.guess_type`",
    "window": "a window of a browser, of which a code of the wire speaks",
    "patience": "a parameter of the client, which programs give",
    "ear": "of wheat, which is drawn on a card",
    "move": "a verb: `OrderedDict.move_to_end`, and what a cursor or a waiting job does",
    "tell": "a parameter of `hint`, `review` and a bot's `prepare`, which programs may name",
}
"""Words of CONTRIBUTING's third column that stand in names all the same, and why."""


def test_words_that_are_not_used_are_in_no_name() -> None:
    """The third column of CONTRIBUTING's tables: no name of code, file or folder has one of its words as a part."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| .*\*\*.* \| .* \|(.*)\|$", page, re.MULTILINE)
    words = {word.strip() for row in rows for word in row.split(",")} - {""}
    assert len(words) > 20
    found = {part for name in python_names() | client_names() | file_names() for part in words_of(name)}
    assert {word for word in words if {word, f"{word}s"} & found} == set(NAMED_ELSEWHERE)


def words_of(name: str) -> set[str]:
    """Split a name into its words: `askAdvice` is `ask` and `advice`."""
    return {part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def python_names() -> set[str]:
    """Every name in the package."""
    names = set[str]()
    for node in chain.from_iterable(map(ast.walk, syntax_trees().values())):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
    return names


def file_names() -> set[str]:
    """Every name of a folder or file of the package and of the web client."""
    paths = [path.relative_to(ROOT) for path in tracked("src/codex_naturalis", "frontend/src")]
    assert len(paths) > 1_000
    return {part for path in paths for part in path.parts}


def client_names() -> set[str]:
    """Every word of the web client's code: neither its comments, styles and texts, nor what is made from Python."""
    names = set[str]()
    for path, source in client_sources().items():
        assert source, path
        names |= set(re.findall(r"[A-Za-z_]\w+", source))
    assert len(names) > 3_000
    return names


@cache
def client_sources() -> dict[Path, str]:
    """Read the web client's code by file, without comments, styles and quoted texts."""
    left_out = r"/\*.*?\*/|(?<![:'])//[^\n]*|<!--.*?-->|<style.*?</style>|'(?:[^'\\\n]|\\.)*'"
    return {
        path: re.sub(left_out, "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in tracked("frontend/src")
        if path.suffix in {".ts", ".svelte"} and ".gen." not in path.name
    }


CLIENT_FUNCTION = re.compile(
    r"function (\w+)[(<]|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:\([^()]*\)(?:: [^=\n]+)? =>|\w+ =>)"
    r"|^  (?:async |private |static )*(\w+)\([^()]*\)(?:: [^{\n]+)? \{",
    re.MULTILINE,
)
"""A function, a constant that is one, or a method, in the web client."""


def test_functions_of_the_client_are_named_by_verbs() -> None:
    """In TypeScript, too, no function is named by a lone participle."""
    functions = [
        (name, str(path))
        for path, source in client_sources().items()
        for names in CLIENT_FUNCTION.findall(source)
        for name in names
        if name
    ]
    assert len(functions) > 1_000
    lone = {
        (name, path)
        for name, path in functions
        if (re.fullmatch(r"[a-z]+ed", name) or name in PARTICIPLES.split()) and name not in VERBS
    }
    assert lone == set()


def test_the_docs_are_short(budget: Budget) -> None:
    """They have few words by hand: what tools and declarations write into the pages does not count."""
    words = 0
    for path in tracked("docs"):
        if path.suffix == ".md":
            text = re.sub(r"<!-- (\w+): .*?<!-- /\1 -->|<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
            words += len(text.split())
    assert words > 30_000
    budget("words of the docs", words, 47_400)


def test_requirements_are_pinned_by_hash_and_name_no_host() -> None:
    """Every pinned package has a hash, and no file of requirements names a package index."""
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text()
        pins = re.findall(r"^\S+==\S+.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
        assert pins, path.name
        assert [pin.split()[0] for pin in pins if "--hash=sha256:" not in pin] == [], path.name
        assert re.findall(r"://|--(?:extra-)?index-url|--find-links", text) == [], path.name


def test_what_the_game_needs_is_pinned() -> None:
    """Each dependency of playing stands in requirements/run.txt, so that `make play` installs known files only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = (*project["dependencies"], *extras["server"], *extras["fast"], *extras["push"])
    names = [re.split("[^A-Za-z0-9_.-]", one)[0] for one in wanted]
    pinned = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements" / "run.txt").read_text(), re.MULTILINE)
    assert names
    assert set(names) - set(pinned) == set()


@pytest.mark.parametrize(("library", "depth"), DEPTH.items())
def test_a_library_used_beyond_its_interface_ends_at_the_version_we_tested(library: str, depth: int) -> None:
    """An installation by pip gets no release that is newer than the locked one, by its minor or major number."""
    bound = bounds((ROOT / "pyproject.toml").read_text())[library]
    locked = re.search(rf"^{library}==([0-9.]+)", (ROOT / "requirements" / "run.txt").read_text(), re.MULTILINE)
    assert locked
    *first, last = map(int, locked[1].split(".")[:depth])
    assert bound == ".".join(map(str, (*first, last + 1)))


def test_the_client_is_locked_without_a_host() -> None:
    """package-lock.json has a hash for every package and does not say where it came from."""
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    foreign = {name: entry for name, entry in packages.items() if name}
    assert foreign
    assert [name for name, entry in foreign.items() if "resolved" in entry or "integrity" not in entry] == []


def test_make_help_lists_every_command() -> None:
    """`make help` explains each target that is a command."""
    makefile = (ROOT / "Makefile").read_text()
    commands = set(re.findall(r"^\.PHONY: (\S+)$", makefile, re.MULTILINE))
    output = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607 - the user's make
    assert {"play", "test", "check", "fix", "help"} <= commands
    assert set(re.findall(r"^  make (\S+) +\S", output, re.MULTILINE)) == commands


def test_browser_tests_wait_for_functions() -> None:
    """A bare expression is evaluated again at each look, which the pages' Content-Security-Policy forbids."""
    for file in tracked("tests/e2e", "tools"):
        if file.suffix == ".py":
            assert not re.search(r"wait_for_function\(f?[\"'](?!(async )?\()", file.read_text()), file


def test_what_ci_runs_is_the_same_each_time() -> None:
    """`.ci/run` fetches, then runs `make check`: no search with new seeds, no advice of the day."""
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line]
    tries = "make downloads || { sleep 20 && make downloads; } || { sleep 60 && make downloads; }"
    assert lines[-2:] == [f'{tries} || not_judged "a package"', "exec make check"]
    assert "  exit 75" in lines
    assert sum("-o Acquire::Retries=5 -o DPkg::Lock::Timeout=600" in line for line in lines) == 1
    recipe = re.search(r"^check: .*\n(?:\t.*\n)+", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe
    assert not re.search(r"deep|audit|SEED", recipe[0])


def test_what_make_check_leaves_out_make_deep_runs() -> None:
    """Variants that are marked `deep` are run there with all others, dealt by its seed."""
    assert 'and not deep"' in (ROOT / "tools/test.py").read_text("utf-8")
    browser = r"^deep: (?:.*\n\t)+@SEED=\$\(SEED\) \$\(PY\) -m pytest (?!.*not deep).* tests/e2e$"
    assert re.search(browser, (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_a_seed_is_drawn_once() -> None:
    """`make deep` says the seed that each of its parts uses, so that what it found can be found again."""
    shown = subprocess.run(["make", "--dry-run", "deep"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607 - the user's make
    seeds = re.findall(r"(?i)seed[ =](\d+)", shown)
    assert len(seeds) > 3
    drawn = min(seeds, key=len)  # a story's own seed begins with it
    assert [seed for seed in seeds if not seed.startswith(drawn)] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    """A link or picture that names a file of the project names one that exists."""
    targets = re.findall(r'(?:\]\(|src="|href=")([^)"#]+)', (ROOT / page).read_text())
    assert [target for target in targets if "://" not in target and not (ROOT / target).exists()] == []
