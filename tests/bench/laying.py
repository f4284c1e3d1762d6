"""Evenings of any length, laid in a book before it is measured."""

import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import game_of
from models.book import Book
from models.journal import Journal
from models.ledger import Mark, Posting, Proposal, ReceiptLine

SEATS = ("alice", "ben", "cleo", "dan", "eva", "finn")
BEGUN = """game ratrace
title Bench
seats Alice Ben Cleo Dan Eva Finn
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=cleo business=blue
pick who=dan business=green
pick who=eva business=olive
pick who=finn business=brown
"""
SHARE = ("share", "share")
PLAYED = 8
"""Lines played by the rules at the beginning of an evening that is laid: who starts, and what each picks."""


@contextmanager
def journal_in(folder=None):
    """A book in a folder; with none, below the working folder, on its disk rather than in memory."""
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as scratch,
        closing(Book.open(folder or Path(scratch))) as book,
    ):
        yield Journal(book)


def evening(journal, entries):
    """Begin a game of Ratrace and let the dice go round until so many entries are written."""
    with journal.database.writing():
        play = replay(journal, steps(BEGUN)).play.id
        referee = Referee(journal, play, game_of)
        while referee.version < entries:
            referee.write("turn", {"who": SEATS[referee.version % 6]})
            who = str(referee.table.ledger.mark("table", "turn"))
            referee.write("roll", {"who": who, "roll": 2 + referee.version * 7 % 11})
            if referee.table.ledger.mark("table", "event") is not None:
                referee.write("call_off", {"reason": "on with it"})
            elif referee.table.ledger.mark("table", "pending") is not None:
                referee.write("waive", {"reason": "on with it"})
    return play


def lay(journal, entries):
    """Lay an evening of so many lines; those after the first few are as heavy, and past the rules."""
    play = evening(journal, min(PLAYED, entries))
    with journal.database.writing():
        for last in range(journal.last(play), entries):
            journal.append(play, _proposal(last), after=last, by="bench", command=uuid4().hex)
    return play


def _proposal(turn):
    """Make a turn's entry of the usual size: four postings, a mark, a receipt of three lines."""
    who, other = SEATS[turn % 6], SEATS[(turn * 5 + 1) % 6]
    amount = turn * 37 % 500 + 1
    moves = (
        (who, -amount, "cash", "$"),
        (other, amount, "cash", "$"),
        (who, -1, *SHARE),
        ("stock", 1, *SHARE),
    )
    return Proposal(
        "rent",
        {"who": who, "whom": other, "how_much": amount},
        f"{who} pays {other} {amount} for the corner shop.",
        tuple(Posting(f"{holder}:{kind}", moved, unit) for holder, moved, kind, unit in moves),
        (Mark(who, "square", turn % 40),),
        (
            ReceiptLine("Rent", amount),
            ReceiptLine("House rule", 0),
            ReceiptLine("Due", amount, total=True),
        ),
        "Rent is paid at once.",
        "Rent",
    )
