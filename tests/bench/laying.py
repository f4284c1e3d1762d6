"""Evenings of any length, and rooms with devices that were let in, laid in a book before it is measured."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from companion.core.recording.referee import Referee
from companion.games import find_game, game_of
from models.book import Book
from models.journal import Journal
from models.ledger import Mark, Posting, Proposal, ReceiptLine
from models.plays import Seat
from models.rooms import IN, Rooms
from views.hosting.door import COOKIE
from views.hosting.native import DOOR

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

SEATS = tuple(Seat(name, name.title()) for name in ("alice", "ben", "cleo", "dan", "eva", "finn"))
PLAYED = 8
"""Lines played by the rules at the beginning of an evening that is laid: who starts, and what each picks."""


def evening(journal: Journal, entries: int) -> str:
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
            roll = 2 + referee.version * 7 % 11
            referee.write("roll", {"who": who, "roll": roll})
            if referee.table.ledger.mark("table", "event") is not None:
                referee.write("call_off", {"reason": "on with it"})
            elif referee.table.ledger.mark("table", "pending") is not None:
                referee.write("waive", {"reason": "on with it"})
    return play


def lay(journal: Journal, entries: int, played: int = PLAYED) -> str:
    """Lay an evening of so many lines; those after the first ``played`` are as heavy, and past the rules."""
    play = evening(journal, min(played, entries))
    with journal.database.writing():
        for last in range(journal.last(play), entries):
            append(journal, play, last, proposal(last))
    return play


def proposal(turn: int) -> Proposal:
    """Make a turn's entry of the usual size: four postings, a mark, a receipt of three lines."""
    who, other = SEATS[turn % 6].key, SEATS[(turn * 5 + 1) % 6].key
    amount = turn * 37 % 500 + 1
    return Proposal(
        "rent",
        {"who": who, "whom": other, "how_much": amount},
        f"{who} pays {other} {amount} for the corner shop.",
        (
            Posting(f"{who}:cash", -amount),
            Posting(f"{other}:cash", amount),
            Posting(f"{who}:share", -1, "share"),
            Posting("stock:share", 1, "share"),
        ),
        (Mark(who, "square", turn % 40),),
        (
            ReceiptLine("Rent", amount),
            ReceiptLine("House rule", 0, signed=True),
            ReceiptLine("Due", amount, total=True),
        ),
        "Rent is paid at once.",
        "Rent",
    )


def append(journal: Journal, play: str, last: int, what: Proposal) -> None:
    """Write an entry as the app does."""
    journal.append(play, what, after=last, by="bench", command=uuid4().hex)


NAME = "be9c4000"
"""The door's name, as a door makes one."""


@dataclass(frozen=True, slots=True)
class LaidRoom:
    """A room with one play, and the cookies by which its devices are known: the bank's, then the players'."""

    id: str
    play: str
    invitation: str
    bank: str
    phones: tuple[str, ...]
    watcher: str

    @property
    def route(self) -> str:
        """Where its game is."""
        return f"/play/{self.play}"


def lay_rooms(folder: Path, begin: Callable[[Journal], str], many: int, names: Sequence[str]) -> list[LaidRoom]:
    """Begin so many plays, each in a room of its own with a bank at the table, a phone for each name, and a watcher."""
    with closing(Book.open(folder)) as database:
        journal, rooms = Journal(database), Rooms(database)
        journal.set_preference(DOOR, NAME)

        def let_in(room: str, token: str, *people: str, leads: bool = False) -> str:
            rooms.add_member(token, room=room, people=people, state=IN, host=leads, bank=leads)
            return f"{COOKIE}{NAME}={token}"

        made = []
        for number in range(many):
            play = begin(journal)
            opened = rooms.open_room([play])
            room = opened.id
            phones = tuple(let_in(room, f"phone-{number}-{name}", name) for name in names)
            bank = let_in(room, f"bank-{number}", leads=True)
            made.append(LaidRoom(room, play, opened.invitation, bank, phones, let_in(room, f"watcher-{number}")))
        return made
