"""Six hands write to one play at the same moment: nothing is lost, nothing is there twice, and all read one journal."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

import pytest

from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import game_of
from models import integrity
from models.book import Book
from models.journal import Journal
from models.ledger import Refusal

SIX = """game ratrace
title Friday
seats Ada Ben Cleo Dan Eva Finn
start first=ada
correct_money giver=treasury taker=ada amount=1000 reason='for the others'
"""
TAKERS = ("ben", "cleo", "dan", "eva", "finn", "treasury")


@pytest.fixture
def referee(tmp_path):
    database = Book.open(tmp_path)
    yield replay(Journal(database), steps(SIX))
    database.close()


def one_for_all(_stack, referee):
    """As the devices of one server have it."""
    return [referee] * len(TAKERS)


def a_book_each(stack, referee):
    """As the app and commands beside it have it."""
    books = [Book.open(referee.journal.database.path.parent) for _ in TAKERS]
    for book in books:
        stack.callback(book.close)
    return [Referee(Journal(book), referee.play.id, game_of) for book in books]


@pytest.mark.parametrize("hands", [one_for_all, a_book_each])
def test_what_six_write_at_once_is_there_once_each_in_one_order(referee, hands):
    start, cash, barrier = (
        referee.version,
        referee.table.ledger.balance("ada:cash"),
        Barrier(len(TAKERS)),
    )

    def takes(referee, name):
        """Be paid by Ada, each tap sent twice, until she has nothing left; say which lines came of it."""
        barrier.wait()
        lines = []
        for number in range(20):
            payment = {
                "giver": "ada",
                "taker": name,
                "amount": 10 + number,
                "reason": "all at once",
            }
            try:
                entry, again = (
                    referee.write("correct_money", payment, command=f"{name} {number}")
                    for _ in range(2)
                )
            except Refusal:
                continue
            assert entry == again
            lines.append(entry.digest)
        return lines

    with ExitStack() as stack, ThreadPoolExecutor(len(TAKERS)) as pool:
        answered = list(pool.map(takes, hands(stack, referee), TAKERS))

    play, journal = referee.play.id, referee.journal
    there = [entry.digest for entry in journal.all_entries(play)][start:]
    assert all(lines == sorted(lines, key=there.index) for lines in answered)
    assert sorted(there) == sorted(line for lines in answered for line in lines)
    assert 0 <= Referee(journal, play, game_of).table.ledger.balance("ada:cash") < cash
    assert integrity.check(journal, play) == []
