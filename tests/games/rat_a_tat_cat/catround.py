"""A table of Rat-a-Tat Cat: an open sheet in one line, a round in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.show.boards import ScoreSheet
from companion.games.rat_a_tat_cat import GAME
from tests.games.evening import Evening

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.sheet import Sheet
    from models.ledger import Proposal

KEY = "rat_a_tat_cat"


class CatEvening(Evening):
    """An evening at the score sheet: ``evening.round(12, 20, 7, knocked="cy")``, in the order of the seats."""

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*names, game=KEY, **houses)

    def round(self, *scores: int | str, **answers: str | int | None) -> Proposal:
        """Record a round for everyone who is in it."""
        return self.do("round", scores=self.scores(*scores), **answers)

    def scores(self, *scores: int | str) -> str:
        """Scores as they are typed, for everyone who is in the next round."""
        return " ".join(f"{who}={score}" for who, score in zip(self.counted.next_players, scores, strict=True))

    @property
    def counted(self) -> Sheet:
        """The sheet as it is counted."""
        return GAME.turn(self.table).sheet

    @property
    def totals(self) -> dict[str, int]:
        """What everyone has."""
        return self.counted.totals

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet as it is drawn."""
        drawn = self.game.boards(self.table)[0]
        assert isinstance(drawn, ScoreSheet)
        return drawn

    def points(self, who: str) -> int:
        """What the books hold for a player."""
        return self.table.ledger.balance(f"{who}:points", "points")


def cat(*names: str, **houses: str) -> CatEvening:
    """An open sheet; the first player deals first."""
    evening = CatEvening(*(names or ("Ann", "Ben", "Cy")), **houses)
    evening.do("start", first=evening.table.seats[0].key)
    return evening


def limit(*names: str, at: int = 100, **houses: str) -> CatEvening:
    """An open sheet of a game to a limit."""
    return cat(*names, ending="limit", limit=str(at), **houses)
