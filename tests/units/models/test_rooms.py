"""Rooms, the devices let into them and what those ask for are kept over a restart, and go into no backup."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from sqlmodel import SQLModel, select

from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.book import Book
from models.journal import Journal
from models.rooms import DECLINED, IN, LETTERS, RECORDED, Request, Rooms
from models.tables import PRIVATE
from tests.units.models.evenings import pays


@pytest.fixture
def rooms(journal):
    return Rooms(journal.database)


def asked(play, member, name="1"):
    return Request(
        name, play, member.id, "ben", datetime.now(UTC), "buy", {"who": "ben", "price": 100}
    )


def test_a_play_is_in_one_room_and_its_code_can_be_typed(rooms):
    room = rooms.open_room("a")
    rooms.add_play(room.id, "b")
    assert rooms.open_room("b") == room == rooms.room_of("a")
    assert sorted(rooms.plays_of(room.id)) == ["a", "b"]
    assert len(room.code) == 4
    assert set(room.code) <= set(LETTERS)
    rooms.invite_anew(room.id)
    assert rooms.room(room.id).invitation != room.invitation
    rooms.add_play(rooms.open_room("c").id, "b")
    assert rooms.plays_of(room.id) == ["a"]


def test_who_takes_part_is_read_once_for_all_screens_until_anything_is_written(rooms, monkeypatch):
    room = rooms.open_room("a")
    read = []
    own = rooms._members
    monkeypatch.setattr(rooms, "_members", lambda *which: read.append(which) or own(*which))
    assert rooms.members(room.id) == rooms.members(room.id) == []
    assert len(read) == 1
    rooms.add_member("t", room=room.id)
    assert len(rooms.members(room.id)) == 1


def test_what_is_read_within_a_write_that_fails_is_not_remembered(rooms):
    room = rooms.open_room("a")
    with suppress(ZeroDivisionError), rooms.database.writing():
        rooms.add_member("t", room=room.id)
        assert len(rooms.members(room.id)) == 1
        raise ZeroDivisionError
    assert rooms.members(room.id) == []


def test_what_another_program_writes_is_read_once_that_was_noticed(rooms):
    room = rooms.open_room("a")
    assert rooms.members(room.id) == []
    other = Book.open(rooms.database.path.parent)
    Rooms(other).add_member("t", room=room.id)
    other.close()
    assert rooms.database.has_changed_elsewhere()
    assert len(rooms.members(room.id)) == 1


def test_a_closed_room_is_not_opened_again(rooms):
    room = rooms.open_room("a")
    rooms.set_room(room.id, closed=True)
    assert rooms.open_rooms() == []
    assert rooms.open_room("a").id != room.id


def test_a_device_is_known_by_what_it_holds_which_is_not_in_the_file(rooms, journal):
    room = rooms.open_room("a")
    member = rooms.add_member("its secret", room=room.id, people=["Ben"])
    assert rooms.member_with("its secret") == member
    assert rooms.member_with("another") is None
    rooms.set_member(member.id, state=IN, people=["Ben", "Zoë"], bank=True)
    (now,) = rooms.members(room.id)
    assert (now.state, now.people, now.bank) == (IN, ("Ben", "Zoë"), True)
    assert b"its secret" not in journal.database.driver.serialize()
    rooms.forget_member(member.id)
    assert rooms.member(member.id) is None


def test_a_request_waits_until_it_is_settled_and_is_settled_once(rooms):
    member = rooms.add_member("x", people=["Ben"])
    request = asked("a", member)
    for _ in range(2):
        rooms.add_request(request)
    assert rooms.requests("a") == [request] == [rooms.request("1")]
    assert rooms.settle("1", DECLINED, "Not your turn")
    assert not rooms.settle("1", RECORDED)
    assert rooms.requests("a") == []
    assert rooms.last_request("a", member.id).word == "Not your turn"


def test_a_request_that_became_an_entry_waits_no_longer_if_the_app_was_killed_before_it_was_settled(
    evening, rooms
):
    rooms.add_request(asked(evening.play, rooms.add_member("x", people=["Ben"])))
    evening.write(pays(5), command="1")
    assert rooms.requests(evening.play) == []


def test_requests_wait_in_the_order_in_which_they_came(rooms):
    member = rooms.add_member("x", people=["Ben"])
    first, later = asked("a", member, "2"), asked("a", member, "1")
    for request in (later, first):
        rooms.add_request(request)
    assert [request.id for request in rooms.requests("a")] == ["2", "1"]
    assert rooms.last_request("a", member.id) == later


def test_a_backup_lets_nobody_in(evening, rooms):
    evening.write(pays(5))
    room = rooms.open_room(evening.play)
    rooms.add_request(asked(evening.play, rooms.add_member("x", room=room.id, state=IN)))

    data = back_up(evening.journal.database)

    assert room.invitation.encode() not in data
    backup = read_backup(data)
    for table in PRIVATE:
        assert list(backup.book.connection.execute(select(SQLModel.metadata.tables[table]))) == []
    assert Journal(backup.book).ledger(evening.play).balance("alice:cash") == 5
    backup.close()
