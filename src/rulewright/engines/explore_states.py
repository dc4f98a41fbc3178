"""What lies in the memory of a native search: states, parents, transitions, read when asked."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from rulewright.backends.native.kernel import Search
    from rulewright.backends.native.packing import Packing

# More transitions than this are not held in memory at once (8 bytes each).
MOST_EDGES = 400_000_000


class TooManyEdges(Exception):
    """More transitions than fit in memory at once."""


class _Numbered(Sequence[Any]):
    """Something of each state, by number."""

    def __init__(self, kernel: Search) -> None:
        self._kernel = kernel
        self._size = len(kernel)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self.of(number) for number in range(*at.indices(self._size))]
        number = at + self._size if at < 0 else at
        if not 0 <= number < self._size:
            raise IndexError(at)
        return self.of(number)

    def of(self, number: int) -> Any:
        """What it is of one state."""
        raise NotImplementedError


class States(_Numbered):
    """The states as IR values."""

    def __init__(self, kernel: Search, packing: Packing) -> None:
        super().__init__(kernel)
        self._packing = packing

    def of(self, number: int) -> Any:
        """A state."""
        return self._packing.decode(self._kernel.state(number))


class Parents(_Numbered):
    """The state before each on a shortest play, -1 for a start."""

    def of(self, number: int) -> int:
        """The state before one."""
        parent = self._kernel.parent(number)
        return -1 if parent is None else parent


class Ways(_Numbered):
    """The move that leads to each state from its parent, -1 for a start."""

    def of(self, number: int) -> int:
        """The first move of the parent that leads here."""
        parent = self._kernel.parent(number)
        if parent is None:
            return -1
        return next(move for move, target in self._kernel.successors(parent) if target == number)


class Overs(_Numbered):
    """1 for a state in which play is over, else 0."""

    def __init__(self, kernel: Search, finals: int) -> None:
        super().__init__(kernel)
        self._finals = finals

    def of(self, number: int) -> int:
        """Whether play is over."""
        return int(self._kernel.is_over(number))

    def count(self, value: Any) -> int:
        """How many states are over, or are not."""
        return self._finals if value == 1 else self._size - self._finals


class NativeEdges:
    """The transitions, made again from the states when they are first asked for."""

    def __init__(self, kernel: Search, number: int, times: Mapping[int, int]) -> None:
        self._kernel = kernel
        self._number = number
        self._times = times

    def __len__(self) -> int:
        return self._number

    def times(self) -> Mapping[int, int]:
        """How many transitions each move has, by its number; moves that never occur left out."""
        return self._times

    @cached_property
    def _all(self) -> tuple[array[int], array[int], array[int]]:
        found = self._kernel.edges(MOST_EDGES)
        if found is None:
            raise TooManyEdges(f"{self._number:,} transitions are too many to keep in memory")
        return found

    @property
    def first(self) -> array[int]:
        """Where the transitions of each state begin, and the end of them all."""
        return self._all[0]

    @property
    def moves(self) -> array[int]:
        """The move of each, by its number."""
        return self._all[1]

    @property
    def targets(self) -> array[int]:
        """The state that each leads to."""
        return self._all[2]

    def of(self, state: int) -> range:
        """The positions of the transitions of a state; none where it was not expanded."""
        if state + 1 >= len(self.first):
            return range(0)
        return range(self.first[state], self.first[state + 1])
