"""Sheets of Totopoly: what was answered goes along to another sheet that asks the same."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from headless import TABLET
from layout import placed

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays
from views.state.play.play_state import PlayState

pytestmark = pytest.mark.games("all")
AUCTION = """game totopoly
seats Ann Ben
house keeps=auction
start
wear_hat hat=auctioneer who=ann
"""
LEASES = """game totopoly
seats Ann Ben Cy Dee
start
"""
TOTE = """game totopoly
seats Ann Ben
house keeps=tote
start
bet who=ann horse=h1 amount=10
"""


@pytest.fixture
def state(tmp_path):
    database = Book.open(tmp_path)

    def lay(text):
        journal = Journal(database)
        return PlayState(OpenPlays(journal), replay(journal, steps(text)).play.id)

    yield lay
    database.close()


def test_a_lot_that_was_chosen_need_not_be_chosen_again_when_nobody_bids(state) -> None:
    auction = state(AUCTION)
    auction.sheet.answer("lot", "h3")
    auction.sheet.open(Offer("no_bid"))
    assert auction.sheet.draft is not None
    assert dict(auction.sheet.draft.answers) == {"lot": "h3"}
    assert auction.sheet.outcome().proposal is not None


def test_a_backer_on_the_pad_is_not_taken_for_a_correction(state) -> None:
    tote = state(TOTE)
    tote.sheet.answer("who", "ben")
    tote.sheet.open(Offer("correct_bet"))
    assert tote.sheet.draft is not None
    assert "who" not in tote.sheet.draft.answers


def test_what_the_book_settled_by_itself_is_nobodys_word(state) -> None:
    tote = state(TOTE)
    tote.sheet.open(Offer("withdraw"))
    assert tote.sheet.draft is not None
    assert not tote.sheet.draft.answers


def test_the_cards_of_a_player_are_kept_one_after_another_until_another_is_chosen(state) -> None:
    leases = state(LEASES)
    for name, card in (("ben", "h1"), ("ben", "h2"), ("cy", "h3")):
        if leases.sheet.draft.answers.get("who") != name:
            leases.sheet.answer("who", name)
        leases.sheet.answer("card", card)
        leases.sheet.answer("price", 40)
        assert leases.recorder.record(leases.sheet.draft.command)
        assert dict(leases.sheet.draft.answers) == {"who": name}
        assert not leases.sheet.draft.touched, "nobody has said anything on the next sheet yet"


async def test_on_a_tablet_all_players_stay_in_a_row_while_their_cards_are_kept(open_plays) -> None:
    play = replay(open_plays.journal, steps(LEASES)).play.id
    async with opened(open_plays, play, TABLET) as screen:
        await screen.tap("Ben")
        assert all(screen.button(name) for name in ("Ann", "Ben", "Cy", "Dee"))
        await screen.tap("Dee")
        assert screen.clients[0].here().sheet.draft.answers == {"who": "dee"}


@pytest.mark.parametrize(("keeps", "asked"), [("evening", False), ("tote", True)])
async def test_how_many_horses_run_is_asked_where_the_leases_do_not_say_it(open_plays, keeps, asked) -> None:
    play = replay(open_plays.journal, steps(f"game totopoly\nseats Ann Ben\nhouse keeps={keeps}\n")).play.id
    async with opened(open_plays, play, TABLET) as screen:
        assert screen.says("Horses") is asked


async def test_a_lease_card_has_its_number_on_its_colour_and_no_row_is_higher_than_its_words(open_plays) -> None:
    play = replay(open_plays.journal, steps(LEASES)).play.id
    async with opened(open_plays, play, TABLET) as screen:
        await screen.tap("Ben")
        squares = [one for one in screen.all(ft.Container) if isinstance(one.content, ft.Text) and one.bgcolor]
        by_number = {one.content.value: one.bgcolor for one in squares}
        assert (by_number["1"], by_number["4"]) == ("#222222", "#B3261E")
        assert screen.button("King of Clubs")
        tiles = [one for one in screen.all(ft.Column) if one.controls and isinstance(one.controls[0], ft.Text)]
        heights = {one.controls[0].value: one.height for one in tiles}
        assert heights["Dorigen"] < heights["Owners' Club Steward"]


async def test_the_auction_is_begun_below_the_cards_without_scrolling(open_plays) -> None:
    play = replay(open_plays.journal, steps(f"{LEASES}wear_hat hat=auctioneer who=ann\n")).play.id
    async with opened(open_plays, play, TABLET) as screen:
        await screen.tap("Ben")
        found = placed(screen, 1.0)
        words = next(one for one in found if one.words == "Begin the auction")
        tiles = [one for one in found if one.mark == "tap" and one.x <= words.x < one.x + one.width]
        assert [one.hidden for one in tiles if one.y <= words.y < one.y + one.height] == [0]


@pytest.mark.parametrize(("card", "colour"), [("h1", "#222222"), ("h4", "#B3261E"), ("b1", "")])
def test_a_lease_card_has_the_colour_of_its_horse(state, card, colour) -> None:
    snapshot = state(LEASES).snapshot
    assert snapshot.game.find_action("keep").question("card").kind.swatch(snapshot.turn(), card) == colour
