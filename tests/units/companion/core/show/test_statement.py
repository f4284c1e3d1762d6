"""One law over whole evenings: whatever shows what a player has, and what made it, ends at what the ledger has.

It is held for every player, every kind of money and the moment after every entry, whatever was corrected before.
"""

import csv
import io
import re
from collections import Counter
from decimal import Decimal

import pytest

from companion.core.show.boards import Bars
from companion.core.show.statement import OWES, corrections
from companion.core.show.television import big_boards
from companion.core.units import format_amount, in_wholes, is_money
from companion.formats import csv_table
from companion.formats.csv_table import BALANCE, MARK
from companion.formats.evening import read
from companion.formats.session import replay, steps
from companion.statistics.one_play import course
from models.ledger import AMEND, TURNING, Posting, ledgers, sum_postings
from tests.paths import SESSION_FOLDER

SESSIONS = sorted(SESSION_FOLDER.glob("*.session"))
HAS = re.compile(r"(?P<name>.+) then has|Leaves (?P<left>.+) with(?:, in cash)?")
CORRECTING = re.compile(r"^(amend|void|undo|redo)\b", re.MULTILINE)


@pytest.mark.parametrize(
    "file",
    [file for file in SESSIONS if CORRECTING.search(file.read_text(encoding="utf-8"))],
    ids=lambda file: file.stem,
)
def test_everything_ends_at_what_the_player_has(file, journal):
    seen = 0

    def look(referee, _step=None):
        nonlocal seen
        if referee.version > seen:
            seen = referee.version
            entries = referee.journal.all_entries(referee.play.id)
            for seat in referee.table.players:
                statement_adds_up(referee, seat.key)
                corrections_say_what_they_changed(referee, entries, seat.key)
            receipt_ends_at_what_they_have(referee)
            boards_show_what_they_are_worth(referee)

    referee = replay(journal, steps(file.read_text(encoding="utf-8")), look)
    look(referee)
    table_for_spreadsheets_ends_at_what_they_have(referee)


def kinds(referee, holder, postings):
    """What postings move of each kind of a player's money that a card shows: what is had, and what is owed."""
    game, table = referee.game, referee.table
    sums = Counter()
    for (account, unit), quantity in sum_postings(postings).items():
        who, _, purse = account.partition(":")
        if who == holder and is_money(unit) and not game.is_secret(table, account):
            if purse in game.debts:
                sums[OWES, unit] += quantity
            elif purse == "cash" or game.cash is None:
                sums["", unit] += quantity
    return sums


def total(figures):
    sums = Counter()
    for line in figures:
        sums[line.text, line.unit] += line.figure
    return sums


def without_zeros(sums):
    return {kind: quantity for kind, quantity in sums.items() if quantity}


def statement_adds_up(referee, holder):
    """Each line leaves what the one before left and what it moved; the last leaves what card and ledger have."""
    game, table = referee.game, referee.table
    held = Counter()
    for figure, left in (part for movement in referee.statement(holder) for part in movement.parts):
        kind = figure.text, figure.unit
        held[kind] += figure.figure
        if game.hides(table):
            assert left is None
        else:
            assert (-left.figure if left.text == OWES else left.figure) == held[kind]
    everything = [
        Posting(account, quantity, unit)
        for (account, unit), quantity in table.ledger.balances.items()
    ]
    assert without_zeros(held) == kinds(referee, holder, everything)
    if game.cash and game.cash.followed(game.turn(table)) and not game.hides(table):
        card, unit = game.standing(table, holder), game.cash.unit(game.turn(table))
        assert card.figure in ("", format_amount(held["", unit], unit))
        assert (
            card.debt.tone != "bad"
            or card.debt.text == f"owes {format_amount(-held[OWES, unit], unit)}"
        )


def corrections_say_what_they_changed(referee, entries, holder):
    """What corrections changed in all is what the lines around them move now, less what they moved as written."""
    movements, lines = referee.statement(holder), referee.lines()
    counting = {None, *(entry.seq for entry in corrections(entries))}
    written = [
        one
        for one in entries
        if one.voided_by in counting and one.proposal.action not in (*TURNING, AMEND)
    ]
    changed = Counter()
    for movement in movements:
        if movement.before is not None:
            changed.update(total(part.figure for part in movement.parts))
            changed.subtract(total(movement.before))
    for entry in written:
        if all(line.place.seq != entry.seq for line in lines if not line.place.n):
            changed.subtract(kinds(referee, holder, entry.proposal.postings))
    said = total(line for movement in movements for line in movement.changed)
    assert without_zeros(said) == without_zeros(changed)


def receipt_ends_at_what_they_have(referee):
    """Where a receipt says what somebody then has, it is what the lines up to its own leave."""
    game, table = referee.game, referee.table
    names = {table.name(seat.key): seat.key for seat in table.players}
    if referee._has_kept_lines():
        return  # a line left as it was written says what was so when it was
    for line, ledger in ledgers(referee.lines()):
        found = {}
        for step in line.proposal.working:
            if (match := HAS.fullmatch(step.text)) and is_money(step.unit):
                found[match["name"] or match["left"]] = step
        for name, step in found.items():
            if name in names and game.cash:
                assert step.figure == ledger.balance(f"{names[name]}:cash", step.unit), (
                    line.proposal.narration
                )


def table_for_spreadsheets_ends_at_what_they_have(referee):
    """The lines that count add up to what everyone has, and to the balance after the last of them."""
    evening = read(referee.journal, referee.play.id)
    ends, sums, lasts = Counter(), Counter(), {}
    for (account, unit), quantity in referee.table.ledger.balances.items():
        ends[*evening.names.split(account), evening.names.unit(unit, account)] += Decimal(
            in_wholes(quantity, unit)
        )
    for row in csv.DictReader(io.StringIO("".join(csv_table.write(evening)).removeprefix(MARK))):
        if row["counts"] == "yes" and row["quantity"]:
            what = row["holder"], row["purse"], row["unit"]
            sums[what] += Decimal(row["quantity"])
            lasts[what] = Decimal(row.get(BALANCE) or 0)
    assert without_zeros(sums) == without_zeros(ends)
    assert evening.hidden or without_zeros(lasts) == without_zeros(ends)


def boards_show_what_they_are_worth(referee):
    """The chart of an evening ends at what everybody is worth, and so do the bars of a television."""
    game, table = referee.game, referee.table
    worths = {seat.key: game.worth_of(table, seat.key) for seat in table.players}
    if shown := course(game, table, referee.lines(), 2):
        last = dict(zip(shown.seats, shown.moments[-1].amounts, strict=True))
        assert last == {who: worth and worth.amount for who, worth in worths.items()}
    standings = [game.standing(table, who) for who in worths]
    for board in big_boards(game, table, game.boards(table), standings):
        for bar in board.bars if isinstance(board, Bars) else ():
            worth = worths.get(bar.seat)
            assert not worth or worth.title != board.title or bar.amount == worth.amount
