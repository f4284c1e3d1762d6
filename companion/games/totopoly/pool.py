"""Putting the Tote's pool right where it does not match its slips, as after a line in the middle was struck out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import NO_ANSWERS, Answers, Player, Reason
from companion.core.table import Effect, Refusal, Table, Value
from companion.games.totopoly import dividends, gates, state
from companion.games.totopoly.houses import EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BOX, POOL, money

BANK = "bank"
SAID = "the money box"


@dataclass(frozen=True, slots=True)
class WithBox(Player):
    """A player who is still in the game, or the money box."""

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say who it is."""
        return SAID.capitalize() if value == BANK else Player.show(self, value, table, answers)

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Everyone who still plays, then the box."""
        del answers
        return (*state.playing(table), *self.others)


PlayerOrBox: TypeAlias = Annotated[str, WithBox((BANK,))]


def matches(table: Table) -> None:
    """Refuse while the pool and the slips do not match."""
    if reason := dividends.apart(table):
        raise Refusal(reason)


@action("", title="Put the pool right", group="Corrections")
def correct_pool(table: Table, who: PlayerOrBox, reason: Reason) -> Effect:
    """Bring the Tote's pool to what its slips ask for, from or to a player or the money box.

    who: Who makes it good, or gets what is too much?
    reason: Why?
    """
    gates.begun(table)
    if state.keeps(table) not in (EVENING, TOTE_ALONE):
        raise Refusal("This book keeps no Tote.")
    over = dividends.adrift(table)
    if not over:
        raise Refusal("The pool holds what the slips ask for.")
    if who != BANK:
        gates.seated(table, who)
        held = max(0, state.cash(table, who))
        if state.tracked(table) and held < -over:
            raise Refusal(f"{state.name(table, who)} holds {money(held)}, not {money(-over)}.", "who")
    purse, name = (BOX, SAID) if who == BANK else (state.purse(who), table.name(who))
    told = f"{money(over)} from the pool to {name}" if over > 0 else f"{money(-over)} from {name} into the pool"
    belongs = "What belongs there" if dividends.paid(table) else "What the slips ask for"
    lines = [
        state.line("In the pool until now", state.held(table, POOL)),
        state.line(belongs, dividends.belongs(table)),
        state.line("Out of the pool" if over > 0 else "Into the pool", abs(over), total=True),
    ]
    if who != BANK and state.tracked(table):
        lines.append(state.line(f"Leaves {name} with", state.cash(table, who) + over))
    return Effect(
        f"Correction: {told} ({reason}).",
        state.pay(over, POOL, purse),
        working=tuple(lines),
        rule="The table may correct the book at any time; the reason stays in the journal.",
    )


ACTIONS = (correct_pool,)
