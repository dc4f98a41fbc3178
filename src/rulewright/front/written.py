"""What stands in the files of a game and would be passed over in silence.

Python keeps the second of two functions of one name and forgets the first; a rulebook holds the
rules that were there when it was built; claims are asked where a game lists their module. A rule or
a claim that is lost so would be missed by nobody: it is an error here.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from types import ModuleType
from typing import Any, Final, TypeAlias

from rulewright.words.claims import AnyClaim, Claim
from rulewright.words.errors import Place, RulesError, place_of
from rulewright.words.forces import AnyRule, Definition, Modality, Rule
from rulewright.words.games import Rulebook

from .source import Sources, place

_WORDS = ("rulewright.words.claims", "rulewright.words.forces")
_FORCES: Final = ("must", "may", "must_not", "counts_as", "always")
_CLAIMS: Final = ("never", "sometimes", "eventually", "at_most", "at_least", "terminates")
# The arms of `if` and `try` that a statement stands in: those of one `if` exclude each other.
_Arms: TypeAlias = tuple[tuple[ast.AST, str], ...]


def check_written(
    modules: Sequence[ModuleType],
    books: Sequence[Rulebook],
    claims: Collection[AnyClaim],
    listed: Collection[str] = (),
) -> None:
    """RulesError for a rule or claim of these modules that is lost.

    books: the rulebooks that rules may be in. claims: those that are asked. listed: the names of
    the modules whose claims are asked of some game.
    """
    sources = Sources()
    everything = [thing for module in modules for thing in vars(module).values()]
    rules = [rule for book in books for rule in book.rules]
    alive = {_line(thing) for thing in (*everything, *rules, *claims)}
    for module in modules:
        if module.__file__ is not None:
            _check_bindings(module, sources.tree(module.__file__), alive)
    for module in modules:
        _check_listed(module, books, rules, claims, listed)


def _line(thing: object) -> tuple[str, int] | None:
    """Where the function of a rule or a claim stands."""
    match thing:
        case Rule(speaks=function) | Definition(speaks=function) | Claim(says=function):
            return function.__code__.co_filename, function.__code__.co_firstlineno
        case _:
            return None


def _check_bindings(
    module: ModuleType, tree: ast.Module, alive: set[tuple[str, int] | None]
) -> None:
    file = str(module.__file__)
    bound = list(_bound(tree.body, ()))
    for at, (name, node, arms) in enumerate(bound):
        if not _lost(module, node, file, alive):
            continue
        later = [(o, a) for n, o, a in bound[at + 1 :] if n == name and not _exclude(arms, a)]
        if later:
            other = later[0][0]
            raise RulesError(
                "RW051",
                _first_line(file, other),
                f"{name} is written twice in {module.__name__}, and Python keeps the second alone",
                f"give each a name of its own: the first stands in line {_first(node)}",
            )
        if not any(n == name and (file, _first(o)) in alive for n, o, _ in bound):
            raise RulesError(
                "RW079",
                _first_line(file, node),
                f"{name} stands where Python does not come by, or is not kept",
                "write rules and claims where they are always read, each under its own name",
            )
    for name, node, outer in _nested(tree, ""):
        if outer and _lost(module, node, file, alive):
            raise RulesError(
                "RW079",
                _first_line(file, node),
                f"{name} stands inside {outer}, where nobody reads it",
                "write rules and claims at the top of the file, outside of everything",
            )


def _first(node: ast.AST) -> int:
    """The first line of a construct, its decorators included."""
    lines: list[int] = [d.lineno for d in getattr(node, "decorator_list", [])]
    return min([int(getattr(node, "lineno", 1)), *lines])


def _first_line(file: str, node: ast.AST) -> Place:
    whole = place(file, node)
    decorators = getattr(node, "decorator_list", [])
    return place(file, decorators[0]) if decorators else whole


def _lost(module: ModuleType, node: ast.AST, file: str, alive: set[tuple[str, int] | None]) -> bool:
    """Whether a function was made a rule or a claim, and is none that can be found."""
    if not isinstance(node, ast.FunctionDef) or (file, _first(node)) in alive:
        return False
    return any(_is_word(module, decorator) for decorator in node.decorator_list)


def _is_word(module: ModuleType, node: ast.expr) -> bool:
    """Whether a decorator is a word of the rule language: `must(…)`, `rulewright.always()` …"""
    called = node.func if isinstance(node, ast.Call) else node
    thing: Any = _thing(module, called)
    return isinstance(thing, Modality) or (
        callable(thing) and getattr(thing, "__module__", "") in _WORDS
    )


def _thing(module: ModuleType, node: ast.expr) -> Any:
    match node:
        case ast.Name(id=name):
            return getattr(module, name, None)
        case ast.Attribute(value=value, attr=name):
            return getattr(_thing(module, value), name, None)
        case _:
            return None


def _bound(block: Sequence[ast.stmt], arms: _Arms) -> Iterator[tuple[str, ast.AST, _Arms]]:
    """The names that the statements of a module set or delete, in order, functions by their def."""
    for node in block:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node, arms
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for alias in names:
                    yield (alias.asname or alias.name).partition(".")[0], node, arms
            case ast.If() | ast.Try() | ast.With() | ast.For() | ast.While() | ast.Match():
                yield from _in_arms(node, arms)
            case _:
                for part in ast.walk(node):
                    if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
                        yield part.id, node, arms


def _in_arms(node: ast.stmt, arms: _Arms) -> Iterator[tuple[str, ast.AST, _Arms]]:
    for name in ("body", "orelse", "finalbody"):
        yield from _bound(getattr(node, name, []), (*arms, (node, name)))
    for number, handler in enumerate(getattr(node, "handlers", []) + getattr(node, "cases", [])):
        yield from _bound(handler.body, (*arms, (node, f"arm {number}")))


def _exclude(some: _Arms, others: _Arms) -> bool:
    """Whether two statements are never both carried out."""
    arms = dict(some)
    return any(node in arms and arms[node] != arm for node, arm in others)


def _nested(around: ast.AST, outer: str) -> Iterator[tuple[str, ast.FunctionDef, str]]:
    """Every function of a file, with the function or class that it stands in."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node, outer
        inside = node.name if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else outer
        yield from _nested(node, inside)


def _check_listed(
    module: ModuleType,
    books: Sequence[Rulebook],
    rules: Sequence[AnyRule],
    claims: Collection[AnyClaim],
    listed: Collection[str],
) -> None:
    """RulesError for a rule of a module that no rulebook has, or a claim that no game asks."""
    for name, thing in (*vars(module).items(), *_collected(module)):
        if isinstance(thing, (Rule, Definition)) and thing.speaks.__module__ == module.__name__:
            if thing not in rules:
                raise RulesError("RW079", place_of(thing.speaks), *_left_out(thing, books))
        elif isinstance(thing, Claim) and thing.says.__module__ == module.__name__:
            if thing in claims:
                continue
            if module.__name__ in listed:
                raise RulesError(
                    "RW079",
                    place_of(thing.says),
                    f"{name} holds the claim {thing.name}, which has no name of its own",
                    f"write it as `{thing.name} = …` at the top of the file, or as a `def` there",
                )
            raise RulesError(
                "RW079",
                place_of(thing.says),
                f"{name} is claimed in {module.__name__}, which no game lists",
                "name the module under `proofs` in pyproject.toml, or move the claim",
            )


def _collected(module: ModuleType) -> Iterator[tuple[str, object]]:
    """What the collections of a module hold, under the names of the collections."""
    for name, thing in vars(module).items():
        if isinstance(thing, (list, tuple, set, frozenset)):
            yield from ((name, item) for item in thing)
        elif isinstance(thing, dict) and not name.startswith("__"):
            yield from ((name, item) for item in thing.values())


def holds_words(tree: ast.Module) -> bool:
    """Whether a file that was not imported holds a rule or a claim, by the looks of it."""
    called = (
        decorator.func
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call)
    )
    names = {n.id if isinstance(n, ast.Name) else getattr(n, "attr", "") for n in called}
    return not names.isdisjoint((*_FORCES, *_CLAIMS))


def _left_out(rule: AnyRule, books: Sequence[Rulebook]) -> tuple[str, str]:
    titles = " or ".join(book.title for book in books)
    return (
        f"{rule.name} is a rule that {titles} does not have",
        "move it above the line that builds the Rulebook, and name it, or its module, in `rules`; "
        "a claim is written without a citation",
    )
