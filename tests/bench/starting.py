"""What it costs to start the served app, and to keep screens on it: ``python -m tests.bench.starting``.

From the first instruction of the process until the whole first screen has been sent, in Python's own time, beside a
Flet app that says one word, which SQLModel reads; in turns, so that a busy machine slows both. Then the memory of the
idle server and of each screen more.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from tests.bench.wire import Device, Served
from tests.figures import head, interleaved, median, print_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROMISED = 1.15
PLAYS = 12
SCREENS = (1, 10, 30)
EVENING = "game ratrace\ntitle {title}\nseats Alice Ben Cleo Dan\nstart first=alice\npick who=alice business=black\n"


def started(folder: Path, words: bytes, *bare: str) -> float:
    """Start an app, and wait until a phone was sent these words; return the milliseconds of all its threads."""
    with Served(*bare, folder=folder) as app, ExitStack() as stack:
        app.wait()
        device = stack.enter_context(closing(Device(app)))
        device.see(words)
        return app.python()


def lay_plays(folder: Path, plays: int = PLAYS) -> str:
    """Put so many plays in a book; return the route of the last."""
    database = Book.open(folder)
    try:
        journal = Journal(database)
        made = [replay(journal, steps(EVENING.format(title=f"Evening {at + 1}"))).play.id for at in range(plays)]
        return f"/play/{made[-1]}"
    finally:
        database.close()


def each(app: Served, route: str, screens: Sequence[int] = SCREENS) -> list[float]:
    """Return how many kilobytes a screen takes, with so many screens on this route."""
    open_ones: list[Device] = []
    before, found = app.memory(), []
    for many in screens:
        while len(open_ones) < many:
            open_ones.append(Device(app, route))
            open_ones[-1].rest(0.25)
        found.append((app.memory() - before) / many)
    for opened in open_ones:
        opened.close()
    return found


def starts(repeats: int) -> None:
    """Print how long starting takes, with a book that has plays and with a new one."""
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        lay_plays(folder / "plays")
        (folder / "bare").mkdir()
        works: dict[str, Callable[[int], float]] = {
            "bare": lambda _: started(folder / "bare", b"Hello", "row"),
            "first": lambda repeat: started(folder / f"new{repeat}", b"Look through a demo evening"),
            "plays": lambda _: started(folder / "plays", b"Resume Evening"),
        }
        for work in works.values():
            work(-1)  # what is compiled once is not measured
        python = interleaved(repeats, **works)
    named = {"bare": "a Flet and SQLModel app of one word", "first": "a new book", "plays": f"{PLAYS} plays"}
    for name, words in named.items():
        print_figure(f"start to first screen, {words}: Python time", median(python[name]), "ms")
    for name, words in (("first", "a new book"), ("plays", f"{PLAYS} plays")):
        ratio = median(mine / theirs for mine, theirs in zip(python[name], python["bare"], strict=True))
        print_figure(f"{words} / the app of one word, Python time", ratio, "x", f"(promised: {PROMISED:.2f})")


def memory() -> None:
    """Print what an idle server holds, and each screen more."""
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        play = lay_plays(folder)
        for words, route, bare in (
            ("a Flet app of one word", "/", ("text",)),
            ("the home screen", "/", ()),
            ("a table", play, ()),
        ):
            with Served(*bare, folder=folder) as app:
                app.wait()
                print_figure(f"{words}: the server before the first screen", app.memory() / 1000, "MB")
                warm = Device(app, route)
                warm.rest(3.0)  # what is loaded with the first screen, and just after it
                print_figure("  with one screen, which loads what screens need", app.memory() / 1000, "MB")
                for many, kilobytes in zip(SCREENS, each(app, route), strict=True):
                    print_figure(f"  each of {many} screens more", kilobytes, "kB")
                warm.close()


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=9, help="starts of each (default: %(default)s)")
    options = parser.parse_args()
    head("Starting the served app")
    starts(options.count)
    memory()


if __name__ == "__main__":
    main()
