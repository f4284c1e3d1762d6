"""What it costs to start the served app: ``python -m tests.bench.starting [--count N]``.

From the first instruction of the process until the whole first screen has been sent, in Python's own time, beside a
Flet app that says one word, which SQLModel reads; in turns, so that a busy machine slows both.
"""

import tempfile
from pathlib import Path

from companion.formats.session import replay, steps
from tests.bench.laying import journal_in
from tests.bench.wire import Device, Served
from tests.figures import asked, head, interleaved, median, print_figure

PROMISED = 1.15
PLAYS = 12
EVENING = "game ratrace\ntitle Evening\nseats Alice Ben Cleo Dan\nstart first=alice\npick who=alice business=black\n"


def started(folder, words, bare=""):
    """Start an app, and wait until a phone was sent these words; return the milliseconds of all its threads."""
    with Served(bare, folder=folder) as app:
        device = Device(app)
        device.see(words)
        device.close()
        return app.python()


def starts(folder, repeats):
    """Print how long starting takes, with a book that has plays and with a new one."""
    works = {
        "an app of one word": lambda _: started(folder / "bare", b"Hello", "row"),
        "a new book": lambda repeat: started(
            folder / f"new{repeat}", b"Look through a demo evening"
        ),
        f"{PLAYS} plays": lambda _: started(folder / "plays", b"Resume Evening"),
    }
    for work in works.values():
        work(-1)  # what is compiled once is not measured
    bare, *ours = interleaved(repeats, **works).items()
    for name, took in (bare, *ours):
        print_figure(f"start to first screen, {name}: Python time", median(took), "ms")
    for name, took in ours:
        ratio = median(mine / theirs for mine, theirs in zip(took, bare[1], strict=True))
        print_figure(f"{name} / {bare[0]}, Python time", ratio, "x", f"(promised: {PROMISED:.2f})")


def main():
    """Measure, and print it."""
    options = asked(__doc__, count=9)
    head("Starting the served app")
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        with journal_in(folder / "plays") as journal:
            for _ in range(PLAYS):
                replay(journal, steps(EVENING))
        starts(folder, options.count)


if __name__ == "__main__":
    main()
