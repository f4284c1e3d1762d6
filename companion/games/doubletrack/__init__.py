"""Doubletrack: the chips behind the screens, the bids in the fists, the gates and their passes."""

from companion.games.doubletrack import corrections, highlights, pages, screens
from companion.games.doubletrack.game import GAME

__all__ = ["GAME", "corrections", "highlights", "pages", "screens"]

GAME.order(
    "sell_card", "sell_pass", "sell_lead", "pawns", "start", "leave", "losers_bonus", "toll", "passage",
    "take_pass", "steal_pass", "correct_pass", "take", "correct_chips",
    "ahead", "trade", "lead", "back_ten", "go_last", "place", "home", "lift_screens",
    "change_house", "change_board", "correct_bids",
)  # fmt: skip
