"""Checking a game: every claim asked of the engines it needs, and what nobody has to claim.

Each instance of a scope is compiled once and searched once, whatever is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, assert_never

from rulewright.project import LoadedGame, ProjectError, suggestion
from rulewright.words.claims import AnyClaim
from rulewright.words.errors import RulesError
from rulewright.words.games import Rulebook
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters

from . import explore
from .checked import Checked, Outcome, Played, Searched, Unseen
from .checking_asking import (
    Answer,
    Engine,
    Question,
    as_expected,
    decided,
    overall,
    questions,
    to_play,
)
from .checking_findings import Seen, findings_of
from .checking_usable import at, usable, why_not
from .subject import Subject
from .verdict import Budget, Verdict

if TYPE_CHECKING:
    from .sample import Sampling


class Watch(Protocol):
    """Who wants to know how far a check has come."""

    def begin(self, game: str, tasks: int) -> None:
        """A game is taken up; so many tasks are planned."""

    def task(self, label: str) -> None:
        """The next task begins."""

    def work(self, done: int, note: str) -> None:
        """Work done in the task so far."""

    def end(self) -> None:
        """The game is finished."""


class Unwatched:
    """Nobody watches."""

    def begin(self, game: str, tasks: int) -> None:
        """Nothing to tell."""

    def task(self, label: str) -> None:
        """Nothing to tell."""

    def work(self, done: int, note: str) -> None:
        """Nothing to tell."""

    def end(self) -> None:
        """Nothing to tell."""


def check_game(
    loaded: LoadedGame,
    budget: Budget,
    watch: Watch | None = None,
    scopes: tuple[str, ...] = (),
) -> Checked:
    """Check a game: all its claims, and all that is searched for without being asked.

    scopes: the names of those to look at, all where none is named. A claim that is asked of none
    of them is passed over, and told as such. RulesError where the rulebook itself cannot be used.
    """
    known = [scope.name for scope in loaded.book.game.scopes]
    for name in scopes:
        if name not in known:
            raise ProjectError(
                f"{loaded.name} has no scope {name!r}", None, suggestion(name, known)
            )
    return _Check(loaded, budget, watch or Unwatched(), scopes or tuple(known)).run()


@dataclass(eq=False)
class _Check:
    """One check under way."""

    loaded: LoadedGame
    budget: Budget
    watch: Watch
    scopes: tuple[str, ...]
    subjects: dict[tuple[str, Parameters], Subject] = field(default_factory=dict)
    answers: dict[AnyClaim, list[Answer]] = field(default_factory=dict)
    unusable: dict[AnyClaim, str] = field(default_factory=dict)
    searched: list[Searched] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    samplings: list[Sampling] = field(default_factory=list)
    passed_over: list[AnyClaim] = field(default_factory=list)
    games: int = 0

    @property
    def book(self) -> Rulebook:
        return self.loaded.book

    def run(self) -> Checked:
        began = perf_counter()
        asked = self._questions()
        order = list(Engine)
        searched = [s for s in self.book.game.scopes if s.searched and s.name in self.scopes]
        instances = [(s, box) for s in searched for box in s.instances()]
        sampled, same = to_play(asked, self.book.game, self.scopes)
        # A share of the plays for each instance, so that a wide scope takes no longer: the same
        # plays whichever scopes are looked at.
        every, _ = to_play(asked, self.book.game, tuple(s.name for s in self.book.game.scopes))
        self.games = max(2, self.budget.games // max(1, len(every)))
        tasks = len(asked) + len(instances) + len(sampled) + 1
        self.watch.begin(self.loaded.name, tasks)
        for scope, box in instances:
            self._refuse(scope, box)
            self._search(scope, box, asked)
        for scope, box in sampled:
            self._refuse(scope, box)
            self._sample(scope, box, asked)
        for question in sorted(asked, key=lambda q: order.index(q.engine)):
            self._ask(question, asked)
        explorations = [
            s.exploration(self.budget) for s in self.subjects.values() if s.scope.searched
        ]
        self.watch.task("what nobody asked about")
        left_out = [s.name for s in self.book.game.scopes if s.name not in self.scopes]
        found = Checked(
            game=self.loaded.name,
            title=self.book.title,
            searched=tuple(self.searched),
            played=tuple(self.played),
            outcomes=tuple(self._outcomes()),
            passed_over=tuple(self.passed_over),
            left_out=tuple(left_out),
            same=same,
            unclaimed=self._unclaimed(),
        )
        whole = not left_out and all(x is found.unclaimed for x in found.unseen)
        not_sought = _not_sought(searched, found)
        seen = Seen(explorations, self.samplings, whole, not not_sought)
        findings = findings_of(self.loaded, seen)
        self.watch.end()
        seconds = perf_counter() - began
        return replace(found, findings=findings, not_sought=not_sought, seconds=seconds)

    def _unclaimed(self) -> Unseen | None:
        """Why no claim was asked at all; None where one was."""
        name = self.loaded.name
        if self.answers or self.loaded.unloadable:
            return None
        if self.passed_over:
            asked = f"no claim of {name} is asked of scope {', '.join(self.scopes)}"
            return Unseen(asked, "look at the scopes that claims name, or leave out --scope")
        instead = "write claims in a module of proofs/, and name it as `proofs` in pyproject.toml"
        return Unseen(f"nothing is claimed of {name}", instead)

    def _questions(self) -> list[Question]:
        found: list[Question] = []
        for claim in self.loaded.claims:
            self.answers[claim] = []
            try:
                every = questions(claim, self.book.game)
                found += [q for q in every if q.scope.name in self.scopes]
                if every and not any(q.scope.name in self.scopes for q in every):
                    del self.answers[claim]
                    self.passed_over.append(claim)
            except KeyError as error:
                known = [scope.name for scope in self.book.game.scopes]
                hint = suggestion(str(error.args[0]), known)
                self.unusable[claim] = f"the game has no scope {error.args[0]!r}; {hint}"
        return found

    def _refuse(self, scope: Scope, box: Parameters) -> None:
        why = box.refusal()
        if why:
            raise ProjectError(f"scope {scope.name} cannot be set up: {why}", None, "mend its box")

    def _subject(self, scope: Scope, box: Parameters, asked: Iterable[Question]) -> Subject:
        """The rulebook compiled at an instance with all claims that are asked there."""
        key = (scope.name, box)
        if key not in self.subjects:
            here = [q for q in asked if (q.scope.name, q.box) == key]
            claims = [c for c in _with_given(here) if c not in self.unusable]
            try:
                self.subjects[key] = Subject.of(self.book, scope, box, claims)
            except RulesError:
                good, bad = usable(self.book, box, claims)
                for claim, error in bad.items():
                    self.unusable[claim] = why_not(claim, error)
                self.subjects[key] = Subject.of(self.book, scope, box, good)
            # Every compilation reads the rules from their files again.
            self.loaded.require_unchanged()
        return self.subjects[key]

    def _search(self, scope: Scope, box: Parameters, asked: list[Question]) -> None:
        label = f"searching {scope.name}"
        self.watch.task(label)
        began = perf_counter()
        subject = self._subject(scope, box, asked)
        found = subject.exploration(self._watched())
        self.searched.append(
            Searched(
                scope.name,
                box,
                found.starts,
                len(found.states),
                found.transitions,
                found.levels,
                found.complete,
                perf_counter() - began,
            )
        )

    def _sample(self, scope: Scope, box: Parameters, asked: list[Question]) -> None:
        self.watch.task(f"playing {scope.name} at random")
        began = perf_counter()
        subject = self._subject(scope, box, asked)
        found = subject.sampling(self._watched())
        self.samplings.append(found)
        seconds = perf_counter() - began
        begun = len(found.plays)
        self.played.append(Played(scope.name, box, begun, found.games, found.moves, seconds))

    def _watched(self) -> Budget:
        return replace(self.budget, games=self.games, progress=self.watch.work)

    def _ask(self, question: Question, asked: list[Question]) -> None:
        claim = question.claim
        self.watch.task(f"{claim.name.replace('_', ' ')} ({question.scope.name})")
        if claim in self.unusable or decided(claim, self.answers[claim]):
            return
        self._refuse(question.scope, question.box)
        began = perf_counter()
        subject = self._subject(question.scope, question.box, asked)
        entry = next((e for e in subject.program.claims if e.claim is claim), None)
        if entry is None:
            return
        verdict = _engine(question.engine)(entry, subject, self._watched())
        self.answers[claim].append(Answer(question, verdict, perf_counter() - began))

    def _outcomes(self) -> Iterable[Outcome]:
        for module in self.loaded.unloadable:
            why = f"proofs cannot be loaded: {module.reason}{at(module.place)}"
            yield Outcome(
                module.module, f"the claims of {module.module}", None, (), None, False, why
            )
        for claim, answers in self.answers.items():
            if claim in self.unusable:
                why = f"cannot be asked: {self.unusable[claim]}"
                yield Outcome(claim.name, claim.words, claim, (), None, False, why)
                continue
            verdict = overall(claim, answers)
            expected = as_expected(claim, answers)
            yield Outcome(claim.name, claim.words, claim, tuple(answers), verdict, expected)


def _not_sought(searched: Sequence[Scope], found: Checked) -> str:
    """Why it cannot be told which rules never speak and which moves never occur, if it cannot."""
    if not searched:
        return "no scope was searched"
    if found.left_out:
        return "not every scope was looked at"
    return next((each.unseen.reason for each in found.searched if each.unseen), "")


def _with_given(asked: Sequence[Question]) -> dict[AnyClaim, None]:
    """The claims that are asked, and those that a proof may take for granted."""
    found: dict[AnyClaim, None] = {}

    def add(claim: AnyClaim, proof: bool) -> None:
        if claim not in found:
            found[claim] = None
            for given in claim.given if proof else ():
                add(given, proof)

    for question in asked:
        add(question.claim, question.engine is Engine.PROVE)
    return found


def _engine(engine: Engine) -> Callable[..., Verdict]:
    """The engine's `check`; those that load much are imported when they are first needed."""
    match engine:
        case Engine.SEARCH:
            return explore.check
        case Engine.SAMPLE:
            from .sample import check as sample

            return sample
        case Engine.PROVE:
            from .prove import check as prove

            return prove
        case _:
            assert_never(engine)
