"""Who plays, and who has which role: retiring, leaving for good, and who is Banker, Auctioneer or Tote Clerk.

Rulebook: «Borrowing», «Banker», «The Deal» and «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from companion.api import sentence
from companion.games.totopoly import borrowing
from companion.games.totopoly.betting import bets, payouts
from companion.games.totopoly.game import (
    BOX,
    GAINED,
    GAME,
    HAMMER,
    NO_DEBT,
    NOBODY,
    OUT,
    ROLES,
    SIDE,
    STACK,
    TILL,
    Player,
    Role,
    TotopolyTurn,
    When,
    ask,
)
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.leases import NOT_OVER
from companion.games.totopoly.phases import LEASES, LOTS, PAYING_OUT


@borrowing.debts(
    "No buyer: retire",
    rule="Who retires gives the creditor what cash and till hold; the rest of the debt is written off, and the cards "
    "are auctioned for the prize fund. Horses that nobody buys are scratched.",
)
def retire(t: TotopolyTurn) -> None:
    """Retire the player who can't pay: nobody buys what is offered, and there is no credit."""
    due = borrowing.require_due(t)
    who, held, till = due.who, max(0, due.who.cash), due.who.free_in_till
    t.refuse(due.amount <= held, f"{who} has the cash for the debt: pay it.")
    enough = due.amount <= held + till
    t.refuse(enough, f"{t.written(till)} lies in {who.name}'s till: draw it out, and pay the debt.")
    _require_others(who)
    gets = f"{sentence(due.to.name)} gets"
    t.pay(who, due.to, till, TILL, into="cash")
    t.pay(who, due.to, held)
    t.forget_due()
    t.narrate(f"{who} can't pay {t.written(due.amount)} and retires.")
    t.step(f"{who} owes {due.to.name}", due.amount)
    if till:
        t.step(f"{gets} what is in the till", till, signed=True)
    t.step(f"{gets} all the cash", held, signed=True)
    t.step("The rest is written off", due.amount - held - till)
    for slip in () if who.book_paid else who.book:
        bets.give_back_from_book(t, slip)
    _take_out(who)


@GAME.action("Leave for good", group="Players", source="Borrowing", when=(NOT_OVER, NO_DEBT), replaces=True)
def leave(t: TotopolyTurn, who: Player = ask.player("Who leaves?")) -> None:
    """Take a player out of the game; the cards are auctioned for the prize fund."""
    _require_others(who, "who")
    first = payouts.first_to_pay(t) if t.phase == PAYING_OUT and who.cards else ""
    t.refuse(first, f"The race is run: first {first}, then {who.name} may go.", "who")
    in_book = who.book and not who.book_paid
    t.refuse(in_book, f"{who}'s book has bets in it: they are paid out or taken back first.", "who")
    t.narrate(f"{who} leaves the game.")
    held, till = who.cash, max(0, who.till)
    t.pay(who, BOX, held if t.tracked else 0)
    # where cash is not followed, the till goes back to whose it is
    t.pay(who, BOX if t.tracked else who, till, TILL, into="cash")
    if t.tracked and held + till:
        t.step("Cash goes back in the box", held + till)
    elif till:
        t.step(f"{who} gets back what is in the till", till)
    t.explain(t.keeps.leaving)
    _take_out(who)


def _require_others(who: Player, question: str | None = None) -> None:
    last = f"{who} is the last at the table: end the game from the list of games."
    who.t.refuse(len(who.t.seats) == 1, last, question)


def _take_out(who: Player) -> None:
    """Take a player's cards and roles away, and hold the auction of what there is to sell."""
    t, for_sale, phase = who.t, borrowing.leases_to_sell(who), who.t.phase
    for card in who.cards:
        if card not in for_sale:
            t.move(card, who, OUT)
    for kind, count in who.training.items():
        t.pay(who, STACK, count, GAINED, kind)
    roles = [role for role in ROLES if t.role(role) == who]
    who.set(left=1, nominated=None, order=None)
    for role in roles:
        t.thing(Role, role).who = None
        t.step(f"Nobody has this role any more: {ROLES[role]}")
    for name in (f"open_{who.key}", *(f"odds_{who.key}_{horse}" for horse in HORSES)):
        if t.noted(SIDE, name) is not None:
            t.note(SIDE, **{name: None})
    for card in for_sale:
        t.move(card, who, HAMMER)
    if for_sale and phase not in (LEASES, LOTS):
        t.go_to(LOTS)
        t.resume = phase.key
        are = "is" if len(for_sale) == 1 else "are"
        t.narrate(f"{t.count(len(for_sale), 'card')} {are} auctioned for the prize fund.")


@GAME.action(
    "Change a role",
    group="Players",
    source="Banker",
    when=(NOT_OVER, When(lambda t: t.keeps.roles, "A bookmaker's book needs no roles.")),
    asked_by="",
    rule="What a role earns is its player's own money at once; the book counts it apart.",
    button="Make {who} {hat}",
)
def wear_hat(
    t: TotopolyTurn,
    hat: str = ask.choice("Which role?", ROLES, now=lambda t: t.keeps.roles),
    who: Player = ask.player("Who has it? Nobody, if it is looked after by someone who does not play.", NOBODY),
) -> None:
    """Say who is Banker, Auctioneer or Tote Clerk from now on; it need not be a player."""
    nobody = who.key == NOBODY
    same = t.is_role_given(hat) and t.role(hat).key == (hat if nobody else who.key)
    t.refuse(same, "That is how it is already.", "who")
    t.give_role(hat, None if nobody else who)
    t.narrate(f"{'Nobody who plays' if nobody else who} is {ROLES[hat]}.")
