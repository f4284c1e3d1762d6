"""Phones at a tablet with no server: who is let in, what each may say before and after, and how it ends."""

from __future__ import annotations

import json

import pytest
from channels import TOKEN, Table

from models.rooms import IN, OUT, sign_of
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


@pytest.fixture
def table(evening):
    return Table(evening)


def test_a_phone_waits_for_the_nod_and_gets_no_frame_before_it(table):
    table.greet()
    (member,) = table.asking()
    assert member.people == ("Ben",)
    assert table.told() == {"state": "waits", "sign": sign_of(member)}
    assert table.frames() == []


async def test_a_nod_lets_a_phone_in_and_its_packets_are_flets_from_then_on(table):
    table.greet()
    (member,) = table.asking()
    table.evening.shared.set_member(member, state=IN)
    assert table.told() == table.admitted
    table.hear(1, flet_hello())
    assert table.frames()[0][1]["session_id"]
    assert table.phones.present() == {member.id}


async def test_a_phone_says_who_it_is_until_it_has_an_answer_and_is_heard_once(table):
    greeting = SAID + json.dumps({"hello": {"token": TOKEN, "people": ["Ben"], "version": "1.9"}}).encode()
    table.phones.hear("opened", {"phone": 1})
    table.hear(1, greeting)
    table.hear(1, greeting)
    (member,) = table.asking()
    table.evening.shared.set_member(member, state=IN)
    table.hear(1, greeting)
    assert table.told() == table.admitted
    assert not table.closed()


def test_a_no_is_told_to_the_phone_and_ends_its_channel(table):
    table.greet()
    (member,) = table.asking()
    table.evening.shared.turn_away(member)
    assert table.told() == {"state": "out", "words": WHY_OUT[OUT]}
    assert table.closed()


async def test_a_phone_that_was_in_comes_back_by_its_token_without_a_nod(table):
    table.greet()
    table.evening.shared.set_member(table.asking()[0], state=IN)
    table.phones.hear("closed", {"phone": 1})
    table.greet(2)
    assert table.told(2) == table.admitted
    assert table.asking() == []


async def test_a_phone_that_comes_back_while_its_old_channel_is_open_leaves_that(table):
    table.greet()
    table.evening.shared.set_member(table.asking()[0], state=IN)
    table.greet(2)
    assert table.closed(1)
    assert table.told(2) == table.admitted
    assert len(table.phones.present()) == 1


async def test_who_plays_is_told_that_sharing_stops_before_the_channels_end(table):
    table.evening.shared.reach.meeting = table.phones.meeting
    table.greet()
    table.evening.shared.set_member(table.asking()[0], state=IN)
    async with table.screen() as tablet:
        await tablet.go(f"/play/{table.evening.play}/phones")
        await tablet.tap("Stop sharing")
    assert table.told() == {"state": "out", "words": NOBODY_INVITES}
    acts = [act for act, _ in table.posted]
    assert acts.index("close") < acts.index("stop")


async def test_a_phone_that_is_removed_is_told_so_and_hung_up_on(table):
    table.greet()
    (member,) = table.asking()
    table.evening.shared.set_member(member, state=IN)
    table.evening.shared.turn_away(member)
    assert table.told()["state"] == "out"
    assert table.closed()
    table.greet(2)
    assert table.told(2)["state"] == "waits", "it has to ask again"


def test_one_who_hangs_up_before_the_nod_no_longer_asks(table):
    table.greet()
    table.phones.hear("closed", {"phone": 1})
    assert table.asking() == []


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


def test_who_is_nobody_at_this_table_is_asked_again(table):
    table.greet(people=["Nobody"])
    assert table.told() == {"state": "ask", "words": "Choose who you are."}


def test_a_newcomer_asks_by_a_name_where_newcomers_may(table):
    table.evening.shared.set_room(table.evening.room, newcomers=True)
    table.greet(people=[], newcomer=" Dora\n ")
    assert [member.people for member in table.asking()] == [("Dora",)]


def test_a_watcher_asks_for_no_seat(table):
    table.greet(people=[], watch=True)
    assert [member.people for member in table.asking()] == [()]


async def test_at_a_full_table_a_phone_is_told_so_and_keeps_its_seat(table, monkeypatch):
    monkeypatch.setattr("views.hosting.phones.SCREENS", 1)

    table.greet()
    table.evening.shared.set_member(table.asking()[0], state=IN)
    table.phones.hear("reach", {"phone": 1, "away": True})  # in a pocket, it holds its place
    table.greet(2, token="b" * 40, people=["Cy"])
    (member,) = table.asking()
    table.evening.shared.set_member(member, state=IN)
    assert table.told(2) == {"state": "out", "words": FULL}
    assert table.closed(2)
    table.phones.hear("closed", {"phone": 1})
    table.greet(3, token="b" * 40, people=["Cy"])
    assert table.told(3) == table.admitted


def test_of_too_many_who_wait_the_next_is_told_so(table, monkeypatch):
    monkeypatch.setattr("views.hosting.phones.MOST_WAITING", 1)
    table.greet()
    table.greet(2, token="b" * 40)
    assert table.told(2) == {"state": "out", "words": CROWDED}


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


def test_that_a_phone_left_before_it_was_let_in_is_said_at_the_table(table):
    table.greet()
    table.phones.hear("closed", {"phone": 1})
    assert table.phones.meeting.problem == LEFT


def test_the_square_of_another_room_is_of_no_use_once_this_one_invites(table):
    table.phones.hear("offer", {"base": "https://example.org/", "words": "abc"})
    table.phones.meeting.invite(table.evening.room.id)
    assert table.phones.meeting.offer == "https://example.org/#join.abc", "the same room goes on with its square"
    table.phones.meeting.invite("another")
    assert table.phones.meeting.offer == ""
    assert table.posted[-1] == ("invite", {}), "the page closes the offer of before"


NONSENSE = [
    b"", b"\x00\xc1", flet_hello(), SAID, SAID + b"[]", SAID + b"{", SAID + b"{}", SAID + b"[" * 100_000,
    SAID + b'{"hello": 1}', SAID + b'{"answer": "companion:x"}', SAID + b'{"hello": {}}',
    SAID + b'{"hello": {"token": "short", "people": []}}',
    SAID + json.dumps({"hello": {"token": TOKEN, "people": "Ben"}}).encode(),
    SAID + json.dumps({"hello": {"token": TOKEN, "people": [1]}}).encode(),
    SAID + json.dumps({"hello": {"token": TOKEN, "people": [], "newcomer": 1}}).encode(),
    SAID + json.dumps({"hello": {"token": TOKEN, "people": ["x" * 5_000]}}).encode(),
    SAID + json.dumps({"hello": {"token": "\ud800" * 40, "people": ["Ben"], "version": "1.9"}}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("packet", NONSENSE, ids=range(len(NONSENSE)))
def test_a_phone_that_says_nonsense_before_it_is_let_in_is_hung_up_on(table, packet):
    table.phones.hear("opened", {"phone": 1})
    table.hear(1, packet)
    assert table.closed()
    assert table.asking() == []
    assert table.frames() == []


def test_a_phone_that_names_somebody_twice_plays_for_one_person(table):
    table.greet(people=["Ben"] * 500)
    (member,) = table.asking()
    assert member.people == ("Ben",)


def test_a_phone_is_asked_to_choose_again_a_bounded_number_of_times(table):
    table.phones.hear("opened", {"phone": 1})
    for attempt in range(MOST_REFUSED + 1):
        assert not table.closed()
        table.say(hello={"token": TOKEN, "people": [f"Nobody {attempt}"], "version": "1.9"})
    assert table.closed()
    assert table.told() == {"state": "out", "words": MISTAKEN}


async def test_a_phone_that_is_in_scans_for_a_tablet_without_a_camera(table):
    table.greet()
    (member,) = table.asking()
    table.evening.shared.set_member(member, state=IN)
    table.phones.meeting.scan_with(member.id)
    assert table.told() == {"scan": True}
    table.say(answer="companion:abc")
    assert table.posted[-1] == ("answer", {"words": "companion:abc"})
    table.say(answer="companion:abc")
    assert table.closed(), "it was asked for one"


async def test_what_a_phone_may_do_is_what_its_member_may(table):
    """Its screen is a player's, as at a served table."""
    table.greet()
    (member,) = table.asking()
    table.evening.shared.set_member(member, state=IN)
    table.hear(1, flet_hello(route=f"/play/{table.evening.play}"))
    await table.settled()
    shown = repr(table.frames())
    assert "You have" in shown
    assert "Find an action" not in shown
    assert table.evening.shared.member(member.id).state == IN
