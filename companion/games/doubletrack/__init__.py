"""Doubletrack: the chips behind the screens, the bids in the fists, the gates and their passes.

``board`` holds what is in the box, ``houses`` the house rules, ``changing`` changes both; ``state`` reads the table,
``gates`` refuses what many actions refuse alike, and ``binding`` says which lines later ones rest on. ``sales`` knows
what becomes of bids, ``auctions`` and ``bonus`` hold them; ``tolls``, ``passes``, ``taking`` and ``track`` follow the
spaces and cards.

Nobody is told what anybody has: every refusal that rests on it names a question whose answers can't be listed, so
that no choice is greyed by it, and what comes into the open is named by the table.
"""

from __future__ import annotations

from companion.core.game import Game
from companion.games.doubletrack import (
    auctions,
    binding,
    bonus,
    changing,
    ending,
    highlights,
    opening,
    passes,
    prompts,
    standing,
    state,
    taking,
    tolls,
    track,
    wealth,
)
from companion.games.doubletrack.auctions import closing, told_openly
from companion.games.doubletrack.binding import laying
from companion.games.doubletrack.board import EDITION, FACTS
from companion.games.doubletrack.houses import HOUSES
from companion.games.doubletrack.pages import PAGES

OTHERS = (
    *opening.ACTIONS,
    *bonus.ACTIONS,
    *tolls.ACTIONS,
    *passes.ACTIONS,
    *taking.ACTIONS,
    *track.ACTIONS,
    *ending.ACTIONS,
    *changing.ACTIONS,
)

DOUBLETRACK = Game(
    key="doubletrack",
    title="Doubletrack",
    tagline="The banker's book: hidden chips, sealed bids, gates and passes.",
    accent="#1F5FA8",
    least=3,
    most=4,
    edition=EDITION,
    houses=HOUSES,
    facts=FACTS,
    actions=tuple(
        told_openly(laying(one))
        for one in (*auctions.AUCTIONS, *(closing(other) for other in OTHERS), *auctions.CORRECTIONS)
    ),
    standing=standing.standing,
    prompt=prompts.prompt,
    ending=ending.ending,
    pages=PAGES,
    status=standing.status,
    quick=(
        "toll",
        "passage",
        "sell_card",
        "sell_lead",
        "losers_bonus",
        "take_pass",
        "take",
        "sell_pass",
        "steal_pass",
        "ahead",
        "home",
        "correct_bids",
        "correct_chips",
    ),
    boards=standing.boards,
    secret=state.secret,
    bound=binding.bound,
    wealth=wealth.WEALTH,
    highlights=highlights.highlights,
)
