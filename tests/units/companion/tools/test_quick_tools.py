"""The quick tools: the rulebooks' worked examples, and what a play of the game itself would say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import Mark, Posting, Seat, Table
from companion.games.rat_race_monopoly import GAME as RAT_RACE_MONOPOLY
from companion.games.ratrace import GAME
from companion.games.ratrace.gambling import Race
from companion.tools import sum_of
from models.ledger import Proposal

RATRACE = GAME
ROUNDINGS = [way for way, _ in RATRACE.option("interest").ways]


BET, CREDIT, INDEX, SALARY = "bet", "credit", "index", "salary"


def outcome(tool, inputs):
    game, one = sum_of(tool, inputs.get("way", ""))
    return one.outcome(game, inputs)


def answer(tool, **inputs):
    found = outcome(tool, inputs)
    assert found.answer, (found.faults, found.missing)
    return found.answer


def lines(made, at=0):
    return [(one.text, one.figure) for one in made.receipts[at].working]


def recorded(table, *marks, postings=()):
    """The table once marks are recorded, and postings."""
    return table.after(Proposal("", {}, "", postings, marks))


# -- credit -------------------------------------------------------------------------------------------


@given(
    st.lists(st.integers(1, 100_000), min_size=1, max_size=6),
    st.integers(0, 200_000),
    st.sampled_from(ROUNDINGS),
)
def test_a_credit_due_of_a_play_takes_what_the_tool_says(bought, cash, rounding):
    debt = sum(bought)
    table = Table(
        (Seat("ann", "Ann"), Seat("ben", "Ben")), houses=RATRACE.house_rules({"interest": rounding})
    )
    owing = GAME.turn(table)
    owing.pay(owing.seat("ann"), "treasury", debt, "credit")
    owing.pay("treasury", owing.seat("ann"), cash)
    # the book follows no tokens here, and so does not ask on which square she stands
    marks = Mark("table", "started", "yes"), Mark("ann", "class", "working")
    table = recorded(table, *marks, postings=owing.effect.postings)
    table = replace(
        table, houses={**table.houses, "position": "off"}, printed=RATRACE.printed_values()
    )
    after = table.after(RATRACE.find_action("credit_due").propose(table, {"who": "ann"}))

    made = answer(CREDIT, debt="+".join(map(str, bought)), cash=str(cash), interest=rounding)

    if made.figure <= cash:
        assert cash - GAME.turn(after).seat("ann").cash == made.figure
        assert GAME.turn(after).seat("ann").debt == 0
    else:
        assert GAME.turn(after).event == "due"
        assert after.ledger.mark("due", "amount") == made.figure


@pytest.mark.parametrize(
    ("tool", "inputs", "field", "words"),
    [
        (CREDIT, {"debt": "12.5"}, "debt", "whole number"),
        (CREDIT, {"debt": "9999999999999999"}, "debt", "larger than any game"),
        (CREDIT, {"debt": "+".join(["1"] * 61)}, "debt", "more than 60"),
        (CREDIT, {"debt": "100", "cash": "-3"}, "cash", "negative"),
        (CREDIT, {"debt": "100", "interest": "sideways"}, "interest", "no 'sideways'"),
        (INDEX, {"price": "1.005M"}, "price", "multiple of 10K"),
        (INDEX, {"held": "100001"}, "held", "more shares"),
        (INDEX, {"rolls": "13"}, "rolls", "2 to 12"),
        (INDEX, {"way": "investment", "stake": "350", "rolls": "8"}, "stake", "multiple of $100"),
        (
            INDEX,
            {"way": "investment", "stake": "300", "rolls": "8 8 8 8 8 8"},
            "rolls",
            "No more than 5",
        ),
        (BET, {"total": "10", "laid": "20", "stake": "5"}, "laid", "more than"),
        (BET, {"way": "odds", "stake": "5", "profit": "10000"}, "profit", "Odds go up to"),
    ],
)
def test_mistakes_are_shown_at_the_field(tool, inputs, field, words):
    found = outcome(tool, inputs)

    assert found.answer is None
    assert words in found.faults[field]


# -- salary and loans ---------------------------------------------------------------------------------


@given(st.integers(0, 6), st.integers(0, 2), st.sampled_from(["millions", "classic"]))
def test_passing_go_in_a_play_pays_what_the_tool_says(level, held, board):
    houses = RAT_RACE_MONOPOLY.house_rules({"board": board, "turns": "off"})
    table = Table(
        (Seat("ann", "Ann"), Seat("ben", "Ben")),
        houses=houses,
        printed=RAT_RACE_MONOPOLY.printed_values(),
    )
    marks = [Mark("game", "opened", "yes"), Mark("ann", "job", level or None)]
    marks += [Mark("ann", f"loan_{at}", 1_000) for at in range(1, held + 1)]
    table = recorded(table, *marks)
    after = table.after(
        RAT_RACE_MONOPOLY.find_action("pass_go").propose(table, {"who": "ann", "roll": 7})
    )

    assert (
        RAT_RACE_MONOPOLY.turn(after).seat("ann").cash
        == answer(SALARY, level=str(level), loans=str(held), board=board).figure
    )


# -- shares and the index -----------------------------------------------------------------------------


@given(
    st.lists(st.integers(2, 12), max_size=25),
    st.integers(1, 300),
    st.integers(1, 30),
    st.integers(1, 30),
)
def test_a_broker_of_a_play_has_the_same_price(rolls, price, point, floor):
    own = {"point": str(point * 10), "floor": str(floor * 10)}
    houses = RAT_RACE_MONOPOLY.house_rules({"books": "broker", **own})
    table = Table(
        (Seat("ann", "Ann"), Seat("ben", "Ben")),
        houses=houses,
        printed=RAT_RACE_MONOPOLY.printed_values(),
    )
    table = recorded(table, Mark("game", "opened", "yes"), Mark("market", "price", price * 10))
    for roll in rolls:
        table = table.after(
            RAT_RACE_MONOPOLY.find_action("update_price").propose(table, {"roll": roll})
        )

    made = answer(
        INDEX,
        price=str(price * 10),
        rolls=" ".join(map(str, rolls)),
        point=own["point"],
        floor=own["floor"],
    )

    assert made.figure == RAT_RACE_MONOPOLY.turn(table).share_price


# -- one bet ------------------------------------------------------------------------------------------


@given(st.integers(2, 12), st.sampled_from(["win", "place", "show"]), st.integers(1, 10_000))
def test_a_race_of_a_play_pays_what_the_tool_says(horse, place, stake):
    table = Table(
        (Seat("ann", "Ann"),), houses=RATRACE.house_rules(), printed=RATRACE.printed_values()
    )
    begun = GAME.turn(table)
    Race(begun).begin(lander="ann", horse=horse, rolls=0)
    started = (Mark("table", "started", "yes"), *begun.effect.marks)
    put_up = (Posting("ann:race", stake), Posting("treasury:cash", -stake))
    table = recorded(table, *started, postings=put_up)
    for roll in [2 if horse != 2 else 3] * ["win", "place", "show"].index(place) + [horse]:
        table = table.after(RATRACE.find_action("race_roll").propose(table, {"roll": roll}))

    assert (
        GAME.turn(table).seat("ann").cash
        == answer(BET, way="board", horse=str(horse), place=place, dollars=str(stake)).figure
    )


# -- whatever is given


@given(
    st.sampled_from((BET, CREDIT, INDEX, SALARY)),
    st.dictionaries(
        st.sampled_from(
            [
                "way",
                "board",
                "level",
                "loans",
                "price",
                "rolls",
                "held",
                "stake",
                "total",
                "laid",
                "debt",
            ]
        ),
        st.text("0123456789.+- KMabc", max_size=12)
        | st.sampled_from(["investment", "odds", "classic", "2 12 7"]),
    ),
)
def test_whatever_is_given_a_sum_answers_or_says_why_not(tool, kept):
    found = outcome(tool, kept)

    assert bool(found.answer) + bool(found.faults or found.missing) == 1
    assert all(sentence.endswith((".", "?")) for sentence in found.faults.values())
