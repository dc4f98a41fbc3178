"""Rulewright: specify and verify the rules of games.

A rules project writes `from rulewright import may, must, counts_as, …`; the words are listed here.
"""

from .words import *  # noqa: F403
from .words import __all__ as __all__
