"""A game goes on from the copy of a phone: all of it or nothing checks out, and two ways of one game stay apart."""

import json
import zlib
from hashlib import sha256

import pytest

from models import integrity
from models.backups.phone_copies import (
    HEAD,
    HERE_ALONE,
    LEAST_BYTES,
    MAGIC,
    MOST_BYTES,
    NEWER,
    NO_BEGINNING,
    NO_COPY,
    OTHER_GAME,
    PARTED,
    assemble,
    branches,
    open_here,
    part_since,
    standing,
)
from models.book import Book
from models.elsewhere import Elsewhere, note_elsewhere, stay_here, went_on
from models.errors import DamagedError, ForeignFileError, NewerFileError, StorageError
from models.rooms import IN, LOT, OUT, ROOM_LETTERS, SEALED, Rooms
from tests.units.models.evenings import Evening, pays


@pytest.fixture
def handed(corrected, journal):
    """An evening with corrections, as it was handed out in three parts."""
    parts, number, mark = [], 0, ""
    for _ in range(3):
        part = part_since(journal, corrected.play, number, mark)
        parts.append(part)
        number, mark = part.last, part.mark
        corrected.write(pays(len(parts)))
    return parts


def data(parts):
    return [part.data for part in parts]


def entries(copy):
    return copy.backup.journal.all_entries(copy.play.id)


def opened(journal, *parts):
    copy = assemble(data(parts))
    try:
        return open_here(journal, copy)
    finally:
        copy.close()


# --- parts


def test_parts_follow_one_another_and_make_the_whole_game(handed, corrected, journal, other):
    assert [(part.first, part.last) for part in handed[1:]] == [
        (part.last + 1, part.last + 1) for part in handed[:2]
    ]
    assert opened(other, *handed) == ""
    assert other.all_entries(corrected.play) == journal.all_entries(corrected.play)[:-1]
    assert other.ledger(corrected.play).balances
    assert integrity.check_file(other) == []


def test_a_phone_with_another_copy_is_given_the_whole_game(handed, corrected, journal):
    assert part_since(journal, corrected.play, handed[1].last, handed[0].mark).first == 1
    assert part_since(journal, corrected.play, 999, handed[0].mark).first == 1
    nothing_new = part_since(journal, corrected.play)
    again = part_since(journal, corrected.play, nothing_new.last, nothing_new.mark)
    assert again.first == again.last + 1
    assert len(entries(assemble(data([nothing_new, again])))) == again.last


def test_parts_overlap_or_come_in_any_order(handed, corrected, journal):
    late = part_since(journal, corrected.play, handed[0].last, handed[0].mark)
    copy = assemble(data([late, *reversed(handed)]))
    assert copy.faults == ()
    assert entries(copy) == journal.all_entries(corrected.play)


def test_a_title_that_was_changed_since_is_the_one_in_the_copy(handed, corrected, journal):
    journal.set_play(corrected.play, title="Late", ended="Alice has won.")
    copy = assemble(
        data([*handed, part_since(journal, corrected.play, handed[2].last, handed[2].mark)])
    )
    assert (copy.play.title, copy.play.ended) == ("Late", "Alice has won.")


# --- what is hidden


def test_a_hidden_part_has_a_length_and_a_mark_that_tell_nothing(corrected, journal):
    open_part = part_since(journal, corrected.play)
    first = part_since(journal, corrected.play, hidden=True)
    corrected.write(pays(5))
    short = part_since(journal, corrected.play, first.last, first.mark, hidden=True)
    corrected.write(pays(1_000_000_000))
    long = part_since(journal, corrected.play, short.last, short.mark, hidden=True)
    assert {len(short.data), len(long.data)} == {LEAST_BYTES}
    assert first.mark != open_part.mark
    assert first.last == open_part.last
    mark, _, sign = short.mark.partition(".")
    assert not {mark, sign} & {entry.digest for entry in journal.all_entries(corrected.play)}
    copy = assemble(data([first, short, long]))
    assert (copy.faults, len(entries(copy))) == ((), long.last)


def test_the_device_that_goes_on_knows_hidden_marks_again(corrected, journal, other):
    before, hidden = (part_since(journal, corrected.play, hidden=how) for how in (False, True))
    opened(other, hidden)
    for part in (before, hidden):
        assert standing(other, corrected.play, part.last, part.mark) == "same"
    corrected.write(pays(1))
    assert standing(journal, corrected.play, hidden.last, hidden.mark) == "behind"
    ahead = part_since(journal, corrected.play, hidden=True)
    assert standing(other, corrected.play, ahead.last, ahead.mark) == "ahead"
    Evening(other, play=corrected.play).write(pays(2))
    assert standing(other, corrected.play, ahead.last, ahead.mark) == "apart"


@pytest.mark.parametrize("hidden", [False, True])
def test_a_mark_says_one_number_and_cannot_be_made_up(corrected, journal, hidden):
    part = part_since(journal, corrected.play, hidden=hidden)
    mark, _, sign = part.mark.partition(".")
    assert standing(journal, corrected.play, part.last, part.mark) == "same"
    for number, claimed in ((99, part.mark), (99, mark), (99, ""), (1, f"{'0' * 64}.{sign}")):
        assert standing(journal, corrected.play, number, claimed) == "unproven"


def test_a_part_has_neither_tokens_nor_codes(corrected, journal):
    rooms = Rooms(journal.database)
    room = rooms.open_room(corrected.play)
    rooms.add_member("t" * 40, room=room.id, people=["Ben"], state=IN, bank=True)
    packed = part_since(journal, corrected.play).data[HEAD:]
    words = zlib.decompress(packed).decode()
    secrets = [room.id, f'"{room.code}"', room.invitation, "tttt"]
    secrets += [token for (token,) in journal.database.driver.execute("SELECT token FROM member")]
    assert [secret for secret in secrets if secret in words] == []
    assert "Ben" in words


# --- what does not check out


def test_a_turned_bit_anywhere_is_found(corrected, journal):
    whole = part_since(journal, corrected.play).data
    for place in range(len(whole)):
        turned = bytearray(whole)
        turned[place] ^= 1 << place % 8
        with pytest.raises(StorageError):
            assemble([bytes(turned)])


def test_a_part_that_is_cut_anywhere_is_found(corrected, journal):
    whole = part_since(journal, corrected.play).data
    for length in range(len(whole)):
        with pytest.raises((DamagedError, ForeignFileError)):
            assemble([whole[:length]])


def test_a_copy_goes_as_far_as_its_parts_check_out(handed):
    torn = handed[1].data[:-1]
    copy = assemble([handed[0].data, torn, handed[2].data])
    assert len(entries(copy)) == handed[0].last
    assert copy.faults == (
        "A part of this copy is cut short.",
        f"Entries {handed[1].first} to {handed[1].last} are missing in this copy.",
    )


def test_what_was_packed_by_somebody_else_is_checked_like_any_backup(corrected, journal):
    packed = json.loads(zlib.decompress(part_since(journal, corrected.play).data[HEAD:]))
    for change in (
        lambda body: body["entries"][0][1][0].__setitem__(3, 10**30),
        lambda body: body["entries"][0][0].__setitem__(6, "Ben is rich."),
        lambda body: body["entries"][1][1].clear(),
        lambda body: body["entries"].pop(0),
        lambda body: body["began"]["row"].pop("houses"),
        lambda body: body["began"]["seats"].clear(),
        lambda body: body.pop("salt"),
    ):
        body = json.loads(json.dumps(packed))
        change(body)
        with pytest.raises(DamagedError):
            assemble([repacked(body)])


def repacked(body):
    packed = zlib.compress(json.dumps(body).encode())
    return MAGIC + b"\1" + len(packed).to_bytes(4) + sha256(packed).digest() + packed


def test_what_is_no_copy_or_of_a_later_version_is_refused(handed, journal):
    later = bytearray(handed[0].data)
    later[len(MAGIC)] += 1
    with pytest.raises(NewerFileError, match=NEWER):
        assemble([bytes(later)])
    with pytest.raises(ForeignFileError, match=NO_COPY):
        assemble([b"SQLite format 3\0"])
    with pytest.raises(DamagedError, match=NO_BEGINNING):
        assemble(data(handed[1:]))
    with pytest.raises(DamagedError, match=NO_BEGINNING):
        assemble([])
    another = part_since(journal, Evening(journal, title="Another").play)
    assert assemble(data([*handed, another])).faults == (OTHER_GAME,)
    with pytest.raises(ForeignFileError, match=OTHER_GAME):
        assemble([another.data], handed[0].play)


# --- going on


def test_who_goes_on_finds_seats_rights_and_bids_and_nobody_is_let_in(corrected, journal, other):
    rooms = Rooms(journal.database)
    room = rooms.open_room(corrected.play)
    rooms.set_room(room.id, at_once=True, newcomers=True)
    rooms.add_member("b" * 40, room=room.id, people=["Ben"], state=IN, bank=True)
    rooms.add_member("a" * 40, room=room.id, people=["Alice"], state=IN)
    rooms.add_member("o" * 40, room=room.id, people=["Alice"], state=OUT, bank=True)
    rooms.keep_bidding(corrected.play, LOT, "sell", {"lot": "h1"}, "[]")
    rooms.keep_bidding(corrected.play, SEALED, "open", {"who": "ben"}, "ben")

    opened(other, part_since(journal, corrected.play))

    there = Rooms(other.database)
    new = there.room_of(corrected.play)
    assert (new.at_once, new.newcomers) == (True, True)
    assert new.id != room.id
    assert new.id.startswith(room.id[:ROOM_LETTERS]), "by which phones know the table again"
    assert new.code != room.code
    assert new.invitation != room.invitation
    assert there.member_with("b" * 40) is None
    assert [member.state for member in there.members(new.id)] == [OUT]
    assert [device.bank for device in there.devices_before(new.id, ["Ben"])] == [True]
    assert there.devices_before(new.id, ["Alice"]) == []
    for state in (LOT, SEALED):
        assert there.requests(corrected.play, state=state)[0].answers == (
            rooms.requests(corrected.play, state=state)[0].answers
        )


def gone_apart(corrected, journal, other):
    """Let a game go on on two devices, by one entry here and two there."""
    opened(other, part_since(journal, corrected.play))
    there = Evening(other, play=corrected.play)
    corrected.write(pays(7))
    there.write(pays(8))
    there.write(pays(9))


def told(*amounts):
    return tuple(f"treasury pays alice {amount}." for amount in amounts)


def test_branches_of_one_chain_are_told_apart(corrected, journal, other):
    parted = journal.last(corrected.play)
    gone_apart(corrected, journal, other)
    assert branches(corrected.play, journal, other).after == parted
    assert branches(corrected.play, journal, other).more == (told(7), told(8, 9))
    third = assemble(data([part_since(other, corrected.play)])).backup.journal
    Evening(third, play=corrected.play).write(pays(1))
    three = branches(corrected.play, journal, other, third)
    assert three.more == (told(7), told(8, 9), told(8, 9, 1))
    mixed = assemble(data([part_since(book, corrected.play) for book in (journal, other)]))
    assert mixed.faults == (PARTED,)
    assert entries(mixed) == journal.all_entries(corrected.play)


def test_the_other_way_counts_and_what_was_here_is_kept_beside_it(corrected, journal, other):
    gone_apart(corrected, journal, other)
    had = journal.all_entries(corrected.play)

    kept = opened(journal, part_since(other, corrected.play))

    assert journal.all_entries(corrected.play) == other.all_entries(corrected.play)
    assert journal.play(kept).title.endswith(HERE_ALONE)
    assert [entry.proposal for entry in journal.all_entries(kept)] == [
        entry.proposal for entry in had
    ]
    assert integrity.check_file(journal) == []
    assert opened(journal, part_since(other, corrected.play)) == ""
    journal.database.close()
    again = Book.open(journal.database.path.parent)
    assert again.tail is None, "what was acknowledged last is not missed"
    again.close()


def test_a_longer_copy_continues_and_a_shorter_one_changes_nothing(
    handed, corrected, journal, other
):
    opened(other, handed[0])
    assert opened(other, *handed) == ""
    assert other.last(corrected.play) == handed[2].last
    opened(journal, handed[0])
    assert journal.last(corrected.play) == handed[2].last + 1


def test_a_game_is_opened_whole_or_not_at_all(corrected, journal, other, monkeypatch):
    def fails(*_):
        raise ZeroDivisionError

    gone_apart(corrected, journal, other)
    had = journal.all_entries(corrected.play)
    monkeypatch.setattr(Rooms, "seat_again", fails)
    Rooms(other.database).open_room(corrected.play)
    with pytest.raises(ZeroDivisionError):
        opened(journal, part_since(other, corrected.play))
    assert journal.all_entries(corrected.play) == had
    assert len(journal.every_play()) == 1


# --- elsewhere


def test_it_is_noted_where_a_game_went_on_until_somebody_chooses(corrected, journal):
    play = corrected.play
    assert went_on(journal, play) is None
    assert note_elsewhere(journal, play, Elsewhere("x", "on Ben's phone", 12))
    assert not note_elsewhere(journal, play, Elsewhere("x", "on Ben's phone", 12))
    assert note_elsewhere(journal, play, Elsewhere("x", "on Ben's phone", 13))
    assert went_on(journal, play).number == 13
    stay_here(journal, play)
    assert went_on(journal, play) is None
    assert not note_elsewhere(journal, play, Elsewhere("x", "on Ben's phone", 14))
    assert note_elsewhere(journal, play, Elsewhere("y", "on Cy's phone", 14))
    opened(journal, part_since(journal, play))
    assert went_on(journal, play) is None


def test_an_evening_takes_little_of_a_phone(evening, journal):
    number, mark, size = 0, "", 0
    for amount in range(300):
        evening.write(pays(amount + 1))
        part = part_since(journal, evening.play, number, mark, hidden=True)
        number, mark, size = part.last, part.mark, size + len(part.data)
    assert size <= MOST_BYTES
    assert len(part_since(journal, evening.play, hidden=True).data) * 8 <= MOST_BYTES
