"""Who else loses by an entry, as its postings and marks show: one answer for every game and every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.table import Table
from companion.core.units import is_money
from models.ledger import Mark, Proposal

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game
    from companion.core.show.cards import Standing

MONEY, THINGS, LATER, TURN = "money", "things", "later", "turn"
"""What a player may lose; ``LATER`` is money that may have to be paid once something still open is known."""
SAY = "say"
"""Nothing is lost, and it is the player's to decide, as who may go through a gate."""


def losses(
    game: Game, table: Table, proposal: Proposal, own: Collection[str], *, rolled: bool = False
) -> dict[str, str]:
    """What an entry takes from players whose seats are not ``own``: by seat, the first of what there is to lose.

    A player's purses are added up for each unit: what one gives another is no loss, and a new debt is one. A mark that
    was the player's and changes is a loss where the player's card shows it. A loss to come is one where a result that
    is open, such as a horse that wins, would bring the player less than before, or cost more. The turn is lost where
    the table waited for the player and no longer does, unless it asks anybody for this action.
    Where it was ``rolled``, and nothing else said, dice and rule decide what goes, and nobody is asked for it: only the
    turn may be another's still.
    """
    others = [seat.key for seat in table.players if seat.key not in own]
    found = dict.fromkeys(_no_longer_waited_for(game, table, proposal, others), TURN)
    if rolled:
        return found
    found |= dict.fromkeys(_bound(game, table, proposal, others), LATER)
    found |= dict.fromkeys(_without_marks(game, table, proposal, others), THINGS)
    sums = Counter[tuple[str, str]]()
    for posting in proposal.postings:
        sums[posting.account.partition(":")[0], posting.unit] += posting.quantity
    lacking = [
        (holder, unit)
        for (holder, unit), quantity in sums.items()
        if quantity < 0 and holder in others
    ]
    found |= dict.fromkeys((seat for seat, unit in lacking if not is_money(unit)), THINGS)
    return found | dict.fromkeys((seat for seat, unit in lacking if is_money(unit)), MONEY)


def losses_by_undo(
    game: Game, before: Table, now: Table, entry: Proposal, own: Collection[str]
) -> dict[str, str]:
    """What undoing the last entry takes from players whose seats are not ``own``; nobody loses a turn by it.

    The turn goes back to where it came from with that entry.
    """
    back = replace(
        entry,
        postings=tuple(replace(posting, quantity=-posting.quantity) for posting in entry.postings),
        marks=tuple(
            replace(mark, value=before.ledger.mark(mark.holder, mark.name)) for mark in entry.marks
        ),
    )
    return {seat: what for seat, what in losses(game, now, back, own).items() if what != TURN}


def _without_marks(
    game: Game, table: Table, proposal: Proposal, seats: Collection[str]
) -> list[str]:
    touched: dict[str, list[Mark]] = {}
    for mark in proposal.marks:
        before = table.ledger.mark(mark.holder, mark.name)
        if before != mark.value:
            for seat in {mark.holder, str(before)}.intersection(seats):
                touched.setdefault(seat, []).append(mark)
    return [
        seat
        for seat, marks in touched.items()
        if _card(game, table, seat)
        != _card(game, table.after(Proposal("", {}, "", marks=tuple(marks))), seat)
    ]


def _bound(game: Game, table: Table, proposal: Proposal, seats: Collection[str]) -> list[str]:
    exposure = game.rules.get("exposure")
    if exposure is None:
        return []
    before, after = game.turn(table), game.turn(table.after(proposal))

    def loses(seat: str) -> bool:
        known = exposure(before, before.seat(seat))
        return any(
            brings < known.get(result, 0)
            for result, brings in exposure(after, after.seat(seat)).items()
        )

    return list(filter(loses, seats))


def _card(game: Game, table: Table, seat: str) -> Standing:
    return replace(game.standing(table, seat), up=False)


def _no_longer_waited_for(
    game: Game, table: Table, proposal: Proposal, seats: Collection[str]
) -> list[str]:
    waited = [seat for seat in seats if game.standing(table, seat).up]
    if not waited or _asks_anybody(game, table, proposal):
        return []
    after = table.after(proposal)
    return [seat for seat in waited if not game.standing(after, seat).up]


def _asks_anybody(game: Game, table: Table, proposal: Proposal) -> bool:
    """Whether the book offers an action to whoever comes, as where it sees landings and not turns."""
    prompt, asked_by = game.prompt(table), game.find_action(proposal.action).asked_by
    return any(
        offer.action == proposal.action and offer.answers.get(asked_by) is None
        for offer in (prompt.sheet, *prompt.offers)
        if offer
    )
