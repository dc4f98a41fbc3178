"""A game that makes no sense, but uses every part of the rule language, partial operations most.

Where the language has several ways to put something, each is here; a state can be anything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Final, TypeAlias

from rulewright import (
    CHANCE,
    Bag,
    Game,
    Lookup,
    Move,
    Parameters,
    Reading,
    Scope,
    Terms,
    Variant,
    between,
    drawn_from,
    length,
    put,
    the,
    up_to,
)


class Tool(Enum):
    """What hangs on the wall."""

    SAW = "saw"
    FILE = "file"
    DRILL = "drill"


@dataclass(frozen=True)
class Box(Parameters):
    """How many players there are, hooks on the wall, and copies of a tool."""

    players: Annotated[int, between(1, 4)] = 2
    hooks: Annotated[int, between(1, 5)] = 3
    copies: Annotated[int, between(1, 4)] = 2

    @property
    def room(self) -> int:
        """How much a bag may hold of one thing."""
        return max(self.copies, self.hooks // 2) + 1

    def copies_of(self, tool: Tool) -> int:
        """How many of a tool there are."""
        return self.copies + 1 if tool is Tool.SAW else self.copies


class Gone(Enum):
    """What shows where no tool hangs."""

    LENT = "lent"
    LOST = "lost"


class Order(Reading):
    """Which tool counts first."""

    LEFT = "the first from the left"
    RIGHT = "the first from the right"


class Pace(Variant):
    """How long it takes."""

    SLOW = "slow"
    QUICK = "quick"
    RASH = "rash"


@dataclass(frozen=True)
class Agreed(Terms):
    """What was agreed before play."""

    order: Order = Order.LEFT
    pace: Pace = Pace.SLOW


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Hook: TypeAlias = Annotated[int, between(0, "hooks - 1")]
Worth: TypeAlias = Annotated[int, between(-6, 9)]
Hung: TypeAlias = Tool | Gone | None
Wall: TypeAlias = Annotated[tuple[Hung, ...], length("hooks")]
Belt: TypeAlias = Annotated[tuple[Tool, ...], up_to(3)]
Chest: TypeAlias = Annotated[Bag[Tool], up_to("room")]
# Long enough that native code counts among many of them at once, with some left over.
Grain: TypeAlias = Annotated[int, between(-2, 1)]
Plank: TypeAlias = Annotated[tuple[Grain, ...], length(9)]
Labels: TypeAlias = Annotated[tuple[Hung, ...], length(15)]

WORTH: Final = Lookup({Tool.SAW: 4, Tool.FILE: -3})
STEADY: Final = (Tool.SAW, Tool.DRILL)


@dataclass(frozen=True)
class Nail:
    """A job for one tool."""

    tool: Tool
    depth: Annotated[int, between(1, 3)]


@dataclass(frozen=True)
class Shelf:
    """A job for several."""

    boards: Annotated[tuple[Worth, ...], up_to(3)]
    kept: bool


Job: TypeAlias = Nail | Shelf | Tool


@dataclass(frozen=True)
class Shop:
    """All of it."""

    box: Box
    terms: Agreed
    wall: Wall
    belts: Annotated[tuple[Belt, ...], length("players")]
    chest: Chest
    ready: frozenset[Tool]
    seated: frozenset[Seat]
    jobs: Annotated[tuple[Job, ...], up_to(2)]
    points: Annotated[tuple[Worth, ...], length("players")]
    planks: Annotated[tuple[Plank, ...], length("hooks")]
    labels: Labels
    turn: Seat
    best: Seat | None
    done: bool

    def mine(self) -> Belt:
        """The belt of the player to move."""
        return self.belts[self.turn]

    def score(self, seat: Seat) -> int:
        """The points of a seat."""
        return self.points[seat]

    @property
    def next_seat(self) -> int:
        """Who comes next."""
        return (self.turn + 1) % self.box.players


@dataclass(frozen=True)
class Setup(Move):
    """The opening."""

    first: Seat
    drawn: Tool

    def possible(self, box: Box) -> bool:
        return self.first < 2 or self.drawn is not Tool.DRILL

    def ways(self, box: Box) -> int:
        return box.copies + self.first


@dataclass(frozen=True)
class Hang(Move, by="turn"):
    """Put a tool on a hook."""

    at: Hook
    tool: Tool

    def possible(self, shop: Shop) -> bool:
        return self.tool in shop.mine()


@dataclass(frozen=True)
class Draw(Move, by="turn"):
    """Draw a tool, perhaps two."""

    shows: Annotated[Tool, drawn_from("chest")]
    more: Annotated[Tool | None, drawn_from("chest")]


@dataclass(frozen=True)
class Lend(Move, by="next_seat"):
    """Lend what hangs on some hooks."""

    hooks: Annotated[tuple[Hook, ...], up_to(2)]
    to: Seat | None


@dataclass(frozen=True)
class Work(Move, by="turn"):
    """Do a job."""

    job: Nail | Tool
    with_care: bool


@dataclass(frozen=True)
class Weather(Move, by=CHANCE):
    """It rains."""

    wet: frozenset[Tool]
    reach: Annotated[int, between(-1, 2)]


def start(terms: Agreed, box: Box, deal: Setup) -> Shop:
    """The first state."""
    chest = Bag({tool: box.copies_of(tool) for tool in Tool}).minus(deal.drawn)
    belt = (deal.drawn, Tool.SAW)
    return Shop(
        box=box,
        terms=terms,
        wall=tuple(None if at > 0 else Tool.FILE for at in range(box.hooks)),
        belts=tuple(belt if seat == deal.first else () for seat in range(box.players)),
        chest=chest,
        ready=frozenset((Tool.SAW, deal.drawn)),
        seated=frozenset(seat for seat in range(box.players) if seat != deal.first),
        jobs=(Nail(deal.drawn, 2), Tool.FILE),
        points=tuple(0 for _ in range(box.players)),
        planks=tuple(tuple(max(-2, at - 7) for at in range(9)) for _ in range(box.hooks)),
        labels=tuple(Tool.SAW if at > deal.first else None for at in range(15)),
        turn=deal.first,
        best=None,
        done=False,
    )


def worth(tool: Tool) -> int:
    """What the table says of a tool; it does not know the drill."""
    return WORTH[tool]


def toil(job: Job) -> int:
    """How long a job takes."""
    match job:
        case Nail(tool, depth) if depth > 1:
            return depth * worth(tool)
        case Nail(depth=depth):
            return -depth
        case Shelf(boards, kept):
            total = sum(boards) if kept else max(boards)
            return total // len(boards)
        case Tool.SAW | Tool.FILE:
            return 1
        case other:
            return worth(other)


def first_of(shop: Shop, cells: tuple[Hung, ...]) -> Hung:
    """The first tool, from the side that was agreed."""
    tools = tuple(cell for cell in cells if isinstance(cell, Tool))
    if len(tools) == 0:
        return None if Gone.LOST in cells else Gone.LENT
    return tools[0] if shop.terms.order is Order.LEFT else tools[-1]


def step(shop: Shop, move: Hang | Draw | Lend | Work | Weather) -> Shop:
    """What each move does."""
    match move:
        case Hang(at, tool):
            return hang(shop, at, tool)
        case Draw(shows, more):
            return draw(shop, shows, more)
        case Lend(hooks, to):
            return lend(shop, hooks, to)
        case Work(job, with_care):
            points = shop.score(shop.turn) + toil(job) * (2 if with_care else 1)
            done = points > 5 or (with_care and shop.terms.pace is not Pace.SLOW)
            return replace(shop, points=put(shop.points, shop.turn, points), done=done)
        case Weather(wet, reach):
            return rain(shop, wet, reach)


def hang(shop: Shop, at: Hook, tool: Tool) -> Shop:
    """A tool goes from the belt to the hook; what hung there goes back into the chest."""
    mine = shop.mine()
    place = the(i for i, held in enumerate(mine) if held is tool)
    belt = (*mine[:place], *mine[place + 1 :])
    before = shop.wall[at]
    chest = shop.chest.plus(before) if isinstance(before, Tool) else shop.chest
    belts = put(shop.belts, shop.turn, belt)
    wall = put(shop.wall, at, tool)
    return replace(shop, belts=belts, wall=wall, chest=chest, turn=shop.next_seat)


def draw(shop: Shop, shows: Tool, more: Tool | None) -> Shop:
    """One tool goes to the belt, the second makes both ready."""
    if more is None:
        belts = put(shop.belts, shop.turn, (*shop.mine(), shows))
        return replace(shop, belts=belts, chest=shop.chest.minus(shows), turn=shop.next_seat)
    less = shop.chest.minus(shows).minus(more)
    return replace(shop, chest=less.plus(Tool.SAW, 2), ready=shop.ready | frozenset((shows, more)))


def lend(shop: Shop, hooks: tuple[Hook, ...], to: Seat | None) -> Shop:
    """Tools leave the wall; each hook is said once."""
    if len(hooks) != len(frozenset(hooks)):
        return replace(shop, done=True)
    wall: Wall = tuple(Gone.LENT if at in hooks else cell for at, cell in enumerate(shop.wall))
    seated = shop.seated if to is None else shop.seated - frozenset((to,))
    return replace(shop, wall=wall, seated=seated, best=to, jobs=shop.jobs[1:])


def rain(shop: Shop, wet: frozenset[Tool], reach: int) -> Shop:
    """Wet tools are not ready; the wall moves along."""
    moved = (*shop.wall[reach:], *shop.wall[:reach])
    kept = Bag({tool: shop.chest.count(tool) - (1 if tool in wet else 0) for tool in Tool})
    job = Shelf(tuple(min(points, 3) for points in shop.points[:2]), Tool.SAW in wet)
    planks = put(shop.planks, 0, (*shop.planks[0][1:], -2))
    shop = replace(shop, planks=planks, labels=(*shop.labels[1:], shop.wall[reach]))
    return replace(shop, wall=moved, ready=shop.ready & wet, chest=kept, jobs=(*shop.jobs, job))


def over(shop: Shop) -> bool:
    """Whether all is done."""
    return shop.done and len(shop.jobs) == 0


GAME = Game(
    name="workbench",
    state=Shop,
    moves=(Hang, Draw, Lend, Work, Weather),
    start=start,
    step=step,
    over=over,
    scopes=(Scope("small", Box(), Agreed(), vary=(Order, Pace)),),
)
