"""Points for everybody: typed on digits, below zero too, from one player to the next."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from headless import PHONE, TABLET, end_threads
from tool_taps import tap

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def golf(tmp_path):
    open_plays = OpenPlays(Journal(Book.open(tmp_path)))
    referee = replay(open_plays.journal, steps("game any_score\nseats Ann Ben Cyd\n"))
    yield open_plays, referee.play.id
    open_plays.journal.database.close()


def rows(screen):
    found = [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("each-points-")]
    return [one.content.label for one in found]


@SIZES
async def test_a_round_is_typed_on_the_pad_and_recorded(golf, size):
    open_plays, play_id = golf
    async with opened(open_plays, play_id, size) as screen:
        await tap(screen, "1", "2", "Next player", "7", "Plus or minus", "Next player", "0")
        assert rows(screen) == ["Ann: 12 points", "Ben: minus 7 points", "Cyd: 0 points"]
        await tap(screen, "Record")
        assert screen.says("Round 2")
    assert open_plays.journal.entries(play_id)[0].proposal.narration == "Round 1: Ann 12, Ben \u22127, Cyd 0."


async def test_a_round_of_hearts_that_can_not_be_is_recorded_all_the_same_by_one_tap(golf):
    open_plays, _ = golf
    play_id = replay(open_plays.journal, steps("game any_score\nseats Ann Ben Cyd\nhouse zero=hearts\n")).play.id
    async with opened(open_plays, play_id) as screen:
        await tap(screen, "2", "0", "Next player", "7", "Next player", "5")
        assert screen.says("These points come to 32; a round has 26.")
        assert not screen.says("How many points does everyone get?"), "it is said in place of that: no key moves"
        await tap(screen, "Other than 26 points: no", "Record")
        assert screen.says("Round 2")


async def test_the_sign_turns_and_a_slip_is_taken_back(golf):
    open_plays, play_id = golf
    async with opened(open_plays, play_id) as screen:
        await tap(screen, "5", "Plus or minus", "Plus or minus")
        assert rows(screen)[0] == "Ann: 5 points"
        await tap(screen, "8", "Plus or minus", "Backspace")
        assert rows(screen)[0] == "Ann: minus 5 points"
        await tap(screen, "Clear")
        assert rows(screen)[0] == "Ann: no number yet"


async def test_a_keyboard_types_digits_and_the_sign(golf):
    open_plays, play_id = golf
    async with opened(open_plays, play_id) as screen:
        for key in ("4", "2", "-", "Enter", "9"):
            await screen.key(key)
        assert rows(screen)[:2] == ["Ann: minus 42 points", "Ben: 9 points"]


HALVES, TENTHS = "house parts=half-points\n", "house parts=tenth-points\n"


@pytest.mark.parametrize(
    ("house", "taps", "row"),
    [
        (HALVES, ("1", "0", "And a half"), "Ann: 10.5 points"),
        (HALVES, ("3", "And a half", "And a half"), "Ann: 3 points"),
        (HALVES, ("And a half", "Plus or minus"), "Ann: minus 0.5 points"),
        (TENTHS, ("1", "0", "Point"), "Ann: 10."),
        (TENTHS, ("1", "0", "Point", "3"), "Ann: 10.3 points"),
        (TENTHS, ("1", "0", "Point", "3", "Backspace", "Backspace", "5"), "Ann: 105 points"),
    ],
)
async def test_the_pad_has_a_key_for_the_parts_of_a_point(golf, house, taps, row):
    open_plays, _ = golf
    play_id = replay(open_plays.journal, steps(f"game any_score\nseats Ann Ben\n{house}")).play.id
    async with opened(open_plays, play_id) as screen:
        await tap(screen, *taps)
        assert rows(screen)[0] == row


@pytest.mark.parametrize(
    ("house", "keys", "row", "says"),
    [
        (HALVES, "10.5", "Ann: 10.5 points", ""),
        (HALVES, "3.3", "Ann: 3.3", "Ann's number: 3.3 is no half point; type 3 or 3.5."),
        (TENTHS, "-.3", "Ann: minus 0.3 points", ""),
        ("", "12.5", "Ann: 12.5", "Ann's number must be a whole number; 12.5 has a fraction."),
        ("", "12,5", "Ann: 12,5", "Ann's number: a comma stands before three digits, as in 1,250; '12,5' has another."),
        ("", "-5", "Ann: minus 5 points", ""),
        ("", ["Subtract", "5"], "Ann: minus 5 points", ""),
        ("", "1+5", "Ann: 1+5", "Ann's number must be a number; '1+5' is not one."),
        ("house below=no\n", "-5", "Ann: minus 5 points", "Ann: at least 0 points."),
    ],
)
async def test_signs_and_points_on_the_keyboard_are_read_or_refused_where_they_stand(golf, house, keys, row, says):
    open_plays, _ = golf
    play_id = replay(open_plays.journal, steps(f"game any_score\nseats Ann Ben\n{house}")).play.id
    async with opened(open_plays, play_id) as screen:
        for key in (*keys, "Enter", "1"):
            await screen.key(key)
        assert rows(screen)[0] == row
        assert not says or screen.says(says)
        await screen.key("Enter")
    assert len(open_plays.journal.entries(play_id)) == (not says)


async def test_where_no_points_are_below_zero_there_is_no_sign(tmp_path):
    open_plays = OpenPlays(Journal(Book.open(tmp_path)))
    referee = replay(open_plays.journal, steps("game any_score\nseats Ann Ben\nhouse below=no\n"))
    async with opened(open_plays, referee.play.id) as screen:
        assert screen.says("Next")
        assert not screen.says("\u00b1")
    await end_threads()
    open_plays.journal.database.close()


async def test_a_tap_on_a_round_of_the_sheet_leads_to_where_it_is_corrected(golf):
    open_plays, play_id = golf
    async with opened(open_plays, play_id, TABLET) as screen:
        await tap(screen, "1", "2", "Next player", "7", "Next player", "0", "Record")
        await screen.tap("Round 1: Ann 12, Ben 7, Cyd 0. Tap to correct.")
        assert screen.page.route.endswith("/correct/line/1")
