"""Who gets to see a player's secrets: it is told on that player's phone, and stands in the journal."""

import pytest

from companion.formats.session import replay, save, steps
from models.ledger import ANOTHER

HIDDEN = "game doubletrack\nseats Ann Ben Cy\nstart first=ann\n"
TOLD = "Another device plays for Ben too"
ONE_MORE = "Ben is played on one more device, which can show what is for Ben alone."


@pytest.fixture
def evening(lay):
    return lay(HIDDEN)


def give(evening, device, seat, by):
    """Have a device give a seat to another."""
    evening.state(by).devices.set_people(evening.shared.member(device), (seat,))


def test_what_the_journal_says_of_it_moves_nothing_and_is_done_again_from_a_session(evening):
    later = type(evening)(evening.open_plays, HIDDEN)
    evening.shared.rooms.add_play(evening.room.id, later.play)
    evening.shared.refresh()
    evening.add("Ben")
    journal = evening.open_plays.journal
    give(later, evening.add(host=True), "Ben", evening.tablet)
    for table in (evening, later):  # the evening's earlier game still hides something
        again = replay(journal, steps(save(journal, table.play).decode()))
        assert (
            again.table.ledger.balances
            == evening.open_plays.referee(table.play).table.ledger.balances
        )
        (last,) = journal.entries(again.play.id, limit=1)
        assert (last.proposal.action, last.proposal.narration) == (ANOTHER, table.lines[0][1])


async def test_a_host_that_gives_itself_a_seat_is_told_to_the_seats_own_phone(evening):
    ben, host = evening.add("Ben"), evening.add(host=True)
    async with evening.screen(ben) as phone:
        assert not phone.says(TOLD)
        give(evening, host, "Ben", host)
        await phone.settle()
        assert phone.says(TOLD)
    assert evening.state(host).may_show("ben")
    assert evening.lines[0] == ("host", ONE_MORE)
