"""A play as an hledger journal: plain text for accounting tools, which can check it.

Every line that counts is a transaction, every unit a commodity; accounts and commodities are declared. The last
transaction asserts what everyone holds, so ``hledger check --strict`` verifies the sums. Where something is hidden from
the table, it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import accumulate

from companion.core.units import THOUSANDS, in_wholes, is_money, per_whole
from companion.formats.evening import ExportedPlay, Names
from models.ledger import Line, sum_postings
from models.names import clean

BARE = re.compile(r"[A-Za-z]+")
"""A commodity that needs no quotes."""
PLAYERS, GAME = "Players", "Game"
"""The parent accounts of the players' accounts, and of the game's own."""
HIDDEN = (
    "Chips are hidden in this game, so it ends without the balances. Whoever adds up the entries can still know them."
)

FIT = str.maketrans({":": "-", ";": ",", '"': "'"})


def write(evening: ExportedPlay) -> Iterator[str]:
    """Write a play as lines of an hledger journal."""
    book = _Book(evening)
    yield from book.head()
    yield from book.declarations()
    yield from book.transactions()
    yield from book.assertions()


def assertions(evening: ExportedPlay) -> Iterator[str]:
    """Write what everyone holds at the end as balance assertions."""
    return _Book(evening).assertions()


def fit(name: str) -> str:
    """Make a name fit for an account or a commodity: no colon, which separates accounts, no semicolon and no quote."""
    return clean(name.translate(FIT))


def description(words: str) -> str:
    """Make a sentence fit for a description, which a semicolon would end and a bar would split."""
    return clean(words.replace(";", ",").replace("|", "/"))


def amount(quantity: str, unit: str) -> str:
    """Write a quantity of a commodity, a currency's sign before the figure."""
    if is_money(unit) and unit != THOUSANDS:
        return f"{unit}{quantity}"
    return f"{quantity} {unit}" if BARE.fullmatch(unit) else f'{quantity} "{unit}"'


class _Book:
    def __init__(self, evening: ExportedPlay) -> None:
        self.evening = evening
        self.names = Names(evening.game, evening.table, fit)
        self.accounts: dict[str, str] = {}
        self.units: dict[str, str] = {}
        postings = [posting for line in evening.lines for posting in line.proposal.postings]
        sums = sum_postings(postings)
        # including accounts that are empty in the end
        self.held = {key: sums[key] for key in ((posting.account, posting.unit) for posting in postings)}
        for account, unit in self.held:
            self.accounts[account] = self._account(account)
            self.units[unit] = self.names.unit(unit, account)
        # never before that of an earlier line, even where the clock was set back
        self.days = list(accumulate((line.at.astimezone().date() for line in evening.lines), max))

    def _account(self, account: str) -> str:
        holder, _, purse = account.partition(":")
        top = PLAYERS if self.names.is_player(holder) else GAME
        return f"{top}:{self.names.holder(holder)}:{fit(purse) or 'purse'}"

    def head(self) -> Iterator[str]:
        play, game = self.evening.play, self.evening.game
        yield f"; {description(play.title)}: {description(game.title)}, as kept by Companion."
        yield "; Every entry of the journal that counts is a transaction; what was crossed out is left out."
        yield "; See what everyone holds:  hledger -f FILE balance --layout=tall"
        if self.evening.hidden:
            yield f"; {HIDDEN}"
        else:
            yield "; The last transaction says what everyone holds. Prove it:  hledger -f FILE check --strict"
        yield ""

    def amount(self, quantity: int, unit: str) -> str:
        return amount(in_wholes(quantity, unit), self.units[unit])

    def declarations(self) -> Iterator[str]:
        for unit in self.units:
            thousand = in_wholes(1_000 * per_whole(unit), unit)
            shown = amount(thousand, self.units[unit])
            yield f"commodity {shown.replace(thousand, f'1,000.{thousand[5:]}', 1)}"
        if self.units:
            yield ""
        for account, name in self.accounts.items():
            kind = "A" if self.names.is_player(account.partition(":")[0]) else "E"
            yield f"account {name}  ; type:{kind}"
        if self.accounts:
            yield ""

    def transactions(self) -> Iterator[str]:
        for line, day in zip(self.evening.lines, self.days, strict=True):
            yield from self._transaction(line, day)

    def _transaction(self, line: Line, day: date) -> Iterator[str]:
        proposal, number = line.proposal, line.number
        sentence = description(proposal.narration) or description(self.evening.what(proposal))
        if not proposal.postings:
            yield f"; {day} ({number}) {sentence}"
            yield ""
            return
        yield f"{day} * ({number}) {sentence}"
        yield f"    ; seq:{number}, action:{fit(proposal.action)}, time:{line.at.astimezone():%H:%M:%S}"
        yield from _postings(
            [(self.accounts[part.account], self.amount(part.quantity, part.unit)) for part in proposal.postings]
        )
        yield ""

    def assertions(self) -> Iterator[str]:
        if self.evening.hidden or not self.held:
            return
        yield f"{self.days[-1]} * What everyone holds, as the book has it"
        yield from _postings(
            [
                (self.accounts[account], f"{self.amount(0, unit)} = {self.amount(held, unit)}")
                for (account, unit), held in self.held.items()
            ]
        )
        yield ""


def _postings(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Align amounts, with at least two blanks after the account, which end it."""
    width = max(len(account) for account, _ in pairs)
    for account, figure in pairs:
        yield f"    {account:<{width}}  {figure}"
