"""The edges between the states found, made again after the search, written as LLVM code."""

from __future__ import annotations

from llvmlite import ir

from .code import I32, I64, PTR, VOID, Code
from .search_ir import owner


def add_edges(module: ir.Module, words: int, most: int) -> None:
    _add_ask(module, words)
    _add_edges(module, words, most)
    _add_numbers(module)


def _add_ask(module: ir.Module, words: int) -> None:
    """Hash the successors of a state, and ask for their slots: shards, states, hashes, count."""
    code = Code(module, "kernel_ask", VOID, [PTR, PTR, PTR, I64], inline=True)
    shards, scratch, spreads, made = code.args
    number = code.field(shards, "shards")
    with code.count(made) as at:
        state = code.item(scratch, code.mul(at, words))
        code.call("kernel_canon", state)
        spread = code.call("kernel_hash", state)
        code.store(spread, spreads, at)
        shard = code.shard(shards, owner(code, spread, number))
        home = code.call("kernel_home", code.high(spread), code.field(shard, "size"))
        code.prefetch(code.item(code.field(shard, "slots"), home))
    code.give()


def _add_edges(module: ir.Module, words: int, most: int) -> None:
    """List the edges of a shard's states from a first to a last while there is room for them.

    Gives the state to go on with. `ends` takes how many edges there are up to the end of each
    state. A target is its shard above its index; those never met are left out.
    """
    takes = [PTR, PTR, I64, I64, PTR, PTR, PTR, PTR, PTR, PTR, I64]
    code = Code(module, "kernel_edges", I64, takes)
    shards, shard, first, last, scratch, spreads, own, ends, moves, targets, room = code.args
    number, shift = code.field(shards, "shards"), code.field(shards, "shift")
    filled, at = code.variable(0), code.variable(first)
    with code.loop() as loop:
        loop.stop_if(code.is_(at.get(), "==", last))
        loop.stop_if(code.is_(code.add(filled.get(), most), ">", room))
        state = code.item(code.field(shard, "store"), code.mul(at.get(), words))
        made = code.call("rw_successors", state, scratch, own)
        code.call("kernel_ask", shards, scratch, spreads, made)
        with code.count(made) as successor:
            target = code.item(scratch, code.mul(successor, words))
            spread = code.load(spreads, successor)
            me = owner(code, spread, number)
            found = code.call("kernel_index", code.shard(shards, me), target, spread)
            with code.when(code.is_(found, "!=", 0), likely=True):
                place = code.at.or_(code.at.shl(me, shift), code.sub(found, 1))
                code.store(code.load(own, successor, I32), moves, filled.get(), I32)
                code.store(place, targets, filled.get(), I32)
                filled.add(1)
        code.store(filled.get(), ends, code.sub(at.get(), first))
        at.add(1)
    code.give(at.get())


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
