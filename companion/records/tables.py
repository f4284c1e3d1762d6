"""The records as tables of words, for the command line: everybody, each game, and who met whom."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from companion.game import Grid
from companion.records.book import Book
from companion.records.reading import Memory

if TYPE_CHECKING:
    from companion.records.book import InGame, Tally
    from models.journal import Journal

NOTE = "Archived plays count, deleted ones don't. Of the wins, so many were shared."
NOTHING = "Nothing is recorded yet."


def read(journal: Journal) -> Book:
    """Read all plays of a book at one go."""
    memory = Memory()
    for _ in memory.steps(journal):
        pass
    return Book.of(memory, journal.players())


def tables(journal: Journal) -> tuple[Grid, ...]:
    """Everything there is to tell of a book's plays: its players, then game by game, then head to head."""
    book = read(journal)
    return (_players(book), *(grid for key, title in book.games for grid in _game(book, key, title)), *_met(book))


def _counts(tally: Tally) -> tuple[str, ...]:
    return str(tally.played), str(tally.wins), str(tally.shared), str(tally.going)


def _players(book: Book) -> Grid:
    rows = tuple((one.name, *_counts(one.tally), f"{one.last:%Y-%m-%d}") for one in book.people)
    out = tuple(f"Left out: {one.title}. {one.why}" for one in book.left_out)
    note = " ".join((NOTE if rows else NOTHING, *out))
    return Grid(("Player", "Played", "Won", "Shared", "Going on", "Last played"), rows, "Players", note)


def _game(book: Book, key: str, title: str) -> tuple[Grid, ...]:
    ranking = book.ranking(key)
    rows = tuple((one.name, *_counts(here.tally), _results(here)) for one, here in ranking)
    best = tuple((deed.feat.label, deed.names, deed.feat.said, deed.title) for deed in book.best_of(key))
    grids = [Grid(("Player", "Played", "Won", "Shared", "Going on", "Results"), rows, title)]
    if best:
        grids.append(Grid(("Record", "Who", "Figure", "Play"), best, f"Best of {title}"))
    return tuple(grids)


def _results(here: InGame) -> str:
    return "; ".join(f"{one.kind.label}: best {one.best.feat.said}, {one.average} on average" for one in here.results)


def _met(book: Book) -> tuple[Grid, ...]:
    rows = []
    for one, other in combinations(sorted(book.people, key=lambda who: who.key), 2):
        met = book.between(one.key, other.key)
        if met.together:
            counts = (met.together, met.ahead, met.behind, met.level, met.undecided)
            rows.append((one.name, other.name, *map(str, counts)))
    heads = ("First", "Second", "Together", "First ahead", "Second ahead", "Level", "Undecided")
    return (Grid(heads, tuple(rows), "Head to head", "Who came out ahead, by place."),) if rows else ()
