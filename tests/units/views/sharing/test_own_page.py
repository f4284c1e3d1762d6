"""A player's own phone: what a bid leaves, and cards lying face down, which the player alone sees."""

import pytest

from companion.core.prompt import Offer
from tests.units.views.device import TABLET, hold, in_tree, let_go
from tests.units.views.layout import overlaps, placed

FISTS = "game doubletrack\nseats Ann Ben Cy\nhouse stack=170 secret=yes\nstart first=ann\n"


async def test_what_a_bid_leaves_is_seen_while_a_finger_is_held_there(lay):
    fists = lay(FISTS)
    async with (
        fists.screen(fists.tablet, size=TABLET) as tablet,
        fists.screen(fists.add("Ben")) as phone,
    ):
        await tablet.tap("Sell a card")
        await tablet.fire(tablet.named("Ann")[-1], "click")
        await tablet.tap("Hand the tablet round")
        await phone.settle()
        await phone.tap("Bid here")
        await phone.tap("$25...")
        assert "$145" not in str(in_tree(phone))
        await hold(phone)
        assert phone.says("$145")
        await let_go(phone)
        assert not phone.says("$145")


@pytest.mark.parametrize("hidden", ["yes", "no"])
async def test_keys_beyond_what_a_player_holds_are_greyed_where_chips_lie_open(lay, hidden):
    fists = lay(FISTS.replace("stack=170 secret=yes", f"stack=30 secret={hidden}"))
    bank = fists.state(fists.tablet)
    bank.sheet.open(Offer("sell_card", {"who": "ann"}))
    bank.auction.put_up(bank.sheet.draft)
    async with fists.screen(fists.add("Ben"), f"/play/{fists.play}/bids") as phone:
        await phone.tap("$25...")
        greyed = {
            name
            for name in ("$30", "$40", "Empty fist", "Red $5", "Blue $10")
            for key in phone.named(name)
            if getattr(key, "disabled", False)
        }
    assert greyed == (set() if hidden == "yes" else {"$40", "Empty fist", "Blue $10"})


@pytest.mark.games("all")
@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
async def test_a_card_that_lies_face_down_is_looked_at_beside_the_money(lay, size):
    table = lay("game totopoly\nseats Ann Ben\nstart\nkeep who=ben card=h2 price=50\n")
    async with table.screen(table.add("Ben"), size=size) as phone:
        assert "Hold to look" in [text.words for text in placed(phone, 1.0)]
        assert overlaps(placed(phone, 1.0)) == []
        await hold(phone)
        assert phone.says("Priory Park")
        await phone.tap("Find an action")
        assert phone.button("Back to the turn")


async def test_a_screen_that_shows_something_else_is_told_what_its_table_waits_for(lay):
    table = lay(FISTS)
    journal, clients = f"/play/{table.play}/journal", []
    async with (
        table.screen(table.add("Ben"), journal, clients=clients) as phone,
        table.screen(table.tablet, size=TABLET) as tablet,
    ):
        await tablet.tap("Sell a card")
        await tablet.fire(tablet.named("Ann")[-1], "click")
        await tablet.tap("Hand the tablet round")
        await phone.see("Bids are taken")
        await phone.tap("To the table")
        assert not phone.says("Bids are taken:")
        await phone.tap("Bid here")
        await phone.tap("$25...")
        await phone.tap("Close the fist")
        await phone.go(journal)
        assert not phone.says("Bids are taken:"), "what is laid is waited for no more"
        await tablet.go(journal)
        clients[0].here().requests.object_to(1, "Ben had $180")
        await tablet.see("1 phone is waiting")
