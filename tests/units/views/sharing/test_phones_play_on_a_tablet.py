"""Phones that play on a tablet with no server: nothing is lost or doubled, or had by another."""

import asyncio

import pytest
from flet.controls.context import _context_page

from models.rooms import THIS_DEVICE
from tests.evenings.devices.channels import Handset, Table
from tests.sockets import event, hello, packed
from views.hosting.connection import SEARCHES, DeviceConnection
from views.hosting.messages import WRITE
from views.hosting.phones import FULL

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


async def test_three_sealed_bids_at_one_moment_are_all_taken_and_told_nobody_before_they_are_opened(
    lay,
):
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
        await tablet.tap("Ask for the bids")
        for phone, chip in zip(phones, chips, strict=True):
            await phone.settle()
            await phone.tap("Bid here")
            await phone.tap(f"{chip}...")
        heard = [len(table.packets[phone.number]) for phone in phones]
        bids = [event(phone.button("Close the fist")._i, "click") for phone in phones]
        for phone, bid in zip(
            phones * 2, bids * 2, strict=True
        ):  # each twice, and nobody waits for an answer
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


async def test_what_a_phone_does_is_drawn_on_its_own_screen_though_another_came_last(table):
    async with Handset(table, 1, "Ben") as ben, Handset(table, 2, "Cy"):
        ben.say(packed(WRITE, id=ben.page._i, props={"width": 500}))
        assert _context_page.get() is ben.page


async def test_at_a_full_table_a_phone_is_told_so_and_keeps_its_seat(table, monkeypatch):
    monkeypatch.setattr("views.hosting.connection.SCREENS", 1)
    table.greet(1)
    table.let_in()
    table.phones.hear("reach", {"phone": 1, "away": True})  # in a pocket, it holds its place
    table.greet(2, people=["Cy"])
    table.let_in()
    assert FULL.encode() in table.packets[2][-1]
    table.phones.hear("closed", {"phone": 1})
    table.greet(3, token=f"{2:040}")
    assert b'"in"' in table.packets[3][-1]


async def test_events_of_what_is_on_no_screen_are_looked_into_a_few_times_a_second_and_taps_go_on(
    table,
):
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
        taken = [own.session.id, ben.session.id]
        await own.close()
        table.phones.hear("closed", {"phone": 1})
        await ben.settle()
        table.greet(2, people=["Cy"])
        table.let_in()
        for number, session in enumerate(taken, 3):
            table.greet(number, token=f"{2:040}")
            table.hear(number, hello(session))
            assert table.frames(number)[0][1]["session_id"] not in taken
        for _ in range(40):
            await asyncio.sleep(0)
        sent_to = [
            body["args"]["route"] for _, body in table.frames(4) if body.get("name") == "push_route"
        ]
        assert sent_to == ["/"], "its client may be elsewhere than it was when it said its hello"
        table.greet(5, token=f"{1:040}")
        table.hear(5, hello(taken[1]))
        assert table.frames(5)[0][1]["session_id"] == taken[1], "its own it has again"
