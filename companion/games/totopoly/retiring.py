"""Retiring: who can't pay and finds no buyer, and who leaves for good.

Rulebook: «Borrowing».
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.questions import Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, sentence
from companion.games.totopoly import book_slips, dues, gates, lots, state, tote
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.book_slips import SIDE
from companion.games.totopoly.houses import AUCTION, BANK, EVENING
from companion.games.totopoly.leases import free
from companion.games.totopoly.state import (
    BETTING,
    BOX,
    GAME,
    HATS,
    HOME,
    LEASES,
    LOTS,
    OUT,
    PARADE,
    RING,
    RUNNING,
    STACK,
    line,
    money,
    name,
)

SOURCE = "Borrowing"
RULE = (
    "Who retires gives the creditor what cash and till hold; the rest of the debt is written off, and the cards are "
    "auctioned for the prize fund. Horses that nobody buys are scratched."
)
LEAVE_RULES = {
    EVENING: "Who leaves puts the cash back in the box; the cards are auctioned for the prize fund, and horses that "
    "nobody buys are scratched.",
    AUCTION: "The cards of who leaves come under the hammer again.",
    BANK: "The cards of who leaves are auctioned for the prize fund, and horses that nobody buys are scratched.",
}
BACKER_LEAVES = "Who leaves bets no more; the bets laid stand."
AUCTIONED_AT = (RING, PARADE, BETTING, RUNNING)


@action(SOURCE, title="No buyer: retire", group="Debts")
def retire(table: Table) -> Effect:
    """Retire the player who can't pay: nobody buys what is offered, and there is no credit."""
    gates.begun(table)
    due = dues.open_due(table)
    if due is None:
        raise Refusal("Nobody is short of cash for a debt.")
    held, till = max(0, state.cash(table, due.who)), dues.free_till(table, due.who)
    if due.amount <= held:
        raise Refusal(f"{name(table, due.who)} has the cash for the debt: pay it.")
    if due.amount <= held + till:
        raise Refusal(f"{money(till)} lies in {table.name(due.who)}'s till: draw it out, and pay the debt.")
    _not_the_last(table, due.who, None)
    # the bets go back first: what is in the till beyond their stakes is the bookmaker's own
    book = _bets_back(table, due.who)
    gets = f"{sentence(dues.account_name(table, due.to))} gets"
    gone = Effect(
        f"{name(table, due.who)} can't pay {money(due.amount)} and retires.",
        state.pay(till, book_slips.till(due.who), due.to) + state.pay(held, state.purse(due.who), due.to),
        dues.closed(),
        (
            line(f"{name(table, due.who)} owes {dues.account_name(table, due.to)}", due.amount),
            *((line(f"{gets} what is in the till", till, signed=True),) if till else ()),
            line(f"{gets} all the cash", held, signed=True),
            line("The rest is written off", due.amount - held - till),
        ),
        RULE,
    )
    gone += book
    return gone + _out(table.after(gone), due.who)


def _bets_back(table: Table, who: str) -> Effect:
    """Give every bet in a book back that nobody can answer for any more."""
    back = Effect()
    if not book_slips.settled(table, who):
        for slip in book_slips.slips(table, who):
            back += book_slips.taken_back(table, slip)
    return back


@action(SOURCE, title="Leave for good", group="Players")
def leave(table: Table, who: Who) -> Effect:
    """Take a player out of the game; the cards are auctioned for the prize fund.

    who: Who leaves?
    """
    if state.stage(table) == state.OVER:
        raise Refusal("The game is over. Undo the last line to play on.")
    gates.quiet(table)
    gates.seated(table, who)
    _not_the_last(table, who, "who")
    if state.stage(table) == HOME and state.cards(table, who):
        raise Refusal(f"The race is run: first the prizes are paid, then {table.name(who)} may go.", "who")
    if book_slips.slips(table, who) and not book_slips.settled(table, who):
        raise Refusal(f"{name(table, who)}'s book has bets in it: they are paid out or taken back first.", "who")
    gone = Effect(f"{name(table, who)} leaves the game.", rule=LEAVE_RULES.get(state.keeps(table), BACKER_LEAVES))
    gone += _takes_along(table, who)
    return gone + _out(table.after(gone), who)


def _takes_along(table: Table, who: str) -> Effect:
    """Put cash and till back in the box; where cash is not followed, the till goes back to whose it is."""
    till = max(0, book_slips.in_till(table, who))
    if not state.tracked(table):
        back = state.pay(till, book_slips.till(who), state.purse(who))
        said = (line(f"{name(table, who)} gets back what is in the till", till),)
        return Effect(postings=back, working=said if till else ())
    held = state.cash(table, who)
    return Effect(
        postings=state.pay(held, state.purse(who), BOX) + state.pay(till, book_slips.till(who), BOX),
        working=(line("Cash goes back in the box", held + till),) if held + till else (),
    )


def _not_the_last(table: Table, who: str, question: str | None) -> None:
    if len(state.playing(table)) == 1:
        raise Refusal(f"{name(table, who)} is the last at the table; end the play from the shelf instead.", question)


def _out(table: Table, who: str) -> Effect:
    """Take a player's cards and hats away, and hold the auction of what there is to sell."""
    mine = state.cards(table, who)
    kept_out = tuple(card for card in mine if free(table, card))
    for_sale = tuple(card for card in mine if card not in kept_out)
    postings = tuple(posting for card in kept_out for posting in state.move(card, f"{who}:cards", OUT))
    for kind, count in state.training(table, who).items():
        postings += state.move(kind, f"{who}:training", STACK, count)
    marks: tuple[Mark, ...] = (Mark(who, "left", 1), Mark(who, "nominated", None), Mark(who, "order", None))
    marks += tuple(Mark(hat, "who", None) for hat in HATS if state.wearer(table, hat) == who)
    marks += _book_shut(table, who)
    bare = tuple(
        Line(f"Nobody wears this hat any more: {HATS[hat]}") for hat in HATS if state.wearer(table, hat) == who
    )
    gone = Effect(postings=postings, marks=marks, working=bare) + lots.put_up(for_sale, f"{who}:cards")
    stage = state.stage(table)
    if not for_sale or stage in (LEASES, LOTS):
        return gone
    told = f"{len(for_sale)} {'card is' if len(for_sale) == 1 else 'cards are'} auctioned for the prize fund."
    to_lots = (state.to(LOTS), Mark(GAME, "resume", stage))
    return gone + Effect(told, marks=to_lots)


def _book_shut(table: Table, who: str) -> tuple[Mark, ...]:
    """Close a bookmaker's book, and wipe out the odds asked in it."""
    wiped = (f"open_{who}", *(f"odds_{who}_{horse}" for horse in HORSES))
    return tuple(Mark(SIDE, key, None) for key in wiped if table.ledger.mark(SIDE, key) is not None)


def scratched_unsold(table: Table, card: str) -> Effect:
    """Scratch a horse that nobody bought from who retired; bets on it go back before the off."""
    if card not in HORSES or state.said(table, GAME, "resume") not in AUCTIONED_AT:
        return Effect()
    back = tote.refunded(table, card) if state.said(table, GAME, "resume") in (PARADE, BETTING) else Effect()
    return Effect(f"{state.card_name(table, card)} is scratched.", marks=(Mark(card, "scratched", 1),)) + back


ACTIONS = (retire, leave)
