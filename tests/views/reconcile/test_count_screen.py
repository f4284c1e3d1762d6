"""Counting the cash on the screen: piles, totals, what agrees, what differs and what is done about it."""

from __future__ import annotations

import re
from pathlib import Path

import flet as ft
import pytest
from hats_game import press
from headless import PHONE, TABLET, Screen

from companion.formats.session import replay, steps
from models.ledger import COUNT
from views import app
from views.table.more import menu_items

pytestmark = pytest.mark.games("all")

SESSIONS = Path(__file__).resolve().parents[2] / "sessions"
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
RATRACE = """game ratrace
seats Alice Bob Cy
house businesses=one gifts=yes position=off
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=cy business=red
windfall who=alice square=gift
windfall who=bob square=bingo
gift giver=bob taker=cy amount=63 reason="a bet"
collect who=alice
"""
MILLIONS = """game rat_race_monopoly
seats Ann Ben
start first=ann
"""


@pytest.fixture
def lay(open_plays):
    """Puts a play from the text of a session in the book; returns its id."""
    return lambda text: replay(open_plays.journal, steps(text)).play.id


def opened(open_plays, play_id, size=PHONE, part="/count", scale=1.0):
    def main(page):
        app.open_session(page, open_plays)

    return Screen(main, f"/play/{play_id}{part}", size, kept={"companion.scale": scale})


def total(screen) -> ft.TextField:
    return next(one for one in screen.all(ft.TextField) if "all together" in str(one.label))


def pile(screen, note: str) -> ft.TextField:
    (named,) = screen.all(ft.Semantics, label=f"How many notes of {note}")
    return named.content


def labels(screen) -> list[str]:
    return [str(one.label) for one in screen.all(ft.Semantics) if one.label]


async def test_a_second_tap_corrects_nothing_more(open_plays, lay):
    play_id = lay(RATRACE)
    async with opened(open_plays, play_id) as screen:
        await press(screen, "Count Cy")
        await screen.write(total(screen), "236")
        await screen.tap("Look for the mistake")
        await screen.see("two digits changed places")
        button = screen.button("Correct it so")
        await screen.fire(button, "click")
        await button.on_click()
        await screen.settle()
    assert open_plays.referee(play_id).version == 10


async def test_notes_are_counted_by_tapping_and_by_typing(open_plays, lay):
    play_id = lay(MILLIONS)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("One 500 thousand note more")
        await screen.tap("One 500 thousand note more")
        await screen.write(pile(screen, "100 thousand"), "5")
        assert "Counted: 1.5 million" in labels(screen)
        assert screen.says("1.5M counted, 1.5M in the book")
        await screen.tap("One 500 thousand note fewer")
        assert screen.says("Ann has 500K less than the book says.")
        await screen.write(pile(screen, "100 thousand"), "five")
        assert pile(screen, "100 thousand").error == "A number"
        assert "Counted: nothing yet" in labels(screen)


@pytest.mark.parametrize("words", ["-5", "4.5", "lots", "9" * 40])
async def test_a_total_that_is_no_sum_is_said_at_the_field(open_plays, lay, words):
    play_id = lay(RATRACE)
    async with opened(open_plays, play_id) as screen:
        await screen.write(total(screen), words)
        assert str(total(screen).error).startswith("The total")
        assert not screen.named("Look for the mistake")


async def test_what_was_found_is_for_that_figure_alone(open_plays, lay):
    play_id = lay(RATRACE)
    async with opened(open_plays, play_id, TABLET) as screen:
        await press(screen, "Count Cy")
        await screen.write(total(screen), "236")
        await screen.tap("Look for the mistake")
        await screen.see("two digits changed places")
        await screen.write(total(screen), "237")
        assert not screen.says("two digits changed places")
        open_plays.referee(play_id).write("collect", {"who": "cy"})


async def test_chips_behind_a_screen_are_not_counted_here(open_plays, lay):
    play_id = lay("game doubletrack\nseats Ann Ben Cy Dot\nhouse stack=915\nstart first=ann\n")
    assert "count" not in [one.part for one in menu_items(open_plays.referee(play_id).game)]
    async with opened(open_plays, play_id) as screen:
        assert screen.says("There is no money to be counted in Doubletrack.")
        assert not any(re.search("915|[$][0-9]", one) for one in (*screen.words(), *labels(screen)))


@pytest.mark.parametrize("scale", [1.0, 2.0])
async def test_large_text_and_long_names_are_drawn(open_plays, lay, scale):
    long = "Maximiliana-Antonia von und zu"
    play_id = lay(MILLIONS.replace("Ann Ben", f'"{long}" Ben').replace("first=ann", "first=ben"))
    async with opened(open_plays, play_id, scale=scale) as screen:
        await screen.tap("One 5 million note more")
        await screen.tap("Look for the mistake")
        await screen.see("Or else")


async def test_a_book_that_cannot_be_written_says_so_and_keeps_what_was_typed(open_plays, lay, monkeypatch):
    from models.errors import ReadOnlyError  # noqa: PLC0415 - for this one test

    play_id = lay(RATRACE)

    def refuse(*_args, **_more):
        raise ReadOnlyError("Nothing can be written.")

    async with opened(open_plays, play_id) as screen:
        await screen.write(total(screen), "500")
        monkeypatch.setattr(open_plays.referee(play_id), "write", refuse)
        await screen.tap("It agrees, next Bob")
        assert total(screen).value == "500"
    assert not any(one.proposal.action == COUNT for one in open_plays.journal.all_entries(play_id))


async def test_a_count_on_its_way_while_the_cash_changed_hands_is_not_written_down(open_plays, lay):
    play_id = lay(RATRACE)
    async with opened(open_plays, play_id) as screen:
        agreed = screen.button("It is exactly $500")
        gift = {"giver": "alice", "taker": "cy", "amount": 20, "reason": "a bet"}
        open_plays.referee(play_id).write("gift", gift)
        before = open_plays.journal.last(play_id)
        await screen.fire(agreed, "click")
        assert open_plays.journal.last(play_id) == before
        assert screen.says("Recorded meanwhile: Alice gives Cy $20")


async def test_a_book_without_cash_says_why_there_is_nothing_to_count(open_plays, lay):
    play_id = lay((SESSIONS / "totopoly-tote-only.session").read_text(encoding="utf-8"))
    async with opened(open_plays, play_id) as screen:
        assert screen.says("Nobody's cash is followed in this book")
