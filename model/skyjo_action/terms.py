"""What is settled before a game of Skyjo Action: the box and the readings of unclear sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, TypeAlias

from rulewright import Parameters, Reading, Terms, between


class Star(Enum):
    """The one kind of card that shows no number."""

    STAR = "★"


STAR: Final = Star.STAR


@dataclass(frozen=True)
class Box(Parameters):
    """The players, their grids, the deck, and how long play is followed.

    turned_up: cards that each player turns face up before play. limit: the points that end the
    game. rounds: after so many rounds the model looks no further; no rule knows of it.
    """

    players: Annotated[int, between(1, 8)] = 2
    columns: Annotated[int, between(1, 4)] = 4
    rows: Annotated[int, between(1, 3)] = 3
    least: Annotated[int, between(-2, 12)] = -2
    greatest: Annotated[int, between(-2, 12)] = 12
    copies_of_least: Annotated[int, between(0, 15)] = 3
    zeros: Annotated[int, between(0, 15)] = 11
    copies: Annotated[int, between(0, 15)] = 7
    stars: Annotated[int, between(0, 15)] = 15
    turned_up: Annotated[int, between(0, 2)] = 2
    limit: Annotated[int, between(1, 100)] = 100
    rounds: Annotated[int, between(1, 20)] = 20

    def every_card(self) -> tuple[int | Star, ...]:
        """Each kind of card once: the numbers from the least up, then the Star."""
        return (*range(self.least, self.greatest + 1), STAR)

    def copies_of(self, card: int | Star) -> int:
        """How many such cards the box holds."""
        if isinstance(card, Star):
            return self.stars
        if card == self.least:
            return self.copies_of_least
        return self.zeros if card == 0 else self.copies

    @property
    def places(self) -> int:
        """The places of a grid."""
        return self.columns * self.rows

    @property
    def most_alike(self) -> int:
        """No kind of card has more copies than this."""
        return max(self.copies_of(card) for card in self.every_card())

    @property
    def least_points(self) -> int:
        """No grid scores less: every place the least number, and every line of Stars."""
        columns = 10 * self.columns if self.stars >= self.rows >= 2 else 0
        rows = 15 * self.rows if self.stars >= self.columns >= 2 else 0
        return self.places * min(self.least, 0) - columns - rows

    @property
    def most_points(self) -> int:
        """No grid scores more: every place the greatest number, doubled."""
        return 2 * self.places * max(self.greatest, 0)

    def refusal(self) -> str:
        if self.least > self.greatest:
            return f"no number lies between {self.least} and {self.greatest}"
        if self.turned_up >= self.places:
            return f"{self.turned_up} of {self.places} cards turned up leave none to play for"
        held = sum(self.copies_of(card) for card in self.every_card())
        needed = self.players * self.places + 1
        if held < needed:
            return f"the deal needs {needed} cards and the box holds {held}"
        return ""


class StandIn(Reading):
    """Is letting a Star complete a line the owner's choice, or simply what a Star does?"""

    OFFERED = "the owner may let a Star take the number of its line"
    FORCED = "a Star takes the number whenever that completes the line"


class CrossingStar(Reading):
    """Does one Star earn for its row and for its column, where both are kept?"""

    BOTH = "each kept line of Stars scores, whatever it shares"
    ONCE = "a Star scores in one line: of rows and columns that share one, the better side counts"


class ShortLine(Reading):
    """Is a line that has lost a card to another line still a line?"""

    BROKEN = "no: every place of a line must hold a card"
    STILL_A_LINE = "yes: the cards that are left make the line, if they are two or more"


class RowAndColumn(Reading):
    """What goes when a row and a column that cross are completed by the same card?"""

    TOGETHER = "both go, the card they share once"
    ROWS_FIRST = "the row goes, then the column is looked at again"
    COLUMNS_FIRST = "the column goes, then the row is looked at again"


class OnThePile(Reading):
    """A turn discards one card and clears a line: which lies on top for the next player?"""

    LINE_ON_TOP = "the line goes on last, its number uppermost"
    LINE_BELOW = "the line goes on first, so the single card is offered"


class SharedStart(Reading):
    """Who begins when the highest start is shared?"""

    LOWEST_SEAT = "the first of them in seating order"
    HIGHEST_CARD = "the one with the highest single card; if level again, the first in order"
    BY_LOT = "any one of them: they draw lots"


@dataclass(frozen=True)
class SkyjoTerms(Terms):
    """The reading of each unclear sentence that this table plays by."""

    stand_in: StandIn = StandIn.OFFERED
    crossing_star: CrossingStar = CrossingStar.BOTH
    short_line: ShortLine = ShortLine.BROKEN
    row_and_column: RowAndColumn = RowAndColumn.TOGETHER
    on_the_pile: OnThePile = OnThePile.LINE_ON_TOP
    shared_start: SharedStart = SharedStart.LOWEST_SEAT


Value: TypeAlias = Annotated[int, between("least", "greatest")]
Card: TypeAlias = Value | Star
