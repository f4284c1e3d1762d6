"""A pool for one race, entered bet by bet. The game that has the tool computes what it pays.

A backer need not be named; totals from paper can be entered as one bet for each horse.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from companion.core.questions import MOST_MONEY, Amount
from companion.core.table import Refusal, Table
from companion.core.unknown_game import bare_turn
from companion.tools.sums import Inputs
from models.frozen import frozen
from models.names import clean, name_key

LEAST, USUAL, MOST = 2, 6, 12
"""The least, the usual and the most horses."""
MOST_BETS = 500
MOST_LETTERS = 24
STAKE = Amount(1, unit="$")


@frozen
class Laid:
    """A bet: the horse's number, the stake in whole units, and the backer if named."""

    horse: int
    stake: int
    backer: str = ""


@frozen
class Pool:
    """One race: how many horses run, the bets in their order, and which horse has won (0 for none yet)."""

    horses: int = USUAL
    bets: tuple[Laid, ...] = ()
    winner: int = 0

    @property
    def backers(self) -> tuple[str, ...]:
        """Everybody who is named, in the order of their first bets."""
        return tuple(dict.fromkeys(bet.backer for bet in self.bets if bet.backer))

    @property
    def fewest(self) -> int:
        """The least horses that can run: none that is backed is removed."""
        return max([LEAST, *(bet.horse for bet in self.bets)])

    def lay(self, horse: int, words: str, backer: str = "") -> Pool:
        """Add a bet with its stake as typed."""
        if not 1 <= horse <= self.horses:
            raise Refusal("First tap the horse.", "horse")
        if not words.strip():
            raise Refusal("How much is laid?", "stake")
        stake = _stake(words)
        if len(self.bets) >= MOST_BETS:
            raise Refusal(
                f"That is {MOST_BETS} bets, and more than a race has. Add some of them up.", "stake"
            )
        if stake + sum(bet.stake for bet in self.bets) > MOST_MONEY:
            raise Refusal("That is more money in the pool than any game has.", "stake")
        plain = clean(backer)[:MOST_LETTERS].strip()
        same = (backer for backer in self.backers if name_key(backer) == name_key(plain))
        return replace(self, bets=(*self.bets, Laid(horse, stake, next(same, plain))))

    def without(self, at: int) -> Pool:
        """Remove a bet by its index; a missing one is ignored."""
        return replace(
            self, bets=tuple(one for number, one in enumerate(self.bets) if number != at)
        )

    def with_runners(self, horses: int) -> Pool:
        """Set the number of horses, within the limits, without removing one that is backed."""
        horses = max(self.fewest, min(MOST, horses))
        return replace(self, horses=horses, winner=self.winner if self.winner <= horses else 0)

    def to_stored(self) -> dict[str, str]:
        """Write it as text by name, for storing."""
        bets = "\n".join(f"{bet.horse} {bet.stake} {bet.backer}".strip() for bet in self.bets)
        return {"horses": str(self.horses), "bets": bets, "winner": str(self.winner)}


def _stake(words: str) -> int:
    try:
        return int(STAKE.read(words, bare_turn(Table(()))) or 0)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, "stake") from None


def read(inputs: Inputs) -> Pool:
    """Read a stored pool; what can't be read is left out."""
    made = Pool(MOST)
    for line in inputs.get("bets", "").split("\n")[:MOST_BETS]:
        horse, stake, backer = (*line.split(maxsplit=2), "", "", "")[:3]
        with suppress(Refusal):
            made = made.lay(number(horse), stake, backer)
    made = made.with_runners(number(inputs.get("horses", "")) or USUAL)
    winner = number(inputs.get("winner", ""))
    return replace(made, winner=winner if winner <= made.horses else 0)


def number(words: str) -> int:
    """Read the number of a horse; zero where it is none."""
    return int(words) if words.isascii() and words.isdigit() and len(words) < 4 else 0
