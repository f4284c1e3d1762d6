"""The quick tools on screen: what is undone, what the device keeps, and keys that are no figures."""

import json

import flet as ft
import pytest

from tests.units.views.hats_game import field, opened, press
from tests.units.views.headless import TABLET, Screen
from views import app

pytestmark = pytest.mark.games("all")

CREDIT = "/tools/credit"
NOTHING = "Answer: Still open: Bought on credit."
DUE = "Credit Due takes: 110 dollars"


@pytest.mark.parametrize(
    ("tool", "taps", "last", "read", "before"),
    [
        (
            "pool",
            ("1, Horse 1", "\u00a310", "Lay", "Bets"),
            "Remove \u00a310 on horse 1",
            "answer",
            "In the pool: 10 pounds",
        ),
        ("credit", ("+$100",), "Clear all", "answer", DUE),
    ],
)
async def test_what_is_taken_away_can_be_had_back(open_plays, tool, taps, last, read, before):
    async with opened(open_plays, f"/tools/{tool}") as screen:
        for name in taps:
            await press(screen, name)
        await press(screen, last)
        assert screen.by_id(read).label != before
        await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
        assert screen.by_id(read).label == before


async def test_keys_go_nowhere_while_somebody_writes_a_name(open_plays):
    async with opened(open_plays, "/tools/pool", TABLET) as screen:
        await screen.fire(field(screen, "Who bets?"), "focus")
        await screen.key("5")
        await screen.fire(field(screen, "Who bets?"), "blur")
        assert "5" not in screen.by_id("amount").label
        await screen.key("5")
        assert screen.by_id("amount").label.endswith("\u00a35")


async def test_the_last_inputs_stay_on_their_own_device_while_the_app_runs(open_plays):
    async with opened(open_plays, CREDIT) as screen, opened(open_plays, CREDIT) as other:
        await press(screen, "+$100")
        await screen.go("/tools/dice")
        await screen.go(CREDIT)
        assert screen.by_id("answer").label == DUE
        assert json.loads(screen.wire.kept["companion.tool.credit"]) == {"debt": "100"}
        assert other.by_id("answer").label == NOTHING


@pytest.mark.parametrize(
    ("kept", "answer"),
    [
        ('{"debt": "80+20"}', DUE),
        *((bad, NOTHING) for bad in ("{", "[1]", '{"debt": 5}', 7, "x" * 200_000)),
    ],
)
async def test_they_come_back_after_the_app_was_closed_and_what_was_kept_badly_does_not(
    open_plays, kept, answer
):
    kept = {"companion.tool.credit": kept}
    async with Screen(lambda page: app.open_session(page, open_plays), CREDIT, kept=kept) as screen:
        assert screen.by_id("answer").label == answer


async def test_a_device_that_keeps_nothing_is_no_fault(open_plays, monkeypatch):
    for name in ("get", "set"):
        monkeypatch.delattr(ft.SharedPreferences, name)
    async with opened(open_plays, CREDIT) as screen:
        await press(screen, "+$100")
        assert screen.by_id("answer").label == DUE
