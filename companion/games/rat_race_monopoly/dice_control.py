"""Whose turn it is, what the dice say of it, and Jail, in and out. Nobody has to record a throw.

Rulebook: «Dice Control (Allow better movement control)», and the usual rules for getting out of Jail.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.api import Condition
from companion.api.show import Line
from companion.games.rat_race_monopoly.disasters import SEVEN, set_off
from companion.games.rat_race_monopoly.game import (
    GAME,
    GOING,
    ON_TURN,
    PLAYING,
    QUIET,
    TURN,
    Player,
    RatRaceTurn,
    ask,
)

RULE = (
    "One die or two, as the player likes. A 1 on a single die is Jail. After a double the player may stop or throw "
    "on; the third double in a row is Jail."
)
IN_RULE = "On the way to Jail no GO is passed and the share price is not updated; sitting there is no visit."
ONE_THROW = "One turn has one throw, unless a double gives another. The table may record another for a reason."
OUT_RULE = "Out of Jail: by a double, by the fine, or by a card."
TRIES = THIRD = 3
FINE, CARD, DOUBLE = "fine", "card", "double"

KEPT = Condition[RatRaceTurn](
    lambda t: t.keeps_turns, "The table keeps the turns itself; that is a house rule."
)

turns = partial(GAME.action, group="Turn", source="Dice Control (Allow better movement control)")


# --- turns


@turns("Next player", when=(*QUIET, KEPT), on_turn=True)
def next_player(t: RatRaceTurn) -> None:
    """End the turn; it goes to the left."""
    t.refuse(len(t.seats) == 1, "Nobody else is left to take a turn.")
    after = t.after(t.current or t.seats[0])
    t.begin_turn(after)
    t.narrate(f"It is {after.name}'s turn.")


@GAME.correction("Set whose turn it is", why=None, when=(*GOING, KEPT), button="It is {who}'s turn")
def correct_turn(t: RatRaceTurn, who: Player = ask.player("Whose turn is it?")) -> str:
    """Say whose turn it is."""
    t.refuse(t.current == who, f"It is {who.name}'s turn already.", "who")
    t.begin_turn(who)
    return f"it is {who.name}'s turn"


# --- throws


def _throw_words(t: RatRaceTurn) -> str:
    return " and ".join(
        str(t.answers[die]) for die in ("first", "second") if t.answers.get(die) is not None
    )


def has_thrown(lines: Sequence[Line]) -> bool:
    """Whether a throw of the turn that goes on was recorded, out of Jail by a double included."""
    for line in reversed(lines):
        done = line.proposal
        if done.action == "throw" or (
            done.action == "leave_jail" and done.answers.get("how") == DOUBLE
        ):
            return True
        if any((mark.holder, mark.name) == (TURN, "who") for mark in done.marks):
            return False
    return False


def why_throw_again(t: RatRaceTurn, lines: Sequence[Line]) -> str:
    """Say that a player has thrown in this turn, without a double that gives another throw."""
    who = t.find_player()
    if who != t.current or not has_thrown(lines):
        return ""
    by_double = t.dice.doubles > 0 and t.dice.thrower == who
    return "" if by_double else f"{who} has thrown this turn, and no double gives another throw."


@turns(
    "Throw the dice",
    when=ON_TURN,
    button=lambda t: f"{t.find_player().name} throws {_throw_words(t)}",
    asks_why=why_throw_again,
)
def throw(  # noqa: PLR0913 - what the sheet asks
    t: RatRaceTurn,
    who: Player = ask.player("Who throws?"),
    *,
    dice: str | None = ask.choice(
        "One die or two?", {"two": "Two dice", "one": "One die"}, optional=True
    ),
    first: int = ask.roll("What does the die show?", dice=1),
    second: int | None = ask.roll("What does the second die show?", dice=1, optional=True),
    reason: str | None = ask.reason("Why throw again?", optional=True),
) -> None:
    """Say what the dice show, and hear what follows from it: one die or two, as the player likes."""
    t.refuse(dice == "two" and second is None, "What does the second die show?", "second")
    t.refuse(
        dice == "one" and second is not None, "One die is thrown: leave the second out.", "second"
    )
    jailed = who.jail
    if jailed:
        check_try(who)
    if second is None:
        t.refuse(jailed, "Out of Jail takes a double, so both dice.", "second")
        _throw_one(who, first)
    elif jailed:
        try_for_double(who, first, second)
    else:
        _throw_two(who, first, second)
    if second is not None and first + second == SEVEN:  # it strikes before the token moves
        set_off(who)
        if not jailed:
            t.narrate(f"Then the token moves {SEVEN}.")
    if reason:
        t.narrate(f"Another throw in this turn ({reason}).")
        t.explain(ONE_THROW)


def _throw_one(who: Player, die: int) -> None:
    t = who.t
    t.explain(RULE)
    if die == 1:
        t.narrate(f"{who} throws one die, a 1.")
        send_to_jail(who, "a 1 on a single die", by_dice=True)
        return
    t.narrate(f"{who} throws one die and moves {die}.")
    t.dice.doubles = None
    t.step("One die", die, unit="")


def _throw_two(who: Player, first: int, second: int) -> None:
    t, both = who.t, first + second
    throws = f"{who} throws {first} and {second}"
    t.step(f"Two dice, {first} and {second}", both, unit="")
    t.explain(RULE)
    if first != second:
        t.narrate(f"{throws}." if both == SEVEN else f"{throws} and moves {both}.")
        t.dice.doubles = None
        return
    # where the table keeps the turns itself, the double before may be somebody else's
    mine = t.dice.thrower == who
    row = (t.dice.doubles if mine else 0) + 1
    if row >= THIRD:
        t.narrate(f"{throws}, the third double in a row.")
        send_to_jail(who, "three doubles in a row", by_dice=True)
        return
    which = "a double" if row == 1 else "the second double in a row"
    t.narrate(f"{throws}, {which}, and moves {both}: then stop or throw on.")
    t.dice.doubles, t.dice.thrower = row, who
    t.step("Doubles in a row", row, unit="")


# --- Jail


def send_to_jail(who: Player, why: str, *, by_dice: bool = False) -> None:
    """Go to Jail; doubles in a row are forgotten. ``by_dice`` it ends the turn's throws."""
    t = who.t
    t.narrate(f"{who} goes to Jail: {why}.")
    who.jail = "yes"
    who.tries = None
    t.dice.doubles = None
    if by_dice:
        t.dice.jailed = who
    t.explain(IN_RULE)


def has_tried_enough(who: Player) -> bool:
    """Whether a player has had all tries for a double, so that the fine is due."""
    return who.tries >= TRIES


def check_try(who: Player, at: str = "who") -> None:
    """Refuse a try for a double after the third, and on the turn that the dice have ended."""
    t = who.t
    due = f"{who} has had {TRIES} tries for a double: the fine of {t.written(t.figure('jail'))} is due."
    t.refuse(has_tried_enough(who), due, at)
    # where the book does not keep the turns, it can't know
    just_sent = t.keeps_turns and t.dice.jailed == who
    t.refuse(just_sent, f"The dice sent {who.name} to Jail: the first try is on the next turn.", at)


def try_for_double(who: Player, first: int, second: int) -> None:
    """Try for a double in Jail: out with it, and no second throw; after the third try the fine is due."""
    t, throws = who.t, f"{who} throws {first} and {second}"
    t.step(f"Two dice, {first} and {second}", first + second, unit="")
    t.explain(OUT_RULE)
    if first == second:
        t.narrate(f"{throws}, leaves Jail and moves {first + second}.")
        who.jail = who.tries = None
        t.dice.doubles = None
        return
    who.tries += 1
    due = f"; after the third try the fine of {t.written(t.figure('jail'))} is due, and the token moves on"
    t.narrate(f"{throws} and stays in Jail{due if has_tried_enough(who) else ''}.")
    t.step("Tries in Jail", who.tries, unit="")


@turns("Go to Jail", when=PLAYING, button="{who} goes to Jail")
def go_to_jail(
    t: RatRaceTurn,
    who: Player = ask.player("Who goes to Jail?"),
    why: str | None = ask.reason("What for?", optional=True),
) -> None:
    """Send a player to Jail, by a square, a card or the dice."""
    t.refuse(who.jail, f"{who} sits in Jail already.", "who")
    send_to_jail(who, why or "by a square or a card")


def _how_out(t: RatRaceTurn, how: str) -> str:
    return {
        FINE: f"Pay {t.written(t.figure('jail'))}",
        CARD: "Use a card",
        DOUBLE: "Throw a double",
    }[how]


@turns("Leave Jail", when=ON_TURN, button="{how} and leave Jail", rule=OUT_RULE)
def leave_jail(
    t: RatRaceTurn,
    who: Player = ask.player("Who leaves Jail?"),
    how: str = ask.choice("How does {who} leave Jail?", (FINE, CARD, DOUBLE), label=_how_out),
) -> None:
    """Leave Jail by the fine, a card or a double."""
    t.refuse(not who.jail, f"{who} does not sit in Jail.", "who")
    if how == DOUBLE:
        check_try(who, "how")
    due = has_tried_enough(who)
    who.jail = who.tries = None
    if how == FINE:
        cost = t.figure("jail")
        # before the third try nobody has to pay it: the dice may still lead out
        who.spend(cost, "Fine to the bank", "how", due=due)
        t.narrate(f"{who} pays {t.written(cost)} and leaves Jail.")
    else:
        t.narrate(f"{who} leaves Jail {'with a card' if how == CARD else 'with a double'}.")
