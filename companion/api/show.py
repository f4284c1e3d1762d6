"""What a game may show besides its score and columns: cards, pages, boards, moments worth remembering, entries."""

from companion.core.option import BoardValue
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Sums, Tile
from companion.core.show.boards import (
    Backing,
    Bar,
    Bars,
    BigBoard,
    Board,
    Clock,
    Grid,
    Holder,
    Lane,
    Lanes,
    Lately,
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
from companion.core.show.cards import (
    Badge,
    Calculator,
    Cash,
    Check,
    Holding,
    Page,
    Stake,
    Standing,
    Worth,
)
from companion.core.show.highlights import Best, Highlight, Kind
from models.ledger import Line, Place, Proposal

EffectiveEntry = Line
"""What games written for version 1.0 call a line."""

__all__ = [
    "Backing",
    "Badge",
    "Bar",
    "Bars",
    "Best",
    "BigBoard",
    "Board",
    "BoardValue",
    "Calculator",
    "Cash",
    "Check",
    "Clock",
    "EffectiveEntry",
    "Grid",
    "Highlight",
    "Holder",
    "Holding",
    "Kind",
    "Lane",
    "Lanes",
    "Lately",
    "Line",
    "Offer",
    "Page",
    "Pawn",
    "Place",
    "PriceBoard",
    "Prompt",
    "Proposal",
    "Round",
    "Runner",
    "Score",
    "ScoreSheet",
    "Stake",
    "Standing",
    "Sums",
    "Tile",
    "ToteBoard",
    "Track",
    "Trade",
    "Worth",
]
