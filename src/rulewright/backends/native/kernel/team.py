"""Threads that take one step together: compiled code runs without the interpreter lock."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread

Job = Callable[[], object]


class Team:
    """So many threads, of which the caller's is one."""

    def __init__(self, threads: int) -> None:
        self._orders: list[SimpleQueue[Job | None]] = [SimpleQueue() for _ in range(threads - 1)]
        self._results: SimpleQueue[BaseException | None] = SimpleQueue()
        for at, orders in enumerate(self._orders):
            name = f"rulewright-search-{at + 1}"
            Thread(target=_work, args=(orders, self._results), name=name, daemon=True).start()
        self._end = weakref.finalize(self, _dismiss, self._orders)

    def run(self, jobs: Sequence[Job]) -> None:
        """Do all the jobs, one a thread, and return once all are done, even when interrupted."""
        first, *others = jobs
        failure: BaseException | None = None
        for orders, job in zip(self._orders, others, strict=True):
            orders.put(job)
        try:
            first()
        except BaseException as why:
            failure = why
        for _ in others:
            failure = self._result() or failure
        if failure is not None:
            raise failure

    def _result(self) -> BaseException | None:
        interrupted: BaseException | None = None
        while True:
            try:
                return self._results.get() or interrupted
            except KeyboardInterrupt as why:
                # The others still write to the shards; nobody may look at these before they end.
                interrupted = why

    def close(self) -> None:
        self._end()


def _dismiss(everyone: list[SimpleQueue[Job | None]]) -> None:
    for orders in everyone:
        orders.put(None)


def _work(orders: SimpleQueue[Job | None], results: SimpleQueue[BaseException | None]) -> None:
    while (job := orders.get()) is not None:
        try:
            job()
        except BaseException as why:
            results.put(why)
        else:
            results.put(None)
        # What was worked on must not live on while this thread waits.
        del job
