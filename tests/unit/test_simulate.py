"""Random plays and what is counted of them: the right weights, and nothing lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from rulewright import Rulebook
from rulewright.engines import simulate_choose
from rulewright.engines.chances import Chances
from rulewright.engines.explore_moves import Moves
from rulewright.engines.guards import guard
from rulewright.engines.sample_play import Ending
from rulewright.engines.simulate import Simulation, simulate
from rulewright.engines.simulate_choose import Drawer
from rulewright.engines.simulate_counts import Bin, histogram, share, spread
from rulewright.engines.simulate_play import InterpreterRunner
from rulewright.engines.simulate_random import PlayRandom
from rulewright.engines.simulate_record import Record, Trouble
from rulewright.engines.subject import Subject
from rulewright.engines.trace import Trace
from rulewright.engines.verdict import Budget, Unknown
from rulewright.report.picture import picture
from spec import skyjo_action, star_grid
from tests.games import ladders, nim, paths, tic_tac_toe


def subject(book: Rulebook, scope: str | None = None, **settings: int) -> Subject:
    chosen = book.game.scopes[0] if scope is None else book.game.scope(scope)
    return Subject.of(book, chosen, replace(chosen.box, **settings))


def simulated(book: Rulebook, games: int, seed: int = 0, **settings: int) -> Simulation:
    found = simulate(subject(book, **settings), Budget(games=games, seed=seed))
    assert isinstance(found, Simulation), found
    return found


def refused(*_: object) -> None:
    raise AssertionError("no duty fails here")


# ── which moves are made ─────────────────────────────────────────────────────────────────────


def test_choices_are_alike_and_cards_weigh_by_their_copies() -> None:
    game = subject(star_grid.BOOK, "tiny", copies=4)
    state = game.start(None, (0,))  # a 0 on top; three 0s, four 1s and a Star are left
    drawer, random = Drawer(game), PlayRandom(1)
    drawn = [drawer.move(state, random, refused) for _ in range(6000)]
    assert None not in drawn
    kinds = Counter(move[0] for move in drawn if move is not None)
    assert kinds[0] == pytest.approx(4000, abs=150)  # Take at either place
    assert kinds[1] == pytest.approx(2000, abs=150)  # Draw
    places = Counter(move[1][0] for move in drawn if move is not None and move[0] == 0)
    assert places[0] == pytest.approx(2000, abs=150)
    shown = Counter(move[1][0] for move in drawn if move is not None and move[0] == 1)
    assert shown[0] == pytest.approx(2000 * 3 / 8, abs=100)
    assert shown[1] == pytest.approx(2000 * 4 / 8, abs=100)
    assert shown[2] == pytest.approx(2000 * 1 / 8, abs=60)


def test_deals_weigh_by_their_ways() -> None:
    drawer, random = Drawer(subject(star_grid.BOOK, "tiny")), PlayRandom(1)
    tops = Counter(drawer.opening(random)[1][0] for _ in range(7000))
    assert tops[0] == pytest.approx(3000, abs=150)
    assert tops[2] == pytest.approx(1000, abs=100)


@pytest.mark.parametrize("scope", ["rows", "rounds", "crossing"])
def test_just_the_legal_moves_are_drawn(scope: str) -> None:
    game = subject(skyjo_action.BOOK, scope)
    moves, drawer, chances = Moves(game), Drawer(game), Chances(game.program)
    for number, state in enumerate(positions(game)):
        random = PlayRandom(number)
        possible = moves.possible(state, refused)
        legal = {moves.table[at] for at in moves.legal(state, possible, refused)}
        drawn = {drawer.move(state, random, refused) for _ in range(12 * len(legal) + 1)}
        assert drawn <= (legal or {None})
        if len(legal) < 6:
            assert {chances.choice(*m) for m in drawn if m} == {chances.choice(*m) for m in legal}


def positions(game: Subject) -> list[Any]:
    """Some positions of a scope, from the start of the search to its end."""
    found = game.exploration(Budget())
    return [s for at, s in enumerate(found.states) if not found.over[at]][:: 1 + found.final // 3]


def test_a_guard_shuts_out_impossible_moves_only() -> None:
    game = subject(skyjo_action.BOOK, "columns")
    moves = Moves(game)
    guards = [guard(game, kind.possible) for kind in game.program.kinds]
    shut = 0
    for state in positions(game):
        possible = {moves.table[at][0] for at in moves.possible(state, refused)}
        might = {kind for kind, might in enumerate(guards) if might(state)}
        assert possible <= might
        shut += len(guards) - len(might)
    assert shut > 9 * len(positions(game))


def test_what_is_drawn_belongs_to_no_choice_and_nothing_is_a_choice() -> None:
    chances = Chances(subject(star_grid.BOOK, "tiny").program)
    take = 0
    shown = {chances.choice(take, (0, (0, value))) for value in (0, 1, 2)}
    assert len(shown) == 1
    assert chances.choice(take, (0, (1, ()))) not in shown
    assert chances.choice(take, (1, (0, 0))) not in shown


# ── whole plays ──────────────────────────────────────────────────────────────────────────────


def records(game: Subject, seed: int, numbers: range) -> list[Record]:
    return list(InterpreterRunner(game).plays(seed, numbers))


def test_seed_and_number_decide_a_play() -> None:
    game = subject(ladders.BOOK, players=2)
    first = records(game, 3, range(20))
    assert first == records(game, 3, range(20))
    assert first[5:9] == records(game, 3, range(5, 9))
    assert first != records(game, 4, range(20))
    assert len({record.moves for record in first}) > 1


def test_random_tic_tac_toe() -> None:
    found = simulated(tic_tac_toe.BOOK, 1500)
    assert found.sound
    assert found.wins is not None
    # Of all orders of filling the board the first player wins 58.5 %, the second 28.8 %.
    assert found.wins[0].share.low < 0.585 < found.wins[0].share.high
    assert found.wins[1].share.low < 0.288 < found.wins[1].share.high
    assert found.nobody == 1500 - sum(won.share.times for won in found.wins)
    assert found.lengths is not None
    assert (found.lengths.least, found.lengths.greatest) == (5, 9)
    assert sum(each.count for each in found.bins) == 1500


def test_plays_agree_with_the_exact_chances() -> None:
    found = simulated(ladders.BOOK, 3000, players=2)
    assert found.wins is not None
    assert found.wins[0].share.low < 12507 / 18449 < found.wins[0].share.high
    assert found.lengths is not None
    assert found.lengths.mean == pytest.approx(68001 / 16507, abs=0.15)
    assert found.scores is not None
    assert found.scores[0].greatest == 5
    assert [used.total for used in found.kinds] == [found.moves, 0]
    assert [(used.name, used.total) for used in found.rules] == [("roll", found.moves), ("wait", 0)]


def test_rules_are_counted_where_they_speak() -> None:
    game = subject(star_grid.BOOK, "tiny")
    names = [entry.rule.name for entry in game.program.rules]
    kinds = [kind.name for kind in game.program.kinds]
    for record in records(game, 0, range(10)):
        rules = dict(zip(names, record.rules, strict=True))
        made = dict(zip(kinds, record.kinds, strict=True))
        assert sum(record.kinds) == record.moves
        assert rules["draw_a_card"] == made["Draw"]  # of a move that was made
        assert rules["hold_the_card_drawn"] == made["Draw"]  # of what it did
        assert rules["every_card_is_somewhere"] == record.moves + 1  # of a state
        assert rules["go_on_after_the_end"] == 0


def test_a_play_that_goes_on_for_too_long_is_cut_off() -> None:
    (record,) = InterpreterRunner(subject(paths.BOOK, start=24), most_moves=7).plays(0, range(1))
    assert (record.ending, record.moves) == (Ending.CUT_OFF, 7)
    assert record.wins is None


def test_a_dead_end_is_told_with_its_play() -> None:
    found = simulated(paths.BOOK, 3, start=18)
    assert found.endings == {Ending.DEAD_END: 3}
    assert not found.sound
    assert found.trouble is not None
    assert found.trouble.where == "play"
    assert found.trouble.witness is not None
    assert len(Trace.replay(found.subject, found.trouble.witness).steps) == 1


def test_a_duty_that_fails_ends_the_play() -> None:
    book = Rulebook("Nim", nim.GAME, "", (nim.take_what_is_there,), scores=fourth)
    found = simulated(book, 4, players=3)
    assert found.endings == {Ending.FAULT: 4}
    assert found.trouble is not None
    assert found.trouble.where == "scores"
    assert found.scores is None
    assert not found.sound


def test_a_play_that_cannot_be_judged_counts_nowhere() -> None:
    book = Rulebook("Nim", nim.GAME, "", (nim.take_what_is_there,), scores=nothing, wins=no_pile)
    (record,) = InterpreterRunner(subject(book, players=3)).plays(0, range(1))
    assert record.ending is Ending.FAULT
    assert (record.scores, record.wins) == (None, None)
    assert record.trouble is not None
    assert record.trouble.where == "wins"


def nothing(piles: nim.Piles, seat: nim.Seat) -> int:
    return 0


def no_pile(piles: nim.Piles, seat: nim.Seat) -> bool:
    return piles.piles[seat + 1] == 0


def fourth(piles: nim.Piles, seat: nim.Seat) -> int:
    return piles.piles[seat + 1]


# ── what is made of the records, whoever makes them ──────────────────────────────────────────


class Given:
    """A runner that gives records made up beforehand."""

    def __init__(self, *given: Record) -> None:
        self.given = given

    def plays(self, seed: int, numbers: range) -> Iterator[Record]:
        return (self.given[at] for at in numbers)


def test_statistics_come_from_the_records_alone() -> None:
    over = Ending.OVER
    runner = Given(
        Record(4, over, (4, 0), (1, 0), (5, 2), (True, False)),
        Record(8, over, (6, 2), (3, 0), (7, 7), (True, True)),
        Record(6, over, (6, 0), (0, 0), (0, 0), (False, False)),
        Record(9, Ending.CUT_OFF, (9, 0), (1, 0)),
        Record(2, Ending.FAULT, (2, 0), (0, 1), trouble=Trouble("roll", "why", None)),
        Record(0, Ending.FAULT, (0, 0), (0, 0), trouble=Trouble("over", "later", None)),
    )
    found = simulate(subject(ladders.BOOK, players=2), Budget(games=6), runner)
    assert isinstance(found, Simulation)
    assert found.endings == {over: 3, Ending.CUT_OFF: 1, Ending.FAULT: 2}
    assert (found.games, found.moves, found.nobody, found.sound) == (6, 29, 1, False)
    assert found.lengths is not None
    assert (found.lengths.count, found.lengths.mean, found.lengths.median) == (3, 6, 6)
    assert found.wins is not None
    assert [(won.share.times, won.share.of, won.shared) for won in found.wins] == [
        (2, 3, 1),
        (1, 3, 1),
    ]
    assert found.scores is not None
    assert [scores.mean for scores in found.scores] == [4, 3]
    assert [(used.total, used.plays, used.most) for used in found.kinds] == [(27, 5, 9), (2, 1, 2)]
    assert [(used.total, used.plays, used.most) for used in found.rules] == [(5, 3, 3), (1, 1, 1)]
    assert found.trouble == Trouble("roll", "why", None)


def test_shares_with_their_intervals() -> None:
    half = share(5, 10)  # the textbook's case for Wilson's interval
    assert half is not None
    assert half.low == pytest.approx(0.2366, abs=1e-4)
    assert half.high == pytest.approx(0.7634, abs=1e-4)
    none = share(0, 10)
    assert none is not None
    assert (none.low, none.high) == (0, pytest.approx(0.2775, abs=1e-4))
    every = share(10, 10)
    assert every is not None
    assert (every.low, every.high) == (pytest.approx(0.7225, abs=1e-4), 1)
    assert share(0, 0) is None


def test_spreads_and_histograms() -> None:
    found = spread([1, 2, 3, 10])
    assert found is not None
    assert (found.mean, found.median, found.least, found.greatest) == (4, 2.5, 1, 10)
    assert found.deviation == pytest.approx(3.5355, abs=1e-4)
    assert spread([]) is None
    assert histogram([]) == ()
    assert histogram([4, 4, 6]) == (Bin(4, 4, 2), Bin(5, 5, 0), Bin(6, 6, 1))
    wide = histogram([3, 7, 95, 199], most=10)
    assert wide[0] == Bin(0, 19, 2)
    assert sum(each.count for each in wide) == 4
    assert len(wide) == 10
    assert histogram([-3, 4], most=2) == (Bin(-5, -1, 1), Bin(0, 4, 1))


def test_play_that_cannot_start_is_no_success() -> None:
    empty = subject(star_grid.BOOK, "tiny", copies=0, stars=0)
    found = simulate(empty, Budget(games=3))
    assert found == Unknown("tiny", "play cannot start in this scope")


def test_too_many_moves_to_choose_among(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_choose, "MOST_LISTED", 3)
    found = simulate(subject(tic_tac_toe.BOOK), Budget(games=3))
    assert found == Unknown("all", "Mark has too many ways to be made")


# ── the picture ──────────────────────────────────────────────────────────────────────────────

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_can_be_read_by_everybody() -> None:
    found = simulated(ladders.BOOK, 200, players=3)
    text = picture("Snakes & <Ladders>", found)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "Snakes & <Ladders>: 200 plays at random"
    assert told is not None
    assert told.text is not None
    assert "Player 3 wins" in told.text
    assert {title.get("id"), told.get("id")} == set(root.get("aria-labelledby", "").split())
    assert "prefers-color-scheme: dark" in text
    bars = [each for each in root.findall(f"{SVG}rect") if each.get("class") == "bar"]
    assert len(bars) == len(found.bins) + 3
    assert len(root.findall(f"{SVG}line[@class='range']")) == 3
    assert len(text) < 12_000


def test_the_picture_of_plays_that_did_not_end() -> None:
    runner = Given(Record(9, Ending.CUT_OFF, (9, 0), (1, 0)))
    found = simulate(subject(ladders.BOOK), Budget(games=1), runner)
    assert isinstance(found, Simulation)
    assert "No play came to its end." in picture("Ladders", found)
