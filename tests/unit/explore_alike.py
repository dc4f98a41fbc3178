"""Whether two searches found the same, down to the order of states and the first case of each."""

from __future__ import annotations

from typing import Any

from rulewright.engines.explore_found import Case, Exploration


def counts(found: Exploration) -> dict[str, Any]:
    """What does not depend on the order in which states are met."""
    return {
        "complete": found.complete,
        "starts": found.starts,
        "states": len(found.states),
        "expanded": found.expanded,
        "transitions": found.transitions,
        "level": list(found.level),
        "final": found.final,
        "dead ends": len(found.deadlocks),
        "legal": found.legal,
        "occurred": found.occurred(),
        "values": found.values(),
        "uses": [(u.rule.rule.name, u.asked, u.spoke, u.stood) for u in found.uses],
        "broken": {(b.rule.rule.name, b.force): b.times for b in found.broken},
        "failures": {(f.kind, f.place, f.where): f.times for f in found.failures},
        "claims": {
            entry.claim.name: (
                looked.asked,
                looked.met,
                looked.refused,
                set(looked.decided),
                {terms: number for terms, (number, _) in looked.best.items()},
            )
            for entry, looked in found.looked.items()
        },
    }


def everything(found: Exploration) -> dict[str, Any]:
    """All that a search by one thread has found."""
    return counts(found) | {
        "all states": list(found.states),
        "parents": list(found.parents),
        "by": list(found.by),
        "first": list(found.edges.first),
        "moves": list(found.edges.moves),
        "targets": list(found.edges.targets),
        "over": list(found.over),
        "deadlocks": list(found.deadlocks),
        "late": [(case.state, case.move) for case in found.late],
        "first broken": {(b.rule.rule.name, b.force): _place(b.case) for b in found.broken},
        "first failures": {
            (f.kind, f.place, f.where): (f.reason, f.case and _place(f.case))
            for f in found.failures
        },
        "decided": {
            entry.claim.name: {t: (_place(c), str(v)) for t, (c, v) in looked.decided.items()}
            for entry, looked in found.looked.items()
        },
        "best": {
            entry.claim.name: {t: (n, _place(c)) for t, (n, c) in looked.best.items()}
            for entry, looked in found.looked.items()
        },
    }


def _place(case: Case) -> tuple[int, int | None, bool, tuple[Any, ...]]:
    """A case without the number of the state after it, which native code does not tell."""
    return case.state, case.move, case.after is not None, case.extra


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What differs, by name."""
    return [name for name in one if one[name] != other[name]]
