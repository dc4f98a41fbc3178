"""Star Grid in plain Python: frozen dataclass states, tuples, a set and a deque.

python star_grid_plain.py P C R V K S
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

DOWN, GONE = -1, -2


@dataclass(frozen=True, slots=True)
class Rules:
    players: int
    columns: int
    rows: int
    values: int
    copies: int
    stars: int

    @property
    def star(self) -> int:
        return self.values

    def copies_of(self, value: int) -> int:
        return self.stars if value == self.star else self.copies


@dataclass(frozen=True, slots=True)
class State:
    cells: tuple[tuple[int, ...], ...]
    pool: tuple[int, ...]
    top: int
    hand: int | None = None
    turn: int = 0
    ender: int | None = None
    over: bool = False


def starts(rules: Rules) -> Iterator[State]:
    cells = ((DOWN,) * (rules.columns * rules.rows),) * rules.players
    full = tuple(rules.copies_of(v) for v in range(rules.values + 1))
    for v, pool in reveals(full):
        yield State(cells=cells, pool=pool, top=v)


def reveals(pool: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for v, n in enumerate(pool):
        if n > 0:
            yield v, (*pool[:v], n - 1, *pool[v + 1 :])


def column_complete(rules: Rules, column: tuple[int, ...]) -> bool:
    if any(x < 0 for x in column):
        return False
    return len({x for x in column if x != rules.star}) <= 1


def finish(rules: Rules, state: State, i: int, new: int, top: int, pool: tuple[int, ...]) -> State:
    """The card `new` goes to cell i and `top` to the discard pile; then Settle and EndTurn."""
    p = state.turn
    mine = list(state.cells[p])
    mine[i] = new
    first = i // rules.rows * rules.rows
    if column_complete(rules, tuple(mine[first : first + rules.rows])):
        mine[first : first + rules.rows] = [GONE] * rules.rows
    cells = (*state.cells[:p], tuple(mine), *state.cells[p + 1 :])
    ender = state.ender
    if ender is None and DOWN not in mine:
        ender = p
    following = (p + 1) % rules.players
    over = ender is not None and following == ender
    return State(
        cells=cells,
        pool=pool,
        top=top,
        hand=None,
        turn=p if over else following,
        ender=ender,
        over=over,
    )


def moves(rules: Rules, state: State) -> Iterator[tuple[str, State]]:
    if state.over:
        return
    mine = state.cells[state.turn]
    card = state.top if state.hand is None else state.hand
    name = "Take" if state.hand is None else "Place"
    for i, cell in enumerate(mine):
        if cell == GONE:
            continue
        if cell == DOWN:
            for v, pool in reveals(state.pool):
                yield f"{name}({i}) revealing {v}", finish(rules, state, i, card, v, pool)
                if state.hand is not None:
                    yield f"Flip({i}) revealing {v}", finish(rules, state, i, v, state.hand, pool)
        else:
            yield f"{name}({i})", finish(rules, state, i, card, cell, state.pool)
    if state.hand is None:
        down = sum(cell == DOWN for cells in state.cells for cell in cells)
        if sum(state.pool) > down:
            for v, pool in reveals(state.pool):
                yield f"Draw {v}", replace(state, pool=pool, hand=v)


def check(rules: Rules, state: State) -> None:
    for v in range(rules.values + 1):
        seen = sum(cells.count(v) for cells in state.cells) + (state.top == v) + (state.hand == v)
        assert state.pool[v] + seen <= rules.copies_of(v), ("conservation", v, state)


def explore(rules: Rules) -> tuple[int, int, int]:
    seen: set[State] = set()
    queue: deque[State] = deque()
    generated = finished = 0
    for state in starts(rules):
        generated += 1
        if state not in seen:
            check(rules, state)
            seen.add(state)
            queue.append(state)
    while queue:
        state = queue.popleft()
        any_move = False
        for _, following in moves(rules, state):
            generated += 1
            any_move = True
            if following not in seen:
                check(rules, following)
                seen.add(following)
                queue.append(following)
        finished += state.over
        assert any_move or state.over, ("dead end", state)
    return len(seen), generated, finished


if __name__ == "__main__":
    rules = Rules(*map(int, sys.argv[1:7]))
    wall, cpu = time.perf_counter(), time.process_time()
    distinct, generated, finished = explore(rules)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    counts = f"distinct={distinct} generated={generated} over={finished}"
    print(f"{rules} {counts} wall={wall:.2f} cpu={cpu:.2f}")
