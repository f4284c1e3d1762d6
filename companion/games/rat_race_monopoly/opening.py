"""Opening the table, and joining late.

Rulebook: «How does the add-on game work?».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Each, Name, Who, read_each
from companion.core.table import JOINED, Effect, Mark, Refusal, Table, listed, seat_key
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.money import line, transfer
from companion.games.rat_race_monopoly.scale import notes, say
from companion.games.rat_race_monopoly.state import BANK, GAME, MARKET, name

SOURCE = "How does the add-on game work?"
MOST_PLAYERS = 8
MOST_LETTERS = 40
RULE = "Everyone starts with a tenth of the usual money, without a degree and without a job."


def _rolls_of(table: Table, _answers: Answers) -> tuple[str, ...]:
    return state.playing(table)


def _two_dice(_table: Table, _answers: Answers, _seat: str) -> tuple[int, int]:
    return 2, 12


Rolls: TypeAlias = Annotated[str, Each(_rolls_of, _two_dice, dice=2, what="roll")]


def start_cash(table: Table) -> int:
    """What everybody starts with."""
    return notes(table, table.figure("start"))


def _not_yet(table: Table) -> None:
    if state.opened(table):
        raise Refusal("The table is open already.")


def _opened(table: Table, first: str) -> Effect:
    _not_yet(table)
    price = notes(table, table.figure("share"))
    marks = (
        Mark(GAME, "opened", 1),
        *state.new_turn(table, first),
        Mark(MARKET, "price", price),
        Mark("price", "1", str(price)),
        Mark("price", "n", 1),
    )
    begins = f" {name(table, first)} begins." if state.keeps_turns(table) else ""
    share = line(table, "A share costs", price)
    if state.broker_alone(table):
        return Effect(f"The stock exchange opens; a share costs {say(table, price)}.{begins}", (), marks, (share,))
    seats, each = state.playing(table), start_cash(table)
    return Effect(
        f"Everyone starts with {say(table, each)}.{begins}",
        tuple(posting for who in seats for posting in transfer(table, each, BANK, who)),
        marks,
        (line(table, f"The bank pays each of {len(seats)} players", each, signed=True), share),
        RULE,
    )


@action(SOURCE, title="Open the table", group="Set-up")
def start(table: Table, first: Who | None = None) -> Effect:
    """Give everyone the starting cash, and say who begins; nobody named, it is the first seat.

    first: Who begins?
    """
    return _opened(table, first or table.players[0].key)


@action(SOURCE, title="Open the table by a throw", group="Set-up")
def start_by_throw(table: Table, rolls: Rolls) -> Effect:
    """Give everyone the starting cash; the highest throw begins.

    rolls: What does everybody throw with two dice?
    """
    _not_yet(table)
    thrown = read_each(rolls)
    best = max(thrown.values())
    highest = [who for who, roll in thrown.items() if roll == best]
    if len(highest) > 1:
        raise Refusal(f"{listed(map(table.name, highest))} tie at {best}: they throw again.", "rolls")
    effect = _opened(table, highest[0])
    return Effect(f"{name(table, highest[0])} throws highest, {best}.") + effect


@action(SOURCE, title="Join late", group="Players")
def join(table: Table, called: Name) -> Effect:
    """Seat a late joiner, who starts like everybody else did.

    called: What is the new player called?
    """
    gates.quiet(table)
    if len(state.playing(table)) >= MOST_PLAYERS:
        raise Refusal("Eight players are the most.")
    if any(table.name(seat.key).casefold() == called.casefold() for seat in table.players):
        raise Refusal(f"{called} is at the table already, or was; a new player needs a name of their own.", "called")
    if len(called) > MOST_LETTERS:
        raise Refusal(f"Keep the name under {MOST_LETTERS} letters.", "called")
    who = seat_key(called, _known(table))
    last = max((state.count(table, seat.key, JOINED) for seat in table.players), default=0)
    each = start_cash(table)
    marks = (Mark(who, JOINED, max(last, len(table.seats)) + 1), Mark(who, "name", called))
    if state.broker_alone(table):
        return Effect(f"{called[0].upper()}{called[1:]} joins.", (), marks)
    return Effect(
        f"{called[0].upper()}{called[1:]} joins with {say(table, each)}.",
        transfer(table, each, BANK, who),
        marks,
        (line(table, f"The bank pays {called}", each, signed=True, total=True),),
        "A late joiner starts like everybody else did, and is seated last.",
    )


def _known(table: Table) -> set[str]:
    """Every holder the book says anything of: somebody whose joining is struck out may have left lines behind."""
    ledger = table.ledger
    held = {account.partition(":")[0] for account, _ in ledger.balances}
    return {seat.key for seat in table.players} | held | {holder for holder, _ in ledger.marks}


ACTIONS = (start, start_by_throw, join)
