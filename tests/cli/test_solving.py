"""`solve` and `simulate` on the command line."""

from __future__ import annotations

import json
import os
from fractions import Fraction

import pytest

from rulewright.engines.solve_force import NEVER
from rulewright.report.solved import number_words, outcome_words, percent_words, result_words
from tests.cli.nim import ROOT, Nim, rulewright

WINNER = '''\
from model.nim import Seat


def wins(pile: Pile, seat: Seat) -> bool:
    """Whoever takes the last stone wins."""
    return seat != pile.turn


def scores(pile: Pile, seat: Seat) -> int:
    """A point for the winner."""
    return 1 if wins(pile, seat) else 0


BOOK = Rulebook("Nim", GAME, "spec/nim.tsv", rules_of(__name__), scores=scores, wins=wins)
'''


@pytest.fixture
def won(nim: Nim) -> Nim:
    """Nim with a winner."""
    seat = 'Annotated[int, between(0, "players - 1")]'
    nim.edit(
        "model/nim.py",
        "@dataclass(frozen=True)\nclass Pile",
        f"Seat = {seat}\n\n\n@dataclass(frozen=True)\nclass Pile",
    )
    text = (nim.root / "spec/nim.py").read_text(encoding="utf-8")
    nim.write("spec/nim.py", text[: text.index("BOOK = ")] + WINNER)
    return nim


def test_solve_tells_who_wins_and_how(won: Nim) -> None:
    ran = won.run("solve", "nim")
    assert ran.code == 0
    assert ran.out.splitlines()[:10] == [
        "nim, scope tiny: stones 3, players 2",
        "  4 positions in which play goes on",
        "  1 position where player 1 wins",
        "  1 position where player 2 wins",
        "  Player 1 can force a win from 1 of 4 positions",
        "  Player 2 can force a win from 3 of 4 positions",
        "  0 positions drawn with best play",
        "  Every play ends",
        "",
        "With best play: player 2 wins in 2 moves",
    ]
    assert "  Player 1: Take stones number 1: player 2 wins in 2 moves" in ran.out
    assert "How player 2 wins" in ran.out
    assert "stones: 2 → 0" in ran.out


def test_json_of_solve(won: Nim) -> None:
    data = json.loads(won.run("solve", "nim", "--scope", "big", "--set", "stones=4", "--json").out)
    assert isinstance(data.pop("seconds"), float)
    start = data.pop("starts")
    assert data == {
        "game": "nim",
        "scope": "big",
        "parameters": {"stones": 4, "players": 2},
        "solved": True,
        "players": 2,
        "states": 8,
        "positions": 6,
        "outcomes": [{"outcome": [0], "states": 1}, {"outcome": [1], "states": 1}],
        "winner_known": True,
        "chance": False,
        "can_force_win": [4, 2],
        "can_force_end": [6, 6],
        "play": {"ends": 6, "either": 0, "endless": 0},
        "draws": {"ends": 0, "either": 0, "endless": 0},
    }
    assert start == [
        {
            "terms": None,
            "openings": [
                {
                    "deal": None,
                    "ways": 1,
                    "wins_in": [3, None],
                    "draw": None,
                    "play": "ends",
                    "secures": None,
                    "moves": [
                        {
                            "move": {"kind": "TakeStones", "number": number},
                            "by": 0,
                            "wins_in": wins,
                            "draw": None,
                        }
                        for number, wins in ((1, [3, None]), (2, [None, 2]))
                    ],
                }
            ],
            "chances": None,
            "no_chances": "players decide, and the chances depend on what they choose",
        }
    ]


def test_a_game_without_a_winner_is_solved_for_its_end(nim: Nim) -> None:
    ran = nim.run("solve", "nim")
    assert ran.code == 0
    assert "  The rulebook does not say who wins (give it `wins=`)" in ran.out
    assert "  Player 2 can force the end from 4 of 4 positions" in ran.out
    assert "From the start: play ends, whatever is done" in ran.out
    assert json.loads(nim.run("solve", "nim", "--json").out)["outcomes"] == [
        {"outcome": None, "states": 2}
    ]


def test_a_search_that_is_cut_off_solves_nothing(won: Nim) -> None:
    ran = won.run("solve", "nim", "--max-states", "3")
    assert ran.code == 1
    assert ran.out == "nim, scope tiny: not solved: the search ended after 3 states\n"
    data = json.loads(won.run("solve", "nim", "--max-states", "3", "--json").out)
    assert (data["solved"], data["reason"]) == (False, "the search ended after 3 states")


def test_a_dead_end_is_a_surprise_to_both(won: Nim) -> None:
    won.edit("spec/nim.py", "return move.number <=", "return move.number == 2 and move.number <=")
    ran = won.run("solve", "nim")
    assert ran.code == 1
    assert "1 position where nobody can move and play is not over" in ran.out
    ran = won.run("simulate", "nim", "--games", "5")
    assert ran.code == 1
    assert "  How they ended: no move is legal: 5" in ran.out
    assert "A play came to a dead end" in ran.out
    assert "stones: 3 → 1" in ran.out


def test_simulate_tells_what_happened(won: Nim) -> None:
    ran = won.run("simulate", "nim", "--games", "40", "--seed", "2")
    assert ran.code == 0
    assert "  40 plays at random" in ran.out
    assert "  How they ended: play is over: 40" in ran.out
    assert "Wins, with the range that holds the true share 95 times in 100" in ran.out
    assert "Points at the end" in ran.out
    assert "take_one_or_two" in ran.out
    assert ran == won.run("simulate", "nim", "--games", "40", "--seed", "2")
    assert ran.out != won.run("simulate", "nim", "--games", "40", "--seed", "3").out


def test_the_full_box_is_played_unless_a_scope_is_named() -> None:
    data = json.loads(rulewright("simulate", "star-grid", "--games", "1", "--json").out)
    assert (data["scope"], data["wins"], data["scores"]) == ("full", None, None)
    ran = rulewright("simulate", "star-grid", "--scope", "tiny", "--games", "1", "--json")
    assert json.loads(ran.out)["scope"] == "tiny"


def test_json_of_simulate(won: Nim) -> None:
    ran = won.run("simulate", "nim", "--games", "30", "--json", "--picture", "plays.svg")
    data = json.loads(ran.out)
    assert ran.code == 0
    assert list(data) == [
        *("game", "scope", "parameters", "played", "terms", "seed", "games", "moves", "endings"),
        *("lengths", "histogram", "scores", "wins", "nobody_wins", "kinds", "rules", "trouble"),
        "note",
    ]
    assert data["endings"] == {"over": 30}
    assert list(data["lengths"]) == ["count", "mean", "median", "deviation", "least", "greatest"]
    assert sum(won["times"] for won in data["wins"]) == 30
    assert list(data["wins"][0]) == ["times", "of", "low", "high", "shared"]
    assert data["scores"][0]["mean"] + data["scores"][1]["mean"] == pytest.approx(1)
    assert data["kinds"] == [
        {
            "name": "TakeStones",
            "per_play": pytest.approx(data["moves"] / 30, abs=1e-6),
            "total": data["moves"],
            "plays": 30,
            "most": data["lengths"]["greatest"],
        }
    ]
    assert (won.root / "plays.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_whoever_plays_simulate_tells_the_same(won: Nim) -> None:
    cache = str(won.root / "cache")
    ran = [
        won.run("simulate", "nim", "--games", "900", "--json", *how, RULEWRIGHT_CACHE=cache)
        for how in ([], ["--native"], ["--threads", "2"], ["--no-native"])
    ]
    assert {each.code for each in ran} == {0}
    assert len({each.out for each in ran}) == 1
    assert json.loads(ran[0].out)["note"] == ""


def test_simulate_without_a_compiler(won: Nim) -> None:
    won.write("none/llvmlite.py", 'raise ImportError("not here")\n')
    found = f"{won.root / 'none'}{os.pathsep}{ROOT / 'src'}"
    ran = won.run("simulate", "nim", "--games", "900", PYTHONPATH=found)
    assert ran.code == 0
    assert "  900 plays at random" in ran.out
    assert "  Without native code: native code needs the package llvmlite" in ran.out
    for how in (["--native"], ["--threads", "2"]):
        ran = won.run("simulate", "nim", *how, PYTHONPATH=found)
        assert (ran.code, ran.out) == (2, "")
        assert "there is no native code here" in ran.err
    ran = won.run("simulate", "nim", "--games", "900", "--no-native", PYTHONPATH=found)
    assert "Without native code" not in ran.out


def test_a_duty_that_fails_in_play_is_shown(won: Nim) -> None:
    won.edit("spec/nim.py", "return move.number <=", "return 0 <=")
    ran = won.run("simulate", "nim", "--games", "20")
    assert ran.code == 1
    assert "a duty failed:" in ran.out
    assert "A duty fails in what TakeStones does: the state.stones would be" in ran.out
    assert "tries: Take stones number 2" in ran.out
    ran = won.run("simulate", "nim", "--games", "20", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["trouble"]["where"] == "what TakeStones does"
    assert "not solved: a duty fails in what TakeStones does" in won.run("solve", "nim").out


def test_a_picture_that_cannot_be_written(won: Nim) -> None:
    ran = won.run("simulate", "nim", "--games", "1", "--picture", "pyproject.toml/plays.svg")
    assert ran.code == 2
    assert "cannot be written" in ran.err


def test_options_that_cannot_be_used(won: Nim) -> None:
    assert won.run("simulate", "nim", "--games", "0").code == 2
    assert won.run("simulate", "nim", "--scope", "huge").code == 2
    assert won.run("solve", "nim", "--set", "stones=x").code == 2
    ran = won.run("simulate", "nim", "--no-native", "--threads", "2")
    assert ran.code == 2
    assert "only native code can play with --threads" in ran.err


def test_a_winner_that_cannot_be_asked(won: Nim) -> None:
    won.edit("spec/nim.py", "wins=wins", "wins=over")
    won.edit("spec/nim.py", "import GAME,", "import GAME, over,")
    ran = won.run("solve", "nim")
    assert ran.code == 2
    assert "RW078" in ran.err
    assert "over, given as `wins`, does not take the state and a seat" in ran.err


def test_numbers_as_people_read_them() -> None:
    assert percent_words(Fraction(20, 27)) == "20/27, about 74.07 %"
    assert percent_words(Fraction(0)) == "0 %"
    assert percent_words(Fraction(1)) == "100 %"
    assert percent_words(Fraction(1, 3**50)) == "1/717897987691852588770249, about 0.00 %"
    assert percent_words(Fraction(2**90, 3**60)) == "about 2.92 %"
    assert number_words(Fraction(57, 17)) == "57/17, about 3.3529"
    assert number_words(Fraction(3)) == "3"
    assert outcome_words((0, 2), True) == "player 1 and player 3 win together"
    assert outcome_words((), True) == "nobody wins"
    assert outcome_words((), False) == "play is over"
    assert result_words((3, NEVER), "") == "player 1 wins in 3 moves"
    assert result_words((NEVER, 0), "") == "player 2 has won"
    assert result_words((2, 1), "") == "player 1 wins in 2 moves and player 2 wins in 1 move"
    assert result_words((NEVER, NEVER), "endless") == "a draw by endless play"
    assert result_words((NEVER, NEVER), "") == "nobody can force a win"
