"""Rules and claims about the workbench, for what the language offers beside moves."""

from __future__ import annotations

from rulewright import (
    SILENT,
    AnyClaim,
    Rulebook,
    Silent,
    always,
    at_least,
    at_most,
    counts_as,
    eventually,
    implies,
    may,
    must,
    must_not,
    never,
    rules_of,
    sometimes,
    the,
)

from .workbench import (
    GAME,
    STEADY,
    Draw,
    Gone,
    Hang,
    Hook,
    Job,
    Lend,
    Nail,
    Order,
    Pace,
    Seat,
    Shelf,
    Shop,
    Tool,
    Weather,
    Work,
    first_of,
    toil,
    worth,
)


@may("WB-1")
def hang_a_tool(shop: Shop, move: Hang) -> bool:
    """Where nothing hangs, a tool may."""
    return shop.wall[move.at] is None or shop.wall[move.at - 1] is Gone.LOST


@must_not("WB-2", instead_of=hang_a_tool)
def hang_a_second(shop: Shop, move: Hang) -> bool:
    """No tool hangs twice."""
    return shop.wall.count(move.tool) >= 1 and worth(move.tool) > 0


@may("WB-3", instead_of=hang_a_second, under=Order.LEFT)
@must("WB-4", instead_of=hang_a_second, under=Pace.RASH)
def hang_what_the_first_is(shop: Shop, move: Hang) -> bool:
    """The first tool may hang again."""
    return first_of(shop, shop.wall) == move.tool


@may("WB-5")
def draw_while_there_is_room(shop: Shop, move: Draw) -> bool:
    """A belt holds two, or a steady tool."""
    return len(shop.mine()) < 2 or move.shows in STEADY


@must_not("WB-6", under=Pace.QUICK)
def draw_the_same_again(shop: Shop, move: Draw) -> bool:
    """Two alike are too many."""
    return move.more is not None and shop.chest.count(move.shows) // worth(move.more) != 1


@must("WB-7", under=Pace.RASH)
def lend_when_all_is_lost(shop: Shop, move: Lend) -> bool:
    """What is lent goes to the player with the most points."""
    most = max(shop.points)
    leader = the(seat for seat, points in enumerate(shop.points) if points == most)
    return move.to == leader and 0 < len(move.hooks) <= 2


@may("WB-8")
def lend_a_tool(shop: Shop, move: Lend) -> bool:
    """A tool that hangs may be lent."""
    hung = tuple(shop.wall[at] for at in move.hooks)
    return all(isinstance(cell, Tool) for cell in hung) and move.to not in (None, shop.turn)


@may("WB-9")
def work_or_wait(shop: Shop, move: Work | Weather) -> bool:
    """There is always something."""
    match move:
        case Work(Nail(tool, _), care):
            return tool in shop.ready or care
        case Work(job, _):
            return toil(job) % 2 == 0
        case Weather(wet, reach):
            return len(wet) > reach or shop.ready == wet


@must_not("WB-10")
def work_when_nobody_sits(shop: Shop, move: Work | Hang) -> bool:
    """Somebody has to watch."""
    return not any(seat in shop.seated for seat in range(shop.box.players))


@always("WB-11")
def the_chest_is_in_order(shop: Shop, tool: Tool, seat: Seat) -> bool:
    """Nothing in particular."""
    held = shop.belts[seat].count(tool)
    return implies(tool in shop.chest, shop.chest.count(tool) >= held - len(shop.ready))


@must("WB-12")
def nothing_else_changes(before: Shop, move: Draw | Weather, after: Shop) -> bool:
    """What is drawn leaves the chest."""
    less = sum(before.chest.count(tool) - after.chest.count(tool) for tool in Tool)
    return abs(less) <= 2 and (before.turn != after.turn or before.wall[1:] == after.wall[1:])


@counts_as("WB-13")
def value(shop: Shop, job: Job, seat: Seat) -> int:
    """A job is worth its toil."""
    return toil(job) + shop.score(seat)


@counts_as("WB-14", instead_of=value, under=Order.RIGHT)
def value_of_a_nail(shop: Shop, job: Job, seat: Seat) -> int | Silent:
    """A nail is worth more."""
    if not isinstance(job, Nail) or job.depth == 1:
        return SILENT
    return job.depth * max((p for p in shop.points if p > 0), default=worth(job.tool))


@counts_as("WB-15", instead_of="value_of_a_nail")
def value_of_a_lost_nail(shop: Shop, job: Job, seat: Seat) -> int | Silent:
    """A lost nail is worth nothing."""
    if isinstance(job, Nail) and Gone.LOST in shop.wall:
        return 0
    return SILENT


@counts_as("WB-16")
def kept_by(shop: Shop, tool: Tool) -> int | Gone | Silent:
    """Who keeps a tool."""
    keepers = tuple(s for s in range(shop.box.players) if tool in shop.belts[s])
    if len(keepers) > 1:
        return SILENT
    return keepers[0] if len(keepers) == 1 else Gone.LENT


@always()
def jobs_are_short(shop: Shop, seat: Seat) -> bool:
    """All jobs together are short, or someone's points are low."""
    return sum(value(shop, job, seat) for job in shop.jobs if not isinstance(job, Shelf)) < 8


@always()
def pairs_agree(shop: Shop, hook: Hook) -> bool:
    """Zip and slices, from both ends."""
    second = shop.wall[::2]
    alike = sum(1 for left, right in zip(shop.wall, second, strict=False) if left == right)
    return alike >= 1 and shop.wall[-1] != shop.wall[hook:][0]


@always()
def grains_are_few(shop: Shop, seat: Seat, hook: Hook, tool: Tool) -> bool:
    """Numbers among many: on one plank, on all of them, and such as no grain can be."""
    points = shop.points[seat]
    # Grains for 0 to 3 points; for others numbers that differ from a grain by 256 and more.
    wanted = points // 4 * 256 + points % 4 - 2
    on_all = sum(plank.count(wanted) for plank in shop.planks)
    firsts = sum(plank.count(plank[0]) for plank in shop.planks)
    return (
        shop.planks[hook].count(wanted) <= on_all <= firsts
        and shop.planks[hook].count(points - 1) < 4
        and sum(plank.count(worth(tool)) for plank in shop.planks) <= shop.labels.count(tool)
    )


@at_most(6)
def labels_alike(shop: Shop, hook: Hook) -> int:
    """How many labels say what hangs on a hook, or nothing."""
    return shop.labels.count(shop.wall[hook]) - shop.labels.count(None)


@always("WB-17")
def planks_go_by_terms(shop: Shop, seat: Seat) -> bool:
    """Much here is known once the terms are."""
    quick = shop.terms.pace is not Pace.SLOW
    weights = tuple((at + 1) * (2 if quick else -1) for at in range(3))
    heaviest = weights[2] // (1 if shop.terms.pace is Pace.RASH else weights[0])
    return all(
        sum(weights[at] * grain for at, grain in enumerate(plank[:3])) < heaviest + 9
        or (shop.terms.order is Order.LEFT and any(weight == at for weight in weights))
        for at, plank in enumerate(shop.planks)
    ) and sum(weight > shop.score(seat) for weight in weights) < 3 // (weights[0] + 1)


@never()
def boards_are_level(shop: Shop) -> bool:
    """Two boards of one shelf are the same."""
    return any(
        a == b and i != j
        for job in shop.jobs
        if isinstance(job, Shelf)
        for i, a in enumerate(job.boards)
        for j, b in enumerate(job.boards)
    )


@sometimes()
def a_tool_is_everywhere(shop: Shop, tool: Tool) -> bool:
    """Everyone has it."""
    return (
        all(tool in belt for belt in shop.belts) or shop.ready - frozenset((tool,)) == frozenset()
    )


@at_most(4)
def points_between(shop: Shop, seat: Seat) -> int:
    """The distance of two players' points."""
    return abs(shop.points[seat] - shop.points[shop.next_seat]) - min(shop.points)


@at_least(-3)
def sum_of_worths(shop: Shop, move: Hang | Lend) -> int:
    """What hangs on the wall is worth, without the drill."""
    hung = sum(worth(cell) for cell in shop.wall if isinstance(cell, Tool) and cell in STEADY)
    return hung if shop.chest.total() < 4 else shop.points[shop.turn] % (shop.turn - 1)


@eventually()
def it_is_done(shop: Shop) -> bool:
    """It ends."""
    return shop.done


@always()
def lending_empties_hooks(before: Shop, move: Lend | Hang, after: Shop) -> bool:
    """What hangs on the hook afterwards."""
    match move:
        case Lend(hooks, None):
            return all(after.wall[at] is Gone.LENT for at in hooks)
        case Lend(hooks, 0):
            return after.wall[hooks[0]] == after.wall[hooks[-1]]
        case Lend():
            return before.jobs[0] != after.jobs[-1]
        case Hang(at, tool):
            kept = kept_by(before, tool)
            return after.wall[at] is tool and kept is not Gone.LOST


BOOK = Rulebook("Workbench", GAME, sentences="", rules=rules_of(__name__))
CLAIMS: tuple[AnyClaim, ...] = (
    jobs_are_short,
    pairs_agree,
    grains_are_few,
    labels_alike,
    boards_are_level,
    a_tool_is_everywhere,
    points_between,
    sum_of_worths,
    it_is_done,
    lending_empties_hooks,
)
