"""The quick tools that Totopoly gives: a Tote pool for one race, and what one more bet would win.

A pool is a small race with just the Tote kept: the game's own rules draw its board and pay it out.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.action import Question
from companion.core.questions import Amount
from companion.core.table import Effect, Mark, Refusal, Seat, Table
from companion.games.totopoly import book, dividends, settling, state, tote_board
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dividends import RACE, TOTE, Slip
from companion.games.totopoly.houses import HOUSES
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BETTING, GAME, HOME, POOL, UNIT, card_name, line, money
from companion.rules.betting import WIN, Odds, Wager
from companion.tools.pool import Laid, Pool
from companion.tools.sums import Answer, Sum, receipt

NOBODY = "No name"
OWN = {one.key: one for one in HOUSES}
TERMS = ("dividend", "breakage", "unbacked", "least")
STAKE = Amount(1, unit=UNIT, quick=(5, 10, 20, 50))
HORSE, ANOTHER = 1, 2
"""The horse that is backed, and one that all the other money in the pool lies on."""
MOST_ODDS = 9_999


# -- a pool -------------------------------------------------------------------------------------------


def race(table: Table, pool: Pool) -> Table:
    """Lay the table of a race with just the Tote: its bets are on the pad, and their stakes in the pool."""
    named = {name: f"backer{at}" for at, name in enumerate(pool.backers, 1)}
    seats = [Seat(key, name) for name, key in named.items()]
    if any(not one.backer for one in pool.bets):
        seats.append(Seat("unnamed", NOBODY))
    bare = replace(table, seats=tuple(seats), houses={**table.houses, "keeps": TOTE_ALONE})
    number = dividends.race_number(bare)
    marks = [
        Mark(GAME, "stage", HOME if pool.winner else BETTING),
        Mark(GAME, "field", pool.horses),
        Mark(TOTE, f"bets_{number}", len(pool.bets)),
    ]
    laid: dict[str, int] = {}
    for at, one in enumerate(pool.bets, 1):
        who = named.get(one.backer, "unnamed")
        marks.append(dividends.write_slip(bare, at, Slip(at, who, HORSES[one.horse - 1], one.stake)))
        laid[who] = laid.get(who, 0) + one.stake
    if pool.winner:
        marks.append(Mark(RACE, f"place_{number}_1", HORSES[pool.winner - 1]))
    paid_in = tuple(move for who, stake in laid.items() for move in state.pay(stake, state.purse(who), POOL))
    return bare.after(Effect(postings=paid_in, marks=tuple(marks)))


def tote(table: Table, pool: Pool) -> Answer:
    """Draw the board: what every horse would pay, and once a winner is named who is paid."""
    laid = race(table, pool)
    if not (pool.winner and settling.tote_due(laid)):
        board = tote_board.tote_board(laid)
        return Answer("In the pool", board.pool, UNIT, (), board.facts[1:] if pool.bets else (), board=board)
    effect = settling.pay_tote.rule(laid)
    board = tote_board.tote_board(laid.after(effect))
    runner = next(one for one in board.runners if one.number == pool.winner)
    label, words = f"Horse {pool.winner} has won", "Nobody backed it"
    if runner.laid:
        label, words = f"{label} and pays for each {UNIT}1", runner.pays
    paid = receipt(effect, settling.TOTE_SOURCE)
    return Answer(label, board.pool, UNIT, (paid,), board.facts, words, board=board)


# -- one bet ------------------------------------------------------------------------------------------


def bet_in_pool(table: Table, total: int, laid: int, stake: int) -> Answer:
    """Work out what a bet would win in a pool, by running the race with the bet in it."""
    if laid > total:
        raise Refusal(f"{money(laid)} on the horse is more than the {money(total)} in the pool.", "laid")
    others = tuple(Laid(*bet, "the others") for bet in ((ANOTHER, total - laid), (HORSE, laid)) if bet[1])
    running = race(table, Pool(bets=(*others, Laid(HORSE, stake, "this bet")), winner=HORSE))
    paid = settling.pay_tote.rule(running)
    horse = HORSES[HORSE - 1]
    before = dividends.board(race(table, Pool(bets=others)))[horse]
    # no horse is named: it is the one that is backed
    lines = tuple(replace(one, text=one.text.replace(card_name(running, horse), "the horse")) for one in paid.working)
    purse = state.purse(next(seat.key for seat in running.players if seat.name == "this bet"))
    return Answer(
        "If it wins, the bet gets",
        sum(one.quantity for one in paid.postings if one.account == purse),
        UNIT,
        (receipt(paid, settling.TOTE_SOURCE, working=lines, narration=""),),
        (
            (f"For each {UNIT}1", dividends.board(running)[horse].words()),
            *((("Without this bet", before.words()),) if before.backed else ()),
        ),
    )


def bet_at_odds(_table: Table, stake: int, profit: int, to: int) -> Answer:
    """Work out what a bet would win at a bookmaker's."""
    for name, number in (("profit", profit), ("to", to)):
        if number > MOST_ODDS:
            raise Refusal(f"Odds go up to {MOST_ODDS:,}.", name)
    odds = Odds(profit, to)
    won, back = odds.won(stake), Wager(HORSES[0], WIN, stake, odds).back
    how = f"Won at {odds.words}: {money(stake)} \u00d7 {profit:,}" + (f" \u00f7 {to:,}" if to > 1 else "")
    lines = (
        line(how, won, signed=True),
        line("The stake comes back", stake, signed=True),
        line("Gets", back, total=True),
    )
    return Answer(
        "If it wins, the bet gets",
        back,
        UNIT,
        (receipt(Effect(rule=book.RULE), book.SOURCE, working=lines),),
        (("Odds", odds.words), ("Profit", money(won))),
    )


def _odds(name: str, text: str, *quick: int, default: int | None = None) -> Question:
    return Question(name, Amount(1, unit="", quick=quick), text, default=default)


TOOLS = (
    Sum("pool", (Question("stake", STAKE, "The stake"),), tote, tuple(OWN[key] for key in TERMS)),
    Sum(
        "bet",
        (
            Question("total", Amount(0, unit=UNIT), "In the pool so far, without this bet"),
            Question("laid", Amount(0, unit=UNIT), "Of that on the same horse", default=0),
            Question("stake", STAKE, "The bet"),
        ),
        bet_in_pool,
        tuple(OWN[key] for key in ("dividend", "breakage", "least")),
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
