"""What the book expects next, stage by stage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api import listed, sentence
from companion.api.show import Offer, Prompt
from companion.games.totopoly import (
    auction,
    borrowing,
    corrections,
    deal,
    discarding,
    options,
    players,
    race,
    racecourse,
    training,
)
from companion.games.totopoly.betting import bets, bookmaker, payouts, totalisator
from companion.games.totopoly.game import AUCTIONEER, GAME, HAMMER, POUND, Stage, TotopolyTurn
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, BOOK_ONLY, EVENING, TOTE_ONLY

BEGIN = {
    EVENING: ("Start the game", f"Everyone gets {POUND}700. Cut for deal, deal, and say who has which role."),
    TOTE_ONLY: ("Open the Tote", "Horses by number; nobody's cash is followed."),
    AUCTION_ONLY: ("Open the auction", "Lot by lot; nobody's cash is followed."),
    BANK_ONLY: ("Open the bank", "Leases, entrance fees and the prize fund; nobody's cash is followed."),
    BOOK_ONLY: ("Open the book", "Horses by number; nobody's cash is followed."),
}
PUT_RIGHT = totalisator.correct_bet("Put a slip right", "quiet")
WITHDRAW = totalisator.withdraw("Withdraw a horse", "quiet")
KEEP_BOOK = bookmaker.open_book("Keep a book")
PLACES = race.correct_places("Set the places by hand", "quiet")
OBJECT = race.disqualify("Disqualify a horse", "quiet")
POOL = totalisator.correct_pool("Put the pool right")
GO_ON = corrections.correct_stage("Go on to the paying out", "primary", stage=Stage.HOME)
OFF = race.off("They're off")


@GAME.next
def what_next(t: TotopolyTurn) -> Prompt:
    """Say what the table does next, with the sheet to open and the other ways to go on."""
    if due := borrowing.open_due(t):
        return _due(t, due)
    stages = {
        Stage.SETUP: _setup,
        Stage.LEASES: _leases,
        Stage.LOTS: _lots,
        Stage.RING: _ring,
        Stage.PARADE: _parade,
        Stage.BETTING: _betting,
        Stage.RUNNING: _running,
        Stage.HOME: _home,
    }
    if rule := stages.get(t.stage):
        return rule(t)
    if t.keeps == AUCTION_ONLY:
        return Prompt("The auction is over", f"The lots came to {t.written(t.fund)}.")
    return Prompt("The game is over")


def _due(t: TotopolyTurn, due: borrowing.Due) -> Prompt:
    held, amount = due.who.cash, t.written(due.amount)
    title, drop = f"{due.who} must pay {amount}", borrowing.let_off("Drop the debt", "quiet")
    if not due.amount:
        # entrance fees go with the horses, and those may have been withdrawn
        text = f"{sentence(due.what)}: nothing is left to pay."
        return Prompt(f"{due.who} owes nothing any more", text, borrowing.settle("Go on", "primary"), (), "Debt due")
    if due.amount <= held:
        text = f"{sentence(due.what)}. {due.who} has {t.written(held)}."
        return Prompt(title, text, borrowing.settle("Pay", "primary"), (drop,), "Debt due")
    short = due.amount - held
    ways = [offer for offer in _ways_to_raise(due, short) if t.possible(offer)]
    names = {offer.action for offer in ways}
    can = []
    if bookmaker.draw_out.name in names:
        can.append(f"take {t.written(bets.free_in_till(due.who))} out of the till")
    if names & {borrowing.private_sale.name, training.sell_card.name}:
        can.append("sell privately at the best offer")
    first, *others = (*ways, drop)
    ways_out = f"{due.who} can {' or '.join(can)}" if can else "Nothing can be sold"
    text = f"{sentence(due.what)}. {due.who} has {t.written(held)}, {t.written(short)} too little. {ways_out}."
    return Prompt(title, text, replace(first, tone="primary"), tuple(others), "Debt due")


def _ways_to_raise(due: borrowing.Due, short: int) -> tuple[Offer, ...]:
    """Offer what somebody who is short may do, the easiest first."""
    return (
        bookmaker.draw_out("Take it out of the till", who=due.who, amount=min(short, bets.free_in_till(due.who))),
        borrowing.private_sale("Sell privately", giver=due.who),
        training.sell_card("Sell a training card", giver=due.who),
        players.retire("No buyer: retire", "danger"),
    )


# --- up to the race ----------------------------------------------------------------------------------------


def _setup(t: TotopolyTurn) -> Prompt:
    title, text = BEGIN[t.keeps]
    return Prompt(title, text, deal.start(title, "primary"))


def _leases(t: TotopolyTurn) -> Prompt:
    text, offers = _auctioneer_words(t), _auctioneer(t)
    if t.is_role_given(AUCTIONEER):
        text = f"Prize fund so far: {t.written(t.fund)}. The rest goes to auction."
        offers = (deal.open_auction("Begin the auction"),)
    return Prompt(
        "Which cards does each player keep?",
        text,
        deal.keep("Keep a card", "primary"),
        (*offers, players.wear_hat("Roles")),
    )


def _auctioneer_words(t: TotopolyTurn) -> str:
    if len(t.seats) < deal.FEW:
        return "Fewer than four play, so the auctioneer's card is left out: name an Auctioneer."
    if t.swapped:
        by = "the dealer" if t.option(options.DUMMY_AUCTIONEER) == "dealer" else "the highest cut"
        return f"Everybody swaps a card. If the auctioneer's card still lies in the dummy hand, {by} is Auctioneer."
    return "First: who shows the auctioneer's card?"


def _auctioneer(t: TotopolyTurn) -> tuple[Offer, ...]:
    named, card = players.wear_hat("Name an Auctioneer", hat=AUCTIONEER), t.business_of("auctioneer")
    if len(t.seats) < deal.FEW or card not in t.unkept:
        return (named,)
    shows = deal.keep("Show the auctioneer's card", card=card)
    if not t.swapped:
        return shows, deal.swap("Nobody shows it")
    dealer = t.dealer
    if dealer in t.seats and t.option(options.DUMMY_AUCTIONEER) == "dealer":
        named = players.wear_hat(f"Still in the dummy hand: {dealer.name}", hat=AUCTIONEER, who=dealer)
    return shows, named


def _lots(t: TotopolyTurn) -> Prompt:
    left, stop = t.find_lying(HAMMER), auction.end_auction("Stop the auction", "danger")
    if not left:
        # an entry crossed out or a stage set by hand may leave an auction with nothing to sell
        return Prompt("The auction has no lots left", "", None, (stop,), "Auction")
    text = f"{t.count(len(left), 'lot')} left"
    if t.option(options.HIDDEN) == "hidden":
        text += "; only the Auctioneer looks at the list."
    else:
        text += f": {listed(t.card_name(card) for card in left)}."
    lot = {"lot": left[0]} if len(auction.lots_now(t)) == 1 else {}
    title = f"{sentence(t.role(AUCTIONEER).name)} puts up a lot"
    return Prompt(
        title, text, auction.sell("Sell the lot", "primary"), (auction.no_bid("Nobody bids", **lot), stop), "Auction"
    )


def _ring(t: TotopolyTurn) -> Prompt:
    steward = t.owner(t.business_of("steward"))
    first = f"{steward} has the owners' club steward and throws first."
    offers = (
        training.train_get("Receive money"),
        training.gain_card("Gain a card"),
        training.end_training("All horses are home"),
    )
    return Prompt(
        "Training: what does the square say?",
        first if steward else "Nobody has the owners' club steward: agree who throws first.",
        training.train_pay("Pay", "primary"),
        offers,
    )


def _parade(t: TotopolyTurn) -> Prompt:
    if not t.runners:
        return Prompt(
            "No horse runs",
            "Nobody leases a horse. Move a lease card, or end the game from the list of games.",
            corrections.correct_lease("Move a lease card", "primary"),
        )
    collect = racecourse.enter_race("Collect entrance fees", "primary", who=t.holder(racecourse.EVERYONE))
    named = racecourse.nominate("Nominate a horse")
    if who := next((one for one in t.seats if discarding.surplus(one)), None):
        return Prompt(
            "Too many horses",
            f"{who} has {len(who.horses)} horses, and three may run: scratch one, or sell it privately.",
            racecourse.scratch("Scratch a horse", "primary"),
            (borrowing.private_sale("Sell it privately", giver=who), collect),
        )
    if horses := sum(len(who.fees_due) for who in t.seats):
        text = f"{t.written(borrowing.ENTRANCE)} a horse, {t.count(horses, 'horse')}, to the bank."
        return Prompt("Entrance fees", text, collect, (named,))
    text, more = "The entrance fees are paid.", (WITHDRAW, named, racecourse.order("Set a fixed order"))
    if t.keeps == BANK_ONLY:
        return Prompt("To the off", text, race.off("They're off", "primary"), more)
    if bets.owners_first(t):
        text += " Owners bet on their horses first, then the Tote is open to all."
    return Prompt("Open the Tote", text, totalisator.open_tote("Open the Tote", "primary"), (KEEP_BOOK, *more))


# --- betting ------------------------------------------------------------------------------------------------


def _event(t: TotopolyTurn) -> str:
    return f"Race {t.race}" if t.bets_only else "The race"


def _pool_words(t: TotopolyTurn, found: tuple[bets.Slip, ...] | None = None) -> tuple[str, ...]:
    """Say that the Tote's pool does not match its slips; nothing where it does, or none is kept."""
    words = bets.mismatch(t, found) if t.keeps_tote else ""
    return (words,) if words else ()


def _set_back(t: TotopolyTurn) -> Prompt | None:
    """Lead on from a stage that was set back by hand after the payout; ``None`` where it was not."""
    books = t.keeps == BOOK_ONLY and bets.payers(t) and all(who.book_paid for who in bets.payers(t))
    if not (t.tote_paid or books):
        return None
    text = "The stage was set back by hand. Go on to the paying out, or cross out the payout to open the race again."
    who = "The Tote" if t.tote_paid else "The book"
    return Prompt(f"{who} has paid out on this race", text, GO_ON, (), _event(t))


def _betting(t: TotopolyTurn) -> Prompt:
    if back := _set_back(t):
        return back
    if not t.runners:
        return _no_horse(t)
    if t.keeps == BOOK_ONLY:
        return _book_betting(t)
    found = bets.slips(t)
    wrong = _pool_words(t, found)
    # what lies in the pool is on the board, as it is with the bet that is being taken
    mind = (*wrong, *(f"{words}." for words in race.unfit(t)))
    first = bets.owners_first(t)
    offers = (
        *((POOL,) if wrong else ()),
        *((totalisator.open_to_all("Open to all"),) if first else ()),
        OFF,
        *((PUT_RIGHT,) if found else ()),
        WITHDRAW,
        *((bookmaker.book_bet("Bet at fixed odds"),) if t.keeps_books and bets.bookmakers(t) else ()),
        *((KEEP_BOOK,) if t.keeps_books else ()),
        *_stop(t),
    )
    return Prompt(
        "Owners bet first" if first else "The Tote is open",
        " ".join(("Each owner bets on the horses that owner leases.", *mind))
        if first
        else " ".join(("Who backs which horse?", *mind)),
        totalisator.bet("Take the bet", "primary"),
        offers,
        _event(t),
    )


def _no_horse(t: TotopolyTurn) -> Prompt:
    """Ask for a horse where every one was withdrawn."""
    wrong = _pool_words(t)
    offers = [POOL] if wrong else []
    text = "Put a horse back into the race, or end the game from the list of games."
    if t.bets_only:
        text = "Every horse was withdrawn: put one back, go on to the next race, or finish for today."
        if not t.bets_open:
            offers.append(payouts.next_race("Next race"))
            offers += [] if wrong else [payouts.close_book("Finish for today", "quiet")]
    sheet = corrections.correct_lease("Move a lease card", "primary")
    if scratched := [horse for horse in HORSES if t.is_scratched(horse)]:
        answers: dict[str, Any] = {"horse": scratched[0], "runs": True} if len(scratched) == 1 else {}
        sheet = corrections.correct_scratch("Put a horse back", "primary", **answers)
    return Prompt("No horse runs", " ".join((text, *wrong)), sheet, tuple(offers), _event(t))


def _book_betting(t: TotopolyTurn) -> Prompt:
    found, keep_it = bets.book_slips(t), bookmaker.open_book("Open the book", "primary")
    if not bets.bookmakers(t):
        # who has left is still paid out for
        return Prompt("Who keeps the book?", "", keep_it, (*((OFF,) if found else ()), *_stop(t)))
    names = listed(who.name for who in bets.bookmakers(t))
    offers = (
        OFF,
        bookmaker.lay_odds("Chalk up odds"),
        *((bookmaker.book_take_back("Take a bet back", "quiet"),) if found else ()),
        WITHDRAW,
        KEEP_BOOK,
        *_stop(t),
    )
    text = f"Bookmaker: {names}. Each horse shows what its win would bring or cost."
    return Prompt("The book is open", text, bookmaker.book_bet("Take the bet", "primary"), offers, _event(t))


def _stop(t: TotopolyTurn) -> tuple[Offer, ...]:
    """Offer to end the day where bets alone are kept and none is open."""
    if not t.bets_only or t.race == 1 or t.bets_open or _pool_words(t):
        return ()
    return (payouts.close_book("Finish for today", "quiet"),)


# --- the race -----------------------------------------------------------------------------------------------


def _running(t: TotopolyTurn) -> Prompt:
    said = _race(t)
    if not any(who.training for who in t.seats):
        return said
    white = () if race.white_cards_counted(t) else (training.throw_in("Throw in a white card"),)
    return replace(said, offers=(*said.offers, training.use_card("Use a card"), *white))


def _race(t: TotopolyTurn) -> Prompt:
    if race.waits(t):
        return _awaits(t)
    # a stage set by hand, or a house rule changed while the race was on
    if back := _set_back(t):
        return back
    if race.who_has_paid(t):
        return Prompt("The horses are home", "The result is known, and a book has paid out on it.", GO_ON)
    return Prompt("The horses are home", "The result is known.", race.correct_places("Set the places", "primary"))


def _level(t: TotopolyTurn) -> tuple[Offer, ...]:
    """Offer a dead heat with the horse that came last, where one can be."""
    return (
        (race.dead_heat("Dead heat", "quiet", other=race.finishers(t)[-1]),)
        if t.bets_only and race.finishers(t)
        else ()
    )


def _awaits(t: TotopolyTurn) -> Prompt:
    """Ask for the next horse past the post."""
    if who := race.who_has_paid(t):
        # only an entry crossed out, or a stage set by hand, can do this
        text = "A horse that was home is not home any more. Undo that, or go on with the horses that are home."
        return Prompt(f"{who} paid out on this race", text, race.no_more("Go on as it is", "primary"), (), _event(t))
    came = race.finishers(t)
    at = race.ORDINALS[len(came)]
    so_far = listed(
        f"{race.ORDINALS[at]} {race.names_of(t, level)}" for at, level in enumerate(race.in_places(t, came)) if level
    )
    text = f"Home so far: {so_far}." if so_far else "They count in the order in which they pass the post."
    if out := [horse for horse in came if race.why_disqualified(t, horse)]:
        text += f" Disqualified: {listed(t.horse_name(horse) for horse in out)}."
    wrong = _pool_words(t)
    offers = [POOL] if wrong else []
    if not bets.is_closed(t):
        offers.append(race.bend("Close the Tote at the bend"))
        offers += [] if t.keeps == BOOK_ONLY else [totalisator.bet("Take a late bet")]
    if came:
        offers += [race.no_more("No more horses come"), *_level(t), OBJECT]
    return Prompt(
        f"Which horse is {at} past the post?",
        " ".join((text, *wrong)),
        race.home("Past the post", "primary"),
        (*offers, PLACES),
        _event(t),
    )


# --- after the race --------------------------------------------------------------------------------------


def _home(t: TotopolyTurn) -> Prompt:
    if race.waits(t):
        return _awaits(t)
    words, event = race.result_words(t), _event(t)
    text = f"Official: {words}." if words else "No horse is placed."
    before = () if race.who_has_paid(t) else (*_level(t), OBJECT, PLACES)
    found = () if t.tote_paid else bets.slips(t)
    fix = (PUT_RIGHT,) if found else ()
    if wrong := _pool_words(t, found):
        sheet = replace(POOL, tone="primary")
        return Prompt("The pool does not match its slips", " ".join((text, *wrong)), sheet, (*before, *fix), event)
    if bets.tote_due(t, found):
        return Prompt("Pay out the Tote", text, payouts.pay_tote("Pay the backers", "primary"), (*before, *fix), event)
    owe = sorted(bets.find_owing(t), key=lambda who: bookmaker.short_by(who) > 0)
    prizes_wait = t.keeps_prizes and not t.prizes_paid
    if owe and not (prizes_wait and bookmaker.short_by(owe[0])):
        sheet = bookmaker.settle_book("Pay the bets won", "primary", bookmaker=owe[0])
        return Prompt(f"{owe[0]} pays out the book", text, sheet, before, event)
    if t.keeps_prizes:
        text += f" In the prize fund: {t.written(t.fund)}."
        if owe:
            text += f" {owe[0]} is short for the book, and pays after the prizes."
        return Prompt("The prizes", text, payouts.pay_prizes("Pay the prizes", "primary"), before, event)
    stop = payouts.close_book("Finish for today")
    return Prompt("Another race?", text, payouts.next_race("Next race", "primary"), (stop, *before), event)
