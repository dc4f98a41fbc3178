"""What random plays came to, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.engines.sample_play import Ending
from rulewright.engines.simulate import Simulation, Used
from rulewright.engines.simulate_counts import Share, Spread
from rulewright.engines.simulate_record import Trouble
from rulewright.engines.subject import Subject
from rulewright.engines.trace import Trace
from rulewright.ir.values import lift

from .play import play_lines, who
from .verdicts import box_words, counted
from .words import move_words, player, sentence, split_name, terms_words


def simulated_lines(game: str, found: Simulation) -> Iterator[str]:
    """All there is to say about some random plays."""
    subject = found.subject
    yield f"{game}, scope {subject.name}: {box_words(subject.box)}"
    terms = _terms(found)
    if terms:
        yield f"  Played with {terms}"
    plays = f"{counted(found.games, 'play')} at random, {counted(found.moves, 'move')}"
    yield f"  {plays}, seed {found.seed}"
    if found.note:
        yield f"  Without native code: {found.note}"
    endings = sorted(found.endings.items(), key=lambda pair: list(Ending).index(pair[0]))
    yield f"  How they ended: {'; '.join(f'{e.value}: {n:,}' for e, n in endings)}"
    if found.lengths is not None:
        yield f"  Moves in a play: {spread_words(found.lengths)}"
    yield ""
    yield from _seats(found)
    yield "Moves in a play, by kind"
    yield from _table(found.kinds, found.games, words=True)
    yield ""
    yield "How often each rule speaks in a play: of a move made, its effect, or a state"
    yield from _table(found.rules, found.games, words=False)
    if found.trouble is not None:
        yield ""
        yield from trouble_lines(subject, found.trouble)


def _terms(found: Simulation) -> str:
    """The terms that were played under; empty where the game has none."""
    if found.terms is None or found.subject.program.opening.terms is None:
        return ""
    return terms_words(_Held(lift(found.subject.program.opening.terms, found.terms)))


class _Held:
    """Terms as a state holds them."""

    def __init__(self, terms: object) -> None:
        self.terms = terms


def spread_words(spread: Spread) -> str:
    """A spread: "mean 7.7, median 8, deviation 1.3, from 5 to 9"."""
    return (
        f"mean {spread.mean:.1f}, median {spread.median:g}, "
        f"deviation {spread.deviation:.1f}, from {spread.least:,} to {spread.greatest:,}"
    ).replace("-", "−")


def share_words(share: Share) -> str:
    """A share: "577 of 1,000, 57.7 % (54.6 to 60.7)"."""
    percent = f"{100 * share.times / share.of:.1f} %"
    return f"{share.times:,} of {share.of:,}, {percent} ({share.low:.1%} to {share.high:.1%})"


def _seats(found: Simulation) -> Iterator[str]:
    """Wins and scores by player."""
    if found.wins is not None:
        yield "Wins, with the range that holds the true share 95 times in 100"
        for seat, won in enumerate(found.wins):
            together = f", {won.shared:,} of them with others" if won.shared else ""
            yield f"  {sentence(player(seat))}: {share_words(won.share)}{together}"
        if found.nobody:
            yield f"  Nobody: {found.nobody:,}"
        yield ""
    if found.scores is not None:
        yield "Points at the end"
        for seat, scores in enumerate(found.scores):
            yield f"  {sentence(player(seat))}: {spread_words(scores)}"
        yield ""


def _table(rows: Sequence[Used], games: int, words: bool) -> Iterator[str]:
    """How often each thing happened; what never did in a line of its own."""
    named = [(split_name(row.name) if words else row.name, row) for row in rows]
    width = max((len(name) for name, row in named if row.total), default=0)
    for name, row in named:
        if row.total:
            mean = f"{row.total / games:,.2f}"
            yield f"  {name:<{width}}  {mean:>9}  in {row.plays:,} of {games:,} plays"
    never = [name for name, row in named if not row.total]
    if never:
        yield f"  never: {', '.join(never)}"


def trouble_lines(subject: Subject, trouble: Trouble) -> Iterator[str]:
    """What went wrong in a play, and the play up to there as CPython plays it."""
    if trouble.where == "play":
        yield f"A play came to a dead end: {trouble.reason}"
    else:
        yield f"A duty fails in {trouble.where}: {trouble.reason}"
    if trouble.witness is None:
        return
    trace = Trace.replay(subject, trouble.witness)
    yield from (f"  {line}" for line in play_lines(trace))
    if trouble.attempt is not None:
        from rulewright.backends.cpython import CPython

        kind, value = trouble.attempt
        move = lift(subject.program.kinds[kind].type, value)
        mover = who(CPython(subject.program).mover(trace.last, move))
        yield f"  Then {mover[0].lower()}{mover[1:]} tries: {move_words(move)}"
