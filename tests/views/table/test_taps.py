"""How many taps what happens most often takes, from the turn's screen as an evening leaves it: README's table."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import flet as ft
import pytest
from device import opened
from headless import PHONE, end_threads

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
MONEY = """game any_money
title Friday
seats Ann Ben Cy
begin
open_pot name=Jackpot
pay_in pot=Jackpot payer=ann amount=100
"""
TEAMS = """game any_score
title Friday
seats Ann Ben Cy Dee
house teams=team
name_team name=Red members=ann+cy
name_team name=Blue members=ben+dee
"""
TRACK = "game doubletrack\ntitle Friday\nseats Ann Ben Cy\nstart first=ann\n"


def races(until: str) -> str:
    """An evening of Totopoly up to its first entry of an action."""
    lines = (ROOT / "tests" / "sessions" / "totopoly-whole-evening.session").read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[: next(at for at, one in enumerate(lines) if one.split()[:1] == [until])])


class Event(NamedTuple):
    """What happens, after an evening so far; the buttons tapped for it."""

    what: str
    evening: str
    taps: tuple[str, ...]


EVENTS = {
    "Ratrace": (
        Event("a roll that ends on a windfall", RATRACE, ("7", "Record")),
        Event("a roll that ends on a Business", RATRACE, ("5", "Record")),
        Event(
            "a purchase, in cash or on credit",
            f"{RATRACE}roll who=alice roll=5\n",
            ("Quartz Watch...", "Credit Card..."),
        ),
        Event(
            "joining a school or club",
            f"{RATRACE}roll who=alice roll=4\n",
            ("Cash...",),
        ),
        Event(
            "a bet at the Racetrack",
            f"{RATRACE}place who=alice square=15\n",
            ("7", "$100", "Record"),
        ),
        Event(
            "a side bet of another player",
            f"{RATRACE}place who=alice square=15\nrace who=alice horse=7 stake=100\n",
            ("Add a side bet", "Ben", "$100", "Record"),
        ),
        Event(
            "an investment",
            f"{RATRACE}roll who=alice roll=3\n",
            ("$100", "Record"),
        ),
        Event(
            "a roll for an investment, a race or a lottery",
            f"{RATRACE}roll who=alice roll=3\ninvest who=alice stake=100\n",
            ("7", "Record"),
        ),
        Event(
            "cashing in an investment",
            f"{RATRACE}roll who=alice roll=3\ninvest who=alice stake=100\nexchange_roll roll=9\n",
            ("Alice cashes in...",),
        ),
        Event(
            "matching a lottery's stake",
            f"{RATRACE}roll who=alice roll=9\nlottery who=alice stake=20\n",
            ("Ben", "Record"),
        ),
    ),
    "Rat Race Monopoly": (
        Event("the next player", MONOPOLY, ("Next player...",)),
        Event("passing GO", MONOPOLY, ("GO...", "8", "Record")),
        Event(
            "a throw of the dice",
            MONOPOLY,
            ("Throw the dice...", "4", "3", "Record"),
        ),
        Event("a street", MONOPOLY, ("Street for sale...", "1", "Record")),
        Event("rent", MONOPOLY, ("Owned street...", "200K", "Record")),
        Event("a college", MONOPOLY, ("College...",)),
        Event("a tax square", MONOPOLY, ("Tax...",)),
        Event(
            "a visit to the exchange",
            MONOPOLY,
            ("Stock exchange...", "8", "Record"),
        ),
        Event("a 7", MONOPOLY, ("A 7...", "8", "Record")),
        Event(
            "applying for a job",
            f"{MONOPOLY}study who=ben\n",
            ("Employment office...", "8", "Record"),
        ),
    ),
    "Totopoly": (
        Event("a lease card kept", races("keep"), ("Ann", "King of Clubs...", "Record")),
        Event(
            "a lot sold",
            races("sell"),
            ("Dorigen...", "Ann", "\u00a310", "Record"),
        ),
        Event(
            "money paid in training",
            races("train_pay"),
            ("Cy", "The bank", "\u00a310", "Record"),
        ),
        Event(
            "a card gained in training",
            races("gain_card"),
            ("Gain a card", "Ann", "Black card...", "Record"),
        ),
        Event("the entrance fees", races("enter_race"), ("Record",)),
        Event("a bet on the Tote", races("bet"), ("Ann", "8", "\u00a320...")),
        Event("the race begins", races("off"), ("They're off...",)),
        Event("a horse past the post", races("home"), ("3", "Record")),
        Event("the backers are paid", races("pay_tote"), ("Record",)),
        Event("the prizes are paid", races("pay_prizes"), ("Record",)),
    ),
    "Rat-a-Tat Cat": (
        Event("who deals first", CATS.rsplit("start", maxsplit=1)[0], ("Ann", "Record")),
        Event(
            "a round of four hands, by cards",
            CATS,
            (*"0123" * 4, "Record"),
        ),
        Event(
            "a round of four, by totals",
            CATS,
            ("Total", "9", "8", "7", "6", "Record"),
        ),
        Event(
            "a round taken back",
            f"{CATS}round scores='ann=14 ben=17 cy=11 dot=20'\n",
            ("Undo: Round 1...",),
        ),
    ),
    "Doubletrack": (
        Event("who starts", TRACK.rsplit("start", maxsplit=1)[0], ("Ann", "Record")),
        Event(
            "asking at a gate, for chips",
            TRACK,
            ("Ask at a gate", "Ann", "Y", "Yes, for chips...", "$25", "Record"),
        ),
        Event("through the gate", f"{TRACK}toll who=ann gate=yellow answer=pays amount=15\n", ("Record",)),
        Event(
            "$25 taken from a player",
            TRACK,
            ("Take $25", "Ann", "Ben", "$25", "Record"),
        ),
        Event(
            "a gate pass taken",
            TRACK,
            ("Take a gate pass", "Ann", "Y", "Record"),
        ),
        Event(
            "a gate pass stolen",
            TRACK,
            ("Steal a gate pass", "Ann", "Y", "Record"),
        ),
        Event("the first pawn is home", TRACK, ("Home", "Ann", "Record")),
    ),
    "Any money game": (
        Event("a payment", MONEY, ("Ann", "Ben", "$100", "Record")),
        Event("a payment into the pot", MONEY, ("Pay into a pot", "Ann", "$50", "Record")),
        Event("the pot paid out", MONEY, ("A pot pays out", "Ben", "$100", "Record")),
        Event(
            "a deal of two payments",
            MONEY,
            ("A deal of several payments", "Ann", "Ben", "$100", "Another payment", "Ben", "Cy", "$50", "Record"),
        ),
    ),
    "Any score game": (Event("40 and 30 points for two teams", TEAMS, (*"40", "Next", *"30", "Record")),),
}


async def tap(screen, name: str) -> None:
    """Tap the button of a name on the sheet: the tiles above it have the names of players too."""
    tiles = {
        id(part) for tile in screen.all(ft.Semantics) if str(tile.key).startswith("seat-") for part in screen.walk(tile)
    }
    can = [one for one in screen.named(name) if getattr(one, "on_click", None) and id(one) not in tiles]
    assert can, f"nothing called {name!r}"
    assert not can[0].disabled, f"{name!r} is greyed"
    await screen.fire(can[0], "click")


@pytest.mark.parametrize("event", [pytest.param(one, id=one.what) for many in EVENTS.values() for one in many])
async def test_the_last_of_its_taps_records_it_and_none_before(tmp_path, event) -> None:
    database = Book.open(tmp_path)
    journal = Journal(database)
    play_id = replay(journal, steps(event.evening)).play.id
    before = journal.last(play_id)
    async with opened(OpenPlays(journal), play_id, PHONE) as screen:
        for at, name in enumerate(event.taps):
            assert journal.last(play_id) == before, f"recorded before {event.taps[at:]}"
            await tap(screen, name)
    assert journal.last(play_id) == before + 1
    await end_threads()
    database.close()


def table() -> str:
    """README's table."""
    lines = ["| game | taps for what happens most often |", "|---|---|"]
    for game, events in EVENTS.items():
        few = sorted({len(one.taps) for one in events})
        said = (f"**{taps}** {', '.join(one.what for one in events if len(one.taps) == taps)}" for taps in few)
        lines.append(f"| {game} | {'; '.join(said)} |")
    return "\n".join(lines)


def test_the_readme_counts_the_same_taps() -> None:
    assert table() in (ROOT / "README.md").read_text(encoding="utf-8"), f"the table is:\n{table()}"
