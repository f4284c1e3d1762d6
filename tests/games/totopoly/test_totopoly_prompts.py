"""Totopoly: what the book expects next from the set-up to the gate, and what stands at the head of the table."""

import pytest

from companion.games import find_game
from tests.games.totopoly.stable import Stable, auction, entered, leases, parade, ring


def status(evening):
    return [chip.text for chip in evening.game.status_of(evening.table)]


def offered(evening):
    prompt = evening.prompt
    return [offer.action for offer in (prompt.sheet, *prompt.offers) if offer]


def test_an_evening_is_led_from_the_opening_to_the_tote():
    evening = Stable()
    assert evening.prompt.title == "Start the game"
    evening.do("start")
    assert evening.prompt.title == "Which cards does each player keep?"
    assert "open_auction" not in offered(evening)
    evening.do("keep", who="ann", card="b6")
    assert "open_auction" in offered(evening)
    evening.keep("ann", "h1")
    evening.keep("ben", "h2", "b5")
    evening.do("open_auction")
    assert evening.prompt.title == "Ann puts up a lot"
    evening.do("end_auction", reason="late")
    assert evening.prompt.title == "Training: what does the square say?"
    assert evening.prompt.text == "Ben has the owners' club steward and throws first."
    evening.do("end_training")
    assert (evening.prompt.title, evening.prompt.text) == ("Entrance fees", "\u00a325 a horse, 2 horses, to the bank.")
    evening.do("enter_race", who="everyone")
    assert evening.prompt.title == "Open the Tote"
    assert {"nominate", "order"} <= set(offered(evening))


@pytest.mark.parametrize("keeps", ["evening", "tote", "auction", "bank", "book"])
def test_every_book_begins_with_one_sheet_that_asks_nothing(keeps):
    evening = Stable(keeps=keeps)
    offer = evening.prompt.sheet
    assert evening.game.find_action(offer.action).find_missing(offer.answers) is None
    evening.do(offer.action, **offer.answers)
    assert evening.prompt.title != "Start the game"


def test_keeping_stays_the_leading_sheet_card_after_card():
    evening = leases()
    evening.keep("ben", "h1", "h2")
    assert evening.prompt.sheet.action == "keep"
    assert not evening.prompt.sheet.answers


def test_every_offer_of_every_prompt_can_be_taken_up():
    for evening in (leases(), auction(), ring(), parade(), entered()):
        prompt = evening.prompt
        for offer in (prompt.sheet, *prompt.offers):
            action = evening.game.find_action(offer.action)
            assert action.why_not(evening.table, offer.answers) is None, (evening.stage, offer)


def test_without_any_horse_the_prompt_says_so():
    evening = parade(hands={})
    assert evening.prompt.title == "No horse runs"


def test_the_head_of_the_table_shows_the_stage_and_the_fund():
    assert status(Stable()) == ["Set-up"]
    assert status(parade()) == ["Parade", "Prize fund \u00a3825"]
    evening = ring()
    evening.do("train_pay", who="ann", to="bank", amount=15, reason="forage")
    assert status(evening) == ["Training", "Prize fund \u00a3825", "Training account \u00a315"]
    evening.do("end_training")
    assert status(evening) == ["Parade", "Prize fund \u00a3825"]


def test_the_cards_of_a_player_tell_horses_from_businesses():
    standing = ring().game.standing(ring().table, "ann")
    assert dict(standing.details) | {"Business": ""} == {
        "Cash": "\u00a3535", "Horse, black": "1 \u00b7 King of Clubs", "Horse, red": "4 \u00b7 Elton",
        "Business": "", "Earned as Auctioneer": "\u00a30",
    }  # fmt: skip


def test_before_the_deal_nobody_is_dealt_in():
    evening = Stable()
    assert evening.game.standing(evening.table, "ann").note == "Not dealt in yet"


def test_every_page_of_the_rules_says_something():
    pages = find_game("totopoly").pages
    assert [page.title for page in pages][:3] == ["The aim", "Roles", "Leases"]
    assert all(page.paragraphs for page in pages)
    assert all(paragraph.endswith(".") for page in pages for paragraph in page.paragraphs)


def test_every_action_asks_its_questions_in_words():
    for action in find_game("totopoly").actions:
        assert action.help.endswith("."), action.name
        for question in action.questions:
            assert question.text, f"{action.name}: {question.name}"


# --- A debt that is due


def owing(*names, hands, cash=0):
    """Ann can't pay 40 in training."""
    evening = ring(*names, hands=hands)
    evening.have("ann", cash)
    evening.do("train_pay", who="ann", to="bank", amount=40, reason="forage")
    return evening


def can_all_be_taken_up(evening):
    prompt = evening.prompt
    for offer in (prompt.sheet, *prompt.offers):
        assert evening.game.find_action(offer.action).why_not(evening.table, offer.answers) is None, offer
    return offered(evening)


def test_who_has_something_to_sell_sells_or_finds_no_buyer_and_retires():
    evening = owing(hands={"ann": "h1", "ben": "h2"}, cash=10)
    evening.do("gain_card", who="ann", kind="black")
    assert can_all_be_taken_up(evening) == ["private_sale", "sell_card", "retire", "let_off"]
    assert (
        evening.prompt.text
        == "Forage. Ann has \u00a310, \u00a330 too little. Ann can sell privately at the best offer."
    )


def test_who_has_nothing_to_sell_retires():
    evening = owing(hands={"ben": "h2"})
    assert can_all_be_taken_up(evening) == ["retire", "let_off"]
    assert evening.prompt.text == "Forage. Ann has \u00a30, \u00a340 too little. Nothing can be sold."
    evening.do("retire")
    assert evening.prompt.title == "Training: what does the square say?"


def test_a_training_card_is_what_is_left_to_sell():
    evening = owing(hands={"ben": "h2"})
    evening.do("correct_training", who="ann", kind="blue", count=1, reason="forgotten")
    assert can_all_be_taken_up(evening) == ["sell_card", "retire", "let_off"]


def test_the_last_at_the_table_can_only_be_let_off():
    evening = ring("Ann", "Ben", hands={"ann": "h1"})
    evening.do("leave", who="ben")
    evening.have("ann", 0)
    evening.do("train_pay", who="ann", to="bank", amount=40, reason="forage")
    assert can_all_be_taken_up(evening) == ["let_off"]
    evening.do("let_off", reason="nobody is left to buy")
    assert evening.prompt.title == "Training: what does the square say?"


def test_a_debt_of_which_nothing_is_left_is_closed_with_one_tap():
    evening = parade(hands={"ann": "h1 h4", "ben": "h2"})
    evening.have("ann", 10)
    evening.do("enter_race", who="ann")
    for horse in ("h1", "h4"):
        evening.do("correct_scratch", horse=horse, runs="no", reason="lame")
    assert evening.prompt.title == "Ann owes nothing any more"
    assert evening.prompt.text == "Entrance fees: nothing is left to pay."
    assert not evening.game.standing(evening.table, "ann").debt.text
    assert can_all_be_taken_up(evening) == ["settle"]
    evening.do("settle")
    assert evening.prompt.title == "Entrance fees"


# --- The white cards


def test_white_cards_are_no_longer_thrown_in_once_they_were_counted():
    evening = entered()
    evening.do("gain_card", who="dora", kind="white.black")
    for action in ("open_tote", "off"):
        evening.do(action)
    for horse in ("h1", "h2"):
        evening.do("home", horse=horse)
    assert "throw_in" in offered(evening)
    evening.do("gain_card", who="ben", kind="white.black")
    evening.do("throw_in", who="ben", white="white.black", instead="square")
    evening.do("correct_training", who="ben", kind="white.black", count=1, reason="one more")
    evening.do("home", horse="h4")
    assert evening.stage == "running"  # Ben's horse was disqualified, and another moves up
    assert "throw_in" not in offered(evening)
    assert evening.why_not("throw_in", who="dora", white="white.black", instead="square") == (
        "The white cards were counted as the horses came home: none goes now."
    )


# --- The bank alone


@pytest.mark.parametrize(("keeps", "then"), [("evening", "the Tote"), ("bank", "the race")])
def test_after_training_comes_what_this_book_keeps(keeps, then):
    evening = ring(keeps=keeps, training="fund")
    evening.do("end_training")
    assert evening.last.working[0].text == f"Next: entrance fees, then who nominates a horse, then {then}"


@pytest.mark.parametrize("keeps", ["tote", "auction", "bank", "book"])
def test_nobody_is_dealt_in_where_one_hat_alone_is_kept(keeps):
    evening = Stable("Ann", "Ben", keeps=keeps)
    assert evening.game.standing(evening.table, "ann").note == "The book is not open yet"


@pytest.mark.parametrize(
    ("action", "other", "question"),
    [
        ("sell", "no_bid", "lot"),
        ("bet", "withdraw", "horse"),
        ("book_bet", "lay_odds", "bookmaker"),
        ("book_bet", "lay_odds", "horse"),
        ("correct_bet", "take_back", "slip"),
        ("top_up", "draw_out", "who"),
    ],
)
def test_an_answer_can_be_taken_along_to_a_sheet_that_asks_the_same(action, other, question):
    game = find_game("totopoly")
    assert game.find_action(action).question(question).kind == game.find_action(other).question(question).kind
