"""A game goes on from a phone's copy: what the journal says of that, and what a book records that was left behind."""

import pytest

from companion.core.recording.handing_out import HandingOut, go_on
from companion.core.recording.referee import Referee
from companion.core.unknown_game import unknown_game
from companion.formats.session import replay, steps
from companion.games import find_game
from models.backups.phone_copies import assemble
from models.book import Book
from models.elsewhere import Elsewhere, note_elsewhere, stay_here
from models.journal import Journal
from models.ledger import ANOTHER, Refusal
from models.rooms import IN, Rooms

CHIPS = "game doubletrack\nseats Ann Ben Cy\nhouse secret={}\nstart first=ann\n"


@pytest.fixture
def books(tmp_path):
    """The tablet's book, and that of a phone."""
    both = [Journal(Book.open(tmp_path / name)) for name in ("tablet", "phone")]
    yield both
    for journal in both:
        journal.database.close()


def handed_to(journal, session):
    """A game with a phone of Ben's, and the copy that this gets."""
    referee = replay(journal, steps(session))
    rooms = Rooms(journal.database)
    room = rooms.open_room(referee.play.id)
    rooms.add_member("b" * 40, room=room.id, people=["Ben"], state=IN)
    return referee, assemble([HandingOut(referee).part().data])


@pytest.mark.parametrize(("secret", "said"), [("yes", {"who": "ben", "on": "table"}), ("no", None)])
def test_whose_secrets_are_seen_where_a_game_goes_on_is_an_entry(books, secret, said):
    tablet, phone = books
    referee, copy = handed_to(tablet, CHIPS.format(secret))
    go_on(phone, copy, find_game)
    last = phone.all_entries(copy.play.id)[-1].proposal
    assert (last.answers if last.action == ANOTHER else None) == said
    written = phone.last(copy.play.id)
    go_on(
        tablet,
        assemble([HandingOut(Referee(phone, copy.play.id, find_game)).part().data]),
        find_game,
    )
    assert tablet.last(referee.play.id) == written, "who comes back shows no more than before"


def test_a_game_that_is_not_installed_is_sealed_and_goes_on(books):
    tablet, phone = books
    _, copy = handed_to(tablet, CHIPS.format("no"))

    def find(key):
        return unknown_game(key, "")

    assert HandingOut(Referee(tablet, copy.play.id, find)).part().hidden
    go_on(phone, copy, find)
    assert phone.last(copy.play.id) == copy.play.entries


def test_a_book_that_was_left_behind_records_nothing_until_somebody_chooses(books):
    tablet, _ = books
    referee, copy = handed_to(tablet, CHIPS.format("no"))
    note_elsewhere(tablet, copy.play.id, Elsewhere("phone", "on Ben's phone", 7))
    referee.refresh()
    with pytest.raises(Refusal) as refusal:
        referee.undo()
    assert refusal.value.sentence == referee.elsewhere.sentence
    assert "on Ben's phone, up to entry 7" in refusal.value.sentence
    stay_here(tablet, copy.play.id)
    referee.refresh()
    assert referee.undo()


def test_phones_that_lack_the_same_get_the_same(books):
    referee, _ = handed_to(books[0], CHIPS.format("yes"))
    handing = HandingOut(referee)
    first = handing.part()
    assert handing.part() is handing.part()
    referee.undo()
    assert handing.part(first.last, first.mark).last == first.last + 1
