"""Who wins with best play, on games whose solutions are known or can be worked out another way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from rulewright import Rulebook
from rulewright.backends.cpython import CPython
from rulewright.engines import solve_chance
from rulewright.engines.solve import Flow, Opening, Solution, solve
from rulewright.engines.solve_force import NEVER
from rulewright.engines.solve_graph import DEAD_END
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Budget, Unknown
from spec import skyjo_action, star_grid
from tests.games import ladders, nim, paths, tic_tac_toe, urn


def subject(book: Rulebook, **settings: int) -> Subject:
    scope = book.game.scopes[0]
    return Subject.of(book, scope, replace(scope.box, **settings))


@cache
def solved(module: ModuleType, **settings: int) -> Solution:
    found = solve(subject(module.BOOK, **settings), Budget())
    assert isinstance(found, Solution), found
    return found


def opening(found: Solution) -> Opening:
    ((first,),) = (agreed.openings for agreed in found.agreed)
    return first


# ── two players without chance ───────────────────────────────────────────────────────────────


def best(marks: tuple[Any, ...], turn: int, known: dict[Any, int]) -> int:
    """Plain minimax: 1 where player 1 wins, −1 where player 2 does, 0 for a draw."""
    if marks not in known:
        known[marks] = _best(marks, turn, known)
    return known[marks]


def _best(marks: tuple[Any, ...], turn: int, known: dict[Any, int]) -> int:
    for seat in (0, 1):
        if any(all(marks[at] == seat for at in line) for line in tic_tac_toe.LINES):
            return 1 - 2 * seat
    free = [at for at in range(9) if marks[at] is None]
    if not free:
        return 0
    results = [best((*marks[:at], turn, *marks[at + 1 :]), 1 - turn, known) for at in free]
    return min(results) if turn else max(results)


def test_tic_tac_toe_is_a_draw() -> None:
    found = solved(tic_tac_toe)
    assert len(found.exploration.states) == 5478
    assert found.outcomes == {(0,): 626, (1,): 316, (): 16}
    assert found.drawable
    assert not found.chance
    first = opening(found)
    assert first.forces == (NEVER, NEVER)
    assert first.draw == "ends"
    assert len(first.options) == 9
    assert {option.draw for option in first.options} == {"ends"}


def test_tic_tac_toe_agrees_with_minimax_in_every_position() -> None:
    found = solved(tic_tac_toe)
    known: dict[Any, int] = {}
    best((None,) * 9, 0, known)
    for state, (_, marks, _) in enumerate(found.exploration.states):
        plain = tuple(held if tag == 0 else None for tag, held in marks)
        expected = known[plain]
        assert (found.depths[0][state] != NEVER) == (expected == 1)
        assert (found.depths[1][state] != NEVER) == (expected == -1)
    goes_on = [s for s in range(5478) if not found.exploration.over[s]]
    values = [known[_plain(found, state)] for state in goes_on]
    assert found.wins == (values.count(1), values.count(-1))
    assert found.draws == Flow(values.count(0), 0, 0)


def _plain(found: Solution, state: int) -> tuple[Any, ...]:
    marks = found.exploration.states[state][1]
    return tuple(held if tag == 0 else None for tag, held in marks)


def test_nim_is_won_where_the_exclusive_or_is_not_0() -> None:
    found = solved(nim, first=3, second=4, third=5)
    assert len(found.exploration.states) > 200
    for state, (_, (one, two, three), turn) in enumerate(found.exploration.states):
        wins = found.depths[turn][state] != NEVER
        assert wins == (one ^ two ^ three != 0)
        assert (found.depths[1 - turn][state] != NEVER) != wins


def test_the_first_moves_that_win_at_nim() -> None:
    found = solved(nim, first=3, second=4, third=5)
    first = opening(found)
    moves = found.exploration.moves
    winning = [moves[option.move][1] for option in first.options if option.forces[0] != NEVER]
    assert winning == [(0, 2)]  # 1, 4 and 5 are left: the exclusive or is 0


def test_a_forced_win_is_as_long_as_it_says_and_is_replayed() -> None:
    found = solved(nim, first=3, second=4, third=5)
    first = opening(found)
    assert first.forces[1] == NEVER
    trace = found.play(first, 0)
    assert len(trace.steps) == first.forces[0]
    assert nim.wins(trace.last, 0)


def test_the_longest_defence_at_one_pile() -> None:
    # Two piles of n and m stones are won in at most 2 min(n, m) + 1 moves if n is not m.
    assert opening(solved(nim, first=0, second=2, third=5)).forces == (5, NEVER)
    assert opening(solved(nim, first=0, second=2, third=2)).forces == (NEVER, 4)


# ── what nobody wins, and what never ends ────────────────────────────────────────────────────


def test_a_draw_by_endless_play() -> None:
    found = solved(paths, start=10)
    first = opening(found)
    assert first.draw == "endless"
    assert first.play == "either"
    assert found.draws == Flow(0, 0, 2)
    assert [option.draw for option in first.options] == ["", "endless", ""]
    results = [option.forces for option in first.options]
    assert results == [(NEVER, 1), (NEVER, NEVER), (NEVER, 2)]


def test_a_draw_at_an_end_or_endless() -> None:
    assert opening(solved(paths, start=12)).draw == "either"
    assert solved(paths, start=12).draws == Flow(0, 2, 0)


def test_a_draw_that_ends() -> None:
    assert opening(solved(paths, start=26)).draw == "ends"


def test_play_that_can_never_end() -> None:
    found = solved(paths, start=24)
    assert opening(found).play == "endless"
    assert found.flow == Flow(0, 0, 2)
    assert found.ends == (0, 0)


def test_a_dead_end_is_no_win_and_no_end() -> None:
    found = solved(paths, start=18)
    assert found.outcomes == {DEAD_END: 1}
    assert found.ends == (0, 0)


def test_where_two_may_move_the_others_decide_who_does() -> None:
    found = solved(paths, start=14)
    assert opening(found).forces == (NEVER, NEVER)
    assert not found.drawable
    assert opening(found).draw == ""
    assert opening(solved(paths, start=15)).forces == (1, NEVER)


def test_chance_is_an_opponent_for_whoever_has_to_force() -> None:
    found = solved(paths, start=16)
    assert opening(found).forces == (NEVER, NEVER)
    assert found.draws is None  # nobody can force it, and yet it is no draw
    assert opening(solved(paths, start=19)).forces == (3, NEVER)  # by way of 21 and 22


def test_the_quickest_way_is_taken() -> None:
    assert opening(solved(paths, start=20)).forces == (2, NEVER)
    found = solved(paths, start=23)
    assert opening(found).forces == (2, NEVER)
    assert len(found.play(opening(found), 0).steps) == 2


def test_each_of_three_against_all_others() -> None:
    found = solved(nim, players=3, first=0, second=0, third=2)
    # Player 1 takes both, or one, and player 2 takes the last.
    assert opening(found).forces == (1, NEVER, NEVER)
    assert not found.drawable
    assert found.draws is None
    found = solved(nim, players=3, first=0, second=1, third=2)
    assert opening(found).forces == (NEVER, NEVER, NEVER)


def test_a_game_without_a_winner_is_told_by_its_ends() -> None:
    scope = star_grid.GAME.scope("tiny")
    found = solve(Subject.of(star_grid.BOOK, scope, scope.box), Budget())
    assert isinstance(found, Solution)
    assert not found.winner_known
    assert found.outcomes == {(): 928}
    assert found.positions == 4575 - 928
    assert found.ends == (3647, 3647)
    assert found.flow == Flow(1368, 2279, 0)
    assert [first.weight for first in found.agreed[0].openings] == [3, 3, 1]


def test_what_a_player_draws_is_not_the_player_s_choice() -> None:
    # A blank comes first, then a red card, then the stop: three moves at most.
    found = solved(urn, blanks=1, reds=2, goal=1, most=5)
    first = opening(found)
    assert first.forces == (3,)
    assert [option.forces for option in first.options] == [(3,), (NEVER,)]
    assert opening(solved(urn, blanks=1, reds=2, goal=1, most=1)).forces == (NEVER,)
    assert opening(solved(urn, blanks=0, reds=2, goal=1, most=1)).forces == (1,)


def test_what_can_be_secured_of_an_urn() -> None:
    assert opening(solved(urn, blanks=1, reds=2, goal=1, most=1)).secures == (Fraction(2, 3),)
    assert opening(solved(urn, blanks=2, reds=1, goal=1, most=2)).secures == (Fraction(2, 3),)
    assert opening(solved(urn, blanks=2, reds=2, goal=2, most=2)).secures == (Fraction(1, 6),)
    assert opening(solved(urn, goal=2, pairs=1)).secures == (Fraction(1, 6),)
    assert opening(solved(ladders)).secures is None  # play need not end
    assert opening(solved(tic_tac_toe)).secures is None  # nothing is left to chance


def test_what_can_be_secured_agrees_with_play_in_python() -> None:
    scope = skyjo_action.GAME.scope("rounds")
    game = Subject.of(skyjo_action.BOOK, scope, scope.box)
    found = solve(game, Budget())
    assert isinstance(found, Solution)
    first = opening(found)
    python = CPython(game.program)
    begun = python.start(scope.terms, None)
    assert first.secures == tuple(by_hand(python, begun, seat, {}) for seat in (0, 1))
    assert first.secures[0] != first.secures[1]
    assert 0 < first.secures[0] < 1


def by_hand(python: CPython, state: Any, seat: int, known: dict[Any, Fraction]) -> Fraction:
    """How likely a win a player can secure, by trying everything in plain Python."""
    if state in known:
        return known[state]
    if python.over(state):
        return Fraction(skyjo_action.wins(state, seat))
    groups: dict[Any, list[tuple[int, Fraction]]] = {}
    for move in python.legal_moves(state):
        card = getattr(move, "shows", None)
        ways = 1 if card is None else state.pool.count(card)
        choice = move if card is None else (type(move), getattr(move, "at", None))
        value = by_hand(python, python.step(state, move), seat, known)
        groups.setdefault((python.mover(state, move), choice), []).append((ways, value))
    means = {
        key: sum(ways * value for ways, value in group) / sum(ways for ways, _ in group)
        for key, group in groups.items()
    }
    (mover,) = {mover for mover, _ in means}
    values = list(means.values())
    if mover is None:
        known[state] = sum(values, Fraction(0)) / len(values)
    else:
        known[state] = max(values) if mover == seat else min(values)
    return known[state]


# ── nobody decides ───────────────────────────────────────────────────────────────────────────


def chances(**settings: int) -> solve_chance.Chain:
    found = solved(ladders, **settings).agreed[0].chances
    assert found is not None
    return found


def test_the_expected_length_of_snakes_and_ladders() -> None:
    # By hand: e0 = 1 + (2 e3 + e2) / 3, e2 = 1 + (e3 + e0) / 3, e3 = 1 + e0 / 3.
    assert chances().moves == Fraction(57, 17)
    assert chances().ends == 1
    assert chances().outcomes == {(0,): 1}


def test_chips_count_by_their_copies() -> None:
    # By hand: e0 = 1 + 3/4 e3 + 1/4 e2, e2 = 1 + 1/2 e3 + 1/4 e0, e3 = 1 + 1/2 e0.
    assert chances(ones=2).moves == Fraction(17, 4)


def test_play_that_ends_only_sometimes() -> None:
    # By hand: p0 = 2/3 p3, p3 = (p0 + 2) / 3.
    found = chances(pit=1)
    assert found.ends == Fraction(4, 7)
    assert found.outcomes == {(0,): Fraction(4, 7)}
    # Of the plays that end: m0 = p0 + 2/3 m3, m3 = p3 + 1/3 m0, and m0 / p0 is asked for.
    assert found.moves == Fraction(18, 7)


def test_two_who_race_agree_with_a_sum_over_all_plays() -> None:
    found = chances(players=2, threes=2)
    shares, length = [0.0, 0.0], 0.0
    likely = {(0, 0, 0): 1.0}
    for number in range(1, 2000):
        following: dict[tuple[int, ...], float] = {}
        for (*at, turn), share in likely.items():
            for chip in (1, 2, 3, 3):
                square = ladders.slid(min(at[turn] + chip, 5))
                if square == 5:
                    shares[turn] += share / 4
                    length += number * share / 4
                    continue
                moved = [*at]
                moved[turn] = square
                key = (*moved, 1 - turn)
                following[key] = following.get(key, 0.0) + share / 4
        likely = following
    assert float(found.outcomes[0,]) == pytest.approx(shares[0])
    assert float(found.outcomes[1,]) == pytest.approx(shares[1])
    assert found.moves is not None
    assert float(found.moves) == pytest.approx(length)
    assert sum(found.outcomes.values()) == 1


def test_chance_that_makes_moves_takes_all_alike() -> None:
    # From 16 chance ends play or leads to 17, and from there back: e = 1 + (1 + e) / 2.
    found = solved(paths, start=16).agreed[0].chances
    assert found is not None
    assert found.moves == 3
    # From 19 to an end or by two more moves to one: e = 1 + 2 / 2.
    found = solved(paths, start=19).agreed[0].chances
    assert found is not None
    assert (found.moves, found.ends) == (2, 1)
    assert solved(paths, start=23).agreed[0].chances is None


def test_cards_drawn_together_come_from_what_is_left() -> None:
    # Two reds of three cards: 2/3 of 1/2, where chance looks at both, as it does half the time.
    found = solved(urn, blanks=1, reds=2, goal=2, pairs=1).agreed[0].chances
    assert found is not None
    assert found.outcomes == {(0,): Fraction(1, 6), (): Fraction(5, 6)}
    assert found.moves == 1


def test_a_loop_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_chance, "MOST_IN_A_LOOP", 2)
    found = solve(subject(ladders.BOOK, players=2), Budget())
    assert isinstance(found, Solution)
    assert found.agreed[0].chances is None
    assert "in circles" in found.agreed[0].no_chances


# ── what cannot be solved ────────────────────────────────────────────────────────────────────


def test_a_search_that_was_cut_off_is_no_solution() -> None:
    found = solve(subject(tic_tac_toe.BOOK), Budget(states=1000))
    assert found == Unknown("all", "the search ended after 1,000 states")


def test_a_duty_that_fails_is_no_solution() -> None:
    broken = Rulebook("Nim", nim.GAME, "", (nim.take_what_is_there,), wins=without_value)
    found = solve(subject(broken), Budget())
    assert isinstance(found, Unknown)
    assert "who has won cannot be told" in found.reason


def without_value(piles: nim.Piles, seat: nim.Seat) -> bool:
    return piles.piles[seat + 2] == 0
