"""What the screens show: a player's card, the badges at the head of the table, the Tote's board and the bookmakers'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.api.show import Backing, Badge, Holding, Offer, Runner, Standing, ToteBoard
from companion.games.totopoly import race
from companion.games.totopoly.betting import totalisator
from companion.games.totopoly.betting.bookmaker import would_pay
from companion.games.totopoly.betting.payouts import describe_shares, divide_pool
from companion.games.totopoly.box import (
    BETTING,
    HORSES,
    INKS,
    OVER,
    PARADE,
    PAYING_OUT,
    RACE_DAY,
    RUNNING,
    SETUP,
    WHITES,
    WITH_BETS,
)
from companion.games.totopoly.game import (
    BANK,
    BETS,
    GAINED,
    GAME,
    LEASED,
    POUND,
    ROLES,
    TILL,
    B,
    BookSlip,
    Player,
    Slip,
    TotopolyTurn,
    by_backer,
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
    cards = tuple(
        (f"Horse, {t.colour(lease)}" if lease in HORSES else "Business", t.card_name(lease)) for lease in who.cards
    )
    return Standing(
        seat=who.key,
        figure=_figure(t, who),
        subtitle=", ".join(name for role, name in ROLES.items() if t.role(role) == who),
        debt=Badge(f"owes {t.written(due.amount)} now", "bad") if due and due.amount else Badge(""),
        chips=tuple(badge for *_, badge in facts if badge),
        holdings=() if t.hidden else tuple(_holding(t, lease) for lease in who.cards),
        note=_note(t, who),
        out=who not in t.seats,
        up=bool(due),
        details=(
            ("Cash" if t.tracked else _so_far(t, who), _figure(t, who)),
            *(() if t.hidden else cards),
            *((label, said) for label, said, _ in facts if said),
        ),
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
        if earned := who.earnings_by(role):
            badge = Badge(f"{t.written(earned)} as {name}", "good")
            yield f"Earned as {name}", t.written(earned), badge if t.keeps.spent else None
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
    return "Received so far" if who.cash > who.earned_in_all else f"{t.keeps.spent.capitalize()} so far"


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
    return Holding(t.card_name(lease), colour if runs else "scratched", counts=runs, colour=ink, sign=lease[1:])


@GAME.secret
def secret(t: TotopolyTurn, account: str) -> bool:
    """Hide whose the lease cards are, and the prices that were copied from them as they were kept."""
    holder, _, what = account.partition(":")
    if holder == PRINTED:
        card, _, value = what.partition(".")
        return value == "price" and t.hidden and t.owner(card) is not None
    return what == LEASED and t.hidden


@GAME.after_each
def show_what_it_leaves(t: TotopolyTurn) -> None:
    """Say on the receipt what is left of all money and cards from training that have changed hands."""
    before = t.before
    if before.phase == SETUP:
        return
    bank = t.bank(BANK)
    t.show_what_is_left((*t.everybody, bank) if t.tracked else (bank,))
    for who in t.everybody:
        if who.till != before.held(who, TILL):
            t.step(f"In {who.name}'s till", who.till)
        for kind in KINDS:
            held = t.held(who, GAINED, kind)
            if held != before.held(who, GAINED, kind):
                t.step(f"{who}'s {cards_words(kind).lower()} then", held, unit="")


# --- the head of the table -----------------------------------------------------------------------------


@GAME.status
def status(t: TotopolyTurn) -> tuple[Badge, ...]:
    """Show the stage, the prize fund, and what roles have earned that nobody has."""
    badges = [Badge(t.phase.short, "info")]
    if t.bets_only or t.phase == SETUP:
        return tuple(badges)
    if t.keeps != AUCTION_ONLY:
        badges.append(Badge(f"Prize fund {t.written(t.fund)}"))
    for role, name in ROLES.items():
        if earned := t.holder(role).earnings_by(role):
            badges.append(Badge(f"{name} {t.written(earned)}"))
    return tuple(badges)


# --- the boards ----------------------------------------------------------------------------------------


@GAME.board
def boards(t: TotopolyTurn) -> tuple[ToteBoard, ...]:
    """Show every board that lies on the table now: the Tote's, then one for each bookmaker."""
    shown = [tote_board(t)] if t.keeps.tote and t.phase in DAY_AND_END and t.phase != PARADE else []
    if t.keeps.books and t.phase in DAY_AND_END:
        shown += [_book_board(t, who, first=not at) for at, who in enumerate(t.payers)]
    return tuple(shown)


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
    bets: Sequence[B],
    line: Callable[[str, list[B], bool], dict[str, Any]],
    tap: Callable[[str], Offer] | None,
    **more: Any,
) -> ToteBoard:
    """Draw a board, with a line for each horse that runs, was scratched, has bets or came in; by number."""
    on_horses: dict[str, list[B]] = {}
    for bet in bets:
        on_horses.setdefault(bet.horse, []).append(bet)
    shown = {*t.runners, *on_horses, *t.finishers, *t.by_hand, *(horse for horse in HORSES if t.lease(horse).scratched)}
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

    def line(horse: str, on_it: list[Slip], out: bool) -> dict[str, Any]:
        of = figures[horse]
        shares = betting.share(of.net // of.parts, [(slip.stake, of) for slip in on_it], totalisator.terms(t))
        back = dict(zip(on_it, shares, strict=True))
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
        outcome="Nobody is paid." if (t.tote_paid or t.official) and not payouts and not wrong else "",
        foot=wrong or t.tote["foot"],
        lead=t.keeps == TOTE_ONLY or t.phase in WITH_BETS,
    )


def _dead_heat(t: TotopolyTurn) -> dict[str, Dividend]:
    """Return what the horses of a dead heat pay, once the result is there; nothing without one."""
    level = (t.official or t.tote_paid) and len(t.places[0]) > 1
    return divide_pool(t).out.dividends if level else {}


def _backings(bets: Iterable[B], words: Callable[[list[B]], str], back: Callable[[B], int]) -> tuple[Backing, ...]:
    """Say who has backed a horse with how much, in words, and what each of them gets back if it wins."""
    return tuple(
        Backing(who.key, sum(bet.stake for bet in own), words(own), sum(map(back, own)))
        for who, own in by_backer(bets).items()
    )


def _stakes(own: list[Slip]) -> str:
    return " + ".join(f"{slip.stake:,}" for slip in own) if len(own) > 1 else ""


def _tote_facts(t: TotopolyTurn, pool: int) -> Iterator[tuple[str, str]]:
    # what lay in the pool is paid out then, and the commission taken may be another for a round figure
    yield "Was in the pool" if t.tote_paid else "Pool", t.written(pool)
    if not t.tote_paid:
        yield f"Commission {betting.USUAL_PERCENT}%", t.written(betting.tenth(pool))
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
    of = divide_pool(t)
    return tuple((who.key, of.amount_for(who), describe_shares(t, of, who)) for who in of.shares)


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

    def line(horse: str, on_it: list[BookSlip], _: bool) -> dict[str, Any]:
        odds = bookmaker.odds_on(horse)
        return {
            "backings": _backings(on_it, _at_odds, lambda bet: bet.wager.back),
            "pays": odds.words if odds else "",
            "cost": costs.get(horse),
        }

    return _board(
        t,
        f"{bookmaker}'s book",
        book,
        line,
        (lambda horse: Offer("book_bet", {"bookmaker": bookmaker.key, "horse": horse})) if open_now else None,
        pool=stakes,
        facts=tuple(facts),
        payouts=payouts,
        expected=bool(payouts) and not settled,
        book=True,
        lead=first and t.keeps == BOOK_ONLY and t.phase in WITH_BETS,
    )


def _at_odds(own: list[BookSlip]) -> str:
    return ", ".join(f"{bet.stake:,} {BETS[bet.kind]} at {bet.odds.words}" for bet in own)


def _book_payouts(t: TotopolyTurn, bookmaker: Player) -> tuple[tuple[str, int, str], ...]:
    """Return what everybody was paid out of a book, or will be."""
    if bookmaker.book_paid:
        noted = {who: t.books["payout", bookmaker.key, who.key] for who in t.everybody}
        paid = {who: int(amount) for who, amount in noted.items() if amount}
    else:
        paid = would_pay(bookmaker)
    won = [bet for bet in bookmaker.book if bet.wager.pays(t.places, t.last_place)]
    return tuple(
        (who.key, amount, "; ".join(bet.words for bet in won if bet.who == who)) for who, amount in paid.items()
    )
