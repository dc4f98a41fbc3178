"""A rulebook at the parameters of a scope as a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.program import (
    DefinitionEntry,
    Function,
    MoveKind,
    Opening,
    Program,
    RuleEntry,
)
from rulewright.ir.types import BOOL, INT, BoolT, FixedT, RecordT, Type, words
from rulewright.words.claims import AnyClaim
from rulewright.words.errors import RulesError, place_of
from rulewright.words.forces import Definition, Force, Rule
from rulewright.words.games import Rulebook
from rulewright.words.moves import Move
from rulewright.words.resolution import stands
from rulewright.words.terms import Parameters, Terms

from .about import Subjects, compiled_claims, shape
from .ending import ending_of
from .kinds import move_kind
from .resolve import FALSE, as_type, conjunction, disjunction, passed, plan, variables
from .roles import check_result, role
from .shapes import same
from .symmetry import symmetry_of
from .unit import Unit

NORMS = {"permits": Force.MAY, "forbids": Force.MUST_NOT, "demands": Force.MUST}


def compile_book(
    book: Rulebook,
    box: Parameters,
    claims: Sequence[AnyClaim] = (),
    helpers: Sequence[Callable[..., Any]] = (),
) -> Program:
    """The game, its rules and these claims at one scope; RulesError for what cannot be used.

    helpers: functions that are to be part of the program though no rule or claim calls them.
    """
    return _Compiler(book, box).program(tuple(claims), tuple(helpers))


class _Compiler:
    """Builds one program; all it makes goes into its unit's functions."""

    def __init__(self, book: Rulebook, box: Parameters) -> None:
        self.book = book
        self.game = book.game
        self.unit = Unit(box)
        self.state = self.unit.annotations.bounded(self.game.state)
        self._check_moves()
        self.moves = {cls: self.unit.annotations.bounded(cls) for cls in self.game.moves}
        self.subjects = Subjects(self.unit, self.game, self.state, self.moves)

    def program(
        self, claims: tuple[AnyClaim, ...], helpers: tuple[Callable[..., Any], ...]
    ) -> Program:
        for helper in helpers:
            self.unit.function(helper)
        step = self._step()
        kinds = tuple(self._kind(cls) for cls in self.game.moves)
        rules = tuple(self._rule(rule) for rule in self.book.rules if isinstance(rule, Rule))
        definitions = tuple(
            self._definition(rule) for rule in self.book.rules if isinstance(rule, Definition)
        )
        for at, kind in enumerate(kinds):
            self._norms(at, kind, rules)
        pending = self._pending(kinds)
        legal = tuple(self._legal(kind, pending) for kind in kinds)
        over = role(self.unit, self.game.over, None, (self.state,), BOOL)
        return Program(
            book=self.book,
            box=self.unit.box,
            state=self.state,
            functions=MappingProxyType(self.unit.functions),
            kinds=kinds,
            opening=self._opening(),
            step=step,
            legal=legal,
            pending=pending,
            over=over,
            rules=rules,
            definitions=definitions,
            claims=compiled_claims(self.subjects, claims),
            ending=ending_of(self.unit, self.book, self.state, kinds),
            symmetry=symmetry_of(self.unit.sources, self.state, [kind.type for kind in kinds]),
        )

    def _check_moves(self) -> None:
        names = [cls.__name__ for cls in self.game.moves]
        for at, cls in enumerate(self.game.moves):
            if cls.__name__ in names[:at]:
                raise RulesError(
                    "RW057",
                    self.unit.sources.field_place(cls, ""),
                    f"the game has two kinds of move called {cls.__name__}",
                    "list each kind once in the game's `moves`, and give each a name of its own",
                )

    def _add(self, name: str, params: tuple[tuple[str, Type], ...], body: ir.Expr) -> str:
        self.unit.functions[name] = Function(name, params, body)
        return name

    def _about(self, cls: type[Move]) -> tuple[tuple[str, Type], ...]:
        return (("state", self.state), ("move", self.moves[cls]))

    def _kind(self, cls: type[Move]) -> MoveKind:
        return move_kind(self.unit, cls, self.state, self.moves[cls])

    def _step(self) -> tuple[str, ...]:
        """A function for each kind of move, which gives the move to the game's own step."""
        signature = self.unit.function(self.game.step)
        names: list[str] = []
        for cls, kind in self.moves.items():
            params = self._about(cls)
            state, move = variables(params)
            given = as_type(move, signature.params[1][1]) if len(signature.params) == 2 else None
            if given is None:
                raise RulesError(
                    "RW057",
                    place_of(self.game.step),
                    f"step does not take {words(kind)}",
                    "name every kind of move of the game in the type of its second parameter",
                )
            if not same(signature.params[0][1], self.state):
                raise RulesError(
                    "RW057",
                    place_of(self.game.step),
                    f"step takes {words(signature.params[0][1])} first, not the state",
                    f"make its first parameter {words(self.state)}",
                )
            check_result(self.game.step, signature.result, self.state)
            call = ir.Call(signature.name, (state, given[1]), signature.result)
            names.append(self._add(f"step/{cls.__name__}", params, call))
        return tuple(names)

    def _rule(self, rule: Rule[Any]) -> RuleEntry:
        kinds, extra, outcome = shape(self.subjects, rule.speaks, rule.name)
        forces = dict.fromkeys(c.force for c in rule.clauses if c.force is not None)
        self._check_force(rule, kinds, extra, outcome, tuple(forces))
        signature = self.unit.function(rule.speaks)
        params = passed(signature.params)
        made = {
            force.value: self._add(
                f"stands/{rule.name}/{force.value}",
                params,
                plan(self.unit, stands(rule, force), variables(params)),
            )
            for force in forces
        }
        return RuleEntry(rule, signature.name, MappingProxyType(made), kinds, extra, outcome)

    def _check_force(
        self,
        rule: Rule[Any],
        kinds: tuple[int, ...],
        extra: tuple[Type, ...],
        outcome: bool,
        forces: tuple[Force, ...],
    ) -> None:
        result = self.unit.function(rule.speaks).result
        if not isinstance(result, BoolT):
            raise RulesError(
                "RW066",
                place_of(rule.speaks),
                f"{rule.name} gives {words(result)}",
                "a rule is true or false of a case: `-> bool`; for a value use counts_as",
            )
        if not kinds and set(forces) != {Force.ALWAYS}:
            raise RulesError(
                "RW056",
                place_of(rule.speaks),
                f"{rule.name} says must or may of no move",
                "give it a move as its second parameter, or write always(…) for a rule of states",
            )
        if kinds and not outcome and (extra or Force.ALWAYS in forces):
            raise RulesError(
                "RW056",
                place_of(rule.speaks),
                f"{rule.name} takes more than the state and the move"
                if extra
                else f"{rule.name} says always of a move, without what it does",
                "take the move's own parts from the move, or add `after`, the state after the move"
                if extra
                else "add `after`, the state after the move, or write must, may or must_not",
            )

    def _definition(self, base: Definition[Any, Any]) -> DefinitionEntry:
        name, params, _ = self.unit.definition(base)
        return DefinitionEntry(base, name, tuple(kind for _, kind in passed(params)))

    def _norms(self, at: int, kind: MoveKind, rules: tuple[RuleEntry, ...]) -> None:
        """The functions that say what is permitted, forbidden, demanded, allowed and owed."""
        params = self._about(kind.cls)
        state, move = variables(params)
        norms: dict[str, ir.Expr] = {}
        for name, force in NORMS.items():
            parts: list[ir.Expr] = []
            for entry in rules:
                if at in entry.kinds and not entry.outcome and force.value in entry.stands:
                    given = as_type(move, self.unit.functions[entry.speaks].params[1][1])
                    if given is not None:
                        called = (state, given[1])
                        parts.append(ir.Call(entry.stands[force.value], called, BOOL))
            norms[name] = disjunction(parts)
            self._add(getattr(kind, name), params, norms[name])
        demanded = FALSE if norms["demands"] is FALSE else self._call(kind.demands, params)
        forbidden = self._call(kind.forbids, params)
        free = [] if norms["forbids"] is FALSE else [ir.Not(forbidden)]
        possible = self._call(kind.possible, params)
        some = disjunction([self._call(kind.permits, params), demanded])
        self._add(kind.allowed, params, conjunction([possible, some, *free]))
        owed = FALSE if demanded is FALSE else conjunction([possible, demanded, *free])
        self._add(kind.owed, params, owed)

    def _call(self, name: str, params: tuple[tuple[str, Type], ...]) -> ir.Expr:
        return ir.Call(name, variables(params), BOOL)

    def _pending(self, kinds: tuple[MoveKind, ...]) -> str:
        """Whether some move is owed in a state."""
        state = ir.Var("state", self.state)
        parts: list[ir.Expr] = []
        for kind in kinds:
            if self.unit.functions[kind.owed].body is FALSE:
                continue
            every = self.unit.annotations.every(kind.type)
            move = ir.Var(f"each/{kind.name}", kind.type)
            asked = ir.Call(kind.owed, (state, move), BOOL)
            parts.append(ir.Fold(ir.FoldKind.ANY, move.name, every, None, asked, None, None, BOOL))
        return self._add("pending", (("state", self.state),), disjunction(parts))

    def _legal(self, kind: MoveKind, pending: str) -> str:
        params = self._about(kind.cls)
        state, _ = variables(params)
        asked = ir.Call(pending, (state,), BOOL)
        allowed, owed = self._call(kind.allowed, params), self._call(kind.owed, params)
        none_owed = self.unit.functions[pending].body is FALSE
        body = allowed if none_owed else ir.If(asked, owed, allowed, BOOL)
        return self._add(f"legal/{kind.name}", params, body)

    def _opening(self) -> Opening:
        """The function that gives the first states, with its arguments in a fixed order."""
        signature = self.unit.function(self.game.start)
        terms: RecordT | None = None
        deal: RecordT | None = None
        by_name: dict[str, ir.Var] = {}
        for name, kind in passed(signature.params):
            if isinstance(kind, RecordT) and issubclass(kind.cls, Terms):
                terms, by_name[name] = kind, ir.Var("terms", kind)
            elif isinstance(kind, RecordT) and issubclass(kind.cls, Move):
                deal = self.unit.annotations.bounded(kind.cls)
                by_name[name] = ir.Var("deal", deal)
            else:
                raise RulesError(
                    "RW057",
                    place_of(self.game.start),
                    f"start takes {words(kind)}",
                    "it may take the parameters, the terms and one opening (a Move)",
                )
        args = tuple(by_name[name] for name, _ in passed(signature.params))
        params = tuple(
            (v.name, v.type) for v in sorted(by_name.values(), key=lambda v: v.name != "terms")
        )
        check_result(self.game.start, signature.result, self.state)
        start = self._add("start", params, ir.Call(signature.name, args, signature.result))
        return Opening(start, terms, deal, *self._chance_of(deal))

    def _chance_of(self, deal: RecordT | None) -> tuple[str | None, str | None]:
        found: list[str | None] = []
        for name in ("possible", "ways"):
            method = getattr(deal.cls, name, None) if deal is not None else None
            if method is None or deal is None:
                found.append(None)
                continue
            gives = BOOL if name == "possible" else INT
            params = (("deal", deal),)
            call = ir.Call(
                role(self.unit, method, deal.cls, (deal, FixedT(self.unit.box)), gives),
                variables(params),
                gives,
            )
            found.append(self._add(f"{name}/opening", params, call))
        return found[0], found[1]
