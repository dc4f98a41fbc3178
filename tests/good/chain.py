"""A chain of parts: bounded sequences, tagged unions, tables, branches that set names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Final, TypeAlias, assert_never

from rulewright import (
    Game,
    Lookup,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    may,
    must,
    put,
    rules_of,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    longest: Annotated[int, between(1, 6)] = 3


class Tool(Enum):
    SAW = "saw"
    AXE = "axe"
    NAIL = "nail"


@dataclass(frozen=True)
class Printed:
    slots: Annotated[int, between(0, 3)]
    sharp: bool


CARDS: Final = Lookup(
    {Tool.SAW: Printed(1, True), Tool.AXE: Printed(2, True), Tool.NAIL: Printed(0, False)}
)
WORTH: Final = Lookup({0: 1, 1: 3, 3: 10})
FIRST: Final = Tool.SAW
EMPTY: Final = Printed(0, False)
ORDER: Final = (Tool.AXE, Tool.NAIL)


@dataclass(frozen=True)
class Part:
    tool: Tool
    under: Annotated[int, between(0, 3)] = 0

    def slots(self) -> int:
        return CARDS[self.tool].slots

    def worth(self) -> int:
        return self.under + 1


@dataclass(frozen=True)
class Gap:
    wide: bool

    def worth(self) -> int:
        return -2 if self.wide else -1


Link: TypeAlias = Part | Gap
Chain: TypeAlias = Annotated[tuple[Link, ...], up_to("longest")]


@dataclass(frozen=True)
class Bench:
    chain: Chain
    spare: Tool | None
    turn: Annotated[int, between(0, 1)]

    @property
    def length(self) -> int:
        return len(self.chain)

    def last(self) -> Link:
        return self.chain[-1]


@dataclass(frozen=True)
class Add(Move, by="turn"):
    tool: Tool


@dataclass(frozen=True)
class Tuck(Move, by="turn"):
    under: Annotated[int, between(0, 2)]


@dataclass(frozen=True)
class Break(Move, by="turn"):
    at: Annotated[int, between(0, 2)]
    wide: bool


def start(box: Box) -> Bench:
    return Bench((Part(FIRST),), None, 0)


def step(bench: Bench, move: Add | Tuck | Break) -> Bench:
    if isinstance(move, Add):
        return replace(bench, chain=(*bench.chain, Part(move.tool)), spare=None)
    if isinstance(move, Tuck):
        return replace(bench, chain=put(bench.chain, move.under, tucked(bench.chain[move.under])))
    return replace(
        bench, chain=(*bench.chain[: move.at], Gap(move.wide), *bench.chain[move.at + 1 :])
    )


def tucked(link: Link) -> Link:
    match link:
        case Part(under=under):
            return replace(link, under=under + 1)
        case Gap():
            return link
        case _:
            assert_never(link)


def worth(link: Link) -> int:
    return link.worth()


def room(link: Link) -> int:
    if isinstance(link, Gap):
        return 0
    free = link.slots() - link.under
    return free if free > 0 else 0


def sharp(bench: Bench) -> bool:
    return any(isinstance(link, Part) and CARDS[link.tool].sharp for link in bench.chain)


def tools(bench: Bench) -> tuple[Tool, ...]:
    return tuple(link.tool for link in bench.chain if isinstance(link, Part))


def score(bench: Bench) -> int:
    points = 0
    if bench.length > 1:
        points = WORTH[bench.length]
        bonus = points * 2
    else:
        bonus = 1
    if bench.spare is not None:
        kept = CARDS[bench.spare]
        points = points + kept.slots
    elif bench.turn == 1:
        points = points - 1
    return points + bonus


def kind(link: Link | None) -> int:
    """A match that sets names, with more after it."""
    match link:
        case None:
            found = 0
        case Part(Tool.SAW, 0):
            found = 1
        case Part(Tool.SAW | Tool.AXE as tool, under):
            found = under if tool in ORDER else 9
        case Part() | Gap(wide=True):
            found = 2
        case _:
            found = 3
    doubled = found * 2
    return doubled + 1


def best(bench: Bench, other: Bench) -> Bench:
    mine, yours = score(bench), score(other)
    if mine == yours:
        first: Bench = bench
        second: Bench = other
    else:
        first, second = bench if mine > yours else other, bench
    return first if second.turn == 0 else second


def swapped(tool: Tool) -> Tool:
    match tool:
        case Tool.SAW:
            return Tool.AXE
        case Tool.AXE:
            return Tool.SAW
        case Tool.NAIL:
            return tool


def same(one: Link, other: Link) -> bool:
    return one == other and one != Gap(True) and other in (Gap(False), Part(Tool.SAW, 1))


def nothing(bench: Bench) -> Chain:
    none: Chain = ()
    return none if bench.spare is None else bench.chain[1:]


def printed(tool: Tool | None) -> Printed:
    return EMPTY if tool is None else CARDS[tool]


@may("C-1")
def add_a_part(bench: Bench, move: Add) -> bool:
    return bench.length < 3 and move.tool not in tools(bench)


@must("C-2")
def tuck_where_there_is_room(bench: Bench, move: Tuck) -> bool:
    return move.under < bench.length and room(bench.chain[move.under]) > 0


def over(bench: Bench) -> bool:
    return bench.length == 3 and bench.last() == Part(Tool.NAIL)


GAME = Game("chain", Bench, (Add, Tuck, Break), start, step, over, (Scope("tiny", Box()),))
BOOK = Rulebook("Chain", GAME, "chain.tsv", rules_of(__name__))
