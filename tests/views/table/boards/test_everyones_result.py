"""The board for everyone after the race: who will be paid, who is paid, and who was crossed out."""

from __future__ import annotations

import flet as ft
import pytest
from headless import PHONE, TABLET, Screen

from companion.formats.session import replay, steps
from views import app

pytestmark = pytest.mark.games("all")

RACE = """game totopoly
seats Ann Ben Cy
house keeps=tote
start horses=6
bet who=ann horse=1 amount=20
bet who=ben horse=2 amount=30
off
home horse=1
home horse=2
home horse=3
"""
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


def begun(open_plays, text=RACE):
    return replay(open_plays.journal, steps(text.replace("horse=", "horse=h")))


def shown(open_plays, referee, size=TABLET):
    return Screen(lambda page: app.open_session(page, open_plays), f"/play/{referee.play.id}/show", size)


@SIZES
async def test_who_will_be_paid_stands_there_before_it_is_recorded(open_plays, size):
    referee = begun(open_plays)
    async with shown(open_plays, referee, size) as screen:
        assert screen.says("Will be paid")
        assert screen.named("Ann will be paid 45 pounds")
        assert not screen.says("Nobody is paid")


async def test_what_is_recorded_is_said_to_be_paid_and_the_pool_is_empty(open_plays):
    referee = begun(open_plays)
    referee.write("pay_tote", {})
    async with shown(open_plays, referee) as screen:
        assert screen.named("Ann is paid 45 pounds")
        assert screen.by_id("pool").label == "Pool: 0 pounds"


async def test_before_the_result_nothing_is_said_of_payments(open_plays):
    referee = begun(open_plays, RACE.replace("home horse=2\nhome horse=3\n", ""))
    async with shown(open_plays, referee) as screen:
        assert screen.says("1st")
        assert not screen.says("Will be paid")
        assert not screen.says("Nobody")


async def test_a_crossed_out_horse_keeps_its_line_with_the_reason(open_plays):
    referee = begun(open_plays)
    referee.write("disqualify", {"horse": "h1", "reason": "white card in the sleeve"})
    async with shown(open_plays, referee) as screen:
        assert screen.says("disqualified: white card in the sleeve")
        lines = [one.key for one in screen.all(ft.Semantics) if str(one.key).startswith("show-")]
        assert lines == ["show-2", "show-3", "show-1"]
