"""Who may hold a lease card, and debts that fall due: cash is raised by private sales, then the debt is paid.

Nobody has both training stables, and three horses a player run in the race.

Rulebook: «Discarding» and «Borrowing».
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.api import Refusal
from companion.api.show import Proposal
from companion.games.totopoly.box import (
    BETTING,
    HORSES,
    LEASE_CARDS,
    PARADE,
    RACE_DAY,
    RING,
    RUNNING,
)
from companion.games.totopoly.game import (
    BEGUN,
    ENTRANCE,
    FEE,
    GAME,
    LEASED,
    NO_DEBT,
    OWN_PURSES,
    Due,
    Player,
    TotopolyTurn,
    ask,
    ask_lease,
    during,
)
from companion.games.totopoly.options import House

RIVALS = {"walroy": "stevedon", "stevedon": "walroy"}
MOST_RUN = 3
"""So many horses of a player run in the race."""


def require_may_hold(who: Player, card: str, question: str) -> None:
    """Refuse a lease card that a player may not get; while hands are hidden, what rests on them only on recording."""
    t = who.t
    if t.house.limits != "strict":
        return
    if rival := "" if t.hidden else _other_stable(who, card):
        raise Refusal(f"{who} owns {t.card_name(rival)}: nobody owns both stables.", question)
    # no surplus horse can be scratched any more then
    late = card in HORSES and len(who.horses) >= MOST_RUN and t.resume in (BETTING.key, RUNNING.key)
    t.refuse(late, f"{who} runs three horses already: a fourth could not start.", question)


def _other_stable(who: Player, card: str) -> str:
    """Return which stable a player has already that does not go with this one; empty where none does."""
    rival = RIVALS.get(who.t.business_type(card))
    return next(
        (stable for stable in who.cards if rival and who.t.business_type(stable) == rival), ""
    )


@GAME.why_not_record
def why_not_record(t: TotopolyTurn, entry: Proposal) -> str:
    """Return why an entry can't be recorded, while hands are hidden: a sheet that said so would show them.

    No name is in it but that of the card, and of the player who would get it.
    """
    if not t.hidden:
        return ""
    given = {(posting.account, posting.unit) for posting in entry.postings if posting.quantity < 0}
    for posting in entry.postings:
        card = posting.unit
        if card not in LEASE_CARDS or posting.quantity < 0:
            continue
        who, owner = t.holder(posting.account.partition(":")[0]), t.owner(card)
        if owner and (f"{owner.key}:{LEASED}", card) not in given:
            return f"{t.card_name(card)} is kept already: one of two players named the wrong card. Look at both cards."
        if t.house.limits == "strict" and who in t.seats and _other_stable(who, card):
            return f"{t.card_name(card)} can't go to {who.name}: nobody owns both stables."
    return ""


def warn(who: Player, card: str) -> None:
    """Say on the receipt where a limit is a warning only, or scratches a horse; the player has the card by now."""
    t = who.t
    if rival := "" if t.hidden else _other_stable(who, card):
        t.step(f"Mind: {who} now owns both stables, {t.card_name(rival)} being the other")
        t.by_house_rule(House.limits)
    if card in HORSES:
        warn_of_horses(who)


def warn_of_horses(who: Player) -> None:
    """Warn of who has more horses in the race than may run; not before the race is made up."""
    t, count = who.t, len(who.horses)
    if count > MOST_RUN and t.day_phase in RACE_DAY:
        t.step(f"Mind: {who} then has {count} horses in the race, and three run at most")
        t.by_house_rule(House.limits)


def surplus(who: Player) -> int:
    """Return how many horses of a player are too many for the race; none where the limit is a warning only."""
    return max(0, len(who.horses) - MOST_RUN) if who.t.house.limits == "strict" else 0


def require_no_surplus(
    t: TotopolyTurn, players: Iterable[Player], question: str | None = None
) -> None:
    """Refuse while somebody has too many horses for the race."""
    for who in players:
        over = surplus(who)
        t.refuse(
            over, f"{who} may run three: scratch or sell {t.count(over, 'horse')} first.", question
        )


def require_ready(t: TotopolyTurn) -> None:
    """Refuse while horses can't start: a player has too many, or an entrance fee is not paid."""
    require_no_surplus(t, t.seats)
    for horse in t.runners:
        if (owner := t.owner(horse)) and not t.lease(horse).fee:
            raise Refusal(f"First {owner.name} pays the entrance fee for {t.horse_name(horse)}.")


debts = partial(GAME.action, group="Debts", source="Borrowing", when=BEGUN)
sells = partial(
    GAME.action,
    group="Players",
    source="Borrowing",
    asked_by="giver",
    agreed_by=lambda t: t.find_player("taker"),
)
"""A private sale: the buyer has to agree."""


def falls_due(due: Due) -> None:
    """Pay a debt at once, or open the raising of cash when the player is short."""
    who, t = due.who, due.who.t
    if not t.tracked or who not in t.seats or due.amount <= max(0, who.cash):
        _pay(due)
        return
    to = f"{due.to.key}:{OWN_PURSES.get(due.to.key, 'cash')}"
    t.debt.set(who=who, amount=due.amount, to=to, what=due.what, kind=due.kind or None)
    t.narrate(
        f"{who} owes {t.written(due.amount)} ({due.what}) and holds {t.written(who.cash)}: cash must be raised."
    )
    _show_fees(due)
    t.step(f"{who} owes {due.to.name}", due.amount)
    t.step("Less cash in hand", -who.cash, signed=True)
    t.step("Short by", due.amount - who.cash, total=True)
    t.explain(
        "Nothing is borrowed: whoever is short sells a horse, a business or an advantage card privately at the best "
        "offer, and pays."
    )


def pay_if_possible(t: TotopolyTurn) -> None:
    """Pay the debt that is due, if its debtor now has the cash."""
    due = t.due
    if due and due.amount <= max(0, due.who.cash):
        t.forget_due()
        _pay(due)


def _pay(due: Due) -> None:
    who, t = due.who, due.who.t
    if not due.amount:
        t.narrate(f"{who} owes nothing any more.")
        return
    t.narrate(f"{who} pays {due.to.name} {t.written(due.amount)}: {due.what}.")
    _show_fees(due)
    t.pay(who, due.to, due.amount, what="")
    _note_fees(due)


def _show_fees(due: Due) -> None:
    """Say what a debt is made up of, where it is entrance fees."""
    if due.kind == FEE:
        t = due.who.t
        t.step(
            f"Entrance fees, {t.count(len(due.who.fees_due), 'horse')} at {t.written(ENTRANCE)}",
            due.amount,
        )


def _note_fees(due: Due) -> None:
    for horse in due.who.fees_due if due.kind == FEE else ():
        due.who.t.lease(horse).fee = 1


def require_due(t: TotopolyTurn) -> Due:
    """Return the debt that is due, or refuse."""
    if due := t.due:
        return due
    raise Refusal("Nobody is short of cash for a debt.")


@debts("Pay the due debt")
def settle(t: TotopolyTurn) -> None:
    """Pay the open debt, once there is cash enough."""
    due = require_due(t)
    held = due.who.cash
    t.refuse(
        due.amount > max(0, held),
        f"{due.who} owes {t.written(due.amount)} and holds {t.written(held)}.",
    )
    pay_if_possible(t)


@debts("Drop a debt", rule="The table may let anybody off; the reason stays in the journal.")
def let_off(t: TotopolyTurn, reason: str = ask.reason()) -> None:
    """Drop the debt, if the table agrees."""
    due = require_due(t)
    t.forget_due()
    _note_fees(due)
    t.narrate(f"{due.who} is let off {t.written(due.amount)}, {due.what} ({reason}).")


# --- private sales ------------------------------------------------------------------------------------------


def require_seller(giver: Player) -> bool:
    """Refuse who may not sell now, as another has still to meet a debt; return whether it is to meet one."""
    debtor = giver.t.debt.who
    if debtor and debtor != giver:
        NO_DEBT.check(giver.t)
    return debtor is not None


def sell_to(taker: Player, giver: Player, price: int, what: str) -> None:
    """Pay for what is sold from player to player."""
    taker.t.narrate(f"{taker} buys {what} from {giver.name} for {taker.t.written(price)}.")
    taker.t.pay(taker, giver, price, what="")


def leases_to_sell(giver: Player) -> tuple[str, ...]:
    """Return the lease cards that a player could sell; the auctioneer's is none of them."""
    return tuple(card for card in giver.cards if giver.t.business_type(card) != "auctioneer")


@sells(
    "Sell privately",
    when=during(RING, PARADE),
    button="Sell {card} to {taker}",
    rule="A private sale goes from player to player: no commission, nothing for the prize fund, no credit.",
)
def private_sale(
    t: TotopolyTurn,
    giver: Player = ask.player("Who sells?"),
    card: str = ask_lease(
        "Which card is sold?",
        lambda t: leases_to_sell(t.find_player("giver")),
        "is not this player's to sell",
    ),
    taker: Player = ask.player("Who makes the best offer?", but="giver"),
    price: int = ask.money("For how much?", paid_by="taker"),
) -> None:
    """Sell a horse or a business to another player at the best offer, to meet a debt or because three horses run."""
    for_debt = require_seller(giver)
    t.refuse(
        not for_debt and not surplus(giver),
        "A private sale needs a debt to pay, or a fourth horse.",
        "giver",
    )
    t.refuse(
        not for_debt and card not in HORSES, "With no debt to pay, only a horse is sold.", "card"
    )
    require_may_hold(taker, card, "taker")
    sell_to(taker, giver, price, t.card_name(card))
    t.move(card, giver, taker)
    warn(taker, card)
    pay_if_possible(t)
