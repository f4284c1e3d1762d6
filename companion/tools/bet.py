"""One bet: what it would win in a pool, at a bookmaker's odds, or at Ratrace's Tote Board.

A race is run with the bet in it, by the rule of the game that it is from.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.questions import Amount, Number
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Seat, Table
from companion.games.ratrace import RATRACE, racetrack
from companion.games.ratrace import state as ratrace
from companion.games.ratrace.board import HORSES, PLACES
from companion.games.ratrace.state import RACE, TABLE
from companion.games.totopoly import TOTOPOLY, book, dividends, settling
from companion.games.totopoly.state import UNIT, card_name, line, money
from companion.rules.bookmaker import WIN, Odds, Wager
from companion.tools import pool
from companion.tools.asking import Answer, Ask, Formula, Inputs, by_house, choice, receipt
from companion.tools.pool import Laid, Pool

if TYPE_CHECKING:
    from companion.core.questions import Answers

WHO = "one"
INTO_POOL, AT_ODDS, AT_BOARD = "pool", "odds", "board"
WAYS = ((INTO_POOL, "In a Tote pool"), (AT_ODDS, "At a bookmaker's"), (AT_BOARD, "Tote Board of Ratrace"))
STAKES = (5, 10, 20, 50)
COMES_IN = (("win", "WIN"), ("place", "PLACE"), ("show", "SHOW"))
MOST_ODDS = 9_999
HORSE, ANOTHER = 1, 2
"""The horse that is backed, and one that all the other money in the pool lies on."""


def asks(inputs: Inputs) -> tuple[Ask, ...]:
    """Ask where the bet is laid, and what is needed there."""
    way = choice("way", "", WAYS)
    stake = Ask("stake", "The bet", Amount(1, unit=UNIT), quick=STAKES)
    if way.said(inputs) == AT_ODDS:
        return (
            way,
            stake,
            Ask("profit", "Odds of", Amount(1, unit=""), quick=(1, 2, 3, 5, 7, 10), hint="The 7 of 7 to 2"),
            Ask("to", "to", Amount(1, unit=""), default="1", quick=(1, 2, 4), hint="The 2 of 7 to 2"),
        )
    if way.said(inputs) == AT_BOARD:
        return (
            way,
            Ask("horse", "Horse", Number(HORSES[0], HORSES[-1], "horse")),
            choice("place", "It comes in on the first, second or third roll", COMES_IN),
            Ask("dollars", "The bet", Amount(1), quick=(10, 50, 100, 500)),
            by_house(RATRACE.house("tote")),
        )
    return (
        way,
        Ask("total", "In the pool so far", Amount(0, unit=UNIT), hint="All bets on all horses, without this one"),
        Ask("laid", "Of that on the same horse", Amount(0, unit=UNIT), default="0"),
        stake,
        *(by_house(TOTOPOLY.house(key)) for key in ("dividend", "breakage", "least")),
    )


def work(answers: Answers) -> Answer:
    """Work out what the bet would win."""
    way = answers["way"]
    return _at_odds(answers) if way == AT_ODDS else _at_board(answers) if way == AT_BOARD else _in_pool(answers)


# -- in a pool ----------------------------------------------------------------------------------------


def _in_pool(answers: Answers) -> Answer:
    total, laid, stake = (int(answers[name] or 0) for name in ("total", "laid", "stake"))
    if laid > total:
        raise Refusal(f"{money(laid)} on the horse is more than the {money(total)} in the pool.", "laid")
    ways = {key: str(answers[key]) for key in ("dividend", "breakage", "least")}
    others = tuple(Laid(*bet, "the others") for bet in ((ANOTHER, total - laid), (HORSE, laid)) if bet[1])
    bets = (*others, Laid(HORSE, stake, "this bet"))
    race = Pool(bets=bets, winner=HORSE, ways=ways)
    table = pool.table(race)
    paid = settling.pay_tote.rule(table)
    horse = f"h{HORSE}"
    before = dividends.board(pool.table(replace(race, bets=others, winner=0)))[horse]
    of = dividends.board(table)[horse]
    # no horse is named: it is the one that is backed
    name = card_name(table, horse)
    lines = tuple(replace(one, text=one.text.replace(name, "the horse")) for one in paid.working)
    wins = sum(one.quantity for one in paid.postings if one.account == f"{_key(table)}:cash")
    return Answer(
        label="If it wins, the bet gets",
        figure=wins,
        unit=UNIT,
        receipts=(receipt(paid, settling.TOTE_SOURCE, working=lines, told=""),),
        facts=(
            (f"For each {UNIT}1", of.words()),
            *((("Without this bet", before.words()),) if before.backed else ()),
        ),
    )


def _key(table: Table) -> str:
    return next(seat.key for seat in table.players if seat.name == "this bet")


# -- at a bookmaker's ---------------------------------------------------------------------------------


def _at_odds(answers: Answers) -> Answer:
    profit, to, stake = (int(answers[name] or 0) for name in ("profit", "to", "stake"))
    for name, number in (("profit", profit), ("to", to)):
        if number > MOST_ODDS:
            raise Refusal(f"Odds go up to {MOST_ODDS:,}.", name)
    odds = Odds(profit, to)
    wager = Wager(f"h{HORSE}", WIN, stake, odds)
    won = odds.won(stake)
    how = f"Won at {odds.words}: {money(stake)} \u00d7 {profit:,}" + (f" \u00f7 {to:,}" if to > 1 else "")
    lines = (
        line(how, won, signed=True),
        line("The stake comes back", stake, signed=True),
        line("Gets", wager.back, total=True),
    )
    return Answer(
        label="If it wins, the bet gets",
        figure=wager.back,
        unit=UNIT,
        receipts=(receipt(Effect(rule=book.RULE), book.SOURCE, working=lines),),
        facts=(("Odds", odds.words), ("Profit", money(won))),
    )


# -- at the Tote Board --------------------------------------------------------------------------------


def race_table(horse: int, stake: int, rolls: int, includes: str) -> Table:
    """Lay a table of Ratrace where one player has bet on a horse, and it was rolled for so often in vain."""
    bare = Table((Seat(WHO, "the player"),), houses=RATRACE.house_rules({"tote": includes}), printed=RATRACE.printed())
    marks = (
        Mark(TABLE, "started", "yes"),
        *ratrace.begin_event(bare, RACE, lander=WHO, horse=horse, rolls=rolls),
    )
    put_up = (Posting(f"{WHO}:{RACE}", stake), Posting("treasury:cash", -stake))
    return bare.after(Effect(postings=put_up, marks=marks))


def _at_board(answers: Answers) -> Answer:
    horse, stake, place = int(answers["horse"] or 0), int(answers["dollars"] or 0), str(answers["place"])
    table = race_table(horse, stake, PLACES.index(place), str(answers["tote"]))
    run = racetrack.race_roll.rule(table, roll=horse)
    back = ratrace.cash(table.after(run), WHO)
    lines = tuple(
        Line("With the stake back", one.figure) if at == len(run.working) - 1 else one
        for at, one in enumerate(run.working)
    )
    figures = " / ".join(str(table.figure(f"tote.{horse}.{one}")) for one in PLACES)
    return Answer(
        label="With the stake back it comes to",
        figure=back,
        unit="$",
        receipts=(receipt(run, racetrack.SOURCE, working=lines, told=""),),
        facts=(("Won", ratrace.money(back - stake)), ("Win / place / show", figures)),
    )


FORMULA = Formula(asks, work)
