"""Symmetry: one state of each orbit, the check that it stands on, and plays that are real."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from model.star_grid import Box, Draw, Mark, Place, Table, Take
from proofs import star_grid as proofs
from rulewright import Claim, Rulebook, always, may, must_not, never
from rulewright.backends.canonical import Canonical
from rulewright.engines.explore import check
from rulewright.engines.explore_found import Exploration
from rulewright.engines.explore_how import explore
from rulewright.engines.explore_liveness import check_endless
from rulewright.engines.explore_summary import summary
from rulewright.engines.subject import NotAlike, Subject
from rulewright.engines.trace import Trace
from rulewright.engines.verdict import Bounded, Budget, Exhausted, Fails, How, Shown, Unknown
from rulewright.ir.symmetry import generators, turned
from rulewright.ir.values import lift
from spec.star_grid import BOOK
from tests.differential.mutating import mutants
from tests.good import ring

TINY = BOOK.game.scopes[0]
CLAIMS = tuple(value for value in vars(proofs).values() if isinstance(value, Claim))
RING_CLAIMS = tuple(value for value in vars(ring).values() if isinstance(value, Claim))
SEARCHED = Budget(how=How.INTERPRETED)
UNORDERED = replace(SEARCHED, symmetry=True)


def star_grid(*sizes: int, claims: tuple[Any, ...] = (), book: Rulebook = BOOK) -> Subject:
    return Subject.of(book, TINY, Box(*sizes) if sizes else TINY.box, claims)


def a_ring(players: int, kinds: int, claims: tuple[Any, ...] = RING_CLAIMS) -> Subject:
    return Subject.of(ring.BOOK, ring.BOOK.game.scopes[0], ring.Box(players, kinds), claims)


def natively(budget: Budget) -> Budget:
    pytest.importorskip("llvmlite")
    return replace(budget, how=How.NATIVE)


def orbits(subject: Subject, states: Any) -> list[set[Any]]:
    """The orbits that states lie in, by nothing but the turns that make up the group."""
    symmetry = subject.program.symmetry
    assert symmetry is not None
    turns = list(generators(symmetry))
    found: list[set[Any]] = []
    met: set[Any] = set()
    for state in states:
        if state in met:
            continue
        orbit, waiting = {state}, [state]
        while waiting:
            current = waiting.pop()
            for turn in turns:
                other = turned(symmetry, subject.program.state, current, turn)
                if other not in orbit:
                    orbit.add(other)
                    waiting.append(other)
        met |= orbit
        found.append(orbit)
    return found


def same(subject: Subject) -> None:
    """A search with symmetry meets each orbit once, by the interpreter and by native code."""
    symmetry = subject.program.symmetry
    assert symmetry is not None
    canonical = Canonical(symmetry, subject.program.state)
    whole = explore(subject, SEARCHED)
    found = orbits(subject, whole.states)
    for orbit in found:
        assert len({canonical(state) for state in orbit}) == 1
        assert {canonical.size(state) for state in orbit} == {len(orbit)}
    for budget in (UNORDERED, natively(UNORDERED)):
        search = explore(subject, budget)
        assert search.complete
        assert len(search.states) == len(found)
        assert {canonical(state) for state in search.states} == {canonical(min(o)) for o in found}
        # From the starts that there are, play may be longer to one state of an orbit than another.
        assert search.levels <= whole.levels
        assert bool(search.deadlocks) == bool(whole.deadlocks)
        assert {w for w, n in search.occurred().items() if n} == {
            w for w, n in whole.occurred().items() if n
        }


# ── counts ───────────────────────────────────────────────────────────────────────────────────────


def test_star_grid_against_its_orbits() -> None:
    subject = star_grid(2, 1, 2, 2, 3, 1)
    same(subject)
    told = summary(explore(subject, UNORDERED))
    assert len(told.found.states) == 1497
    assert told.whole == 4575
    assert told.found.levels == 8


def test_one_player_with_columns_against_its_orbits() -> None:
    same(star_grid(1, 2, 2, 2, 3, 1))


@pytest.mark.parametrize(("players", "kinds"), [(1, 2), (2, 1), (2, 2), (3, 1)])
def test_the_ring_against_its_orbits(players: int, kinds: int) -> None:
    same(a_ring(players, kinds))


def test_the_known_count_of_star_grid() -> None:
    told = summary(explore(star_grid(2, 2, 2, 2, 4, 2), natively(UNORDERED)))
    assert len(told.found.states) == 24_093
    assert told.whole == 483_984
    assert told.found.levels == 11


@pytest.mark.slow
def test_the_known_count_of_star_grid_by_the_interpreter() -> None:
    assert len(explore(star_grid(2, 2, 2, 2, 4, 2), UNORDERED).states) == 24_093


def test_what_starts_in_one_state_of_an_orbit_is_not_said_to_reach_all_of_it() -> None:
    assert summary(explore(a_ring(2, 2), UNORDERED)).whole is None


# ── the check ────────────────────────────────────────────────────────────────────────────────────


@must_not("SG-05")
def place_on_the_left(table: Table, move: Place) -> bool:
    """Nothing is placed in the first column while another player has not begun."""
    return move.at // table.box.rows == 0 and table.ender is not None


@may("SG-03")
def take_the_first_cell(table: Table, move: Take) -> bool:
    """A card may be taken where the first cell is face up."""
    return isinstance(table.mine()[0], int)


@never()
def the_first_column_goes_first(table: Table) -> bool:
    """The first column is never cleared alone."""
    return table.grids[0][0] is Mark.GONE and table.grids[0][2] is not Mark.GONE


@always()
def the_first_cell_is_dear(before: Table, move: Draw, after: Table) -> bool:
    """A claim about what a move does that looks at one cell."""
    return after.grids[0][0] == 1


@pytest.mark.parametrize("rule", [place_on_the_left, take_the_first_cell])
def test_a_rule_that_looks_at_one_column_is_refused_by_name(rule: Any) -> None:
    book = Rulebook(BOOK.title, BOOK.game, BOOK.sentences, (*BOOK.rules, rule))
    with pytest.raises(NotAlike, match=f"{rule.name} does not treat .* alike, as in Table") as told:
        explore(star_grid(2, 2, 2, 2, 4, 2, book=book), UNORDERED)
    assert told.value.name == rule.name


@pytest.mark.parametrize("claim", [the_first_column_goes_first, the_first_cell_is_dear])
def test_a_claim_that_looks_at_one_cell_is_refused_by_name(claim: Any) -> None:
    with pytest.raises(NotAlike) as told:
        explore(star_grid(1, 2, 2, 2, 3, 1, claims=(claim,)), UNORDERED)
    assert told.value.name == claim.name


def over_on_the_left(table: Table) -> bool:
    return table.over or table.grids[0][0] == 1


def test_a_game_that_looks_at_one_cell_is_refused() -> None:
    book = Rulebook(BOOK.title, replace(BOOK.game, over=over_on_the_left), BOOK.sentences, ())
    with pytest.raises(NotAlike, match="what ends play"):
        explore(star_grid(book=book), UNORDERED)


@always()
def the_old_cards_stay_where_they_are(
    before: ring.Table, move: ring.Give, after: ring.Table
) -> bool:
    """Sound in itself; but where the cards of a hand have no order, nobody can ask for it."""
    seats = range(before.box.players)
    idle = tuple(seat for seat in seats if seat not in (before.turn, move.to))
    return all(after.hands[seat] == before.hands[seat] for seat in idle)


def test_what_a_move_leaves_in_another_order_cannot_be_compared_with_what_was() -> None:
    with pytest.raises(NotAlike) as told:
        explore(a_ring(3, 2, (the_old_cards_stay_where_they_are,)), UNORDERED)
    assert told.value.name == "the_old_cards_stay_where_they_are"


def test_no_time_is_no_answer() -> None:
    with pytest.raises(NotAlike, match="not settled in the time"):
        explore(star_grid(), replace(UNORDERED, seconds=0.0))


def test_nothing_unordered_is_nothing_to_reduce() -> None:
    from tests.good import pool

    subject = Subject.of(pool.BOOK, pool.BOOK.game.scopes[0], pool.BOOK.game.scopes[0].box)
    assert subject.program.symmetry is None
    with pytest.raises(NotAlike, match="declares nothing unordered"):
        explore(subject, UNORDERED)


@must_not("SG-04")
def draw_on_the_left(table: Table, move: Draw) -> bool:
    """Never speaks: a first cell is never face up with nobody to play."""
    return table.over and table.grids[0][0] == 1


def test_where_symmetry_cannot_be_used_a_claim_has_no_answer() -> None:
    book = Rulebook(BOOK.title, BOOK.game, BOOK.sentences, (*BOOK.rules, draw_on_the_left))
    subject = star_grid(claims=CLAIMS, book=book)
    for entry in subject.program.claims:
        verdict = check(entry, subject, UNORDERED)
        if entry.claim is proofs.unseen_cards_run_out:
            assert isinstance(verdict, Fails)
        else:
            assert isinstance(verdict, Unknown)
            assert "draw_on_the_left" in verdict.reason


# ── wrong programs ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
@pytest.mark.parametrize(
    "right", [star_grid(1, 2, 2, 1, 4, 1, claims=CLAIMS), a_ring(2, 2)], ids=["star grid", "ring"]
)
def test_whatever_the_rules_symmetry_is_refused_or_finds_the_same(
    right: Subject, share: int
) -> None:
    """Single wrong changes: some tell apart what is unordered, and the others hide nothing."""
    refused = accepted = 0
    for what, program in list(mutants(right.program, list(right.program.functions)))[share::17]:
        subject = Subject(right.scope, right.box, program)
        try:
            whole = explore(subject, replace(SEARCHED, states=5_000))
            found = explore(subject, UNORDERED)
        except NotAlike:
            refused += 1
            continue
        except (TypeError, IndexError, AttributeError):
            continue  # the change made no program
        accepted += 1
        if whole.complete:
            assert len(found.states) == len(orbits(subject, whole.states)), what
            assert findings(found) == findings(whole), what
    assert accepted > refused


def findings(found: Exploration) -> Any:
    """What a search says that does not count."""
    return (
        {(broken.rule.rule.name, broken.force) for broken in found.broken},
        {failure.where for failure in found.failures},
        bool(found.deadlocks),
        {found.moves[case.move or 0][0] for case in found.late},
        {use.rule.rule.name: (bool(use.asked), bool(use.spoke)) for use in found.uses},
        {name: bool(times) for name, times in found.occurred().items()},
        {
            entry.claim.name: (len(looked.asked), len(looked.decided), looked.met)
            for entry, looked in found.looked.items()
        },
    )


# ── claims ───────────────────────────────────────────────────────────────────────────────────────


def verdicts(subject: Subject, budget: Budget) -> Iterator[tuple[str, str]]:
    for entry in subject.program.claims:
        yield entry.claim.name, type(check(entry, subject, budget)).__name__


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize(
    "subject", [star_grid(claims=CLAIMS), a_ring(2, 2)], ids=["star grid", "ring"]
)
def test_verdicts_are_those_of_the_whole_search(subject: Subject, native: bool) -> None:
    budget = natively(UNORDERED) if native else UNORDERED
    again = replace(subject)
    assert dict(verdicts(subject, SEARCHED)) == dict(verdicts(again, budget))


def test_a_verdict_says_that_symmetry_was_used() -> None:
    subject = star_grid(claims=CLAIMS)
    found = explore(subject, UNORDERED)
    assert found.strength() == Exhausted("tiny", 1497, "grids[…] (blocks of 2 and what is in them)")
    assert explore(subject, SEARCHED).strength() == Exhausted("tiny", 4575)


def test_endless_play_is_asked_of_a_search_without_symmetry() -> None:
    subject = star_grid(claims=CLAIMS)
    found = subject.exploration(UNORDERED)
    assert isinstance(check_endless(found), Unknown)
    assert summary(found, endless=True).endless is None
    entry = next(e for e in subject.program.claims if e.claim is proofs.unseen_cards_run_out)
    verdict = check(entry, subject, UNORDERED)
    assert isinstance(verdict, Fails)
    assert isinstance(verdict.trace, Trace)
    assert verdict.trace.loop_from is not None
    assert not subject.exploration(SEARCHED).symmetry


def test_a_search_that_is_cut_off_is_bounded() -> None:
    found = explore(star_grid(2, 1, 2, 2, 3, 1), replace(UNORDERED, states=700))
    assert not found.complete
    assert isinstance(found.strength(), Bounded)
    assert summary(found).whole is None


# ── plays ────────────────────────────────────────────────────────────────────────────────────────


def plays_are_real(found: Exploration, step: int) -> None:
    """Each play leads to a state of the orbit, in as many moves as its level says."""
    subject, kind = found.subject, found.subject.program.state
    assert subject.program.symmetry is not None
    canonical = Canonical(subject.program.symmetry, kind)
    known = {lift(kind, state): canonical(state) for state in explore(subject, SEARCHED).states}
    for number in range(0, len(found.states), step):
        trace = Trace.replay(subject, found.play(number))
        assert known[trace.last] == canonical(found.states[number])
        assert len(trace.steps) == found.depth(number)


@pytest.mark.parametrize("native", [False, True])
def test_plays_are_real(native: bool) -> None:
    budget = natively(UNORDERED) if native else UNORDERED
    plays_are_real(explore(star_grid(1, 2, 2, 2, 3, 1), budget), 7)
    plays_are_real(explore(a_ring(2, 2), budget), 3)
    plays_are_real(explore(a_ring(3, 1), budget), 29)


@pytest.mark.parametrize("native", [False, True])
def test_a_witness_shows_what_it_is_said_to_show(native: bool) -> None:
    subject = a_ring(2, 2)
    budget = natively(UNORDERED) if native else UNORDERED
    by_claim = {e.claim: check(e, subject, budget) for e in subject.program.claims}
    shown, fails = by_claim[ring.a_hand_is_given_away], by_claim[ring.all_hold_ones]
    assert isinstance(shown, Shown)
    *_, before, last = (shown.witness.start, *(s.state for s in shown.witness.steps))
    assert ring.a_hand_is_given_away.says(before, shown.witness.steps[-1].move, last)
    assert isinstance(fails, Fails)
    assert isinstance(fails.trace, Trace)
    assert ring.all_hold_ones.says(fails.trace.last)
