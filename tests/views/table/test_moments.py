"""What fills the screen once, on every device: opened bids, the end of a race, a winner; and money that has changed."""

from __future__ import annotations

import bids_game
import flet as ft
import pytest
from bidding_round import bid, hand_round
from device import opened
from headless import PHONE, TABLET

from companion.formats.session import replay, steps
from models.errors import UnreadableError
from views.components.reveal import LARGEST, Large, Reveal, RevealCard
from views.table import moments

pytestmark = pytest.mark.games("all")

POUND = "\u00a3"
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


@pytest.fixture
def fists(open_plays, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", bids_game.find)
    return bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})


def lay(open_plays, text):
    return replay(open_plays.journal, steps(text)).play.id


def write(screen, open_plays, play_id, action, **answers):
    """Record on another device, and let this one hear of it."""
    open_plays.referee(play_id).write(action, answers)
    screen.clients[0].refresh(play_id)


def cards(screen):
    """What is said of the cards on the screen, in the order in which they lie."""
    return [one.label for one in screen.all(ft.Semantics) if str(one.key).startswith("card-") and one.label]


def fail_to_read(*_):
    raise UnreadableError("This device failed to read the book. Try again.")


def up(screen):
    """Whether a moment fills the screen; a dialog that is closed leaves the tree once the device says so."""
    return any(one.open for one in screen.page._dialogs.controls if isinstance(one, ft.AlertDialog))


async def open_fists(screen, **chips):
    await hand_round(screen)
    for name in ("Ben", "Cy", "Dot"):
        await bid(screen, name, *chips.get(name, ()))
    await screen.tap("Open all bids")


async def test_opened_bids_are_shown_on_every_screen_with_the_highest_in_the_middle(open_plays, fists):
    async with (
        opened(open_plays, fists) as screen,
        opened(open_plays, fists, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await open_fists(screen, Ben=("$5",), Cy=("$25",))
        await other.settle()
        assert cards(screen) == ["Ben: 5 dollars", "Cy: 25 dollars, highest", "Dot: an empty fist"]
        assert cards(other)[-3:] == ["Cy: 25 dollars, highest", "Ben: 5 dollars", "Dot: an empty fist"]
        assert screen.says("Highest bid")
        await screen.tap("Back to the table")
        assert screen.says("What happens?")
        assert not up(screen)
        assert up(other), "each screen is put back by its own tap"


async def test_a_moment_that_can_not_be_read_comes_later_and_is_no_fault(open_plays, monkeypatch, caplog):
    play_id = lay(open_plays, RACE)
    async with opened(open_plays, play_id) as screen:
        with monkeypatch.context() as failing:
            failing.setattr(moments, "race", fail_to_read)
            write(screen, open_plays, play_id, "home", horse="h5")
            await screen.settle()
            assert not up(screen)
        screen.clients[0].redraw()
        await screen.see("Horse 2 wins")
    assert not caplog.records


async def test_in_a_tie_no_card_is_best(open_plays, fists):
    async with opened(open_plays, fists) as screen:
        await open_fists(screen, Ben=("$10",), Cy=("$10",))
        assert screen.says("A tie: the seller keeps the card.")
        assert screen.says("Tie")
        assert not screen.says("Highest bid")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_the_third_horse_home_brings_the_end_of_the_race(open_plays, size):
    play_id = lay(open_plays, RACE)
    async with opened(open_plays, play_id, size) as screen:
        assert not screen.says("Horse 2 wins")
        write(screen, open_plays, play_id, "home", horse="h5")
        await screen.see("Horse 2 wins")
        assert screen.says(f"Will be paid: Ann {POUND}54")
        assert len([words for words in screen.words() if words.startswith("pays ")]) == 1, "the Tote pays on the winner"
        write(screen, open_plays, play_id, "pay_tote")
        await screen.settle()
        assert not up(screen), "what is recorded next puts it away"


async def test_the_end_names_those_below_the_first_three_too(open_plays):
    play_id = lay(open_plays, CATS.replace("Ann Ben Cy", "Ann Ben Cy Dora").replace("cy=7", "cy=7 dora=36"))
    async with opened(open_plays, play_id) as screen:
        write(screen, open_plays, play_id, "round", scores="ann=5 ben=20 cy=9 dora=36")
        await screen.see("See the evening")
        assert screen.says("4. Dora, 72 points")


async def test_a_winner_is_shown_and_never_again(open_plays):
    play_id = lay(open_plays, CATS)
    async with opened(open_plays, play_id) as screen:
        write(screen, open_plays, play_id, "round", scores="ann=5 ben=20 cy=9")
        await screen.see("See the evening")
        assert screen.named("Place 1: Cy, 16 points")
        screen.clients[0].catch_up()
        await screen.settle()
        assert not up(screen), "a reload has missed it"
        assert screen.says("Cy wins")
        async with opened(open_plays, play_id) as late:
            assert not up(late)


async def test_a_moment_that_cannot_be_drawn_keeps_nobody_waiting(open_plays, monkeypatch):
    play_id = lay(open_plays, CATS)

    def fails(_snapshot):
        raise ValueError("damaged")

    monkeypatch.setattr(moments, "winner", fails)
    async with opened(open_plays, play_id) as screen:
        write(screen, open_plays, play_id, "round", scores="ann=5 ben=20 cy=9")
        await screen.see("Cy wins")
        assert not up(screen)


async def test_what_an_entry_brings_stands_beside_the_money_until_the_next(open_plays):
    play_id = lay(open_plays, RACE)
    async with opened(open_plays, play_id) as screen:
        assert not screen.says(f"+{POUND}54")
        write(screen, open_plays, play_id, "home", horse="h5")
        write(screen, open_plays, play_id, "pay_tote")
        await screen.see(f"+{POUND}54")
        write(screen, open_plays, play_id, "next_race")
        await screen.settle()
        ann = screen.all(ft.MergeSemantics, key="seat-ann")[0]
        assert f"+{POUND}54" not in screen.words(ann.content)


def test_the_first_three_stand_as_on_a_podium_and_no_figure_is_larger_than_the_winners():
    cards = (
        RevealCard("Anna", "$25,300", "", best=True, place=1),
        RevealCard("Ben", "$3,790", "", place=2),
        RevealCard("Cleo", "$740", "", place=3),
    )
    large = Large.of(Reveal("", "Anna wins", cards, "#000000"), 320, 1)
    assert large.figure < LARGEST
    assert [round(large.height(one, shown=True)) for one in cards] == [390, 300, 246]
    assert [large.height(one, shown=False) for one in cards[:2]] == [300, 300]
