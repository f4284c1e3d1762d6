"""Eight players, many ways to go on, and more squares than there is money for: nothing is lost for want of room."""

from __future__ import annotations

import exchange_game
import flet as ft
import pytest
from device import opened
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from companion.core.show.cards import Holding
from companion.games import find_game
from models.book import Book
from models.journal import Journal
from models.plays import Seat
from views import theme
from views.components.player_card import slot
from views.state.open_plays import OpenPlays

NAMES = ("Ann", "Ben", "Cy", "Dorothea", "Emeka", "Frederika", "Gus", "Hilda")
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def lay(tmp_path):
    database = Book.open(tmp_path)
    open_plays, game = OpenPlays(Journal(database)), find_game("rat_race_monopoly")

    def laid(seats):
        people = [Seat(name.lower(), name) for name in NAMES[:seats]]
        made = open_plays.journal.begin(
            game=game.key, title="Millions", seats=people, houses=game.house_rules(), board=game.printed_values(),
            edition=game.edition,
        )  # fmt: skip
        open_plays.referee(made.id).write("start", {"first": "ann"})
        return open_plays, made.id

    yield laid
    database.close()


def columns_of(screen, label):
    """How many are in the row of an offer."""
    rows = [one for one in screen.all(ft.Row) if label in screen.words(one) and len(one.controls) > 1]
    return max((len(one.controls) for one in rows), default=1)


# -- players ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 6, 7, 8])
async def test_every_player_has_cash_and_net_worth_on_the_card_however_many_there_are(lay, seats) -> None:
    open_plays, play_id = lay(seats)
    async with opened(open_plays, play_id) as screen:
        assert screen.words().count("Net worth 1.5M of 30M") == seats
        assert screen.words().count("1.5M") >= seats


async def test_rows_of_a_phone_say_the_net_worth_too(lay) -> None:
    open_plays, play_id = lay(8)
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap("Show the board")
        await screen.tap("Players")
        assert screen.words().count("Net worth 1.5M of 30M") == 8
        assert not screen.all(ft.ProgressBar)


def test_a_place_for_a_card_wears_the_colour_of_the_card() -> None:
    assert slot(Holding("Light blue, 1 of 3", colour="#4FA3C7")).bgcolor == "#4FA3C7"
    assert slot(Holding("Of no colour")).bgcolor == theme.TINT
    assert slot(Holding("Does not count", counts=False, colour="#4FA3C7")).bgcolor == ft.Colors.TRANSPARENT
    assert (
        slot(Holding("Dark", colour="#10131A")).content.color != slot(Holding("Pale", colour="#F4E9A0")).content.color
    )


# -- ways to go on ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "usual", "large"), [(PHONE, 2, 1), (TABLET, 3, 2)], ids=["phone", "tablet"])
async def test_as_many_offers_lie_beside_each_other_as_leave_every_word_whole(lay, size, usual, large) -> None:
    open_plays, play_id = lay(2)
    async with opened(open_plays, play_id, size) as screen:
        assert columns_of(screen, "GO") == usual
        client = screen.clients[0]
        client.prefs = type(client.prefs)(scale=2.0)
        client.state(play_id).redraw()
        await screen.settle()
        assert columns_of(screen, "GO") == large
        assert screen.named("A 7 A disaster")


async def test_an_offer_that_is_not_possible_keeps_its_place_and_says_why(lay) -> None:
    open_plays, play_id = lay(2)
    open_plays.referee(play_id).write("correct_cash", {"who": "ann", "cash": 100, "reason": "a test"})
    async with opened(open_plays, play_id) as screen:
        tiles = [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("offer-")]
        asked = [str(one.key).removesuffix(f"-{open_plays.snapshot(play_id).version}") for one in tiles]
        offers = open_plays.snapshot(play_id).prompt.offers
        squares = [f"offer-{one.label}" for one in offers if one.tone == "landing"]
        at_any_time = [f"offer-{one.label}" for one in offers if one.tone == "plain"]
        assert asked == [*squares, *at_any_time[:3]]
        barred = [one.content.disabled for one in tiles]
        assert any(barred)
        assert barred != sorted(barred), "they are not put last"
        assert screen.says("short of 500K")


# -- squares ------------------------------------------------------------------------------------------


async def test_squares_that_cost_too_much_say_why_in_few_lines_and_each_on_its_own(monkeypatch, tmp_path) -> None:
    open_plays, play_id = exchange_game.lay(monkeypatch, tmp_path)
    async with opened(open_plays, play_id, PHONE) as screen:
        screen.clients[0].state(play_id).sheet.open(Offer("take", {"who": "ann"}))
        await screen.settle()
        # seven streets are within 1.5M, and seven are beyond it
        assert [one for one in screen.words() if " short of " in one] == [
            "Street 8: Ann is 100K short of 1.6M.",
            "Street 9: Ann is 300K short of 1.8M.",
            "Street 10: Ann is 500K short of 2M.",
        ]
        assert screen.says("4 others can't be chosen either; hold one to read why.")
        squares = [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("tile-street-")]
        barred = [one for one in squares if one.content.disabled]
        assert (len(squares), len(barred)) == (14, 7)
        for square in barred:
            button = next(two for two in screen.walk(square.content) if isinstance(two, ft.OutlinedButton))
            assert button.disabled
            assert " short of " in str(button.tooltip)


# -- what is wrong is said at once --------------------------------------------------------------------


async def test_a_figure_too_large_is_refused_before_its_reason_is_asked_for(lay) -> None:
    open_plays, play_id = lay(2)
    async with opened(open_plays, play_id) as screen:
        state = screen.clients[0].state(play_id)
        state.sheet.open(Offer("pay", {"giver": "ann", "taker": "bank"}))
        state.sheet.type("amount", "9M")
        await screen.settle()
        assert screen.says("7.5M short of 9M")
        state.sheet.type("amount", "900K")
        await screen.settle()
        assert not screen.says("short of")
        assert screen.button("Record").disabled, "the reason is still to come"
        assert state.sheet.outcome().missing == "reason"


async def test_a_barred_choice_is_read_out_as_one_that_can_not_be_pressed(lay) -> None:
    open_plays, play_id = lay(2)
    async with opened(open_plays, play_id) as screen:
        screen.clients[0].state(play_id).sheet.open(Offer("pay", {"giver": "ann"}))
        await screen.settle()
        faces = {
            screen.words(face)[-1]: face.disabled
            for face in screen.all(ft.Semantics)
            if isinstance(face.content, ft.OutlinedButton) and screen.words(face)
        }
        assert faces["Ann"], "nobody pays himself"
        assert not faces["Ben"]
