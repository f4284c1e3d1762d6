"""What the book expects next, phase by phase."""

from __future__ import annotations

from dataclasses import replace

from companion.api import listed, sentence
from companion.api.show import Offer, Prompt
from companion.games.totopoly import (
    borrowing,
    leases,
    race,
    table,
    training,
)
from companion.games.totopoly.betting import bookmaker, payouts, totalisator
from companion.games.totopoly.box import BETTING, HORSES, LEASES, LOTS, PARADE, PAYING_OUT, RING, RUNNING, SETUP
from companion.games.totopoly.game import AUCTIONEER, ENTRANCE, GAME, HAMMER, Due, TotopolyTurn
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, BOOK_ONLY

PUT_RIGHT = totalisator.correct_bet("Put a slip right", "quiet")
WITHDRAW = totalisator.withdraw("Withdraw a horse", "quiet")
KEEP_BOOK = bookmaker.open_book("Keep a book")
OPEN_TO_ALL = totalisator.open_to_all("Open to all")
BET_AT_ODDS = bookmaker.book_bet("Bet at fixed odds")
BET_BACK = bookmaker.book_take_back("Take a bet back", "quiet")
POOL = totalisator.correct_pool("Put the pool right")
GO_ON = table.correct_stage("Go on to the paying out", stage=PAYING_OUT.key)
OFF = race.off("They're off")
OBJECT = race.disqualify("Disqualify a horse", "quiet")
PLACES = race.correct_places("Set the places by hand", "quiet")
FINISH = payouts.close_book("Finish for today", "quiet")


def ask_for(t: TotopolyTurn, title: str, text: str, sheet: Offer | None, *offers: Offer) -> Prompt:
    """Ask for what comes next; of the other ways to go on those are offered whose conditions hold."""
    event = "Debt due" if t.due else "Auction" if t.phase == LOTS else ""
    if t.phase in (BETTING, RUNNING, PAYING_OUT):
        event = event or (f"Race {t.race}" if t.bets_only else "The race")

    def applies(offer: Offer) -> bool:
        return all(condition.holds(t) for condition in GAME.find_action(offer.action).conditions)

    return Prompt(title, text, sheet and replace(sheet, tone="primary"), tuple(filter(applies, offers)), event)


@GAME.next
def what_next(t: TotopolyTurn) -> Prompt:
    """Say what the table does next, with the sheet to open and the other ways to go on."""
    if due := t.due:
        return _due(t, due)
    phases = {
        SETUP: _setup,
        LEASES: _leases,
        LOTS: _lots,
        RING: _ring,
        PARADE: _parade,
        BETTING: _betting,
        RUNNING: _running,
        PAYING_OUT: _paying_out,
    }
    if rule := phases.get(t.phase):
        return rule(t)
    if t.keeps == AUCTION_ONLY:
        return Prompt(t.keeps.over, f"The lots came to {t.written(t.fund)}.")
    return Prompt("The game is over")


def _due(t: TotopolyTurn, due: Due) -> Prompt:
    held, amount, what = due.who.cash, t.written(due.amount), sentence(due.what)
    title, drop = f"{due.who} must pay {amount}", borrowing.let_off("Drop the debt", "quiet")
    if not due.amount:
        # entrance fees go with the horses, and those may have been withdrawn
        title, text = f"{due.who} owes nothing any more", f"{what}: nothing is left to pay."
        return ask_for(t, title, text, borrowing.settle("Go on"))
    text = f"{what}. {due.who} has {t.written(held)}"
    if due.amount <= held:
        return ask_for(t, title, f"{text}.", borrowing.settle("Pay"), drop)
    short, till = due.amount - held, due.who.free_in_till
    sell, card = (
        borrowing.private_sale("Sell privately", giver=due.who),
        training.sell_card("Sell a training card", giver=due.who),
    )
    draw = bookmaker.draw_out("Take it out of the till", who=due.who, amount=min(short, till))
    # the easiest way first
    ways = [offer for offer in (draw, sell, card, table.retire("No buyer: retire", "danger")) if t.possible(offer)]
    can = [f"take {t.written(till)} out of the till"] if draw in ways else []
    if sell in ways or card in ways:
        can.append("sell privately at the best offer")
    ways_out = f"{due.who} can {' or '.join(can)}" if can else "Nothing can be sold"
    first, *others = (*ways, drop)
    return ask_for(t, title, f"{text}, {t.written(short)} too little. {ways_out}.", first, *others)


# --- up to the race ----------------------------------------------------------------------------------------


def _setup(t: TotopolyTurn) -> Prompt:
    return ask_for(t, t.keeps.begin, t.keeps.how, leases.start(t.keeps.begin))


def _leases(t: TotopolyTurn) -> Prompt:
    text, offers = _auctioneer_words(t), _auctioneer(t)
    if t.is_role_given(AUCTIONEER):
        text = f"Prize fund so far: {t.written(t.fund)}. The rest goes to auction."
        offers = (leases.open_auction("Begin the auction"),)
    keep = leases.keep("Keep a card")
    return ask_for(t, "Which cards does each player keep?", text, keep, *offers, table.wear_hat("Roles"))


def _auctioneer_words(t: TotopolyTurn) -> str:
    if len(t.seats) < leases.FEW:
        return "Fewer than four play, so the auctioneer's card is left out: name an Auctioneer."
    if t.swapped:
        by = "the dealer" if t.house.dummy_auctioneer == "dealer" else "the highest cut"
        return f"Everybody swaps a card. If the auctioneer's card still lies in the dummy hand, {by} is Auctioneer."
    return "First: who shows the auctioneer's card?"


def _auctioneer(t: TotopolyTurn) -> tuple[Offer, ...]:
    named, card = table.wear_hat("Name an Auctioneer", hat=AUCTIONEER), t.business_of("auctioneer")
    if len(t.seats) < leases.FEW or card not in t.unkept:
        return (named,)
    if t.dealer in t.seats and t.house.dummy_auctioneer == "dealer":
        named = table.wear_hat(f"Still in the dummy hand: {t.dealer.name}", hat=AUCTIONEER, who=t.dealer)
    next_way = named if t.swapped else leases.swap("Nobody shows it")
    return leases.keep("Show the auctioneer's card", card=card), next_way


def _lots(t: TotopolyTurn) -> Prompt:
    left, stop = t.find_lying(HAMMER), leases.end_auction("Stop the auction", "danger")
    if not left:
        # an entry crossed out or a stage set by hand may leave an auction with nothing to sell
        return ask_for(t, "The auction has no lots left", "", None, stop)
    text = f"{t.count(len(left), 'lot')} left"
    if t.house.hidden == "hidden":
        text += "; only the Auctioneer looks at the list."
    else:
        text += f": {listed(t.card_name(card) for card in left)}."
    title = f"{sentence(t.role(AUCTIONEER).name)} puts up a lot"
    lot = {"lot": left[0]} if len(leases.lots_now(t)) == 1 else {}
    nobody = leases.no_bid("Nobody bids", **lot)
    return ask_for(t, title, text, leases.sell("Sell the lot"), nobody, stop)


def _ring(t: TotopolyTurn) -> Prompt:
    steward = t.owner(t.business_of("steward"))
    first = f"{steward} has the owners' club steward and throws first."
    return ask_for(
        t,
        "Training: what does the square say?",
        first if steward else "Nobody has the owners' club steward: agree who throws first.",
        training.train_pay("Pay"),
        training.train_get("Receive money"),
        training.gain_card("Gain a card"),
        training.end_training("All horses are home"),
    )


def _parade(t: TotopolyTurn) -> Prompt:
    if not t.runners:
        text = "Nobody leases a horse. Move a lease card, or end the game from the list of games."
        return ask_for(t, "No horse runs", text, table.correct_lease("Move a lease card"))
    collect = race.enter_race("Collect entrance fees", who=t.holder(race.EVERYONE))
    named = race.nominate("Nominate a horse")
    if who := next(filter(borrowing.surplus, t.seats), None):
        text = f"{who} has {len(who.horses)} horses, and three may run: scratch one, or sell it privately."
        sell = borrowing.private_sale("Sell it privately", giver=who)
        return ask_for(t, "Too many horses", text, race.scratch("Scratch a horse"), sell, collect)
    if fees := sum(who.fees for who in t.seats):
        text = f"{t.written(ENTRANCE)} a horse, {t.count(fees // ENTRANCE, 'horse')}, to the bank."
        return ask_for(t, "Entrance fees", text, collect, named)
    text, more = "The entrance fees are paid.", (WITHDRAW, named, race.order("Set a fixed order"))
    if t.keeps == BANK_ONLY:
        return ask_for(t, "To the off", text, OFF, *more)
    if t.owners_first:
        text += " Owners bet on their horses first, then the Tote is open to all."
    return ask_for(t, "Open the Tote", text, totalisator.open_tote("Open the Tote"), KEEP_BOOK, *more)


# --- betting ------------------------------------------------------------------------------------------------


def _set_back(t: TotopolyTurn) -> Prompt | None:
    """Lead on from a stage that was set back by hand after the payout; ``None`` where it was not."""
    books = t.keeps == BOOK_ONLY and t.payers and all(who.book_paid for who in t.payers)
    if not (t.tote_paid or books):
        return None
    text = "The stage was set back by hand. Go on to the paying out, or cross out the payout to open the race again."
    who = "The Tote" if t.tote_paid else "The book"
    return ask_for(t, f"{who} has paid out on this race", text, GO_ON)


def _betting(t: TotopolyTurn) -> Prompt:
    if back := _set_back(t):
        return back
    if not t.runners:
        return _no_horse(t)
    if t.keeps == BOOK_ONLY:
        return _book_betting(t)
    # what lies in the pool is on the board, as it is with the bet that is being taken
    mind = (totalisator.mismatch(t), *(f"{words}." for words in race.unfit(t)))
    title, text = "The Tote is open", "Who backs which horse?"
    if t.owners_first:
        title, text = "Owners bet first", "Each owner bets on the horses that owner leases."
    offers = (POOL, OPEN_TO_ALL, OFF, PUT_RIGHT, WITHDRAW, BET_AT_ODDS, KEEP_BOOK, *_finish(t))
    return ask_for(t, title, " ".join(filter(None, (text, *mind))), totalisator.bet("Take the bet"), *offers)


def _no_horse(t: TotopolyTurn) -> Prompt:
    """Ask for a horse where every one was withdrawn."""
    text = "Put a horse back into the race, or end the game from the list of games."
    offers = [POOL]
    if t.bets_only:
        text = "Every horse was withdrawn: put one back, go on to the next race, or finish for today."
        offers += [] if t.bets_open else [payouts.next_race("Next race"), FINISH]
    sheet, scratched = table.correct_lease("Move a lease card"), [*filter(t.is_scratched, HORSES)]
    if len(scratched) == 1:
        sheet = table.correct_scratch("Put a horse back", horse=scratched[0], runs=True)
    elif scratched:
        sheet = table.correct_scratch("Put a horse back")
    return ask_for(t, "No horse runs", f"{text} {totalisator.mismatch(t)}".rstrip(), sheet, *offers)


def _book_betting(t: TotopolyTurn) -> Prompt:
    if not t.bookmakers:
        # who has left is still paid out for
        off = (OFF,) if t.book_slips else ()
        return ask_for(t, "Who keeps the book?", "", bookmaker.open_book("Open the book"), *off, *_finish(t))
    names = listed(who.name for who in t.bookmakers)
    text = f"Bookmaker: {names}. Each horse shows what its win would bring or cost."
    offers = (OFF, bookmaker.lay_odds("Chalk up odds"), BET_BACK, WITHDRAW, KEEP_BOOK, *_finish(t))
    return ask_for(t, "The book is open", text, bookmaker.book_bet("Take the bet"), *offers)


def _finish(t: TotopolyTurn) -> tuple[Offer, ...]:
    """Offer to end the day once a race was run."""
    return (FINISH,) if t.race > 1 else ()


# --- the race -----------------------------------------------------------------------------------------------


def _running(t: TotopolyTurn) -> Prompt:
    said = _race(t)
    if not any(who.training for who in t.seats):
        return said
    cards = ask_for(t, "", "", None, training.use_card("Use a card"), training.throw_in("Throw in a white card"))
    return replace(said, offers=(*said.offers, *cards.offers))


def _race(t: TotopolyTurn) -> Prompt:
    if t.waits:
        return _awaits(t)
    # a stage set by hand, or a house rule changed while the race was on
    if back := _set_back(t):
        return back
    if t.who_has_paid:
        return ask_for(t, "The horses are home", "The result is known, and a book has paid out on it.", GO_ON)
    return ask_for(t, "The horses are home", "The result is known.", race.correct_places("Set the places"))


def _level(t: TotopolyTurn) -> tuple[Offer, ...]:
    """Offer a dead heat with the horse that came last."""
    return tuple(race.dead_heat("Dead heat", "quiet", other=horse) for horse in t.in_places_now[-1:])


def _awaits(t: TotopolyTurn) -> Prompt:
    """Ask for the next horse past the post."""
    if who := t.who_has_paid:
        # only an entry crossed out, or a stage set by hand, can do this
        text = "A horse that was home is not home any more. Undo that, or go on with the horses that are home."
        return ask_for(t, f"{who} paid out on this race", text, race.no_more("Go on as it is"))
    came = t.finishers
    so_far = listed(
        f"{race.ORDINALS[at]} {race.names_of(t, level)}" for at, level in enumerate(t.in_places(came)) if level
    )
    text = f"Home so far: {so_far}." if so_far else "They count in the order in which they pass the post."
    if out := [horse for horse in came if t.why_disqualified(horse)]:
        text += f" Disqualified: {listed(map(t.horse_name, out))}."
    more = (race.no_more("No more horses come"), *_level(t)) if came else ()
    return ask_for(
        t,
        f"Which horse is {race.ORDINALS[len(came)]} past the post?",
        f"{text} {totalisator.mismatch(t)}".rstrip(),
        race.home("Past the post"),
        POOL,
        race.bend("Close the Tote at the bend"),
        totalisator.bet("Take a late bet"),
        *more,
        OBJECT,
        PLACES,
    )


# --- after the race --------------------------------------------------------------------------------------


def _paying_out(t: TotopolyTurn) -> Prompt:
    if t.waits:
        return _awaits(t)
    words = race.result_words(t)
    text = f"Official: {words}." if words else "No horse is placed."
    before = (*_level(t), OBJECT, PLACES)
    if wrong := totalisator.mismatch(t):
        text = f"{text} {wrong}"
        return ask_for(t, "The pool does not match its slips", text, POOL, *before, PUT_RIGHT)
    if t.tote_due:
        pay = payouts.pay_tote("Pay the backers")
        return ask_for(t, "Pay out the Tote", text, pay, *before, PUT_RIGHT)
    owe = sorted(t.owing, key=lambda who: bookmaker.short_by(who) > 0)
    if owe and payouts.first_to_pay(t) != payouts.PRIZES_FIRST:
        pay = bookmaker.settle_book("Pay the bets won", bookmaker=owe[0])
        return ask_for(t, f"{owe[0]} pays out the book", text, pay, *before)
    if t.keeps.prizes:
        text += f" In the prize fund: {t.written(t.fund)}."
        if owe:
            text += f" {owe[0]} is short for the book, and pays after the prizes."
        return ask_for(t, "The prizes", text, payouts.pay_prizes("Pay the prizes"), *before)
    stop = payouts.close_book("Finish for today")
    return ask_for(t, "Another race?", text, payouts.next_race("Next race"), stop, *before)
