"""Who has won: most money, or the owner of the winning horse.

Rulebook: «The Winner».
"""

from __future__ import annotations

from companion.core.game import Ending
from companion.core.table import Table, listed, sentence
from companion.games.totopoly import book_slips, race, state
from companion.games.totopoly.houses import AUCTION, BANK, BOOK, EVENING, TOTE
from companion.games.totopoly.state import OVER, money

UNPLACED = 9
CLOSED = {
    TOTE: "The Tote is closed",
    BOOK: "The book is closed",
    AUCTION: "The auction is over",
    BANK: "The prizes are paid",
}

SPENT = {AUCTION: "spent", BANK: "paid"}
"""What money that went into a book is called where nobody wins it."""


def worth(table: Table, who: str) -> int:
    """Count a player's money: cash, and what lies in a bookmaker's till; what is won or lost where only bets are."""
    return state.cash(table, who) + book_slips.in_till(table, who)


def best_place(table: Table, who: str) -> int:
    """The place of a player's best placed horse, from 1; a high figure without one."""
    places = race.placed(table)
    return min(
        (at for at, horse in enumerate(places, 1) if horse and state.owner(table, horse) == who), default=UNPLACED
    )


def figure(table: Table, who: str) -> str:
    """Say what a rank rests on: money, signed where it is what was won or lost; in words where nobody wins."""
    amount = worth(table, who)
    if state.keeps(table) in SPENT:
        return _went_through(table, who, amount)
    return f"+{money(amount)}" if amount > 0 and not state.tracked(table) else money(amount)


def _went_through(table: Table, who: str, amount: int) -> str:
    """Say what a player spent or received, and apart from it what hats have earned."""
    earned = sum(state.earned(table, who, hat) for hat in state.HATS)
    beside = amount - earned
    said = [f"received {money(beside)}" if beside > 0 else f"{SPENT[state.keeps(table)]} {money(-beside)}"]
    said = said if beside or not earned else []
    return ", ".join([*said, *([f"earned {money(earned)}"] if earned else [])])


def ending(table: Table) -> Ending | None:
    """How the play ended, once it has: why, who won, and everyone's rank."""
    if state.stage(table) != OVER:
        return None
    kept = state.keeps(table)
    seats = state.playing(table)
    whole = kept == EVENING
    keys = {who: (-worth(table, who), best_place(table, who) if whole else UNPLACED) for who in seats}
    winning = race.placed(table)[0] if whole and table.house("winner") == "horse" else ""
    owner = state.owner(table, winning) if winning else ""
    if owner in seats:
        keys[owner] = (-(10**16), 0)
    order = sorted(seats, key=lambda who: keys[who])
    ranks: list[tuple[str, int, str]] = []
    for at, who in enumerate(order):
        tied = at > 0 and keys[who] == keys[order[at - 1]]
        ranks.append((who, ranks[-1][1] if tied else at + 1, figure(table, who)))
    winners = tuple(who for who, rank, _ in ranks if rank == 1)
    if kept in (AUCTION, BANK):
        return Ending(CLOSED[kept], (), tuple(ranks))  # what was spent or paid in is nobody's win
    if not whole:
        return Ending(CLOSED[kept], winners, tuple(ranks))
    if owner in seats:
        return Ending(
            f"{state.name(table, owner)} owns the winner, {state.horse_name(table, winning)}", winners, tuple(ranks)
        )
    verb = "has" if len(winners) == 1 else "share"
    names = sentence(listed(table.name(who) for who in winners))
    return Ending(f"{names} {verb} the most money", winners, tuple(ranks))
