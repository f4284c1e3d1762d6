"""Opening the sheet, the deal, and who comes and goes.

Rulebook: «Set-up» and «Next Rounds».
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.questions import Name, Reason, When, Who
from companion.core.table import JOINED, Effect, Line, Mark, Refusal, Table, listed, seat_key
from companion.games.rat_a_tat_cat.happenings import DEAL, JOIN, LEAVE, RUN, SHEET, happens
from companion.games.rat_a_tat_cat.options import LIMIT, TIME
from companion.games.rat_a_tat_cat.settle import gates, name, points, settle
from companion.games.rat_a_tat_cat.timing import lasts
from companion.games.rat_a_tat_cat.verdict import judge

MOST_PLAYERS = 6
MOST_LETTERS = 40
DEAL_RULE = "The deal passes to the left after every round; the dealer's left starts."


@action("Set-up", title="Open the sheet", group="Set-up")
def start(table: Table, first: Who, at: When | None = None) -> Effect:
    """Say who deals first. Where the game ends by time, the clock starts.

    first: Who deals first?
    at: When does the clock start?
    """
    if judge(table).sheet.opened:
        raise Refusal("The sheet is open already.")
    marks = [Mark(SHEET, "opened", 1), happens(table, DEAL, first)]
    clock = ""
    if table.house("ending") == TIME and at is not None:
        marks.append(happens(table, RUN, at))
        clock = f" The clock runs: {lasts(60 * int(table.house('minutes')))}."
    after = judge(table.after(Effect(marks=tuple(marks)))).sheet
    told = f"{name(table, first)} deals first, {table.name(after.starter())} starts.{clock}"
    return settle(table, Effect(told, marks=tuple(marks), rule=DEAL_RULE))


@action("Next Rounds", title="Change the dealer", group="Corrections")
def correct_dealer(table: Table, who: Who, reason: Reason) -> Effect:
    """Say who deals the next round; the deal goes on from there.

    who: Who deals next?
    reason: Why?
    """
    sheet = gates(table).sheet
    if who not in sheet.playing:
        raise Refusal(f"{name(table, who)} is not in, and can't deal.", "who")
    if who == sheet.dealer():
        raise Refusal(f"{name(table, who)} deals next already.", "who")
    effect = Effect(marks=(happens(table, DEAL, who),))
    starter = judge(table.after(effect)).sheet.starter()
    told = Effect(f"{name(table, who)} deals next, {table.name(starter)} starts ({reason}).", rule=DEAL_RULE)
    return settle(table, effect + told)


@action("", title="Leave for good", group="Players")
def leave(table: Table, who: Who) -> Effect:
    """Take a player out of the game. The rounds stay on the sheet.

    who: Who leaves?
    """
    sheet = gates(table).sheet
    if who in sheet.left:
        raise Refusal(f"{name(table, who)} has left already.", "who")
    if who in sheet.out and who not in judge(table).tied:
        raise Refusal(f"{name(table, who)} is out already, and keeps a place on the sheet.", "who")
    return settle(
        table,
        Effect(
            f"{name(table, who)} leaves with {points(sheet.totals[who])}.",
            marks=(happens(table, LEAVE, who),),
            rule="Who leaves keeps the rounds on the sheet, is passed over, and can't win; the last one left wins.",
        ),
    )


@action("", title="Join late", group="Players")
def join(table: Table, called: Name) -> Effect:
    """Seat a late joiner, who starts on the table's average, rounded up; only if the house rule allows it.

    called: What is the new player called?
    """
    if table.house("late") == "no":
        raise Refusal("Nobody joins late, unless the house rule allows it.")
    if table.house("ending") == LIMIT:
        raise Refusal("Nobody joins late in a game to a limit.")
    verdict = gates(table)
    sheet = verdict.sheet
    if verdict.tied:
        raise Refusal("Nobody joins in sudden death.")
    if len(sheet.playing) >= MOST_PLAYERS:
        raise Refusal("Six players are the most.")
    if any(table.name(seat.key).casefold() == called.casefold() for seat in table.players):
        raise Refusal(f"{called} is at the table already, or was; a new player needs a name of their own.", "called")
    if len(called) > MOST_LETTERS:
        raise Refusal(f"Keep the name under {MOST_LETTERS} letters.", "called")
    who = seat_key(called, (seat.key for seat in table.players))
    last = max((int(table.ledger.mark(seat.key, JOINED) or 0) for seat in table.players), default=0)
    marks = (
        Mark(who, JOINED, max(last, len(table.seats)) + 1),
        Mark(who, "name", called),
        happens(table, JOIN, who),
    )
    begins = judge(table.after(Effect(marks=marks))).sheet.totals[who]
    totals = [sheet.totals[one] for one in sheet.playing]
    return settle(
        table,
        Effect(
            f"{called[0].upper()}{called[1:]} joins, and starts on {begins:,}.",
            marks=marks,
            working=(
                Line(f"The totals of {listed(table.name(one) for one in sheet.playing)} together", sum(totals), ""),
                Line(f"Their average over {len(totals)}, rounded up", begins, ""),
            ),
            rule="A late joiner sits down last, on the average of those still in.",
            house=("Late joiners start on the table's average, rounded up.",),
        ),
    )


ACTIONS = (start, leave, join, correct_dealer)
