"""Rat Race Monopoly: the books of the banker and of the stock broker.

``board`` holds what is printed and ``options`` the house rules; ``game`` declares the game, and what its rules see of
the table. The other modules follow the rulebook's headings, one function for each thing the two do.
"""

from __future__ import annotations

from companion.games.rat_race_monopoly import corrections, highlights, pages, quick_tools, screens
from companion.games.rat_race_monopoly.game import GAME

__all__ = ["GAME", "corrections", "highlights", "pages", "quick_tools", "screens"]

GAME.order(
    "start", "start_by_throw", "join", "throw", "next_player", "correct_turn", "pass_go", "declare",
    "rent", "pay", "pay_each", "paid_by_each", "study", "apply_for_job", "pay_tax", "go_to_jail", "leave_jail",
    "take_loan", "repay", "visit", "update_price", "raise_shares", "buy_street", "mortgage", "lift_mortgage",
    "build", "sell_buildings", "deal", "insure", "disaster", "lose_streets", "call_off", "bankrupt", "leave",
    "correct_street", "correct_buildings", "correct_mortgage", "correct_price", "correct_shares",
    "correct_cash", "correct_loan", "correct_job", "correct_degree", "correct_insurance", "correct_jail", "rename",
    "move_seat", "change_house", "change_board",
)  # fmt: skip
