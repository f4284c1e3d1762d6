"""Rat Race Monopoly's sheets of streets and shares on the screen: drawn, filled in and recorded."""

from __future__ import annotations

import pytest
from headless import PHONE, TABLET, Screen

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views import app
from views.state.open_plays import OpenPlays

HEAD = 'game rat_race_monopoly\nseats Ann Ben Cy\nstart\ncorrect_shares who=ann count=2 reason="as before"\n'
STREETS = "".join(
    f'correct_street street=s{at} to={who} reason="as before"\n'
    for at, who in ((1, "ann"), (2, "ann"), (3, "ann"), (21, "ann"), (9, "ben"), (10, "ben"))
)
EVERY = (
    "buy_street", "mortgage", "lift_mortgage", "build", "sell_buildings", "deal", "insure", "visit", "update_price",
    "raise_shares", "disaster", "lose_streets", "call_off", "bankrupt", "leave", "correct_street",
    "correct_buildings", "correct_mortgage", "correct_price", "correct_shares",
)  # fmt: skip


@pytest.fixture
def lay(tmp_path):
    database = Book.open(tmp_path)

    def laid(text, size=PHONE):
        open_plays = OpenPlays(Journal(database))
        play_id = replay(open_plays.journal, steps(text)).play.id
        clients = []
        screen = Screen(lambda page: clients.append(app.open_session(page, open_plays)), f"/play/{play_id}", size)
        return open_plays, play_id, screen, clients

    yield laid
    database.close()


@pytest.mark.parametrize("size", [PHONE, pytest.param(TABLET, marks=pytest.mark.long)], ids=["phone", "tablet"])
async def test_every_sheet_of_streets_and_shares_can_be_drawn(lay, size) -> None:
    _, play_id, screen, clients = lay(f"{HEAD}{STREETS}", size)
    async with screen:
        for name in EVERY:
            for answers in ({}, {"who": "ann"}, {"street": "s1"}):
                state = clients[0].state(play_id)
                asked = {one.name for one in state.snapshot.game.find_action(name).questions}
                if set(answers) <= asked:
                    state.sheet.open(Offer(name, answers))
                    await screen.settle()
                    assert screen.says(state.snapshot.game.find_action(name).title), name


async def test_streets_and_cash_are_traded_by_taps(lay) -> None:
    open_plays, play_id, screen, clients = lay(f"{HEAD}{STREETS}")
    async with screen:
        clients[0].state(play_id).sheet.open(Offer("deal", {"who": "ann", "other": "ben", "gives": "s1", "gets": "s9"}))
        await screen.settle()
        assert screen.says("Ann gives Ben Brown 1 for Orange 1.")
        await screen.tap("Record")
        table = open_plays.referee(play_id).table
        assert table.ledger.balance("ben:streets", "s1") == 1
        assert table.ledger.balance("ann:streets", "s9") == 1


async def test_a_house_built_unevenly_is_refused_on_the_sheet(lay) -> None:
    _, play_id, screen, clients = lay(f"{HEAD}{STREETS}")
    async with screen:
        clients[0].state(play_id).sheet.open(Offer("build", {"who": "ann", "streets": "s1", "each": 2}))
        await screen.settle()
        assert screen.says("Build evenly: Brown 1 would have 2 houses on it and Brown 2 nothing.")


async def test_a_disaster_asks_for_as_many_streets_as_are_lost_and_draws_them_when_asked(lay) -> None:
    open_plays, play_id, screen, clients = lay(f"{HEAD}{STREETS}disaster who=ann roll=12\n")
    async with screen:
        assert screen.says("Ann: an opponent draws 2 streets")
        clients[0].state(play_id).sheet.open(Offer("lose_streets", {"who": "ann"}))
        await screen.settle()
        assert screen.says("Choose 2 of 4.")
        await screen.tap("Draw for me")
        assert screen.says("2 of 2 chosen.")
        await screen.tap("Record")
        table = open_plays.referee(play_id).table
        assert sum(table.ledger.balance("ann:streets", f"s{at}") for at in (1, 2, 3, 21)) == 2


async def test_the_exchange_sheet_sells_buys_and_rolls_in_one_go(lay) -> None:
    open_plays, play_id, screen, clients = lay(HEAD)
    async with screen:
        clients[0].state(play_id).sheet.open(Offer("visit", {"who": "ann", "sell": 2, "buy": "yes"}))
        await screen.settle()
        await screen.tap("9")
        assert screen.says("Ann sells 2 shares at 1M each, 2M in all.")
        await screen.tap("Record")
        assert open_plays.referee(play_id).table.ledger.balance("ann:shares", "shares") == 1


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_two_dice_ask_for_the_second_as_soon_as_the_first_is_said(lay, size) -> None:
    _, play_id, screen, clients = lay(HEAD, size)
    async with screen:
        await screen.tap("Throw the dice")
        await screen.tap("3")
        assert screen.says("What does the second die show?")
        assert not screen.says("throws one die")
        # on a tablet both dice are in sight, each with a four
        clients[0].state(play_id).sheet.answer("second", 4)
        await screen.settle()
        assert screen.says("Ann throws 3 and 4")


async def test_what_is_often_paid_for_is_one_tap_instead_of_letters(lay) -> None:
    open_plays, play_id, screen, clients = lay(HEAD)
    async with screen:
        clients[0].state(play_id).sheet.open(Offer("pay", {"giver": "bank", "taker": "ann"}))
        await screen.settle()
        await screen.tap("500K")
        await screen.tap("Chance card")
        await screen.tap("Record")
        assert open_plays.referee(play_id).undoable.proposal.narration == "The bank pays Ann 500K: Chance card."
