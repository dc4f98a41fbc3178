"""Hypothesis strategies for the states, moves and plays of a game, for tests of one's own.

    from hypothesis import given
    from rulewright.testing import moves, plays, state_machine, states, subject_of

    from model.star_grid import Draw, Table, step
    from spec.star_grid import BOOK

    TINY = subject_of(BOOK, "tiny")

    @given(states(TINY))
    def test_a_grid_is_never_empty(table: Table) -> None:
        assert all(table.grids)

    @given(plays(TINY))
    def test_the_pool_shrinks(play: Play) -> None:
        assert play.last.pool.total() <= play.start.pool.total()

    TestStarGrid = state_machine(BOOK, "tiny").TestCase

States and moves are the project's own objects.
"""

from .machine import state_machine
from .plays import Play, moves, plays, states, subject_of

__all__ = ["Play", "moves", "plays", "state_machine", "states", "subject_of"]
