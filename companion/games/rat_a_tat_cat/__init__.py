"""Rat-a-Tat Cat: the scorekeeper's sheet.

``happenings`` reads back what was written, ``replay`` counts the sheet from it, ``verdict`` judges it; nothing that
is shown is kept. ``settle`` posts what the totals come to. The other modules hold what the scorekeeper does, and
what the screens show.
"""

from __future__ import annotations

from companion.core.changes import change_actions
from companion.core.game import Game
from companion.games.rat_a_tat_cat import board, ending, highlights, prompts, rounds, seats, standing
from companion.games.rat_a_tat_cat.options import OPTIONS
from companion.games.rat_a_tat_cat.pages import PAGES
from companion.games.rat_a_tat_cat.settle import settled

RAT_A_TAT_CAT = Game(
    key="rat_a_tat_cat",
    title="Rat-a-Tat Cat",
    tagline="The score sheet, every hand checked against the deck.",
    accent="#6B1A7A",
    least=2,
    most=6,
    edition="Gamewright, 1996",
    houses=OPTIONS,
    facts=(),
    actions=(
        *rounds.ACTIONS,
        *seats.ACTIONS,
        *ending.ACTIONS,
        *(settled(one) for one in change_actions(OPTIONS, ())),
    ),
    standing=standing.standing,
    prompt=prompts.prompt,
    ending=ending.ending,
    pages=PAGES,
    status=standing.status,
    quick=("round", "correct_round", "pause_clock", "resume_clock", "time_up", "leave", "end_game"),
    boards=board.boards,
    clock=ending.clock,
    retell=rounds.same_round,
    highlights=highlights.highlights,
)
