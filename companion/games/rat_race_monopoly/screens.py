"""What the screens show: a player's card, the goal and the share price, and what the table does next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.api import Action, listed
from companion.api.show import Badge, Holding, Offer, Prompt, Standing
from companion.games.rat_race_monopoly import dice_control, payments, players, streets, work
from companion.games.rat_race_monopoly.board import DEGREES, GROUPS, STREETS_OF, TOP_DEGREE
from companion.games.rat_race_monopoly.disasters import disaster, disaster_next
from companion.games.rat_race_monopoly.game import GAME, SLOTS, Player, RatRaceTurn, Street
from companion.games.rat_race_monopoly.net_worth import declare, net_worth
from companion.games.rat_race_monopoly.stock_exchange import (
    broker_next,
    raise_shares,
    shares_text,
    visit,
)

BRACKET_TONES = ("plain", "plain", "info", "good")
LANDING = "landing"
"""The tone of an offer that is what a square brings."""
LITTLE = 50
"""In notes: who holds less may be near the end, and is offered it last of all."""


# --- the card


@GAME.card
def card(t: RatRaceTurn, who: Player) -> Standing:
    """Everything a player's card shows; where the stock broker's book is kept alone, shares."""
    return _broker_card(who) if t.broker_alone else _banker_card(who)


def _broker_card(who: Player) -> Standing:
    t, out = who.t, who not in who.t.seats
    worth, price = t.written(who.shares * t.share_price), t.written(t.share_price)
    return Standing(
        seat=who.key,
        figure=shares_text(who.shares),
        chips=(Badge("out"),) if out else (),
        note=f"Worth {worth} at {price}" if who.shares else "No shares",
        out=out,
        up=t.current == who,
    )


def _banker_card(who: Player) -> Standing:
    t, owed, out = who.t, who.debt, who not in who.t.seats
    worth, lines = net_worth(who)
    note, ready = how_far(who, worth)
    return Standing(
        seat=who.key,
        figure=t.written(who.cash),
        subtitle=DEGREES[who.degree],
        rank=Badge(t.job_name(who.job) if who.job else "No job", BRACKET_TONES[who.bracket]),
        debt=Badge(f"owes {t.written(owed)}", "bad" if owed > 0 else "warn")
        if owed
        else Badge("No loan"),
        chips=_badges(who),
        holdings=groups_held(who),
        progress=0 if out else max(0, min(100, worth * 100 // t.goal)),
        note=note,
        ready=ready,
        out=out,
        # the table waits for who has to throw for a disaster, or whose turn it is
        up=t.result is None and (t.disaster.thrower or t.current) == who,
        details=_details(who, lines),
    )


def how_far(who: Player, worth: int) -> tuple[str, bool]:
    """How far a player is from the goal, in words, and whether it can be declared."""
    t = who.t
    if not t.opened:
        return "Not dealt in yet", False
    if t.declared == who:
        return f"Declared a net worth of {t.written(t.declared_sum)}, and won", False
    if who not in t.seats:
        return "Out of the game", False
    if worth >= t.goal and t.result is None:
        return f"Net worth {t.written(worth)}: declare it on your turn", True
    return f"Net worth {t.written(worth)} of {t.written(t.goal)}", False


def _badges(who: Player) -> tuple[Badge, ...]:
    if who not in who.t.seats:
        return (Badge("out"),)
    found = [Badge("in Jail", "warn")] if who.jail else []
    if who.streets:
        found.append(Badge("insured", "good") if who.insured else Badge("not insured", "warn"))
    if who.shares > 0:
        found.append(Badge(shares_text(who.shares), "info"))
    elif who.shares:
        found.append(Badge(f"shares at \u2212{-who.shares}", "bad"))
    return tuple(found)


def groups_held(who: Player) -> tuple[Holding, ...]:
    """A place for each colour group in which a player owns something."""
    places = []
    for group in GROUPS:
        if mine := [street for street in who.streets if street.group == group]:
            title = f"{group.title}, {len(mine)} of {len(STREETS_OF[group.key])}"
            places.append(Holding(title, listed(map(_street_text, mine)), colour=group.colour))
    return tuple(places)


def _street_text(street: Street) -> str:
    remarks = [
        remark for remark in (street.buildings, "mortgaged" if street.mortgaged else "") if remark
    ]
    return f"{street}{f' ({listed(remarks)})' if remarks else ''}"


def _details(who: Player, worth: Sequence[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """What the rest of the card does not say."""
    t, written = who.t, who.t.written
    passed = [("GOs passed", str(len(who.gos)))] if who.gos else []
    if who not in t.seats:
        return tuple(passed)
    rows = [
        *((words, written(figure)) for words, figure in worth[1:-1]),
        *passed,
        ("Salary at the next GO", written(work.salary(t, who.job, len(who.loans)))),
        ("Income tax", written(work.tax(t, who.job))),
    ]
    for loan in who.loans:
        when = "after the next GO" if loan.why_not_repay else "can be repaid"
        rows.append((SLOTS[loan.slot], f"{written(loan.owed)}, {when}"))
    if who.streets:
        good = "until the next GO" if who.insured else "none"
        rows.append(("Insurance", f"{good}; the next costs {written(streets.premium(who))}"))
    return (*rows, *((_street_text(street), written(street.worth)) for street in who.streets))


@GAME.status
def status(t: RatRaceTurn) -> tuple[Badge, ...]:
    """What stands at the head of the table: the goal and the share price."""
    share = Badge(f"Share {t.written(t.share_price)}", "info")
    return (share,) if t.broker_alone else (Badge(f"Goal {t.written(t.goal)}"), share)


# --- what comes next


@GAME.next
def what_next(t: RatRaceTurn) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    if t.result is not None:
        return Prompt("The game is over")
    if not t.opened:
        nobody = f"If you name nobody, {t.everybody[0].name} begins."
        return Prompt(
            "Who begins?",
            nobody if t.broker_alone else f"{nobody} Everyone starts with the same cash.",
            players.start("Start the game", "primary"),
            (players.start_by_throw("Throw for it"),),
        )
    if t.broker_alone:
        return broker_next(t)
    if waits := disaster_next(t):
        return waits
    if who := t.current:
        return turn_next(who)
    return Prompt("What happened?", "All else is under Find an action.", None, free_offers(t))


def turn_next(who: Player) -> Prompt:
    """What happens on a turn, in the order in which it mostly does; the player on turn is known."""
    t, worth = who.t, net_worth(who)[0]
    offers: list[Offer] = []
    if who.others:
        offers.append(dice_control.next_player(f"Next player: {who.others[0].name}", "primary"))
    if t.house.declare == "turn" and worth >= t.goal:
        offers.append(declare("Declare the net worth and win", "primary", who=who))
    if who.jail:
        if not dice_control.has_tried_enough(who):
            offers.append(dice_control.throw("Throw for a double", who=who, dice="two"))
        fine = t.written(t.figure("jail"))
        offers += [
            dice_control.leave_jail(f"Leave Jail ({fine} or a card)", who=who),
            disaster("A 7: a disaster", who=who),
        ]
    else:
        offers += [
            *landings(who),
            dice_control.throw("Throw the dice", who=who, dice="two"),
            disaster("A 7: a disaster", who=who),
            dice_control.go_to_jail("Go to Jail", "quiet", who=who),
        ]
    offers += [*loan_offers(who), *street_offers(t, who)]
    title = f"{who} sits in Jail" if who.jail else f"{who}'s turn"
    holds = f"Has {t.written(who.cash)}; net worth {t.written(worth)}."
    return Prompt(
        title, holds, None, tuple(offers), where="" if who.jail else f"Where did {who.name} land?"
    )


def landings(who: Player) -> list[Offer]:
    """What the squares bring, each as a tile; what can't be done now says why."""
    t, level, degree = who.t, who.job, min(who.degree + 1, TOP_DEGREE)
    written = t.written
    # where both tax squares cost the same, nobody asks which it is
    square = {"square": work.INCOME} if t.house.tax_squares == "both" else {}
    return [
        work.pass_go(
            f"GO: Salary {written(work.salary(t, level, len(who.loans)))}", LANDING, who=who
        ),
        streets.buy_street("Street for sale: Buy it", LANDING, who=who),
        payments.rent("Owned street: Pay rent", LANDING, who=who),
        visit(f"Stock exchange: {written(t.share_price)} a share", LANDING, who=who),
        work.study(
            f"College: {DEGREES[degree]}, {written(t.figure(f'fee.{degree}'))}", LANDING, who=who
        ),
        work.apply_for_job("Employment office: Roll for a job", LANDING, who=who),
        work.pay_tax(f"Tax: Pay {written(work.tax(t, level))}", LANDING, who=who, **square),
        payments.pay("Pay for a Chance", LANDING, giver=who, reason=payments.CHANCE),
        payments.pay(
            "Paid by a Chance", LANDING, giver=t.the_bank, taker=who, reason=payments.CHANCE
        ),
    ]


def loan_offers(who: Player) -> list[Offer]:
    """Loans, where one can be repaid or taken."""
    offers = [
        work.repay(f"Repay a loan of {who.t.written(loan.owed)}", who=who, loan=loan.slot)
        for loan in who.loans
        if not loan.why_not_repay and who.cash >= loan.owed
    ]
    if not who.why_no_loan:
        offers.append(
            work.take_loan(f"Take a loan of {who.t.written(who.loan_size)}", "quiet", who=who)
        )
    return offers


AT_ANY_TIME: tuple[Action[...], ...] = (
    *(
        work.pass_go,
        streets.buy_street,
        payments.rent,
        visit,
        work.study,
        work.apply_for_job,
        work.pay_tax,
    ),
    *(
        payments.pay,
        work.take_loan,
        work.repay,
        dice_control.throw,
        disaster,
        dice_control.go_to_jail,
    ),
)
"""What may be recorded for anybody where the table keeps the turns itself."""


def free_offers(t: RatRaceTurn) -> tuple[Offer, ...]:
    """What may be recorded where the table keeps the turns itself."""
    winning = [who for who in t.seats if t.house.declare == "turn" and net_worth(who)[0] >= t.goal]
    return (
        *(declare(f"{who} declares and wins", "primary", who=who) for who in winning),
        *(action() for action in AT_ANY_TIME),
        *((dice_control.leave_jail("Leave Jail"),) if any(who.jail for who in t.seats) else ()),
        *street_offers(t, None),
    )


def street_offers(t: RatRaceTurn, who: Player | None) -> list[Offer]:
    """What can be done with streets, and what brings money in: of one player, or of anybody where nobody is named."""
    known: dict[str, Any] = {"who": who} if who else {}
    every = (
        streets.insure(
            f"Insure for {t.written(streets.premium(who))}" if who else "Insure", **known
        ),
        streets.build("Build houses", **known),
        *(
            (payments.deal("Trade streets", **known),)
            if any(map(payments.tradable, t.seats))
            else ()
        ),
        streets.lift_mortgage("Lift a mortgage", **known),
        streets.sell_buildings("Sell buildings", "quiet", **known),
        streets.mortgage("Mortgage streets", "quiet", **known),
        raise_shares("Sell shares to pay", "quiet", **known),
    )
    offers = [offer for offer in every if t.possible(offer)]
    if len(t.seats) > 1 and any(
        player.cash < t.notes(LITTLE) for player in ((who,) if who else t.seats)
    ):
        offers.append(players.bankrupt("Can't pay: bankrupt", **known))
    return offers
