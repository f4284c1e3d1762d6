"""The race in a tablet's middle: below a short sheet, with the goal, in words too, and gone with what is hidden."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from device import opened
from headless import PATIENCE, TABLET
from layout import placed

from companion.formats.session import replay, steps
from views.components.journal_row import RowContent
from views.table.boards import race

pytestmark = pytest.mark.games("all")

SESSIONS = Path(__file__).resolve().parents[3] / "sessions"


RETIRING, HORSES = "ratrace-retirement", "totopoly-whole-evening"
RACE = {"race", "no-race"}


@pytest.fixture
def begun(open_plays):
    """Puts an evening in the book up to one line of it, and opens it on a tablet."""

    def opened_at(name, last="end"):
        before, found, _ = (SESSIONS / f"{name}.session").read_text(encoding="utf-8").partition(last)
        return opened(open_plays, replay(open_plays.journal, steps(before + found)).play.id, TABLET)

    return opened_at


async def test_the_race_is_wholly_in_sight_below_a_sheet(begun) -> None:
    async with begun(RETIRING, "side_bet who=carl stake=50") as screen:
        await screen.see(race.TEN)
        assert [one.hidden <= 0 for one in placed(screen, 1.0) if one.words == race.TEN] == [True]


async def test_the_race_leaves_the_room_of_a_receipt_that_is_there_at_once(begun) -> None:
    async with begun(HORSES, "nominate who=ann horse=h1") as screen:
        await screen.see("Money")
        assert screen.named("Chart over ...")
        sheet = [one for one in placed(screen, 1.0) if one.mark == "tap" and 380 < one.x < 900]
        assert not [one for one in sheet if one.hidden > 0]


async def test_there_is_no_race_below_a_sheet_that_leaves_too_little_room(begun) -> None:
    async with begun(HORSES, "sell lot=h8 who=ann price=10") as screen:
        assert screen.says("Ben puts up a lot")
        assert not [one for one in screen.walk() if str(one.key) in RACE]


async def test_the_chart_follows_an_entry_once_every_device_has_it(begun, open_plays, monkeypatch) -> None:
    async def pay() -> None:
        what = {"giver": "treasury", "taker": referee.play.seats[0].key, "amount": 50_000, "reason": "miscounted"}
        referee.write("correct_money", what)
        screen.turn_to()
        screen.clients[0].refresh(referee.play.id)
        await screen.settle()

    def described() -> str:
        return next(name for _, names in screen.shown.names for name in names if name.startswith("Chart over "))

    async with begun("ratrace-six-players") as screen:
        referee = open_plays.referee(screen.clients[0].here().play_id)
        await screen.see(race.TEN)
        words = described()
        await pay()
        assert described() == words
        monkeypatch.setattr(race, "PAUSE", 0)
        await pay()
        async with asyncio.timeout(PATIENCE):
            while described() == words:
                await screen.settle()


@pytest.mark.parametrize(
    ("words", "short"),
    [
        ("Rolls 11 to Society Wedding. Flo receives $200: Collect 200.", "Rolls 11 to Society Wedding."),
        ("Rolls 2: worth $0. The dice have been round.", "Rolls 2: worth $0."),
        ("Buys the C.B. Radio from Flo for $40.", "Buys the C.B. Radio from Flo for $40."),
        (
            "Visits the exchange and trades nothing. 8: the price goes up.",
            "Visits the exchange and trades nothing.",
        ),
    ],
)
def test_a_row_of_a_narrow_column_has_the_first_sentence_whole_and_is_read_out_with_all(words, short) -> None:
    row = RowContent(3, words)

    assert row.shortest == short
    assert row.spoken == f"Entry 3. {words}"
