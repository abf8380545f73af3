"""No sentence is half translated: what is filled into a text of one language is no English prose of the code.

`say("database.unusable", name="the database of …")` is French around and English within. What may be filled in has no
language (names, numbers, paths, codes, what an operating system says) or is a text of the locales itself.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "src" / "codex_naturalis"
PROSE = re.compile(r"\b[a-z]{2,} [a-z]{2,}\b")
"""Two words in a row."""

TRANSLATORS = {"say", "_say", "look_up", "speak", "words", "answer_words"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def callee(node: ast.expr) -> str:
    """Return the name of what is called: `say` of `self._say(…)` and of `words(locale)(…)` alike."""
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func):
            return callee(func)
    return ""


class Sources:
    """Modules of the program, with what their functions return and what their exceptions say."""

    def __init__(self, texts: dict[str, str]) -> None:
        """Parse modules, by their names."""
        self.trees = {name: ast.parse(text) for name, text in texts.items()}
        self.returned: dict[str, list[ast.expr]] = {}
        self.raised: dict[str, list[ast.expr]] = {}
        for tree in self.trees.values():
            for node in ast.walk(tree):
                if isinstance(node, Function):
                    values = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
                    self.returned.setdefault(node.name, []).extend(values)
                elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    self.raised.setdefault(callee(node.exc.func), []).extend(node.exc.args)

    def faults(self) -> list[str]:
        """Return the English prose that is filled into texts, each with its module and line."""
        return [
            f"{name}:{call.lineno}: {prose}"
            for name, tree in self.trees.items()
            for function in ast.walk(tree)
            if isinstance(function, Function)
            for call in ast.walk(function)
            if isinstance(call, ast.Call) and callee(call.func) in TRANSLATORS
            for keyword in call.keywords
            if keyword.arg != "command"  # what one types is the same in every language
            for prose in self.prose_in(keyword.value, function)
        ]

    def prose_in(self, value: ast.expr, function: Function) -> Iterator[str]:
        """Yield the prose that an expression may be: its own, a variable's, a function's or an exception's."""
        for node in parts_of(value):
            match node:
                case ast.Constant(str(text)) if PROSE.search(text):
                    yield text
                case ast.Name(name):
                    for meant in (*assigned(function, name), *self.said_by(function, name)):
                        yield from own_prose(meant)
                case ast.Call(func):
                    for meant in self.returned.get(callee(func), ()):
                        yield from own_prose(meant)

    def said_by(self, function: Function, name: str) -> Iterator[ast.expr]:
        """Yield what the exceptions say that a function catches under a name."""
        for node in ast.walk(function):
            if isinstance(node, ast.ExceptHandler) and node.name == name and node.type:
                kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
                for kind in kinds:
                    yield from self.raised.get(callee(kind), ())


def parts_of(value: ast.expr) -> Iterator[ast.AST]:
    """Yield an expression and its parts, without those of a translation, which has a language already."""
    if isinstance(value, ast.Call) and callee(value.func) in TRANSLATORS:
        return
    yield value
    for child in ast.iter_child_nodes(value):
        if isinstance(child, ast.expr):
            yield from parts_of(child)


def own_prose(value: ast.expr) -> Iterator[str]:
    """Yield the prose that is written in an expression itself."""
    for node in parts_of(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PROSE.search(node.value):
            yield node.value


def assigned(function: Function, name: str) -> Iterator[ast.expr]:
    """Yield what a function gives a variable."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            yield node.value


def test_nothing_english_is_filled_into_a_translated_sentence() -> None:
    """In the whole program: neither directly, nor by way of a variable, a function or an exception."""
    sources = Sources({str(file.relative_to(SOURCES)): file.read_text("utf-8") for file in SOURCES.rglob("*.py")})
    assert sources.faults() == []


@pytest.mark.parametrize(
    "said",
    [
        "say('k', name='the database of it' if shared else path)",
        "say('k', name=name_of(it))",
        "words(locale)('k', why=error)",
        "self._say('k', why=f'{text} at all')",
    ],
)
def test_half_translations_are_found(said: str) -> None:
    """As they were written once, and as they may be again."""
    code = f"""
def name_of(it):
    return "the database of it" if it else ""

def refuse():
    raise Refused(f"cannot use it: {{it}}")

def shown(self, it):
    text = "nothing of it" if it else ""
    try:
        refuse()
    except Refused as error:
        {said}
"""
    assert Sources({"code.py": code}).faults() != []


@pytest.mark.parametrize("said", ["say('k', name=say('other', count=1))", "say('k', name=path, why=error.strerror)"])
def test_what_has_no_language_may_be_filled_in(said: str) -> None:
    """A translation, a path, what the operating system says."""
    assert Sources({"code.py": f"def shown(path, error):\n    {said}\n"}).faults() == []
