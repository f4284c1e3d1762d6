"""Who gets to see a player's secrets: it is told on that player's phone, and stands in the journal."""

from __future__ import annotations

import pytest
from shared_evening import Evening
from small_game import new_open_plays

from companion.formats.session import replay, save, steps
from models.ledger import ANOTHER
from models.rooms import ASKS, IN
from views.state.open_plays import OpenPlays

TOLD = "Another device plays for Ben too"


@pytest.fixture
def evening(tmp_path):
    open_plays: OpenPlays = new_open_plays(tmp_path)
    evening = Evening(open_plays, "game doubletrack\nseats Ann Ben Cy\nstart first=ann\n")
    yield evening
    open_plays.journal.database.close()


async def test_a_host_that_gives_itself_a_seat_stands_in_the_journal_and_the_seats_own_phone_is_told(evening):
    ben, host = evening.add("Ben"), evening.state(evening.add(host=True))
    async with evening.screen(ben) as phone:
        assert not phone.says(TOLD)
        host.devices.set_people(host.member(), ("Ben",))
        await phone.settle()
        assert [one for one in phone.words() if one.startswith(TOLD)]
    assert host.may_show("ben")
    assert evening.lines[0] == ("host", "Ben is played on one more device, which can show what is for Ben alone.")


def test_a_device_let_in_for_a_seat_that_is_taken_stands_in_the_journal_too(evening):
    evening.add("Ben")
    other = evening.shared.member(evening.add("Ben", state=ASKS))
    evening.state(evening.tablet).devices.set_people(other, other.people)
    assert evening.shared.member(other.id).state == IN
    assert "one more device" in evening.lines[0][1]


def test_the_first_device_of_a_seat_needs_no_entry(evening):
    ben = evening.shared.member(evening.add("Ben", state=ASKS))
    evening.state(evening.tablet).devices.set_people(ben, ben.people)
    assert len(evening.lines) == 1


def test_such_an_entry_moves_nothing_and_is_done_again_from_a_session(evening):
    evening.add("Ben")
    host = evening.state(evening.add(host=True))
    host.devices.set_people(host.member(), ("Ben",))
    journal = evening.open_plays.journal
    again = replay(journal, steps(save(journal, evening.play).decode()))
    assert again.table.ledger.balances == evening.open_plays.referee(evening.play).table.ledger.balances
    assert again.version == 2


def test_the_only_phone_of_a_seat_is_removed_and_the_journal_says_where_its_secrets_are_seen_now(evening):
    evening.add("Cy", host=True)
    ben = evening.shared.member(evening.add("Ben"))
    evening.state(evening.tablet).devices.turn_away(ben)
    assert evening.lines[0] == ("table", "The table's and Cy's devices can now show what is for Ben alone.")
    assert len(evening.lines) == 2


def test_taking_the_seat_off_its_only_phone_stands_in_the_journal_too(evening):
    ben = evening.shared.member(evening.add("Ben"))
    evening.state(evening.tablet).devices.set_people(ben, ())
    assert evening.lines[0][1] == "The table's device can now show what is for Ben alone."


@pytest.mark.parametrize("right", ["host", "bank"])
def test_a_phone_that_is_made_host_or_bank_shows_what_is_of_players_without_a_phone_and_that_is_said(evening, right):
    ann = evening.shared.member(evening.add("Ann"))
    evening.state(evening.tablet).devices.set_member(ann, **{right: True})
    assert evening.lines[0][1] == "Ann's device can now show what is for Ben and Cy alone."


def test_stopping_to_share_says_whose_secrets_the_tables_device_shows_again(evening):
    evening.add("Ben")
    evening.state(evening.tablet).devices.stop_sharing(evening.room)
    assert evening.lines[0][1] == "The table's device can now show what is for Ben alone."
    assert evening.shared.room_of(evening.play) is None


def test_a_right_that_shows_nothing_more_needs_no_entry(evening):
    for name in ("Ann", "Ben", "Cy"):
        evening.add(name)
    state = evening.state(evening.tablet)
    ann, *_ = evening.shared.members(evening.room)
    state.devices.set_member(ann, host=True)
    state.devices.set_member(evening.shared.member(ann.id), host=False)
    assert len(evening.lines) == 1


def test_where_nothing_is_hidden_a_phone_is_removed_without_an_entry(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays)
    ben = evening.shared.member(evening.add("Ben"))
    before = evening.lines
    evening.state(evening.tablet).devices.turn_away(ben)
    assert evening.lines == before
    open_plays.journal.database.close()


def test_an_earlier_game_of_the_evening_that_still_hides_something_has_the_entry_as_well(evening):
    earlier, text = evening.play, "game doubletrack\nseats Ann Ben Cy\nstart first=ann\n"
    later = Evening(evening.open_plays, text)
    evening.shared.rooms.add_play(evening.room.id, later.play)
    evening.shared.refresh()
    ben = evening.shared.member(evening.add("Ben"))
    later.state(evening.tablet).devices.turn_away(ben)
    for number in (earlier, later.play):
        (last,) = evening.open_plays.journal.entries(number, limit=1)
        assert last.proposal.action == ANOTHER


def test_an_entry_about_the_tables_device_is_done_again_from_a_session(evening):
    evening.add("Cy", host=True)
    evening.state(evening.tablet).devices.turn_away(evening.shared.member(evening.add("Ben")))
    journal = evening.open_plays.journal
    again = replay(journal, steps(save(journal, evening.play).decode()))
    (last,) = journal.entries(again.play.id, limit=1)
    assert last.proposal.narration == evening.lines[0][1]


def test_a_phone_keeps_its_seat_and_no_other_whatever_its_player_is_called(evening):
    phones = {seat: evening.state(evening.add(seat.capitalize())) for seat in ("ann", "ben")}
    referee = evening.open_plays.referee(evening.play)

    def played_on_phones():
        return {seat: phone.seats for seat, phone in phones.items()}

    for who, called in (("ann", "Anna"), ("ben", "Ann"), ("ann", "Ben")):
        referee.write("rename", {"who": who, "called": called})
        assert played_on_phones() == {"ann": ("ann",), "ben": ("ben",)}
        assert not phones["ben"].may_show("ann")
    assert [one.name for one in evening.shared.people(evening.room)] == ["Ben", "Ann", "Cy"]
    for _ in range(3):
        referee.undo()
        assert played_on_phones() == {"ann": ("ann",), "ben": ("ben",)}
    assert evening.lines[0][1].startswith("Undid")
    assert phones["ben"].member().people == ("Ben",)
