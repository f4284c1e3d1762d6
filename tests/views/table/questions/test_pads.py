"""Pads: hands of cards, points, payments, prices that may be left out, and fingers that say who starts."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest
import score_game
from device import END, START, lines, on_sheet, opened, type_keys
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from views.state.play.draft import begin
from views.state.play.play_state import PlayState
from views.table.questions import card_pad, who_starts
from views.table.questions.payment_lines import Entered

pytestmark = pytest.mark.games("cats")
HALVES, TENTHS = "house parts=half-points\n", "house parts=tenth-points\n"
LEASES = "game totopoly\nseats Ann Ben Cy Dee\nstart\n"
STREETS = "game rat_race_monopoly\nseats Ann Ben\nhouse board=classic\nstart first=ann\n"
MONEY = "game any_money\nseats Ann Ben Cy\nhouse debt=no\nbegin\n"


async def test_a_round_has_the_moment_it_was_recorded_at_and_no_key_is_lost_meanwhile(open_plays):
    play_id = score_game.new_play(open_plays, 2)
    async with (
        opened(open_plays, play_id, PHONE) as screen,
        opened(open_plays, play_id, TABLET, hub=screen.wire.pubsubhub) as other,
    ):
        await type_keys(screen, *"29")
        await screen.resize(TABLET)
        await score_game.tap(other, "Start the clock")
        await screen.settle()
        assert screen.by_id("sum").label == "Ann's hand: 11"
        assert not screen.says("Recorded meanwhile")
        screen.clients[0].state(play_id).now = lambda: 1_800_000_000
        await type_keys(screen, "Backspace", "3", "0", "0", "Numpad 4", *"444", "Enter")
        assert lines(open_plays, play_id)[0] == "Round 1: Ann 5, Ben 16."
        assert open_plays.journal.entries(play_id)[0].proposal.answers["at"] == 1_800_000_000


@pytest.mark.parametrize(
    ("keys", "words"),
    [("0", "ann=0"), ("1", "ann=1"), ("12", "ann=12"), ("37", "ann=7"), ("400", "ann=4 ben=0 cy=0")],
)
def test_what_digits_make_of_totals(open_plays, keys, words):
    snapshot = open_plays.snapshot(score_game.new_play(open_plays))
    draft = begin(snapshot, Offer("round", {}), lead=True)
    question = snapshot.game.find_action("round").question("scores")
    for key in keys:
        draft = card_pad.digit(key)(snapshot, draft, question)
    assert draft.texts["scores"] == words


@pytest.mark.games("all")
@pytest.mark.parametrize(
    ("house", "keys", "row", "says"),
    [
        (HALVES, "10.5", "Ann: 10.5 points", ""),
        (HALVES, "3.3", "Ann: 3.3", "Ann's number: 3.3 is no half point; type 3 or 3.5."),
        (TENTHS, "-.3", "Ann: minus 0.3 points", ""),
        ("", "12.5", "Ann: 12.5", "Ann's number must be a whole number; 12.5 has a fraction."),
        ("", "12,5", "Ann: 12,5", "Ann's number: a comma stands before three digits, as in 1,250; '12,5' has another."),
        ("", ["Subtract", "5"], "Ann: minus 5 points", ""),
        ("", "1+5", "Ann: 1+5", "Ann's number must be a number; '1+5' is not one."),
        ("house below=no\n", "-5", "Ann: minus 5 points", "Ann: at least 0 points."),
    ],
)
async def test_signs_and_points_on_the_keyboard_are_read_or_refused_where_they_stand(lay, house, keys, row, says):
    open_plays, play_id = lay(f"game any_score\nseats Ann Ben\n{house}")
    async with opened(open_plays, play_id) as screen:
        await type_keys(screen, *keys, "Enter", "1")
        rows = [one.content.label for one in screen.all(ft.MergeSemantics) if "each-points-" in str(one.key)]
        assert rows[0] == row
        assert not says or screen.says(says)
        await type_keys(screen, "Enter")
    assert len(open_plays.journal.entries(play_id)) == (not says)


@pytest.mark.games("all")
async def test_a_deal_that_somebody_cannot_pay_says_so_and_the_banker_records_it_all_the_same(lay):
    open_plays, play_id = lay(MONEY)
    async with on_sheet(open_plays, play_id, "deal") as screen:
        for name in ("Ann", "Ben", *"2000"):
            await screen.tap(name)
        assert screen.says("Ann has $1,500 and needs $2,000. Ann may not owe money; the banker can record it all the")
        for name in ("Record it all the same", "Deal of 1 payment"):
            await screen.tap(name)
    assert lines(open_plays, play_id)[0] == "Ann pays Ben $2,000."


@pytest.mark.parametrize(
    ("words", "payments", "step"),
    [
        ("", 0, "000"),
        ("ann>", 0, "010"),
        ("ann>ben=", 0, "011"),
        ("ann>ben=5", 1, "011"),
        ("ann>ben=5 ", 1, "100"),
        ("ann>ben=5 cy>ann=7", 2, "111"),
    ],
)
def test_payments_are_read_line_by_line_and_the_focus_goes_on_with_each_step(words, payments, step):
    entered = Entered.of(words)
    assert len(entered.lines) == payments
    assert entered.words.strip() in words
    assert entered.step == step


@pytest.mark.games("all")
async def test_a_price_that_may_be_left_out_is_typed_on_a_pad_that_stays(lay):
    open_plays, play_id = lay(LEASES)
    async with on_sheet(open_plays, play_id, "keep", PHONE, who="ann", card="h1") as screen:
        for name in ("9", "0", "Record"):
            await screen.tap(name)
    assert lines(open_plays, play_id)[0] == "Ann pays \u00a390 for a card."


@pytest.mark.games("all")
@pytest.mark.parametrize("leave", [lambda sheet: sheet.answer("card", "h2"), lambda sheet: sheet.reopen("price")])
def test_the_pad_goes_when_another_question_is_answered_or_it_is_put_away(lay, leave):
    sheet = PlayState(*lay(LEASES)).sheet
    sheet.open(Offer("keep", {"who": "ann", "card": "h1"}))
    sheet.type("price", "9")
    assert sheet.draft.opened == "price"
    leave(sheet)
    assert sheet.draft.opened == ""
    assert sheet.draft.answers["price"] == 9


@pytest.mark.games("all")
@pytest.mark.parametrize(("keys", "typed"), [("-5", "-5"), ("5.2", "5.2"), (".", "0.")])
async def test_an_amount_that_can_be_left_out_is_not_left_out_because_it_can_not_be_read(lay, keys, typed):
    open_plays, play_id = lay(STREETS)
    street = open_plays.referee(play_id).game.find_action("buy_street").question("street")
    first = street.kind.candidates(open_plays.snapshot(play_id).turn({"who": "ann"}))[0]
    async with on_sheet(open_plays, play_id, "buy_street", who="ann", street=first) as screen:
        sheet = screen.clients[0].here().sheet
        sheet.reopen("price")
        await screen.settle()
        await type_keys(screen, *keys, "Enter")
        assert sheet.draft.texts["price"] == typed
    assert len(open_plays.journal.entries(play_id)) == 1


@pytest.mark.games("all")
@pytest.mark.parametrize("lifted", [False, True], ids=["they stay", "one is lifted"])
async def test_one_of_the_fingers_that_stay_is_chosen(lay, monkeypatch, lifted):
    waits = asyncio.Event()
    monkeypatch.setattr(who_starts, "a_moment", waits.wait)
    monkeypatch.setattr(who_starts.DICE, "choice", lambda fingers: fingers[-1])
    async with opened(*lay("game ratrace\nseats Ann Ben Cy\n"), TABLET) as screen:
        sheet = screen.clients[0].here().sheet

        async def put(name, *, down):
            (place,) = screen.all(ft.GestureDetector, key=f"finger-{name}")
            await screen.fire(place, "long_press_start" if down else "long_press_end", START if down else END)

        await screen.tap("Lay fingers on")
        await put("ann", down=True)
        await put("ben", down=True)
        if lifted:
            await put("ben", down=False)
        assert "first" not in sheet.draft.answers
        waits.set()
        await screen.settle()
        assert sheet.draft.answers.get("first") == (None if lifted else "ben")
