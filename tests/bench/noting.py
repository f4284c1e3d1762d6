"""What noting the last entry beside the book costs an entry: ``python -m tests.bench.noting``.

Evenings are entered into two books, one of which notes what was acknowledged last: whole evenings by turns, for
what one has left for the disk to do another line would wait for.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from uuid import uuid4

from companion.core.referee import Referee
from companion.formats.session import begin, steps
from companion.games import GAMES, game_of
from models.book import Book
from models.journal import Journal
from tests.bench.entering import evenings, session_entries
from tests.figures import head, print_figure

LIMIT = 1.05


class Unnoted(Book):
    """A book that notes nothing."""

    def _commit(self) -> None:
        self.last = None
        super()._commit()


def measure(text: str, book: Book) -> list[float]:
    """Enter an evening into a book; return the milliseconds that each line took."""
    journal = Journal(book)
    referee = Referee(journal, begin(journal, steps(text))[0].id, game_of)
    took = []
    for line in session_entries(text):
        began = perf_counter()
        referee.write(line.proposal.action, line.proposal.answers, command=uuid4().hex)
        took.append((perf_counter() - began) * 1000)
    return took


def main() -> int:
    """Print the ratio; 1 where an entry costs more than it may."""
    head("An entry that is noted beside the book, and one that is not (WAL, FULL)")
    texts = [text for game in GAMES for text in evenings(game.key, 300)]
    took: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        places = [Path(folder) / name for name in ("noted", "unnoted")]
        with closing(Book.open(places[0])) as noted, closing(Unnoted.open(places[1])) as unnoted:
            for at, text in enumerate(texts):
                for which in (0, 1) if at % 2 else (1, 0):
                    took[which].extend(measure(text, (noted, unnoted)[which]))
    # line by line, for other work on the machine slows some evenings more than others
    ratio = median(ours / theirs for ours, theirs in zip(*took, strict=True))
    words = f"{len(took[0]):,} lines: median {median(took[0]):.3f} ms, {median(took[1]):.3f} ms without; line by line"
    print_figure(words, ratio, "x", f"at most {LIMIT}")
    return ratio > LIMIT


if __name__ == "__main__":
    sys.exit(main())
