"""Quoted names in docs, docstrings and the client's comments exist: files, classes, functions, modules, keys."""

import builtins
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

from tests.names import (
    client_comments,
    client_types,
    files,
    keys,
    members,
    modules,
    pairs,
    python_files,
    read,
    tails,
    texts,
    words,
)

FOREIGN = {
    "Allow": "a header of HTTP",
    "Authorization": "a header of HTTP",
    "BaseEventLoop": "of asyncio, which has a module of its own for it",
    "Host": "a header of HTTP",
    "MyMagpie": "an example of a name that somebody may choose",
    "PushManager.subscribe": "of browsers",
    "WebSocketsSansIOProtocol": "of uvicorn",
    "close_timer": "of uvicorn",
    "codex-naturalis-2026-03-04-ada.svg": "an example of a name that a file is saved under",
    "crypto.randomUUID": "of browsers",
    "facts.at": "a fact of one refusal, in JSON",
    "facts.seconds": "a fact of one refusal, in JSON",
    "least_conn": "of nginx",
    "my_magpie": "an example of a name that somebody may choose",
    "numba.njit": "of Numba, which we import under another name",
    "parser_exc": "of the library websockets",
    "pip.conf": "of pip",
    "section.key": "stands for any key",
    "table.column": "stands for any column",
    "*last_round*": "the guide's example of a house rule",
}
"""Names that are not ours and that no code of ours has, with the reason; `*` stands for any part."""

ENDINGS = "cfg css csv html ini js json jsonl md npz py rs sh sql svelte svg toml ts txt webp yaml yml"
PAGES = (
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    *sorted(name for name in files() if re.match(r"docs/.*\.md", name)),
)
CLIENT_PAGE = "docs/explanation/web-client.md"
BLOCK = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)


def quoted(text: str) -> list[str]:
    """Return what stands between back quotes in prose: in one line, or broken once."""
    return [" ".join(span.split()) for span in re.findall(r"`([^`\n]+(?:\n[^`\n]+)?)`", BLOCK.sub("", text))]


def missing(text: str, page: str) -> set[str]:
    """Return the names in a text that lead nowhere."""
    blocks = {word for block in BLOCK.finditer(text) for word in re.findall(r"[\w.]+", block[0])}
    return {name for name in quoted(text) if not exists(name, page)} - blocks


def exists(name: str, page: str) -> bool:
    """Return whether a back-quoted name exists, or is none: neither of a file, nor with capitals, dots or a call."""
    called = re.fullmatch(r"([A-Za-z_][\w.]*)\(.*\)", name)
    if called:
        return is_dotted(called[1]) if "." in called[1] else is_word(called[1])
    if re.fullmatch(rf"[\w./*<>-]*\.({ENDINGS.replace(' ', '|')})", name):
        return is_file(name)
    if re.fullmatch(r"[\w.-]+/[\w./-]*", name):
        return f"{name.partition('/')[0]}/" not in tails() or is_file(name)
    if re.fullmatch(r"_?[A-Z][a-z]\w*", name):
        return is_class(name, page)
    if re.fullmatch(r"[A-Za-z_]\w*(\.\w+)+", name):
        return is_dotted(name)
    return not re.fullmatch(r"_?[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+", name) or is_word(name)


def is_class(name: str, page: str) -> bool:
    """Return whether a class of Python has this name, or, where Python is not alone, a type of the web client.

    On the page about the web client none but its own.
    """
    if name in client_types() and not page.endswith(".py"):
        return True
    ours = name in members() or any(name in one.defined for one in python_files().values())
    return page != CLIENT_PAGE and (ours or hasattr(builtins, name))


def is_file(name: str) -> bool:
    """Return whether `name` ends the path of a file or folder, is one that git ignores, or one that code writes.

    A `*`, `<words>` and CAPITALS stand for any part.
    """
    bare = name.removeprefix("./").removeprefix("/")
    if {bare, f"{bare}/"} & tails() or {bare, name} & texts() or is_ignored(bare):
        return True
    pattern = re.sub(r"<\w+>|\b[A-Z]+\b(?=\.\w+$)|^(?=\.)", "*", bare)
    return "*" in pattern and any(fnmatch(tail, pattern) for tail in tails())


def is_ignored(name: str) -> bool:
    """Return whether git ignores a path: what is built or installed."""
    ignored = [line.strip("/") for line in read(".gitignore").splitlines() if line and line[0] not in "#*!"]
    heads = [name.rstrip("/"), *map(str, Path(name).parents)]
    return any(f"/{one}".endswith(f"/{head}") for one in ignored for head in heads)


def is_word(name: str) -> bool:
    """Return whether code, settings or a key has this name; Prometheus adds `_total` to counters."""
    setting = name.removeprefix("CODEX_").lower()
    known = {name, name.removesuffix("_total")} & words() or hasattr(builtins, name)
    return bool(known) or setting in members()["Settings"]


@cache
def is_dotted(name: str) -> bool:
    """Return whether a name with dots leads somewhere: a module's or a class's, a key, a text, an attribute in use."""
    if name in keys() or name in texts() or name in pairs() or is_file(name):
        return True
    return is_in_module(name) or is_member(name) or is_in_standard_library(name)


def is_in_module(name: str) -> bool:
    """Return whether a module of ours has this dotted name, or defines what the rest of it says."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        for module in modules().get(".".join(parts[:count]), ()):
            first, member = (*parts[count:], "", "")[:2]
            loaded_when_asked = parts[0] == "codex_naturalis" and first in module.texts
            if not first or loaded_when_asked:
                return True
            if first in module.defined and (not member or member in members().get(first, ())):
                return True
    return False


def is_member(name: str) -> bool:
    """Return whether `view.legal` or `View.legal` is a member of a class of that name, or of one that ends so."""
    kind, _, member = name.rpartition(".")
    short = kind.rpartition(".")[2].replace("_", "").lower()
    return any(member in some for known, some in members().items() if known.lower().endswith(short))


def is_in_standard_library(name: str) -> bool:
    """Return whether Python itself has this name."""
    first = name.partition(".")[0]
    if first not in sys.stdlib_module_names and not hasattr(builtins, first):
        return False
    try:
        return resolve_name(f"builtins.{name}" if hasattr(builtins, first) else name) is not None
    except (AttributeError, ImportError):
        return False


def prose() -> Iterator[tuple[str, str]]:
    """Yield each page of the docs, each docstring and each comment of the web client, with the file it stands in."""
    yield from ((page, read(page)) for page in PAGES)
    yield from ((name, sentence) for name, one in python_files().items() for sentence in one.sentences)
    yield from client_comments()


def test_names_in_prose_exist() -> None:
    """What is renamed or removed is renamed or removed in prose, too; the list of foreign names is short and in use."""
    lost = {(name, place) for place, text in prose() for name in missing(text, place)}
    foreign = {(name, one) for name, _ in lost for one in FOREIGN if fnmatch(name, one)}
    assert {(name, place) for name, place in lost if name not in dict(foreign)} == set()
    assert {one for _, one in foreign} == set(FOREIGN)
    assert len(FOREIGN) <= 40


def test_names_that_are_gone_are_found() -> None:
    """Each kind of name is looked up, where it is said to be."""
    gone = ("ui/Leaf.svelte", "Leaf.svelte", "rules/gone.py", "server/gone/", "Aside", "GoneError", "rules.gone")
    more = ("GameState.gone", "codex_naturalis.gone", "gone_too()", "view.gone()", "worker_gone", "CODEX_GONE")
    there = (
        "ui/Page.svelte",
        "turns.py",
        "server/tables/",
        "Page",
        "GameState",
        "rules.apply",
        "GameState.code",
        "str(view)",
    )
    text = " ".join(f"`{name}`" for name in (*gone, *more, *there))
    assert missing(text, "docs/index.md") == {*gone, *more}
    assert missing("`Desk`", CLIENT_PAGE) == {"Desk"}  # the terminal has one


def test_names_stand_in_the_file_that_is_named_after_them() -> None:
    """Where docs say `NAME` in `FILE`, that file has the name."""
    several = re.compile(r"((?:`\w+`(?:, | and |,? or )?)+)\s+in\s+`([\w./-]+\.(?:py|ts|svelte|toml))`")
    found = [(page, names, name) for page in PAGES for names, name in several.findall(read(page))]
    assert len(found) > 5
    for page, names, name in found:
        sources = "".join(read(path) for path in files() if path == name or path.endswith(f"/{name}"))
        assert [one for one in re.findall(r"\w+", names) if not re.search(rf"\b{one}\b", sources)] == [], (page, name)


def test_drawings_name_modules() -> None:
    """In the drawing of a placement each box is a room or several, and each line names a module of it."""
    drawing = re.search(r"```text\n(.*?)```", read("docs/explanation/server.md"), re.DOTALL)
    assert drawing
    named = 0
    for rooms, body in re.findall(r"^┌─ ([\w, ]+) ─.*?$(.*?)^└", drawing[1], re.DOTALL | re.MULTILINE):
        for module in re.findall(r"(?:^│| ) (\w+) {2,}(?=\S)", body, re.MULTILINE):
            named += 1
            assert any(f"server/{room}/{module}.py" in tails() for room in rooms.split(", ")), module
    assert named > 10
    classes, dotted = re.findall(r"(?<![“\w.])[A-Z]\w*[a-z]\w*\b", drawing[1]), re.findall(r"\w+\.\w+", drawing[1])
    assert len(dotted) > 2
    assert [name for name in classes if not is_class(name, "")] == []
    assert [name for name in dotted if not is_dotted(name)] == []
