"""Who has won: most money, or the owner of the winning horse; and what a player is worth over an evening.

Rulebook: «The Winner».
"""

from __future__ import annotations

from companion.api import Result, listed, sentence
from companion.api.show import Worth
from companion.games.totopoly.game import GAME, OVER, POUND, ROLES, SETUP, Player, TotopolyTurn
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, BOOK_ONLY, EVENING, TOTE_ONLY
from companion.games.totopoly.race import placed

UNPLACED = 9
CLOSED = {
    TOTE_ONLY: "The Tote is closed",
    BOOK_ONLY: "The book is closed",
    AUCTION_ONLY: "The auction is over",
    BANK_ONLY: "The prizes are paid",
}
SPENT = {AUCTION_ONLY: "spent", BANK_ONLY: "paid"}
"""What money that went into a book is called where nobody wins it."""
TITLES = {
    EVENING: "Money",
    TOTE_ONLY: "Won or lost",
    BOOK_ONLY: "Won or lost",
    AUCTION_ONLY: "Received less spent",
    BANK_ONLY: "Received less paid",
}
BY_MONEY = "Cash, and what lies in a bookmaker's till. Leased cards count for nothing."
BY_HORSE = "Cash, and what lies in a bookmaker's till. The owner of the winning horse wins, whatever he has."
UNFOLLOWED = "Nobody's cash is followed: everybody begins at nought."


def money(who: Player) -> int:
    """Return cash, and what lies in a bookmaker's till; what is won or lost where only bets are kept."""
    return who.cash + who.till


@GAME.worth
def worth(t: TotopolyTurn, who: Player) -> Worth | None:
    """Return a player's money; none before the book is open, or once the player has left."""
    if t.stage == SETUP or who not in t.seats:
        return None
    note = BY_HORSE if t.option("winner") == "horse" else BY_MONEY
    return Worth(money(who), POUND, TITLES[t.keeps], note if t.tracked else UNFOLLOWED)


def _best_place(t: TotopolyTurn, who: Player) -> int:
    """Return the place of a player's best placed horse, from 1; a high figure without one."""
    return next((at for at, horse in enumerate(placed(t), 1) if horse and t.owner(horse) == who), UNPLACED)


def figure(t: TotopolyTurn, who: Player) -> str:
    """Say what a rank rests on: money, signed where it is what was won or lost; in words where nobody wins."""
    if t.keeps not in SPENT:
        return t.written(money(who), signed=not t.tracked)
    earned = sum(who.earned(role) for role in ROLES)
    beside = money(who) - earned
    said = [f"received {t.written(beside)}" if beside > 0 else f"{SPENT[t.keeps]} {t.written(-beside)}"]
    said = said if beside or not earned else []
    return ", ".join([*said, f"earned {t.written(earned)}"] if earned else said)


@GAME.end_if
def ending(t: TotopolyTurn) -> Result | None:
    """End once all is settled: why, who won, and everyone's rank."""
    if t.stage != OVER:
        return None
    keys = {who: (-money(who), _best_place(t, who) if t.tracked else UNPLACED) for who in t.seats}
    winning = placed(t)[0] if t.tracked and t.option("winner") == "horse" else ""
    owner = t.owner(winning)
    if owner and owner in keys:
        keys[owner] = (-(10**16), 0)
    order = sorted(keys, key=keys.__getitem__)
    places = tuple((who, 1 + sum(key < keys[who] for key in keys.values()), figure(t, who)) for who in order)
    winners = tuple(who for who, place, _ in places if place == 1)
    if t.keeps in SPENT:
        return Result(CLOSED[t.keeps], (), places)  # what was spent or paid in is nobody's win
    if not t.tracked:
        return Result(CLOSED[t.keeps], winners, places)
    if owner in keys:
        return Result(f"{owner} owns the winner, {t.horse_name(winning)}", winners, places)
    names = sentence(listed(who.name for who in winners))
    return Result(f"{names} {'has' if len(winners) == 1 else 'share'} the most money", winners, places)
