"""What a change to the journal would change for the players: balances, and what their cards show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.action import Action
from companion.core.game import Game
from companion.core.questions import Amount
from companion.core.show.statement import DEBTS
from companion.core.table import Table, listed
from companion.core.units import format_amount, is_money, parts_of, sign_of
from models.frozen import frozen
from models.ledger import (
    AMEND,
    Account,
    Proposal,
    ReceiptLine,
    sum_postings,
)


def sums_lines_above(working: Sequence[ReceiptLine]) -> tuple[bool, ...]:
    """Tell for each line of a receipt whether a rule belongs above it: it is the sum of the lines above.

    Before its steps there may be figures that are none, such as what was owed, or what somebody has since.
    """
    ruled: list[bool] = []
    steps: list[int] = []
    for line in working:
        sums = {abs(sum(steps[at:])) for at in range(len(steps))}
        ruled.append(line.total and abs(line.figure or 0) in sums)
        if line.total:
            steps = []
        elif line.figure is not None:
            steps.append(line.figure)
    return tuple(ruled)


def headline(proposal: Proposal) -> ReceiptLine | None:
    """Pick the one figure that sums up an entry: its result, or the most money moved.

    A correction has none: its figures are those of other lines.
    """
    if proposal.action == AMEND:
        return None
    totals = [line for line in proposal.working if line.total and line.figure is not None]
    if totals:
        return totals[-1]
    moved = [
        posting for posting in proposal.postings if is_money(posting.unit) and posting.quantity > 0
    ]
    most = max(moved, key=lambda posting: posting.quantity, default=None)
    return ReceiptLine("", most.quantity, most.unit) if most else None


def button_figure(action: Action[...], table: Table, proposal: Proposal) -> ReceiptLine | None:
    """Pick the figure for the button that records an entry: the one that its action says, else what sums it up.

    Where several players win or pay, each another sum, there is none unless it is added up.
    """
    if action.amount is None:
        totals = [line.figure or 0 for line in proposal.working if line.total]
        added_up = len({*totals}) < 2 or 2 * totals[-1] == sum(totals)
        return headline(proposal) if added_up else None
    if callable(action.amount):
        t = action.turn(table, proposal.answers)
        return ReceiptLine("", action.amount(t), t.unit)
    answer = proposal.answers.get(action.amount)
    if not isinstance(answer, int):
        return None
    kind = action.question(action.amount).kind
    return ReceiptLine(
        "",
        answer,
        kind.unit_on(action.turn(table, proposal.answers)) if isinstance(kind, Amount) else "",
    )


LAID_AGAIN = "laid again on another device."


def describe_replaced_bids(names: Sequence[str]) -> str:
    """Say whose sealed bids were replaced on another device; empty where none were."""
    if not names:
        return ""
    whose = listed(f"{name}'s" for name in names)
    return f"{whose} {'bid was' if len(names) == 1 else 'bids were'} {LAID_AGAIN}"


def add_remark(proposal: Proposal, words: str) -> Proposal:
    """Add a remark to a line: to its narration and at the end of its receipt."""
    if proposal.narration.endswith(words):
        return proposal
    narration = f"{proposal.narration} {words}".lstrip()
    return replace(proposal, narration=narration, working=(*proposal.working, ReceiptLine(words)))


def remark(proposal: Proposal) -> str:
    """The remark on a line; empty where it has none."""
    last = proposal.working[-1].text if proposal.working else ""
    return last if last.endswith(LAID_AGAIN) and proposal.narration.endswith(last) else ""


@frozen
class Difference:
    """What would change for one account; ``unit`` is that of money or of parts of a point, else empty.

    Of an account that is ``hidden`` from the table it has nothing but the change that an entry says itself: ``before``
    is zero.
    """

    holder: str
    what: str
    before: int
    after: int
    unit: str = ""
    hidden: bool = False

    @property
    def change(self) -> int:
        """By how much it would change."""
        return self.after - self.before


@frozen
class CardChange:
    """What a player's card shows under a label now, and what it would show."""

    holder: str
    label: str
    before: str
    after: str


FIGURE = re.compile(r"\d+(?:,\d{3})*")


def stated_sums(proposal: Proposal) -> Counter[tuple[Account, str]]:
    """The sums of money that an entry moves and says itself: whoever reads the journal knows these."""
    words = "\n".join((proposal.narration, *(line.text for line in proposal.working)))
    figures = {int(found.replace(",", "")) for found in FIGURE.findall(words)}
    figures |= {abs(line.figure) for line in proposal.working if line.figure is not None}
    sums = sum_postings(proposal.postings)
    return Counter(
        {key: sums[key] for key in sums if is_money(key[1]) and abs(sums[key]) in figures}
    )


def without(game: Game, table: Table, proposal: Proposal) -> tuple[Difference, ...]:
    """The differences that an entry makes for the players if it no longer counts, in the order of their seats.

    Of what is hidden from the table there is only what the entry itself says.
    """
    said, balance = stated_sums(proposal), table.ledger.balance
    found: list[Difference] = []
    for key, quantity in sum_postings(proposal.postings).items():
        if not game.is_secret(table, key[0]):
            found.append(_difference(game, table, key, balance(*key), balance(*key) - quantity))
        elif said[key]:
            found.append(_difference(game, table, key, 0, -said[key], hidden=True))
    return _sort_by_seat(table, found)


def between(game: Game, before: Table, after: Table) -> tuple[Difference, ...]:
    """The differences of the players' balances between two tables, without what is hidden on either.

    A change of that would show what somebody has, where all that was ever moved goes.
    """
    old, new = before.ledger.balances, after.ledger.balances
    found = [
        _difference(game, after, key, old.get(key, 0), new.get(key, 0))
        for key in dict.fromkeys((*old, *new))
        if old.get(key, 0) != new.get(key, 0)
        and not any(game.is_secret(table, key[0]) for table in (before, after))
    ]
    # a player who joined by a line that is gone is at one of the two only
    return _sort_by_seat(before if len(before.players) >= len(after.players) else after, found)


def overdrawn_stakes(game: Game, before: Table, after: Table) -> tuple[tuple[Account, str], ...]:
    """The stakes and pots, by account and unit, that a change would leave below zero, or further below it."""
    pots = {f"{key}:cash" for key, _, _ in game.pots(after)}
    return tuple(
        (account, unit)
        for (account, unit), left in after.ledger.balances.items()
        if left < min(0, before.ledger.balance(account, unit))
        and (account in pots or account.partition(":")[2] in game.stakes)
        and not game.is_secret(before, account)
    )


def _difference(  # noqa: PLR0913 - what an account holds at both
    game: Game,
    table: Table,
    key: tuple[Account, str],
    before: int,
    after: int,
    *,
    hidden: bool = False,
) -> Difference:
    account, unit = key
    holder, _, purse = account.partition(":")
    money = is_money(unit)
    what = purse if money or purse == sign_of(unit) else _name_unit(game, table, unit)
    return Difference(holder, what, before, after, unit if money else parts_of(unit), hidden)


def _name_unit(game: Game, table: Table, unit: str) -> str:
    """Name what is no money: a card as the board has it."""
    keys = (fact.key for fact in game.board_values if not fact.whole)
    key = next((key for key in keys if key == f"{unit}.name" or key.endswith(f".{unit}")), "")
    return str(table.fact(key)) if key else unit.replace("_", " ")


def _sort_by_seat(table: Table, found: Iterable[Difference]) -> tuple[Difference, ...]:
    seats = [seat.key for seat in table.players]
    theirs = [difference for difference in found if difference.holder in seats]
    return tuple(sorted(theirs, key=lambda held: seats.index(held.holder)))


def card_changes(game: Game, before: Table, after: Table) -> tuple[CardChange, ...]:
    """The differences of the players' cards between two tables, without what only that player may see."""
    found: list[CardChange] = []
    for seat in dict.fromkeys(player.key for player in (*before.players, *after.players)):
        old, new = (_card(game, table, seat) for table in (before, after))
        for label in dict.fromkeys((*old, *new)):
            was, now = old.get(label, Counter()), new.get(label, Counter())
            if was != now:  # of several things those alone that come or go
                gone, come = (", ".join(cards.elements()) for cards in (was - now, now - was))
                found.append(CardChange(seat, label, gone, come))
    return tuple(found)


def _card(game: Game, table: Table, seat: str) -> dict[str, Counter[str]]:
    """What stands on a player's card under each label, if the player is there; empty places are left out."""
    if all(player.key != seat for player in table.players):
        return {}
    card = game.standing(table, seat)
    said = {
        "": [card.figure],
        **{label: [value] for label, value in card.details},
        "Remarks": [badge.text for badge in (card.rank, card.debt, *card.chips)],
        "Cards": [holding.text for holding in card.holdings],
    }
    return {label: Counter(filter(None, words)) for label, words in said.items()}


def receipt_line(table: Table, change: Difference) -> ReceiptLine:
    """Return a difference as a line of a receipt."""
    name = table.name(change.holder)
    if change.hidden:
        return ReceiptLine(
            f"{name}: change of {change.what}", change.change, change.unit, signed=True
        )
    owed = change.what in DEBTS
    what, sign = (f"{change.what} owed", -1) if owed else (change.what, 1)
    before = format_amount(sign * change.before, change.unit)
    return ReceiptLine(f"{name}: {what} from {before} to", sign * change.after, change.unit)
