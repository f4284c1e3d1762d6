"""Who plays, and who has which role: retiring, leaving for good, and who is Banker, Auctioneer or Tote Clerk.

Rulebook: «Borrowing», «Banker», «The Deal» and «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from companion.api import Refusal, sentence
from companion.games.totopoly import borrowing
from companion.games.totopoly.betting import bets
from companion.games.totopoly.game import (
    BOX,
    GAINED,
    GAME,
    GAME_OVER,
    HAMMER,
    NOBODY,
    OUT,
    ROLES,
    SIDE,
    STACK,
    TILL,
    Player,
    Role,
    Stage,
    TotopolyTurn,
    ask,
)
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, EVENING

LEAVING = {
    EVENING: "Who leaves puts the cash back in the box; the cards are auctioned for the prize fund, and horses that "
    "nobody buys are scratched.",
    AUCTION_ONLY: "The cards of who leaves come under the hammer again.",
    BANK_ONLY: "The cards of who leaves are auctioned for the prize fund, and horses that nobody buys are scratched.",
}


@GAME.action("No buyer: retire", group="Debts", source="Borrowing")
def retire(t: TotopolyTurn) -> None:
    """Retire the player who can't pay: nobody buys what is offered, and there is no credit."""
    due = borrowing.require_due(t)
    who, held, till = due.who, max(0, due.who.cash), bets.free_in_till(due.who)
    t.refuse(due.amount <= held, f"{who} has the cash for the debt: pay it.")
    enough = due.amount <= held + till
    t.refuse(enough, f"{t.written(till)} lies in {who.name}'s till: draw it out, and pay the debt.")
    _require_others(who)
    _give_up_all(due, held, till)
    if not who.book_paid:
        for slip in bets.book_slips(t, who):
            bets.give_back_from_book(t, slip)
    _take_out(who)


def _give_up_all(due: borrowing.Due, held: int, till: int) -> None:
    """Pay what there is of a debt; ``till`` is what is the bookmaker's own beyond the stakes, which go back."""
    who, t, gets = due.who, due.who.t, f"{sentence(due.to.name)} gets"
    t.pay(who, due.to, till, TILL, into=due.purse)
    t.pay(who, due.to, held, into=due.purse)
    borrowing.forget_due(t)
    t.narrate(f"{who} can't pay {t.written(due.amount)} and retires.")
    t.step(f"{who} owes {due.to.name}", due.amount)
    if till:
        t.step(f"{gets} what is in the till", till, signed=True)
    t.step(f"{gets} all the cash", held, signed=True)
    t.step("The rest is written off", due.amount - held - till)
    t.explain(
        "Who retires gives the creditor what cash and till hold; the rest of the debt is written off, and the cards "
        "are auctioned for the prize fund. Horses that nobody buys are scratched."
    )


@GAME.action("Leave for good", group="Players", source="Borrowing", replaces=True)
def leave(t: TotopolyTurn, who: Player = ask.anybody("Who leaves?")) -> None:
    """Take a player out of the game; the cards are auctioned for the prize fund."""
    t.refuse(t.stage == Stage.OVER, GAME_OVER)
    t.require_no_debt()
    who.require_playing()
    _require_others(who, "who")
    if t.stage == Stage.HOME and who.cards:
        raise Refusal(f"The race is run: first the prizes are paid, then {who.name} may go.", "who")
    if bets.book_slips(t, who) and not who.book_paid:
        raise Refusal(f"{who}'s book has bets in it: they are paid out or taken back first.", "who")
    t.narrate(f"{who} leaves the game.")
    _take_along(who)
    t.explain(LEAVING.get(t.keeps, "Who leaves bets no more; the bets laid stand."))
    _take_out(who)


def _take_along(who: Player) -> None:
    """Put cash and till back in the box; where cash is not followed, the till goes back to whose it is."""
    t, held, till = who.t, who.cash, max(0, who.till)
    if t.tracked:
        t.pay(who, BOX, held)
        t.pay(who, BOX, till, TILL, into="cash")
        if held + till:
            t.step("Cash goes back in the box", held + till)
    elif till:
        t.pay(who, who, till, TILL, into="cash")
        t.step(f"{who} gets back what is in the till", till)


def _require_others(who: Player, question: str | None = None) -> None:
    last = f"{who} is the last at the table: end the game from the list of games."
    who.t.refuse(len(who.t.seats) == 1, last, question)


def _take_out(who: Player) -> None:
    """Take a player's cards and roles away, and hold the auction of what there is to sell."""
    t, for_sale, stage = who.t, borrowing.leases_to_sell(who), who.t.stage
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
    if for_sale and stage not in (Stage.LEASES, Stage.LOTS):
        t.go_to(Stage.LOTS)
        t.resume = stage
        are = "1 card is" if len(for_sale) == 1 else f"{len(for_sale)} cards are"
        t.narrate(f"{are} auctioned for the prize fund.")


@GAME.action("Change a role", group="Players", source="Banker", asked_by="", button="Make {who} {hat}")
def wear_hat(
    t: TotopolyTurn,
    hat: str = ask.choice("Which role?", ROLES, now=lambda t: t.roles),
    who: Player = ask.anybody("Who has it? Nobody, if it is looked after by someone who does not play.", NOBODY),
) -> None:
    """Say who is Banker, Auctioneer or Tote Clerk from now on; it need not be a player."""
    t.refuse(t.stage == Stage.OVER, GAME_OVER)
    t.refuse(not t.roles, "A bookmaker's book needs no roles.")
    nobody = who.key == NOBODY
    if not nobody:
        who.require_playing()
    same = t.is_role_given(hat) and t.role(hat).key == (hat if nobody else who.key)
    t.refuse(same, "That is how it is already.", "who")
    t.give_role(hat, None if nobody else who)
    t.narrate(f"{'Nobody who plays' if nobody else who} is {ROLES[hat]}.")
    t.explain("What a role earns is its player's own money at once; the book counts it apart.")
