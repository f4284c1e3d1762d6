"""Several phones at one moment, and several tables on one server: nothing is lost, nothing doubled, nothing seen."""

from __future__ import annotations

import asyncio

import pytest
from headless import TABLET
from shared_evening import Evening

from models.ledger import Refusal
from views.state.client import Client

pytestmark = pytest.mark.games("all")

BIDS = """game doubletrack
title Chips
seats Ann Ben Cy Dot
house stack=170 secret=yes
start first=ann
"""
PARTS = (
    "",
    "journal",
    "see",
    "rules",
    "more",
    "past",
    "take",
    "count",
    "phones",
    "next",
    "show",
    "bids",
    "correct/line/1",
)
FIGURES = ("1,111", "2,222", "3,333")


async def test_three_sealed_bids_at_one_moment_are_all_taken_and_opened_once(open_plays):
    evening = Evening(open_plays, BIDS)
    members = [evening.add(name) for name in ("Ben", "Cy", "Dot")]
    chips = ("$10", "$25", "$5")
    async with (
        evening.screen(evening.tablet, size=TABLET) as tablet,
        evening.screen(members[0]) as ben,
        evening.screen(members[1]) as cy,
        evening.screen(members[2]) as dot,
    ):
        await tablet.tap("Sell a card")
        await tablet.fire(tablet.named("Ann")[-1], "click")
        assert not tablet.named("Hand the tablet round"), "all who bid have phones"
        await tablet.tap("Ask for the bids")
        phones = list(zip((ben, cy, dot), chips, strict=True))
        for phone, chip in phones:
            await phone.settle()
            await phone.tap("Bid here")
            assert not phone.says("Hand the phone"), "it is the player's own"
            await phone.tap(f"{chip}...")
        twice = [phone for phone, _ in phones] * 2
        await asyncio.gather(*(phone.tap("Bid") for phone in twice))
        await tablet.settle()
        await asyncio.gather(tablet.tap("Open all bids"), tablet.tap("Open all bids"))
        for screen in (tablet, ben, cy, dot):
            await screen.see("The bids are open")
    last, before = evening.lines[:2]
    assert "Cy wins it with $25" in last[1]
    assert "$25" not in before[1]


@pytest.fixture
def three(open_plays):
    """Three tables on one server, at which people have the same names and money tells whose game it is."""
    session = "game any_money\ntitle Table {0}\nseats Ann Ben Cy\nhouse start={1}\n\nbegin\n"
    return [Evening(open_plays, session.format(at, one.replace(",", ""))) for at, one in enumerate(FIGURES)]


@pytest.mark.parametrize("rights", [{"host": True, "bank": True}, {"people": ("Ben",)}, {}], ids=str)
async def test_nobody_at_one_of_three_tables_sees_anything_of_another(three, rights):
    for at, evening in enumerate(three):
        people = rights.get("people", ())
        member = evening.add(*people, **{key: value for key, value in rights.items() if key != "people"})
        others = [one for one in three if one is not evening]
        async with evening.screen(member, size=TABLET) as screen:
            assert screen.says(f"${FIGURES[at]}")
            for other in others:
                for part in PARTS:
                    await screen.go(f"/play/{other.play}/{part}".rstrip("/"))
            for route in ("/", "/new", "/settings", "/players", f"/play/{evening.play}/next"):
                await screen.go(route)
            sent = b"".join(screen.wire.sent).decode("utf-8", "replace")
        for number, figure in enumerate(FIGURES):
            assert (figure in sent) is (number == at)
            assert number == at or f"Table {number}" not in sent


def test_nobody_at_one_of_three_tables_writes_anything_at_another(three):
    first = three[0]
    for rights in ({"host": True, "bank": True}, {}):
        client = Client(first.open_plays, member_id=first.add("Ben", **rights))
        for other in three[1:]:
            with pytest.raises(Refusal, match="not one of your table"):
                client.state(other.play)
    for other in three[1:]:
        assert len(other.lines) == 1


def test_who_had_a_game_open_records_nothing_in_it_once_it_is_another_rooms(three):
    first, second = three[:2]
    client = Client(first.open_plays, member_id=first.add(host=True, bank=True))
    state = client.state(first.play)
    assert state.recorder.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "while it is theirs")
    first.shared.rooms.add_play(second.room.id, first.play)
    first.shared.refresh()
    assert state.recorder.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "afterwards") is None
    assert state.recorder.undo(state.snapshot.version) is None
    assert len(first.lines) == 2
