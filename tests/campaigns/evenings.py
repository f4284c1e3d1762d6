"""Whole evenings, each from one seed: ``python -m tests.campaigns.evenings [--seed N] [--count N] [--steps N]``.

A tablet with the book, a banker, three phones and a watcher play in one process, over the connections of the app, on a
disk that is cut, filled and failed under it and a clock that runs ahead. An evening in which a promise broke is made
shorter, and told with its times; ``--seed N --count 1 --tell`` plays it again.
"""

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.campaigns.simulation.evening import STEPS, play
from tests.figures import asked, head, print_figure

TRIES = 60
"""So many shorter evenings are played at most."""


def shorten(told, *, tries=TRIES, again=play):
    """Return the shortest evening that was found in which the same promise breaks (delta debugging, Zeller 1999).

    Each step has dice of its own, so what is left goes on as it did. Where nobody can do what they did, because of what
    was left out, another promise may break, or none; such an evening is not the one that was looked for.
    """
    kept, parts = told.taken, 2
    while told.broken and len(kept) > 1 and tries > 0:
        size = -(-len(kept) // parts)
        for begin in range(0, len(kept), size):
            tries -= 1
            shorter = again(told.seed, kept[:begin] + kept[begin + size :])
            if shorter.broken and shorter.broken.promise == told.broken.promise:
                told, kept, parts = shorter, shorter.taken, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(kept), parts * 2)
    return told


def main():
    """Play, print what came of it, and say 1 where a promise broke."""
    options = asked(__doc__, seed=1, count=100, steps=STEPS, jobs=1, tell=False)
    head("Whole evenings, each from one seed")
    began, did, broken = time.perf_counter(), Counter[str](), []
    with ProcessPoolExecutor(options.jobs, max_tasks_per_child=200) as pool:
        seeds = map(str, range(options.seed, options.seed + options.count))
        for told in pool.map(partial(play, many=options.steps), seeds):
            did.update({"steps": len(told.taken), "entries": told.entries}, **told.did)
            if options.tell:
                sys.stdout.writelines(f"{line}\n" for line in told.lines)
            if told.broken:
                broken.append(told)
                sys.stdout.write(f"BROKEN in evening {told.seed}: {told.broken}\n")
            sys.stdout.flush()
    for name, many in did.items():
        print_figure(name.replace("_", " "), many)
    print_figure("evenings an hour", round(3600 * options.count / (time.perf_counter() - began)))
    print_figure("promises broken", len(broken), "", "none")
    for told in broken[:3]:
        short = shorten(told)
        sys.stdout.write(
            f"\nBROKEN: {short.broken}\n" + "".join(f"  {line}\n" for line in short.lines)
        )
        sys.stdout.write(f"again: --seed {told.seed} --count 1 --steps {options.steps} --tell\n")
    return int(bool(broken))


if __name__ == "__main__":
    if (
        os.environ.get("PYTHONHASHSEED") != "0"
    ):  # else sets of words have another order in each process
        again = [sys.executable, "-m", "tests.campaigns.evenings", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606 - it is this program
    sys.exit(main())
