"""What the screens show: a player's card, the badges at the head of the table, the Tote's board and the bookmakers'."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.api.show import Backing, Badge, Bar, Bars, BigBoard, Holding, Lately, Offer, Runner, Standing, ToteBoard
from companion.games.totopoly import race
from companion.games.totopoly.betting import totalisator
from companion.games.totopoly.betting.bookmaker import would_pay
from companion.games.totopoly.betting.payouts import describe_shares, divide_pool, outcome
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
)
from companion.games.totopoly.game import (
    AUCTIONEER,
    GAME,
    HAMMER,
    LEASED,
    POUND,
    ROLES,
    SIDE,
    TOTE,
    TRAINING,
    BookSlip,
    Player,
    Slip,
    TotopolyTurn,
)
from companion.games.totopoly.leases import PRINTED
from companion.games.totopoly.options import AUCTION_ONLY, BOOK_ONLY, TOTE_ONLY
from companion.games.totopoly.training import KINDS, cards_words
from companion.rules import betting
from companion.rules.betting import Dividend

DAY_AND_END = (*RACE_DAY, OVER)

# --- a player's card ---------------------------------------------------------------------------------


@GAME.card
def card(t: TotopolyTurn, who: Player) -> Standing:
    """Show money, roles, cards, what training brought, and what was agreed before the race."""
    due, facts = t.due if t.debt.who == who else None, tuple(_facts(t, who))
    kinds = (f"Horse, {t.colour(lease)}" if lease in HORSES else "Business" for lease in who.cards)
    cards = tuple(zip(kinds, map(t.card_name, who.cards), strict=True))
    rows = [("Cash" if t.tracked else _so_far(t, who), _figure(t, who))]
    if t.hidden and not t.tracked:  # where cash is followed, the note says it already
        rows.append(("Cards", f"{len(who.cards)}, face down until the last lot"))
    return Standing(
        seat=who.key,
        figure=_figure(t, who),
        subtitle=", ".join(name for role, name in ROLES.items() if t.role(role) == who),
        debt=Badge(f"owes {t.written(due.amount)} now", "bad") if due and due.amount > 0 else Badge(""),
        chips=tuple(badge for *_, badge in facts if badge),
        holdings=() if t.hidden else tuple(_holding(t, lease) for lease in who.cards),
        note=_note(t, who),
        out=who not in t.seats,
        up=bool(due),
        details=(*rows, *(() if t.hidden else cards), *((label, said) for label, said, _ in facts if said)),
        secret=cards if t.hidden else (),
    )


def _facts(t: TotopolyTurn, who: Player) -> Iterator[tuple[str, str, Badge | None]]:
    """Yield what else there is of a player: label and words, and the remark on the card where it has one."""
    for kind, held in who.training.items():
        brief = KINDS[kind].lower().replace(" card", "")
        yield cards_words(kind), str(held), Badge(f"{brief} {held}", "warn" if kind in WHITES else "plain")
    if who.nominee:
        badge = Badge(f"nominates No. {who.nominee[1:]}", "info")
        yield "Nominated", f"{t.card_name(who.nominee)}, moved out of turn", badge
    if len(who.fixed_order) > 1 and t.phase in DAY_AND_END:
        yield "Fixed order", race.numbers(who.fixed_order), None
    for role, name in ROLES.items():
        earned = who.earnings_by(role)
        if earned or t.role(role) == who:
            badge = Badge(f"{t.written(earned)} as {name}", "good")
            yield f"Earned as {name}", t.written(earned), badge if earned and t.keeps.spent else None
    for lease, held in t.holdings(who, LEASED).items():
        if held < 0:  # only crossing out an entry can do this; it must not go unseen
            yield "", "", Badge(f"{t.card_name(lease)} at \u2212{-held}", "bad")
    if who not in t.seats:
        yield "", "", Badge("has left")


def _figure(t: TotopolyTurn, who: Player) -> str:
    """Say cash in hand; where cash is not followed, what was spent, or won or lost, with its sign."""
    if t.keeps.spent:
        return t.written(abs(who.cash - who.earned_in_all))
    return t.written(who.cash, signed=not t.tracked)


def _so_far(t: TotopolyTurn, who: Player) -> str:
    """Say what the figure is where no cash is followed."""
    if not t.keeps.spent:
        return "Won or lost so far"
    if who.cash > who.earned_in_all:
        return "Received so far"
    return "Spent so far" if t.keeps == AUCTION_ONLY else "Paid so far"


def _note(t: TotopolyTurn, who: Player) -> str:
    if t.phase == SETUP:
        return "Not dealt in yet" if t.tracked else "The book is not open yet"
    if not t.tracked:
        return _so_far(t, who)
    if t.hidden:
        return f"{t.count(len(who.cards), 'card')}, face down until the last lot" if who.cards else "No cards yet"
    return ""


def _holding(t: TotopolyTurn, lease: str) -> Holding:
    if lease not in HORSES:
        return Holding(t.card_name(lease), "business")
    colour, gone = t.colour(lease), t.is_scratched(lease)
    what, ink = "scratched" if gone else colour, INKS.get(colour, "")
    return Holding(t.card_name(lease), what, counts=not gone, colour=ink, sign=lease[1:])


@GAME.secret
def secret(t: TotopolyTurn, account: str) -> bool:
    """Hide whose the lease cards are, and the prices that were copied from them as they were kept."""
    holder, _, what = account.partition(":")
    if holder == PRINTED:
        card, _, value = what.partition(".")
        return value == "price" and t.hidden and t.owner(card) is not None
    return what == LEASED and t.hidden


@GAME.after_each
def show_cash(t: TotopolyTurn) -> None:
    """Say on the receipt what everybody has in hand then whose cash has changed."""
    before = t.before
    for who in t.everybody if t.tracked and before.phase != SETUP else ():
        if who.cash != before.held(who):
            t.step(f"{who} then has", who.cash)


# --- the head of the table -----------------------------------------------------------------------------


@GAME.status
def status(t: TotopolyTurn) -> tuple[Badge, ...]:
    """Show the stage, the prize fund, in training its account, and what roles have earned that nobody has."""
    badges = [Badge(t.phase.short, "info")]
    if t.bets_only or t.phase == SETUP:
        return tuple(badges)
    if t.keeps != AUCTION_ONLY:
        badges.append(Badge(f"Prize fund {t.written(t.fund)}"))
    if t.phase == RING and (trained := t.held(TRAINING)):
        badges.append(Badge(f"Training account {t.written(trained)}"))
    for role, name in ROLES.items():
        if earned := t.holder(role).earnings_by(role):
            badges.append(Badge(f"{name} {t.written(earned)}"))
    return tuple(badges)


@GAME.television
def television(t: TotopolyTurn) -> tuple[BigBoard, ...]:
    """Show the leases and the auction: who has how many cards and how much is left, and what was paid for last."""
    if t.phase not in (LEASES, LOTS):
        return ()
    auctioneer = t.role(AUCTIONEER)
    bars = tuple(Bar(who.key, who.cash, t.count(len(who.cards), "card")) for who in t.seats)
    money = Bars("Money" if t.tracked else "Spent so far", POUND, tuple(sorted(bars, key=lambda bar: -bar.amount)))
    by = f"Auctioneer: {auctioneer}" if auctioneer in t.seats else ""
    if t.phase == LEASES:
        return money, Lately("Leases", by)
    left = f"{t.count(len(t.find_lying(HAMMER)), 'lot')} left"
    return money, Lately("Auction", ". ".join(filter(None, (left, by))))


# --- the boards ----------------------------------------------------------------------------------------


@GAME.board
def boards(t: TotopolyTurn) -> tuple[ToteBoard, ...]:
    """Show every board that lies on the table now: the Tote's, then one for each bookmaker."""
    shown = [tote_board(t)] if t.keeps.tote and t.phase in DAY_AND_END and t.phase != PARADE else []
    if t.keeps.books and t.phase in DAY_AND_END:
        shown += [_book_board(t, who, first=not at) for at, who in enumerate(t.payers)]
    return tuple(shown)


def _runners(t: TotopolyTurn, backed: set[str], runner: Callable[[str], Runner]) -> tuple[Runner, ...]:
    """Draw a line for each horse that runs, was scratched, has bets or came in; by number."""
    shown = {*t.runners, *backed, *t.finishers, *t.by_hand}
    last = t.field or len(HORSES)
    return tuple(
        runner(horse)
        for at, horse in enumerate(HORSES)
        if horse in shown or (t.is_scratched(horse) and (at < last or t.owner(horse)))
    )


def _subtitle(t: TotopolyTurn) -> str:
    """Say which race it is and how far it has come."""
    now = {
        PARADE: "before the Tote",
        BETTING: "owners first" if t.owners_first else "open to all",
        RUNNING: "closed" if t.is_closed else "they are off, open up to the bend",
        PAYING_OUT: "waiting for the next horse" if t.waits else "the result",
        OVER: "over",
    }
    return f"Race {t.race} \u00b7 {now.get(t.phase, '')}"


def _out_of_race(t: TotopolyTurn, horse: str) -> str:
    """Say why a horse is out of the race; empty where it is in."""
    why = t.why_disqualified(horse)
    return "scratched" if t.is_scratched(horse) else f"disqualified: {why}" if why else ""


def _runner(t: TotopolyTurn, horse: str, **figures: Any) -> Runner:
    """Draw a line for a horse, with the figures of a board."""
    owner = t.owner(horse)
    return Runner(
        number=int(horse[1:]),
        name=f"Horse {horse[1:]}" if t.by_number(horse) else t.printed(f"{horse}.name"),
        owner=owner.name if owner else "",
        colour=t.ink(horse),
        place=next((at for at, level in enumerate(t.places, 1) if horse in level), 0),
        out=_out_of_race(t, horse),
        disqualified=bool(t.why_disqualified(horse)),
        **figures,
    )


# --- the Tote's board --------------------------------------------------------------------------------


def tote_board(t: TotopolyTurn) -> ToteBoard:
    """Draw the Tote's own board: what every horse would pay as bets come in, and who is paid after the race."""
    pool = t.laid + t.carried_here
    figures = totalisator.dividends(t) | _dead_heat(t)
    payouts, words = _tote_payouts(t)
    on_horses: dict[str, list[Slip]] = {}
    for slip in t.slips:
        on_horses.setdefault(slip.horse, []).append(slip)
    open_now = not t.is_closed and t.phase in (BETTING, RUNNING)

    def runner(horse: str) -> Runner:
        out, of = _out_of_race(t, horse), figures[horse]
        return _runner(
            t,
            horse,
            backings=_backers(t, on_horses.get(horse, []), of),
            laid=of.laid,
            pays="" if out else totalisator.pays(t, of),
            exact=totalisator.say_usual_dividend(of),
            tap=Offer("bet", {"horse": horse}) if open_now and not out else None,
        )

    return ToteBoard(
        title="The Tote",
        subtitle=_subtitle(t),
        runners=_runners(t, set(on_horses), runner),
        pool=t.belongs if t.tote_paid else pool,
        unit=POUND,
        facts=_tote_facts(t, pool),
        payouts=payouts,
        expected=bool(payouts) and not t.tote_paid,
        outcome=words,
        foot=totalisator.mismatch(t) or _tote_foot(t),
        lead=t.keeps == TOTE_ONLY or t.phase in (BETTING, RUNNING, PAYING_OUT),
    )


def _dead_heat(t: TotopolyTurn) -> dict[str, Dividend]:
    """Return what the horses of a dead heat pay, once the result is there; nothing without one."""
    level = (t.official or t.tote_paid) and len(t.places[0]) > 1
    return divide_pool(t).out.dividends if level else {}


def _backers(t: TotopolyTurn, on_it: list[Slip], of: Dividend) -> tuple[Backing, ...]:
    """Say who has backed a horse with how much, and what each of them gets if it wins."""
    stakes: dict[str, list[int]] = {}
    back: dict[str, int] = {}
    shares = betting.share(of.net // of.parts, [(slip.stake, of) for slip in on_it], totalisator.terms(t))
    for slip, amount in zip(on_it, shares, strict=True):
        stakes.setdefault(slip.who.key, []).append(slip.stake)
        back[slip.who.key] = back.get(slip.who.key, 0) + amount
    return tuple(
        Backing(who, sum(each), " + ".join(f"{stake:,}" for stake in each) if len(each) > 1 else "", back[who])
        for who, each in stakes.items()
    )


def _tote_facts(t: TotopolyTurn, pool: int) -> tuple[tuple[str, str], ...]:
    if t.tote_paid:
        # what lay in the pool is paid out, and the commission taken may be another for a round figure
        before, label, carried = [("Was in the pool", t.written(pool))], "Carried on", t.belongs
    else:
        commission = (f"Commission {betting.USUAL_PERCENT}%", t.written(betting.tenth(pool)))
        before, label, carried = [("Pool", t.written(pool)), commission], "Carried here", t.carried_here
    return (*before, ("Bets", str(len(t.slips))), *(((label, t.written(carried)),) if carried else ()))


def _tote_payouts(t: TotopolyTurn) -> tuple[tuple[tuple[str, int, str], ...], str]:
    """Return who is paid, or will be once the table records it; else a sentence, where the result is there."""
    if t.tote_paid:
        noted = ((who.key, t.in_race(TOTE, "payout", who.key).partition(" ")) for who in t.everybody)
        paid = tuple((who, int(amount), how) for who, (amount, _, how) in noted if amount)
        return paid, "" if paid else "Nobody is paid."
    if not t.official or totalisator.mismatch(t):
        return (), ""
    if not t.tote_due:
        return (), "Nobody has laid a bet."
    of = divide_pool(t)
    coming = tuple((who.key, of.amount_for(who), describe_shares(t, of, who)) for who in of.shares)
    return coming, "" if coming else outcome(t, of)


def _tote_foot(t: TotopolyTurn) -> str:
    if t.tote_paid:
        return t.in_race(TOTE, "foot")
    if t.keeps == TOTE_ONLY and t.tote_due and t.phase == PAYING_OUT:
        return "The result stands: pay out the Tote."
    return "Money in = paid out + commission + breakage, always"


# --- a bookmaker's board ----------------------------------------------------------------------------


def _book_board(t: TotopolyTurn, bookmaker: Player, *, first: bool) -> ToteBoard:
    """Draw a bookmaker's board: odds asked, who has bet, and what each winner would cost."""
    book, stakes, settled = bookmaker.book, bookmaker.stakes, bookmaker.book_paid
    run = settled or t.official or t.phase == OVER
    costs = {} if run else bookmaker.exposure
    open_now = bookmaker in t.bookmakers and not t.is_closed and t.phase in (PARADE, BETTING, RUNNING)
    payouts = _book_payouts(t, bookmaker) if run else ()
    facts = [("Till", t.written(bookmaker.till)), ("Stakes", t.written(stakes))]
    if costs:
        facts.append(("At worst", t.written(min(costs.values()))))
    elif run and book:
        made = stakes - sum(amount for _, amount, _ in payouts)
        facts.append(("The book made" if settled else "The book makes", t.written(made, signed=True)))

    def runner(horse: str) -> Runner:
        on_it, odds = [bet for bet in book if bet.horse == horse], bookmaker.odds_on(horse)
        taps = open_now and not _out_of_race(t, horse)
        return _runner(
            t,
            horse,
            backings=_book_backings(on_it),
            laid=sum(bet.stake for bet in on_it),
            pays=odds.words if odds else "",
            cost=costs.get(horse),
            tap=Offer("book_bet", {"bookmaker": bookmaker.key, "horse": horse}) if taps else None,
        )

    return ToteBoard(
        title=f"{bookmaker}'s book",
        subtitle="Before the Tote" if t.phase == PARADE else _subtitle(t),
        runners=_runners(t, {bet.horse for bet in book}, runner),
        pool=stakes,
        unit=POUND,
        facts=tuple(facts),
        payouts=payouts,
        expected=bool(payouts) and not settled,
        foot="Stakes come back on top of what is won; a place is "
        + ("first, second or third." if t.last_place == 3 else "first or second."),
        book=True,
        lead=first and t.keeps == BOOK_ONLY and t.phase in (BETTING, RUNNING, PAYING_OUT),
    )


def _book_backings(on_it: list[BookSlip]) -> tuple[Backing, ...]:
    by_backer: dict[Player, list[BookSlip]] = {}
    for bet in on_it:
        by_backer.setdefault(bet.who, []).append(bet)
    return tuple(
        Backing(
            who.key,
            sum(bet.stake for bet in own),
            ", ".join(f"{bet.stake:,} {totalisator.KINDS[bet.wager.kind]} at {bet.wager.odds.words}" for bet in own),
            sum(bet.wager.back for bet in own),
        )
        for who, own in by_backer.items()
    )


def _book_payouts(t: TotopolyTurn, bookmaker: Player) -> tuple[tuple[str, int, str], ...]:
    """Return what everybody was paid out of a book, or will be."""
    if bookmaker.book_paid:
        noted = {who: t.in_race(SIDE, "payout", bookmaker.key, who.key) for who in t.everybody}
        paid = {who: int(amount) for who, amount in noted.items() if amount}
    else:
        paid = would_pay(bookmaker)
    won = [bet for bet in bookmaker.book if bet.wager.pays(t.places, t.last_place)]
    return tuple(
        (who.key, amount, "; ".join(totalisator.bet_words(t, bet) for bet in won if bet.who == who))
        for who, amount in paid.items()
    )
