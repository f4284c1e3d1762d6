"""The inside track, where the book follows the small pawns: moves, cards, who leads and who is last.

Spaces are counted from Start, which is 0, along the white spaces. A pawn on a purple space counts where it stands;
where its Get-Ahead space is, the table says once. Only a pawn that came there by exact count crosses over.

Rulebook: «THE SPACES ON THE INSIDE TRACK AND WHAT THEY MEAN».
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Reason, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.doubletrack import ending, gates, state
from companion.games.doubletrack.board import MOST_SPACES, SPACES
from companion.games.doubletrack.state import TRACK, name, space, space_name, stand

SOURCE = "THE SPACES ON THE INSIDE TRACK AND WHAT THEY MEAN"
CARDS = "The 30 cards and what they mean"
FARTHEST = 200
"""No space and no card sends a pawn farther."""
BACK = 10
OPEN = "Two small pawns never share a space: the later one goes on to the next open one."
AHEAD = "A small pawn moves as many spaces ahead as the space or the card says."
LEAD = "The lead is one space ahead of the first."

Steps: TypeAlias = Annotated[int, Amount(1, unit="spaces", quick=(1, 2, 3, 4, 5))]
Place: TypeAlias = Annotated[int, Amount(0, unit="spaces from Start")]


def open_space(table: Table, who: str, wanted: int) -> int:
    """The next space from one on that no other small pawn stands on; Start has room for all, and so has Home."""
    others = {space(table, one) for one in state.playing(table) if one != who}
    while wanted and wanted in others and not state.beyond(table, wanted):
        wanted += 1
    return wanted


@dataclass(frozen=True, slots=True)
class Move:
    """A small pawn sent to a space: whose, where, told how, by which rule, and whether it counts its way there."""

    who: str
    wanted: int
    told: str
    rule: str
    by_count: bool = False


def _put(table: Table, move: Move) -> Effect:
    """Move a small pawn to a space, or on to the next open one. None comes Home by it."""
    at = open_space(table, move.who, move.wanted)
    pushed = at != move.wanted
    lines = [_stood(table, move.who)]
    if pushed:
        lines.append(Line(f"{space_name(move.wanted).capitalize()} is taken, so on to the next open one"))
    lines.append(Line(f"{name(table, move.who)} stands on {space_name(at)}"))
    return Effect(
        f"{move.told}, to {space_name(at)}.",
        marks=stand(move.who, at, by_count=move.by_count and not pushed),
        working=tuple(lines),
        rule=f"{move.rule} {OPEN}" if pushed else move.rule,
    )


def _onward(table: Table, move: Move) -> Effect:
    """Move a small pawn ahead: to a space, or Home, which is won by it."""
    if not state.beyond(table, open_space(table, move.who, move.wanted)):
        return _put(table, move)
    return _home(table, move.who, f"{move.told}.", move.rule) + ending.won(table, move.who)


def _home(table: Table, who: str, told: str, rule: str) -> Effect:
    at = table.figure(SPACES) + 1
    return Effect(told, marks=stand(who, at), working=(_stood(table, who),), rule=rule)


def _stood(table: Table, who: str) -> Line:
    return Line(f"{name(table, who)} stood on {_where(table, who)}")


def take_the_lead(table: Table, who: str, *, bonus: bool = False) -> Effect:
    """Put a small pawn one space ahead of the leading one; who leads already stays.

    With a Loser's Bonus still to be given, a pawn that comes Home by it wins when that is done.
    """
    if state.leader(table) == who:
        return Effect(working=(Line(f"{name(table, who)} leads already, and stays on {_where(table, who)}"),))
    wanted = max(space(table, one) for one in state.playing(table)) + 1
    if bonus and state.beyond(table, wanted):
        told = f"{name(table, who)} takes the lead and is Home; the Loser's Bonus is given first."
        return _home(table, who, told, f"{LEAD} {ending.RULE}")
    return _onward(table, Move(who, wanted, f"{name(table, who)} takes the lead", LEAD))


def _where(table: Table, who: str) -> str:
    return space_name(space(table, who))


@action(SOURCE, title="Move ahead", group="Inside track")
def ahead(table: Table, who: Who, number: Steps, get_ahead: Place | None = None) -> Effect:
    """Move a small pawn ahead, by a Number space or a Number card. On a 1-5 space the player chooses.

    who: Whose small pawn?
    number: How many spaces ahead?
    get_ahead: From a purple space: where is its Get-Ahead space? 0 where the shortcut is not taken.
    """
    gates.followed(table)
    gates.seated(table, who)
    if number > FARTHEST:
        raise Refusal("No space and no card sends a pawn that far.", "number")
    at = space(table, who)
    if get_ahead and (at == 0 or get_ahead <= at):
        where = f"beyond {space_name(at)}" if at else "on the way from a purple space, not from Start"
        raise Refusal(f"{name(table, who)}'s Get-Ahead space must lie {where}.", "get_ahead")
    if get_ahead:
        _crosses(table, who, get_ahead)
    known = state.shortcut(table, at) if state.by_count(table, who) else 0
    across = known if get_ahead is None else get_ahead
    one_less = bool(across) and table.house("crossing") == "step"
    word = "space" if number == 1 else "spaces"
    wanted = (across or at) + number - one_less
    moved = _onward(table, Move(who, wanted, f"{name(table, who)} moves {number} {word} ahead", AHEAD, by_count=True))
    if not across:
        return moved
    shortcut = Effect(
        marks=(Mark(TRACK, f"shortcut.{at}", across),) if get_ahead else (),
        working=(Line(f"The shortcut leads from space {at} to space {across}"),),
        rule="A pawn that stands on a purple space goes on from its Get-Ahead space.",
        house=("Crossing counts as one step.",) if one_less else (),
    )
    return shortcut + moved


def _crosses(table: Table, who: str, get_ahead: int) -> None:
    """Refuse a shortcut that can't be, or that is not taken since the pawn came there otherwise."""
    if not state.by_count(table, who):
        came = f"{name(table, who)} did not come to {_where(table, who)} by exact count"
        raise Refusal(f"{came}, and so takes no shortcut from there.", "get_ahead")
    if state.beyond(table, get_ahead):
        raise Refusal(f"The last white space is {table.figure(SPACES)}: no Get-Ahead space lies beyond.", "get_ahead")
    if get_ahead > MOST_SPACES:
        raise Refusal("No inside track is that long.", "get_ahead")


@action(CARDS, title="Trade places", group="Inside track")
def trade(table: Table, who: Who, other: Who) -> Effect:
    """Change places with another small pawn.

    who: Who plays the card?
    other: With whose small pawn?
    """
    gates.followed(table)
    gates.seated(table, who)
    gates.seated(table, other, "other")
    if who == other:
        raise Refusal("It takes two to trade places.", "other")
    return Effect(
        f"{name(table, who)} and {name(table, other)} trade places.",
        marks=(*stand(who, space(table, other)), *stand(other, space(table, who))),
        working=(
            Line(f"{name(table, who)} stands on {_where(table, other)}"),
            Line(f"{name(table, other)} stands on {_where(table, who)}"),
        ),
        rule="Whoever plays the card trades places with another small pawn of choice.",
    )


@action(CARDS, title="Take the lead", group="Inside track")
def lead(table: Table, who: Who) -> Effect:
    """Move one space ahead of the leading small pawn, by the card.

    who: Who plays the card?
    """
    gates.followed(table)
    gates.seated(table, who)
    if state.leader(table) == who:
        raise Refusal(f"{name(table, who)} leads already, and stays.", "who")
    return take_the_lead(table, who)


@action(CARDS, title="Back 10", group="Inside track")
def back_ten(table: Table, who: Who) -> Effect:
    """Move a small pawn back 10 spaces, by the card; not beyond Start.

    who: Who plays the card?
    """
    gates.followed(table)
    gates.seated(table, who)
    at = max(0, space(table, who) - BACK)
    told = f"{name(table, who)} goes back"
    return _put(table, Move(who, at, told, "The card sends a small pawn 10 spaces back."))


@action(CARDS, title="Go farthest back", group="Inside track")
def go_last(table: Table, who: Who) -> Effect:
    """Move a small pawn behind the one that is farthest back, by the card.

    who: Who plays the card?
    """
    gates.followed(table)
    gates.seated(table, who)
    if set(state.farthest_back(table)) == set(state.playing(table)):
        raise Refusal("All small pawns stand on Start: nobody goes farther back.")
    if who in state.farthest_back(table):
        raise Refusal(f"{name(table, who)} is farthest back already, and stays.", "who")
    at = max(0, min(space(table, one) for one in state.playing(table)) - 1)
    told = f"{name(table, who)} goes farthest back"
    return _put(table, Move(who, at, told, "The card puts a small pawn behind the last."))


@action("", title="Put a pawn right", group="Corrections")
def place(table: Table, who: Who, at: Place, reason: Reason) -> Effect:
    """Put a small pawn on a space by hand, for a reason.

    who: Whose small pawn?
    at: How many spaces from Start? 0 is Start itself.
    reason: Why?
    """
    if not state.follows(table):
        gates.followed(table)
    gates.going(table)
    gates.seated(table, who)
    if at > (table.figure(SPACES) or MOST_SPACES):
        raise Refusal("That is beyond the last white space; a pawn that is Home wins by its own entry.", "at")
    if at == space(table, who):
        raise Refusal(f"{name(table, who)} stands there already.", "at")
    if open_space(table, who, at) != at:
        raise Refusal(f"Another small pawn stands on {space_name(at)}.", "at")
    return Effect(
        f"Correction: {name(table, who)}'s small pawn stands on {space_name(at)} ({reason}).",
        marks=stand(who, at, by_count=True),
        working=(_stood(table, who),),
        rule="A pawn is put right by hand at any time, and counts as having come there by exact count.",
    )


ACTIONS = (ahead, trade, lead, back_ten, go_last, place)
