"""The random numbers of a play: the same for whoever makes it, the interpreter or native code.

SplitMix64 (G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014), and
numbers below a bound without bias (D. Lemire, Fast random integer generation in an interval, 2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

_MASK = (1 << 64) - 1


def first_state(seed: int, number: int) -> int:
    """What the random numbers of a play begin from."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:8], "little")


class PlayRandom:
    """The random numbers of one play."""

    def __init__(self, state: int) -> None:
        self.state = state

    @classmethod
    def of(cls, seed: int, number: int) -> PlayRandom:
        """Those of the play of this number."""
        return cls(first_state(seed, number))

    def bits(self) -> int:
        """64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        return mixed ^ mixed >> 31

    def below(self, bound: int) -> int:
        """A number from 0 up to, not including, a bound, each as likely; nothing is drawn for 1."""
        if bound <= 1:
            return 0
        product = self.bits() * bound
        if product & _MASK < bound:
            least = (1 << 64) % bound
            while product & _MASK < least:
                product = self.bits() * bound
        return product >> 64

    def weighted(self, weights: Sequence[int]) -> int:
        """The position of one of some weights, each as likely as it is heavy; not all are 0."""
        ticket = self.below(sum(weights))
        for at, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return at
        raise ValueError("nothing weighs anything")
