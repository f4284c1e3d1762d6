"""Phones at a tablet with no server: who is let in, what each may say before and after, and how it ends."""

from __future__ import annotations

import json

import pytest
from channels import TOKEN, Table

from models.rooms import OUT, sign_of
from tests.sockets import hello as flet_hello
from views.hosting.joining import CROWDED, WHY_OUT
from views.hosting.phones import (
    FULL,
    LEFT,
    MISTAKEN,
    MOST_REFUSED,
    NOBODY_INVITES,
    PHONE_IS_NEWER,
    PHONE_IS_OLDER,
    SAID,
    WORDS,
)

OTHER = "b" * 40


@pytest.fixture
def table(evening):
    return Table(evening)


def leave(table, number=1):
    table.phones.hear("closed", {"phone": number})


def out(words):
    return {"state": "out", "words": words}


async def test_a_phone_waits_for_the_nod_and_its_packets_are_flets_from_then_on(table):
    table.greet()
    (member,) = table.asking()
    assert member.people == ("Ben",)
    assert table.told() == {"state": "waits", "sign": sign_of(member)}
    assert table.frames() == []
    table.let_in()
    assert table.told() == table.admitted
    table.hear(1, flet_hello(route=f"/play/{table.evening.play}"))
    assert table.frames()[0][1]["session_id"]
    assert table.phones.present() == {member.id}
    await table.settled()
    assert "Find an action" not in repr(table.frames()), "its screen is a player's, as at a served table"


async def test_a_phone_says_who_it_is_until_it_has_an_answer_and_is_heard_once(table):
    greeting = SAID + json.dumps({"hello": {"token": TOKEN, "people": ["Ben"] * 500, "version": "1.9"}}).encode()
    table.phones.hear("opened", {"phone": 1})
    table.hear(1, greeting)
    table.hear(1, greeting)
    assert table.let_in().people == ("Ben",)
    table.hear(1, greeting)
    assert table.told() == table.admitted
    assert not table.closed()


async def test_a_no_is_told_to_the_phone_and_ends_its_channel_whenever_it_comes(table):
    table.greet()
    table.evening.shared.turn_away(table.asking()[0])
    assert table.told() == out(WHY_OUT[OUT])
    assert table.closed()
    table.greet(2, token=OTHER)
    table.evening.shared.turn_away(table.let_in())
    assert table.told(2)["state"] == "out"
    assert table.closed(2)
    table.greet(3, token=OTHER)
    assert table.told(3)["state"] == "waits", "it has to ask again"


@pytest.mark.parametrize("left", [True, False])
async def test_a_phone_that_was_in_comes_back_by_its_token_and_leaves_its_old_channel(table, left):
    table.greet()
    table.let_in()
    if left:
        leave(table)
    table.greet(2)
    assert table.told(2) == table.admitted
    assert table.asking() == []
    assert table.closed(1) is not left
    assert len(table.phones.present()) == 1


async def test_who_plays_is_told_that_sharing_stops_before_the_channels_end(table):
    table.evening.shared.reach.meeting = table.phones.meeting
    table.greet()
    table.let_in()
    async with table.screen() as tablet:
        await tablet.go(f"/play/{table.evening.play}/phones")
        await tablet.tap("Stop sharing")
    assert table.told() == out(NOBODY_INVITES)
    acts = [act for act, _ in table.posted]
    assert acts.index("close") < acts.index("stop")


def test_one_who_hangs_up_before_the_nod_no_longer_asks_and_the_table_says_so(table):
    table.greet()
    leave(table)
    assert table.asking() == []
    assert table.phones.meeting.problem == LEFT


@pytest.mark.parametrize(
    ("version", "words"),
    [("0.9", PHONE_IS_OLDER), ("1.10", PHONE_IS_NEWER), (None, PHONE_IS_OLDER), ([], PHONE_IS_OLDER)],
)
def test_of_two_versions_both_devices_are_told_which_is_the_older(table, version, words):
    table.greet(version=version)
    assert table.told() == {"state": "version", "version": "1.9"}
    assert table.closed()
    assert table.phones.meeting.problem == words
    assert (("outdated", {}) in table.posted) is (words == PHONE_IS_NEWER), "then the tablet looks for the newer one"
    assert table.asking() == []


@pytest.mark.parametrize(
    ("newcomers", "greeting", "asks_for"),
    [
        (False, {"people": ["Nobody"]}, None),
        (False, {"people": [], "newcomer": "Dora"}, None),
        (True, {"people": [], "newcomer": " Dora\n "}, ("Dora",)),
        (False, {"people": [], "watch": True}, ()),
    ],
)
def test_a_phone_asks_for_a_seat_of_this_table_or_for_none(table, newcomers, greeting, asks_for):
    table.evening.shared.set_room(table.evening.room, newcomers=newcomers)
    table.greet(**greeting)
    assert [member.people for member in table.asking()] == ([] if asks_for is None else [asks_for])
    if asks_for is None:
        assert table.told() == {"state": "ask", "words": "Choose who you are."}


async def test_at_a_full_table_a_phone_is_told_so_and_keeps_its_seat(table, monkeypatch):
    monkeypatch.setattr("views.hosting.phones.SCREENS", 1)
    table.greet()
    table.let_in()
    table.phones.hear("reach", {"phone": 1, "away": True})  # in a pocket, it holds its place
    table.greet(2, token=OTHER, people=["Cy"])
    table.let_in()
    assert table.told(2) == out(FULL)
    assert table.closed(2)
    leave(table)
    table.greet(3, token=OTHER, people=["Cy"])
    assert table.told(3) == table.admitted


def test_of_too_many_who_wait_the_next_is_told_so(table, monkeypatch):
    monkeypatch.setattr("views.hosting.phones.MOST_WAITING", 1)
    table.greet()
    table.greet(2, token=OTHER)
    assert table.told(2) == out(CROWDED)


def test_a_square_of_an_evening_that_is_over_lets_nobody_in(table):
    table.evening.shared.set_room(table.evening.room, closed=True)
    table.greet()
    assert table.told()["state"] == "out"
    assert table.closed()


@pytest.mark.parametrize("happened", ["strange", "stale", "apart", "unable"])
def test_what_is_wrong_with_a_square_is_said_until_the_next_is_taken(table, happened):
    table.phones.hear(happened, {})
    assert table.phones.meeting.problem == WORDS[happened]
    table.phones.hear("answered", {})
    assert table.phones.meeting.problem == ""


def test_the_square_of_another_room_is_of_no_use_once_this_one_invites(table):
    meeting = table.phones.meeting
    table.phones.hear("offer", {"base": "https://example.org/", "words": "abc"})
    meeting.invite(table.evening.room.id)
    assert meeting.offer == "https://example.org/#join.abc", "the same room goes on with its square"
    meeting.invite("another")
    assert meeting.offer == ""
    assert table.posted[-1] == ("invite", {}), "the page closes the offer of before"


def greeting(**words):
    return SAID + json.dumps({"hello": {"token": TOKEN, "people": [], "version": "1.9", **words}}).encode()


NONSENSE = [
    b"", b"\x00\xc1", flet_hello(), SAID, SAID + b"[]", SAID + b"{", SAID + b"{}", SAID + b"[" * 100_000,
    SAID + b'{"hello": 1}', SAID + b'{"answer": "companion:x"}', SAID + b'{"hello": {}}',
    greeting(token="x" * 9), greeting(people="Ben"), greeting(people=[1]), greeting(newcomer=1),
    greeting(people=["x" * 5_000]), greeting(token="\ud800" * 40),
]  # fmt: skip


@pytest.mark.parametrize("packet", NONSENSE, ids=range(len(NONSENSE)))
def test_a_phone_that_says_nonsense_before_it_is_let_in_is_hung_up_on(table, packet):
    table.phones.hear("opened", {"phone": 1})
    table.hear(1, packet)
    assert table.closed()
    assert table.asking() == []
    assert table.frames() == []


def test_a_phone_is_asked_to_choose_again_a_bounded_number_of_times(table):
    table.phones.hear("opened", {"phone": 1})
    for attempt in range(MOST_REFUSED + 1):
        assert not table.closed()
        table.hear(1, greeting(people=[f"Nobody {attempt}"]))
    assert table.closed()
    assert table.told() == out(MISTAKEN)


async def test_a_phone_that_is_in_scans_once_for_a_tablet_without_a_camera(table):
    table.greet()
    table.phones.meeting.scan_with(table.let_in().id)
    assert table.told() == {"scan": True}
    table.say(answer="companion:abc")
    assert table.posted[-1] == ("answer", {"words": "companion:abc"})
    table.say(answer="companion:abc")
    assert table.closed()
