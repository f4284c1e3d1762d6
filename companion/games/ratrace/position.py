"""Following the tokens: roll, move, pay income passed, and do what the square says.

Optional help, by the house rule «The book follows the tokens»; a token or the turn is put right by hand at
any time. Rulebook: «Q. When does it start to get interesting?».
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Number, Reason, TwoDice, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value
from companion.games.ratrace import classes, gates, squares, state
from companion.games.ratrace.board import BUSINESSES, CLASS_NAMES, CLASSES
from companion.games.ratrace.business import credit_falls_due
from companion.games.ratrace.state import LANDING_DONE, TABLE, TREASURY, name

SOURCE = "Q. When does it start to get interesting?"
MOST_SQUARES = 36

OBLIGATORY = frozenset({"taxes", "welfare", "unemployment", "divorce", "pool", "ascot"})
OPTIONAL = frozenset({"racetrack", "stock_exchange", "lottery"})
SCHOOLS = frozenset({"night_school", "country_club", "university", "yacht_club"})


class SquareKind(Number):
    """A square of the class a player is in, counted from 1 at its first square."""

    __slots__ = ()

    def show(self, value: Value, table: Table, answers: Answers = {}) -> str:  # noqa: B006 - never changed
        """Say the square by its number and its name."""
        who = str(answers.get("who") or "")
        rank = state.rank(table, who)
        at = int(value or 1) - 1
        if not who or at >= len(state.ring(table, rank)):
            return f"Square {value}"
        return f"{value} · {state.square_name(table, rank, at)}"

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The squares of the player's class."""
        return tuple(range(1, len(state.ring(table, state.rank(table, str(answers.get("who") or "")))) + 1))


SquareNumber: TypeAlias = Annotated[int, SquareKind(1, MOST_SQUARES, "square")]


@action(SOURCE, title="Roll", group="Turn")
def roll(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Move the token by what both dice show, and do what the square says.

    who: Who rolls?
    roll: What do both dice show?
    """
    _may_move(table, who)
    return _move(table, who, roll, f"{name(table, who)} rolls {roll}")


@action(SOURCE, title="Land on a square", group="Turn")
def land(table: Table, who: Who, square: SquareNumber) -> Effect:
    """Name the square landed on instead of the roll; the way there is gone as if rolled.

    who: Who moves?
    square: On which square does the token land?
    """
    _may_move(table, who)
    size = len(state.ring(table, state.rank(table, who)))
    if square > size:
        raise Refusal(f"{CLASS_NAMES[state.rank(table, who)]} has {size} squares.", "square")
    steps = (square - 1 - state.square(table, who)) % size
    if not 2 <= steps <= 12:
        where = state.square_name(table, state.rank(table, who), square - 1)
        far = "1 square" if steps == 1 else f"{steps} squares"
        raise Refusal(
            f"{where} is {far} ahead, and two dice show 2 to 12. A token that stands wrong can be put right by hand.",
            "square",
        )
    return _move(table, who, steps, f"{name(table, who)} moves {steps}")


def _following(table: Table) -> None:
    if not state.follows(table):
        raise Refusal("The book does not follow the tokens at this table; that is a house rule.")


def _may_move(table: Table, who: str) -> None:
    _following(table)
    gates.before_rolling(table, who)
    gates.no_auction_owed(table, who)


def _move(table: Table, who: str, steps: int, told: str) -> Effect:
    rank = state.rank(table, who)
    codes = state.ring(table, rank)
    start = state.square(table, who)
    at = (start + steps) % len(codes)
    where = state.square_name(table, rank, at)
    moved = Effect(
        f"{told} to {where}.",
        marks=(
            *LANDING_DONE,
            Mark(TABLE, "moved_up", None),
            Mark(who, "square", at),
            Mark(who, "closed", None),
            Mark(who, "misses", None),
        ),
        working=(Line(f"Lands on {where}"),),
    )
    if state.closed(table, who):
        moved += Effect(working=(Line(f"{name(table, who)}'s Business is open again"),))
    leaving = table.house("income") == "leaving"
    # the squares that count as passed: with landing, those entered; with leaving, those left
    path = [(start + step) % len(codes) for step in range(0 if leaving else 1, steps + (0 if leaving else 1))]
    for passed in path:
        if codes[passed] == "income":
            moved += squares.income(table.after(moved), who)
            if leaving:
                moved += Effect(house=("Income is paid on leaving its square.",))
    moved += _lands(table.after(moved), who, codes[at])
    # after the square: with everybody else missing a turn, a funeral's own turn comes round at once
    return moved + state.next_turn(table.after(moved), who)


def _credit_due(table: Table, who: str) -> Effect:
    if state.debt(table, who) <= 0:
        return Effect(working=(Line("Nothing is owed on credit"),))
    return credit_falls_due(table, who)


def _wedding(table: Table, who: str) -> Effect:
    if state.level(table, who) == len(CLASSES) - 1:
        # only a board corrected by the table has the square there
        return Effect(working=(Line("There is no class above High Society"),))
    return classes.wedding_of(table, who)


AT_ONCE: dict[str, Callable[[Table, str], Effect]] = {
    "credit_due": _credit_due,
    "funeral": squares.funeral_of,
    "wedding": _wedding,
}


def _lands(table: Table, who: str, code: str) -> Effect:
    if code in BUSINESSES:
        return _at_business(table, who, code)
    if code in SCHOOLS:
        return _at_school(table, who, code)
    if code in squares.FIXED:
        return squares.windfall_of(table, who, code)
    if code in AT_ONCE:
        return AT_ONCE[code](table, who)
    return _waits(who, code, must=code in OBLIGATORY) if code in OBLIGATORY | OPTIONAL else Effect()


def _waits(who: str, code: str, *, must: bool) -> Effect:
    return Effect(
        marks=(Mark(TABLE, "lander", who), Mark(TABLE, "pending", code), Mark(TABLE, "must", 1 if must else None))
    )


def _at_business(table: Table, who: str, code: str) -> Effect:
    owner = state.owner(table, code)
    if owner == who:
        return Effect(working=(Line(f"{name(table, who)}'s own Business: nothing is bought"),))
    if owner != TREASURY and state.closed(table, owner) and table.house("closed") == "nothing":
        return Effect(
            f"{name(table, owner)}'s Business is closed.",
            working=(Line(f"{name(table, owner)}'s Business is closed: nothing is paid"),),
            rule="Until its owner moves again nobody can buy from a Business closed for a funeral.",
        )
    return _waits(who, code, must=True)


def _at_school(table: Table, who: str, code: str) -> Effect:
    if held := state.own_paper(table, who):
        return Effect(working=(Line(f"{name(table, who)} has the {state.paper_name(held)}: the square is void"),))
    return _waits(who, code, must=table.house("join") == "required")


@action("", title="Put a token right", group="Corrections")
def place(table: Table, who: Who, square: SquareNumber) -> Effect:
    """Put a token on a square by hand. Nothing is paid in passing; the square may then be dealt with.

    who: Whose token?
    square: On which square?
    """
    _following(table)
    gates.quiet(table)
    gates.seated(table, who)
    rank = state.rank(table, who)
    codes = state.ring(table, rank)
    if square > len(codes):
        raise Refusal(f"{CLASS_NAMES[rank]} has {len(codes)} squares.", "square")
    where = state.square_name(table, rank, square - 1)
    waits = _waits(who, codes[square - 1], must=False) if _matters(table, who, codes[square - 1]) else Effect()
    return Effect(
        f"{name(table, who)}'s token is put on {where}.",
        marks=(*LANDING_DONE, Mark(who, "square", square - 1), *waits.marks),
        working=(Line(f"{name(table, who)}'s token: {where}"),),
        rule="A token is put right by hand at any time; a token that is placed passes nothing.",
    )


def _matters(table: Table, who: str, code: str) -> bool:
    """Whether there is anything to do on a square for a player whose token is put there."""
    if code in SCHOOLS:
        return state.own_paper(table, who) is None
    return code not in ("graduation", "enter") and state.owner(table, code) != who


@action("", title="Set whose turn it is", group="Corrections")
def turn(table: Table, who: Who) -> Effect:
    """Say whose turn it is to roll.

    who: Who rolls next?
    """
    _following(table)
    gates.quiet(table)
    gates.seated(table, who)
    return Effect(
        f"It is {table.name(who)}'s turn.",
        marks=(Mark(TABLE, "turn", who), Mark(TABLE, "moved_up", None), Mark(who, "misses", None)),
        rule="The turn can be set by hand at any time.",
    )


@action("", title="Let a square go", group="Corrections")
def waive(table: Table, reason: Reason) -> Effect:
    """Let the square landed on go without dealing with it, for a reason.

    reason: Why does the table let it go?
    """
    gates.quiet(table)
    now = state.pending(table)
    if now is None:
        raise Refusal("Nobody stands on a square that is still to be dealt with.")
    who, _ = now
    where = state.square_name(table, state.rank(table, who), state.square(table, who))
    return Effect(f"The table lets {where} go for {table.name(who)}: {reason}.", marks=LANDING_DONE)


ACTIONS = (roll, land, place, turn, waive)
