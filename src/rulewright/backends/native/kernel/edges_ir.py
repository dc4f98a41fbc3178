"""The edges between the states found, made again after the search, written as LLVM code."""

from __future__ import annotations

from llvmlite import ir

from .code import I32, I64, PTR, VOID, Code, Value
from .search_ir import owner
from .table_ir import SLOTS_AHEAD, STATES_AHEAD


def add_edges(module: ir.Module, words: int, most: int) -> None:
    _add_ask(module)
    _add_generate(module, words, most)
    _add_resolve(module, words)
    _add_keep(module)
    _add_numbers(module)


def _add_generate(module: ir.Module, words: int, most: int) -> None:
    """List the moves of states, and hash what they lead to, while there is room.

    Takes a shard, the first state and the last, what takes successors, their hashes and moves, how
    many there are in all after each state, and the room. Gives the state to go on with.
    """
    code = Code(module, "kernel_generate", I64, [PTR, I64, I64, PTR, PTR, PTR, PTR, I64])
    shard, first, last, targets, spreads, moves, ends, room = code.args
    store = code.field(shard, "store")
    filled, at = code.variable(0), code.variable(first)
    with code.loop() as loop:
        loop.stop_if(code.is_(at.get(), "==", last))
        loop.stop_if(code.is_(code.add(filled.get(), most), ">", room))
        state = code.item(store, code.mul(at.get(), words))
        base = filled.get()
        out = code.item(targets, code.mul(base, words))
        made = code.call("rw_successors", state, out, code.item(moves, base, I32))
        with code.count(made) as successor:
            target = code.item(out, code.mul(successor, words))
            code.call("kernel_canon", target)
            code.store(code.call("kernel_hash", target), spreads, code.add(base, successor))
        filled.add(made)
        code.store(filled.get(), ends, code.sub(at.get(), first))
        at.add(1)
    code.give(at.get())


def _add_ask(module: ir.Module) -> None:
    """Ask for the slots of a state to come: the shards, its hash."""
    code = Code(module, "kernel_ask", VOID, [PTR, I64], inline=True)
    shards, spread = code.args
    shard = code.shard(shards, owner(code, spread, code.field(shards, "shards")))
    home = code.call("kernel_home", code.high(spread), code.field(shard, "size"))
    code.prefetch(code.item(code.field(shard, "slots"), home))
    code.give()


def _add_resolve(module: ir.Module, words: int) -> None:
    """Put in the place of each hash the place of its state plus one, or 0.

    Takes the shards, the states, their hashes, and how many they are. The place of a state is its
    shard above its index.
    """
    code = Code(module, "kernel_resolve", VOID, [PTR, PTR, PTR, I64])
    shards, states, spreads, held = code.args
    number, shift = code.field(shards, "shards"), code.field(shards, "shift")

    def own(spread: Value) -> Value:
        return code.shard(shards, owner(code, spread, number))

    with code.count(held) as at:
        ahead = code.add(at, SLOTS_AHEAD)
        with code.when(code.is_(ahead, "<", held), likely=True):
            code.call("kernel_ask", shards, code.load(spreads, ahead))
        ahead = code.add(at, STATES_AHEAD)
        with code.when(code.is_(ahead, "<", held), likely=True):
            spread = code.load(spreads, ahead)
            code.call("kernel_foresee", own(spread), code.high(spread))
        spread = code.load(spreads, at)
        state = code.item(states, code.mul(at, words))
        found = code.call("kernel_index", own(spread), state, spread)
        place = code.add(code.at.shl(owner(code, spread, number), shift), found)
        code.store(code.choose(code.is_(found, "==", 0), 0, place), spreads, at)
    code.give()


def _add_keep(module: ir.Module) -> None:
    """Keep the edges whose target was found, and give how many these are.

    Takes the resolved places, moves, targets, ends, how many ends, and how many edges were listed
    before, which the ends then count too.
    """
    code = Code(module, "kernel_keep", I64, [PTR, PTR, PTR, PTR, I64, I64])
    places, moves, targets, ends, states, before = code.args
    kept, at = code.variable(0), code.variable(0)
    with code.count(states) as state:
        end = code.load(ends, state)
        with code.loop() as loop:
            loop.stop_if(code.is_(at.get(), "==", end))
            place = code.load(places, at.get())
            with code.when(code.is_(place, "!=", 0), likely=True):
                code.store(code.load(moves, at.get(), I32), moves, kept.get(), I32)
                code.store(code.sub(place, 1), targets, kept.get(), I32)
                kept.add(1)
            at.add(1)
        code.store(code.add(kept.get(), before), ends, state)
    code.give(kept.get())


def _add_numbers(module: ir.Module) -> None:
    """Write numbers that follow each other: where, how many, the first.

    `kernel_renumber` puts the numbers of states in place of their shards and indices: places, how
    many, a table for each shard, the bits of an index.
    """
    code = Code(module, "kernel_count", VOID, [PTR, I64, I64])
    table, held, first = code.args
    with code.count(held) as at:
        code.store(code.add(first, at), table, at, I32)
    code.give()

    code = Code(module, "kernel_renumber", VOID, [PTR, I64, PTR, I64])
    places, held, tables, shift = code.args
    mask = code.sub(code.at.shl(code.value(1), shift), 1)
    with code.count(held) as at:
        place = code.load(places, at, I32)
        own = code.at.load(code.item(tables, code.at.lshr(place, shift), PTR), typ=PTR)
        code.store(code.load(own, code.at.and_(place, mask), I32), places, at, I32)
    code.give()
