"""Explanations of RW050 to RW059 and RW076 to RW084: rulebooks, games, claims, citations."""

from __future__ import annotations

from typing import Final

from .explanation import Explanation, explained

RULEBOOKS: Final[tuple[Explanation, ...]] = (
    explained(
        "RW050",
        "A citation names no sentence",
        """Every rule says which sentence of the source it renders, by an id of the project's
        index of sentences. A citation that is not in the index is misspelt, or the sentence is
        still to be entered.""",
        '@may("SG-7")\ndef take(table: Table, move: Take) -> bool: ...',
        '@may("SG-07")\ndef take(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW051",
        "Two of one name",
        """Reports, findings and rulings refer to rules and claims by the names of their
        functions, and claims to scopes by theirs. Two of one name could not be told apart; of two
        functions of one name in a file, Python keeps the second and forgets the first.""",
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...\n\n\n'
        '@must("T-2")\ndef take(table: Table, move: Take) -> bool: ...',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...\n\n\n'
        '@must("T-2")\ndef take_the_last(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW052",
        "This names no rule of the rulebook",
        """`instead_of` names the rule that yields. It must be in the same rulebook, or the
        exception would change nothing; and a rule cannot stand in the place of a definition.
        `wins` and `scores` name definitions of the rulebook.""",
        '@must_not("T-2", instead_of="tkae")\ndef leave(table: Table, move: Take) -> bool: ...',
        '@must_not("T-2", instead_of="take")\ndef leave(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW053",
        "An exception to itself",
        """Wherever the rule speaks it would have to yield to itself, so that it never stands.""",
        '@may("T-1", instead_of="take")\ndef take(table: Table, move: Take) -> bool: ...',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW054",
        "Exceptions go in a circle",
        """Each of these rules yields to the next, and the last to the first: none has the last
        word. Exceptions to exceptions are fine as long as they end somewhere.""",
        '@may("T-1", instead_of="leave")\ndef take(table: Table, move: Take) -> bool: ...\n\n\n'
        '@must_not("T-2", instead_of=take)\ndef leave(table: Table, move: Take) -> bool: ...',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...\n\n\n'
        '@must_not("T-2", instead_of=take)\ndef leave(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW055",
        "Chance draws from no bag",
        """A field that chance decides is drawn from a bag of the state: an item is possible when
        the bag holds it, and as likely as there are copies. The field holds what the bag holds,
        or that or None.""",
        'shows: Annotated[Card, drawn_from("discard_pile")]  # a tuple',
        'shows: Annotated[Card, drawn_from("pool")]  # a Bag[Card]',
    ),
    explained(
        "RW056",
        "A rule or claim that speaks of nothing here",
        """A rule with must, may or must_not speaks of a state and a move; a rule with always of a
        state, or of (before, move, after). The state comes first. A claim may have further
        parameters, which stand for all their values.""",
        '@may("T-1")\ndef take(move: Take, table: Table) -> bool: ...',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW057",
        "A function of the game that does not fit",
        """`start` takes the parameters, the terms and an opening, whichever there are, and gives
        the first state. `step` takes the state and any move, and gives the state after it. `over`
        takes the state and gives a yes or no, as does a move's `possible(self, state)`. Each kind
        of move is listed once.""",
        "def step(table: Table, move: Take) -> Table: ...  # the game has Take and Draw",
        "def step(table: Table, move: Take | Draw) -> Table: ...",
    ),
    explained(
        "RW058",
        "A reading or variant that the game does not have",
        """A sentence counts `under` a term, which is fixed at the start of play and stands in the
        state's field `terms`. Nothing there has this type, so that the rule could never count.""",
        '@may("T-1", under=Board.WIDE)\ndef take(table: Table, move: Take) -> bool: ...',
        "@dataclass(frozen=True)\nclass TableTerms(Terms):\n    board: Board = Board.WIDE",
    ),
    explained(
        "RW059",
        "A move that nobody makes",
        """`by` names what says whose move it is: a field of the state that holds a seat, counted
        from 0, or a method or property that gives one. A move that no player makes is made by
        CHANCE.""",
        'class Take(Move, by="player"): ...  # the state has no field player',
        'class Take(Move, by="turn"): ...',
    ),
    explained(
        "RW076",
        "An exception after the rulebook was built",
        """A rulebook is settled once and for all when it is built, so that two people who hold it
        hold the same. An exception that is loaded later would change it behind their backs.""",
        'BOOK = Rulebook("Small", GAME, "small.tsv", (take,))\n\n\n'
        '@must_not("T-2", instead_of=take)\ndef leave(table: Table, move: Take) -> bool: ...',
        '@must_not("T-2", instead_of=take)\ndef leave(table: Table, move: Take) -> bool: ...\n\n\n'
        'BOOK = Rulebook("Small", GAME, "small.tsv", (take, leave))',
    ),
    explained(
        "RW077",
        "A claim is asked of a scope that is not there",
        """The scopes of a game are named instances of it: so many players, so large a grid. The
        name is misspelt, or the scope is still to be added to the game.""",
        '@always(scopes=("tinny",))\ndef low(table: Table) -> bool: ...',
        '@always(scopes=("tiny",))\ndef low(table: Table) -> bool: ...',
    ),
    explained(
        "RW078",
        "Who wins, or what a player scores, cannot be asked so",
        """`scores` gives a whole number and `wins` a yes or no. Both take the state and a seat,
        and are functions or definitions. The seat has the bounds that the players of the moves
        have, so that every player is asked about, and nobody else.""",
        "def wins(table: Table) -> Seat: ...\n\n\n"
        'BOOK = Rulebook("Small", GAME, "small.tsv", RULES, wins=wins)',
        "def wins(table: Table, seat: Seat) -> bool: ...\n\n\n"
        'BOOK = Rulebook("Small", GAME, "small.tsv", RULES, wins=wins)',
    ),
)

LOST: Final[tuple[Explanation, ...]] = (
    explained(
        "RW079",
        "A rule or a claim that is in nothing",
        """A rulebook holds the rules that were there when it was built: one that is written below
        it, or in a file that it does not name, would count for nothing, and nobody would notice.
        Claims are asked where a game lists their file among its `proofs`.""",
        'BOOK = Rulebook("Small", GAME, "small.tsv", rules_of(__name__))\n\n\n'
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...\n\n\n'
        'BOOK = Rulebook("Small", GAME, "small.tsv", rules_of(__name__))',
    ),
    explained(
        "RW084",
        "A scope that the game does not have room for",
        """The sizes of a scope keep the bounds that the game's Parameters declare, in every
        instance of it. `across` gives a parameter at least one value, and `vary` names readings
        and variants that are among the terms of the scope: else there would be nothing to look
        at.""",
        'stones: Annotated[int, between(1, 9)] = 3\n...\nScope("big", Box(stones=12))',
        'stones: Annotated[int, between(1, 12)] = 3\n...\nScope("big", Box(stones=12))',
    ),
)

INDEXES: Final[tuple[Explanation, ...]] = (
    explained(
        "RW080",
        "The index of sentences cannot be read",
        """A rulebook names the file that lists the sentences of its source. It is not there, or
        is not saved as UTF-8.""",
        'BOOK = Rulebook("Star Grid", GAME, "sentences.tsv", RULES)',
        'BOOK = Rulebook("Star Grid", GAME, "spec/sentences/star_grid.tsv", RULES)',
    ),
    explained(
        "RW081",
        "The index of sentences does not begin with its columns",
        """The first line names the columns, with a tab between each two: id, section, place,
        paraphrase and open.""",
        "id,section,place,paraphrase,open",
        "id\tsection\tplace\tparaphrase\topen",
    ),
    explained(
        "RW082",
        "A row of the index is not complete",
        """Each row gives an id without blanks, the section and the place where the sentence
        stands, and a paraphrase in our own words. The last column is empty, or says why no rule
        cites the sentence yet. A tab stands between each two, so that a row has four of them.""",
        "T-03\tTurns\tA player takes a card.",
        "T-03\tTurns\tp. 4\tA player takes a card.\t",
    ),
    explained(
        "RW083",
        "Two sentences with one id",
        """Rules cite sentences by their ids. An id stands once, and is kept once rules cite
        it.""",
        "T-01\tTurns\tp. 4\tA player takes a card.\t\nT-01\tTurns\tp. 4\tThen the turn passes.\t",
        "T-01\tTurns\tp. 4\tA player takes a card.\t\nT-02\tTurns\tp. 4\tThen the turn passes.\t",
    ),
)

GAMES: Final = (*RULEBOOKS, *LOST, *INDEXES)
