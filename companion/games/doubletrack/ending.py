"""Home: how a play ends, and how everybody ranks then.

Rulebook: «HOW TO WIN THE GAME».
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.game import Ending
from companion.core.questions import Who
from companion.core.table import Effect, Mark, Refusal, Table
from companion.games.doubletrack import gates, state
from companion.games.doubletrack.state import TABLE, money, name

SOURCE = "HOW TO WIN THE GAME"
RULE = "The first small pawn Home wins. No exact count is needed, and chips don't count."
FIRM = "The end of a game is not taken back without a reason. Why?"
SEEN = "What everybody has seen is not taken back without a reason. Why?"
DOWN = Mark(TABLE, "lifted", None)
"""However a game ended before, at another end the screens stand again."""


def won(table: Table, who: str) -> Effect:
    """A small pawn that reaches Home, which ends the game."""
    return Effect(
        f"{name(table, who)} is Home and wins.",
        marks=(Mark(TABLE, "ended", who), Mark(TABLE, "how", "home"), DOWN),
        rule=RULE,
    )


def last_one(table: Table, who: str) -> Effect:
    """Everybody else has left, which ends the game as long as nobody comes back."""
    return Effect(f"{name(table, who)} is the last one left and wins.", marks=(DOWN,), rule="The last one left wins.")


@action(SOURCE, title="Home: win the game", group="Turn", needs_reason=FIRM)
def home(table: Table, who: Who) -> Effect:
    """Say whose small pawn is the first on the Home circle. That wins the game.

    who: Whose small pawn is Home?
    """
    gates.quiet(table)
    gates.seated(table, who)
    return won(table, who)


@action("", title="Lift the screens", group="Turn", needs_reason=SEEN)
def lift_screens(table: Table) -> Effect:
    """Show everybody's chips, once the game is over. They decide nothing."""
    if not state.ended(table):
        raise Refusal("The screens stay up until somebody has won.")
    if not state.hidden(table):
        raise Refusal("The chips lie open already.")
    return Effect(
        "The screens are lifted: everybody sees what everybody has.",
        marks=(Mark(TABLE, "lifted", 1),),
        # the cards tell once it is recorded: a receipt would tell before, and leave no trace
        rule="Chips decide nothing, and are shown to all only when the game is over.",
    )


def ending(table: Table) -> Ending | None:
    """How the game ended: the winner first, the others by their small pawns where the book follows them.

    Where it does not, all the others come second. Chips decide nothing, and are told only once the screens are lifted.
    """
    first = state.winner(table)
    if first is None:
        return None
    at_home = state.came_home(table) is not None
    rest = [who for who in state.playing(table) if who != first]
    if state.follows(table):
        rest.sort(key=lambda who: state.space(table, who), reverse=True)
    ranks: list[tuple[str, int, str]] = [(first, 1, "Home" if at_home else "the last one left")]
    for at, who in enumerate(rest):
        level = at > 0 and (not state.follows(table) or state.space(table, who) == state.space(table, rest[at - 1]))
        ranks.append((who, ranks[-1][1] if level else at + 2, _figure(table, who)))
    return Ending(f"{name(table, first)} {'came Home' if at_home else 'was the last one left'}", (first,), tuple(ranks))


def _figure(table: Table, who: str) -> str:
    if state.follows(table):
        return state.space_name(state.space(table, who))
    return "on the way Home" if state.hidden(table) else f"{money(state.held(table, who))} in chips"


ACTIONS = (home, lift_screens)
