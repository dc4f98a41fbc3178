"""A program being made: functions are compiled when they are first called, each once."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import count
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function
from rulewright.ir.types import FixedT, Type
from rulewright.words.errors import RulesError, place_of
from rulewright.words.forces import Definition
from rulewright.words.terms import Parameters

from .annotations import Annotations
from .ctx import Ctx
from .expressions import expression
from .resolve import definition
from .source import Source, Sources, place
from .statements import body


class Signature:
    """A function of the program: its name, the types of all its Python parameters, its result."""

    def __init__(self, name: str, params: tuple[tuple[str, Type], ...], result: Type) -> None:
        self.name = name
        self.params = params
        self.result = result


class Unit:
    """Compiles functions of the rule language for one scope."""

    def __init__(self, box: Parameters) -> None:
        self.box = box
        self.sources = Sources()
        self.annotations = Annotations(box, self.sources)
        self.functions: dict[str, Function] = {}
        self._signatures: dict[Any, Signature] = {}
        self._definitions: dict[Definition[Any, Any], Signature] = {}
        self._open: list[Any] = []
        self._taken: set[str] = set()

    def expression(self, ctx: Ctx, node: ast.expr, expect: Type | None) -> ir.Expr:
        """The IR of an expression; see `expressions`."""
        return expression(ctx, node, expect)

    def function(self, function: Callable[..., Any], owner: type | None = None) -> Signature:
        """The function, compiled if it was not yet. `owner` is the class of a method."""
        key = (function, owner)
        if key in self._signatures:
            return self._signatures[key]
        source = self.sources.function(function)
        if key in self._open:
            names = [f.__name__ for f, _ in (*self._open[self._open.index(key) :], key)]
            raise RulesError(
                "RW036",
                place(source.file, source.tree),
                f"a function comes back to itself: {' calls '.join(names)}",
                "say it with sum, any, all or a tuple(… for … in …) over what is finite",
            )
        self._open.append(key)
        try:
            signature = self._signature(self._name(function, owner), source, owner)
            self.functions[signature.name] = self._compiled(signature, source)
        except RecursionError as error:
            raise RulesError(
                "RW004",
                place(source.file, source.tree),
                f"{source.tree.name} is nested too deeply to be read",
                "break it up into several functions, each with a name of its own",
            ) from error
        finally:
            self._open.pop()
        self._signatures[key] = signature
        return signature

    def _name(self, function: Callable[..., Any], owner: type | None) -> str:
        """The name of a function in the program; a second one of that name gets a number."""
        inner = f"{owner.__qualname__}.{function.__name__}" if owner else function.__qualname__
        base = f"{function.__module__}.{inner}"
        name, again = base, 2
        while name in self._taken:
            name, again = f"{base}~{again}", again + 1
        self._taken.add(name)
        return name

    def definition(
        self, base: Definition[Any, Any]
    ) -> tuple[str, tuple[tuple[str, Type], ...], Type]:
        """The function that gives the value of a definition: its name, parameters and result."""
        if base not in self._definitions:
            key = (base.speaks, Definition)
            if key in self._open:
                raise RulesError(
                    "RW036",
                    place_of(base.speaks),
                    f"the value of {base.name} depends on itself",
                    "define it from other values",
                )
            self._open.append(key)
            try:
                function, signature = definition(self, base)
            finally:
                self._open.pop()
            self.functions[function.name] = function
            self._definitions[base] = signature
        found = self._definitions[base]
        return found.name, found.params, found.result

    def _signature(self, name: str, source: Source, owner: type | None) -> Signature:
        tree, at = source.tree, place(source.file, source.tree)
        _plain_parameters(source)
        hints = self.annotations.hints(source.function, at)
        params: list[tuple[str, Type]] = []
        for number, arg in enumerate(tree.args.args):
            where = place(source.file, arg)
            if arg.arg not in hints and number == 0 and owner is not None:
                fixed = issubclass(owner, Parameters)
                kind = FixedT(self.box) if fixed else self.annotations.record(owner, where)
                params.append((arg.arg, kind))
            elif arg.arg not in hints:
                raise RulesError(
                    "RW037",
                    where,
                    f"the parameter {arg.arg} of {tree.name} has no type",
                    f"annotate it: `{arg.arg}: int`, `{arg.arg}: Table`, …",
                )
            else:
                params.append((arg.arg, self.annotations.type_of(hints[arg.arg], where)))
        if "return" not in hints:
            raise RulesError(
                "RW038",
                at,
                f"{tree.name} does not say what it gives",
                "annotate the result: `-> bool`, `-> int`, …",
            )
        result = self.annotations.type_of(hints["return"], at)
        return Signature(name, tuple(params), result)

    def _compiled(self, signature: Signature, source: Source) -> Function:
        ctx = Ctx(self, source, {}, {}, count(1))
        params: list[tuple[str, Type]] = []
        for name, kind in signature.params:
            if isinstance(kind, FixedT):
                ctx = ctx.bind(name, ir.Const((), kind))
                continue
            own = ctx.fresh(name)
            params.append((own, kind))
            ctx = ctx.bind(name, ir.Var(own, kind))
        whole = body(ctx, source.tree, signature.result)
        return Function(signature.name, tuple(params), whole)


def _plain_parameters(source: Source) -> None:
    args, at = source.tree.args, place(source.file, source.tree)
    if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs:
        raise RulesError(
            "RW027",
            at,
            f"{source.tree.name} takes its parameters with *, ** or /",
            "name each parameter plainly",
        )
    if args.defaults:
        raise RulesError(
            "RW028",
            place(source.file, args.defaults[0]),
            f"a parameter of {source.tree.name} has a default",
            "leave it out and pass the value in every call",
        )
    if getattr(source.function, "__closure__", None):
        raise RulesError(
            "RW035",
            at,
            f"{source.tree.name} uses names of the function around it",
            "define it at the top of the file and pass what it needs",
        )
