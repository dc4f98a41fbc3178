"""The set of states: an open table beside an append-only store, written as LLVM code.

A slot is eight bytes: the upper half of a state's hash above its index. Where a state belongs
follows from that half alone and grows with it, so a larger table is filled from a smaller one in
one stream, without a look at the states. Two states are only held equal once all their words were
compared. Eight slots, a line of the cache, are looked at together.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from .code import I1, I8, I32, I64, PTR, VOID, Code, Value
from .layout import GROUP

# Odd numbers with well spread bits, as in the finalisers of the usual hashes.
_FACTORS = (0xD6E8FEB86659FD93, 0x9FB21C651E98DF25)
# How far ahead of the probe a slot, and then the state that it names, are asked for.
SLOTS_AHEAD = 40
STATES_AHEAD = 16


def add_table(module: ir.Module, words: int) -> None:
    _add_hash(module, words)
    _add_home(module)
    _add_same(module, words)
    _add_find(module, words)
    _add_append(module, words)
    _add_put(module, words)
    _add_foresee(module, words)
    _add_insert(module, words)
    _add_regrow(module)
    _add_rebuild(module, words)


def _add_hash(module: ir.Module, words: int) -> None:
    code = Code(module, "kernel_hash", I64, [PTR])
    spread = code.variable(words)
    first, second = (ir.Constant(I64, factor) for factor in _FACTORS)
    with code.count(words) as at:
        mixed = code.at.mul(code.at.xor(spread.get(), code.load(code.args[0], at)), first)
        spread.set(code.at.xor(mixed, code.high(mixed)))
    mixed = code.at.mul(spread.get(), second)
    code.give(code.at.xor(mixed, code.high(mixed)))


def _add_home(module: ir.Module) -> None:
    """The first slot of the group where a search for a tag (the upper half of a hash) begins."""
    code = Code(module, "kernel_home", I64, [I64, I64], inline=True)
    tag, size = code.args
    code.give(code.at.and_(code.high(code.mul(tag, size)), ir.Constant(I64, -GROUP)))


def _add_same(module: ir.Module, words: int) -> None:
    code = Code(module, "kernel_same", I1, [PTR, PTR], inline=True)
    differing = code.variable(0)
    with code.count(words) as at:
        one, other = (code.load(state, at) for state in code.args)
        differing.set(code.at.or_(differing.get(), code.at.xor(one, other)))
    code.give(code.is_(differing.get(), "==", 0))


def _group(code: Code, slots: Value, home: Value) -> tuple[Value, Value]:
    """The slots of a group, side by side, and a bit for each that is taken."""
    kind = ir.VectorType(I64, GROUP)
    held = code.at.load(code.item(slots, home), align=8 * GROUP, typ=kind)
    taken = code.at.icmp_unsigned("!=", held, ir.Constant(kind, GROUP * [0]))
    return held, taken


def _matching(code: Code, held: Value, taken: Value, tag: Value) -> Value:
    """A bit for each slot of a group that carries a tag."""
    kind = held.type
    nothing = ir.Constant(kind, ir.Undefined)
    alone = code.at.insert_element(nothing, tag, ir.Constant(I32, 0))
    spread = code.at.shuffle_vector(
        alone, nothing, ir.Constant(ir.VectorType(I32, GROUP), GROUP * [0])
    )
    tags = code.at.lshr(held, ir.Constant(kind, GROUP * [32]))
    return _bits(code, code.at.and_(code.at.icmp_unsigned("==", tags, spread), taken))


def _bits(code: Code, flags: Value) -> Value:
    return code.at.zext(code.at.bitcast(flags, ir.IntType(GROUP)), I64)


def _lowest(code: Code, bits: Value) -> Value:
    return code.at.cttz(bits, ir.Constant(I1, 0))


def _next_group(code: Code, home: Value, size: Value) -> Value:
    after = code.add(home, GROUP)
    return code.choose(code.is_(after, "==", size), 0, after)


def _add_find(module: ir.Module, words: int) -> None:
    """The index plus one of a state; or 0, and through the last argument the slot it would get."""
    code = Code(module, "kernel_find", I64, [PTR, PTR, I64, PTR], inline=True)
    shard, state, tag, ended = code.args
    slots, size, store = (code.field(shard, name) for name in ("slots", "size", "store"))
    home = code.variable(code.call("kernel_home", tag, size))
    found = code.variable(0)
    with code.loop() as search:
        held, taken = _group(code, slots, home.get())
        alike = code.variable(_matching(code, held, taken, tag))
        with code.loop() as loop:
            loop.stop_if(code.is_(alike.get(), "==", 0))
            index = code.low(code.load(slots, code.add(home.get(), _lowest(code, alike.get()))))
            there = code.item(store, code.mul(code.sub(index, 1), words))
            with code.when(code.call("kernel_same", there, state), likely=True):
                found.set(index)
            loop.stop_if(code.is_(found.get(), "!=", 0))
            alike.set(code.at.and_(alike.get(), code.sub(alike.get(), 1)))
        search.stop_if(code.is_(found.get(), "!=", 0))
        free = _bits(code, code.at.not_(taken))
        code.store(code.add(home.get(), _lowest(code, free)), ended)
        search.stop_if(code.is_(free, "!=", 0))
        home.set(_next_group(code, home.get(), size))
    code.give(found.get())


def _add_append(module: ir.Module, words: int) -> None:
    """Give a new state the next index, and ask whether play is over there."""
    code = Code(module, "kernel_append", I64, [PTR, PTR, I64], inline=True)
    shard, state, parent = code.args
    index = code.field(shard, "count")
    place = code.item(code.field(shard, "store"), code.mul(index, words))
    code.copy(state, place, words)
    code.store(parent, code.field(shard, "parents"), index, I32)
    code.set_field(shard, "count", code.add(index, 1))
    verdict = code.call("rw_check", place, code.field(shard, "watch"))
    with code.when(code.is_(verdict, "==", 1)):
        code.call("kernel_mark", shard, index)
    with code.when(code.at.icmp_signed("<", verdict, code.value(0)), likely=False):
        code.push(shard, "unchecked", "unchecked_count", index)
    code.give(index)


def _add_put(module: ir.Module, words: int) -> None:
    """Find a state or append it: its index above a bit that says whether it is new."""
    code = Code(module, "kernel_put", I64, [PTR, PTR, I64, I64], inline=True)
    shard, state, tag, parent = code.args
    ended = code.variable(0)
    found = code.call("kernel_find", shard, state, tag, ended.place)
    given = code.variable(code.mul(code.sub(found, 1), 2))
    with code.when(code.is_(found, "==", 0)):
        index = code.call("kernel_append", shard, state, parent)
        slot = code.add(code.mul(tag, 1 << 32), code.add(index, 1))
        code.store(slot, code.field(shard, "slots"), ended.get())
        given.set(code.add(code.mul(index, 2), 1))
    code.give(given.get())


def _add_foresee(module: ir.Module, words: int) -> None:
    """Ask for the state that the slots suggest, where they suggest one.

    Without a branch, which would be guessed wrongly as often as the answer is uncertain.
    """
    code = Code(module, "kernel_foresee", VOID, [PTR, I64], inline=True)
    shard, tag = code.args
    slots, size, store = (code.field(shard, name) for name in ("slots", "size", "store"))
    home = code.call("kernel_home", tag, size)
    alike = _matching(code, *_group(code, slots, home), tag)
    which = code.at.and_(_lowest(code, alike), code.value(GROUP - 1))
    index = code.sub(code.low(code.load(slots, code.add(home, which))), 1)
    suggested = code.item(store, code.mul(index, words))
    code.prefetch(code.at.select(code.is_(alike, "!=", 0), suggested, slots))
    code.give()


def _add_insert(module: ir.Module, words: int) -> None:
    """Take in all that one shard sent to another, and empty the box.

    Nearly all the time goes to waiting for memory, so the slot of each state, and then the state
    that the slot names, are asked for well before they are needed.
    """
    code = Code(module, "kernel_insert", VOID, [PTR, PTR], apart=True)
    shard, sender = code.args
    box = code.field(shard, "me")
    first = code.mul(box, code.field(sender, "box_room"))
    meta = code.item(code.field(sender, "box_meta"), first)
    states = code.item(code.field(sender, "box_words"), code.mul(first, words))
    held = code.load(code.field(sender, "box_counts"), box)
    slots, size = code.field(shard, "slots"), code.field(shard, "size")

    def home(at: Value) -> Any:
        return code.item(slots, code.call("kernel_home", code.high(code.load(meta, at)), size))

    few = code.is_(held, "<", SLOTS_AHEAD)
    with code.count(code.choose(few, held, SLOTS_AHEAD)) as at:
        code.prefetch(home(at))
    with code.count(held) as at:
        ahead = code.add(at, SLOTS_AHEAD)
        with code.when(code.is_(ahead, "<", held), likely=True):
            code.prefetch(home(ahead))
        ahead = code.add(at, STATES_AHEAD)
        with code.when(code.is_(ahead, "<", held), likely=True):
            code.call("kernel_foresee", shard, code.high(code.load(meta, ahead)))
        sent = code.load(meta, at)
        state = code.item(states, code.mul(at, words))
        code.call("kernel_put", shard, state, code.high(sent), code.low(sent))
    code.store(0, code.field(sender, "box_counts"), box)
    code.give()


def _add_regrow(module: ir.Module) -> None:
    """Move slots into a larger table: the old slots, first, last, the new slots, their number."""
    code = Code(module, "kernel_regrow", VOID, [PTR, I64, I64, PTR, I64])
    old, first, last, new, size = code.args
    with code.count(last, first) as at:
        slot = code.load(old, at)
        with code.when(code.is_(slot, "!=", 0)):
            _settle(code, new, size, slot)
    code.give()


def _settle(code: Code, slots: Value, size: Value, slot: Value) -> None:
    """Write a slot that is not in the table yet."""
    home = code.variable(code.call("kernel_home", code.high(slot), size))
    free = code.variable(0)
    with code.loop() as loop:
        _, taken = _group(code, slots, home.get())
        free.set(_bits(code, code.at.not_(taken)))
        loop.stop_if(code.is_(free.get(), "!=", 0))
        home.set(_next_group(code, home.get(), size))
    code.store(slot, slots, code.add(home.get(), _lowest(code, free.get())))


def _add_rebuild(module: ir.Module, words: int) -> None:
    """Enter stored states, from a first to a last, into a table: they are known to differ."""
    code = Code(module, "kernel_rebuild", VOID, [PTR, I64, I64])
    shard, first, last = code.args
    slots, size, store = (code.field(shard, name) for name in ("slots", "size", "store"))

    def tag(at: Value) -> Any:
        return code.high(code.call("kernel_hash", code.item(store, code.mul(at, words))))

    with code.count(last, first) as at:
        ahead = code.add(at, SLOTS_AHEAD)
        with code.when(code.is_(ahead, "<", last), likely=True):
            code.prefetch(code.item(slots, code.call("kernel_home", tag(ahead), size)))
        slot = code.add(code.mul(tag(at), 1 << 32), code.add(at, 1))
        _settle(code, slots, size, slot)
    code.give()


def add_mark(module: ir.Module) -> None:
    """Note that play is over at a state."""
    code = Code(module, "kernel_mark", VOID, [PTR, I64])
    shard, index = code.args
    over = code.field(shard, "over")
    byte = code.at.lshr(index, code.value(3))
    bit = code.at.shl(code.value(1), code.at.and_(index, code.value(7)))
    code.store(code.at.or_(code.load(over, byte, I8), bit), over, byte, I8)
    code.add_field(shard, "finals", 1)
    code.give()
