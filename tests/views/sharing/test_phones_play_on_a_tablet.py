"""Phones that play on a tablet with no server: nothing is lost or doubled, and forged packets gain nothing."""

from __future__ import annotations

import asyncio

import pytest
from channels import Handset, Table
from flet.controls.context import _context_page
from shared_evening import Evening
from small_game import new_open_plays

from models.rooms import IN, THIS_DEVICE
from tests.sockets import REGISTER, event, hello, packed
from views.hosting.connection import SEARCHES, DeviceConnection
from views.hosting.messages import ANSWER, WRITE
from views.hosting.phones import SAID

MONEY = """
game any_money
seats Ann Ben Cy Dot
house debt=no

begin
"""
BIDS = """game doubletrack
title Chips
seats Ann Ben Cy Dot
house stack=170 secret=yes
start first=ann
"""


@pytest.fixture
def lay(tmp_path):
    """Makes a tablet with a game, whose phones have channels that are made up."""
    open_plays = new_open_plays(tmp_path)
    yield lambda session: Table(Evening(open_plays, session))
    open_plays.journal.database.close()


@pytest.fixture
def table(lay):
    return lay(MONEY)


async def ask_ann(phone, amount="$10"):
    """Ask to pay Ann."""
    await phone.tap("Ann")
    await phone.tap(amount)
    await phone.tap("Record")


async def phones_settle(*phones):
    """Wait until phones have what was done elsewhere."""
    for phone in phones:
        await phone.settle()


async def test_three_phones_and_the_tablet_play_fifteen_requests_and_each_is_recorded_once(table):
    evening = table.evening

    async with (
        table.screen() as tablet,
        Handset(table, 1, "Ben") as ben,
        Handset(table, 2, "Cy") as cy,
        Handset(table, 3, "Dot") as dot,
    ):
        for _ in range(5):
            await asyncio.gather(*(ask_ann(phone) for phone in (ben, cy, dot)))
            assert len(evening.waiting) == 3
            await tablet.settle()
            await tablet.tap("3 phones are waiting")
            for name in ("Cy", "Ben", "Dot"):
                await tablet.tap(f"{name} pays Ann $10")
            await phones_settle(ben, cy, dot)
        for phone in (ben, cy, dot):
            assert phone.says("$1,450")
    entries = evening.open_plays.journal.entries(evening.play, limit=20)
    told = [entry.proposal.narration for entry in entries][:-1]
    assert sorted(told) == sorted(f"{name} pays Ann $10." for name in ("Ben", "Cy", "Dot") for _ in range(5))
    assert evening.waiting == []


async def test_three_sealed_bids_at_one_moment_are_all_taken_and_told_nobody_before_they_are_opened(lay):
    table = lay(BIDS)
    chips = ("$10", "$25", "$5")

    async with (
        table.screen() as tablet,
        Handset(table, 1, "Ben") as ben,
        Handset(table, 2, "Cy") as cy,
        Handset(table, 3, "Dot") as dot,
    ):
        phones = (ben, cy, dot)
        await tablet.tap("Sell a card")
        await tablet.fire(tablet.named("Ann")[-1], "click")
        await tablet.tap("Ask for the bids")
        for phone, chip in zip(phones, chips, strict=True):
            await phone.settle()
            await phone.tap("Bid here")
            await phone.tap(f"{chip}...")
        heard = [len(table.packets[phone.number]) for phone in phones]
        bids = [event(phone.button("Bid")._i, "click") for phone in phones]
        for phone, bid in zip(phones * 2, bids * 2, strict=True):  # each twice, and nobody waits for an answer
            phone.say(bid)
        await phones_settle(*phones)
        for phone, since, own in zip(phones, heard, chips, strict=True):
            sent = repr(table.frames(phone.number, since))
            assert not [chip for chip in chips if chip != own and f"'{chip}'" in sent]
        await tablet.settle()
        await tablet.tap("Open all bids")
        await phones_settle(*phones)
        for screen in (tablet, *phones):
            await screen.see("The bids are open")
    last, before = table.evening.lines[:2]
    assert "Cy wins it with $25" in last[1]
    assert "$25" not in before[1]


async def test_a_phone_that_does_not_answer_is_away_and_then_has_all_that_happened_meanwhile(table):
    async with Handset(table, 1, "Ben") as ben:
        table.phones.hear("reach", {"phone": 1, "away": True})
        assert table.phones.present() == set()
        async with table.screen() as tablet:
            await tablet.tap("Ann")
            await tablet.tap("Ben")
            await tablet.tap("$10")
            await tablet.tap("Record")
        table.phones.hear("reach", {"phone": 1, "away": False})
        assert table.phones.present() == {ben.member}
        await ben.settle()
        assert ben.says("$1,510")
        await ask_ann(ben)
        assert table.evening.waiting == ["pay"]


async def test_what_a_phone_does_is_drawn_on_its_own_screen_though_another_came_last(table):
    async with Handset(table, 1, "Ben") as ben, Handset(table, 2, "Cy"):
        ben.say(packed(WRITE, id=ben.page._i, props={"width": 500}))
        assert _context_page.get() is ben.page


FORGED = [
    b"", b"\x00\xc1", SAID, SAID + b"{", SAID + b'{"answer": "companion:x"}', SAID + b'{"hello": {"token": "x"}}',
    hello(), packed(99), packed(WRITE, id="1", props={}), packed(WRITE, id=1, props={"width": -1}),
    event(1, "route_change", {"route": 5}), packed(ANSWER, control_id=1, call_id=5, result=None, error=None),
    b"\x00" + b"\x91" * 5_000, packed(WRITE, id=1, props={"value": "x" * 64_001}),
]  # fmt: skip


KINDS = {
    "player": (("Ben",), {}),
    "watcher": ((), {}),
    "host": (("Ben",), {"host": True}),
    "banker": (("Ben",), {"bank": True}),
    "host and banker": ((), {"host": True, "bank": True}),
}
"""Who plays on a phone, and what it may do: every kind of member."""


@pytest.fixture(params=KINDS)
def kind(request):
    return KINDS[request.param]


@pytest.mark.parametrize("packet", FORGED, ids=range(len(FORGED)))
async def test_a_phone_that_is_in_and_says_nonsense_is_hung_up_on_and_keeps_its_seat(table, kind, packet):
    people, rights = kind
    async with Handset(table, 1, *people, **rights) as phone:
        member = table.evening.shared.member(phone.member)
        phone.say(packet)
        assert table.closed()
        assert table.evening.shared.member(phone.member) == member
        posted = len(table.posted)
        phone.say(packed(WRITE, id=phone.page._i, props={"width": 500}))
        assert len(table.posted) == posted, "whoever was hung up on is heard no longer"
    assert len(table.evening.lines) == 1
    assert table.evening.waiting == []


@pytest.mark.parametrize("packet", [packet for packet in FORGED if packet != FORGED[5]], ids=str)
def test_a_phone_that_asks_and_says_anything_more_is_hung_up_on_and_asks_no_longer(table, packet):
    table.greet()
    table.hear(1, packet)
    assert table.closed()
    assert table.asking() == []
    assert table.frames() == []


def say_everything(phone, names):
    """Send events of every number, of what is on its screen and what is not, and write every property."""
    last = max(phone.session.index)
    for number in [*phone.session.index, *range(last + 1, last + 20)]:
        for name, data in names:
            phone.say(event(number, name, data))
        props = {"disabled": False, "visible": True, "on_click": True, "value": "1", "route": "/settings"}
        phone.say(packed(WRITE, id=number, props=props))


async def test_what_no_finger_says_and_writes_of_every_property_record_nothing(table, kind):
    """A host's and a banker's own taps may do much; what is no tap on a button does nothing for them either."""
    people, rights = kind
    before = table.evening.shared.rooms.members(table.evening.room.id)

    async with Handset(table, 1, *people, **rights) as phone:
        say_everything(phone, [("change", "1"), ("submit", "1")])
        await phone.settle()
        assert not table.closed()
        kept = table.evening.shared.member(phone.member)
    after = table.evening.shared.rooms.members(table.evening.room.id)
    assert len(table.evening.lines) == 1
    assert table.evening.waiting == []
    assert after == [*before, kept]
    assert (kept.people, kept.state, kept.host, kept.bank) == (
        people,
        IN,
        *(rights.get(one, False) for one in ("host", "bank")),
    )


@pytest.mark.parametrize("people", [("Ben",), ()], ids=["player", "watcher"])
async def test_taps_on_every_number_record_nothing(table, people):
    async with Handset(table, 1, *people) as phone:
        say_everything(phone, [("click", None), ("tap", None)])
        await phone.settle()
        assert not table.closed()
    assert len(table.evening.lines) == 1
    assert table.evening.waiting == []


async def test_a_bankers_taps_on_everything_let_nobody_in_and_give_no_right(table):
    async with Handset(table, 1, "Ben", bank=True) as phone:
        before = table.evening.shared.rooms.members(table.evening.room.id), table.evening.shared.rooms.open_rooms()
        say_everything(phone, [("click", None), ("tap", None)])
        await phone.settle()
        assert (
            table.evening.shared.rooms.members(table.evening.room.id),
            table.evening.shared.rooms.open_rooms(),
        ) == before


async def test_a_hosts_taps_on_everything_record_nothing_where_another_keeps_the_bank(table):
    async with Handset(table, 1, "Ben", host=True) as phone:
        say_everything(phone, [("click", None), ("tap", None)])
        await phone.settle()
    assert len(table.evening.lines) == 1


async def test_events_of_what_is_on_no_screen_are_looked_into_a_few_times_a_second_and_taps_go_on(table):
    """Flet searches the whole screen for each: 3 ms, of which a device could ask for a thousand in a second."""
    async with Handset(table, 1, "Ben") as phone:
        there = phone.session.dispatch_event
        searched = []

        async def dispatch(number, name, data):
            searched.append(number)
            await there(number, name, data)

        phone.session.dispatch_event = dispatch
        gone = max(phone.session.index) + 1_000
        for _ in range(200):
            phone.say(event(gone, "click"))
        await ask_ann(phone)
        assert searched.count(gone) == SEARCHES
    assert table.evening.waiting == ["pay"]


async def test_no_phone_gets_the_session_of_the_tablet_or_of_another_phone(table):
    own = DeviceConnection(table.sessions, THIS_DEVICE.id, lambda _packet: None, own=True)
    own.receive(hello(route="/"))
    async with Handset(table, 1, "Ben") as ben:
        mine = ben.session.id
        taken = [own.session.id, mine]
        await own.close()
        table.phones.hear("closed", {"phone": 1})
        await ben.settle()
        for number, session in enumerate(taken, 2):
            table.greet(number, token=f"{number:040}", people=["Cy"])
            (member,) = table.asking()
            table.evening.shared.set_member(member, state=IN)
            table.hear(number, hello(session))
            (_, answer), *_ = [frame for frame in table.frames(number) if frame[0] == REGISTER]
            assert answer["session_id"] not in taken
        table.greet(4, token=f"{1:040}")
        table.hear(4, hello(mine))
        assert table.frames(4)[0][1]["session_id"] == mine, "its own it has again"
