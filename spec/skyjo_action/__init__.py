"""The rulebook of Skyjo Action without Action cards, for the box as sold and for smaller ones."""

from __future__ import annotations

from model.skyjo_action import GAME
from rulewright import Rulebook, rules_of

from .ending import *  # noqa: F403
from .lines import *  # noqa: F403
from .scoring import *  # noqa: F403
from .setup import *  # noqa: F403
from .turns import *  # noqa: F403

BOOK = Rulebook(
    "Skyjo Action",
    GAME,
    sentences="spec/sentences/skyjo_action.tsv",
    rules=rules_of(
        "spec.skyjo_action.setup",
        "spec.skyjo_action.turns",
        "spec.skyjo_action.lines",
        "spec.skyjo_action.ending",
        "spec.skyjo_action.scoring",
    ),
    scores=scores,  # noqa: F405
    wins="wins",
)
