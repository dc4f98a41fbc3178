"""Programs as Z3 terms: symbolic values, symbolic execution, and questions to the solver."""

from __future__ import annotations

from .algebra import Algebra, Unsupported
from .evaluator import Evaluator
from .executor import Executor, Reads
from .models import Misplaced, Model, matched
from .outcome import Outcome, Owed, Split
from .sharp import SharpEmitter
from .solver import Answer, Emitter, Solver
from .support import Support, shape
from .terms import Bool, Leaf, Num
from .values import Seq, Sum, Value, Values

__all__ = [
    "Algebra",
    "Answer",
    "Bool",
    "Emitter",
    "Evaluator",
    "Executor",
    "Leaf",
    "Misplaced",
    "Model",
    "Num",
    "Outcome",
    "Owed",
    "Reads",
    "Seq",
    "SharpEmitter",
    "Solver",
    "Split",
    "Sum",
    "Support",
    "Unsupported",
    "Value",
    "Values",
    "matched",
    "shape",
]
