"""The quick tools that Totopoly gives: a Tote pool for one race, and what one more bet would win.

A pool is a small race with just the Tote kept: the game's own rules draw its board and pay it out.
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import Refusal
from companion.api.questions import Amount, Question, Table
from companion.games.totopoly import screens
from companion.games.totopoly.betting import bookmaker, payouts, totalisator
from companion.games.totopoly.box import BETTING, HORSES, PAYING_OUT
from companion.games.totopoly.game import GAME, POUND, TOTE, Bet, TotopolyTurn
from companion.games.totopoly.options import TOTE_ONLY, House
from companion.rules.betting import WIN, Odds, Wager
from companion.tools.pool import Laid, Pool
from companion.tools.sums import Answer, Sum, receipt

NO_NAME = "No name"
TERMS = (House.dividend, House.breakage, House.unbacked, House.least)
STAKE = Amount(1, unit=POUND, quick=(5, 10, 20, 50))
HORSE, ANOTHER = 1, 2
"""The horse that is backed, and one that all the other money in the pool lies on."""
MOST_ODDS = 9_999


# --- a pool --------------------------------------------------------------------------------------------


def lay(table: Table, pool: Pool) -> TotopolyTurn:
    """Lay the table of a race with just the Tote: its bets are on the pad, and their stakes in the pool."""
    t = TotopolyTurn(GAME, replace(table, houses={**table.houses, "keeps": TOTE_ONLY.key}))
    keys = {name: f"backer{at}" for at, name in enumerate(pool.backers, 1)}
    for at, (name, key) in enumerate(keys.items(), 1):
        t.note(key, joined=at, name=name)
    if any(not bet.backer for bet in pool.bets):
        t.note("unnamed", joined=len(keys) + 1, name=NO_NAME)
    t.go_to(PAYING_OUT if pool.winner else BETTING)
    t.field = pool.horses
    for at, bet in enumerate(pool.bets, 1):
        who = t.holder(keys.get(bet.backer, "unnamed"))
        Bet(at, t.bank(TOTE), who, HORSES[bet.horse - 1], bet.stake).write()
        t.pay(who, TOTE, bet.stake)
    if pool.winner:
        t.course["place", 1] = HORSES[pool.winner - 1]
    return t


def _pay_out(t: TotopolyTurn) -> TotopolyTurn:
    """Return the table that the Tote has paid out at, with nothing but that recorded."""
    paid = TotopolyTurn(GAME, t.table)
    paid.explain(payouts.pay_tote.explained)
    payouts.pay_tote.rule(paid)
    return paid


def tote(table: Table, pool: Pool) -> Answer:
    """Draw the board: what every horse would pay, and once a winner is named who is paid."""
    laid = lay(table, pool)
    if not (pool.winner and laid.tote_due):
        board = screens.tote_board(laid)
        return Answer(
            "In the pool", board.pool, POUND, (), board.facts[1:] if pool.bets else (), board=board
        )
    paid = _pay_out(laid)
    board = screens.tote_board(paid)
    runner = next(runner for runner in board.runners if runner.number == pool.winner)
    receipts = (receipt(paid.effect, totalisator.SOURCE),)
    words = f"{runner.pays} for each {POUND}1" if runner.laid else "Nobody backed it"
    return Answer(
        f"Horse {pool.winner} has won", board.pool, POUND, receipts, board.facts, words, board=board
    )


# --- one bet -------------------------------------------------------------------------------------------


def bet_in_pool(table: Table, total: int, laid: int, stake: int) -> Answer:
    """Work out what a bet would win in a pool, by running the race with the bet in it."""
    if laid > total:
        written = TotopolyTurn(GAME, table).written
        raise Refusal(
            f"{written(laid)} on the horse is more than the {written(total)} in the pool.", "laid"
        )
    others = tuple(
        Laid(*bet, "the others") for bet in ((ANOTHER, total - laid), (HORSE, laid)) if bet[1]
    )
    t = lay(table, Pool(bets=(*others, Laid(HORSE, stake, "this bet")), winner=HORSE))
    mine = t.everybody[-1]
    paid = _pay_out(t)
    return Answer(
        "If it wins, the bet gets",
        paid.holder(mine.key).cash - mine.cash,
        POUND,
        (receipt(paid.effect, totalisator.SOURCE, narration=""),),
        ((f"For each {POUND}1", totalisator.dividends(t)[HORSES[HORSE - 1]].words()),),
    )


def bet_at_odds(table: Table, stake: int, profit: int, to: int) -> Answer:
    """Work out what a bet would win at a bookmaker's."""
    for name, number in (("profit", profit), ("to", to)):
        if number > MOST_ODDS:
            raise Refusal(f"Odds go up to {MOST_ODDS:,}.", name)
    t, odds = TotopolyTurn(GAME, table), Odds(profit, to)
    won, back = odds.profit_on(stake), Wager(HORSES[0], WIN, stake, odds).back
    t.step(
        f"Won at {odds.words}: {t.written(stake)} \u00d7 {profit:,} \u00f7 {to:,}", won, signed=True
    )
    t.step("The stake comes back", stake, signed=True)
    t.step("Gets", back, total=True)
    t.explain(bookmaker.RULE)
    return Answer(
        "If it wins, the bet gets",
        back,
        POUND,
        (receipt(t.effect, totalisator.SOURCE),),
    )


def _odds(name: str, text: str, *quick: int, default: int | None = None) -> Question:
    return Question(name, Amount(1, unit="", quick=quick), text, default=default)


TOOLS = (
    Sum("pool", (Question("stake", STAKE, "The stake"),), tote, TERMS),
    Sum(
        "bet",
        (
            Question("total", Amount(0, unit=POUND), "In the pool so far, without this bet"),
            Question("laid", Amount(0, unit=POUND), "Of that on the same horse", default=0),
            Question("stake", STAKE, "The bet"),
        ),
        bet_in_pool,
        (House.dividend, House.breakage, House.least),
        "pool",
        "In a Tote pool",
    ),
    Sum(
        "bet",
        (
            Question("stake", STAKE, "The bet"),
            _odds("profit", "Odds: the 7 of 7 to 2", 1, 2, 3, 5, 7, 10),
            _odds("to", "Odds: the 2 of 7 to 2", 1, 2, 4, default=1),
        ),
        bet_at_odds,
        (),
        "odds",
        "At a bookmaker's",
    ),
)
