"""Phones that play on a tablet with no server: nothing is lost or doubled, and forged packets gain nothing."""

from __future__ import annotations

import pytest
from channels import Handset, Table
from flet.controls.context import _context_page

from models.rooms import THIS_DEVICE
from tests.sockets import REGISTER, event, hello, packed
from views.hosting.connection import SEARCHES, DeviceConnection
from views.hosting.messages import WRITE
from views.hosting.phones import SAID

BIDS = """game doubletrack
title Chips
seats Ann Ben Cy Dot
house stack=170 secret=yes
start first=ann
"""


@pytest.fixture
def table(evening):
    return Table(evening)


async def ask_ann(phone):
    """Ask to pay Ann."""
    for name in ("Ann", "$10", "Record"):
        await phone.tap(name)


async def test_three_sealed_bids_at_one_moment_are_all_taken_and_told_nobody_before_they_are_opened(lay):
    table = Table(lay(BIDS))
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
        assert not tablet.named("Hand the tablet round"), "all who bid have phones"
        await tablet.tap("Ask for the bids")
        for phone, chip in zip(phones, chips, strict=True):
            await phone.settle()
            await phone.tap("Bid here")
            await phone.tap(f"{chip}...")
        heard = [len(table.packets[phone.number]) for phone in phones]
        bids = [event(phone.button("Bid")._i, "click") for phone in phones]
        for phone, bid in zip(phones * 2, bids * 2, strict=True):  # each twice, and nobody waits for an answer
            phone.say(bid)
        for phone in phones:
            await phone.settle()
        for phone, since, own in zip(phones, heard, chips, strict=True):
            sent = repr(table.frames(phone.number, since))
            assert not [chip for chip in chips if chip != own and f"'{chip}'" in sent]
        await tablet.settle()
        await tablet.tap("Open all bids")
        for screen in (tablet, *phones):
            await screen.see("The bids are open")
    last, before = table.evening.lines[:2]
    assert "Cy wins it with $25" in last[1]
    assert "$25" not in before[1]


async def test_a_phone_that_does_not_answer_is_away_and_then_has_all_that_happened_meanwhile(table):
    async with Handset(table, 1, "Ben") as ben, table.screen() as tablet:
        table.phones.hear("reach", {"phone": 1, "away": True})
        assert table.phones.present() == set()
        for name in ("Ann", "Ben", "$10", "Record"):
            await tablet.tap(name)
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


GREETING = SAID + b'{"hello": {"token": "x"}}'
FORGED = [
    b"", b"\x00\xc1", SAID, SAID + b"{", SAID + b'{"answer": "companion:x"}', hello(), packed(99),
    packed(WRITE, id="1", props={}), event(1, "route_change", {"route": 5}), b"\x00" + b"\x91" * 5_000,
]  # fmt: skip
KINDS = {
    "player": {"people": ("Ben",)},
    "watcher": {},
    "host": {"people": ("Ben",), "host": True},
    "banker": {"people": ("Ben",), "bank": True},
    "host and banker": {"host": True, "bank": True},
}
"""Who plays on a phone, and what it may do: every kind of member."""


def handset(table, kind):
    rights = dict(KINDS[kind])
    return Handset(table, 1, *rights.pop("people", ()), **rights)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("packet", [*FORGED, GREETING], ids=range(len(FORGED) + 1))
async def test_a_phone_that_is_in_and_says_nonsense_is_hung_up_on_and_keeps_its_seat(table, kind, packet):
    async with handset(table, kind) as phone:
        member = table.evening.shared.member(phone.member)
        phone.say(packet)
        assert table.closed()
        assert table.evening.shared.member(phone.member) == member
        posted = len(table.posted)
        phone.say(packed(WRITE, id=phone.page._i, props={"width": 500}))
        assert len(table.posted) == posted, "whoever was hung up on is heard no longer"


@pytest.mark.parametrize("packet", FORGED, ids=range(len(FORGED)))
def test_a_phone_that_asks_and_says_anything_more_is_hung_up_on_and_asks_no_longer(table, packet):
    table.greet()
    table.hear(1, packet)
    assert table.closed()
    assert table.asking() == []
    assert table.frames() == []


WRITES, TAPS = [("change", "1"), ("submit", "1")], [("click", None), ("tap", None)]


@pytest.mark.parametrize(
    ("kind", "names", "records"),
    [
        *((kind, WRITES, False) for kind in KINDS),
        *((kind, TAPS, False) for kind in ("player", "watcher", "host")),
        ("banker", TAPS, True),
    ],
)
async def test_events_of_every_number_and_writes_of_every_property_give_no_right_and_record_nothing(
    table, kind, names, records
):
    """A host's taps may change who is there, and a banker's record entries; what is no tap does nothing for them."""
    rooms = table.evening.shared.rooms
    async with handset(table, kind) as phone:
        before = rooms.members(table.evening.room.id), rooms.open_rooms()
        last = max(phone.session.index)
        for number in [*phone.session.index, *range(last + 1, last + 20)]:
            for name, data in names:
                phone.say(event(number, name, data))
            props = {"disabled": False, "visible": True, "on_click": True, "value": "1", "route": "/settings"}
            phone.say(packed(WRITE, id=number, props=props))
        await phone.settle()
        assert not table.closed()
        if kind != "host" or names is WRITES:
            assert (rooms.members(table.evening.room.id), rooms.open_rooms()) == before
    if not records:
        assert len(table.evening.lines) == 1
        assert table.evening.waiting == []


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
            table.let_in()
            table.hear(number, hello(session))
            (_, answer), *_ = [frame for frame in table.frames(number) if frame[0] == REGISTER]
            assert answer["session_id"] not in taken
        table.greet(4, token=f"{1:040}")
        table.hear(4, hello(mine))
        assert table.frames(4)[0][1]["session_id"] == mine, "its own it has again"
