"""The quick tools that Ratrace gives: what a Credit Due takes, an investment, and a bet at the Tote Board.

Each tries the game's own rule out on a table where one player sits.
"""

from __future__ import annotations

from companion.api.questions import Amount, Number, Question, Table
from companion.games.ratrace import gambling
from companion.games.ratrace.board import HORSES, PLACES
from companion.games.ratrace.gambling import Investment, Race
from companion.games.ratrace.game import CREDIT, GAME, TREASURY, RatraceTurn
from companion.games.ratrace.options import House
from companion.games.ratrace.squares import CREDIT_SOURCE, credit_falls_due
from companion.tools.sums import Amounts, Answer, Rolls, Sum, amounts_in, choose, receipt, rolls_in

WHO = {"one": "the player"}
OTHERS = 5
"""So many others roll for an investment at the most: six play."""


def credit_due(table: Table, debt: str, cash: int | None) -> Answer:
    """Work out what a Credit Due takes for what was bought on credit, and what it leaves of the cash."""
    t: RatraceTurn = GAME.rehearse(table, WHO)
    who, bought = t.seats[0], amounts_in(debt)
    t.pay(who, TREASURY, sum(bought), CREDIT)
    due = who.to_clear
    t.pay(TREASURY, who, due if cash is None else cash)
    credit_falls_due(t, who)
    if cash is not None and cash >= due:
        t.step("Leaves the player with", who.cash)
    return Answer(
        "Credit Due takes",
        due,
        t.unit,
        (receipt(t.effect, CREDIT_SOURCE),),
    )


def investment(table: Table, stake: int, rolls: str) -> Answer:
    """Work out what an investment returns, cashed in after so many rolls."""
    shown = rolls_in(rolls)
    t: RatraceTurn = GAME.rehearse(
        table, WHO | {f"other{at}": "somebody" for at in range(len(shown) + 1)}
    )
    t.refuse(
        stake % gambling.EXCHANGE_UNIT,
        f"An investment is a multiple of ${gambling.EXCHANGE_UNIT}.",
        "stake",
    )
    who, *others = t.seats
    order = " ".join(other.key for other in others)
    Investment(t).begin(who=who, order=order, rolls=0, level=7, invested=stake, value=stake)
    for roll in shown:
        t.rewrite(working=())  # what the last one shows is the receipt
        gambling.exchange_roll.rule(t, roll)
    value = Investment(t).value
    gain, word = abs(value - stake), "gain" if value >= stake else "loss"
    t.step(f"A {word} of", gain, total=True)
    t.explain(gambling.EXCHANGE_RULE)
    return Answer(
        "Cashed in, it returns",
        value,
        t.unit,
        (receipt(t.effect, gambling.EXCHANGE_SOURCE, narration=""),),
        (("Level", str(shown[-1])), (word.capitalize(), t.written(gain))),
    )


def tote_bet(table: Table, horse: int, place: str, dollars: int) -> Answer:
    """Work out what a bet wins: it was rolled in vain as often as the place says, and now the horse comes in."""
    t: RatraceTurn = GAME.rehearse(table, WHO)
    who = t.seats[0]
    Race(t).begin(lander=who, horse=horse, rolls=PLACES.index(place))
    t.pay(TREASURY, who, dollars, into=Race.code)
    gambling.race_roll.rule(t, horse)
    t.explain(gambling.RACE_RULE)
    return Answer(
        "With the stake back it comes to",
        who.cash,
        t.unit,
        (receipt(t.effect, gambling.RACE_SOURCE, narration=""),),
        (("Won", t.written(who.cash - dollars)), ("Win / place / show", gambling.tote(t, horse))),
    )


GAME.tools = (
    Sum(
        "credit",
        (
            Question("debt", Amounts(quick=(20, 50, 100, 200, 500, 3_000)), "Bought on credit"),
            Question("cash", Amount(0, unit="$"), "Cash in hand", optional=True),
        ),
        credit_due,
        (House.interest,),
    ),
    Sum(
        "index",
        (
            Question("stake", Amount(1, unit="$", quick=(100, 200, 300, 500)), "Invested"),
            Question("rolls", Rolls(most=OTHERS), "Rolled"),
        ),
        investment,
        (House.exchange, House.level3),
        "investment",
        "Investment",
    ),
    Sum(
        "bet",
        (
            Question("horse", Number(HORSES[0], HORSES[-1], "horse"), "Horse"),
            choose(
                "place",
                "It comes in on the first, second or third roll",
                {"win": "WIN", "place": "PLACE", "show": "SHOW"},
            ),
            Question("dollars", Amount(1, unit="$", quick=(10, 50, 100, 500)), "The bet"),
        ),
        tote_bet,
        (House.tote,),
        "board",
        "Tote Board of Ratrace",
    ),
)
