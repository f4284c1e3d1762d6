"""A Tote pool for one race: bets as they come in, what every horse would pay, and who gets what when one has won.

It is a small race of Totopoly, with just the Tote kept: the game's own rules draw its board and pay it out. A backer
need not be named; whoever has the sums on paper enters one for each horse.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.core.questions import MOST_MONEY, Amount
from companion.core.table import Effect, Mark, Refusal, Seat, Table
from companion.games.totopoly import TOTOPOLY, dividends, settling, state, tote_board
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dividends import RACE, TOTE, Slip
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BETTING, GAME, HOME, POOL
from companion.rules.totalisator import Terms
from companion.tools.asking import BARE, Inputs, by_house, receipt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.boards import ToteBoard
    from companion.tools.asking import Ask
    from models.ledger import Proposal

LEAST, USUAL, MOST = 2, 6, len(HORSES)
"""How many horses may run, and how many do where nobody says."""
MOST_BETS = 500
MOST_LETTERS = 24
NOBODY = "No name"
TERMS = ("dividend", "breakage", "unbacked", "least")
STAKE = Amount(1, unit=state.UNIT)


@dataclass(frozen=True, slots=True)
class Laid:
    """A bet: the horse's number, the stake in whole units, and who laid it where somebody said so."""

    horse: int
    stake: int
    backer: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """One race: how many horses run, the bets in their order, which horse has won (0 for none yet), and the terms."""

    horses: int = USUAL
    bets: tuple[Laid, ...] = ()
    winner: int = 0
    ways: Mapping[str, str] = field(default_factory=dict)

    @property
    def backers(self) -> tuple[str, ...]:
        """Everybody who is named, in the order of their first bets."""
        return tuple(dict.fromkeys(one.backer for one in self.bets if one.backer))

    @property
    def terms(self) -> Terms:
        """How the pool is shared."""
        rules = TOTOPOLY.house_rules(dict(self.ways))
        return Terms(*(rules[key] for key in TERMS))

    def lay(self, horse: int, words: str, backer: str = "") -> Pool:
        """Take a bet, its stake as it was typed.

        Raises:
            Refusal: no such horse runs, the stake is none, or there are too many bets.

        """
        if not 1 <= horse <= self.horses:
            raise Refusal("First tap the horse.", "horse")
        if not words.strip():
            raise Refusal("How much is laid?", "stake")
        stake = _stake(words)
        if len(self.bets) >= MOST_BETS:
            raise Refusal(f"That is {MOST_BETS} bets, and more than a race has. Add some of them up.", "stake")
        if stake + sum(one.stake for one in self.bets) > MOST_MONEY:
            raise Refusal("That is more money in the pool than any game has.", "stake")
        plain = _tidy(backer)
        same = (one for one in self.backers if one.casefold() == plain.casefold())
        bet = Laid(horse, stake, next(same, plain))
        return replace(self, bets=(*self.bets, bet))

    def without(self, at: int) -> Pool:
        """Take a bet back, counted from 0; one that is not there is left alone."""
        return replace(self, bets=tuple(one for number, one in enumerate(self.bets) if number != at))

    def running(self, horses: int) -> Pool:
        """Let so many horses run. Bets on those that no longer do keep at least so many in the race."""
        least = max((one.horse for one in self.bets), default=LEAST)
        horses = max(LEAST, least, min(MOST, horses))
        return replace(self, horses=horses, winner=self.winner if self.winner <= horses else 0)

    def written(self) -> dict[str, str]:
        """Write it as words by name, for keeping."""
        bets = "\n".join(f"{one.horse} {one.stake} {one.backer}".strip() for one in self.bets)
        return {"horses": str(self.horses), "bets": bets, "winner": str(self.winner), **self.ways}


def _stake(words: str) -> int:
    try:
        return int(STAKE.read(words, BARE, {}) or 0)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, "stake") from None


def _tidy(backer: str) -> str:
    return " ".join(backer.split())[:MOST_LETTERS].strip()


def read(inputs: Inputs) -> Pool:
    """Read a pool as it was kept; whatever can't be read is left out."""
    made = Pool(ways={ask.name: ask.said(inputs) for ask in asks() if _house_way(ask, inputs)})
    bets = []
    for line in inputs.get("bets", "").split("\n")[:MOST_BETS]:
        horse, stake, backer = (*line.split(maxsplit=2), "", "", "")[:3]
        with suppress(Refusal):
            if 1 <= _number(horse) <= MOST:
                bets.append(Laid(_number(horse), _stake(stake), _tidy(backer)))
    made = replace(made, bets=tuple(bets)).running(_number(inputs.get("horses", "")) or USUAL)
    winner = _number(inputs.get("winner", ""))
    return replace(made, winner=winner if winner <= made.horses else 0)


def _house_way(ask: Ask, inputs: Inputs) -> bool:
    """Whether another way than the rulebook's, and one that there is, was kept."""
    return ask.said(inputs) != ask.default and ask.said(inputs) in dict(ask.ways)


def _number(words: str) -> int:
    return int(words) if words.isascii() and words.isdigit() and len(words) < 4 else 0


def asks() -> tuple[Ask, ...]:
    """The house rules by which a pool is shared."""
    return tuple(by_house(TOTOPOLY.house(key)) for key in TERMS)


# -- the race it stands for ---------------------------------------------------------------------------


def table(pool: Pool) -> Table:
    """Lay the table of a race with just the Tote: its bets are on the pad, and their stakes in the pool."""
    named = {name: f"backer{at}" for at, name in enumerate(pool.backers, 1)}
    seats = [Seat(key, name) for name, key in named.items()]
    if any(not one.backer for one in pool.bets):
        seats.append(Seat("unnamed", NOBODY))
    houses = TOTOPOLY.house_rules({"keeps": TOTE_ALONE, **pool.ways})
    bare = Table(tuple(seats), houses=houses, printed=TOTOPOLY.printed())
    number = dividends.race_number(bare)
    marks = [
        Mark(GAME, "stage", HOME if pool.winner else BETTING),
        Mark(GAME, "field", pool.horses),
        Mark(TOTE, f"bets_{number}", len(pool.bets)),
    ]
    laid: dict[str, int] = {}
    for at, one in enumerate(pool.bets, 1):
        who = named.get(one.backer, "unnamed")
        marks.append(dividends.write_slip(bare, at, Slip(at, who, HORSES[one.horse - 1], one.stake)))
        laid[who] = laid.get(who, 0) + one.stake
    if pool.winner:
        marks.append(Mark(RACE, f"place_{number}_1", HORSES[pool.winner - 1]))
    paid_in = tuple(move for who, stake in laid.items() for move in state.pay(stake, state.purse(who), POOL))
    return bare.after(Effect(postings=paid_in, marks=tuple(marks)))


def paid(laid: Table) -> Effect | None:
    """Pay out on the winner by the game's own rule; nothing where none is named, or nobody has bet."""
    if state.stage(laid) != HOME or not settling.tote_due(laid):
        return None
    return settling.pay_tote.rule(laid)


def board(pool: Pool) -> ToteBoard:
    """Draw the board: what every horse would pay, and once a winner is named who is paid."""
    laid = table(pool)
    effect = paid(laid)
    return tote_board.tote_board(laid.after(effect) if effect else laid)


def payout(pool: Pool) -> Proposal | None:
    """The receipt of the payout; nothing where no winner is named, or nobody has bet."""
    effect = paid(table(pool))
    return receipt(effect, settling.TOTE_SOURCE) if effect else None
