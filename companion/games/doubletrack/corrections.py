"""Corrections: chips moved by hand, options and board changed, and lines that later ones rest on.

Bids that were corrected, a bonus given and a toll settled all count from what an earlier line laid down. That one can't
be crossed out by itself: the later ones come first. The mark that says so is the later line's own, and so goes when
that line is crossed out.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.api import Refusal
from companion.games.doubletrack.box import QUICK, SPACES, STEP
from companion.games.doubletrack.game import GAME, PLAYING, TABLE, DoubletrackTurn, Player, ask

WHY = {
    "right": "Its bids were put right in entry {}: cross that out first.",
    "given": "The Loser's Bonus from it was given or rolled for in entry {}: cross that out first.",
    "settled": "Its toll was settled in entry {}: cross that out first.",
}


@GAME.correction("Correct chips", when=PLAYING)
def correct_chips(
    t: DoubletrackTurn,
    giver: Player = ask.player("From whom?", TABLE),
    taker: Player = ask.player("To whom?", TABLE, but="giver"),
    amount: int = ask.money("How much?", at_least=STEP, step=STEP, quick=QUICK),
) -> str:
    """Move chips between two players, or between a player and the bids on the table, for a reason."""
    if giver == t.middle:
        what = "the Loser's Bonus" if t.pot else "a toll"
        but = (
            f"; {t.written(t.pledged)} of them are laid down for {what}, which is settled first"
            if t.pledged
            else ""
        )
        t.refuse(amount > t.loose, f"On the table lie {t.written(t.on_table)}{but}.", "amount")
    else:
        t.refuse(amount > giver.chips, giver.too_little, "amount")
    giver.pay(taker, amount)
    t.step(f"{giver} gives {taker.name}", amount, total=True)
    return f"{t.written(amount)} from {giver.name} to {taker.name}"


# What was shown once is not hidden again by the way: it needs a reason
@GAME.extend("change_house", needs_reason="A house rule is not changed back without a reason. Why?")
def option_changed(t: DoubletrackTurn, change: Callable[[], None], rule: str, **_: str) -> None:
    """Keep the book following the small pawns, or not, until the Loser's Bonus is given."""
    due = "First the Loser's Bonus is given: who is farthest back rests on that house rule."
    follows = rule == "positions"
    t.refuse(follows and t.buyer, due, "rule")
    change()
    if follows:
        t.note(TABLE, **{f"switched.{t.number}": 1})


@GAME.extend("change_board")
def board_changed(t: DoubletrackTurn, change: Callable[[], None], fact: str, **_: str) -> None:
    """Leave at least as many white spaces as a small pawn has come."""
    underway = [who for who in t.seats if not who.home] if fact == SPACES and t.follows else []
    change()
    if (first := max(underway, key=lambda who: who.space, default=None)) and t.beyond(first.space):
        where = f"{first}'s small pawn stands on {first.where}"
        raise Refusal(
            f"{where}: there are at least as many. Put it right first if it is not there.", "value"
        )


# What every entry brings about besides


@GAME.after_each
def keep_up(t: DoubletrackTurn) -> None:
    """Close the last auction, note how much lies on the table by this line, and say what everybody then has."""
    before = t.before
    if t.auction.open not in (0, t.number):
        t.auction.set(open=None)
    if (laid := t.middle.chips - before.middle.chips) > 0:
        t.note(TABLE, **{f"laid.{t.number}": laid})
    if before.hidden:
        return
    for who in t.seats:
        if who.chips != before.holder(who.key).chips:
            t.step(f"{who} then has", who.chips, signed=False)


@GAME.why_not_void
def why_not_void(t: DoubletrackTurn, line: int) -> str:
    """Say why a line can't be crossed out by itself; nothing where it can."""
    for how, why in WHY.items():
        if later := t.noted(TABLE, f"{how}.{line}"):
            return why.format(later)
    if t.buyer and t.noted(TABLE, f"switched.{line}"):
        return "First the Loser's Bonus is given: who is farthest back depends on this entry."
    laid = t.noted(TABLE, f"laid.{line}")
    # what is still waiting goes back with the line itself
    waits = line == t.bonus.line or any(toll.line == line for toll in t.tolls)
    if isinstance(laid, int) and laid > t.loose and not waits:
        return "The chips it laid on the table were taken away since: cross that out first."
    return ""


@GAME.secret
def secret(t: DoubletrackTurn, account: str) -> bool:
    """Hide what everybody has; and what the bank has, which tells what somebody had who left."""
    return account.endswith(":chips") and t.hidden
