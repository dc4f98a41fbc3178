"""The operators of the intermediate representation: a closed sum of typed expression nodes.

Every node is strict, left to right, but for If, And, Or and Fold (ALL and ANY stop at the first
item that decides). Nodes with `place` can fail with a duty there. Names are unique in a function.
Interpreter, native and smt back ends treat the nodes in the order of `Expr` below.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from .types import BOOL, INT, RecordT, Type


class ArithOp(Enum):
    """Operators on whole numbers; division rounds down, as in Python, and owes a divisor ≠ 0."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "//"
    MOD = "%"
    MIN = "min"
    MAX = "max"


class Order(Enum):
    """Comparisons of whole numbers."""

    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


class FoldKind(Enum):
    """What a fold makes of its bodies, in order."""

    ALL = "all"
    ANY = "any"
    SUM = "sum"
    MIN = "min"  # owes an item, unless there is a default
    MAX = "max"  # likewise
    THE = "the"  # owes exactly one item
    TUPLE = "tuple"  # of the bodies
    FLAT = "flat"  # of the items of the bodies, which are tuples
    BAG = "bag"  # counts the item of the fold body times; a body below 0 is out of bounds
    SET = "set"  # of the bodies


@dataclass(frozen=True, eq=False)
class Const:
    """An IR value known before play."""

    value: Any
    type: Type


@dataclass(frozen=True, eq=False)
class Var:
    """A name bound by a parameter, a Let or a Fold."""

    name: str
    type: Type


@dataclass(frozen=True, eq=False)
class Let:
    """The body, where the name stands for the value; the value is worked out first."""

    name: str
    value: Expr
    body: Expr
    type: Type


@dataclass(frozen=True, eq=False)
class If:
    """One of two expressions; the other is not worked out."""

    test: Expr
    then: Expr
    other: Expr
    type: Type


@dataclass(frozen=True, eq=False)
class Not:
    """The opposite."""

    value: Expr
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class And:
    """Every part holds; parts after the first that fails are not worked out."""

    parts: tuple[Expr, ...]
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Or:
    """Some part holds; parts after the first that holds are not worked out."""

    parts: tuple[Expr, ...]
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Implies:
    """The premise fails or the conclusion holds; both are worked out. A claim may be vacuous."""

    premise: Expr
    conclusion: Expr
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Arith:
    """A whole number made of two."""

    op: ArithOp
    left: Expr
    right: Expr
    place: Place | None = None
    type: Type = INT


@dataclass(frozen=True, eq=False)
class Compare:
    """Two whole numbers in order."""

    op: Order
    left: Expr
    right: Expr
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Equal:
    """Two values of one type (bounds aside) are the same."""

    left: Expr
    right: Expr
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Make:
    """A record from the values of its fields, in order; fixed fields hold Const(())."""

    parts: tuple[Expr, ...]
    type: RecordT


@dataclass(frozen=True, eq=False)
class Get:
    """A field of a record, by position."""

    record: Expr
    index: int
    type: Type


@dataclass(frozen=True, eq=False)
class With:
    """A record with some fields, by position, changed."""

    record: Expr
    changes: tuple[tuple[int, Expr], ...]
    type: RecordT


@dataclass(frozen=True, eq=False)
class Inject:
    """A value as an alternative of a union."""

    value: Expr
    tag: int
    type: Type


@dataclass(frozen=True, eq=False)
class Is:
    """A union holds one of these alternatives."""

    value: Expr
    tags: tuple[int, ...]
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Payload:
    """What a union holds; used only where it is known to hold this alternative."""

    value: Expr
    tag: int
    type: Type


@dataclass(frozen=True, eq=False)
class Retag:
    """A union as another union: `tags[i]` is the new tag of alternative i, -1 if it cannot be."""

    value: Expr
    tags: tuple[int, ...]
    type: Type


@dataclass(frozen=True, eq=False)
class Spread:
    """Inside Items: all the items of a tuple."""

    value: Expr


@dataclass(frozen=True, eq=False)
class Items:
    """A tuple from its items and from the items of other tuples."""

    parts: tuple[Expr | Spread, ...]
    type: Type


@dataclass(frozen=True, eq=False)
class Range:
    """The whole numbers from start up to, not including, stop; `step` is known and not 0."""

    start: Expr
    stop: Expr
    step: int
    type: Type


@dataclass(frozen=True, eq=False)
class At:
    """An item of a tuple; a negative index counts from the end. Owes an index that is there."""

    items: Expr
    index: Expr
    place: Place | None
    type: Type


@dataclass(frozen=True, eq=False)
class Slice:
    """Part of a tuple, as Python slices it (out of range is cut off); `step` is positive."""

    items: Expr
    start: Expr | None
    stop: Expr | None
    step: int
    type: Type


@dataclass(frozen=True, eq=False)
class Put:
    """A tuple with another item at an index from 0. Owes an index that is there."""

    items: Expr
    index: Expr
    value: Expr
    place: Place | None
    type: Type


@dataclass(frozen=True, eq=False)
class Size:
    """The length of a tuple, the number of items of a set, the total of a bag."""

    value: Expr
    type: Type = INT


@dataclass(frozen=True, eq=False)
class Count:
    """How often a value stands in a tuple or a bag.

    Over a tuple it obeys count(put(a, i, x), v) = count(a, v) - [a[i] = v] + [x = v].
    """

    items: Expr
    value: Expr
    type: Type = INT


@dataclass(frozen=True, eq=False)
class Has:
    """A value is in a tuple, a bag or a set."""

    items: Expr
    value: Expr
    type: Type = BOOL


@dataclass(frozen=True, eq=False)
class Fold:
    """The bodies of the items of `over` that satisfy `where`, made into one value."""

    kind: FoldKind
    name: str
    over: Expr
    where: Expr | None
    body: Expr
    default: Expr | None
    place: Place | None
    type: Type


@dataclass(frozen=True, eq=False)
class BagChange:
    """A bag with `copies` more of an item (fewer where `sign` is -1; owes that it holds them)."""

    bag: Expr
    value: Expr
    copies: Expr
    sign: int
    place: Place | None
    type: Type


class SetOp(Enum):
    """Operators on sets."""

    UNION = "|"
    INTERSECTION = "&"
    DIFFERENCE = "-"


@dataclass(frozen=True, eq=False)
class SetMerge:
    """A set made of two of one type."""

    op: SetOp
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, eq=False)
class Lookup:
    """The value a constant table has for a key. Owes a key that is there."""

    entries: tuple[tuple[Any, Any], ...]
    key: Expr
    place: Place | None
    type: Type


@dataclass(frozen=True, eq=False)
class Call:
    """A function of the program."""

    function: str
    args: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, eq=False)
class Fail:
    """A duty that fails wherever this is worked out, such as a definition that says nothing."""

    kind: DutyKind
    reason: str
    place: Place | None
    type: Type


Expr: TypeAlias = (
    Const | Var | Let | If | Not | And | Or | Implies | Arith | Compare | Equal | Make | Get
    | With | Inject | Is | Payload | Retag | Items | Range | At | Slice | Put | Size | Count
    | Has | Fold | BagChange | SetMerge | Lookup | Call | Fail
)  # fmt: skip
