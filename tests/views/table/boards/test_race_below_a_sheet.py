"""The race in a tablet's middle: below a short sheet, with the goal, in words too, and gone with what is hidden."""

from __future__ import annotations

import asyncio
from pathlib import Path

import flet_charts
import pytest
from device import opened
from hats_game import press
from headless import PATIENCE, PHONE, TABLET
from layout import placed

from companion.formats.session import replay, steps
from views.components.journal_row import RowContent
from views.table.boards import race
from views.table.boards.race import race_of

pytestmark = pytest.mark.games("all")

SESSIONS = Path(__file__).resolve().parents[3] / "sessions"


@pytest.fixture
def lay(open_plays):
    """Puts a play from a session in the book; returns its id."""

    def laid(name):
        text = (SESSIONS / f"{name}.session").read_text(encoding="utf-8")
        return replay(open_plays.journal, steps(text)).play.id

    return laid


async def test_below_a_short_sheet_everybodys_worth_is_drawn_and_a_tap_opens_the_charts(open_plays, lay) -> None:
    play_id = lay("ratrace-six-players")
    async with opened(open_plays, play_id, TABLET) as screen:
        await screen.see("Each line up is ten times as much.")
        assert screen.says("Goal $100,000")
        assert screen.named("Chart over ...")
        await press(screen, "Chart over ")
        assert screen.page.route == f"/play/{play_id}/see"


def begun(name, last):
    """An evening up to one line of it."""
    before, found, _ = (SESSIONS / f"{name}.session").read_text(encoding="utf-8").partition(last)
    return before + found


async def test_the_race_is_wholly_in_sight_below_a_sheet(open_plays) -> None:
    text = begun("ratrace-retirement", "side_bet who=carl stake=50")
    async with opened(open_plays, replay(open_plays.journal, steps(text)).play.id, TABLET) as screen:
        await screen.see("Each line up is ten times as much.")
        (below,) = [one for one in placed(screen, 1.0) if one.words == race.TEN]
        assert below.hidden <= 0


async def test_the_race_leaves_the_room_of_a_receipt_that_is_there_at_once(open_plays) -> None:
    text = begun("totopoly-whole-evening", "nominate who=ann horse=h1")
    async with opened(open_plays, replay(open_plays.journal, steps(text)).play.id, TABLET) as screen:
        await screen.see("Money")
        assert screen.named("Chart over ...")
        sheet = [one for one in placed(screen, 1.0) if one.mark == "tap" and 380 < one.x < 900]
        assert not [one for one in sheet if one.hidden > 0]


async def test_there_is_no_race_below_a_sheet_that_leaves_too_little_room(open_plays) -> None:
    text = begun("totopoly-whole-evening", "sell lot=h8 who=ann price=10")
    async with opened(open_plays, replay(open_plays.journal, steps(text)).play.id, TABLET) as screen:
        assert screen.says("Ben puts up a lot")
        assert not any(str(one.key) in {"race", "no-race"} for one in screen.walk())


async def test_the_chart_follows_an_entry_once_every_device_has_it(open_plays, lay, monkeypatch) -> None:
    play_id = lay("ratrace-six-players")
    referee = open_plays.referee(play_id)

    async def pay(screen) -> None:
        what = {"giver": "treasury", "taker": referee.table.players[0].key, "amount": 50_000, "reason": "miscounted"}
        referee.write("correct_money", what)
        screen.turn_to()
        screen.clients[0].refresh(play_id)
        await screen.settle()

    async with opened(open_plays, play_id, TABLET) as screen:
        await screen.see("Each line up is ten times as much.")
        words = describe(screen)
        await pay(screen)
        assert describe(screen) == words
        monkeypatch.setattr(race, "PAUSE", 0)
        await pay(screen)
        async with asyncio.timeout(PATIENCE):
            while describe(screen) == words:
                await screen.settle()


def describe(screen) -> str:
    return next(name for _, names in screen.shown.names for name in names if name.startswith("Chart over "))


async def test_a_phone_has_no_room_for_the_race(open_plays, lay) -> None:
    async with opened(open_plays, lay("ratrace-six-players"), PHONE) as screen:
        assert not screen.all(flet_charts.LineChart)


@pytest.mark.parametrize("name", ["doubletrack-auctions-and-ties", "ratrace-retirement"])
def test_there_is_no_race_while_something_is_hidden_or_once_it_is_over(open_plays, lay, name) -> None:
    snapshot = open_plays.snapshot(lay(name))
    assert snapshot.secret or snapshot.ending
    assert race_of(snapshot) is None


async def test_the_app_draws_who_starts_and_the_journal_says_so(open_plays) -> None:
    play_id = replay(open_plays.journal, steps("game ratrace\ntitle Friday\nseats Ann Ben Cy\n")).play.id
    async with opened(open_plays, play_id, TABLET) as screen:
        await press(screen, "Draw who starts")
        await screen.tap("Record")
        said = open_plays.journal.entries(play_id)[0].proposal.narration
        assert any(f"{name} picks first." in said for name in ("Ann", "Ben", "Cy"))


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
