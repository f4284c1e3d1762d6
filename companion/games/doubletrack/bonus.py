"""The Loser's Bonus: all bids for the lead go to who is farthest back after it has moved.

Rulebook: «SELL THE LEAD! SPACE».
"""

from __future__ import annotations

from typing import Annotated

from companion.core.action import action
from companion.core.questions import PLUS, Answers, Each, Several, read_each, read_several
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.doubletrack import binding, ending, gates, state
from companion.games.doubletrack.state import BIDS, BONUS, BONUS_KEYS, money, name, names

SOURCE = "SELL THE LEAD! SPACE"
FIRM = "The Loser's Bonus and the dice for it are not taken back without a reason. Why?"
RULE = "Who is farthest back gets all bids for the lead. Several on Start roll for it, and the low roll gets it."


def may_be_last(table: Table, _answers: Answers) -> tuple[str, ...]:
    """Who may be farthest back: those still tied, else as the small pawns stand, else all but the new leader."""
    if tied := _tied(table):
        return tied
    if state.follows(table):
        return state.farthest_back(table)
    return tuple(who for who in state.playing(table) if who != state.due_bonus(table))


def _tied(table: Table) -> tuple[str, ...]:
    """Who rolled equally low, as long as those who rolled are farthest back: a pawn put right ends the tie."""
    if state.follows(table) and table.ledger.mark(BONUS, "among") != PLUS.join(state.farthest_back(table)):
        return ()
    return read_several(table.ledger.mark(BONUS, "tied"))


def known(table: Table) -> str:
    """Who is farthest back, as an answer has it, where the book knows."""
    sure = state.follows(table) or _tied(table)
    return PLUS.join(may_be_last(table, {})) if sure else ""


def _how_many(table: Table, answers: Answers) -> tuple[int, int]:
    most = len(may_be_last(table, answers))
    return (most, most) if known(table) else (1, most)


def _player(table: Table, _answers: Answers, who: str) -> str:
    return name(table, who)


def _rollers(_table: Table, answers: Answers) -> tuple[str, ...]:
    named = read_several(answers.get("last"))
    return named if len(named) > 1 else ()


def _two_dice(_table: Table, _answers: Answers, _who: str) -> tuple[int, int]:
    return 2, 12


@action(SOURCE, title="Give the Loser's Bonus", group="Auctions", needs_reason=FIRM)
def losers_bonus(
    table: Table,
    last: Annotated[str, Several(may_be_last, _player, _how_many)],
    rolls: Annotated[str, Each(_rollers, _two_dice, unit="", dice=2, what="roll")] | None = None,
) -> Effect:
    """Give all bids for the lead to who is farthest back now.

    last: Who is farthest back? Several only where they all stand on Start.
    rolls: What does each of them roll? The low roll gets it.
    """
    gates.going(table)
    if state.due_bonus(table) is None:
        raise Refusal("No Loser's Bonus is due.")
    tied = read_several(last)
    if len(tied) == 1:
        return _given(table, tied[0], f"{name(table, tied[0])} is farthest back and gets")
    if not rolls:
        raise Refusal(f"{names(table, tied)} roll both dice: the low roll gets it.", "rolls")
    rolled = read_each(rolls)
    low = min(rolled.values())
    lowest = tuple(who for who in tied if rolled[who] == low)
    told = Effect(working=tuple(Line(f"{name(table, who)} rolls", roll, "") for who, roll in rolled.items()))
    if len(lowest) == 1:
        return told + _given(table, lowest[0], f"{name(table, lowest[0])} rolls lowest, {low}, and gets")
    among = PLUS.join(state.farthest_back(table)) if state.follows(table) else None
    return told + Effect(
        f"{names(table, lowest)} each roll {low}, and roll again for the Loser's Bonus.",
        marks=(Mark(BONUS, "tied", PLUS.join(lowest)), Mark(BONUS, "among", among), *_rests(table)),
        rule=f"{RULE} Equal low rolls roll again.",
    )


def _rests(table: Table) -> tuple[Mark, ...]:
    return binding.rests_on(binding.GIVEN, state.bonus_line(table), table)


def _given(table: Table, who: str, told: str) -> Effect:
    pot, buyer = state.pot(table), state.due_bonus(table)
    given = Effect(
        f"{told} the Loser's Bonus of {money(pot)}.",
        state.pay(pot, BIDS, state.purse(who)),
        (*(Mark(BONUS, key, None) for key in BONUS_KEYS), *_rests(table)),
        (Line(f"{name(table, who)} gets the Loser's Bonus", pot, total=True),),
        RULE,
    )
    # the lead was Home: with the bonus given, the sale and the game are over
    return given + ending.won(table, buyer) if buyer and state.is_home(table, buyer) else given


ACTIONS = (losers_bonus,)
