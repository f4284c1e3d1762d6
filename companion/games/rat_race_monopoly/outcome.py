"""How a game ends: a net worth that is declared or reached, or nobody else left.

Rulebook: «How does the add-on game work?»
"""

from __future__ import annotations

from companion.core.game import Ending
from companion.core.table import Table, listed, sentence
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.scale import say
from companion.games.rat_race_monopoly.state import GAME
from companion.games.rat_race_monopoly.worth import net_worth


def ending(table: Table) -> Ending | None:
    """How the game ended, with everybody's net worth; nothing while it goes on, or where only shares are kept."""
    if not state.opened(table) or state.broker_alone(table):
        return None
    said = _winners(table)
    if said is None:
        return None
    reason, winners = said
    worth = {who: net_worth(table, who)[0] for who in state.playing(table)}
    return Ending(reason, winners, _ranks(table, winners, worth))


def _winners(table: Table) -> tuple[str, tuple[str, ...]] | None:
    """Why the game is over, and who has won; nothing while it goes on."""
    left = state.playing(table)
    declared = table.ledger.mark(GAME, "declared")
    if declared in left:
        who = str(declared)
        return f"{state.name(table, who)} declared a net worth of {say(table, declared_sum(table))}", (who,)
    if table.house("declare") == "moment":
        worth = {who: net_worth(table, who)[0] for who in left}
        best = max(worth.values(), default=0)
        if best >= state.goal(table):
            winners = tuple(who for who in left if worth[who] == best)
            named = sentence(listed(table.name(who) for who in winners))
            reached = f"{named} reached a net worth of {say(table, best)}"
            return f"{reached}, which wins at once by house rule", winners
    if len(left) == 1:
        return f"{state.name(table, left[0])} is the last player left", left
    return None


def declared_sum(table: Table) -> int:
    """The net worth that was declared, as it was then; corrections since change what somebody is worth, not this."""
    return state.count(table, GAME, "declared_sum")


def _ranks(table: Table, winners: tuple[str, ...], worth: dict[str, int]) -> tuple[tuple[str, int, str], ...]:
    """The winners first, the others by net worth, and then who went out, last out first."""
    rest = sorted((who for who in worth if who not in winners), key=lambda who: -worth[who])
    ranks = [(who, 1, say(table, worth[who])) for who in winners]
    for at, who in enumerate(rest):
        tied = at > 0 and worth[who] == worth[rest[at - 1]]
        ranks.append((who, ranks[-1][1] if tied else len(ranks) + 1, say(table, worth[who])))
    out = [seat.key for seat in table.players if not state.alive(table, seat.key)]
    out.sort(key=lambda who: -state.count(table, who, "out"))
    return (*ranks, *((who, len(ranks) + at, "out") for at, who in enumerate(out, 1)))
