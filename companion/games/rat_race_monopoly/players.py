"""Opening the table, coming late, going bankrupt, and leaving for good.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold; the order of things at the end is ours.
"""

from __future__ import annotations

from functools import partial

from companion.api import Condition, Refusal, listed, sentence
from companion.games.rat_race_monopoly.game import (
    BANK,
    DEBT,
    GAME,
    PLAYING,
    QUIET,
    SLOTS,
    Player,
    RatRaceTurn,
    ask,
    money,
)
from companion.games.rat_race_monopoly.options import House
from companion.games.rat_race_monopoly.payments import take_over
from companion.games.rat_race_monopoly.stock_exchange import (
    PRICE,
    move_shares,
    note_trade,
    shares_text,
)
from companion.games.rat_race_monopoly.streets import USUAL, cover_gained

TO_PLAYER = (
    "Who can't pay is out. Buildings and shares are turned into cash first; the creditor takes the cash and the "
    "streets, mortgages stay, and loans are written off in the end."
)
TO_BANK = (
    "Who can't pay the bank, or leaves for good, is out: the bank takes everything, the streets are for sale again "
    "free of mortgage, and loans are written off."
)


LAST = Condition[RatRaceTurn](
    lambda t: len(t.seats) > 1,
    lambda t: f"{t.find_player()} is the last at the table. End the game instead.",
    "who",
)

opening = partial(
    GAME.action,
    group="Set-up",
    source=USUAL,
    when=Condition[RatRaceTurn](lambda t: not t.opened, "The game has started already."),
)


# --- coming


def _open_table(t: RatRaceTurn, first: Player) -> None:
    t.opened = True
    t.begin_turn(first)
    price, cash = t.figure("share"), t.figure("start")
    t.market.price = price
    t.note(PRICE, **{"1": str(price)}, n=1)
    begins = f" {first} begins." if t.keeps_turns else ""
    if t.broker_alone:
        t.narrate(f"The stock exchange opens; a share costs {t.written(price)}.{begins}")
    else:
        for who in t.seats:
            t.pay(BANK, who, cash)
        t.narrate(f"Everyone starts with {t.written(cash)}.{begins}")
        t.step(f"The bank pays each of {len(t.seats)} players", cash, signed=True)
        t.explain(
            "Everyone starts with a tenth of the usual money, without a degree and without a job."
        )
    t.step("A share costs", price)


@opening("Start the game")
def start(t: RatRaceTurn, first: Player | None = ask.anybody("Who begins?", optional=True)) -> None:
    """Give everyone the starting cash, and say who begins. If you name nobody, the first seat does."""
    _open_table(t, first or t.everybody[0])


@opening("Start the game by a throw")
def start_by_throw(
    t: RatRaceTurn, rolls: dict[Player, int] = ask.rolls("What does everybody throw with two dice?")
) -> None:
    """Give everyone the starting cash; the highest throw begins."""
    best = max(rolls.values())
    highest = [who for who, roll in rolls.items() if roll == best]
    if len(highest) > 1:
        raise Refusal(
            f"{listed(who.name for who in highest)} tie at {best}: they throw again.", "rolls"
        )
    t.narrate(f"{highest[0]} throws highest, {best}.")
    _open_table(t, highest[0])


@GAME.action(
    "Join late",
    group="Players",
    source=USUAL,
    when=QUIET,
    button="Seat {called}",
    replaces=True,
    rule="A late joiner starts like everybody else did.",
)
def join(
    t: RatRaceTurn,
    called: str = ask.words("What is the new player called?"),
    after: Player | None = ask.seat_before(),
) -> None:
    """Seat a late joiner, who starts like everybody else did."""
    t.refuse(len(t.seats) >= GAME.most, "Eight players are the most.")
    who, cash = t.sit_down(called, after, anew=True), t.figure("start")
    t.narrate(f"{sentence(called)} joins{'' if t.broker_alone else f' with {t.written(cash)}'}.")
    if not t.broker_alone:
        who.earn(cash, f"The bank pays {called}", total=True)


# --- going


@GAME.action(
    "Can't pay: bankrupt", group="Players", source=USUAL, when=PLAYING, button="{who} is bankrupt"
)
def bankrupt(
    t: RatRaceTurn,
    who: Player = ask.player("Who can't pay?"),
    creditor: Player = ask.player("Who is owed?", BANK, but="who"),
    owed: int = money("How much is owed?"),
) -> None:
    """Take a player out who can't pay: to a creditor goes what there is, or to the bank."""
    held = t.written(who.cash)
    reach = who.cash + sum(who.ways_to_raise.values())
    due = t.written(owed)
    t.refuse(who.cash >= owed, f"{who} holds {held}, and can pay {due}.", "owed")
    if reach >= owed:
        raise Refusal(
            f"{who} can still raise what is missing: {listed(who.ways_to_raise, 'or')}. "
            f"With {held} in cash that makes {t.written(reach)}, enough for {due}.",
            "owed",
        )
    t.narrate(f"{who} can't pay {creditor.name} {due} and is bankrupt.")
    t.step(f"Owed to {creditor.name}", owed)
    t.explain(TO_BANK if creditor.key == BANK else TO_PLAYER)
    give_up(who, creditor)


@GAME.action(
    "Leave for good",
    group="Players",
    when=(*QUIET, LAST),
    button="{who} leaves for good",
    replaces=True,
)
def leave(t: RatRaceTurn, who: Player = ask.player("Who leaves?")) -> None:
    """Take a player out who leaves for good; everything goes to the bank."""
    t.narrate(f"{who} leaves the game.")
    if not t.broker_alone:
        t.explain(TO_BANK)
        give_up(who, t.the_bank)
        return
    t.explain("Shares of who leaves for good go back to the bank.")
    if who.shares:
        t.step(f"Shares that go back to the bank: {who.shares}")
        move_shares(who, -who.shares)
    put_out(who)


def give_up(who: Player, creditor: Player) -> None:
    """Turn everything into cash, hand it over, and write the rest off."""
    t, streets = who.t, who.streets
    t.step(f"{who} holds", who.cash)
    for street in who.built:
        sold = f"Buildings of {street}, sold back: {street.houses} at half of {t.written(street.house_cost)}"
        got = street.house_refund * street.houses
        street.build(-street.houses)
        who.earn(got, sold)
    if who.shares > 0:
        got = who.shares * t.share_price
        sold = f"{shares_text(who.shares)} at {t.written(t.share_price)}"
        note_trade(who, -who.shares)
        move_shares(who, -who.shares)
        who.earn(got, sold)
    if creditor.key != BANK and t.house.bankrupt_first == "bank" and who.debt > 0:
        owed, paid = who.debt, min(max(0, who.cash), who.debt)
        t.pay(who, BANK, paid)
        t.pay(who, BANK, -paid, DEBT)
        t.step(f"Loans of {t.written(owed)}, paid back first", -paid, signed=True)
        t.by_house_rule(House.bankrupt_first)
    cash = max(0, who.cash)
    t.pay(who, creditor, cash)
    t.step(f"Cash to {creditor.name}", cash, total=True)
    for street in streets:
        t.step(f"{street}{', mortgaged' if street.mortgaged else ''}: to {creditor.name}")
        street.hand_over(creditor)
    for street in streets if creditor.key == BANK else ():
        street.clear()
    if who.debt:
        t.step("Loans written off", who.debt)
        t.pay(who, BANK, -who.debt, DEBT)
    put_out(who)
    if creditor.key != BANK and streets:
        take_over(creditor, streets, as_far_as_cash_goes=True)
        cover_gained(creditor, streets)


def put_out(who: Player) -> None:
    """Note that a player is out, as which, and forget what is true only of those who play; pass the turn on."""
    t, on_turn, others = who.t, who.t.current == who, who.others
    dropped = ("insured", "jail", "tries", *SLOTS, *(f"{slot}_since" for slot in SLOTS))
    number = 1 + len(t.everybody) - len(t.seats)
    t.note(who, out=number, **dict.fromkeys(dropped))
    if on_turn:
        t.begin_turn(next(iter(others), None))
