"""Ratrace: windfalls, schools and clubs, taxes and other forced payments, the funeral."""

import pytest

from companion.games.ratrace.board import RINGS, SQUARE_NAMES
from tests.games.evening import ratrace, untied


@pytest.fixture
def evening():
    return untied()


def in_class(rank, **houses):
    evening = untied(**houses)
    if rank != "working":
        evening.rank("alice", rank)
    evening.set("alice", cash=20_000)
    return evening


# --- Q. Besides running your Business, how else do you make money in Ratrace?


@pytest.mark.parametrize(("rank", "income"), [("working", 200), ("middle", 1_000), ("high", 10_000)])
def test_income_is_paid_by_class(rank, income):
    evening = in_class(rank)
    evening.do("collect", who="alice")
    assert evening.cash("alice") == 20_000 + income


@pytest.mark.parametrize(
    ("rank", "square", "amount"), [("working", "gift", 100), ("working", "bingo", 100), ("middle", "uncle", 500)]
)
def test_windfalls_of_a_fixed_amount_come_from_the_treasury(rank, square, amount):
    evening = in_class(rank)
    evening.do("windfall", who="alice", square=square)
    assert evening.cash("alice") == 20_000 + amount


@pytest.mark.parametrize(("rank", "roll", "amount"), [("working", 2, 40), ("working", 12, 240), ("middle", 7, 700)])
def test_the_football_pool_pays_both_dice_times_the_figure(rank, roll, amount):
    evening = in_class(rank)
    evening.do("pool", who="alice", roll=roll)
    assert evening.cash("alice") == 20_000 + amount


@pytest.mark.parametrize(("roll", "amount"), [("double", 1_000), ("even", 200), ("odd", 50)])
def test_the_ascot_sweepstake_pays_by_the_roll(roll, amount):
    evening = in_class("middle")
    evening.do("ascot", who="alice", roll=roll)
    assert evening.cash("alice") == 20_000 + amount


# --- Q. What about the Schools and Clubs? Do I have to join those?


@pytest.mark.parametrize(
    ("rank", "club", "fee", "paper"),
    [
        ("working", "night_school", 50, "Night School diploma"),
        ("working", "country_club", 50, "Country Club membership"),
        ("middle", "university", 200, "University diploma"),
        ("middle", "yacht_club", 200, "Yacht Club membership"),
    ],
)
def test_a_school_or_club_gives_its_paper_for_a_fee(rank, club, fee, paper):
    evening = in_class(rank)
    evening.do("join_club", who="alice", club=club, on="cash")
    assert evening.cash("alice") == 20_000 - fee
    assert evening.mark("alice", "paper") == club
    assert evening.told() == f"Alice gets the {paper} for ${fee}."


def test_one_diploma_or_membership_a_class_is_enough(evening):
    evening.do("join_club", who="alice", club="night_school", on="cash")
    for club in ("night_school", "country_club"):
        assert evening.why_not("join_club", who="alice", club=club, on="cash") == (
            "Alice has the Night School diploma already: one is enough."
        )


def test_holding_one_makes_both_squares_void():
    evening = ratrace()
    evening.paper("alice", "country_club")
    evening.do("roll", who="alice", roll=4)
    assert evening.prompt.title == "Bob rolls"
    assert evening.cash("alice") == 200


def test_who_lands_without_one_joins():
    evening = ratrace()
    evening.do("roll", who="alice", roll=4)
    assert evening.why_not("roll", who="bob", roll=5) == "Alice is still to deal with Night School."
    evening.do("join_club", who="alice", club="night_school", on="cash")
    assert evening.prompt.title == "Bob rolls"


def test_house_rule_who_lands_without_one_may_join():
    evening = ratrace(join="voluntary")
    evening.do("roll", who="alice", roll=4)
    assert evening.prompt.title == "Alice at Night School, $50"
    evening.do("roll", who="bob", roll=7)
    assert evening.mark("alice", "paper") is None


# --- Q. Can you pay your school tuition fee or club membership dues on credit?


def test_the_last_dollar_pays_the_fee(evening):
    evening.set("alice", cash=50)
    evening.do("join_club", who="alice", club="night_school", on="cash")
    assert evening.cash("alice") == 0


def test_the_fee_may_go_on_credit_and_never_bankrupts(evening):
    evening.set("alice", cash=10)
    assert evening.why_not("join_club", who="alice", club="night_school", on="cash") == (
        "Alice holds $10; the fee is $50. The Credit Card will do."
    )
    evening.do("join_club", who="alice", club="night_school", on="credit")
    assert (evening.cash("alice"), evening.debt("alice")) == (10, 50)


# --- Q. How do you (gulp) pay your Taxes?


@pytest.mark.parametrize(("rank", "times"), [("working", 10), ("middle", 100), ("high", 1_000)])
def test_taxes_are_both_dice_times_the_figure_of_the_class(rank, times):
    evening = in_class(rank)
    evening.do("taxes", who="alice", roll=9)
    assert evening.cash("alice") == 20_000 - 9 * times


def test_taxes_that_cant_be_met_raise_cash_and_never_go_on_credit(evening):
    evening.set("alice", cash=119)
    evening.do("taxes", who="alice", roll=12)
    assert evening.told() == "Alice owes $120 (Taxes) and holds $119: cash must be raised."
    assert evening.debt("alice") == 0


def test_taxes_of_nothing_are_paid_even_with_cash_below_nought(evening):
    evening.do("change_board", fact="tax.working", value="0", reason="our board")
    evening.do("pool", who="alice", roll=2)
    evening.do("correct_money", giver="alice", taker="treasury", amount=240, reason="for the test")
    evening.void(evening.entries[-2].seq)
    assert evening.cash("alice") == -40
    evening.do("taxes", who="alice", roll=12)
    assert evening.event is None


# --- Q. Who do I make the Unemployment Insurance, Welfare, and Alimony payments to?


@pytest.mark.parametrize(("rank", "action", "times"), [("working", "unemployment", 10), ("middle", "welfare", 50)])
def test_unemployment_and_welfare_are_one_die_times_the_figure_to_the_treasury(rank, action, times):
    evening = in_class(rank)
    evening.do(action, who="alice", roll=6)
    assert evening.cash("alice") == 20_000 - 6 * times


# --- Q. What about the Grandmother's Funeral square?


def test_a_funeral_pays_200_and_closes_the_business(evening):
    evening.do("funeral", who="bob")
    assert evening.cash("bob") == 400
    assert evening.why_not("buy", who="alice", business="red", item="other", on="cash") == (
        "Bob's Business is closed until Bob moves again: nothing can be bought."
    )


def test_a_funeral_keeps_from_betting_investing_and_the_lottery(evening):
    evening.do("funeral", who="bob")
    sentence = "After the funeral Bob does not gamble before moving again."
    assert evening.why_not("race", who="bob", horse=7, stake=1) == sentence
    assert evening.why_not("invest", who="bob", stake=100) == sentence
    assert evening.why_not("lottery", who="bob", stake=1) == sentence
    evening.do("race", who="alice", horse=7, stake=10)
    assert evening.why_not("side_bet", who="bob", stake=1) == sentence
    evening.do("call_off", reason="for the test")
    evening.do("lottery", who="alice", stake=10)
    assert evening.why_not("match", who="bob") == sentence


def test_a_funeral_keeps_from_auctions(evening):
    evening.set("bob", cash=5_000)
    evening.do("funeral", who="bob")
    evening.give("alice", "olive.working")
    evening.do("wedding", who="alice")
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=5) == (
        "After the funeral Bob takes no part in auctions before moving again."
    )


def test_a_funeral_closes_both_businesses_of_its_owner(evening):
    evening.do("correct_business", business="green", owner="bob", reason="for the test")
    evening.do("funeral", who="bob")
    for business in ("red", "green"):
        assert "closed" in evening.why_not("buy", who="alice", business=business, item="other", on="cash")


def test_who_misses_a_turn_neither_moves_up_nor_retires_on_it(evening):
    evening.set("alice", cash=200_000)
    evening.give("alice", "red.high", "blue.high", "olive.high")
    evening.paper("alice", "night_school")
    evening.do("funeral", who="alice")
    for action in ("move_up", "retire"):
        assert evening.why_not(action, who="alice").startswith("Alice misses a turn.")
    evening.do("reopen", who="alice")
    evening.do("retire", who="alice")


def test_without_position_help_one_tap_opens_the_business_again(evening):
    evening.do("funeral", who="bob")
    evening.do("reopen", who="bob")
    assert evening.told() == "Bob moves again: the Business is open."
    evening.do("buy", who="alice", business="red", item="other", on="cash")
    assert evening.why_not("reopen", who="bob") == "Bob's Business is open."


def test_with_three_players_the_mourner_misses_one_full_turn_and_reopens_by_moving():
    evening = ratrace()
    evening.stand("alice", 31)
    evening.do("roll", who="alice", roll=4)
    assert evening.told() == (
        "Alice rolls 4 to Grandmother's Funeral. Alice receives $200: Grandmother's Funeral. "
        "Alice misses a turn, and the Business is closed until Alice moves again."
    )
    assert evening.why_not("reopen", who="alice") == "The book opens it again when Alice moves."
    evening.stand("bob", 5)
    evening.do("roll", who="bob", roll=6)
    assert "Black's Art Gallery" in evening.told()
    assert "Alice's Business is closed." in evening.told()
    assert evening.prompt.title == "Carl rolls"
    evening.do("roll", who="carl", roll=7)
    assert "Alice misses a turn." in evening.told()
    assert evening.prompt.title == "Bob rolls"
    assert "closed until the next move" in [chip.text for chip in evening.game.standing(evening.table, "alice").chips]
    evening.do("turn", who="alice")
    evening.do("roll", who="alice", roll=2)
    assert evening.mark("alice", "closed") is None


def test_house_rule_who_lands_at_a_closed_business_pays_the_treasury():
    evening = ratrace(closed="treasury")
    evening.stand("alice", 31)
    evening.do("roll", who="alice", roll=4)
    evening.stand("bob", 5)
    evening.do("roll", who="bob", roll=6)
    assert evening.why_not("buy", who="bob", business="black", item="working", on="cash") == (
        "Alice's Business is closed until Alice moves again: only the Other Purchase is made, and the Treasury is paid."
    )
    evening.do("buy", who="bob", business="black", item="other", on="cash")
    assert (evening.cash("alice"), evening.cash("bob")) == (400, 180)


def test_two_players_both_at_a_funeral_miss_one_turn_each():
    evening = ratrace("Alice", "Bob")
    evening.stand("alice", 31)
    evening.do("roll", who="alice", roll=4)
    evening.do("place", who="bob", square=31)
    evening.do("roll", who="bob", roll=4)
    assert evening.told().endswith("Alice misses a turn. Bob misses a turn.")
    assert evening.prompt.title == "Alice rolls"
    evening.do("roll", who="alice", roll=2)
    assert evening.prompt.title == "Bob rolls"


def test_with_two_players_the_other_moves_twice():
    evening = ratrace("Alice", "Bob")
    evening.stand("alice", 31)
    evening.do("roll", who="alice", roll=4)
    evening.do("roll", who="bob", roll=3)
    assert evening.told().endswith("Alice misses a turn.")
    assert evening.prompt.offers[0].answers["who"] == "bob"


# --- Every square where the book does not follow the tokens


ACTION_OF = {
    "stock_exchange": ("invest", {"stake": 100}), "night_school": ("join_club", {"club": "night_school", "on": "cash"}),
    "country_club": ("join_club", {"club": "country_club", "on": "cash"}),
    "university": ("join_club", {"club": "university", "on": "cash"}),
    "yacht_club": ("join_club", {"club": "yacht_club", "on": "cash"}), "gift": ("windfall", {"square": "gift"}),
    "bingo": ("windfall", {"square": "bingo"}), "uncle": ("windfall", {"square": "uncle"}),
    "lottery": ("lottery", {"stake": 5}), "pool": ("pool", {"roll": 7}),
    "racetrack": ("race", {"horse": 7, "stake": 5}),
    "income": ("collect", {}), "unemployment": ("unemployment", {"roll": 1}), "welfare": ("welfare", {"roll": 1}),
    "wedding": ("wedding", {}), "divorce": ("divorce", {"roll": 2}), "taxes": ("taxes", {"roll": 2}),
    "funeral": ("funeral", {}), "ascot": ("ascot", {"roll": "odd"}), "credit_due": ("credit_due", {}),
}  # fmt: skip


@pytest.mark.parametrize("rank", list(RINGS))
@pytest.mark.parametrize("code", list(ACTION_OF))
def test_a_square_may_be_dealt_with_in_the_classes_that_have_it(rank, code):
    evening = in_class(rank)
    evening.set("alice", debt=100)
    action, answers = ACTION_OF[code]
    if code in RINGS[rank] or code == "income":
        evening.do(action, who="alice", **answers)
    else:
        sentence = evening.why_not(action, who="alice", **answers)
        assert sentence.startswith(f"There is no {SQUARE_NAMES[code]} square in")


def test_every_square_has_its_action():
    squares = {code for ring in RINGS.values() for code in ring}
    assert squares - set(ACTION_OF) == {"graduation", "enter", "black", "red", "blue", "green", "olive", "brown"}
