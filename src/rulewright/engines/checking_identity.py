"""What a finding is, and what names it.

The name is a digest of what the designer is shown and of everything that a ruling on it would
settle: which rules, and in which positions. A dead end in another position, a rule that is dead
with another text, a sentence that reads otherwise: each is another finding, with another name.
Line numbers, comments, scopes' names and the order of fields have no part in it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rulewright.front.source import Sources
from rulewright.ir.types import BoolT, EnumT, NoneT, RecordT, UnionT
from rulewright.words.forces import AnyRule

from .explore_edges import plain
from .subject import Subject
from .trace import Attempt, Trace


@dataclass(frozen=True, eq=False)
class Finding:
    """Something that the rules contradict, leave open or make dead.

    id: stays the same while the kind, the rules and the situation do. question: for the designer.
    ruling: the reason by which it is settled; empty where nobody has settled it.
    scope: where it was met; times: in how many cases, 0 where that is not counted.
    play: the shortest that leads to it. attempt: the move that is then tried.
    """

    id: str
    kind: str
    question: str
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    scope: str = ""
    play: Trace | None = None
    attempt: Attempt | None = None
    times: int = 0
    ruling: str = ""

    @property
    def settled(self) -> bool:
        """Whether a ruling answers it."""
        return bool(self.ruling)


def identity(kind: str, rules: Iterable[str], *situation: str) -> str:
    """The stable name of a finding."""
    told = "\n".join([kind, *sorted(rules), *situation])
    return f"{kind.replace(' ', '-')}-{sha256(told.encode()).hexdigest()[:8]}"


def cited(rule: AnyRule) -> tuple[str, ...]:
    """The sentences that a rule cites."""
    return tuple(dict.fromkeys(clause.cite for clause in rule.clauses))


def in_words(rule: AnyRule) -> str:
    """What a rule says: the first paragraph of its docstring, else its name with spaces."""
    text = (rule.speaks.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(text.split()).rstrip(".") or rule.name.replace("_", " ")


def rule_text(rule: AnyRule) -> str:
    """What a rule does, as a text: its forces and its code, whatever its comments and citations."""
    tree = Sources().function(rule.speaks).tree
    told = ast.get_docstring(tree) is not None
    forces = [f"{clause.force} {clause.under}" for clause in rule.clauses]
    code = [ast.unparse(statement) for statement in tree.body[told:]]
    return "\n".join([*forces, ast.unparse(tree.args), *code])


def sentence_text(text: str) -> str:
    """A sentence without its blanks, capitals and points, which do not change what it says."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def written(kind: RecordT, value: Any) -> str:
    """A state or a move as a text that does not depend on the order of its fields."""
    return json.dumps(plain(kind, value), sort_keys=True)


def digest(texts: Iterable[str]) -> str:
    """A short name of a set of texts."""
    return sha256("\n".join(sorted(set(texts))).encode()).hexdigest()[:16]


def case_text(subject: Subject, state: Any, move: tuple[int, Any] | None) -> str:
    """A state, and a move made or tried in it, as a text."""
    told = written(subject.program.state, state)
    if move is None:
        return told
    kind = subject.program.kinds[move[0]]
    return f"{told}\n{kind.name} {written(kind.type, move[1])}"


def phase(subject: Subject, state: Any) -> tuple[tuple[str, str], ...]:
    """What a state shows at a glance: its members of enums (phases, mostly), its yes and no, and
    which of its parts are there at all."""
    told: list[tuple[str, str]] = []
    for (name, kind), value in zip(subject.program.state.fields, state, strict=True):
        match kind:
            case EnumT() | BoolT():
                told.append((name, str(plain(kind, value))))
            case UnionT(alts) if any(isinstance(alt, NoneT) for alt in alts):
                told.append((name, type(alts[value[0]]).__name__))
            case _:
                pass
    return tuple(told)
