"""Totopoly: the deal, cards kept and paid for, prices copied once, one stable, hidden hands."""

import pytest

from companion.games.totopoly.game import LEASED, OUT
from models.ledger import Refusal
from tests.games.totopoly.stable import Stable, auction, leases

# --- The Deal


def test_who_is_dealt_the_auctioneers_card_shows_it_and_gets_it_free():
    evening = Stable()
    evening.do("start")
    evening.do("keep", who="ben", card="b6")
    assert evening.told() == "Ben shows the auctioneer's card and is Auctioneer."
    assert (evening.cash("ben"), evening.cards("ben")) == (700, ("b6",))
    assert evening.t.role("auctioneer").key == "ben"


def test_the_prompt_first_asks_for_the_auctioneers_card():
    evening = Stable()
    evening.do("start")
    offers = {offer.action: offer for offer in evening.prompt.offers}
    assert evening.prompt.text == "First: who shows the auctioneer's card?"
    assert offers["keep"].answers == {"card": "b6"}
    assert "swap" in offers


def test_in_nobodys_hand_everyone_swaps_a_card_left_of_the_dealer_first():
    evening = Stable()
    evening.do("start")
    evening.do("swap", dealer="dora")
    assert "everybody swaps one card with the dummy hand, Ann first" in evening.told()
    assert evening.why_not("swap", dealer="ann") == "Everybody has swapped a card already."
    evening.do("keep", who="cy", card="b6")
    assert "holds the auction already" in evening.why_not("swap", dealer="ann")


def test_still_in_the_dummy_hand_the_dealer_is_auctioneer():
    evening = Stable()
    evening.do("start")
    evening.do("swap", dealer="dora")
    offer = next(one for one in evening.prompt.offers if one.action == "wear_hat" and one.answers)
    assert offer.answers == {"hat": "auctioneer", "who": "dora"}
    evening.do("wear_hat", **offer.answers)
    evening.do("open_auction")
    assert "b6" in evening.t.find_lying(OUT)


def test_by_the_house_the_highest_cut_is():
    evening = Stable(dummy_auctioneer="cut")
    evening.do("start")
    evening.do("swap", dealer="dora")
    assert "the highest cut is Auctioneer" in evening.prompt.text
    assert {"hat": "auctioneer"} in [offer.answers for offer in evening.prompt.offers]


@pytest.mark.parametrize("players", [2, 3])
def test_with_fewer_than_four_the_card_is_left_out_and_an_auctioneer_named(players):
    evening = Stable(*("Ann", "Ben", "Cy")[:players])
    evening.do("start")
    assert "b6" in evening.t.find_lying(OUT)
    assert evening.why_not("keep", who="ann", card="b6") == "Auctioneer is out of the game already."
    assert "name an Auctioneer" in evening.why_not("swap", dealer="ann")
    assert "name an Auctioneer" in evening.prompt.text


def test_the_auction_waits_for_an_auctioneer():
    evening = Stable()
    evening.do("start")
    assert "who holds the auction" in evening.why_not("open_auction")
    evening.do("wear_hat", hat="auctioneer", who="nobody")
    evening.do("open_auction")
    assert evening.stage == "lots"


# --- Payment


def test_a_card_kept_is_paid_for_at_the_price_on_it():
    evening = leases()
    evening.do("keep", who="ben", card="h3", price=60)
    assert (evening.cash("ben"), evening.fund, evening.cards("ben")) == (640, 60, ("h3",))
    assert [(one.text, one.figure) for one in evening.last.working][-2:] == [("Ben then has", 640), ("Prize fund", 60)]


def test_a_price_is_copied_once_and_remembered_in_the_play():
    evening = leases()
    assert evening.why_not("keep", who="ben", card="h3") == "Copy the price from the card of 3 \u00b7 Dark Warrior."
    evening.do("keep", who="ben", card="h3", price=60)
    assert evening.table.fact("h3.price") == 60
    evening.undo()
    evening.redo()
    evening.do("correct_lease", card="h3", to="dummy", reason="kept by mistake")
    evening.do("keep", who="cy", card="h3")
    assert evening.cash("cy") == 640


def test_a_price_that_was_copied_wrong_can_be_said_anew():
    evening = leases()
    evening.do("change_board", fact="h3.price", value="55", reason="copied")
    evening.do("keep", who="ben", card="h3", price=65)
    assert (evening.cash("ben"), evening.table.fact("h3.price")) == (635, 65)


@pytest.mark.parametrize("price", [0, 701])
def test_a_price_is_one_that_a_card_can_have(price):
    evening = leases()
    with pytest.raises(Refusal) as caught:
        evening.do("keep", who="ben", card="h3", price=price)
    assert caught.value.question == "price"


def test_what_cant_be_paid_is_thrown_in():
    evening = leases()
    evening.have("ben", 50)
    said = evening.why_not("keep", who="ben", card="h3", price=60)
    assert said == "Ben holds \u00a350, and the card costs \u00a360: throw it in."


def test_a_card_is_kept_once():
    evening = leases(hidden="open")
    evening.keep("ben", "h3")
    assert evening.why_not("keep", who="cy", card="h3") == "3 \u00b7 Dark Warrior is Ben's already."


def test_while_hands_are_hidden_a_card_that_somebody_keeps_looks_like_any_other_to_everybody():
    evening, other = leases(), leases()
    evening.do("keep", who="ben", card="h3", price=60)
    other.do("keep", who="ben", card="h4", price=60)
    keep = evening.game.find_action("keep")
    listed = [keep.options(table, {"who": "cy"}, "card") for table in (evening.table, other.table)]
    assert listed[0] == listed[1]
    assert "h3" in {one.value for one in listed[0]}
    named = {"who": "cy", "card": "h3", "price": 60}
    assert evening.propose("keep", **named) == other.propose("keep", **named)
    assert evening.game.open_fact(evening.table, "h3.price") == other.game.open_fact(other.table, "h3.price")


def test_that_two_keep_one_card_is_refused_only_as_it_is_recorded_and_without_a_name():
    evening = leases()
    evening.keep("ben", "h3")
    said = evening.why_not("keep", who="cy", card="h3", price=60)
    assert said == "3 \u00b7 Dark Warrior is kept already: one of two players named the wrong card. Look at both cards."


def test_what_a_player_keeps_is_that_players_secret_until_the_last_lot():
    evening = leases()
    evening.keep("ben", "h3", "b3")
    assert evening.game.standing(evening.table, "ben").secret == (
        ("Horse, black", "3 \u00b7 Dark Warrior"),
        ("Business", "Veterinary Surgeon"),
    )
    assert evening.game.is_secret(evening.table, f"ben:{LEASED}")
    assert not evening.game.hides(evening.table), "nobody's money is hidden"


def test_every_card_may_be_kept_and_then_there_is_no_auction():
    evening = leases("Ann", "Ben", limits="warn")
    evening.have("ann", 5_000)
    evening.keep("ann", *(card for card in evening.t.unkept))
    evening.do("open_auction")
    assert evening.stage == "ring"


# --- Discarding


def test_nobody_keeps_both_stables():
    evening = leases()
    evening.keep("ben", "b1")
    said = evening.why_not("keep", who="ben", card="b2", price=40)
    assert said == "Stevedon Stables can't go to Ben: nobody owns both stables."
    evening.keep("cy", "b2")


def test_by_the_house_both_stables_are_a_warning_only():
    evening = leases(limits="warn", hidden="open")
    evening.keep("ben", "b1", "b2")
    assert any(line.text.startswith("Mind: Ben now owns both stables") for line in evening.last.working)


def test_what_a_business_is_comes_from_the_card():
    evening = leases()
    evening.do("change_board", fact="b7.role", value="walroy", reason="our card")
    evening.keep("ben", "b2")
    assert "nobody owns both stables" in evening.why_not("keep", who="ben", card="b7", price=40)


def test_more_than_three_horses_may_be_leased():
    evening = leases()
    evening.keep("ben", "h1", "h2", "h3", "h4")
    assert len(evening.cards("ben")) == 4


# --- Hands stay hidden until the last lot


def test_neither_narration_nor_cards_name_what_is_kept_while_hands_are_hidden():
    evening = leases()
    evening.keep("ben", "h3")
    assert evening.told() == "Ben pays \u00a365 for a card."
    assert "Dark Warrior" not in f"{evening.last.working}"
    standing = evening.game.standing(evening.table, "ben")
    assert standing.holdings == ()
    assert standing.note == "1 card, face down until the last lot"
    assert [title for title, _ in standing.details] == ["Cash"], "the card says once that there are cards"


def test_the_last_lot_opens_the_hands():
    evening = auction(kept={"ben": "h3 b3"})
    evening.do("end_auction", reason="late")
    holdings = evening.game.standing(evening.table, "ben").holdings
    assert [one.text for one in holdings] == ["3 \u00b7 Dark Warrior", "Veterinary Surgeon"]
    assert holdings[0].colour


def test_open_hands_name_everything():
    evening = leases(hidden="open")
    evening.keep("ben", "h3")
    assert evening.told() == "Ben pays \u00a365 for 3 \u00b7 Dark Warrior."
    assert len(evening.game.standing(evening.table, "ben").holdings) == 1


def test_the_prompt_of_a_hidden_auction_gives_only_the_number_of_lots():
    evening = auction(kept={"ben": "h3"})
    assert evening.prompt.text == "18 lots left; only the Auctioneer looks at the list."
    assert "King of Clubs" in auction(hidden="open").prompt.text
