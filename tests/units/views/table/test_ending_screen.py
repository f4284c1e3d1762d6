"""The end of a play on the screen: what is sent, what stays hidden, and a rematch."""

from __future__ import annotations

import flet as ft
import flet_charts
import pytest

from companion.formats.session import replay, steps
from models.errors import DamagedError
from tests.paths import SESSION_FOLDER
from tests.units.views.device import opened
from tests.units.views.hats_game import face, press
from tests.units.views.headless import PHONE, TABLET
from views.ending import picture
from views.ending.sending import ShareFiles
from views.setup import setup

pytestmark = pytest.mark.games("all")

RACE = "ratrace-retirement"
WORTH = """game rat_race_monopoly
title Friday
seats Ann Ben Cy
house board=classic
start first=ben
leave who=cy
change_house rule=worth_shares way=no reason=agreed
buy_street who=ben street=s5
leave who=ann
"""
TEAMS = """game any_score
seats Ann Ben Cy Dee
house teams=team rounds=1
name_team name=We members=ann+cy
name_team name=They members=ben+dee
score points="We=300 They=-20"
"""


@pytest.fixture
def lay(open_plays):
    """Puts a play from a session, or the text of one, in the book; returns its id."""

    def laid(name: str) -> str:
        text = (
            name
            if "\n" in name
            else (SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8")
        )
        return replay(open_plays.journal, steps(text)).play.id

    return laid


@pytest.fixture
def taken(monkeypatch):
    """What a device answers that is asked for a picture of its screen."""

    async def capture(_shot, *, pixel_ratio, delay):
        assert (pixel_ratio * picture.WIDTH, pixel_ratio * picture.HEIGHT) == (1080, 1350)
        assert delay
        return b"PNG"

    monkeypatch.setattr(ft.Screenshot, "capture", capture)
    return b"PNG"


async def test_a_book_that_cannot_be_read_still_says_who_won_and_has_that_in_the_picture(
    open_plays, lay, monkeypatch
):
    def damaged(_play):
        raise DamagedError("Line 1 is damaged.")

    play_id = lay(RACE)
    open_plays.snapshot(play_id)
    monkeypatch.setattr(open_plays.journal, "all_entries", damaged)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.says("Alice wins")
        assert not screen.says("Highlights")
        await press(screen, "Send the picture")
        await screen.see("A short Friday: Alice wins. Alice $25,300, Carl $3,735, Bob $740.")
        assert not screen.all(flet_charts.LineChart)
        assert face(screen, "Save").disabled, "this device has not taken it"


async def test_the_picture_is_looked_at_and_then_shared_or_saved(open_plays, lay, handed, taken):
    async with opened(open_plays, lay(RACE), PHONE) as screen:
        await press(screen, "Send the picture")
        await screen.see("A short Friday: Alice wins. Alice $25,300, Carl $3,735, Bob $740.")
        (share,) = [
            button
            for button in screen.all(ft.FilledButton)
            if isinstance(button.action, ShareFiles)
        ]
        assert share.action.args["files"][0]["data"] == taken
        assert share.action.args["text"].startswith("A short Friday: Alice wins")
        await press(screen, "Save")
    assert handed == [("A short Friday.png", taken)]


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_while_chips_are_hidden_nothing_at_the_end_reveals_them(open_plays, lay, size):
    play_id = lay("doubletrack-first-home-three")
    secrets = [
        words for standing in open_plays.snapshot(play_id).standings for _, words in standing.secret
    ]
    assert secrets
    async with opened(open_plays, play_id, size) as screen:
        assert not screen.all(flet_charts.LineChart)
        assert not screen.named("All the figures")
        await press(screen, "BG Stats")
        assert "score" not in face(screen, "Open BG Stats").action.url
        await press(screen, "Cancel")
        await press(screen, "Send the picture")
        await screen.see("With the track: Ann wins. Ann Home, Ben space 10, Cy space 9.")
        said = "\n".join(
            [*screen.words(), *(str(semantics.label) for semantics in screen.all(ft.Semantics))]
        )
        assert not [words for words in secrets if words in said]
        await press(screen, "Close")
        await press(screen, "Lift the screens")
        await screen.tap("Record")
        assert screen.all(flet_charts.LineChart)


async def test_a_rematch_has_the_same_seats_rules_and_board(open_plays, lay, monkeypatch):
    monkeypatch.setattr(setup, "SAME_TAP", 0.0)
    play_id = lay(WORTH)
    before = open_plays.snapshot(play_id)
    async with opened(open_plays, play_id, PHONE) as screen:
        await press(screen, "Play again")
        assert screen.says("house rules changed: 1")
        await press(screen, "Start")
        again = open_plays.snapshot(screen.page.route.removeprefix("/play/"))
    assert again.people == before.people
    assert again.play.title == "Friday 2"
    assert again.play.houses == {
        rule.key: before.table.house(rule.key) for rule in before.game.options
    }
    assert again.play.board == {
        fact.key: before.table.fact(fact.key) for fact in before.game.board_values
    }


@pytest.mark.parametrize(
    ("left", "teams"),
    [
        ((), ["Ann and Cy are team We.", "Ben and Dee are team They."]),
        (("Ben", "Dee"), ["Ann and Cy are team We."]),
        (("Cy",), ["Ann is team We.", "Ben and Dee are team They."]),
    ],
)
def test_play_again_takes_the_teams_along_and_leaves_out_who_is_not_there(
    open_plays, lay, left, teams
):
    form = setup.rematch_form(open_plays.journal, open_plays.snapshot(lay(TEAMS)))
    for seat in [seat for seat in form.seats if seat.name in left]:
        form.remove(seat.key)
    entries = open_plays.journal.entries(form.begin(open_plays.journal))
    assert sorted(entry.proposal.narration for entry in entries) == teams


async def test_two_taps_on_rematch_and_two_on_start_begin_one_play(open_plays, lay, monkeypatch):
    async def tap_twice(button):
        for _ in range(2):
            await screen.session.dispatch_event(button._i, "click", None)
        await screen.settle()

    async with opened(open_plays, lay(RACE), PHONE) as screen:
        monkeypatch.setattr(setup, "SAME_TAP", float("inf"))  # however busy this machine is
        await tap_twice(face(screen, "Play again"))
        (sheet,) = screen.all(ft.AlertDialog)
        start = sheet.actions[-1]
        await screen.fire(start, "click")
        assert len(open_plays.journal.plays()) == 1, (
            "a second tap on Play again that lands on Start begins nothing"
        )
        monkeypatch.setattr(setup, "SAME_TAP", 0.0)
        await tap_twice(start)
        assert len(open_plays.journal.plays()) == 2


def test_board_values_changed_after_rematch_count_for_the_new_play(open_plays, lay):
    play_id = lay(
        "game ratrace\ntitle Friday\nseats Ann Ben\nboard income.working=77 income.middle=777\n"
    )
    again = setup.rematch_form(open_plays.journal, open_plays.snapshot(play_id))
    assert again.own_facts == 2
    open_plays.journal.set_board_fact("ratrace", again.game.edition, "income.working", 99)
    again.look_up(open_plays.journal)
    board = open_plays.journal.play(again.begin(open_plays.journal)).board
    assert (board["income.working"], board["income.middle"]) == (99, 777)


async def test_a_book_that_cannot_be_written_offers_no_rematch_and_says_why(open_plays, lay):
    play_id = lay(RACE)
    open_plays.journal.database.broken = "The books are open in another tab."
    async with opened(open_plays, play_id, PHONE) as screen:
        assert face(screen, "Play again").disabled
        assert screen.says("The books are open in another tab.")
        assert not face(screen, "Send the picture").disabled
