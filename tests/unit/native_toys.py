"""Small models in LLVM code for the native search, and the same models in Python."""

from __future__ import annotations

import ctypes
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rulewright.backends.native.jit import Library, compiled
from rulewright.backends.native.kernel import (
    AskCheck,
    AskExpand,
    Done,
    Event,
    MemoryFull,
    Search,
    add_kernel,
)

State = tuple[int, ...]
MASK = (1 << 64) - 1
MOST = 8

# What a scrambled word says of a state: how many successors, who expands it, who says it is over.
# The same lines stand in `Model` below. Words after the first are multiples of the first.
_MODEL = """
define internal i64 @mixed(i64 %x, i64 %salt) alwaysinline {
  %a = xor i64 %x, %salt
  %b = mul i64 %a, 6364136223846793005
  %c = lshr i64 %b, 33
  %d = xor i64 %c, %b
  ret i64 %d
}
define internal i64 @generate(ptr %state, ptr %out, ptr %moves) {
entry:
  %x = load i64, ptr %state
  %m = call i64 @mixed(i64 %x, i64 1)
  %n = urem i64 %m, DEGREES
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %done]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %salt = add i64 %i, 100
  %y = call i64 @mixed(i64 %x, i64 %salt)
  %z = urem i64 %y, STATES
  %at = mul i64 %i, WORDS
  br label %words
words:
  %w = phi i64 [0, %body], [%w1, %words]
  %w1 = add i64 %w, 1
  %v = mul i64 %z, %w1
  %to = add i64 %at, %w
  %place = getelementptr i64, ptr %out, i64 %to
  store i64 %v, ptr %place
  %again = icmp ult i64 %w1, WORDS
  br i1 %again, label %words, label %written
written:
  %null = icmp eq ptr %moves, null
  br i1 %null, label %done, label %move
move:
  %mi = trunc i64 %i to i32
  %m10 = add i32 %mi, 10
  %mp = getelementptr i32, ptr %moves, i64 %i
  store i32 %m10, ptr %mp
  br label %done
done:
  %next = add i64 %i, 1
  br label %head
end:
  ret i64 %n
}
define i64 @rw_expand(ptr %state, ptr %out, ptr %watch) {
  %counting = icmp ne ptr %watch, null
  br i1 %counting, label %count, label %on
count:
  %seen = load i64, ptr %watch
  %seen1 = add i64 %seen, 1
  store i64 %seen1, ptr %watch
  br label %on
on:
  %n = call i64 @generate(ptr %state, ptr %out, ptr null)
  %x = load i64, ptr %state
  %m = call i64 @mixed(i64 %x, i64 2)
  %r = urem i64 %m, 16
  %ask = icmp ult i64 %r, ASKED
  %given = select i1 %ask, i64 -1, i64 %n
  ret i64 %given
}
define i64 @rw_successors(ptr %state, ptr %out, ptr %moves) {
  %n = call i64 @generate(ptr %state, ptr %out, ptr %moves)
  ret i64 %n
}
define i64 @rw_check(ptr %state, ptr %watch) {
  %x = load i64, ptr %state
  %m = call i64 @mixed(i64 %x, i64 3)
  %r = urem i64 %m, 8
  %over = icmp eq i64 %r, 0
  %yes = zext i1 %over to i64
  %q = call i64 @mixed(i64 %x, i64 4)
  %qr = urem i64 %q, 16
  %ask = icmp ult i64 %qr, ASKED
  %given = select i1 %ask, i64 -1, i64 %yes
  ret i64 %given
}
"""
_CANON = """
define void @rw_canon(ptr %state) {
  %x = load i64, ptr %state
  %odd = and i64 %x, 1
  %even = sub i64 %x, %odd
  store i64 %even, ptr %state
  ret void
}
"""


def _mixed(x: int, salt: int) -> int:
    b = (x ^ salt) * 6364136223846793005 & MASK
    return b >> 33 ^ b


@dataclass(frozen=True)
class Model:
    """A random graph: states, words a state, what is asked of the interpreter (in 16ths)."""

    states: int
    words: int = 1
    degrees: int = MOST
    asked: int = 0
    canon: bool = False

    def state(self, value: int) -> State:
        return tuple(value * (at + 1) & MASK for at in range(self.words))

    def successors(self, state: State) -> list[State]:
        made = range(_mixed(state[0], 1) % self.degrees)
        found = (_mixed(state[0], 100 + at) % self.states for at in made)
        return [self.state(value - value % 2 if self.canon else value) for value in found]

    def over(self, state: State) -> bool:
        return _mixed(state[0], 3) % 8 == 0

    @property
    def start(self) -> State:
        return self.state(2)

    def library(self) -> Library:
        return _library(self)


@cache
def _library(model: Model) -> Library:
    return compiled(llvm(model), None)


def llvm(model: Model) -> str:
    """The model and the search, as the text of one module."""
    from llvmlite import ir

    word, place = ir.IntType(64), ir.PointerType()
    module = ir.Module("toy")
    takes = {"rw_expand": 3, "rw_successors": 3, "rw_check": 2}
    for name, count in takes.items():
        ir.Function(module, ir.FunctionType(word, count * [place]), name)
    if model.canon:
        ir.Function(module, ir.FunctionType(ir.VoidType(), [place]), "rw_canon")
    add_kernel(module, model.words, MOST)
    kernel = re.sub(r'^declare [^\n]*@"rw_[^\n]*$', "", str(module), flags=re.MULTILINE)
    text = _MODEL + (_CANON if model.canon else "")
    for name in ("degrees", "states", "words", "asked"):
        text = text.replace(name.upper(), str(getattr(model, name)))
    return kernel + text


@dataclass
class Found:
    """What a plain search finds."""

    states: list[State] = field(default_factory=list)
    parents: list[int | None] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    edges: list[list[int]] = field(default_factory=list)

    def dead_ends(self, model: Model) -> list[int]:
        pairs = enumerate(zip(self.states, self.edges, strict=True))
        return [at for at, (state, out) in pairs if not out and not model.over(state)]


@cache
def plain(model: Model) -> Found:
    """The search as one would write it: a queue and a dictionary."""
    found, numbers, queue = Found(), dict[State, int](), deque[int]()

    def met(state: State, parent: int | None) -> int:
        if state not in numbers:
            numbers[state] = len(numbers)
            queue.append(numbers[state])
            found.states.append(state)
            found.parents.append(parent)
        return numbers[state]

    met(model.start, None)
    end = 0
    while queue:
        at = queue.popleft()
        if at == end:
            found.levels.append(at)
            end = len(found.states)
        found.edges.append([met(to, at) for to in model.successors(found.states[at])])
    return found


def drive(
    search: Search, model: Model, states: int = 50, until: Callable[[Event], bool] | None = None
) -> Event:
    """Advance to the end (or to an event), and answer what the search asks as the interpreter."""
    while True:
        event = search.advance(states)
        if until is not None and until(event):
            return event
        match event:
            case Done() | MemoryFull():
                return event
            case AskExpand(number):
                made = model.successors(search.state(number))
                for successor in made:
                    search.add(successor, parent=number)
                search.expanded(number, len(made))
            case AskCheck(numbers):
                for number in numbers:
                    search.set_over(number, model.over(search.state(number)))


def searching(model: Model, watch: Sequence[Any] = (), **options: Any) -> Search:
    """A search of a model with its start added."""
    search = Search(model.library(), model.words, MOST, watch, **options)
    search.add(model.start)
    return search


def word_of(block: bytearray) -> int:
    return ctypes.c_uint64.from_buffer(block).value
