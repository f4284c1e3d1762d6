"""What fills the screen once, on every device: opened bids, the end of a race, a winner; and money that has changed."""

import flet as ft
import pytest

from models.errors import UnreadableError
from tests.units.views.device import on_sheet, opened
from views.components.reveal import ASIDE, LARGEST, MARGIN, CardLook, RevealCard, RevealContent
from views.ending import moments

pytestmark = pytest.mark.games("all")

CATS = """game rat_a_tat_cat
title Friday cats
seats Ann Ben Cy
house rounds=2
start first=ann
round scores='ann=12 ben=20 cy=7'
"""
RACE = """game totopoly
title Saturday races
seats Ann Ben
house keeps=tote
start horses=5
bet who=ann horse=h2 amount=20
bet who=ben horse=h3 amount=40
off
home horse=h2
home horse=h3
"""
HOME = "home", {"horse": "h5"}
ROUND = "round", {"scores": "ann=5 ben=20 cy=9"}


async def write(screen, action, answers):
    """Record on another device, and let this one hear of it."""
    state = screen.clients[0].here()
    state.open_plays.referee(state.play_id).write(action, answers)
    screen.clients[0].refresh(state.play_id)
    await screen.settle()


def is_up(screen):
    """Whether a moment fills the screen; a dialog that is closed leaves the tree once the device says so."""
    return any(one.open for one in screen.page._dialogs.controls if isinstance(one, ft.AlertDialog))


async def test_a_winner_is_shown_and_never_again(lay):
    open_plays, play_id = lay(CATS)
    async with opened(open_plays, play_id) as screen:
        await write(screen, *ROUND)
        await screen.see("See the evening")
        screen.clients[0].catch_up()
        await screen.settle()
        assert not is_up(screen), "a reload has missed it"
        assert screen.says("Cy wins")
        async with opened(open_plays, play_id) as late:
            assert not is_up(late)


async def test_a_sheet_that_was_open_does_not_hide_who_won(lay):
    async with on_sheet(*lay(CATS), "end_game") as screen:
        await write(screen, *ROUND)
        await screen.tap("See the evening")
        assert screen.clients[0].here().sheet.own is None


@pytest.mark.parametrize(
    ("session", "name", "entry", "fault", "logged"),
    [
        (CATS, "winner", ROUND, ValueError("damaged"), True),
        (
            RACE,
            "race",
            HOME,
            UnreadableError("This device failed to read the book. Try again."),
            False,
        ),
    ],
    ids=["can't be drawn", "can't be read"],
)
async def test_a_moment_that_fails_keeps_nobody_waiting_and_comes_later(
    lay, monkeypatch, caplog, session, name, entry, fault, logged
):
    def fail(_snapshot):
        raise fault

    async with opened(*lay(session)) as screen:
        with monkeypatch.context() as failing:
            failing.setattr(moments, name, fail)
            await write(screen, *entry)
            assert not is_up(screen)
        screen.clients[0].redraw()
        await screen.settle()
        assert is_up(screen)
    assert bool(caplog.records) is logged, "what can't be read now is no fault"


def test_the_first_three_stand_as_on_a_podium_and_no_figure_is_larger_than_the_winners():
    cards = (
        RevealCard("Anna", "$25,300", "", best=True, place=1),
        RevealCard("Ben", "$3,790", "", place=2),
        RevealCard("Cleo", "$740", "", place=3),
    )
    large = CardLook.of(RevealContent("", "Anna wins", cards, "#000000"), 1040, 720, 1)
    assert large.figure < LARGEST
    assert [round(large.height(one, shown=True)) for one in cards] == [390, 300, 246]
    assert [large.height(one, shown=False) for one in cards[:2]] == [300, 300]


def test_in_a_low_window_all_cards_are_in_sight_beside_the_title():
    cards = tuple(RevealCard(f"P{at}", "$5", "", best=at == 1, place=at) for at in range(1, 6))
    for width, height in ((844, 390), (740, 340)):
        low = CardLook.of(RevealContent("", "P1 wins", cards, "#000000"), width, height, 1)
        assert low.low
        assert max(low.height(one, shown=True) for one in cards) <= height - 2 * MARGIN
        assert 5 * (low.width + 16) + ASIDE <= width - 2 * MARGIN
