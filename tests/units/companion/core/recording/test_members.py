"""Who may do what at a shared table, decided in one place and asked by the referee before every write."""

from dataclasses import replace

import pytest

from companion.core.recording import members
from companion.core.recording.members import (
    ASK,
    BOOK,
    INVITE,
    NEXT,
    NOD,
    PAST,
    REOPEN,
    why_not_allowed,
)
from companion.formats.session import replay, steps
from models.ledger import AMEND, ANOTHER, COUNT, REDO, UNDO, VOID, Refusal
from models.rooms import ASKS, OUT, THIS_DEVICE, Member

ROOM = "evening"
HOST = Member("tablet", ROOM, host=True)
BANK = Member("bank", ROOM, bank=True)
ANN = Member("1", ROOM, ("Ann",))
BEN = Member("2", ROOM, ("ben",))
COUPLE = Member("3", ROOM, ("Ann", "Ben"))
WATCHER = Member("4", ROOM)
PLAY = """
game any_money
seats Ann Ben Cy

begin
"""
MONEY = {"payer": "ben", "payee": "ann", "amount": 10}


@pytest.fixture
def referee(journal):
    return replay(journal, steps(PLAY))


def refused(member, *what):
    return str(why_not_allowed(member, *what) or "")


@pytest.mark.parametrize(
    ("member", "allowed"),
    [
        (
            THIS_DEVICE,
            {UNDO, REDO, VOID, AMEND, COUNT, NOD, ASK, PAST, INVITE, ANOTHER, NEXT, BOOK, REOPEN},
        ),
        (BANK, {UNDO, REDO, VOID, AMEND, COUNT, NOD, ASK, PAST, NEXT, REOPEN}),
        (HOST, {PAST, INVITE, ANOTHER, NEXT, REOPEN}),
        (ANN, {ASK}),
        (WATCHER, set()),
        (replace(BANK, state=OUT), set()),
        (replace(ANN, state=ASKS), set()),
    ],
    ids=["this device", "bank", "host", "player", "watcher", "removed", "not let in"],
)
def test_each_right_is_of_those_who_have_it(member, allowed):
    assert {one for one in members.RIGHTS if why_not_allowed(member, one) is None} == allowed


def test_where_all_is_recorded_at_once_a_player_does_what_is_the_players_own(referee):
    assert why_not_allowed(replace(BEN, at_once=True), "pay", MONEY, referee) is None
    assert why_not_allowed(replace(COUPLE, at_once=True), "pay", MONEY, referee) is None
    assert refused(replace(ANN, at_once=True), "pay", MONEY, referee)
    assert refused(replace(WATCHER, at_once=True), "pay", MONEY, referee)
    assert refused(replace(BEN, at_once=True), "pay", MONEY)


@pytest.mark.parametrize("member", [ANN, BEN, COUPLE, WATCHER, HOST, replace(BANK, state=OUT)])
def test_no_write_of_any_kind_gets_past_the_referee(referee, member):
    for write in (
        lambda: referee.write("pay", MONEY, member=member),
        lambda: referee.write(COUNT, {}, member=member),
        lambda: referee.undo(member=member),
        lambda: referee.redo(member=member),
        lambda: referee.void(1, "It did not happen.", member=member),
        lambda: referee.amend({}, "It was 20.", member=member),
    ):
        with pytest.raises(Refusal, match=r"Only the banker|no longer takes part"):
            write()
    assert referee.version == 1


def test_a_phone_plays_for_its_people_however_their_names_were_typed(journal):
    table = replay(journal, steps("game any_money\nseats Jose\u0301 Ben")).table

    assert members.own_seats(Member("5", ROOM, ("JOS\u00c9",)), table) == ("jose",)


def test_an_entry_says_who_recorded_it_and_for_whom(referee):
    banker = replace(BANK, people=("Ann",))
    assert referee.write("pay", MONEY, member=banker).by == "ann"
    assert referee.write("pay", MONEY, member=banker, asker=BEN).by == "ann for ben"
    assert referee.write("pay", MONEY, member=replace(COUPLE, at_once=True)).by == "ann and ben"
    assert referee.write("pay", MONEY).by == "table"


def test_a_device_shows_the_secrets_of_its_own_and_the_tables_those_of_nobody_elses_phone(referee):
    table = referee.table
    assert members.seats(BEN, table, [ANN, BEN]) == ("ben",)
    assert members.seats(BANK, table, [ANN, BANK]) == ("ben", "cy")
    assert members.seats(replace(BANK, people=("Ann",)), table, [BEN]) == ("ann", "cy")
    assert members.seats(BANK, table, [replace(ANN, state=OUT)]) == ("ann", "ben", "cy")
    assert members.seats(THIS_DEVICE, table) == ("ann", "ben", "cy")
    assert members.seats(WATCHER, table) == ()
