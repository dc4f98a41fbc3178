"""Expansion and the rounds of the search, written as LLVM code."""

from __future__ import annotations

from llvmlite import ir

from .code import I1, I8, I64, PTR, VOID, Code, Value
from .table_ir import add_mark, add_table


def add_search(module: ir.Module, words: int, most: int) -> None:
    """Add the search to a module that holds a model's functions."""
    _add_canon(module)
    add_mark(module)
    add_table(module, words)
    _add_known(module, words)
    _add_send(module, words)
    _add_expand(module, words, most)
    _add_run(module)
    _add_single(module)


def _add_canon(module: ir.Module) -> None:
    """The representative of a state's orbit, in place; without symmetry each state is its own."""
    code = Code(module, "kernel_canon", VOID, [PTR])
    if "rw_canon" in module.globals:
        code.call("rw_canon", code.args[0])
    code.give()


def owner(code: Code, spread: Value, shards: Value) -> Value:
    """Which shard a state belongs to, from the lower half of its hash: the table uses the upper."""
    return code.high(code.mul(code.low(spread), shards))


def _add_known(module: ir.Module, words: int) -> None:
    """Whether a state was sent a short while ago; if not, it is from now on.

    Most ways to one state are found close to each other, and this spares them the way to the table.
    A place that was never used looks like the state of zeros, which is therefore always sent.
    """
    code = Code(module, "kernel_known", I1, [PTR, PTR, I64], inline=True)
    shard, state, spread = code.args
    at = code.at.and_(spread, code.field(shard, "recent_mask"))
    place = code.item(code.field(shard, "recent"), code.mul(at, words))
    used = code.variable(0)
    with code.count(words) as word:
        used.set(code.at.or_(used.get(), code.load(state, word)))
    same = code.both(code.call("kernel_same", place, state), code.is_(used.get(), "!=", 0))
    # What is there already may be written again, and no branch is guessed wrongly.
    code.copy(state, place, words)
    code.give(same)


def _add_send(module: ir.Module, words: int) -> None:
    """Put one successor into the box of the shard it belongs to; how many lie there then.

    It is written in any case, and only counted where it was not sent a short while ago: whether it
    was is as good as random, and a branch would be guessed wrongly half of the time.
    """
    code = Code(module, "kernel_send", I64, [PTR, PTR, I64], inline=True)
    shard, state, parent = code.args
    code.call("kernel_canon", state)
    spread = code.call("kernel_hash", state)
    known = code.call("kernel_known", shard, state, spread)
    box = owner(code, spread, code.field(shard, "shards"))
    counts = code.field(shard, "box_counts")
    held = code.load(counts, box)
    place = code.add(code.mul(box, code.field(shard, "box_room")), held)
    code.copy(state, code.item(code.field(shard, "box_words"), code.mul(place, words)), words)
    tag = code.mul(code.high(spread), 1 << 32)
    code.store(code.at.or_(tag, parent), code.field(shard, "box_meta"), place)
    given = code.add(held, code.choose(known, 0, 1))
    code.store(given, counts, box)
    code.give(given)


def _add_expand(module: ir.Module, words: int, most: int) -> None:
    """Expand states up to a number while every box could take all successors of one more state.

    A shard that is alone stops where the interpreter is to be asked, to keep the order of a queue.
    """
    code = Code(module, "kernel_expand", VOID, [PTR, I64], apart=True)
    shard, last = code.args
    scratch, watch, store = (code.field(shard, name) for name in ("scratch", "watch", "store"))
    full = code.sub(code.field(shard, "box_room"), most)
    alone = code.is_(code.field(shard, "shards"), "==", 1)
    lead = code.at.shl(code.field(shard, "me"), code.field(shard, "shift"))
    at = code.variable(code.field(shard, "next"))
    fullest = code.variable(0)
    with code.loop() as loop:
        loop.stop_if(code.is_(at.get(), ">=", last))
        loop.stop_if(code.is_(fullest.get(), ">", full))
        state = code.item(store, code.mul(at.get(), words))
        made = code.call("rw_expand", state, scratch, watch)
        with code.at.if_else(code.at.icmp_signed("<", made, code.value(0)), likely=False) as (
            asks,
            knows,
        ):
            with asks:
                code.push(shard, "unexpanded", "unexpanded_count", at.get())
                # Above any limit, so that the loop ends.
                fullest.set(code.choose(alone, 1 << 62, fullest.get()))
            with knows:
                code.add_field(shard, "transitions", made)
                _note_dead(code, shard, at.get(), made)
                parent = code.at.or_(lead, at.get())
                with code.count(made) as successor:
                    place = code.item(scratch, code.mul(successor, words))
                    held = code.call("kernel_send", shard, place, parent)
                    more = code.is_(held, ">", fullest.get())
                    fullest.set(code.choose(more, held, fullest.get()))
        at.add(1)
    code.set_field(shard, "next", at.get())
    code.give()


def _note_dead(code: Code, shard: Value, index: Value, made: Value) -> None:
    with code.when(code.is_(made, "==", 0), likely=False):
        byte = code.load(code.field(shard, "over"), code.at.lshr(index, code.value(3)), I8)
        bit = code.at.lshr(byte, code.at.and_(index, code.value(7)))
        with code.when(code.is_(code.at.and_(bit, code.value(1)), "==", 0)):
            code.push(shard, "dead", "dead_count", index)


def _add_run(module: ir.Module) -> None:
    """Rounds of a shard that is alone, up to a number of states or until Python is needed.

    That is where a round may lack room, the interpreter is asked, or no state is left.
    """
    code = Code(module, "kernel_run", VOID, [PTR, I64])
    shard, last = code.args
    with code.loop() as loop:
        asked = [code.field(shard, f"{name}_count") for name in ("unexpanded", "unchecked")]
        loop.stop_if(code.is_(code.add(*asked), "!=", 0))
        count, at = code.field(shard, "count"), code.field(shard, "next")
        needed = code.add(count, code.field(shard, "box_room"))
        loop.stop_if(code.is_(needed, ">", code.field(shard, "room")))
        loop.stop_if(code.is_(at, ">=", last))
        loop.stop_if(code.is_(at, "==", count))
        stop = code.field(shard, "stop")
        with code.when(code.is_(at, "==", stop)):
            code.push(shard, "levels", "level_count", stop)
            code.set_field(shard, "stop", count)
        stop = code.field(shard, "stop")
        code.call("kernel_expand", shard, code.choose(code.is_(stop, "<", last), stop, last))
        code.call("kernel_insert", shard, shard)
    code.give()


def _add_single(module: ir.Module) -> None:
    """For single states: `kernel_add` puts one of a known hash, `kernel_index` looks for one."""
    code = Code(module, "kernel_add", I64, [PTR, PTR, I64, I64])
    shard, state, spread, parent = code.args
    code.give(code.call("kernel_put", shard, state, code.high(spread), parent))

    code = Code(module, "kernel_index", I64, [PTR, PTR, I64])
    shard, state, spread = code.args
    ended = code.variable(0)
    code.give(code.call("kernel_find", shard, state, code.high(spread), ended.place))
