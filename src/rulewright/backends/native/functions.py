"""The functions of a program as native code, each made for the shapes that it is called with."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir as ll

from rulewright.ir.nodes import Call
from rulewright.ir.program import Function, Program
from rulewright.ir.types import Type
from rulewright.ir.walk import every

from .build import I1, I8, I64, PTR, Block, Ended, Val, int1, untyped
from .emit import Body
from .infer import Inference
from .layout import layout, write
from .shapes import Choice, Flag, Num, Shape, Unit, general


@dataclass(frozen=True, eq=False)
class Made:
    """A function for arguments of certain shapes; see `emit.Made`."""

    code: ll.Function
    params: tuple[Shape, ...]
    result: Shape | None
    failing: bool


class Functions:
    """The functions of one program in one module; made as they are asked for."""

    def __init__(self, program: Program, module: ll.Module) -> None:
        self.program = program
        self.module = module
        self._made: dict[tuple[str, tuple[Shape, ...]], Made] = {}
        self._inferred: dict[tuple[str, tuple[Shape, ...]], Shape | None] = {}
        self._inferences: dict[tuple[str, tuple[Shape, ...]], Inference] = {}
        self._sizes: dict[str, int] = {}
        self._constants: dict[bytes, ll.Value] = {}

    def made(self, name: str, shapes: tuple[Shape, ...]) -> Made:
        """The function of this name for arguments that are of these shapes, or convert to them."""
        key = self._key(name, shapes)
        if key not in self._made:
            self._result(key)
            self._made[key] = self.define(
                f"{name}.{len(self._made)}", self._function(name), key[1], self._inferences[key]
            )
        return self._made[key]

    def result(self, name: str, shapes: tuple[Shape, ...]) -> Shape:
        """The shape of what a function gives; Ended where it gives nothing."""
        found = self._result(self._key(name, shapes))
        if found is None:
            raise Ended
        return found

    def inference(self, function: Function, shapes: tuple[Shape, ...]) -> Inference:
        """The shapes of the expressions of a function that need not be of the program."""
        names = {name: s for (name, _), s in zip(function.params, shapes, strict=True)}
        return Inference(names, self.result)

    def define(
        self, name: str, function: Function, shapes: tuple[Shape, ...], inference: Inference
    ) -> Made:
        """Make a function for arguments of just these shapes."""
        kinds = [kind for shape in shapes if (kind := _kind(shape)) is not None]
        code = ll.Function(self.module, ll.FunctionType(I1, [*kinds, PTR]), name)
        code.linkage = "internal"
        code.attributes.add("nounwind")
        for arg in code.args:
            if isinstance(arg.type, ll.PointerType):
                arg.add_attribute("noalias")
        block = Block(code)
        given = iter(code.args)
        names = {
            param: Val(shape, None if _kind(shape) is None else next(given))
            for (param, _), shape in zip(function.params, shapes, strict=True)
        }
        body, result = Body(self, block, names, inference), inference.maybe(function.body)
        try:
            if result is None:
                body.value(function.body)
            else:
                body.into(function.body, result, next(given))
            block.b.ret(int1(False))
        except Ended:
            pass
        block.finish()
        return Made(code, shapes, result, block.failing)

    def constant(self, kind: Type, shape: Shape, value: object) -> ll.Value:
        """The address of a constant."""
        room = bytearray(layout(shape).size)
        write(kind, shape, value, room, 0)
        content = bytes(room)
        if content not in self._constants:
            array = ll.ArrayType(I8, len(content))
            made = ll.GlobalVariable(self.module, array, f"constant.{len(self._constants)}")
            made.linkage = "internal"
            made.global_constant = True
            made.initializer = ll.Constant(array, bytearray(content))
            self._constants[content] = untyped(made)
        return self._constants[content]

    def size(self, name: str) -> int:
        """How many expressions a function is, those that it calls included."""
        if name not in self._sizes:
            body = self._function(name).body
            own = sum(1 for _ in every(body))
            self._sizes[name] = own + sum(
                self.size(e.function) for e in every(body) if isinstance(e, Call)
            )
        return self._sizes[name]

    def opened(self, name: str, shapes: tuple[Shape, ...]) -> tuple[Function, Inference]:
        """A function and its shapes for arguments of these, to be made in place."""
        key = self._key(name, shapes)
        self._result(key)
        return self._function(name), self._inferences[key]

    def _function(self, name: str) -> Function:
        return self.program.functions[name]

    def _key(self, name: str, shapes: tuple[Shape, ...]) -> tuple[str, tuple[Shape, ...]]:
        params = self._function(name).params
        return name, tuple(general(s, kind) for s, (_, kind) in zip(shapes, params, strict=True))

    def _result(self, key: tuple[str, tuple[Shape, ...]]) -> Shape | None:
        if key not in self._inferred:
            function = self._function(key[0])
            inference = self._inferences[key] = self.inference(function, key[1])
            self._inferred[key] = inference.maybe(function.body)
        return self._inferred[key]


def _kind(shape: Shape) -> ll.Type | None:
    """How an argument of a shape is passed; None where it is not."""
    match shape:
        case Flag():
            return I1
        case Num() | Choice():
            return I64
        case Unit():
            return None
        case _:
            return PTR
