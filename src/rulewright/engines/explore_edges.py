"""Transitions as JSON lines, written as a search finds them."""

from __future__ import annotations

import json
from typing import Any, TextIO, assert_never

from rulewright.ir.program import MoveKind
from rulewright.ir.types import (
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
from rulewright.ir.values import members

from .subject import Subject


def plain(kind: Type, value: Any) -> Any:
    """An IR value as JSON can hold it: members of enums by name, bags as [item, count] pairs."""
    match kind:
        case BoolT() | IntT():
            return value
        case EnumT(cls):
            return members(cls)[value].name
        case NoneT() | FixedT() | LookupT():
            return None
        case RecordT(_, fields):
            pairs = zip(fields, value, strict=True)
            return {n: plain(t, v) for (n, t), v in pairs if not isinstance(t, FixedT)}
        case TupleT(item):
            return [plain(item, v) for v in value]
        case BagT(item):
            pairs = zip(domain(item), value, strict=True)
            return [[plain(item, v), count] for v, count in pairs if count]
        case SetT(item):
            pairs = zip(domain(item), value, strict=True)
            return [plain(item, v) for v, inside in pairs if inside]
        case UnionT(alts):
            return plain(alts[value[0]], value[1])
        case _:
            assert_never(kind)


def plain_move(kind: MoveKind, move: Any) -> dict[str, Any]:
    """A move as JSON can hold it: its kind and its fields."""
    return {"kind": kind.name, **plain(kind.type, move)}


class EdgeWriter:
    """An observer that writes `{"from": 0, "move": {"kind": "Draw", "shows": 1}, "to": 7}` lines.

    States are numbered in the order they are met, starts first; lines come in the order of search.
    """

    def __init__(self, subject: Subject, out: TextIO) -> None:
        self._kinds = subject.program.kinds
        self._out = out
        self._kept: dict[tuple[int, Any], str] = {}

    def edge(self, source: int, kind: int, move: Any, target: int) -> None:
        """Write one transition."""
        text = self._kept.get((kind, move))
        if text is None:
            text = json.dumps(plain_move(self._kinds[kind], move), ensure_ascii=False)
            self._kept[kind, move] = text
        self._out.write(f'{{"from": {source}, "move": {text}, "to": {target}}}\n')
