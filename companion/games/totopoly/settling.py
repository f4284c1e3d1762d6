"""After the race: the Tote pays, the prize fund is divided, the next race or the end.

Rulebook: «The Totalisator or Bookmaker», «Prize Money».
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Number
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.totopoly import book_settling, book_slips, dividends, gates, pool, race, state, unsettled
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dividends import RACE, TOTE, race_number
from companion.games.totopoly.houses import BANK, BOOK, EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BANKER, BETTING, CLERK, FUND, GAME, HOME, OVER, POOL, UNIT, money
from companion.games.totopoly.tote import kept
from companion.rules import betting
from companion.rules.betting import Dividend, Payout

if TYPE_CHECKING:
    from companion.games.totopoly.dividends import Slip

TOTE_SOURCE = "The Totalisator or Bookmaker"
PRIZE_SOURCE = "Prize Money"
TOTE_RULE = (
    "All stakes less 10% commission, about so where that gives a round figure, divided by what is laid on the winner; "
    "the dividend includes the stake."
)
PRIZE_RULE = "10% to the banker; half the rest to the winner, a quarter each to second and third."
TRAINED = "What training pays to the bank, or takes from it, goes through the prize fund."
PRIZES = ("First", "Second", "Third")

FieldAgain: TypeAlias = Annotated[int | None, Number(2, 12, "number of horses")]


def tote_due(table: Table, found: tuple[Slip, ...] | None = None) -> bool:
    """Whether the Tote has still to pay out on this race; ``found`` are its slips where they have been read already."""
    if state.keeps(table) not in (EVENING, TOTE_ALONE) or dividends.paid(table):
        return False
    slips = dividends.slips(table) if found is None else found
    return bool(slips) or dividends.carried(table, slips) > 0


# -- the Tote -----------------------------------------------------------------------------------------


@action(TOTE_SOURCE, title="Pay out the Tote", group="After the race")
def pay_tote(table: Table) -> Effect:
    """Pay every backer of the winner, and the clerk."""
    kept(table)
    race.known(table)
    if dividends.paid(table):
        raise Refusal("The Tote has paid out on this race already.")
    if not tote_due(table):
        pool.matches(table)
        raise Refusal("Nobody has laid a bet: the Tote has nothing to pay.")
    pool.matches(table)
    out, shares = _shares(table)
    carried, winner = dividends.carried(table, dividends.slips(table)), race.placed(table)[0]
    number = race_number(table)
    postings = state.earn(table, CLERK, out.commission + out.breakage, POOL)
    marks = [
        Mark(TOTE, f"paid_{number}", 1),
        Mark(TOTE, f"left_{number}", out.carried),
        Mark(TOTE, f"foot_{number}", _foot(out, carried)),
    ]
    for who, found in shares.items():
        sum_paid = sum(one for _, one in found)
        postings += state.pay(sum_paid, POOL, state.purse(who))
        marks.append(Mark(TOTE, f"payout_{number}_{who}", f"{sum_paid} {_made_of(out, found)}"[:200]))
    told = _told(table, out, winner, {who: sum(one for _, one in found) for who, found in shares.items()})
    return Effect(
        told,
        postings,
        tuple(marks),
        _working(table, out, winner, carried, shares),
        TOTE_RULE,
        _house(table, out, winner),
    )


def _shares(table: Table) -> tuple[Payout, dict[str, list[tuple[int, int]]]]:
    """Divide the pool on the result there is: for everybody who is paid each stake, and what it gets."""
    slips = dividends.slips(table)
    winner = race.placed(table)[0]
    out = betting.pay_out(slips, winner or None, dividends.terms(table), dividends.carried(table, slips))
    shares: dict[str, list[tuple[int, int]]] = {}
    for slip, sum_paid in zip(slips, out.payouts, strict=True):
        if sum_paid or (slip.horse == winner and out.dividend.backed):
            shares.setdefault(slip.who, []).append((slip.stake, sum_paid))
    return out, shares


def expected(table: Table) -> tuple[tuple[tuple[str, int, str], ...], str]:
    """Who will be paid how much once the Tote pays out, and how that is made up; else a sentence why nobody is."""
    out, shares = _shares(table)
    sums = {who: sum(one for _, one in found) for who, found in shares.items()}
    told = "" if sums else _told(table, out, race.placed(table)[0], sums)
    return tuple((who, sums[who], _made_of(out, found)) for who, found in shares.items()), told


def _made_of(out: Payout, found: list[tuple[int, int]]) -> str:
    return " + ".join(_how(out, stake) for stake, _ in found)


def _foot(out: Payout, carried: int) -> str:
    """Say where every unit of the pool went."""
    came = f"Money in {money(out.total)}" + (f", {money(carried)} of it carried here," if carried else "")
    parts = [f"paid out {money(out.paid)}", f"commission {money(out.commission)}", f"breakage {money(out.breakage)}"]
    parts += [f"given back {money(out.refunded)}"] if out.refunded else []
    parts += [f"carried on {money(out.carried)}"] if out.carried else []
    return f"{came} = {' + '.join(parts)}"


def _how(out: Payout, stake: int) -> str:
    """Say how a winning stake, or one that comes back, is worked out."""
    of = out.dividend
    if out.refunded:
        return f"{money(stake)} back"
    if of.figure is not None:
        return f"{money(stake)} \u00d7 {of.figure}"
    return f"{money(stake)} \u00d7 {of.net:,} \u00f7 {of.laid:,}"


def _told(table: Table, out: Payout, winner: str, sums: dict[str, int]) -> str:
    clerk = state.hat_name(table, CLERK)
    if not winner:
        return f"No horse has won: {clerk} keeps the pool of {money(out.commission)}."
    name = state.horse_name(table, winner)
    if out.dividend.backed:
        told = listed(f"{table.name(who)} gets {money(one)}" for who, one in sums.items())
        return f"{name[0].upper()}{name[1:]} pays {out.dividend.words()} for each {UNIT}1: {told}."
    if out.refunded:
        return f"Nobody backed {name}: all bets go back."
    if out.carried:
        return f"Nobody backed {name}: {money(out.carried)} is carried to the next race."
    if dividends.carries_in_vain(table):
        return f"Nobody backed {name}, and no race follows: {clerk} keeps the pool of {money(out.commission)}."
    return f"Nobody backed {name}: {clerk} keeps the pool of {money(out.commission)}."


def _working(
    table: Table, out: Payout, winner: str, carried: int, shares: dict[str, list[tuple[int, int]]]
) -> tuple[Line, ...]:
    of: Dividend = out.dividend
    lines = [state.line("Laid on all horses", out.total - carried)]
    if carried:
        lines.append(state.line("Carried here from an earlier race", carried))
    if of.backed:
        lines += [
            state.line(dividends.commission(of), -of.commission, signed=True),
            state.line(f"Laid on {state.card_name(table, winner)}", of.laid),
            Line(f"Dividend for each {UNIT}1: {of.net:,} \u00f7 {of.laid:,} = {of.words(2)}"),
            *dividends.warning(of),
        ]
    for who, found in shares.items():
        lines += [state.line(f"{state.name(table, who)}: {_how(out, stake)}", one) for stake, one in found]
        if len(found) > 1:
            lines.append(state.line(f"{state.name(table, who)} in all", sum(one for _, one in found), signed=True))
    clerk = state.hat_name(table, CLERK)
    if out.breakage:
        lines.append(state.line(f"Breakage, to {clerk}", out.breakage))
    if out.commission:
        # a pool that nobody is paid from is all the clerk's, and no commission on anything
        what = "Commission, to" if out.dividend.backed else "Kept by"
        lines.append(state.line(f"{what} {clerk}", out.commission))
    if out.carried:
        lines.append(state.line("Carried to the next race", out.carried))
    return (*lines, state.line("Paid out", out.paid + out.refunded, total=True))


def _house(table: Table, out: Payout, winner: str) -> tuple[str, ...]:
    if out.dividend.backed:
        return dividends.spoken_rules(table, out)
    if winner and dividends.carries_in_vain(table):
        return ("A pool that nobody won is carried on only where another race follows.",)
    if out.refunded:
        return ("Bets go back when nobody backed the winner.",)
    return ("The pool is carried on when nobody backed the winner.",) if out.carried else ()


# -- the prizes ---------------------------------------------------------------------------------------


@action(PRIZE_SOURCE, title="Divide the prize fund", group="After the race")
def pay_prizes(table: Table) -> Effect:
    """Pay the banker and the owners of the first three; with nothing else to pay, that ends the evening."""
    if state.keeps(table) not in (EVENING, BANK):
        raise Refusal("This book keeps no prize fund.")
    race.known(table)
    gates.quiet(table)
    if tote_due(table):
        raise Refusal("First the Tote pays out.")
    owing = book_slips.owing(table)
    if able := [who for who in owing if not book_settling.lacks(table, who)]:
        raise Refusal(f"First {table.name(able[0])} pays out the book.")
    if unsettled.prizes_paid(table):
        raise Refusal("The prizes are paid already.")
    return _divided(table, state.held(table, FUND))


def _divided(table: Table, fund: int) -> Effect:
    """Divide the fund; the evening is over then, unless a bookmaker who was short waits for prize money in hand."""
    paid = (Mark(RACE, "prizes", 1), state.to(HOME))
    trained = table.house("training") == "fund"
    came = "Leases, auction, entrance fees and training" if trained else "Leases, auction and entrance fees"
    house = (TRAINED,) if trained else ()
    if fund <= 0:
        how = f"{money(-fund)} below nought" if fund else "empty"
        less = (Line("A fund below nought has no prizes"),) if fund else ()
        return Effect(
            f"The prize fund is {how}: there are no prizes.",
            marks=paid,
            working=(state.line(came, fund), *less),
            rule=PRIZE_RULE,
            house=house,
        )
    to_banker = table.house("quarters") == "banker"
    shared = betting.divide(fund, rest_to_banker=to_banker)
    placed = race.placed(table)
    takers = betting.awards(shared.prizes, tuple(horse if state.owner(table, horse) else "" for horse in placed))
    banker = state.hat_name(table, BANKER)
    postings = state.earn(table, BANKER, shared.banker, FUND)
    for_prizes = shared.fund - betting.tenth(shared.fund)
    lines = [
        state.line(came, fund),
        state.line(f"10% to {banker}, nearest unit", -betting.tenth(shared.fund), signed=True),
        state.line("Left for prizes", for_prizes),
    ]
    if shared.left_over:
        whom = banker if to_banker else "the winner's half"
        lines.append(state.line(f"What the quarters leave over goes to {whom}", shared.left_over))
    won: dict[str, int] = {}
    for word, amount, horse, own in zip(PRIZES, shared.prizes, takers, placed, strict=True):
        if not horse:
            lines.append(state.line(f"{word} prize: nobody's, it stays in the bank", amount))
            continue
        owner = state.owner(table, horse)
        postings += state.pay(amount, FUND, state.purse(owner))
        won[owner] = won.get(owner, 0) + amount
        moved = "" if horse == own else ", as no other horse takes it"
        share = f"half of {money(for_prizes)}" if word == PRIZES[0] else f"a quarter of {money(for_prizes)}"
        words = f"{word} prize, {share}: {state.name(table, owner)}, {state.horse_name(table, horse)}{moved}"
        lines.append(state.line(words, amount, signed=True))
    told = listed(f"{table.name(who)} {money(one)}" for who, one in won.items())
    return Effect(
        f"The prizes: {told}." if won else "No horse is placed: the prizes stay in the bank.",
        postings,
        paid,
        tuple(lines),
        PRIZE_RULE,
        house + (("What the quarters leave over goes to the banker.",) if to_banker and shared.left_over else ()),
    )


# -- race after race, and the end ---------------------------------------------------------------------


def bets_alone(table: Table) -> None:
    """Refuse where more is kept than bets."""
    if state.keeps(table) not in (TOTE_ALONE, BOOK):
        raise Refusal("That is for a book that keeps bets alone.")
    gates.begun(table)


@action(TOTE_SOURCE, title="Next race", group="After the race")
def next_race(table: Table, horses: FieldAgain = None) -> Effect:
    """Open the book for the next race; every horse runs again.

    horses: With how many horses?
    """
    bets_alone(table)
    # a race that every horse has left is not run
    if state.stage(table) != BETTING or state.runners(table):
        race.known(table)
    if tote_due(table) and dividends.slips(table):
        raise Refusal("First the Tote pays out.")
    if owing := book_slips.owing(table):
        raise Refusal(f"First {table.name(owing[0])} pays out the book.")
    number = race_number(table) + 1
    marks = [Mark(RACE, "number", number), state.to(BETTING)]
    marks += [Mark(horse, "scratched", None) for horse in HORSES if state.scratched(table, horse)]
    if horses is not None:
        marks.append(Mark(GAME, "field", horses))
    in_pool = dividends.belongs(table)
    marks.append(Mark(TOTE, f"carried_{number}", in_pool))
    return Effect(
        f"Race {number} is open for bets.",
        marks=tuple(marks),
        working=(state.line("Carried to it in the pool", in_pool),) if in_pool else (),
    )


@action(TOTE_SOURCE, title="Close the book for today", group="After the race")
def close_book(table: Table) -> Effect:
    """End the play; what an unbacked race left in the pool is the clerk's, as no race follows."""
    bets_alone(table)
    if (dividends.slips(table) and not dividends.paid(table)) or book_slips.owing(table):
        raise Refusal("Bets are laid on this race: run it and pay out, or take them back.")
    alone = state.keeps(table) == TOTE_ALONE
    if alone:
        pool.matches(table)
    left = state.held(table, POOL)
    clerk, number = state.hat_name(table, CLERK), race_number(table)
    emptied = f"left_{number}" if dividends.paid(table) else f"carried_{number}"
    marks = (state.to(OVER), *((Mark(TOTE, emptied, 0),) if left else ()))
    rest = (
        Effect(
            f"No race follows: {clerk} keeps the {money(left)} in the pool.",
            state.earn(table, CLERK, left, POOL),
            working=(state.line(f"Left in the pool, to {clerk}", left, total=True),),
        )
        if left
        else Effect()
    )
    return Effect("The Tote is closed." if alone else "The book is closed.", marks=marks) + rest


ACTIONS = (pay_tote, pay_prizes, next_race, close_book)
