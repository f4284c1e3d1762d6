"""Whole evenings, each from one seed: ``python -m tests.campaigns.evenings [--seed N] [--count N] [--jobs N]``.

A tablet with the book, a banker, three phones and a watcher play in one process, over the connections of the app, on a
disk that is cut, filled and failed under it and a clock that runs ahead. An evening in which a promise broke is made
shorter, and told with its times; ``--seed N --count 1 --tell`` plays it again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from typing import TYPE_CHECKING

from tests.campaigns.simulation.evening import STEPS, play
from tests.campaigns.simulation.shorten import shorten
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.campaigns.simulation.evening import Told


def evenings(first: int, many: int, minutes: float, steps: int, jobs: int) -> Iterator[Told]:
    """Play evenings, the next with the next seed, until there were as many or the time is over."""
    until = time.perf_counter() + 60 * minutes if minutes else float("inf")
    with ProcessPoolExecutor(jobs, max_tasks_per_child=200) as pool:
        waiting = []
        seeds = iter(range(first, first + many)) if many else count(first)
        for seed in seeds:
            waiting.append(pool.submit(play, str(seed), None, steps))
            if len(waiting) >= 2 * jobs:
                yield waiting.pop(0).result()
            if time.perf_counter() > until:
                break
        for evening in waiting:
            yield evening.result()


def main() -> int:
    """Play, print what came of it, and say 1 where a promise broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    parser.add_argument("--count", type=int, default=0, help="evenings; as many as there is time for, if none is given")
    parser.add_argument("--minutes", type=float, default=0.0, help="begin no more after so many")
    parser.add_argument("--steps", type=int, default=STEPS, help="of each evening")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time")
    parser.add_argument("--tell", action="store_true", help="print what happened in each")
    options = parser.parse_args()
    if not options.count and not options.minutes:
        options.count = 100
    head("Whole evenings, each from one seed")
    began, did = time.perf_counter(), Counter[str]()
    broken: list[Told] = []
    played = entries = steps = 0
    seconds = 0.0
    for told in evenings(options.seed, options.count, options.minutes, options.steps, options.jobs):
        played += 1
        steps += len(told.taken)
        entries += told.entries
        seconds += told.seconds
        did += told.did
        if options.tell:
            sys.stdout.write("".join(f"{line}\n" for line in told.lines))
        if told.broken:
            broken.append(told)
            sys.stdout.write(f"BROKEN in evening {told.seed}: {told.broken}\n")
            sys.stdout.flush()
    took = time.perf_counter() - began
    print_figure("evenings", played)
    print_figure("  steps", steps)
    print_figure("  entries", entries)
    for name, many in sorted(did.items()):
        print_figure(f"  {name.replace('_', ' ')}", many)
    print_figure("  evenings an hour", round(3600 * played / took))
    print_figure("  times as fast as the clock on the wall", round(seconds / took))
    print_figure("promises broken", len(broken), "", "none")
    for told in broken[:3]:
        short = shorten(told)
        sys.stdout.write(f"\nBROKEN: {short.broken}\n" + "".join(f"  {line}\n" for line in short.lines))
        sys.stdout.write(f"again: python -m tests.campaigns.evenings --seed {told.seed} --count 1 "
                         f"--steps {options.steps} --tell\n")  # fmt: skip
    return int(bool(broken))


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # else sets of words have another order in each process
        again = [sys.executable, "-m", "tests.campaigns.evenings", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606 - it is this program
    sys.exit(main())
