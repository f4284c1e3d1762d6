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
from companion.games.totopoly.box import (
    BETTING,
    HORSES,
    LEASES,
    LOTS,
    PARADE,
    PAYING_OUT,
    RING,
    RUNNING,
    SETUP,
    WITH_BETS,
)
from companion.games.totopoly.game import AUCTIONEER, GAME, HAMMER, Due, Role, TotopolyTurn
from companion.games.totopoly.options import BANK_ONLY, BOOK_ONLY

PUT_RIGHT = totalisator.correct_bet("Put a slip right", "quiet")
WITHDRAW = totalisator.withdraw("Withdraw a horse", "quiet")
KEEP_BOOK = bookmaker.open_book("Keep a book")
BET_AT_ODDS = bookmaker.book_bet("Bet at fixed odds")
POOL = totalisator.correct_pool("Put the pool right")
OFF = race.off("They're off")
OBJECT = race.disqualify("Disqualify a horse", "quiet")
PLACES = race.correct_places("Set the places by hand", "quiet")
CARDS = (training.use_card("Use a card"), training.throw_in("Throw in a white card"))
NEXT = payouts.next_race("Next race")
FINISH = payouts.close_book("Finish for today")


def ask_for(t: TotopolyTurn, title: str, text: str, sheet: Offer | None, *offers: Offer) -> Prompt:
    """Ask for what comes next; of the other ways to go on those are offered whose conditions hold."""
    event = "Debt due" if t.due else "Auction" if t.phase == LOTS else ""
    if t.phase in WITH_BETS:
        event = event or (f"Race {t.day.number}" if t.bets_only else "The race")

    def applies(offer: Offer) -> bool:
        return all(condition.holds(t) for condition in GAME.find_action(offer.action).conditions)

    return Prompt(title, text.strip(), sheet and replace(sheet, tone="primary"), tuple(filter(applies, offers)), event)


@GAME.next
def what_next(t: TotopolyTurn) -> Prompt:
    """Say what the table does next, with the sheet to open and the other ways to go on."""
    if due := t.due:
        return _due(t, due)
    if t.who_has_paid and (t.phase in (BETTING, RUNNING) or t.waits):
        return _set_back(t)
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
    return Prompt(t.keeps.over)


def _due(t: TotopolyTurn, due: Due) -> Prompt:
    held, amount = due.who.cash, t.written(due.amount)
    title, drop = f"{due.who} must pay {amount}", borrowing.let_off("Drop the debt", "quiet")
    if not due.amount:
        # entrance fees go with the horses, and those may have been withdrawn
        return ask_for(t, f"{due.who} owes nothing any more", "", borrowing.settle("Go on"))
    text = f"{sentence(due.what)}. {due.who} has {t.written(held)}"
    if due.amount <= held:
        return ask_for(t, title, f"{text}.", borrowing.settle("Pay"), drop)
    short = due.amount - held
    # the easiest way first
    ways = (
        bookmaker.draw_out("Take it out of the till", who=due.who, amount=min(short, due.who.free_in_till)),
        borrowing.private_sale("Sell privately", giver=due.who),
        training.sell_card("Sell a training card", giver=due.who),
        table.retire("No buyer: retire", "danger"),
    )
    first, *others = (*filter(t.possible, ways), drop)
    return ask_for(t, title, f"{text}, {t.written(short)} too little.", first, *others)


def _set_back(t: TotopolyTurn) -> Prompt:
    """Lead on from what only an entry crossed out, or a stage set by hand, brings about after a payout."""
    text = "The race is open again. Go on as it is, or cross out the payout too."
    on = table.correct_stage("Go on to the paying out", stage=PAYING_OUT.key)
    if t.waits and t.phase != BETTING:
        on = race.no_more("Go on as it is")
    return ask_for(t, f"{t.who_has_paid} paid out on this race", text, on)


# --- up to the race ----------------------------------------------------------------------------------------


def _setup(t: TotopolyTurn) -> Prompt:
    return ask_for(t, t.keeps.begin, t.keeps.how, leases.start(t.keeps.begin))


def _leases(t: TotopolyTurn) -> Prompt:
    title, keep, roles = "Which cards does each player keep?", leases.keep("Keep a card"), table.wear_hat("Roles")
    if t.thing(Role, AUCTIONEER).settled:
        return ask_for(t, title, "The rest goes to auction.", keep, leases.open_auction("Begin the auction"), roles)
    text, card = "First: who shows the auctioneer's card?", t.business_of("auctioneer")
    shown: tuple[Offer, ...] = (leases.keep("Show the auctioneer's card", card=card),)
    if len(t.seats) < leases.FEW or card not in t.unkept:
        text, shown = "Nobody is dealt the auctioneer's card: name an Auctioneer.", ()
    elif t.swapped:
        by = t.dealer.name if t.dealer and t.house.dummy_auctioneer == "dealer" else "the highest cut"
        text = f"Everybody swaps a card. If the auctioneer's card still lies in the dummy hand, {by} is Auctioneer."
    named = table.wear_hat("Name an Auctioneer", hat=AUCTIONEER)
    return ask_for(t, title, text, keep, *shown, leases.swap("Nobody shows it"), named, roles)


def _lots(t: TotopolyTurn) -> Prompt:
    left, stop = t.find_lying(HAMMER), leases.end_auction("Stop the auction", "danger")
    if not left:
        # an entry crossed out or a stage set by hand may leave an auction with nothing to sell
        return ask_for(t, "The auction has no lots left", "", None, stop)
    title, text = f"{sentence(t.role(AUCTIONEER).name)} puts up a lot", f"{t.count(len(left), 'lot')} left."
    return ask_for(t, title, text, leases.sell("Sell the lot"), leases.no_bid("Nobody bids"), stop)


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
        return _no_horse(t)
    collect = race.enter_race("Collect entrance fees", who=t.holder(race.EVERYONE))
    named = race.nominate("Nominate a horse")
    if who := next(filter(borrowing.surplus, t.seats), None):
        text = f"{who} has {len(who.horses)} horses, and three may run: scratch one, or sell it privately."
        sell = borrowing.private_sale("Sell it privately", giver=who)
        return ask_for(t, "Too many horses", text, race.scratch("Scratch a horse"), sell, collect)
    if fees := sum(who.fees for who in t.seats):
        return ask_for(t, "Entrance fees", f"{t.written(fees)} in all, to the bank.", collect, named)
    begin = OFF if t.keeps == BANK_ONLY else totalisator.open_tote("Open the Tote")
    text = "The entrance fees are paid."
    return ask_for(t, begin.label, text, begin, KEEP_BOOK, WITHDRAW, named, race.order("Set a fixed order"))


def _no_horse(t: TotopolyTurn) -> Prompt:
    """Ask for a horse where none is leased, or every one was withdrawn."""
    scratched = any(t.lease(horse).scratched for horse in HORSES)
    sheet = table.correct_scratch("Put a horse back") if scratched else table.correct_lease("Move a lease card")
    text = f"Put a horse into the race, or end the game from the list of games. {totalisator.mismatch(t)}"
    return ask_for(t, "No horse runs", text, sheet, POOL, NEXT, FINISH)


# --- betting ------------------------------------------------------------------------------------------------


def _betting(t: TotopolyTurn) -> Prompt:
    if not t.runners:
        return _no_horse(t)
    if t.keeps == BOOK_ONLY:
        return _book_betting(t)
    title, text = "The Tote is open", "Who backs which horse?"
    if t.owners_first:
        title, text = "Owners bet first", "Each owner bets on the horses that owner leases."
    return ask_for(
        t,
        title,
        f"{text} {totalisator.mismatch(t)}",
        totalisator.bet("Take the bet"),
        POOL,
        totalisator.open_to_all("Open to all"),
        OFF,
        PUT_RIGHT,
        WITHDRAW,
        BET_AT_ODDS,
        KEEP_BOOK,
        FINISH,
    )


def _book_betting(t: TotopolyTurn) -> Prompt:
    if not t.bookmakers:
        # who has left is still paid out for
        off = (OFF,) if t.book_slips else ()
        return ask_for(t, "Who keeps the book?", "", bookmaker.open_book("Open the book"), *off, FINISH)
    text = f"Bookmaker: {listed(who.name for who in t.bookmakers)}. Each horse shows what its win would bring or cost."
    back = bookmaker.book_take_back("Take a bet back", "quiet")
    offers = (OFF, bookmaker.lay_odds("Chalk up odds"), back, WITHDRAW, KEEP_BOOK, FINISH)
    return ask_for(t, "The book is open", text, bookmaker.book_bet("Take the bet"), *offers)


# --- the race -----------------------------------------------------------------------------------------------


def _running(t: TotopolyTurn) -> Prompt:
    if t.waits:
        return _awaits(t)
    # a stage set by hand, or a house rule changed while the race was on
    return ask_for(t, "The horses are home", "The result is known.", race.correct_places("Set the places"), *CARDS)


def _level(t: TotopolyTurn) -> tuple[Offer, ...]:
    """Offer a dead heat with the horse that came last."""
    return tuple(race.dead_heat("Dead heat", "quiet", other=horse) for horse in t.in_places_now[-1:])


def _awaits(t: TotopolyTurn) -> Prompt:
    """Ask for the next horse past the post."""
    came = t.finishers
    so_far = listed(
        f"{race.ORDINALS[at]} {race.names_of(t, level)}" for at, level in enumerate(t.in_places(came)) if level
    )
    text = f"Home so far: {so_far}." if so_far else "They count in the order in which they pass the post."
    more = (race.no_more("No more horses come"), *_level(t)) if came else ()
    return ask_for(
        t,
        f"Which horse is {race.ORDINALS[len(came)]} past the post?",
        f"{text} {totalisator.mismatch(t)}",
        race.home("Past the post"),
        POOL,
        race.bend("Close the Tote at the bend"),
        totalisator.bet("Take a late bet"),
        *more,
        OBJECT,
        PLACES,
        *CARDS,
    )


# --- after the race --------------------------------------------------------------------------------------


def _paying_out(t: TotopolyTurn) -> Prompt:
    if t.waits:
        return _awaits(t)
    words, wrong = race.result_words(t), totalisator.mismatch(t)
    text = f"Official: {words}. {wrong}" if words else f"No horse is placed. {wrong}"
    before = (*_level(t), OBJECT, PLACES)
    if wrong:
        return ask_for(t, "The pool does not match its slips", text, POOL, *before, PUT_RIGHT)
    if t.tote_due:
        return ask_for(t, "Pay out the Tote", text, payouts.pay_tote("Pay the backers"), *before, PUT_RIGHT)
    owe = sorted(t.owing, key=lambda who: bookmaker.short_by(who) > 0)
    if owe and payouts.first_to_pay(t) != payouts.PRIZES_FIRST:
        pay = bookmaker.settle_book("Pay the bets won", bookmaker=owe[0])
        return ask_for(t, f"{owe[0]} pays out the book", text, pay, *before)
    if t.keeps.prizes:
        text += f"In the prize fund: {t.written(t.fund)}."
        if owe:
            text += f" {owe[0]} is short for the book, and pays after the prizes."
        return ask_for(t, "The prizes", text, payouts.pay_prizes("Pay the prizes"), *before)
    return ask_for(t, "Another race?", text, NEXT, FINISH, *before)
