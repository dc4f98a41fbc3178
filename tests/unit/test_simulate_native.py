"""Native play: the very plays that the interpreter makes, whoever shares the work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright import Rulebook
from rulewright.backends.native import jit, play_plan
from rulewright.engines import simulate_how
from rulewright.engines.explore_native import CannotBeNative
from rulewright.engines.sample_play import Ending
from rulewright.engines.simulate import Simulation, simulate
from rulewright.engines.simulate_how import FittingRunner
from rulewright.engines.simulate_native import NativeRunner, NotReady
from rulewright.engines.simulate_play import InterpreterRunner
from rulewright.engines.simulate_record import Record
from rulewright.engines.subject import Subject
from rulewright.engines.trace import Trace
from rulewright.engines.verdict import Budget, How
from spec import skyjo_action, star_grid
from tests.games import brittle, ladders, nim, paths, raffle, tic_tac_toe, urn
from tests.unit.simulate_plays import endings, interpreted, native, subject

pytest.importorskip("llvmlite")


# ── the same plays ───────────────────────────────────────────────────────────────────────────

GAMES: list[tuple[Rulebook, str | None, dict[str, int], int]] = [
    (ladders.BOOK, None, {"players": 2}, 60),
    (nim.BOOK, None, {}, 60),
    (paths.BOOK, None, {"start": 10}, 60),
    (tic_tac_toe.BOOK, None, {}, 40),
    (urn.BOOK, None, {"blanks": 2}, 60),
    (urn.BOOK, None, {"blanks": 2, "reds": 3, "pairs": 1}, 60),
    (raffle.BOOK, "calm", {}, 25),
    (raffle.BOOK, "rush", {"players": 3}, 25),
    (star_grid.BOOK, "tiny", {}, 60),
    (skyjo_action.BOOK, "rounds", {}, 20),
]


@pytest.mark.parametrize(("book", "scope", "settings", "games"), GAMES)
def test_native_plays_are_the_interpreters(
    book: Rulebook, scope: str | None, settings: dict[str, int], games: int
) -> None:
    game = subject(book, scope, **settings)
    found = native(game, games, seed=5)
    assert found == interpreted(game, games, seed=5)
    assert len({(record.kinds, record.wins, record.ending) for record in found}) > 1


def test_the_raffle_plays_all_there_is() -> None:
    """So that the comparison above meets every way of drawing, and moves that are owed."""
    for scope, owed in (("calm", False), ("rush", True)):
        game = subject(raffle.BOOK, scope)
        found = interpreted(game, 25, seed=5)
        assert all(sum(record.kinds[at] for record in found) > 5 for at in range(5))
        names = [entry.rule.name for entry in game.program.rules]
        for name in ("begin_low", "pay_out_high_points"):
            assert any(record.rules[names.index(name)] for record in found) is owed


def test_another_seed_makes_other_plays_and_a_number_stands_for_a_play() -> None:
    game = subject(ladders.BOOK, players=2)
    runner = NativeRunner(game)
    whole = list(runner.plays(1, range(90)))
    assert list(runner.plays(1, range(30, 50))) == whole[30:50]
    assert list(runner.plays(2, range(90))) != whole


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(threads: int, tmp_path: Path) -> None:
    game = subject(star_grid.BOOK, "tiny")
    runner = NativeRunner(game, tmp_path, threads=threads)
    assert list(runner.plays(3, range(400))) == interpreted(game, 400, seed=3)


# ── plays that do not come to be over ────────────────────────────────────────────────────────


def test_a_dead_end_is_shown_by_the_interpreters_play() -> None:
    game = subject(raffle.BOOK, "calm", low=1, others=0, most=30)
    found = native(game, 12)
    assert found == interpreted(game, 12)
    assert endings(found) == {Ending.DEAD_END: 12}
    first, *others = (record.trouble for record in found)
    assert first is not None
    assert first.witness is not None
    trace = Trace.replay(game, first.witness)
    assert len(trace.steps) == found[0].moves
    assert not any(others)


def test_what_cannot_be_drawn_is_no_choice() -> None:
    """One card cannot be a pair, and an empty drum gives nothing."""
    game = subject(urn.BOOK, blanks=0, reds=1, pairs=1)
    found = native(game, 3)
    assert found == interpreted(game, 3)
    assert endings(found) == {Ending.DEAD_END: 3}
    game = subject(raffle.BOOK, "calm", low=1, others=0, most=30)
    assert native(game, 40, seed=2) == interpreted(game, 40, seed=2)


def test_an_endless_play_is_cut_off_where_the_interpreter_cuts_it() -> None:
    game = subject(paths.BOOK, start=24)
    for most in (1, 7, 8):
        found = native(game, 3, most=most)
        assert found == interpreted(game, 3, most=most)
        assert endings(found) == {Ending.CUT_OFF: 3}
        assert {record.moves for record in found} == {most}


def test_a_play_over_with_the_last_move_that_is_left_is_over() -> None:
    game = subject(tic_tac_toe.BOOK)
    found = native(game, 60, most=9)
    assert endings(found) == {Ending.OVER: 60}
    found = native(game, 60, most=8)
    assert found == interpreted(game, 60, most=8)
    assert set(endings(found)) == {Ending.OVER, Ending.CUT_OFF}


def fourth(piles: nim.Piles, seat: nim.Seat) -> int:
    return piles.piles[seat + 1]


def no_pile(piles: nim.Piles, seat: nim.Seat) -> bool:
    return piles.piles[seat + 1] == 0


def nothing(piles: nim.Piles, seat: nim.Seat) -> int:
    return 0


def test_a_play_that_cannot_be_judged_fails_as_it_does_by_the_interpreter() -> None:
    rules = (nim.take_what_is_there,)
    for judged in ({"scores": fourth}, {"scores": nothing, "wins": no_pile}):
        book = Rulebook("Nim", nim.GAME, "", rules, **judged)  # type: ignore[arg-type]
        game = subject(book, players=3)
        found = native(game, 5)
        assert found == interpreted(game, 5)
        assert found[0].trouble is not None
        assert found[0].trouble.where == list(judged)[-1]
        assert all(record.scores is record.wins is None for record in found)


FAILS = {
    brittle.PERMIT: "the rules about Go",
    brittle.POSSIBLE: "Go: possible",
    brittle.STEP: "what Go does",
    brittle.BOUNDS: "what Go does",
    brittle.OVER: "over",
    brittle.ALWAYS: "stairs_hold",
    brittle.OUTCOME: "one_after_another",
    brittle.SCORES: "scores",
    brittle.WINS: "wins",
    brittle.START: "the start",
    brittle.MUST: "the rules about Go",
    brittle.BELOW: "what Go does",
    brittle.HOP: "Hop: possible",
}


@pytest.mark.parametrize("where", range(brittle.PLACES))
def test_a_duty_that_fails_is_found_wherever_it_is(where: int) -> None:
    game = subject(brittle.BOOK, where=where)
    found = native(game, 40)
    expected = interpreted(game, 40)
    assert found == expected
    failing = [record for record in found if record.ending is Ending.FAULT]
    assert bool(failing) is (where != brittle.NOWHERE)
    assert failing or any(record.kinds[1] for record in found)
    for record in failing[:1]:
        assert record.trouble is not None
        assert record.trouble.where in (FAILS[where], FAILS[where].replace("Go", "Hop"))
        assert record.moves > 0 or where == brittle.START


def otherwise(terms: brittle.Agreed, box: brittle.Box) -> brittle.Stairs:
    """A start that does not keep to what was agreed."""
    return brittle.Stairs(box, brittle.Agreed(brittle.Haste.SOME), 0, 0)


def test_a_start_under_other_terms_is_played_by_the_interpreter() -> None:
    game = subject(replace(brittle.BOOK, game=replace(brittle.GAME, start=otherwise)))
    found = native(game, 5)
    assert found == interpreted(game, 5)
    assert endings(found) == {Ending.FAULT: 5}  # in a rule that only counts under those


def test_only_the_first_trouble_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = NativeRunner(subject(paths.BOOK, start=18))
    asked: list[range] = []
    made = InterpreterRunner.plays

    def plays(self: InterpreterRunner, seed: int, numbers: range) -> Any:
        asked.append(numbers)
        return made(self, seed, numbers)

    monkeypatch.setattr(InterpreterRunner, "plays", plays)
    found = [list(runner.plays(0, range(20))) for _ in range(2)]
    assert asked == [range(1), range(1)]
    assert found[0] == found[1]
    assert found[0][0].trouble is not None


def test_a_play_that_ends_otherwise_by_the_interpreter_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runner = NativeRunner(subject(paths.BOOK, start=18))
    over = Record(1, Ending.OVER, (1, 0, 0), (1, 0))
    monkeypatch.setattr(InterpreterRunner, "plays", lambda *_: iter([over]))
    with pytest.raises(AssertionError, match="play 0 of seed 9"):
        list(runner.plays(9, range(1)))


# ── who plays ────────────────────────────────────────────────────────────────────────────────


def simulated(game: Subject, **budget: Any) -> Simulation:
    found = simulate(game, Budget(**budget))
    assert isinstance(found, Simulation)
    return found


def same(one: Simulation, other: Simulation) -> bool:
    """Whether all is the same but the note."""
    names = [name for name in vars(one) if name != "note"]
    return all(getattr(one, name) == getattr(other, name) for name in names)


def test_everyone_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(simulate_how, "FEW_MOVES", 30)
    game = subject(star_grid.BOOK, "tiny")
    plain = simulated(game, games=300, how=How.INTERPRETED)
    assert same(plain, simulated(game, games=300, how=How.NATIVE))
    assert same(plain, simulated(game, games=300, how=How.NATIVE, threads=2))
    assert same(plain, simulated(game, games=300))
    assert len(list(tmp_path.iterdir())) == 1


class Natively:
    """Native code for a test: whether it was compiled before, and what it was asked for."""

    def __init__(self, game: Subject, *, kept: bool) -> None:
        self.game = game
        self.kept = kept
        self.asked: list[range] = []

    def __call__(self, *, only_kept: bool) -> Natively:
        if only_kept and not self.kept:
            raise NotReady
        return self

    def plays(self, seed: int, numbers: range) -> Any:
        self.asked.append(numbers)
        return InterpreterRunner(self.game).plays(seed, numbers)


def fitting(native: Natively, games: int, few: int) -> list[Record]:
    runner = FittingRunner(native.game, native, lambda *_: None, few)
    return list(runner.plays(0, range(games)))


@pytest.mark.parametrize("kept", [False, True])
def test_few_plays_need_no_native_code(kept: bool) -> None:
    game = subject(ladders.BOOK)
    native = Natively(game, kept=kept)
    assert fitting(native, 20, 1_000) == interpreted(game, 20)
    assert native.asked == []


def test_native_code_takes_over_after_some_moves() -> None:
    game = subject(ladders.BOOK)
    expected = interpreted(game, 40)
    native = Natively(game, kept=False)
    assert fitting(native, 40, 60) == expected
    (numbers,) = native.asked
    assert sum(record.moves for record in expected[: numbers.start - 1]) < 60
    assert sum(record.moves for record in expected[: numbers.start]) >= 60
    assert numbers.stop == 40


def test_native_code_that_was_compiled_before_takes_over_at_once() -> None:
    game = subject(ladders.BOOK)
    native = Natively(game, kept=True)
    assert fitting(native, 40, 60) == interpreted(game, 40)
    assert native.asked == [range(1, 40)]


def test_kept_code_is_found_again(tmp_path: Path) -> None:
    game = subject(nim.BOOK)
    with pytest.raises(NotReady):
        NativeRunner(game, tmp_path, only_kept=True)
    whole = list(NativeRunner(game, tmp_path).plays(0, range(30)))
    assert list(NativeRunner(game, tmp_path, only_kept=True).plays(0, range(30))) == whole


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise jit.Unavailable("no compiler here")

    monkeypatch.setattr(jit, "_compiler", none)


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_the_interpreter_plays_with_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulate_how, "FEW_MOVES", 5)
    game = subject(ladders.BOOK)
    found = simulated(game, games=30)
    assert found.note == "no compiler here"
    assert same(found, simulated(game, games=30, how=How.INTERPRETED))


@pytest.mark.usefixtures("no_compiler")
def test_native_code_that_is_insisted_on_is_refused_without_a_compiler() -> None:
    with pytest.raises(CannotBeNative, match="no compiler here"):
        simulate(subject(ladders.BOOK), Budget(games=3, how=How.NATIVE))


def test_too_many_choices_for_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_plan, "CHOICES", 8)
    with pytest.raises(CannotBeNative, match="too many choices"):
        NativeRunner(subject(tic_tac_toe.BOOK))


# ── all of it ────────────────────────────────────────────────────────────────────────────────

SCOPES = [
    (book, scope.name) for book in (star_grid.BOOK, skyjo_action.BOOK) for scope in book.game.scopes
]


@pytest.mark.slow
@pytest.mark.parametrize(("book", "scope"), SCOPES)
def test_every_scope_is_played_alike(book: Rulebook, scope: str, tmp_path: Path) -> None:
    game = subject(book, scope)
    expected: list[Record] = []
    plays = InterpreterRunner(game).plays(1, range(150))
    while sum(record.moves for record in expected) < 2_500:
        record = next(plays, None)
        if record is None:
            break
        told = any(each.trouble for each in expected)
        expected.append(replace(record, trouble=None) if told else record)
    for threads in (1, 2, 3):
        runner = NativeRunner(game, tmp_path, threads=threads)
        assert list(runner.plays(1, range(len(expected)))) == expected
