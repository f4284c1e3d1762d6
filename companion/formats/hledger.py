"""A play as an hledger journal: plain text for accounting tools, which can check it.

Every line that counts is a transaction, every unit a commodity; accounts and commodities are declared. The last
transaction asserts what everyone holds, so ``hledger check --strict`` verifies the sums. Where something is hidden from
the table, it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from companion.core.units import THOUSANDS, in_wholes, is_money, per_whole
from companion.formats.evening import ExportedPlay, Names
from models.ledger import sum_postings
from models.names import clean

BARE = re.compile(r"[A-Za-z]+")
"""A commodity that needs no quotes."""
PLAYERS, GAME = "Players", "Game"
"""The parent accounts of the players' accounts, and of the game's own."""
HIDDEN = (
    "Chips are hidden in this game, so it ends without the balances. "
    "Whoever adds up the entries can still know them."
)
PROVED = "The last transaction says what everyone holds. Prove it:  hledger -f FILE check --strict"
HELD = "* What everyone holds, as the book has it"

FIT = str.maketrans({":": "-", ";": ",", '"': "'"})


def write(evening: ExportedPlay) -> Iterator[str]:
    """Write a play as lines of an hledger journal."""
    names = Names(evening.game, evening.table, fit)
    postings = [posting for line in evening.lines for posting in line.proposal.postings]
    sums = sum_postings(postings)
    # including accounts that are empty in the end
    held = {key: sums[key] for key in ((posting.account, posting.unit) for posting in postings)}
    accounts = {account: _account(names, account) for account, _ in held}
    units = {unit: names.unit(unit, account) for account, unit in held}

    def write_amount(quantity: int, unit: str) -> str:
        return amount(in_wholes(quantity, unit), units[unit])

    yield f"; {description(evening.play.title)}: {description(evening.game.title)}, as kept by Companion."
    yield "; Every entry of the journal that counts is a transaction; what was crossed out is left out."
    yield "; See what everyone holds:  hledger -f FILE balance --layout=tall"
    yield f"; {HIDDEN if evening.hidden else PROVED}"
    yield ""
    for unit, name in units.items():
        thousand = in_wholes(1_000 * per_whole(unit), unit)
        yield f"commodity {amount(thousand, name).replace(thousand, f'1,000.{thousand[5:]}', 1)}"
    if held:
        yield ""
    for name in accounts.values():
        kind = "A" if name.startswith(f"{PLAYERS}:") else "E"
        yield f"account {name}  ; type:{kind}"
    if held:
        yield ""
    # never before that of an earlier line, even where the clock was set back
    days = list(accumulate((line.at.astimezone().date() for line in evening.lines), max))
    for line, day in zip(evening.lines, days, strict=True):
        proposal, number = line.proposal, line.number
        sentence = description(proposal.narration) or description(evening.what(proposal))
        if proposal.postings:
            yield f"{day} * ({number}) {sentence}"
            yield f"    ; seq:{number}, action:{fit(proposal.action)}, time:{line.at.astimezone():%H:%M:%S}"
            yield from _postings(
                [
                    (accounts[part.account], write_amount(part.quantity, part.unit))
                    for part in proposal.postings
                ]
            )
        else:
            yield f"; {day} ({number}) {sentence}"
        yield ""
    if held and not evening.hidden:
        yield f"{days[-1]} {HELD}"
        yield from _postings(
            [
                (accounts[account], f"{write_amount(0, unit)} = {write_amount(quantity, unit)}")
                for (account, unit), quantity in held.items()
            ]
        )
        yield ""


def _account(names: Names, account: str) -> str:
    holder, _, purse = account.partition(":")
    top = PLAYERS if holder in names.players else GAME
    return f"{top}:{names.holder(holder)}:{fit(purse) or 'purse'}"


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


def _postings(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Align amounts, with at least two blanks after the account, which end it."""
    width = max(len(account) for account, _ in pairs)
    for account, figure in pairs:
        yield f"    {account:<{width}}  {figure}"
