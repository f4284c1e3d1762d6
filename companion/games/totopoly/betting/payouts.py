"""After the race: the Tote pays, the prize fund is divided, then comes the next race or the end, and who has won.

Rulebook: «The Totalisator or Bookmaker», «Prize Money», «The Winner».
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from companion.api import Result, listed, sentence
from companion.api.show import Worth
from companion.games.totopoly.betting import bookmaker, totalisator
from companion.games.totopoly.betting.totalisator import TOTE_UNPAID
from companion.games.totopoly.box import BETTING, HORSES, OVER, PAYING_OUT, RUNNING, SETUP
from companion.games.totopoly.game import (
    BANK,
    BANKER,
    BEGUN,
    CLERK,
    GAME,
    KEEPS_TOTE,
    NO_DEBT,
    POUND,
    RESULT,
    TOTE,
    Bet,
    Player,
    TotopolyTurn,
    When,
    ask,
    by_backer,
    during,
)
from companion.games.totopoly.options import House
from companion.games.totopoly.race import PLACES
from companion.rules import betting
from companion.rules.betting import Dividend, Payout

DEAD_HEAT = (
    f"In a dead heat the pool less {betting.USUAL_PERCENT}% is divided equally between the horses, and each part by "
    "what is laid on that horse; one that nobody backed has no part. The rulebook has no dead heat; racecourses settle "
    "one so."
)


PRIZES_FIRST = "the prizes are paid"


def first_to_pay(t: TotopolyTurn) -> str:
    """Say what is to be paid next on the result there is; a bookmaker who is short waits for the prizes."""
    prizes_wait = t.keeps.prizes and not t.day.prizes
    able = [who for who in t.owing if not (prizes_wait and bookmaker.short_by(who))]
    if t.tote_due:
        return "the Tote pays out"
    if able:
        return f"{able[0].name} pays out the book"
    return PRIZES_FIRST if prizes_wait else ""


RUN = (during(RUNNING, PAYING_OUT), RESULT)
BETS_ONLY = When(lambda t: t.bets_only, "That is for a book that keeps bets alone.")
after = partial(GAME.action, group="After the race", source=totalisator.SOURCE)


# --- the Tote --------------------------------------------------------------------------------------------


class Division(NamedTuple):
    """How the pool is divided, and what each bet gets of those that are paid, by who laid it."""

    carried: int
    out: Payout
    paid: dict[Bet, int]
    shares: dict[Player, list[Bet]]

    def amount_for(self, who: Player) -> int:
        return sum(map(self.paid.__getitem__, self.shares[who]))


def divide_pool(t: TotopolyTurn) -> Division:
    """Divide the pool on the result there is."""
    carried = t.carried_here
    out = betting.pay_out(t.slips, t.places[0], totalisator.terms(t), carried)
    each = zip(t.slips, out.payouts, strict=True)
    paid = {slip: amount for slip, amount in each if amount or slip.horse in out.dividends}
    return Division(carried, out, paid, by_backer(paid))


def describe_shares(t: TotopolyTurn, of: Division, who: Player) -> str:
    return " + ".join(_how(t, of.out, slip) for slip in of.shares[who])


def _how(t: TotopolyTurn, out: Payout, slip: Bet) -> str:
    """Say how a winning stake, or one that comes back, is worked out."""
    stake = t.written(slip.stake)
    if out.refunded:
        return f"{stake} back"
    of = out.dividends[slip.horse]
    return f"{stake} \u00d7 {of.figure if of.figure is not None else _sums(of)}"


def _sums(of: Dividend) -> str:
    """Write a dividend as it is divided; in a dead heat by the number of horses first."""
    parts = f" \u00f7 {of.parts}" if of.parts > 1 else ""
    return f"{of.net:,}{parts} \u00f7 {of.laid:,}"


@after(
    "Pay out the Tote",
    when=(
        KEEPS_TOTE,
        *RUN,
        TOTE_UNPAID,
        totalisator.MATCH,
        When(lambda t: t.tote_due, "Nobody has laid a bet: the Tote has nothing to pay."),
    ),
    rule=f"All stakes less {betting.USUAL_PERCENT}% commission, about so where that gives a round figure, divided by "
    "what is laid on the winner; the dividend includes the stake.",
)
def pay_tote(t: TotopolyTurn) -> None:
    """Pay every backer of the winner, and the clerk."""
    of = divide_pool(t)
    t.earn(CLERK, of.out.commission + of.out.breakage, TOTE)
    t.tote["paid"] = 1
    t.tote["left"] = of.out.carried
    t.tote["foot"] = _where_it_went(t, of)
    for who in of.shares:
        t.pay(TOTE, who, of.amount_for(who))
        t.tote["payout", who.key] = f"{of.amount_for(who)} {describe_shares(t, of, who)}"[:200]
    t.narrate(outcome(t, of))
    _show(t, of)
    _name_house_rules(t, of.out)


def _where_it_went(t: TotopolyTurn, of: Division) -> str:
    """Say where every unit of the pool went."""
    out = of.out
    came = f"Money in {t.written(out.total)}" + (
        f", {t.written(of.carried)} of it carried here," if of.carried else ""
    )
    parts = {"paid out": out.paid, "commission": out.commission, "breakage": out.breakage}
    parts |= {"given back": out.refunded} if out.refunded else {}
    parts |= {"carried on": out.carried} if out.carried else {}
    return (
        f"{came} = {' + '.join(f'{words} {t.written(amount)}' for words, amount in parts.items())}"
    )


def outcome(t: TotopolyTurn, of: Division) -> str:
    """Say what the Tote pays, or who gets the pool."""
    clerk, out, winners = t.role(CLERK).name, of.out, t.places[0]
    keeps = f"{clerk} keeps the pool of {t.written(out.commission)}."
    if out.dividends:
        gets = listed(f"{who.name} gets {t.written(of.amount_for(who))}" for who in of.shares)
        pays = listed(
            f"{t.horse_name(horse)} pays {each.words()}" for horse, each in out.dividends.items()
        )
        return f"{sentence(pays)} for each {POUND}1: {gets}."
    nobody = (
        f"Nobody backed {listed(map(t.horse_name, winners), 'or')}"
        if winners
        else "No horse has won"
    )
    if out.refunded:
        return f"{nobody}: all bets go back."
    if out.carried:
        return f"{nobody}: {t.written(out.carried)} is carried to the next race."
    return f"{nobody}: {keeps}"


def _show(t: TotopolyTurn, of: Division) -> None:
    out, clerk = of.out, t.role(CLERK).name
    t.step("Laid on all horses", out.total - of.carried)
    if of.carried:
        t.step("Carried here from an earlier race", of.carried)
    _show_dividends(t, of)
    for slip, amount in of.paid.items():
        t.step(f"{slip.who}: {_how(t, out, slip)}", amount)
    if out.commission and not out.dividends:
        t.step(f"Kept by {clerk}", out.commission)
    if out.carried:
        t.step("Carried to the next race", out.carried)
    t.step("Paid out", out.paid + out.refunded, total=True)
    if out.breakage:
        t.step(f"Breakage, to {clerk}", out.breakage)


def _show_dividends(t: TotopolyTurn, of: Division) -> None:
    out = of.out
    if out.dividends:
        largest = max(out.dividends.values(), key=lambda dividend: dividend.commission)
        commission = totalisator.commission_words(replace(largest, total=out.total))
        t.step(f"{commission}, to {t.role(CLERK).name}", -out.commission, signed=True)
        if largest.parts > 1:
            t.step(f"Dead heat: {t.written(largest.net)} \u00f7 {largest.parts} for each horse")
    if len(t.places[0]) > 1:
        t.explain(DEAD_HEAT)
    for horse, dividend in out.dividends.items():
        t.step(f"Laid on {t.card_name(horse)}", dividend.laid)
        t.step(f"Dividend for each {POUND}1: {_sums(dividend)} = {dividend.words(2)}")
        totalisator.show_warning(t, dividend)


def _name_house_rules(t: TotopolyTurn, out: Payout) -> None:
    """Name the house rules that changed something about the payout."""
    dividends = tuple(out.dividends.values())
    if not dividends:
        t.by_house_rule(House.unbacked)
    if len(dividends) == 1 and betting.round_figure(out.total, dividends[0].laid) is not None:
        t.by_house_rule(House.dividend)
    if out.shared_out:
        t.by_house_rule(House.breakage)
    if any(dividend.gave_way or dividend.whole for dividend in dividends):
        t.by_house_rule(House.least)


# --- the prizes ------------------------------------------------------------------------------------------


@after(
    "Divide the prize fund",
    source="Prize Money",
    when=(
        When(lambda t: t.keeps.prizes, "This book keeps no prize fund."),
        *RUN,
        NO_DEBT,
        When(lambda t: not t.day.prizes, "The prizes are paid already."),
        When(lambda t: first_to_pay(t) == PRIZES_FIRST, lambda t: f"First {first_to_pay(t)}."),
    ),
    rule=f"{betting.USUAL_PERCENT}% to the banker; half the rest to the winner, a quarter each to second and third.",
    amount=lambda t: max(0, t.fund),
)
def pay_prizes(t: TotopolyTurn) -> None:
    """Pay the banker and the owners of the first three; with nothing else to pay, that ends the evening."""
    fund, trained = t.fund, t.house.training == "fund"
    # the evening is over then, unless a bookmaker who was short waits for prize money in hand
    t.day.prizes = 1
    t.go_to(PAYING_OUT)
    t.step(
        f"Leases, auction{', entrance fees and training' if trained else ' and entrance fees'}",
        fund,
    )
    t.by_house_rule(House.training)
    if fund > 0:
        _divide(t, fund)
    else:
        t.narrate("Nothing is in the prize fund: there are no prizes.")


def _divide(t: TotopolyTurn, fund: int) -> None:
    to_banker = t.house.quarters == "banker"
    shared = betting.divide(fund, rest_to_banker=to_banker)
    official = t.placed
    takers = betting.awards([horse if t.owner(horse) else "" for horse in official])
    banker, tenth = t.role(BANKER).name, betting.tenth(fund)
    left = t.written(fund - tenth)
    t.earn(BANKER, shared.banker, BANK)
    t.step(f"{betting.USUAL_PERCENT}% to {banker}, nearest unit", -tenth, signed=True)
    t.step("Left for prizes", fund - tenth)
    if shared.left_over:
        whom = banker if to_banker else "the winner's half"
        t.step(f"What the quarters leave over goes to {whom}", shared.left_over)
    won: dict[Player, int] = {}
    for word, amount, horse, own in zip(PLACES, shared.prizes, takers, official, strict=True):
        owner = t.owner(horse)
        if owner is None:
            t.step(f"{word.capitalize()} prize: nobody's, it stays in the bank", amount)
            continue
        t.pay(BANK, owner, amount)
        won[owner] = won.get(owner, 0) + amount
        share = f"half of {left}" if word == PLACES[0] else f"a quarter of {left}"
        moved = "" if horse == own else ", as no other horse takes it"
        t.step(
            f"{word.capitalize()} prize, {share}: {owner}, {t.horse_name(horse)}{moved}",
            amount,
            signed=True,
        )
    prizes = listed(f"{who.name} {t.written(amount)}" for who, amount in won.items())
    t.narrate(
        f"The prizes: {prizes}." if won else "No horse is placed: the prizes stay in the bank."
    )
    if shared.left_over:
        t.by_house_rule(House.quarters)


# --- race after race, and the end -----------------------------------------------------------------------------


@after("Next race", when=(BETS_ONLY, BEGUN))
def next_race(
    t: TotopolyTurn,
    horses: int | None = ask.number(
        "With how many horses?", 2, len(HORSES), what="number of horses", optional=True
    ),
) -> None:
    """Open the book for the next race; every horse runs again."""
    # a race that every horse has left is not run
    for condition in RUN if t.phase != BETTING or t.runners else ():
        condition.check(t)
    t.refuse(t.bets_open, f"First {first_to_pay(t)}.")
    in_pool = t.belongs
    t.day.number += 1
    t.go_to(BETTING)
    for horse in HORSES:
        if t.lease(horse).scratched:
            t.lease(horse).scratched = None
    if horses is not None:
        t.field = horses
    t.tote["carried"] = in_pool
    t.narrate(f"Race {t.day.number} is open for bets.")
    if in_pool:
        t.step("Carried to it in the pool", in_pool)


@after(
    "Finish for today",
    when=(
        BETS_ONLY,
        BEGUN,
        When(
            lambda t: not t.bets_open,
            "Bets are laid on this race: run it and pay out, or take them back.",
        ),
        totalisator.MATCH,
    ),
)
def close_book(t: TotopolyTurn) -> None:
    """End the game. What is still in the pool goes to the clerk, as no race follows."""
    left = t.in_pool
    t.go_to(OVER)
    t.narrate(f"{t.keeps.over}.")
    if left:
        clerk = t.role(CLERK).name
        t.tote["left" if t.tote_paid else "carried"] = 0
        t.narrate(f"No race follows: {clerk} keeps the {t.written(left)} in the pool.")
        t.step(f"Left in the pool, to {clerk}", left, total=True)
        t.earn(CLERK, left, TOTE)


# --- the winner --------------------------------------------------------------------------------------

IN_HAND = "Cash, and what lies in a bookmaker's till. Leased cards count for nothing."
UNFOLLOWED = "Nobody's cash is followed: everyone begins at zero."


def money(who: Player) -> int:
    """Return cash, and what lies in a bookmaker's till; what is won or lost where only bets are kept."""
    return who.cash + who.till


@GAME.worth
def worth(t: TotopolyTurn, who: Player) -> Worth | None:
    """Return a player's money; none before the book is open, or once the player has left."""
    if t.phase == SETUP or who not in t.seats:
        return None
    return Worth(money(who), POUND, t.keeps.worth, IN_HAND if t.tracked else UNFOLLOWED)


def figure(t: TotopolyTurn, who: Player) -> str:
    """Say what a rank rests on: money, signed where it is what was won or lost; in words where nobody wins."""
    if not t.keeps.spent:
        return t.written(money(who), signed=not t.tracked)
    earned = who.earned_in_all
    beside = money(who) - earned
    words = (
        f"received {t.written(beside)}" if beside > 0 else f"{t.keeps.spent} {t.written(-beside)}"
    )
    return f"{words}, earned {t.written(earned)}" if earned else words


@GAME.end_if
def ending(t: TotopolyTurn) -> Result | None:
    """End once all is settled: why, who won, and everyone's rank."""
    if t.phase != OVER:
        return None
    owner = t.owner(t.placed[0]) if t.tracked and t.house.winner == "horse" else None
    # a tie goes to the better placed horse
    best = {t.owner(horse): at for at, horse in reversed([*enumerate(t.placed)]) if t.tracked}
    keys = {who: (who != owner, -money(who), best.get(who, len(PLACES))) for who in t.seats}
    order = sorted(keys, key=keys.__getitem__)
    places = tuple(
        (who, 1 + sum(key < keys[who] for key in keys.values()), figure(t, who)) for who in order
    )
    winners = tuple(who for who, place, _ in places if place == 1)
    if not t.tracked:  # what was spent or paid in is nobody's win
        return Result(t.keeps.over, () if t.keeps.spent else winners, places)
    if owner in keys:
        return Result(f"{owner} owns the winner, {t.horse_name(t.placed[0])}", winners, places)
    names = t.names(winners)
    return Result(
        f"{names} {'has' if len(winners) == 1 else 'share'} the most money", winners, places
    )
