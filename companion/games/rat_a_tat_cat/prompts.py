"""What the book expects next: the round to write down, and what to look out for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.prompt import Offer, Prompt
from companion.core.table import Table, listed
from companion.games.rat_a_tat_cat.options import TIME
from companion.games.rat_a_tat_cat.settle import name, points
from companion.games.rat_a_tat_cat.standing import NEAR
from companion.games.rat_a_tat_cat.verdict import judge

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Sheet
    from companion.games.rat_a_tat_cat.verdict import Verdict

RECORD = Offer("round", {}, "Record the round", "primary")


def prompt(table: Table) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    verdict = judge(table)
    sheet = verdict.sheet
    if verdict.over:
        return Prompt("The game is over")
    if not sheet.opened:
        return Prompt(
            "Who deals first?",
            "The dealer's left cuts the cards and takes the first turn.",
            Offer("start", {}, "Open the sheet", "primary"),
        )
    dealer, starter = sheet.dealer(verdict.asked), sheet.starter(verdict.asked)
    deals = f"{name(table, dealer)} deals, {table.name(starter)} starts"
    if verdict.tied:
        tied = listed(name(table, who) for who in verdict.tied)
        text = f"{tied} are level with {points(sheet.totals[verdict.tied[0]])}, and play for the win. {deals}."
        return Prompt(f"Sudden death: {tied}", text, RECORD, (), "Sudden death")
    title = f"Round {sheet.next}: {deals}"
    return Prompt(title, _look_out(table, verdict), RECORD, _clock_offers(table, sheet))


def _look_out(table: Table, verdict: Verdict) -> str:
    """Who is near the limit, and how far it is to the leader."""
    sheet = verdict.sheet
    said = []
    if sheet.limit is not None:
        near = [(sheet.limit - sheet.totals[who], who) for who in sheet.playing]
        said += [f"{name(table, who)} is out at {to_go} more." for to_go, who in sorted(near) if to_go <= NEAR]
    if sheet.counting:
        best = min(sheet.totals[who] for who in sheet.playing)
        lead = [who for who in sheet.playing if sheet.totals[who] == best]
        behind = [sheet.totals[who] - best for who in sheet.playing if who not in lead]
        leads = "leads" if len(lead) == 1 else "lead"
        gap = f", {min(behind)} ahead" if behind else ""
        said.append(f"{listed(name(table, who) for who in lead)} {leads} with {best:,}{gap}.")
    return " ".join(said)


def _clock_offers(table: Table, sheet: Sheet) -> tuple[Offer, ...]:
    if table.house("ending") != TIME:
        return ()
    if sheet.timing.since is not None:
        return Offer("pause_clock", {}, "Stop the clock", "quiet"), Offer("time_up", {}, "Time is up", "quiet")
    if sheet.timing.left(0):
        return (Offer("resume_clock", {}, "Start the clock"),)
    return (Offer("time_up", {}, "Time is up"),)
