"""What a sheet takes for answered: nothing that is a person's to say, and what another sheet asks too."""

import pytest

from companion.core.prompt import Offer
from views.state.play.play_state import PlayState

RACE = """game ratrace
seats Alice Ben Chen
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=chen business=olive
"""
SHOP = f"{RACE}roll who=alice roll=5\n"
LOTTERY = "lottery who=alice stake=35\nmatch who=ben\n"
AUCTION = (
    "game totopoly\nseats Ann Ben\nhouse keeps=auction\nstart\nwear_hat hat=auctioneer who=ann\n"
)
TOTE = "game totopoly\nseats Ann Ben\nhouse keeps=tote\nstart\nbet who=ann horse=h1 amount=10\n"
LEASES = "game totopoly\nseats Ann Ben Cy Dee\nstart\n"


@pytest.fixture
def state(lay):
    return lambda text: PlayState(*lay(text))


def test_the_last_who_could_match_a_lottery_is_not_matched_by_the_book(state):
    lottery = state(f"{RACE}roll who=alice roll=9\n{LOTTERY}")
    assert lottery.sheet.draft.action == "match"
    assert lottery.sheet.outcome().proposal is None
    lottery.sheet.answer("who", "chen")
    assert lottery.sheet.outcome().proposal is not None


def test_credit_that_an_item_forces_goes_with_it_and_credit_that_was_chosen_stays(state):
    shop = state(SHOP)
    shop.sheet.answer("item", "high")
    assert shop.sheet.draft.answers["on"] == "credit"
    shop.sheet.answer("item", "working")
    assert "on" not in shop.sheet.draft.answers
    shop.sheet.answer("on", "credit")
    shop.sheet.answer("item", "other")
    assert shop.sheet.draft.answers["on"] == "credit"


@pytest.mark.parametrize(
    ("session", "answer", "action", "kept"),
    [
        (AUCTION, ("lot", "h3"), "no_bid", {"lot": "h3"}),
        (TOTE, ("who", "ben"), "correct_bet", {"slip": 1}),
        (TOTE, (), "withdraw", {}),
    ],
    ids=[
        "a lot that nobody bids for",
        "a backer is no correction",
        "what the book settled by itself",
    ],
)
def test_what_was_answered_goes_along_to_a_sheet_that_asks_the_same(
    state, session, answer, action, kept
):
    sheet = state(session).sheet
    if answer:
        sheet.answer(*answer)
    sheet.open(Offer(action))
    assert dict(sheet.draft.answers) == kept


def test_the_cards_of_a_player_are_kept_one_after_another_until_another_is_chosen(state):
    leases = state(LEASES)
    for name, card in (("ben", "h1"), ("ben", "h2"), ("cy", "h3")):
        if leases.sheet.draft.answers.get("who") != name:
            leases.sheet.answer("who", name)
        leases.sheet.answer("card", card)
        leases.sheet.answer("price", 90)
        leases.sheet.answer("card", "h9")
        assert "price" not in leases.sheet.draft.answers, "it is the price of another card"
        leases.sheet.answer("card", card)
        leases.sheet.answer("price", 40)
        assert leases.recorder.record(leases.sheet.draft.command)
        assert dict(leases.sheet.draft.answers) == {"who": name}
        assert not leases.sheet.draft.touched, "nobody has said anything on the next sheet yet"
