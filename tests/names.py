"""Index of what the project defines: its files, modules, classes, words and keys."""

import ast
import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LISTS_NAMES = "tests/test_names_exist.py"
"""The test that has names of others in texts, which therefore prove nothing."""

OTHER_LANGUAGES = {".conf", ".cpp", ".ipynb", ".js", ".json", ".rs", ".service", ".sh", ".toml", ".yaml", ".yml"}


@dataclass
class PythonFile:
    """What one file of Python defines and takes from elsewhere, its texts, and the sentences that document it."""

    defined: set[str] = field(default_factory=set[str])
    """Names at the top, imported ones included, and what a package loads when it is asked for."""

    words: set[str] = field(default_factory=set[str])
    pairs: set[str] = field(default_factory=set[str])
    """Uses of attributes: `view.legal`."""

    texts: set[str] = field(default_factory=set[str])
    sentences: list[str] = field(default_factory=list[str])
    """Docstrings, and what stands below a field."""

    members: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, node: ast.AST, owner: str = "") -> None:
        """Collect what `node` and all below it say; `owner` is the class around it."""
        match node:
            case ast.Expr(value=ast.Constant(value=str(sentence))):
                self.sentences.append(sentence)
                return
            case ast.ClassDef(name=name, bases=bases):
                owner = name
                self.bases[name] |= {re.sub(r"\[.*", "", ast.unparse(base)).split(".")[-1] for base in bases}
            case ast.Constant(value=str(text)):
                self.texts |= {text, *re.findall(r"[\w.-]+", text), *re.findall(r"\w+", text)}
            case ast.Attribute(attr=attribute, value=ast.Name(id=name) | ast.Attribute(attr=name)):
                self.pairs.add(f"{name}.{attribute}")
            case _:
                pass
        self.words |= set(names_in(node))
        if owner and isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            self.members[owner].add(node.attr)
        for inner in ast.iter_child_nodes(node):
            if isinstance(node, ast.ClassDef):
                self.members[owner] |= set(names_bound_by(inner))
            if not isinstance(inner, ast.expr_context):
                self.add(inner, owner)


def names_in(node: ast.AST) -> Iterator[str]:
    """Yield the names that one node has, without those below it."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield from (*name.split("."), *([other] if other else []))
        case _:
            pass


def names_bound_by(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement gives a meaning, in a module or a class."""
    match node:
        case ast.Assign(targets=targets):
            yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from ((alias.asname or alias.name).split(".")[0] for alias in aliases)
        case ast.If() | ast.Try():
            for inner in ast.iter_child_nodes(node):
                yield from names_bound_by(inner)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case _:
            pass


@cache
def files() -> frozenset[str]:
    """Return the paths that git knows, or would add, and the folders above them, which end in `/`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our git
    paths = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    return frozenset(paths | {f"{folder}/" for name in paths for folder in Path(name).parents})


@cache
def tails() -> frozenset[str]:
    """Return each path and folder, and each without its first folders: `rules/turns.py`, `turns.py`."""
    parts = [(name, name.rstrip("/").split("/")) for name in files()]
    return frozenset("/".join(some[at:]) + "/" * name.endswith("/") for name, some in parts for at in range(len(some)))


def read(name: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / name).read_text("utf-8")


@cache
def python_files() -> Mapping[str, PythonFile]:
    """Return all files of Python by path."""
    found = dict[str, PythonFile]()
    for name in sorted(files()):
        if name.endswith(".py"):
            found[name] = one = PythonFile()
            tree = ast.parse(read(name))
            one.defined = {bound for node in tree.body for bound in names_bound_by(node)}
            one.add(tree)
    return found


@cache
def modules() -> Mapping[str, list[PythonFile]]:
    """Return modules by the ends of their dotted names: `rules.turns`, `turns`."""
    found: dict[str, list[PythonFile]] = defaultdict(list)
    for name, one in python_files().items():
        parts = name.removesuffix(".py").removesuffix("/__init__").split("/")
        for at in range(len(parts)):
            found[".".join(parts[at:])].append(one)
    return found


@cache
def members() -> Mapping[str, set[str]]:
    """Return the members of each class of Python, by its name, with those of ours that it inherits."""
    own: dict[str, set[str]] = defaultdict(set)
    bases: dict[str, set[str]] = defaultdict(set)
    for one in python_files().values():
        for name in one.bases:
            own[name] |= one.members[name]
            bases[name] |= one.bases[name]

    def all_of(name: str, below: frozenset[str]) -> set[str]:
        return own.get(name, set()).union(*(all_of(base, below | {name}) for base in bases.get(name, set()) - below))

    return {name: all_of(name, frozenset()) for name in list(own)}


CLIENT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:'])//[^\n]*|<!--.*?-->", re.DOTALL)


@cache
def client_sources() -> Mapping[str, str]:
    """Return the files of the web client, without comments."""
    return {name: CLIENT_COMMENT.sub("", read(name)) for name in client_files()}


def client_comments() -> Iterator[tuple[str, str]]:
    """Yield the comments of the web client, each with the file it stands in."""
    for name in client_files():
        for comment in CLIENT_COMMENT.findall(read(name)):
            yield name, re.sub(r"\n\s*(?:\*|//)?", "\n", comment)


def client_files() -> list[str]:
    """Return the files of the web client that people write."""
    folder = [name for name in files() if name.startswith("frontend/") and ".gen." not in name]
    return sorted(name for name in folder if name.endswith((".ts", ".svelte")))


@cache
def client_types() -> frozenset[str]:
    """Return the components, classes and types of the web client."""
    defining = re.compile(r"\b(?:class|interface|type|enum|import type) (\w+)")
    components = {Path(name).stem for name in client_sources() if name.endswith(".svelte")}
    return frozenset(components.union(*(defining.findall(source) for source in client_sources().values())))


@cache
def words() -> frozenset[str]:
    """Return every word of code, files of settings and keys, and the names of all files without their ending."""
    python = (one.words | one.texts for one in _code())
    others = [name for name in files() if Path(name).suffix in OTHER_LANGUAGES or name.endswith("Makefile")]
    sources = [*client_sources().values(), *map(read, others)]
    stems = {Path(name).name.split(".")[0] for name in files()}
    return frozenset(stems.union(*python, *(re.findall(r"\w+", source) for source in sources)))


@cache
def keys() -> frozenset[str]:
    """Return the dotted keys of all files of TOML: `illegal.cost_not_met`, `table.ending`."""

    def below(table: Mapping[str, object], above: str) -> Iterator[str]:
        for key, value in table.items():
            yield f"{above}{key}"
            yield from below(value, f"{above}{key}.") if isinstance(value, dict) else ()

    return frozenset(key for name in files() if name.endswith(".toml") for key in below(tomllib.loads(read(name)), ""))


def _code() -> list[PythonFile]:
    return [one for name, one in python_files().items() if name != LISTS_NAMES]


@cache
def texts() -> frozenset[str]:
    """Return the texts in Python code, whole and in parts."""
    return frozenset[str]().union(*(one.texts for one in _code()))


@cache
def pairs() -> frozenset[str]:
    """Return what Python code asks of what: `view.legal`."""
    return frozenset[str]().union(*(one.pairs for one in _code()))
