"""House rules and printed figures changed in the middle of a play, unless what is under way rests on them."""

from __future__ import annotations

from dataclasses import replace

from companion.core.action import Action
from companion.core.changes import change_actions
from companion.core.table import BOARD, Effect, Mark, Refusal, Table
from companion.games.doubletrack import state
from companion.games.doubletrack.binding import SWITCHED
from companion.games.doubletrack.board import FACTS, SPACES
from companion.games.doubletrack.houses import HOUSES
from companion.games.doubletrack.state import TABLE, name

POSITIONS = "positions"
DUE = "First the Loser's Bonus is given: who is farthest back rests on that house rule."
FIRM = "A house rule is not changed back without a reason. Why?"


def _house(change: Action) -> Action:
    """Keep the book following the small pawns, or not, until the Loser's Bonus is given."""

    def rule(table: Table, **answers: str) -> Effect:
        follows = answers["rule"] == POSITIONS
        if follows and state.due_bonus(table) is not None:
            raise Refusal(DUE, "rule")
        effect: Effect = change.rule(table, **answers)
        if not follows:
            return effect
        return effect + Effect(marks=(Mark(TABLE, f"{SWITCHED}.{state.coming(table)}", 1),))

    # shown once, chips are not hidden again by the way
    return replace(change, rule=rule, needs_reason=FIRM)


def _board(change: Action) -> Action:
    """Leave at least as many white spaces as a small pawn has come."""

    def rule(table: Table, **answers: str) -> Effect:
        effect: Effect = change.rule(table, **answers)
        said = [mark.value for mark in effect.marks if (mark.holder, mark.name) == (BOARD, SPACES)]
        first = max(_on_the_way(table), key=lambda who: state.space(table, who), default=None)
        at = state.space(table, first) if first and state.follows(table) else 0
        if any(isinstance(spaces, int) and 0 < spaces < at for spaces in said):
            where = f"{name(table, str(first))}'s small pawn stands on {state.space_name(at)}"
            raise Refusal(f"{where}: there are at least as many. Put it right first if it is not there.", "value")
        return effect

    return replace(change, rule=rule)


def _on_the_way(table: Table) -> list[str]:
    return [who for who in state.playing(table) if not state.is_home(table, who)]


CHANGES = {"change_house": _house, "change_board": _board}

ACTIONS = tuple(CHANGES[one.name](one) for one in change_actions(HOUSES, FACTS))
