"""The quick tools: the rulebooks' worked examples, and what a play of the game itself would say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import Effect, Mark, Posting, Seat, Table
from companion.games.rat_race_monopoly import GAME as RAT_RACE_MONOPOLY
from companion.games.ratrace import GAME
from companion.games.totopoly.game import POUND
from companion.rules import betting
from companion.rules.betting import Odds
from companion.tools import sum_of

RATRACE = GAME
ROUNDINGS = [way for way, _ in RATRACE.option("interest").ways]


BET, CREDIT, INDEX, SALARY = "bet", "credit", "index", "salary"


def outcome(tool, inputs):
    game, one = sum_of(tool, inputs.get("way", ""))
    return one.outcome(game, inputs)


def answer(tool, **inputs):
    found = outcome(tool, inputs)
    assert found.answer, (found.faults, found.fault, found.missing)
    return found.answer


def lines(made, at=0):
    return [(one.text, one.figure) for one in made.receipts[at].working]


def recorded(proposal, table):
    """The table once a proposal is recorded."""
    return table.after(Effect(proposal.narration, proposal.postings, proposal.marks))


# -- credit -------------------------------------------------------------------------------------------


def test_a_credit_due_takes_187_for_100_and_20_and_50():
    made = answer(CREDIT, debt="100+20+50")

    assert (made.figure, made.unit) == (187, "$")
    assert lines(made) == [
        ("Purchase 1", 100),
        ("Purchase 2", 20),
        ("Purchase 3", 50),
        ("Credit debt", 170),
        ("Interest 10%", 17),
        ("The player pays the Treasury", -187),
    ]
    assert made.receipts[0].rule.startswith("Credit Due takes the whole debt")
    assert made.receipts[0].source == "Q. How do I use my Credit Card?"


def test_cash_in_hand_says_what_is_left_or_what_is_short():
    assert lines(answer(CREDIT, debt="170", cash="200"))[-1] == ("Leaves the player with", 13)
    short = answer(CREDIT, debt="170", cash="100")
    assert short.figure == 187
    assert lines(short)[-1] == ("Short by", 87)
    assert "cash must be raised" in short.receipts[0].narration
    assert lines(answer(CREDIT, debt="170", cash="0"))[-1] == ("Short by", 187)


def test_a_house_rule_of_rounding_is_named_on_the_receipt():
    assert answer(CREDIT, debt="125").figure == 138
    rounded = answer(CREDIT, debt="125", interest="down")
    assert rounded.figure == 137
    assert rounded.receipts[0].house == ("The 10% interest is rounded: down to the dollar.",)


@given(st.lists(st.integers(1, 100_000), min_size=1, max_size=6), st.integers(0, 200_000), st.sampled_from(ROUNDINGS))
def test_a_credit_due_of_a_play_takes_what_the_tool_says(bought, cash, rounding):
    debt = sum(bought)
    table = Table((Seat("ann", "Ann"), Seat("ben", "Ben")), houses=RATRACE.house_rules({"interest": rounding}))
    owing = GAME.turn(table)
    owing.pay(owing.seat("ann"), "treasury", debt, "credit")
    owing.pay("treasury", owing.seat("ann"), cash)
    # the book follows no tokens here, and so does not ask on which square she stands
    table = table.after(
        Effect(postings=owing.effect.postings, marks=(Mark("table", "started", "yes"), Mark("ann", "class", "working")))
    )
    table = replace(table, houses={**table.houses, "position": "off"}, printed=RATRACE.printed_values())
    after = recorded(RATRACE.find_action("credit_due").propose(table, {"who": "ann"}), table)

    made = answer(CREDIT, debt="+".join(map(str, bought)), cash=str(cash), interest=rounding)

    if made.figure <= cash:
        assert cash - GAME.turn(after).seat("ann").cash == made.figure
        assert GAME.turn(after).seat("ann").debt == 0
    else:
        assert GAME.turn(after).event == "due"
        assert after.ledger.mark("due", "amount") == made.figure


@pytest.mark.parametrize(
    ("inputs", "field", "words"),
    [
        ({"debt": "12.5"}, "debt", "whole number"),
        ({"debt": "9999999999999999"}, "debt", "larger than any game"),
        ({"debt": "+".join(["1"] * 61)}, "debt", "more than 60"),
        ({"debt": "100", "cash": "-3"}, "cash", "negative"),
        ({"debt": "100", "interest": "sideways"}, "interest", "no 'sideways'"),
    ],
)
def test_mistakes_are_shown_at_the_field(inputs, field, words):
    found = outcome(CREDIT, inputs)

    assert found.answer is None
    assert words in found.faults[field]


def test_nothing_bought_is_no_answer_yet():
    assert outcome(CREDIT, {}).missing == "debt"
    assert outcome(CREDIT, {"debt": "0"}).missing == "debt"
    assert answer(CREDIT, debt="50+").figure == 55


# -- salary and loans ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "held", "paid"), [("4", "0", 2_000), ("4", "1", 1_000), ("4", "2", 0), ("0", "0", 500), ("1", "1", 250)]
)
def test_loans_halve_the_salary_and_stop_it(level, held, paid):
    made = answer(SALARY, level=level, loans=held)

    assert (made.figure, made.unit) == (paid, "K")
    assert lines(made)[-1] == ("Salary at GO", paid)


def test_tax_is_by_level_and_a_loan_by_bracket():
    facts = dict(answer(SALARY, level="6").facts)
    assert facts == {"Tax": "600K", "One loan": "4M"}
    assert dict(answer(SALARY, level="2").facts)["One loan"] == "1M"
    assert dict(answer(SALARY, level="0").facts)["One loan"] == "none without a job"


def test_a_loan_says_what_it_costs_at_each_go():
    first = answer(SALARY, level="4")
    assert ("What it costs at each GO", -1_000) in lines(first, 1)
    assert ("Loan, middle class: fixed for Senior Manager", 2_000) in lines(first, 1)
    assert "third is never given" in answer(SALARY, level="4", loans="2").receipts[1].narration
    assert "no job" in answer(SALARY, level="0").receipts[1].narration


def test_on_classic_it_is_dollars():
    made = answer(SALARY, level="6", board="classic")

    assert (made.figure, made.unit) == (300, "$")
    assert dict(made.facts) == {"Tax": "$60", "One loan": "$400"}


def test_without_a_job_the_house_rule_has_its_say():
    assert answer(SALARY, level="0", no_job_salary="half").figure == 250
    assert answer(SALARY, level="0", no_job_salary="none").figure == 0


def test_no_receipt_says_what_cash_is_left_for_nobody_has_said_what_there_was():
    for level in range(7):
        for held in range(3):
            made = answer(SALARY, level=str(level), loans=str(held))
            assert not [words for at in range(3) for words, _ in lines(made, at) if "then has" in words]


@given(st.integers(0, 6), st.integers(0, 2), st.sampled_from(["millions", "classic"]))
def test_passing_go_in_a_play_pays_what_the_tool_says(level, held, board):
    houses = RAT_RACE_MONOPOLY.house_rules({"board": board, "turns": "off"})
    table = Table((Seat("ann", "Ann"), Seat("ben", "Ben")), houses=houses, printed=RAT_RACE_MONOPOLY.printed_values())
    marks = [Mark("game", "opened", "yes"), Mark("ann", "job", level or None)]
    marks += [Mark("ann", f"loan_{at}", 1_000) for at in range(1, held + 1)]
    table = table.after(Effect(marks=tuple(marks)))
    after = recorded(RAT_RACE_MONOPOLY.find_action("pass_go").propose(table, {"who": "ann", "roll": 7}), table)

    assert (
        RAT_RACE_MONOPOLY.turn(after).seat("ann").cash
        == answer(SALARY, level=str(level), loans=str(held), board=board).figure
    )


# -- shares and the index -----------------------------------------------------------------------------


def test_rolls_of_9_10_7_and_4_leave_a_share_at_1_1m():
    made = answer(INDEX, rolls="9 10 7 4")

    assert (made.figure, made.unit) == (1_100, "K")
    assert made.history == ((1_000, None), (1_100, 9), (1_200, 10), (1_200, 7), (1_100, 4))
    assert [figure for _, figure in lines(made)] == [1_000, 100, 100, 0, -100, 1_100]


def test_the_floor_holds_the_price_and_shares_are_sold_at_it():
    made = answer(INDEX, way="classic", price="20", rolls="2 3 4", held="3")

    assert made.figure == 10
    assert dict(made.facts)["Shares bring"] == "$30"
    assert lines(made, 1) == [("The bank pays the player for 3 shares at $10", 30)]


def test_a_price_that_is_no_whole_note_is_refused_at_the_field():
    assert "multiple of 10K" in outcome(INDEX, {"price": "1.005M"}).faults["price"]
    assert "more shares" in outcome(INDEX, {"held": "100001"}).faults["held"]
    assert "2 to 12" in outcome(INDEX, {"rolls": "13"}).faults["rolls"]


@pytest.mark.parametrize(("roll", "back"), [("8", 450), ("4", 75), ("3", 10), ("2", 0), ("12", 3_300)])
def test_an_investment_of_300_returns_what_the_rulebook_says(roll, back):
    assert answer(INDEX, way="investment", stake="300", rolls=roll).figure == back


def test_only_the_last_roll_counts_unless_the_table_plays_each():
    assert answer(INDEX, way="investment", stake="300", rolls="8 4").figure == 75
    each = answer(INDEX, way="investment", stake="300", rolls="8 4", exchange="each")
    assert each.figure == 112
    assert "value reached" in each.receipts[0].house[0]


def test_an_investment_is_a_multiple_of_100_and_five_roll_at_most():
    assert "multiple of $100" in outcome(INDEX, {"way": "investment", "stake": "350", "rolls": "8"}).faults["stake"]
    found = outcome(INDEX, {"way": "investment", "stake": "300", "rolls": "8 8 8 8 8 8"})
    assert "No more than 5" in found.faults["rolls"]
    assert outcome(INDEX, {"way": "investment", "stake": "300"}).missing == "rolls"


@given(st.lists(st.integers(2, 12), max_size=25), st.integers(1, 300), st.integers(1, 30), st.integers(1, 30))
def test_a_broker_of_a_play_has_the_same_price(rolls, price, point, floor):
    own = {"point": str(point * 10), "floor": str(floor * 10)}
    houses = RAT_RACE_MONOPOLY.house_rules({"books": "broker", **own})
    table = Table((Seat("ann", "Ann"), Seat("ben", "Ben")), houses=houses, printed=RAT_RACE_MONOPOLY.printed_values())
    table = table.after(Effect(marks=(Mark("game", "opened", "yes"), Mark("market", "price", price * 10))))
    for roll in rolls:
        table = recorded(RAT_RACE_MONOPOLY.find_action("update_price").propose(table, {"roll": roll}), table)

    made = answer(INDEX, price=str(price * 10), rolls=" ".join(map(str, rolls)), point=own["point"], floor=own["floor"])

    assert made.figure == RAT_RACE_MONOPOLY.turn(table).share_price


def test_what_a_table_plays_otherwise_holds_for_its_own_board():
    assert answer(INDEX, way="classic", price="20", rolls="3", point="5", floor="18").figure == 18
    assert answer(INDEX, way="classic", price="20", rolls="9", point="5").figure == 25


# -- one bet ------------------------------------------------------------------------------------------


def test_20_more_on_160_of_1980_get_200():
    made = answer(BET, total="1980", laid="160", stake="20")

    assert (made.figure, made.unit) == (200, POUND)
    assert dict(made.facts) == {f"For each {POUND}1": "10", "Without this bet": "11"}
    assert ("This bet: \u00a320 \u00d7 10", 200) in lines(made)
    assert not [words for words, _ in lines(made) if "No. " in words]


def test_a_first_bet_gets_back_less_than_it_laid_and_the_receipt_warns():
    made = answer(BET, total="0", stake="20")

    assert made.figure == 18
    assert [words for words, _ in lines(made) if words.startswith("Warning")]
    assert answer(BET, total="0", stake="20", least="stake").figure == 20


def test_more_on_the_horse_than_in_the_pool_is_refused_at_that_field():
    assert "more than" in outcome(BET, {"total": "10", "laid": "20", "stake": "5"}).faults["laid"]


@given(
    st.integers(0, 5_000), st.integers(0, 5_000), st.integers(1, 500),
    st.sampled_from(["round", "exact"]), st.sampled_from(["clerk", "remainders"]),
    st.sampled_from(["computed", "stake"]),
)  # fmt: skip
def test_a_pool_pays_the_bet_what_the_tool_says(others, laid, stake, dividend, breakage, least):
    terms = betting.Terms(dividend, breakage, least=least)
    bets = [betting.Bet(*one) for one in (("b", others), ("a", laid)) if one[1]]
    out = betting.pay_out([*bets, betting.Bet("a", stake)], ("a",), terms)

    made = answer(
        BET,
        total=str(others + laid),
        laid=str(laid),
        stake=str(stake),
        dividend=dividend,
        breakage=breakage,
        least=least,
    )

    assert made.figure == out.payouts[-1]


def test_a_bookmaker_pays_the_stake_on_top_and_drops_fractions():
    made = answer(BET, way="odds", stake="5", profit="7", to="2")

    assert made.figure == 5 + Odds(7, 2).profit_on(5) == 22
    assert dict(made.facts) == {"Odds": "7 to 2", "Profit": "\u00a317"}
    assert answer(BET, way="odds", stake="10", profit="1").figure == 20
    assert "Odds go up to" in outcome(BET, {"way": "odds", "stake": "5", "profit": "10000"}).faults["profit"]


def test_50_on_horse_5_in_on_the_third_roll_win_150():
    made = answer(BET, way="board", horse="5", place="show", dollars="50")

    assert made.figure == 200
    assert dict(made.facts)["Won"] == "$150"
    assert answer(BET, way="board", horse="5", place="show", dollars="50", tote="includes").figure == 150


@given(st.integers(2, 12), st.sampled_from(["win", "place", "show"]), st.integers(1, 10_000))
def test_a_race_of_a_play_pays_what_the_tool_says(horse, place, stake):
    table = Table((Seat("ann", "Ann"),), houses=RATRACE.house_rules(), printed=RATRACE.printed_values())
    begun = GAME.turn(table)
    begun.begin(begun.race, lander="ann", horse=horse, rolls=0)
    started = (Mark("table", "started", "yes"), *begun.effect.marks)
    put_up = (Posting("ann:race", stake), Posting("treasury:cash", -stake))
    table = table.after(Effect(postings=put_up, marks=started))
    for roll in [2 if horse != 2 else 3] * ["win", "place", "show"].index(place) + [horse]:
        table = recorded(RATRACE.find_action("race_roll").propose(table, {"roll": roll}), table)

    assert (
        GAME.turn(table).seat("ann").cash
        == answer(BET, way="board", horse=str(horse), place=place, dollars=str(stake)).figure
    )


# -- whatever is given


@given(
    st.sampled_from((BET, CREDIT, INDEX, SALARY)),
    st.dictionaries(
        st.sampled_from(["way", "board", "level", "loans", "price", "rolls", "held", "stake", "total", "laid", "debt"]),
        st.text("0123456789.+- KMabc", max_size=12) | st.sampled_from(["investment", "odds", "classic", "2 12 7"]),
    ),
)
def test_whatever_is_given_a_sum_answers_or_says_why_not(tool, kept):
    found = outcome(tool, kept)

    assert bool(found.answer) + bool(found.faults or found.missing or found.fault) == 1
    assert all(sentence.endswith((".", "?")) for sentence in found.faults.values())
