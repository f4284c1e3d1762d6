"""What a game may show besides its score and columns: cards, pages, boards, moments worth remembering."""

from companion.core.boards import (
    Backing,
    Board,
    Clock,
    Grid,
    Holder,
    Pawn,
    PriceBoard,
    Round,
    Runner,
    Score,
    ScoreSheet,
    ToteBoard,
    Track,
    Trade,
)
from companion.core.game import Badge, BoardValue, Calculator, Cash, Holding, Page, Standing, Worth
from companion.core.highlights import Best, Highlight, Kind, walk
from companion.core.prompt import Offer, Prompt

__all__ = [
    "Backing",
    "Badge",
    "Best",
    "Board",
    "BoardValue",
    "Calculator",
    "Cash",
    "Clock",
    "Grid",
    "Highlight",
    "Holder",
    "Holding",
    "Kind",
    "Offer",
    "Page",
    "Pawn",
    "PriceBoard",
    "Prompt",
    "Round",
    "Runner",
    "Score",
    "ScoreSheet",
    "Standing",
    "ToteBoard",
    "Track",
    "Trade",
    "Worth",
    "walk",
]
