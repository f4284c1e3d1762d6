"""What the screens show: a player's card, the head of the table, the boards, and what the book expects next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.api import listed, sentence
from companion.api.show import Backing, Badge, Holding, Offer, Prompt, Runner, Standing, ToteBoard
from companion.games.totopoly import borrowing, leases, race, table, training
from companion.games.totopoly.betting import bookmaker, payouts, totalisator
from companion.games.totopoly.box import (
    BETTING,
    HORSES,
    INKS,
    LEASES,
    LOTS,
    OVER,
    PARADE,
    PAYING_OUT,
    RACE_DAY,
    RING,
    RUNNING,
    SETUP,
    WHITES,
    WITH_BETS,
)
from companion.games.totopoly.game import (
    AUCTIONEER,
    BANK,
    BETS,
    GAINED,
    GAME,
    HAMMER,
    LEASED,
    POUND,
    ROLES,
    TILL,
    Bet,
    Due,
    Player,
    Role,
    TotopolyTurn,
    by_backer,
)
from companion.games.totopoly.options import BANK_ONLY, BOOK_ONLY, TOTE_ONLY
from companion.rules import betting
from companion.rules.betting import Dividend

DAY_AND_END = (*RACE_DAY, OVER)

# --- a player's card ---------------------------------------------------------------------------------


@GAME.card
def card(t: TotopolyTurn, who: Player) -> Standing:
    """Show money, roles, cards, what training brought, and what was agreed before the race."""
    due = t.due if t.debt.who == who else None
    held = tuple(_holding(t, lease) for lease in who.cards)
    return Standing(
        seat=who.key,
        figure=_figure(t, who),
        subtitle=", ".join(name for role, name in ROLES.items() if t.role(role) == who),
        debt=Badge(f"owes {t.written(due.amount)} now", "bad") if due and due.amount else Badge(""),
        chips=tuple(_badges(t, who)),
        holdings=() if t.hidden else held,
        note=_note(t, who),
        out=who not in t.seats,
        up=bool(due),
        details=tuple(_details(t, who)),
        secret=tuple(
            (f"Horse, {card.detail}" if card.sign else "Business", card.text) for card in held
        )
        if t.hidden
        else (),
    )


def _badges(t: TotopolyTurn, who: Player) -> Iterator[Badge]:
    for kind, held in who.training.items():
        brief = training.KINDS[kind].lower().replace(" card", "")
        yield Badge(f"{brief} {held}", "warn" if kind in WHITES else "plain")
    if who.nominee:
        yield Badge(f"nominates No. {who.nominee[1:]}", "info")
    for role, name in ROLES.items():
        if earned := who.earnings_by(role):
            yield Badge(f"{t.written(earned)} as {name}", "good")
    for lease, held in t.holdings(who, LEASED).items():
        if held < 0:  # only crossing out an entry can do this; it must not go unseen
            yield Badge(f"{t.card_name(lease)} at \u2212{-held}", "bad")
    if who not in t.seats:
        yield Badge("has left")


def _details(t: TotopolyTurn, who: Player) -> Iterator[tuple[str, str]]:
    """Say what the rest of the card does not."""
    if len(who.fixed_order) > 1 and t.phase in DAY_AND_END:
        yield "Fixed order", race.numbers(who.fixed_order)


def _figure(t: TotopolyTurn, who: Player) -> str:
    """Say cash in hand; where cash is not followed, what was spent, or won or lost, with its sign."""
    if t.keeps.spent:
        return t.written(abs(who.cash - who.earned_in_all))
    return t.written(who.cash, signed=not t.tracked)


def _so_far(t: TotopolyTurn, who: Player) -> str:
    """Say what the figure is where no cash is followed."""
    if not t.keeps.spent:
        return "Won or lost so far"
    return (
        "Received so far"
        if who.cash > who.earned_in_all
        else f"{t.keeps.spent.capitalize()} so far"
    )


def _note(t: TotopolyTurn, who: Player) -> str:
    if t.phase == SETUP:
        return "The book is not open yet"
    if t.hidden and who.cards:
        return f"{t.count(len(who.cards), 'card')}, face down until the last lot"
    return "" if t.tracked else _so_far(t, who)


def _holding(t: TotopolyTurn, lease: str) -> Holding:
    if lease not in HORSES:
        return Holding(t.card_name(lease), "business")
    colour, runs = t.colour(lease), not t.lease(lease).scratched
    ink = INKS.get(colour, "")
    return Holding(
        t.card_name(lease), colour if runs else "scratched", counts=runs, colour=ink, sign=lease[1:]
    )


@GAME.secret
def secret(t: TotopolyTurn, account: str) -> bool:
    """Hide whose the lease cards are, and the prices that were copied from them as they were kept."""
    holder, _, what = account.partition(":")
    if holder == leases.PRINTED:
        card, _, value = what.partition(".")
        return value == "price" and t.hidden and t.owner(card) is not None
    return what == LEASED and t.hidden


@GAME.after_each
def show_what_it_leaves(t: TotopolyTurn) -> None:
    """Say on the receipt what is left of all money and cards from training that have changed hands."""
    if t.before.phase == SETUP:
        return
    bank = t.bank(BANK)
    t.show_what_is_left((*t.everybody, bank) if t.tracked else (bank,))
    changed = {(posting.account, posting.unit) for posting in t.effect.postings}
    for who in t.everybody:
        if (f"{who.key}:{TILL}", POUND) in changed:
            t.step(f"In {who.name}'s till", who.till)
        for kind in training.KINDS:
            if (f"{who.key}:{GAINED}", kind) in changed:
                t.step(
                    f"{who}'s {training.cards_words(kind).lower()} then",
                    t.held(who, GAINED, kind),
                    unit="",
                )


# --- the head of the table -----------------------------------------------------------------------------


@GAME.status
def status(t: TotopolyTurn) -> tuple[Badge, ...]:
    """Show the stage, the prize fund, and what roles have earned that nobody has."""
    badges = [Badge(t.phase.short, "info")]
    if t.bets_only or t.phase == SETUP:
        return tuple(badges)
    badges.append(Badge(f"Prize fund {t.written(t.fund)}"))
    for role, name in ROLES.items():
        if earned := t.holder(role).earnings_by(role):
            badges.append(Badge(f"{name} {t.written(earned)}"))
    return tuple(badges)


# --- the boards ----------------------------------------------------------------------------------------


@GAME.board
def boards(t: TotopolyTurn) -> tuple[ToteBoard, ...]:
    """Show every board that lies on the table now: the Tote's, then one for each bookmaker."""
    if t.phase not in DAY_AND_END:
        return ()
    tote = (tote_board(t),) if t.keeps.tote and t.phase != PARADE else ()
    books = t.payers if t.keeps.books else ()
    return (*tote, *(_book_board(t, who, first=not at) for at, who in enumerate(books)))


def _subtitle(t: TotopolyTurn) -> str:
    """Say which race it is and how far it has come."""
    now = {
        PARADE: "before the Tote",
        BETTING: "owners first" if t.owners_first else "open to all",
        RUNNING: "closed" if t.is_closed else "they are off, open up to the bend",
        PAYING_OUT: "waiting for the next horse" if t.waits else "the result",
        OVER: "over",
    }
    return f"Race {t.day.number} \u00b7 {now.get(t.phase, '')}"


def _board(
    t: TotopolyTurn,
    title: str,
    bets: Sequence[Bet],
    line: Callable[[str, list[Bet], bool], dict[str, Any]],
    tap: Callable[[str], Offer] | None,
    **more: Any,
) -> ToteBoard:
    """Draw a board, with a line for each horse that runs, was scratched, has bets or came in; by number."""
    on_horses: dict[str, list[Bet]] = {}
    for bet in bets:
        on_horses.setdefault(bet.horse, []).append(bet)
    shown = {
        *t.runners,
        *on_horses,
        *t.finishers,
        *t.by_hand,
        *(horse for horse in HORSES if t.lease(horse).scratched),
    }
    runners = []
    for horse in filter(shown.__contains__, HORSES):
        owner, why, on_it = t.owner(horse), t.why_disqualified(horse), on_horses.get(horse, [])
        out = "scratched" if t.lease(horse).scratched else f"disqualified: {why}" if why else ""
        runners.append(
            Runner(
                number=int(horse[1:]),
                name=f"Horse {horse[1:]}" if t.by_number(horse) else t.printed(f"{horse}.name"),
                owner=owner.name if owner else "",
                colour=t.ink(horse),
                place=next((at for at, level in enumerate(t.places, 1) if horse in level), 0),
                out=out,
                disqualified=bool(why),
                laid=sum(bet.stake for bet in on_it),
                tap=tap(horse) if tap and not out else None,
                **line(horse, on_it, bool(out)),
            )
        )
    return ToteBoard(title, _subtitle(t), tuple(runners), unit=POUND, **more)


# --- the Tote's board --------------------------------------------------------------------------------


def tote_board(t: TotopolyTurn) -> ToteBoard:
    """Draw the Tote's own board: what every horse would pay as bets come in, and who is paid after the race."""
    pool = t.laid + t.carried_here
    figures = totalisator.dividends(t) | _dead_heat(t)
    wrong = totalisator.mismatch(t)
    payouts = _tote_payouts(t)
    open_now = not t.is_closed and t.phase in (BETTING, RUNNING)

    def line(horse: str, on_it: list[Bet], out: bool) -> dict[str, Any]:
        of = figures[horse]
        back = totalisator.share_out(t, on_it, horse, of)
        return {
            "backings": _backings(on_it, _stakes, back.__getitem__),
            "pays": "" if out else totalisator.pays(t, of),
            "exact": totalisator.say_usual_dividend(of),
        }

    return _board(
        t,
        "The Tote",
        t.slips,
        line,
        (lambda horse: Offer("bet", {"horse": horse})) if open_now else None,
        pool=t.belongs if t.tote_paid else pool,
        facts=tuple(_tote_facts(t, pool)),
        payouts=payouts,
        expected=bool(payouts) and not t.tote_paid,
        outcome="Nobody is paid."
        if (t.tote_paid or t.official) and not payouts and not wrong
        else "",
        foot=wrong or t.tote["foot"],
        lead=t.keeps == TOTE_ONLY or t.phase in WITH_BETS,
    )


def _dead_heat(t: TotopolyTurn) -> dict[str, Dividend]:
    """Return what the horses of a dead heat pay, once the result is there; nothing without one."""
    level = (t.official or t.tote_paid) and len(t.places[0]) > 1
    return payouts.divide_pool(t).out.dividends if level else {}


def _backings(
    bets: Iterable[Bet], words: Callable[[list[Bet]], str], back: Callable[[Bet], int]
) -> tuple[Backing, ...]:
    """Say who has backed a horse with how much, in words, and what each of them gets back if it wins."""
    return tuple(
        Backing(who.key, sum(bet.stake for bet in own), words(own), sum(map(back, own)))
        for who, own in by_backer(bets).items()
    )


def _stakes(own: list[Bet]) -> str:
    return " + ".join(f"{slip.stake:,}" for slip in own) if len(own) > 1 else ""


def _tote_facts(t: TotopolyTurn, pool: int) -> Iterator[tuple[str, str]]:
    # what lay in the pool is paid out then, and the commission taken may be another for a round figure
    yield "Was in the pool" if t.tote_paid else "Pool", t.written(pool)
    if not t.tote_paid:
        yield f"Commission, usually {betting.USUAL_PERCENT}%", t.written(betting.tenth(pool))
    yield "Bets", str(len(t.slips))
    if carried := t.belongs if t.tote_paid else t.carried_here:
        yield "Carried on" if t.tote_paid else "Carried here", t.written(carried)


def _tote_payouts(t: TotopolyTurn) -> tuple[tuple[str, int, str], ...]:
    """Return who is paid, or will be once the table records it."""
    if t.tote_paid:
        noted = ((who.key, t.tote["payout", who.key].partition(" ")) for who in t.everybody)
        return tuple((who, int(amount), how) for who, (amount, _, how) in noted if amount)
    if not t.official or not t.tote_due or totalisator.mismatch(t):
        return ()
    of = payouts.divide_pool(t)
    return tuple(
        (who.key, of.amount_for(who), payouts.describe_shares(t, of, who)) for who in of.shares
    )


# --- a bookmaker's board ----------------------------------------------------------------------------


def _book_board(t: TotopolyTurn, keeper: Player, *, first: bool) -> ToteBoard:
    """Draw a bookmaker's board: odds asked, who has bet, and what each winner would cost."""
    book, stakes, settled = keeper.book, keeper.stakes, keeper.book_paid
    run = settled or t.official or t.phase == OVER
    costs = {} if run else keeper.exposure
    open_now = keeper in t.bookmakers and not t.is_closed and t.phase in (PARADE, BETTING, RUNNING)
    payouts = _book_payouts(t, keeper) if run else ()
    facts = [("Till", t.written(keeper.till)), ("Stakes", t.written(stakes))]
    if costs:
        facts.append(("At worst", t.written(min(costs.values()))))
    elif run and book:
        made = stakes - sum(amount for _, amount, _ in payouts)
        facts.append(
            ("The book made" if settled else "The book makes", t.written(made, signed=True))
        )

    def line(horse: str, on_it: list[Bet], _: bool) -> dict[str, Any]:
        odds = keeper.odds_on(horse)
        return {
            "backings": _backings(on_it, _at_odds, lambda bet: bet.wager.back),
            "pays": odds.words if odds else "",
            "cost": costs.get(horse),
        }

    return _board(
        t,
        f"{keeper}'s book",
        book,
        line,
        (lambda horse: Offer("book_bet", {"bookmaker": keeper.key, "horse": horse}))
        if open_now
        else None,
        pool=stakes,
        facts=tuple(facts),
        payouts=payouts,
        expected=bool(payouts) and not settled,
        book=True,
        lead=first and t.keeps == BOOK_ONLY and t.phase in WITH_BETS,
    )


def _at_odds(own: list[Bet]) -> str:
    return ", ".join(f"{bet.stake:,} {BETS[bet.kind]} at {bet.odds.words}" for bet in own)


def _book_payouts(t: TotopolyTurn, keeper: Player) -> tuple[tuple[str, int, str], ...]:
    """Return what everybody was paid out of a book, or will be."""
    won = bookmaker.won_bets(keeper)

    def paid(who: Player, own: list[Bet]) -> int:
        noted = (
            t.books["payout", keeper.key, who.key]
            if keeper.book_paid
            else sum(map(won.__getitem__, own))
        )
        return int(noted or 0)

    backers = by_backer(won).items()
    return tuple(
        (who.key, paid(who, own), "; ".join(bet.words for bet in own)) for who, own in backers
    )


# --- what comes next ---------------------------------------------------------------------------------

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
FINISH = payouts.close_book("Finish for today", "danger")


def ask_for(t: TotopolyTurn, title: str, text: str, sheet: Offer | None, *offers: Offer) -> Prompt:
    """Ask for what comes next; of the other ways to go on those are offered whose conditions hold."""
    event = "Debt due" if t.due else t.phase.short if t.phase in (LOTS, *WITH_BETS) else ""

    def applies(offer: Offer) -> bool:
        return all(condition.holds(t) for condition in GAME.find_action(offer.action).conditions)

    return Prompt(
        title,
        text.strip(),
        sheet and replace(sheet, tone="primary"),
        tuple(filter(applies, offers)),
        event,
    )


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
        bookmaker.draw_out(
            "Take it out of the till", who=due.who, amount=min(short, due.who.free_in_till)
        ),
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
    title = "Which cards does each player keep?"
    keep = leases.keep("Keep a card")
    roles = table.wear_hat("Roles")
    if t.thing(Role, AUCTIONEER).settled:
        return ask_for(
            t,
            title,
            "The rest goes to auction.",
            keep,
            leases.open_auction("Begin the auction"),
            roles,
        )
    text, card = "First: who shows the auctioneer's card?", t.business_of("auctioneer")
    shown: tuple[Offer, ...] = (leases.keep("Show the auctioneer's card", card=card),)
    if len(t.seats) < leases.FEW or card not in t.unkept:
        text, shown = "Nobody is dealt the auctioneer's card: name an Auctioneer.", ()
    elif t.swapped:
        by = (
            t.dealer.name
            if t.dealer and t.house.dummy_auctioneer == "dealer"
            else "the highest cut"
        )
        text = f"Everybody swaps a card. If the auctioneer's card still lies in the dummy hand, {by} is Auctioneer."
    named = table.wear_hat("Name an Auctioneer", hat=AUCTIONEER)
    return ask_for(t, title, text, keep, *shown, leases.swap("Nobody shows it"), named, roles)


def _lots(t: TotopolyTurn) -> Prompt:
    left, stop = t.find_lying(HAMMER), leases.end_auction("Stop the auction", "danger")
    if not left:
        # an entry crossed out or a stage set by hand may leave an auction with nothing to sell
        return ask_for(t, "The auction has no lots left", "", None, stop)
    return ask_for(
        t,
        f"{t.role(AUCTIONEER)} puts up a lot",
        f"{t.count(len(left), 'lot')} left.",
        leases.sell("Sell the lot"),
        leases.no_bid("Nobody bids"),
        stop,
    )


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
        return ask_for(
            t, "Entrance fees", f"{t.written(fees)} in all, to the bank.", collect, named
        )
    begin = OFF if t.keeps == BANK_ONLY else totalisator.open_tote("Open the Tote")
    text = "The entrance fees are paid."
    return ask_for(
        t, begin.label, text, begin, KEEP_BOOK, WITHDRAW, named, race.order("Set a fixed order")
    )


def _no_horse(t: TotopolyTurn) -> Prompt:
    """Ask for a horse where none is leased, or every one was withdrawn."""
    scratched = any(t.lease(horse).scratched for horse in HORSES)
    sheet = (
        table.correct_scratch("Put a horse back")
        if scratched
        else table.correct_lease("Move a lease card")
    )
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
        return ask_for(
            t, "Who keeps the book?", "", bookmaker.open_book("Open the book"), *off, FINISH
        )
    text = f"Bookmaker: {listed(who.name for who in t.bookmakers)}. Each horse shows what its win would bring or cost."
    back = bookmaker.book_take_back("Take a bet back", "quiet")
    offers = (OFF, bookmaker.lay_odds("Chalk up odds"), back, WITHDRAW, KEEP_BOOK, FINISH)
    return ask_for(t, "The book is open", text, bookmaker.book_bet("Take the bet"), *offers)


# --- the race -----------------------------------------------------------------------------------------------


def _running(t: TotopolyTurn) -> Prompt:
    if t.waits:
        return _awaits(t)
    # a stage set by hand, or a house rule changed while the race was on
    return ask_for(
        t,
        "The horses are home",
        "The result is known.",
        race.correct_places("Set the places"),
        *CARDS,
    )


def _level(t: TotopolyTurn) -> tuple[Offer, ...]:
    """Offer a dead heat with the horse that came last."""
    return tuple(
        race.dead_heat("Dead heat", "quiet", other=horse) for horse in t.in_places_now[-1:]
    )


def _awaits(t: TotopolyTurn) -> Prompt:
    """Ask for the next horse past the post."""
    came = t.finishers
    so_far = listed(
        f"{race.ORDINALS[at]} {race.names_of(t, level)}"
        for at, level in enumerate(t.places)
        if level
    )
    text = (
        f"Home so far: {so_far}."
        if so_far
        else "They count in the order in which they pass the post."
    )
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
        return ask_for(
            t, "Pay out the Tote", text, payouts.pay_tote("Pay the backers"), *before, PUT_RIGHT
        )
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
