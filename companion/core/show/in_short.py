"""A receipt in two lines: what an entry comes to, and what that leaves everybody it touches."""

from __future__ import annotations

import re

from companion.core.game import Game
from companion.core.show.statement import DEBTS
from companion.core.table import Table, sentence
from companion.core.units import format_amount, is_money, parts_of
from models.frozen import frozen
from models.ledger import Proposal, ReceiptLine, sum_postings

THEN = " then has"
"""Ends a line of a receipt that says what somebody has once the entry is recorded."""


@frozen
class InShort:
    """A receipt in short: ``then`` is what each has afterwards, ``others`` is what else follows."""

    result: ReceiptLine
    then: tuple[str, ...]
    others: tuple[str, ...]
    steps: int
    """Number of lines that only the whole receipt has."""


def in_short(game: Game, table: Table, proposal: Proposal) -> InShort:
    """Sum up a receipt by who pays whom, else by its own result, else by what the journal says of the entry."""
    working = proposal.working
    left = [line for line in working if line.text.endswith(THEN) and not line.total]
    at = next((at for at, line in enumerate(working) if _is_result(line)), None)
    paid = _payment(game, table, proposal)
    if at is not None:
        result = working[at]
        others = [line for line in working[at + 1 :] if line not in left]
        if paid and paid.figure == abs(result.figure or 0):
            result = paid
    elif paid:
        result, others = paid, [line for line in working if line.figure is None]
    else:
        result = ReceiptLine(proposal.narration.removesuffix("."))
        others = [line for line in working[-1:] if line.figure is not None and line not in left]
    then = [_balance(line, first=at == 0) for at, line in enumerate(left)]
    steps = len(working) - len(left) - len(others) - (at is not None)
    return InShort(result, tuple(then), tuple(map(_words, others)), steps)


def _is_result(line: ReceiptLine) -> bool:
    return line.total and line.figure is not None


def _payment(game: Game, table: Table, proposal: Proposal) -> ReceiptLine | None:
    """Say who pays whom, where money goes from one account to one other and all may see it."""
    debts = DEBTS | game.debts
    moved = [
        (quantity, account, unit)
        for (account, unit), quantity in sum_postings(proposal.postings).items()
        if is_money(unit) and account.partition(":")[2] not in debts
    ]
    if len(moved) != 2:
        return None
    (_, giver, _), (amount, taker, unit) = sorted(moved)
    holders = [account.partition(":")[0] for account in (giver, taker)]
    if len(set(holders)) == 1 or any(game.is_secret(table, account) for account in (giver, taker)):
        return None
    t = game.find_action(proposal.action).turn(table, proposal.answers)
    payer, payee = (t.holder(holder).name for holder in holders)
    return ReceiptLine(f"{sentence(payer)} pays {payee}", amount, unit)


def _balance(line: ReceiptLine, *, first: bool) -> str:
    """Say what somebody then has, as one of a list."""
    name = line.text.removesuffix(THEN)
    if first:
        return f"{name} then {_figure(line)}"
    return f"{re.sub('^(The|Team) ', lambda found: found[0].lower(), name)} {_figure(line)}"


def _figure(line: ReceiptLine) -> str:
    unit = line.unit if is_money(line.unit) else parts_of(line.unit)
    return format_amount(line.figure or 0, unit, signed=line.signed)


def _words(line: ReceiptLine) -> str:
    """Write a line in one piece."""
    if line.figure is None:
        return line.text
    return f"{line.text} {format_amount(line.figure, line.unit, signed=line.signed)}"
