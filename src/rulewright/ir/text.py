"""Programs as text: stable from run to run, for goldens and for people who debug a back end.

An expression is shown as `(operator part …)`, on one line where it fits, else one part a line.
Names lose the numbers that made them unique; a name bound again is shown as `name.2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias, assert_never

from .nodes import (
    And,
    Arith,
    At,
    BagChange,
    Call,
    Compare,
    Const,
    Count,
    Equal,
    Expr,
    Fail,
    Fold,
    Get,
    Has,
    If,
    Implies,
    Inject,
    Is,
    Items,
    Let,
    Lookup,
    Make,
    Not,
    Or,
    Payload,
    Put,
    Range,
    Retag,
    SetMerge,
    Size,
    Slice,
    Spread,
    Var,
    With,
)
from .program import ClaimEntry, Function, Program, RuleEntry
from .types import (
    BagT,
    BoolT,
    EnumT,
    FixedT,
    IntT,
    LookupT,
    NoneT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
    domain,
)

WIDTH = 100

_OfRecords: TypeAlias = Make | Get | With | Inject | Is | Payload | Retag
_OfTuples: TypeAlias = Items | Range | At | Slice | Put | Size | Count | Has
_Others: TypeAlias = Fold | BagChange | SetMerge | Lookup | Call | Fail


def dump(program: Program) -> str:
    """The whole program: its types, its functions, and what each is for."""
    return "\n".join(_program(program)) + "\n"


def _program(program: Program) -> Iterator[str]:
    yield f"program {program.book.game.name} at {program.box!r}"
    yield f"state {_record_text(program.state)}"
    if program.symmetry is not None:
        yield f"unordered {program.symmetry.words}"
    for kind, step, legal in zip(program.kinds, program.step, program.legal, strict=True):
        chance = "".join(
            f", {kind.type.fields[at][0]} drawn from {program.state.fields[bag][0]}"
            for at, bag in kind.chance
        )
        yield f"move {_record_text(kind.type)} by {kind.mover or 'chance'}{chance}"
        yield f"  step {step}, legal {legal}"
    opening = program.opening
    told = [f"{n} {v}" for n, v in (("possible", opening.possible), ("ways", opening.ways)) if v]
    yield f"opening {', '.join([opening.start, *told])}"
    yield f"pending {program.pending}, over {program.over}"
    if program.ending is not None:
        ending = program.ending
        told = [f"{n} {v}" for n, v in (("scores", ending.scores), ("wins", ending.wins)) if v]
        yield f"ending for {type_text(ending.seat)}: {', '.join(told)}"
    for rule in program.rules:
        yield _rule_text(program, rule)
    for definition in program.definitions:
        over = ", ".join(map(type_text, definition.params))
        yield f"definition {definition.rule.name} over ({over}): {definition.value}"
    for claim in program.claims:
        yield _claim_text(program, claim)
    for function in program.functions.values():
        yield ""
        yield function_text(function)


def _record_text(kind: RecordT) -> str:
    parts = ", ".join(f"{name}: {type_text(part)}" for name, part in kind.fields)
    return f"{kind.cls.__name__}({parts})"


def _about(program: Program, entry: RuleEntry | ClaimEntry) -> str:
    moves = " | ".join(program.kinds[at].name for at in entry.kinds)
    over = [moves] if moves else []
    return ", ".join(
        ["state", *over, *(["after"] if entry.outcome else []), *map(type_text, entry.extra)]
    )


def _rule_text(program: Program, entry: RuleEntry) -> str:
    stands = ", ".join(f"{force}: {name}" for force, name in entry.stands.items())
    return f"rule {entry.rule.name} over ({_about(program, entry)}): {entry.speaks}; {stands}"


def _claim_text(program: Program, entry: ClaimEntry) -> str:
    asked = f"{entry.claim.kind.value}: {entry.function}" if entry.function else "matters"
    return f"claim {entry.claim.name} over ({_about(program, entry)}): {asked}"


def function_text(function: Function) -> str:
    """One function: its parameters, its result and its body."""
    names = _Names()
    params = [f"{names.bound(name)}: {type_text(kind)}" for name, kind in function.params]
    head = f"{function.name}({', '.join(params)}) -> {type_text(function.body.type)}"
    return head + "\n" + "\n".join(_layout(names.shown(function.body), 2, ""))


def type_text(kind: Type) -> str:
    """A type with its bounds, short."""
    match kind:
        case BoolT():
            return "bool"
        case IntT(None, None):
            return "int"
        case IntT(low, high):
            return f"{'' if low is None else low}..{'' if high is None else high}"
        case EnumT(cls) | RecordT(cls, _):
            return cls.__name__
        case NoneT():
            return "None"
        case TupleT(item, least, most):
            long = f"{least}" if least == most else f"{least}..{'' if most is None else most}"
            return f"tuple[{type_text(item)} × {long}]"
        case BagT(item, most):
            return f"bag[{type_text(item)}{'' if most is None else f' × 0..{most}'}]"
        case SetT(item):
            return f"set[{type_text(item)}]"
        case UnionT(alts):
            return " | ".join(map(type_text, alts))
        case FixedT(value):
            return f"fixed {type(value).__name__}"
        case LookupT(key, value):
            return f"table[{type_text(key)} -> {type_text(value)}]"
        case _:
            assert_never(kind)


def value_text(kind: Type, value: Any) -> str:
    """An IR value as its type shows it."""
    match kind:
        case BoolT() | IntT():
            return str(value)
        case EnumT(cls):
            return f"{cls.__name__}.{list(cls)[value].name}"
        case NoneT():
            return "None"
        case RecordT(cls, parts):
            inside = (f"{n}={value_text(t, v)}" for (n, t), v in zip(parts, value, strict=True))
            return f"{cls.__name__}({', '.join(inside)})"
        case TupleT(item, _, _):
            return f"[{', '.join(value_text(item, v) for v in value)}]"
        case BagT(item, _) | SetT(item):
            pairs = zip(domain(item), value, strict=True)
            inside = (f"{value_text(item, v)}: {count}" for v, count in pairs if count)
            return f"{{{', '.join(inside)}}}"
        case UnionT(alts):
            return value_text(alts[value[0]], value[1])
        case FixedT(constant):
            return type(constant).__name__
        case LookupT(key, item):
            entries = (f"{value_text(key, k)}: {value_text(item, v)}" for k, v in value)
            return f"{{{', '.join(entries)}}}"
        case _:
            assert_never(kind)


@dataclass(frozen=True)
class _Shown:
    """An operator with its parts, not yet laid out."""

    head: str
    parts: tuple[_Text, ...]


_Text: TypeAlias = str | _Shown


def _flat(text: _Text) -> str:
    if isinstance(text, str):
        return text
    return f"({' '.join([text.head, *map(_flat, text.parts)])})"


def _layout(text: _Text, indent: int, closing: str) -> Iterator[str]:
    flat = _flat(text)
    if isinstance(text, str) or indent + len(flat) + len(closing) <= WIDTH:
        yield " " * indent + flat + closing
        return
    yield " " * indent + "(" + text.head
    for at, part in enumerate(text.parts):
        last = at == len(text.parts) - 1
        yield from _layout(part, indent + 2, ")" + closing if last else "")


@dataclass
class _Names:
    """The names of one function, as they are shown."""

    known: dict[str, str] = field(default_factory=dict)

    def bound(self, name: str) -> str:
        base = name.split("#")[0]
        if name not in self.known:
            taken = set(self.known.values())
            again = 2
            shown = base
            while shown in taken:
                shown, again = f"{base}.{again}", again + 1
            self.known[name] = shown
        return self.known[name]

    def node(self, head: str, *parts: Expr | str | None) -> _Shown:
        return _Shown(head, tuple(self._part(part) for part in parts if part is not None))

    def _part(self, part: Expr | str) -> _Text:
        return part if isinstance(part, str) else self.shown(part)

    def shown(self, e: Expr) -> _Text:
        match e:
            case Const(value, kind):
                return value_text(kind, value)
            case Var(name):
                return self.bound(name)
            case Let(name, value, body):
                given = self.shown(value)
                return _Shown(f"let {self.bound(name)}", (given, self.shown(body)))
            case If(test, then, other):
                return self.node("if", test, then, other)
            case Not(value):
                return self.node("not", value)
            case And(parts):
                return self.node("and", *parts)
            case Or(parts):
                return self.node("or", *parts)
            case Implies(premise, conclusion):
                return self.node("implies", premise, conclusion)
            case Arith(op, left, right):
                return self.node(op.value, left, right)
            case Compare(order, left, right):
                return self.node(order.value, left, right)
            case Equal(left, right):
                return self.node("==", left, right)
            case _:
                return self._of_records(e)

    def _of_records(self, e: _OfRecords | _OfTuples | _Others) -> _Text:
        match e:
            case Make(parts, kind):
                return self.node(f"make {kind.cls.__name__}", *parts)
            case Get(record, index):
                kind = record.type
                name = kind.fields[index][0] if isinstance(kind, RecordT) else str(index)
                held = self.shown(record)
                return f"{held}.{name}" if isinstance(held, str) else _Shown(f"get {name}", (held,))
            case With(record, changes, kind):
                made = (self.node(kind.fields[at][0], value) for at, value in changes)
                return _Shown("with", (self.shown(record), *made))
            case Inject(value, _, kind):
                return self.node(f"inject {type_text(kind)}", value)
            case Is(value, tags):
                return self.node("is", value, self._alternatives(value, tags))
            case Payload(value, tag):
                return self.node(f"as {self._alternatives(value, (tag,))}", value)
            case Retag(value, tags, kind):
                return self.node(f"retag {type_text(kind)}", value)
            case _:
                return self._of_tuples(e)

    def _alternatives(self, value: Expr, tags: tuple[int, ...]) -> str:
        kind = value.type
        assert isinstance(kind, UnionT)  # only unions have alternatives
        return "|".join(type_text(kind.alts[tag]) for tag in tags) or "nothing"

    def _of_tuples(self, e: _OfTuples | _Others) -> _Text:
        match e:
            case Items(parts):
                shown = (
                    self.node("*", p.value) if isinstance(p, Spread) else self.shown(p)
                    for p in parts
                )
                return _Shown("tuple", tuple(shown))
            case Range(start, stop, step):
                return self.node("range", start, stop, str(step))
            case At(items, index):
                return self.node("at", items, index)
            case Slice(items, start, stop, step):
                return self.node("slice", items, start or "-", stop or "-", str(step))
            case Put(items, index, value):
                return self.node("put", items, index, value)
            case Size(value):
                return self.node("size", value)
            case Count(items, value):
                return self.node("count", items, value)
            case Has(items, value):
                return self.node("has", items, value)
            case _:
                return self._others(e)

    def _others(self, e: _Others) -> _Text:
        match e:
            case Fold(kind, name, over, where, body, default):
                # What is gone over comes first: it cannot use the name that the fold binds.
                gone_over = self.shown(over)
                tests = () if where is None else (self.node("where", where),)
                given = () if default is None else (self.node("default", default),)
                head = f"fold-{kind.value} {self.bound(name)}"
                return _Shown(head, (gone_over, *tests, self.shown(body), *given))
            case BagChange(bag, value, copies, sign):
                return self.node("plus" if sign > 0 else "minus", bag, value, copies)
            case SetMerge(op, left, right):
                return self.node(op.value, left, right)
            case Lookup(entries, key):
                keys = LookupT(key.type, e.type)
                return self.node("lookup", value_text(keys, entries), key)
            case Call(function, args):
                return self.node(f"call {function}", *args)
            case Fail(duty, reason):
                return _Shown("fail", (duty.value, repr(reason)))
            case _:
                assert_never(e)
