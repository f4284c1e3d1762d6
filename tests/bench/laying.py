"""Evenings of any length, laid in a book before it is measured."""

import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

from companion.core.recording.referee import Referee
from companion.games import find_game, game_of
from models.book import Book
from models.journal import Journal
from models.ledger import Mark, Posting, Proposal, ReceiptLine
from models.plays import Seat

SEATS = tuple(Seat(name, name.title()) for name in ("alice", "ben", "cleo", "dan", "eva", "finn"))
SHARE = ("share", "share")
PLAYED = 8
"""Lines played by the rules at the beginning of an evening that is laid: who starts, and what each picks."""


@contextmanager
def journal_in(folder=None):
    """A book in a folder; with none, below the working folder, on its disk rather than in memory."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as scratch, closing(Book.open(folder or Path(scratch))) as book:
        yield Journal(book)


def evening(journal, entries):
    """Begin a game of Ratrace and let the dice go round until so many entries are written."""
    game = find_game("ratrace")
    play = journal.begin(
        game=game.key,
        title="Bench",
        seats=SEATS,
        houses=game.house_rules(),
        board=game.printed_values(),
        edition=game.edition,
    ).id
    with journal.database.writing():
        referee = Referee(journal, play, game_of)
        referee.write("start", {"first": "alice"})
        for seat, business in zip(SEATS, ("black", "red", "blue", "green", "olive", "brown"), strict=True):
            referee.write("pick", {"who": seat.key, "business": business})
        while referee.version < entries:
            referee.write("turn", {"who": SEATS[referee.version % 6].key})
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
    who, other = SEATS[turn % 6].key, SEATS[(turn * 5 + 1) % 6].key
    amount = turn * 37 % 500 + 1
    moves = ((who, -amount, "cash", "$"), (other, amount, "cash", "$"), (who, -1, *SHARE), ("stock", 1, *SHARE))
    return Proposal(
        "rent",
        {"who": who, "whom": other, "how_much": amount},
        f"{who} pays {other} {amount} for the corner shop.",
        tuple(Posting(f"{holder}:{kind}", moved, unit) for holder, moved, kind, unit in moves),
        (Mark(who, "square", turn % 40),),
        (ReceiptLine("Rent", amount), ReceiptLine("House rule", 0), ReceiptLine("Due", amount, total=True)),
        "Rent is paid at once.",
        "Rent",
    )
