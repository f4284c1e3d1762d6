"""Shares and index: a share price moved by rolls, and an investment cashed in at a level of the Price Index.

The first is Rat Race Monopoly's, the second Ratrace's; their own rules move the price and value the investment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.questions import Amount
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Seat, Table
from companion.games.rat_race_monopoly import RAT_RACE_MONOPOLY, broker, market
from companion.games.rat_race_monopoly import state as streets
from companion.games.rat_race_monopoly.scale import CLASSIC, MILLIONS, SCALES, say, unit
from companion.games.ratrace import RATRACE, exchange, state
from companion.games.ratrace.state import EXCHANGE, TABLE
from companion.tools.asking import Answer, Ask, Formula, Inputs, Rolls, by_house, choice, receipt, rolled

if TYPE_CHECKING:
    from companion.core.questions import Answers

WHO = "one"
INVESTMENT = "investment"
WAYS = ((MILLIONS, "Shares in millions"), (CLASSIC, "Shares in dollars"), (INVESTMENT, "Investment"))
OTHERS = 5
"""So many others roll for an investment at the most: six play."""
MOST_SHARES = 100_000


def asks(inputs: Inputs) -> tuple[Ask, ...]:
    """Ask whether it is shares or an investment, and what that one needs."""
    which = choice("way", "", WAYS)
    if which.said(inputs) == INVESTMENT:
        return (
            which,
            Ask("stake", "Invested", Amount(1), quick=(100, 200, 300, 500, 1_000)),
            Ask("rolls", "Rolled", Rolls(OTHERS), hint="The others, one after the other"),
            by_house(RATRACE.house("exchange")),
            by_house(RATRACE.house("level3")),
        )
    money = SCALES.get(which.said(inputs), SCALES[MILLIONS])
    note = money.note

    def sum_of(name: str, text: str, notes: int, *, house: bool = False, quick: tuple[int, ...] = ()) -> Ask:
        kind = Amount(note, step=note, unit=money.unit)
        return Ask(name, text, kind, str(notes * note), quick=tuple(one * note for one in quick), house=house)

    return (
        which,
        sum_of("price", "A share costs", 100, quick=(50, 100, 150, 200)),
        Ask("rolls", "Rolled since then", Rolls(), optional=True, hint="8 and more is up, 6 and less is down"),
        Ask("held", "Shares to sell", Amount(1, unit="shares"), optional=True, quick=(1, 2, 3, 5, 10)),
        sum_of("point", "A point is", market.USUAL_POINT, house=True, quick=(5, 10, 20)),
        sum_of("floor", "A share costs at least", market.USUAL_FLOOR, house=True, quick=(10, 50)),
    )


def work(answers: Answers) -> Answer:
    """Work out the price, or the investment."""
    return _investment(answers) if answers["way"] == INVESTMENT else _share_price(answers)


# -- the share price ----------------------------------------------------------------------------------


def market_table(board: str, price: int, point: int, floor: int, held: int = 0) -> Table:
    """Lay a stock broker's table: a price, the size of a point, the floor, and one player's shares."""
    own = {"point": str(point), "floor": str(floor)}
    if board == CLASSIC:
        own = {f"{key}_classic": words for key, words in own.items()}
    # the broker's book alone keeps nobody's cash, and so says nothing of it
    houses = RAT_RACE_MONOPOLY.house_rules({"board": board, "books": "broker", **own})
    bare = Table((Seat(WHO, "the player"),), houses=houses, printed=RAT_RACE_MONOPOLY.printed())
    return bare.after(Effect(postings=market.move(WHO, held), marks=market.priced(bare, price)))


def _share_price(answers: Answers) -> Answer:
    price, point, floor = (int(answers[name] or 0) for name in ("price", "point", "floor"))
    held, rolls = int(answers["held"] or 0), rolled(answers["rolls"])
    if held > MOST_SHARES:
        raise Refusal("That is more shares than any game has.", "held")
    table = market_table(str(answers["way"]), price, point, floor, held)
    first, moved = table, Effect()
    steps: list[Line] = []
    for roll in rolls:
        step = market.updated(table, roll)
        # each step says the price before and after it; once is enough
        steps += step.working[1:-1]
        moved += step
        table = table.after(step)
    now = streets.price(table)
    far = now - price
    lines = (
        Line("Share price so far", price, unit(first)),
        *steps,
        Line("Share price now", now, unit(first), total=True),
    )
    ruled = Effect(rule=market.UPDATE_RULE, house=moved.house)
    made = [receipt(ruled, market.SOURCE, working=lines if rolls else lines[:1], told="")]
    if held:
        sold = market.sold(table, WHO, held)
        made.append(receipt(sold, market.SOURCE, working=sold.working[:1]))
    way = f"{'up' if far > 0 else 'down'} {say(table, abs(far))}" if far else "the same"
    sale = (("Shares bring", say(table, held * now)),) if held else ()
    return Answer(
        label="A share costs",
        figure=now,
        unit=unit(table),
        receipts=tuple(made),
        facts=((("Since then", way),) if rolls else ()) + sale,
        history=broker.history(table) if rolls else (),
    )


# -- the investment -----------------------------------------------------------------------------------


def exchange_table(stake: int, rolls: int, houses: dict[str, str] | None = None) -> Table:
    """Lay a table of Ratrace where one player has invested, and so many others roll and one more."""
    others = tuple(Seat(f"other{at}", "somebody") for at in range(1, rolls + 2))
    bare = Table((Seat(WHO, "the player"), *others), houses=RATRACE.house_rules(houses), printed=RATRACE.printed())
    facts: dict[str, str | int] = {
        "who": WHO, "order": " ".join(one.key for one in others), "rolls": 0, "level": 7,
        "invested": stake, "value": stake,
    }  # fmt: skip
    marks = (Mark(TABLE, "started", "yes"), *state.begin_event(bare, EXCHANGE, **facts))
    put_up = (Posting(f"{WHO}:{EXCHANGE}", stake), Posting("treasury:cash", -stake))
    return bare.after(Effect(postings=put_up, marks=marks))


def _investment(answers: Answers) -> Answer:
    stake, rolls = int(answers["stake"] or 0), rolled(answers["rolls"])
    if stake % exchange.UNIT:
        raise Refusal(f"An investment is a multiple of ${exchange.UNIT}.", "stake")
    houses = {key: str(answers[key]) for key in ("exchange", "level3")}
    table, lines, said = exchange_table(stake, len(rolls), houses), [Line("Invested", stake)], Effect()
    for roll in rolls:
        step = exchange.exchange_roll.rule(table, roll=roll)
        lines += [Line(one.text, one.figure) for one in step.working if one.total]
        said += step
        table = table.after(step)
    value = state.count(table, EXCHANGE, "value")
    gain = value - stake
    total = Line("A gain of" if gain >= 0 else "A loss of", abs(gain), total=True)
    return Answer(
        label="Cashed in, it returns",
        figure=value,
        unit="$",
        receipts=(receipt(said, exchange.SOURCE, working=(*lines, total), told=""),),
        facts=(("Level", str(rolls[-1])), ("Gain" if gain >= 0 else "Loss", state.money(abs(gain)))),
    )


FORMULA = Formula(asks, work)
