"""Rat Race Monopoly: the books of the banker and of the stock broker.

``scale`` makes one scale of two boards' money, ``board`` holds what is printed and ``houses`` the house rules;
``state`` reads the table, ``gates`` refuses what many actions refuse alike, ``money`` moves it and ``worth`` adds up
what somebody is worth. The other modules follow the rulebook's headings, one function for each thing the two do.
"""

from __future__ import annotations

from companion.core.game import Game
from companion.games.rat_race_monopoly import (
    broker,
    buildings,
    changing,
    corrections,
    declaring,
    disasters,
    go,
    highlights,
    insurance,
    jail,
    loans,
    market,
    opening,
    outcome,
    payments,
    prompts,
    property_corrections,
    retiring,
    salary,
    standing,
    streets,
    tools,
    trading,
    turns,
    wealth,
    work,
)
from companion.games.rat_race_monopoly.board import EDITION, FACTS
from companion.games.rat_race_monopoly.houses import HOUSES
from companion.games.rat_race_monopoly.pages import PAGES

RAT_RACE_MONOPOLY = Game(
    key="rat_race_monopoly",
    title="Rat Race Monopoly",
    tagline="The banker's and the stock broker's books, from the first job to the last million.",
    accent="#1F5C7A",
    least=2,
    most=8,
    edition=EDITION,
    houses=HOUSES,
    facts=FACTS,
    actions=(
        *opening.ACTIONS,
        *turns.ACTIONS,
        *go.ACTIONS,
        *declaring.ACTIONS,
        *payments.ACTIONS,
        *work.ACTIONS,
        *salary.ACTIONS,
        *jail.ACTIONS,
        *loans.ACTIONS,
        *market.ACTIONS,
        *streets.ACTIONS,
        *buildings.ACTIONS,
        *trading.ACTIONS,
        *insurance.ACTIONS,
        *disasters.ACTIONS,
        *retiring.ACTIONS,
        *property_corrections.ACTIONS,
        *corrections.ACTIONS,
        *changing.ACTIONS,
    ),
    standing=standing.standing,
    prompt=prompts.prompt,
    ending=outcome.ending,
    pages=PAGES,
    status=standing.status,
    boards=broker.boards,
    quick=(
        "pass_go",
        "rent",
        "pay",
        "buy_street",
        "visit",
        "study",
        "apply_for_job",
        "pay_tax",
        "take_loan",
        "repay",
        "correct_cash",
    ),
    wealth=wealth.WEALTH,
    cash=wealth.CASH,
    highlights=highlights.highlights,
    tools=tools.TOOLS,
)
