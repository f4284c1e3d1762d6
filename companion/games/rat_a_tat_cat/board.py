"""The score sheet that lies in the middle: a line a round, a column a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.boards import Board, Round, Score, ScoreSheet
from companion.core.prompt import Offer
from companion.core.questions import write_hands
from companion.core.table import Table, listed
from companion.games.rat_a_tat_cat.settle import name
from companion.games.rat_a_tat_cat.verdict import judge

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Row, Sheet


def boards(table: Table) -> tuple[Board, ...]:
    """The score sheet, with every round that is written and what it comes to."""
    verdict = judge(table)
    sheet = verdict.sheet
    seats = tuple(who for who in sheet.seats if who in sheet.totals)
    return (
        ScoreSheet(
            "Score sheet",
            seats,
            tuple(_line(table, sheet, row, seats) for row in sheet.rows),
            tuple(sheet.totals[who] for who in seats),
            tuple(verdict.places[who] for who in seats),
            tuple(tuple(row.running.get(who) for row in sheet.rows) for who in seats),
            frozenset(who for who in seats if who in sheet.out or who in sheet.left),
            sheet.limit,
            _note(table),
            icons={"knocked": "SPORTS_MMA"},
        ),
    )


def _line(table: Table, sheet: Sheet, row: Row, seats: tuple[str, ...]) -> Round:
    if not row.number:
        who = str(row.told.about)
        begins = row.running[who]
        scores = tuple(Score(begins if one == who else None) for one in seats)
        return Round("Joins", scores, f"{name(table, who)} starts on the average, {begins}.")
    told = row.told
    scores = tuple(
        Score(
            told.hands[who].total,
            told.hands[who].cards,
            row.extra if who == told.knocked else 0,
            "lowest" if who in row.lowest else "",
            "knocked" if who == told.knocked else "",
            who not in row.counted,
        )
        if who in told.hands
        else Score()
        for who in seats
    )
    answers = {"round": str(row.number), "scores": write_hands(told.hands)}
    answers |= {key: said for key, said in (("knocked", told.knocked), ("because", told.because)) if said}
    label = f"Correct round {row.number}"
    return Round(str(row.number), scores, _remarks(table, sheet, row), Offer("correct_round", answers, label))


def _remarks(table: Table, sheet: Sheet, row: Row) -> str:
    said = ["Sudden death."] if row.sudden else []
    if row.note:
        said.append(row.note)
    if row.gone:
        are = "is" if len(row.gone) == 1 else "are"
        said.append(f"{listed(name(table, who) for who in row.gone)} {are} out.")
    struck = [who for who in row.told.hands if who not in row.counted]
    if row.counted and struck and not row.sudden:
        were = "was" if len(struck) == 1 else "were"
        gone = all(who in sheet.out for who in struck)
        why = f"{were} out by then" if gone else f"{were} not in"
        said.append(f"{listed(name(table, who) for who in struck)} {why}.")
    if row.told.because:
        said.append(f"Recorded all the same: {row.told.because}.")
    return " ".join(said)


def _note(table: Table) -> str:
    if table.house("younger") == "no":
        return ""
    return "Younger players: outer cards face up, and only the inner ones can be swapped."
