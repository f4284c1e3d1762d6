"""What the screens show: a player's card, the badges at the head of the table, the Tote's board and the bookmakers'."""

from __future__ import annotations

from typing import Any

from companion.api.show import Backing, Badge, Bar, Bars, BigBoard, Holding, Lately, Offer, Runner, Standing, ToteBoard
from companion.games.totopoly import borrowing, race, racecourse
from companion.games.totopoly.betting import bets
from companion.games.totopoly.betting.bookmaker import would_pay
from companion.games.totopoly.betting.payouts import describe_shares, divide_pool, outcome
from companion.games.totopoly.deal import PRINTED
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
    Player,
    Stage,
    TotopolyTurn,
)
from companion.games.totopoly.lease_cards import HORSES, INKS, WHITES
from companion.games.totopoly.options import AUCTION_ONLY, BOOK_ONLY, TOTE_ONLY
from companion.rules import betting
from companion.rules.betting import Dividend

# --- a player's card ---------------------------------------------------------------------------------

COUNTS = {"remount": "special"} | {kind: f"white for {colour}" for kind, colour in WHITES.items()}
"""What the cards that are no colour cards are called on a badge."""


@GAME.card
def card(t: TotopolyTurn, who: Player) -> Standing:
    """Show money, roles, cards, what training brought, and what was agreed before the race."""
    due = borrowing.open_due(t)
    owes = due is not None and due.who == who
    return Standing(
        seat=who.key,
        figure=_figure(t, who),
        subtitle=", ".join(name for role, name in ROLES.items() if t.role(role) == who),
        debt=Badge(f"owes {t.written(due.amount)} now", "bad") if due and owes and due.amount > 0 else Badge(""),
        chips=_badges(t, who),
        holdings=() if t.hidden else tuple(_holding(t, lease) for lease in who.cards),
        note=_note(t, who),
        out=who not in t.seats,
        up=owes,
        details=_details(t, who),
        secret=_cards(t, who) if t.hidden else (),
    )


def _figure(t: TotopolyTurn, who: Player) -> str:
    """Say cash in hand; where cash is not followed, what was spent, or won or lost, with its sign."""
    if t.nobody_wins:
        return t.written(abs(who.cash - who.earned_in_all))
    return t.written(who.cash, signed=not t.tracked)


def _so_far(t: TotopolyTurn, who: Player) -> str:
    """Say what the figure is where no cash is followed."""
    if not t.nobody_wins:
        return "Won or lost so far"
    if who.cash > who.earned_in_all:
        return "Received so far"
    return "Spent so far" if t.keeps == AUCTION_ONLY else "Paid so far"


def _note(t: TotopolyTurn, who: Player) -> str:
    if t.stage == Stage.SETUP:
        return "Not dealt in yet" if t.tracked else "The book is not open yet"
    if not t.tracked:
        return _so_far(t, who)
    if t.hidden:
        return f"{t.count(len(who.cards), 'card')}, face down until the last lot" if who.cards else "No cards yet"
    return ""


def _badges(t: TotopolyTurn, who: Player) -> tuple[Badge, ...]:
    badges = [
        Badge(f"{COUNTS.get(kind, kind)} {held}", "warn" if kind in WHITES else "plain")
        for kind, held in who.training.items()
    ]
    if t.nobody_wins:
        earned = ((name, who.earnings_by(role)) for role, name in ROLES.items())
        badges += [Badge(f"{t.written(amount)} as {name}", "good") for name, amount in earned if amount]
    if who.nominee:
        badges.append(Badge(f"nominates No. {who.nominee[1:]}", "info"))
    for lease, held in t.holdings(who, LEASED).items():
        if held < 0:  # only crossing out an entry can do this; it must not go unseen
            badges.append(Badge(f"{t.card_name(lease)} at \u2212{-held}", "bad"))
    if who not in t.seats:
        badges.append(Badge("has left"))
    return tuple(badges)


def _holding(t: TotopolyTurn, lease: str) -> Holding:
    if lease not in HORSES:
        return Holding(t.card_name(lease), "business")
    colour, gone = t.colour(lease), t.is_scratched(lease)
    what, ink = "scratched" if gone else colour, INKS.get(colour, "")
    return Holding(t.card_name(lease), what, counts=not gone, colour=ink, sign=lease[1:])


def _cards(t: TotopolyTurn, who: Player) -> tuple[tuple[str, str], ...]:
    kinds = [f"Horse, {t.colour(lease)}" if lease in HORSES else "Business" for lease in who.cards]
    return tuple((kind, t.card_name(lease)) for kind, lease in zip(kinds, who.cards, strict=True))


def _details(t: TotopolyTurn, who: Player) -> tuple[tuple[str, str], ...]:
    rows = [("Cash" if t.tracked else _so_far(t, who), _figure(t, who))]
    if not t.hidden:
        rows += _cards(t, who)
    elif not t.tracked:  # where cash is followed, the card says it already
        rows.append(("Cards", f"{len(who.cards)}, face down until the last lot"))
    for kind, held in who.training.items():
        what = f"White cards for {WHITES[kind]}" if kind in WHITES else f"{COUNTS.get(kind, kind).capitalize()} cards"
        rows.append((what, str(held)))
    if who.nominee:
        rows.append(("Nominated", f"{t.card_name(who.nominee)}, moved out of turn"))
    if len(who.fixed_order) > 1 and t.stage in (Stage.PARADE, Stage.BETTING, Stage.RUNNING, Stage.HOME, Stage.OVER):
        rows.append(("Fixed order", racecourse.numbers(who.fixed_order)))
    for role, name in ROLES.items():
        if t.role(role) == who or who.earnings_by(role):
            rows.append((f"Earned as {name}", t.written(who.earnings_by(role))))
    return tuple(rows)


@GAME.secret
def secret(t: TotopolyTurn, account: str) -> bool:
    """Hide whose the lease cards are, and the prices that were copied from them as they were kept."""
    holder, _, what = account.partition(":")
    if holder == PRINTED:
        card, _, value = what.partition(".")
        return value == "price" and t.hidden and t.owner(card) is not None
    return what == LEASED and t.hidden


# --- the head of the table -----------------------------------------------------------------------------

SHORT_STAGE = {
    "setup": "Set-up", "leases": "Leases", "lots": "Auction", "ring": "Training", "parade": "Parade",
    "betting": "Betting", "running": "Race", "home": "Paying out", "over": "Over",
}  # fmt: skip


@GAME.status
def status(t: TotopolyTurn) -> tuple[Badge, ...]:
    """Show the stage, the prize fund, in training its account, and what roles have earned that nobody has."""
    badges = [Badge(SHORT_STAGE[t.stage], "info")]
    if t.bets_only or t.stage == Stage.SETUP:
        return tuple(badges)
    if t.keeps != AUCTION_ONLY:
        badges.append(Badge(f"Prize fund {t.written(t.fund)}"))
    if t.stage == Stage.RING and (trained := t.held(TRAINING)):
        badges.append(Badge(f"Training account {t.written(trained)}"))
    for role, name in ROLES.items():
        if earned := t.holder(role).earnings_by(role):
            badges.append(Badge(f"{name} {t.written(earned)}"))
    return tuple(badges)


@GAME.television
def television(t: TotopolyTurn) -> tuple[BigBoard, ...]:
    """Show the leases and the auction: who has how many cards and how much is left, and what was paid for last."""
    if t.stage not in (Stage.LEASES, Stage.LOTS):
        return ()
    auctioneer = t.role(AUCTIONEER)
    bars = tuple(Bar(who.key, who.cash, t.count(len(who.cards), "card")) for who in t.seats)
    money = Bars("Money" if t.tracked else "Spent so far", POUND, tuple(sorted(bars, key=lambda bar: -bar.amount)))
    by = f"Auctioneer: {auctioneer}" if auctioneer in t.seats else ""
    if t.stage == Stage.LEASES:
        return money, Lately("Leases", by)
    left = f"{t.count(len(t.find_lying(HAMMER)), 'lot')} left"
    return money, Lately("Auction", ". ".join(filter(None, (left, by))))


# --- the boards ----------------------------------------------------------------------------------------


@GAME.board
def boards(t: TotopolyTurn) -> tuple[ToteBoard, ...]:
    """Show every board that lies on the table now: the Tote's, then one for each bookmaker."""
    betting_on = t.stage in (Stage.BETTING, Stage.RUNNING, Stage.HOME, Stage.OVER)
    found = [tote_board(t)] if t.keeps_tote and betting_on else []
    if t.keeps_books and (betting_on or t.stage == Stage.PARADE):
        found += [_book_board(t, who, first=not at) for at, who in enumerate(bets.payers(t))]
    return tuple(found)


def _horses_on_board(t: TotopolyTurn, backed: set[str]) -> tuple[str, ...]:
    """Return the horses a board has a line for: those that run, were scratched, have bets or came in; by number."""
    shown = {*t.runners, *backed, *race.finishers(t), *race.by_hand(t)}
    last = t.field or len(HORSES)
    return tuple(
        horse
        for at, horse in enumerate(HORSES)
        if horse in shown or (t.is_scratched(horse) and (at < last or t.owner(horse)))
    )


def _subtitle(t: TotopolyTurn) -> str:
    """Say which race it is and how far it has come."""
    if t.stage == Stage.BETTING:
        now = "owners first" if bets.owners_first(t) else "open to all"
    elif t.stage == Stage.RUNNING:
        now = "closed" if bets.is_closed(t) else "they are off, open up to the bend"
    elif t.stage == Stage.HOME:
        now = "waiting for the next horse" if race.waits(t) else "the result"
    else:
        now = {Stage.PARADE: "before the Tote", Stage.OVER: "over"}.get(t.stage, "")
    return f"Race {t.race} \u00b7 {now}"


def _out_of_race(t: TotopolyTurn, horse: str) -> str:
    """Say why a horse is out of the race; empty where it is in."""
    why = race.why_disqualified(t, horse)
    return "scratched" if t.is_scratched(horse) else f"disqualified: {why}" if why else ""


def _runner(t: TotopolyTurn, horse: str, **figures: Any) -> Runner:
    """Draw a line for a horse, with the figures of a board."""
    owner = t.owner(horse)
    return Runner(
        number=int(horse[1:]),
        name=f"Horse {horse[1:]}" if t.by_number(horse) else t.printed(f"{horse}.name"),
        owner=owner.name if owner else "",
        colour=t.ink(horse),
        place=next((at for at, level in enumerate(race.find_places(t), 1) if horse in level), 0),
        out=_out_of_race(t, horse),
        disqualified=bool(race.why_disqualified(t, horse)),
        **figures,
    )


# --- the Tote's board --------------------------------------------------------------------------------


def tote_board(t: TotopolyTurn) -> ToteBoard:
    """Draw the Tote's own board: what every horse would pay as bets come in, and who is paid after the race."""
    found = bets.slips(t)
    carried_here = bets.find_carried(t, found)
    pool = bets.sum_laid(found) + carried_here
    figures = bets.dividends(t, found) | _dead_heat(t)
    payouts, words = _tote_payouts(t, found)
    backings = _tote_backings(t, found, figures)
    open_now = not bets.is_closed(t) and t.stage in (Stage.BETTING, Stage.RUNNING)

    def runner(horse: str) -> Runner:
        out = _out_of_race(t, horse)
        return _runner(
            t,
            horse,
            backings=backings.get(horse, ()),
            laid=figures[horse].laid,
            pays="" if out else bets.pays(t, figures[horse]),
            exact=bets.say_usual_dividend(figures[horse]),
            tap=Offer("bet", {"horse": horse}) if open_now and not out else None,
        )

    return ToteBoard(
        title="The Tote",
        subtitle=_subtitle(t),
        runners=tuple(runner(horse) for horse in _horses_on_board(t, {one.horse for one in found})),
        pool=bets.belongs(t, found) if t.tote_paid else pool,
        unit=POUND,
        facts=_tote_facts(t, pool, len(found), carried_here),
        payouts=payouts,
        expected=bool(payouts) and not t.tote_paid,
        outcome=words,
        foot=bets.mismatch(t, found) or _tote_foot(t),
        lead=t.keeps == TOTE_ONLY or t.stage in (Stage.BETTING, Stage.RUNNING, Stage.HOME),
    )


def _dead_heat(t: TotopolyTurn) -> dict[str, Dividend]:
    """Return what the horses of a dead heat pay, once the result is there; nothing without one."""
    level = (race.official(t) or t.tote_paid) and len(race.find_places(t)[0]) > 1
    return divide_pool(t).out.dividends if level else {}


def _tote_backings(
    t: TotopolyTurn, found: tuple[bets.Slip, ...], figures: dict[str, Dividend]
) -> dict[str, tuple[Backing, ...]]:
    by_horse: dict[str, list[bets.Slip]] = {}
    for slip in found:
        by_horse.setdefault(slip.horse, []).append(slip)
    return {horse: _backers(t, on_it, figures[horse]) for horse, on_it in by_horse.items()}


def _backers(t: TotopolyTurn, on_it: list[bets.Slip], of: Dividend) -> tuple[Backing, ...]:
    """Say who has backed a horse with how much, and what each of them gets if it wins."""
    stakes: dict[str, list[int]] = {}
    back: dict[str, int] = {}
    shares = betting.share(of.net // of.parts, [(slip.stake, of) for slip in on_it], bets.terms(t))
    for slip, amount in zip(on_it, shares, strict=True):
        stakes.setdefault(slip.who.key, []).append(slip.stake)
        back[slip.who.key] = back.get(slip.who.key, 0) + amount
    return tuple(
        Backing(who, sum(each), " + ".join(f"{one:,}" for one in each) if len(each) > 1 else "", back[who])
        for who, each in stakes.items()
    )


def _tote_facts(t: TotopolyTurn, pool: int, count: int, carried_here: int) -> tuple[tuple[str, str], ...]:
    if t.tote_paid:
        # what lay in the pool is paid out, and the commission taken may be another for a round figure
        facts = [("Was in the pool", t.written(pool)), ("Bets", str(count))]
        left = bets.belongs(t)
        return (*facts, ("Carried on", t.written(left))) if left else tuple(facts)
    facts = [
        ("Pool", t.written(pool)),
        (f"Commission {betting.USUAL_PERCENT}%", t.written(betting.tenth(pool))),
        ("Bets", str(count)),
    ]
    return (*facts, ("Carried here", t.written(carried_here))) if carried_here else tuple(facts)


def _tote_payouts(t: TotopolyTurn, found: tuple[bets.Slip, ...]) -> tuple[tuple[tuple[str, int, str], ...], str]:
    """Return who is paid, or will be once the table records it; else a sentence, where the result is there."""
    if t.tote_paid:
        noted = ((who.key, t.in_race(TOTE, "payout", who.key).partition(" ")) for who in t.everybody)
        paid = tuple((who, int(amount), how) for who, (amount, _, how) in noted if amount)
        return paid, "" if paid else "Nobody is paid."
    if not race.official(t) or bets.mismatch(t, found):
        return (), ""
    if not bets.tote_due(t, found):
        return (), "Nobody has laid a bet."
    of = divide_pool(t)
    coming = tuple((who.key, of.amount_for(who), describe_shares(t, of, who)) for who in of.shares)
    return coming, "" if coming else outcome(t, of)


def _tote_foot(t: TotopolyTurn) -> str:
    if t.tote_paid:
        return t.in_race(TOTE, "foot")
    if t.keeps == TOTE_ONLY and bets.tote_due(t) and t.stage == Stage.HOME:
        return "The result stands: pay out the Tote."
    return "Money in = paid out + commission + breakage, always"


# --- a bookmaker's board ----------------------------------------------------------------------------


def _book_board(t: TotopolyTurn, bookmaker: Player, *, first: bool) -> ToteBoard:
    """Draw a bookmaker's board: odds asked, who has bet, and what each winner would cost."""
    found, settled = bets.book_slips(t, bookmaker), bookmaker.book_paid
    run = settled or race.official(t) or t.stage == Stage.OVER
    costs = {} if run else bets.exposure(bookmaker)
    taking = bookmaker in bets.bookmakers(t) and not bets.is_closed(t)
    open_now = taking and t.stage in (Stage.PARADE, Stage.BETTING, Stage.RUNNING)
    payouts = _book_payouts(t, bookmaker, found) if run else ()
    facts = [("Till", t.written(bookmaker.till)), ("Stakes", t.written(bets.stakes(found)))]
    if costs:
        facts.append(("At worst", t.written(min(costs.values()))))
    elif run and found:
        made = bets.stakes(found) - sum(amount for _, amount, _ in payouts)
        facts.append(("The book made" if settled else "The book makes", t.written(made, signed=True)))

    def runner(horse: str) -> Runner:
        on_it, odds = [one for one in found if one.wager.horse == horse], bets.find_odds(bookmaker, horse)
        taps = open_now and not _out_of_race(t, horse)
        return _runner(
            t,
            horse,
            backings=_book_backings(on_it),
            laid=bets.stakes(on_it),
            pays=odds.words if odds else "",
            cost=costs.get(horse),
            tap=Offer("book_bet", {"bookmaker": bookmaker.key, "horse": horse}) if taps else None,
        )

    return ToteBoard(
        title=f"{bookmaker}'s book",
        subtitle="Before the Tote" if t.stage == Stage.PARADE else _subtitle(t),
        runners=tuple(runner(horse) for horse in _horses_on_board(t, {one.wager.horse for one in found})),
        pool=bets.stakes(found),
        unit=POUND,
        facts=tuple(facts),
        payouts=payouts,
        expected=bool(payouts) and not settled,
        foot="Stakes come back on top of what is won; a place is "
        + ("first, second or third." if bets.places(t) == 3 else "first or second."),
        book=True,
        lead=first and t.keeps == BOOK_ONLY and t.stage in (Stage.BETTING, Stage.RUNNING, Stage.HOME),
    )


def _book_backings(found: list[bets.BookSlip]) -> tuple[Backing, ...]:
    by_backer: dict[Player, list[bets.BookSlip]] = {}
    for slip in found:
        by_backer.setdefault(slip.who, []).append(slip)
    wagers = {who: [one.wager for one in own] for who, own in by_backer.items()}
    return tuple(
        Backing(
            who.key,
            bets.stakes(by_backer[who]),
            ", ".join(f"{one.stake:,} {bets.KINDS[one.kind]} at {one.odds.words}" for one in own),
            sum(one.back for one in own),
        )
        for who, own in wagers.items()
    )


def _book_payouts(
    t: TotopolyTurn, bookmaker: Player, found: tuple[bets.BookSlip, ...]
) -> tuple[tuple[str, int, str], ...]:
    """Return what everybody was paid out of a book, or will be."""
    if bookmaker.book_paid:
        noted = {who: t.in_race(SIDE, "payout", bookmaker.key, who.key) for who in t.everybody}
        paid = {who: int(amount) for who, amount in noted.items() if amount}
    else:
        paid = would_pay(bookmaker)
    won = [one for one in found if one.wager.pays(race.find_places(t), bets.places(t))]
    return tuple(
        (who.key, amount, "; ".join(bets.bet_words(t, one) for one in won if one.who == who))
        for who, amount in paid.items()
    )
