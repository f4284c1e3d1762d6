"""How many taps what happens most often takes, from the turn's screen as an evening leaves it: README's tables."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import flet as ft
import pytest
from device import opened
from headless import PHONE, play

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays

ROOT = Path(__file__).resolve().parents[3]
RATRACE = """game ratrace
title Friday
seats Alice Ben Chen
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=chen business=olive
"""
MONOPOLY = """game rat_race_monopoly
title Friday
seats Ann Ben Cy
start
study who=ann
next_player
pay_tax who=ben
next_player
buy_street who=cy street=s3
next_player
apply_for_job who=ann roll=4
next_player
"""
CATS = "game rat_a_tat_cat\ntitle Friday\nseats Ann Ben Cy Dot\nstart first=ann\n"
TRACK = "game doubletrack\ntitle Friday\nseats Ann Ben Cy\nstart first=ann\n"


def races(until: str) -> str:
    """An evening of Totopoly up to its first entry of an action."""
    lines = (ROOT / "tests" / "sessions" / "totopoly-whole-evening.session").read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[: next(at for at, one in enumerate(lines) if one.split()[:1] == [until])])


class Event(NamedTuple):
    """What happens, after an evening so far; the buttons tapped for it, and what they are in README's words."""

    what: str
    evening: str
    taps: tuple[str, ...]
    how: str


EVENTS = {
    "Ratrace": (
        Event("a roll that ends on a windfall", RATRACE, ("7", "Record"), "the roll, Record"),
        Event("a roll that ends on a Business", RATRACE, ("5", "Record"), "the roll, Record"),
        Event(
            "a purchase, in cash or on credit",
            f"{RATRACE}roll who=alice roll=5\n",
            ("Quartz Watch...", "Credit Card..."),
            "the item, how it is paid",
        ),
        Event(
            "joining a school or club",
            f"{RATRACE}roll who=alice roll=4\n",
            ("Cash...",),
            "how it is paid",
        ),
        Event(
            "a bet at the Racetrack",
            f"{RATRACE}place who=alice square=15\n",
            ("7", "$100", "Record"),
            "horse, stake, Record",
        ),
        Event(
            "a side bet of another player",
            f"{RATRACE}place who=alice square=15\nrace who=alice horse=7 stake=100\n",
            ("Add a side bet", "Ben", "$100", "Record"),
            "Add a side bet, who, stake, Record",
        ),
        Event(
            "an investment",
            f"{RATRACE}roll who=alice roll=3\n",
            ("$100", "Record"),
            "the stake, Record",
        ),
        Event(
            "a roll for an investment, a race or a lottery",
            f"{RATRACE}roll who=alice roll=3\ninvest who=alice stake=100\n",
            ("7", "Record"),
            "the roll, Record",
        ),
        Event(
            "cashing in an investment",
            f"{RATRACE}roll who=alice roll=3\ninvest who=alice stake=100\nexchange_roll roll=9\n",
            ("Alice cashes in...",),
            "the tile",
        ),
        Event(
            "matching a lottery\u2019s stake",
            f"{RATRACE}roll who=alice roll=9\nlottery who=alice stake=20\n",
            ("Ben", "Record"),
            "who, Record",
        ),
    ),
    "Rat Race Monopoly": (
        Event("the next player", MONOPOLY, ("Next player...",), "Next player"),
        Event("passing GO", MONOPOLY, ("GO...", "8", "Record"), "GO, the roll, Record"),
        Event(
            "a throw of the dice",
            MONOPOLY,
            ("Throw the dice...", "4", "3", "Record"),
            "Throw the dice, each die, Record",
        ),
        Event("a street", MONOPOLY, ("Street for sale...", "1", "Record"), "Street for sale, the street, Record"),
        Event("rent", MONOPOLY, ("Owned street...", "200K", "Record"), "Owned street, the amount, Record"),
        Event("a college", MONOPOLY, ("College...",), "the tile"),
        Event("a tax square", MONOPOLY, ("Tax...",), "the tile"),
        Event(
            "a visit to the exchange",
            MONOPOLY,
            ("Stock exchange...", "8", "Record"),
            "Stock exchange, the roll, Record",
        ),
        Event("a 7", MONOPOLY, ("A 7...", "8", "Record"), "A 7, the roll, Record"),
        Event(
            "applying for a job",
            f"{MONOPOLY}study who=ben\n",
            ("Employment office...", "8", "Record"),
            "Employment office, the roll, Record",
        ),
    ),
    "Totopoly": (
        Event("a lease card kept", races("keep"), ("Ann", "1 \u00b7...", "Record"), "who, the card, Record"),
        Event(
            "a lot sold",
            races("sell"),
            ("8 \u00b7...", "Ann", "\u00a310", "Record"),
            "the lot, to whom, the bid, Record",
        ),
        Event(
            "money paid in training",
            races("train_pay"),
            ("Cy", "The bank", "\u00a310", "Record"),
            "who, to whom, the amount, Record",
        ),
        Event(
            "a card gained in training",
            races("gain_card"),
            ("Gain a card", "Ann", "Black card...", "Record"),
            "Gain a card, who, which, Record",
        ),
        Event("the entrance fees", races("enter_race"), ("Record",), "Record"),
        Event("a bet on the Tote", races("bet"), ("Ann", "8", "\u00a320..."), "backer, horse, stake"),
        Event("the race begins", races("off"), ("They\u2019re off...",), "They\u2019re off"),
        Event("a horse past the post", races("home"), ("3", "Record"), "the horse, Record"),
        Event("the backers are paid", races("pay_tote"), ("Record",), "Record"),
        Event("the prizes are paid", races("pay_prizes"), ("Record",), "Record"),
    ),
    "Rat-a-Tat Cat": (
        Event("who deals first", CATS.rsplit("start", maxsplit=1)[0], ("Ann", "Record"), "who, Record"),
        Event(
            "a round of four hands, by cards",
            CATS,
            (*"0123" * 4, "Record"),
            "four cards a hand, Record; a knock is one more",
        ),
        Event(
            "a round of four, by totals",
            CATS,
            ("Total", "9", "8", "7", "6", "Record"),
            "Total once, four totals, Record",
        ),
        Event(
            "a round taken back",
            f"{CATS}round scores='ann=14 ben=17 cy=11 dot=20'\n",
            ("Undo: Round 1...",),
            "the arrow",
        ),
    ),
    "Doubletrack": (
        Event("who starts", TRACK.rsplit("start", maxsplit=1)[0], ("Ann", "Record"), "who, Record"),
        Event(
            "asking at a gate, for chips",
            TRACK,
            ("Ask at a gate", "Ann", "Y", "Yes, for chips...", "$25", "Record"),
            "Ask at a gate, who, the gate, the answer, the chips, Record",
        ),
        Event("through the gate", f"{TRACK}toll who=ann gate=yellow answer=pays amount=15\n", ("Record",), "Record"),
        Event(
            "$25 taken from a player",
            TRACK,
            ("Take $25", "Ann", "Ben", "$25", "Record"),
            "Take $25, who, from whom, the amount, Record",
        ),
        Event(
            "a gate pass taken",
            TRACK,
            ("Take a gate pass", "Ann", "Y", "Record"),
            "Take a gate pass, who, its colour, Record",
        ),
        Event(
            "a gate pass stolen",
            TRACK,
            ("Steal a gate pass", "Ann", "Y", "Record"),
            "Steal a gate pass, who, its colour, Record",
        ),
        Event("the first pawn is home", TRACK, ("Home", "Ann", "Record"), "Home, who, Record"),
    ),
}


async def tap(screen, name: str) -> None:
    """Tap the button of a name on the sheet: the tiles above it have the names of players too."""
    tiles = {
        id(part) for one in screen.all(ft.Semantics) if str(one.key).startswith("seat-") for part in screen.walk(one)
    }
    can = [one for one in screen.named(name) if getattr(one, "on_click", None) and id(one) not in tiles]
    assert can, f"nothing called {name!r}"
    assert not can[0].disabled, f"{name!r} is greyed"
    await screen.fire(can[0], "click")


@pytest.mark.parametrize("event", [pytest.param(one, id=one.what) for many in EVENTS.values() for one in many])
def test_the_last_of_its_taps_records_it_and_none_before(tmp_path, event) -> None:
    database = Book.open(tmp_path)
    journal = Journal(database)
    play_id = replay(journal, steps(event.evening)).play.id
    before = journal.last(play_id)

    async def scene() -> None:
        async with opened(OpenPlays(journal), play_id, PHONE) as screen:
            for at, name in enumerate(event.taps):
                assert journal.last(play_id) == before, f"recorded before {event.taps[at:]}"
                await tap(screen, name)

    play(scene)
    assert journal.last(play_id) == before + 1
    database.close()


def table() -> str:
    """README's table."""
    lines = ["| game | what happens | taps | which |", "|---|---|---|---|"]
    for game, events in EVENTS.items():
        for at, one in enumerate(events):
            lines.append(f"| {'' if at else game} | {one.what} | {len(one.taps)} | {one.how} |")
    return "\n".join(lines)


def test_the_readme_counts_the_same_taps() -> None:
    assert table() in (ROOT / "README.md").read_text(encoding="utf-8"), f"the table is:\n{table()}"
