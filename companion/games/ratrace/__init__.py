"""Ratrace: the Treasurer's book.

``board`` holds what is printed, ``houses`` the house rules; ``state`` reads the table and ``gates`` refuses what
many actions refuse alike. The other modules follow the rulebook's questions, one function for each thing the
Treasurer does.
"""

from __future__ import annotations

from companion.core.changes import change_actions
from companion.core.game import Game
from companion.games.ratrace import (
    auction,
    business,
    classes,
    corrections,
    dues,
    exchange,
    highlights,
    lottery,
    opening,
    position,
    prompts,
    racetrack,
    retiring,
    squares,
    standing,
    tools,
    wealth,
)
from companion.games.ratrace.board import EDITION, FACTS
from companion.games.ratrace.houses import HOUSES
from companion.games.ratrace.pages import PAGES

RATRACE = Game(
    key="ratrace",
    title="Ratrace",
    tagline="The Treasurer's book: cash, credit, cards and classes, to retirement.",
    accent="#8B4A08",
    least=2,
    most=6,
    edition=EDITION,
    houses=HOUSES,
    facts=FACTS,
    actions=(
        *opening.ACTIONS,
        *position.ACTIONS,
        *business.ACTIONS,
        *squares.ACTIONS,
        *racetrack.ACTIONS,
        *exchange.ACTIONS,
        *lottery.ACTIONS,
        *classes.ACTIONS,
        *auction.ACTIONS,
        *dues.ACTIONS,
        *retiring.ACTIONS,
        *corrections.ACTIONS,
        *change_actions(HOUSES, FACTS),
    ),
    standing=standing.standing,
    prompt=prompts.prompt,
    ending=retiring.ending,
    pages=PAGES,
    status=standing.status,
    quick=("roll", "buy", "credit_due", "join_club", "race", "invest", "lottery", "taxes", "move_up", "correct_money"),
    highlights=highlights.highlights,
    wealth=wealth.WEALTH,
    cash=wealth.CASH,
    tools=tools.TOOLS,
)
