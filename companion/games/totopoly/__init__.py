"""Totopoly: the banker's, the auctioneer's, the tote clerk's and a bookmaker's books.

``board`` holds what is printed on the cards, ``houses`` the house rules; ``state`` reads the table and ``gates``
refuses what many actions refuse alike. The other modules follow the evening: from the opening and the leases to the
parade, then the Tote, the race, the books and the prizes.
"""

from __future__ import annotations

from companion.core.changes import change_actions
from companion.core.game import Game
from companion.games.totopoly import (
    advantages,
    auction,
    book,
    book_settling,
    corrections,
    dues,
    ending,
    hats,
    highlights,
    leases,
    opening,
    parade,
    prompts,
    race,
    retiring,
    ring,
    selling,
    settling,
    standing,
    tools,
    tote,
    tote_board,
    wealth,
)
from companion.games.totopoly.board import EDITION, FACTS
from companion.games.totopoly.houses import HOUSES
from companion.games.totopoly.pages import PAGES

TOTOPOLY = Game(
    key="totopoly",
    title="Totopoly",
    tagline="Bank, auction, Tote and bookmaker, from the leases to the prizes.",
    accent="#14532D",
    least=2,
    most=6,
    edition=EDITION,
    houses=HOUSES,
    facts=FACTS,
    actions=(
        *opening.ACTIONS,
        *leases.ACTIONS,
        *auction.ACTIONS,
        *ring.ACTIONS,
        *advantages.ACTIONS,
        *parade.ACTIONS,
        *tote.ACTIONS,
        *race.ACTIONS,
        *book.ACTIONS,
        *book_settling.ACTIONS,
        *settling.ACTIONS,
        *dues.ACTIONS,
        *selling.ACTIONS,
        *retiring.ACTIONS,
        *hats.ACTIONS,
        *corrections.ACTIONS,
        *change_actions(HOUSES, FACTS),
    ),
    standing=standing.standing,
    prompt=prompts.prompt,
    ending=ending.ending,
    pages=PAGES,
    status=standing.status,
    quick=(
        "bet",
        "keep",
        "sell",
        "train_pay",
        "train_get",
        "gain_card",
        "use_card",
        "home",
        "wear_hat",
        "correct_money",
    ),
    boards=tote_board.boards,
    wealth=wealth.WEALTH,
    cash=wealth.CASH,
    highlights=highlights.highlights,
    tools=tools.TOOLS,
)
