"""What the screens show of a player: the total, the place, and how far it is to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.game import Badge, Standing
from companion.core.table import Table
from companion.games.rat_a_tat_cat.options import LIMIT, ROUNDS, TIME
from companion.games.rat_a_tat_cat.timing import lasts
from companion.games.rat_a_tat_cat.verdict import judge

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Sheet
    from companion.games.rat_a_tat_cat.verdict import Verdict

NEAR = 20
"""A player this near to the limit is told so: a hand of middling cards would do it."""

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


def standing(table: Table, who: str) -> Standing:
    """Everything a player's card shows."""
    verdict = judge(table)
    sheet = verdict.sheet
    total = sheet.totals.get(who, 0)
    playing = who in sheet.playing
    to_go = sheet.limit - total if sheet.limit is not None else None
    near = to_go is not None and playing and to_go <= NEAR and not verdict.over
    return Standing(
        seat=who,
        figure=f"{total:,}",
        subtitle=_average(sheet, who),
        rank=_place(verdict, who),
        chips=_chips(verdict, who, to_go if near else None),
        progress=_progress(table, sheet, total),
        note=_gap(table, verdict, who),
        warning=f"Out at {to_go} more." if near else "",
        out=who in sheet.left or who in sheet.out,
        details=_details(verdict, who, to_go),
    )


def _scores(sheet: Sheet, who: str) -> list[int]:
    return [row.points(who) for row in sheet.counting if who in row.counted]


def tenths(total: int, count: int) -> str:
    """An average with one decimal, halves up.

    >>> tenths(25, 2), tenths(10, 3), tenths(2, 3)
    ('12.5', '3.3', '0.7')
    """
    whole = (20 * total + count) // (2 * count)
    return f"{whole // 10:,}.{whole % 10}"


def _average(sheet: Sheet, who: str) -> str:
    scores = _scores(sheet, who)
    return f"{tenths(sum(scores), len(scores))} a round" if scores else ""


def _place(verdict: Verdict, who: str) -> Badge:
    sheet = verdict.sheet
    if who in sheet.left:
        return Badge("left")
    if not sheet.counting or who not in verdict.places:
        return Badge("")
    place = verdict.places[who]
    return Badge(PLACES.get(place, f"{place}th"), "good" if place == 1 else "plain")


def _chips(verdict: Verdict, who: str, near: int | None) -> tuple[Badge, ...]:
    sheet = verdict.sheet
    chips = []
    if who in verdict.winners:
        chips.append(Badge("wins" if len(verdict.winners) == 1 else "shares the win", "good"))
    if who in sheet.out and who not in sheet.left:
        chips.append(Badge(f"out in round {sheet.out[who]}", "bad"))
    if verdict.over or not sheet.opened:
        return tuple(chips)
    if who in verdict.tied:
        chips.append(Badge("sudden death", "info"))
    elif who in sheet.playing and sheet.counting and verdict.places[who] == 1:
        chips.append(Badge("leads" if _leaders(verdict) == 1 else "leads with others", "good"))
    if near is not None:
        chips.append(Badge(f"{near} to go", "warn"))
    asked = verdict.asked
    if who == sheet.dealer(asked):
        chips.append(Badge("deals", "info"))
    if who == sheet.starter(asked):
        chips.append(Badge("starts", "info"))
    return tuple(chips)


def _leaders(verdict: Verdict) -> int:
    return sum(verdict.places[who] == 1 for who in verdict.sheet.playing)


def _progress(table: Table, sheet: Sheet, total: int) -> int:
    """How far it is: to the limit, or through the rounds; a clock shows itself."""
    if table.house("ending") == LIMIT:
        return min(100, 100 * total // int(table.house("limit")))
    if table.house("ending") == ROUNDS:
        return min(100, 100 * len(sheet.counting) // int(table.house("rounds")))
    return 0


def _gap(table: Table, verdict: Verdict, who: str) -> str:
    """How far a player is from the leader, or ahead of the next."""
    sheet = verdict.sheet
    others = [sheet.totals[one] for one in sheet.playing if one != who]
    if who not in sheet.playing or not others or not sheet.counting:
        return ""
    best, mine = min(others), sheet.totals[who]
    if mine < best:
        return f"{best - mine} ahead"
    if mine == best:
        return "Level with the leader"
    leader = next(one for one in sheet.playing if one != who and sheet.totals[one] == best)
    return f"{mine - best} behind {table.name(leader)}"


def _details(verdict: Verdict, who: str, to_go: int | None) -> tuple[tuple[str, str], ...]:
    sheet = verdict.sheet
    scores = _scores(sheet, who)
    rows = [("Total", f"{sheet.totals.get(who, 0):,}"), ("Rounds scored", str(len(scores)))]
    if scores:
        rows += [
            ("Average round", tenths(sum(scores), len(scores))),
            ("Best round", str(min(scores))),
            ("Worst round", str(max(scores))),
        ]
    knocks = [row for row in sheet.rounds if row.told.knocked == who and who in row.counted]
    rows.append(("Knocks", str(len(knocks))))
    rows.append(("Knocks won", str(sum(row.won for row in knocks))))
    if extra := sum(row.extra for row in knocks if not row.sudden):
        rows.append(("Points for knocking in vain", str(extra)))
    if to_go is not None and who in sheet.playing:
        rows.append(("Out at", f"{max(0, to_go)} more"))
    return tuple(rows)


def status(table: Table) -> tuple[Badge, ...]:
    """What stands at the head of the table: how the game ends, and which round it is."""
    verdict = judge(table)
    ending, played = table.house("ending"), len(verdict.sheet.counting)
    if ending == LIMIT:
        goal = f"to {int(table.house('limit')):,}"
    elif ending == TIME:
        goal = lasts(60 * int(table.house("minutes")))
    else:
        goal = ""
    if verdict.over:
        now = f"{played} {'round' if played == 1 else 'rounds'}"
    elif verdict.tied:
        now = "sudden death"
    else:
        now = f"round {verdict.sheet.next}" + (_of_rounds(table, verdict.sheet) if ending == ROUNDS else "")
    return tuple(Badge(words) for words in (goal, now) if words)


def _of_rounds(table: Table, sheet: Sheet) -> str:
    """How many rounds there are; where some on the sheet don't count, how many are still to count."""
    rounds, played = int(table.house("rounds")), len(sheet.counting)
    return f" of {rounds}" if sheet.next == played + 1 else f", {rounds - played} to go"
