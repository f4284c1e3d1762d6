"""A play as a table of comma-separated values: a row for every posting, safe to open in a spreadsheet.

By RFC 4180, in UTF-8 with a byte order mark, so that spreadsheets read it as such. Text that a spreadsheet would take
for a formula gets an apostrophe in front; figures stay figures.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from decimal import Decimal
from typing import TypeAlias

from companion.core.units import in_wholes, per_whole
from companion.formats.evening import ExportedPlay

Cell: TypeAlias = str | int | Decimal | None

MARK = "\ufeff"
FULL_WIDTH = 0xFEE0
"""The distance of a full-width character's code from the plain one's."""
FORMULA = frozenset("=+-@\t\r\n\u2212") | {chr(ord(sign) + FULL_WIDTH) for sign in "=+-@"}
"""The characters that make a formula of a cell that begins with them, in full width too."""
QUOTES = frozenset("'\"`\u2018\u2019\u201c\u201d") | {chr(ord(sign) + FULL_WIDTH) for sign in "'\""}
ESCAPE = "'"

COLUMNS = (
    "line",
    "date",
    "time",
    "recorded by",
    "action",
    "what happened",
    "holder",
    "purse",
    "unit",
    "quantity",
)
BALANCE, CORRECTED, VOIDED = "balance after", "corrected in line", "struck out by line"
COUNTS = "counts"
"""Whether a line counts, yes or no: a sum of those that do is what everyone holds."""
HIDDEN = "Chips are hidden in this game: the balances are left out."


def write(evening: ExportedPlay) -> Iterator[str]:
    """Write a play as CSV; voided entries stand in their places.

    Lines that moved nothing have a row without a posting. Where something is hidden there are no balances.
    """
    heads: list[Cell] = [
        *COLUMNS,
        *([] if evening.hidden else [BALANCE]),
        CORRECTED,
        VOIDED,
        COUNTS,
    ]
    rows = [heads, *_rows(evening)]
    if evening.hidden:
        # as wide as the table, for readers that expect every column
        rows.append([*[None] * 5, HIDDEN, *[None] * (len(heads) - 6)])
    yield MARK
    yield _write_rows(rows)


def _rows(evening: ExportedPlay) -> Iterator[list[Cell]]:
    held: dict[tuple[str, str], int] = {}
    for row in evening.rows():
        proposal = row.proposal
        day, time = f"{row.at:%Y-%m-%d}", f"{row.at:%H:%M:%S}"
        front: list[Cell] = [
            row.number,
            day,
            time,
            row.entry.by,
            evening.what(proposal),
            proposal.narration,
        ]
        counts = row.entry.voided_by is None
        back: list[Cell] = [
            row.entry.seq if row.corrected else None,
            row.entry.voided_by,
            "yes" if counts else "no",
        ]
        if not proposal.postings:
            yield [*front, *[None] * (4 if evening.hidden else 5), *back]
        for posting in proposal.postings:
            key = (posting.account, posting.unit)
            if counts:
                held[key] = held.get(key, 0) + posting.quantity
            # a voided line changes no balance
            after: list[Cell] = (
                [] if evening.hidden else [_figure(held[key], posting.unit) if counts else None]
            )
            holder, purse = evening.names.split(posting.account)
            unit = evening.names.unit(posting.unit, posting.account)
            yield [
                *front,
                holder,
                purse,
                unit,
                _figure(posting.quantity, posting.unit),
                *after,
                *back,
            ]


def _figure(number: int, unit: str) -> Cell:
    return number if per_whole(unit) == 1 else Decimal(in_wholes(number, unit))


def formula(words: str) -> bool:
    """Whether a spreadsheet might take text for a formula: by its first character after blanks and quotes."""
    for sign in words:
        if sign in FORMULA:
            return True
        # some readers skip invisible characters at the beginning
        if sign.isprintable() and not sign.isspace() and sign not in QUOTES:
            return False
    return False


def escape(words: str) -> str:
    """Text made safe for a cell."""
    return ESCAPE + words if formula(words) else words


def _write_rows(rows: list[list[Cell]]) -> str:
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet)
    writer.writerows(
        [escape(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return sheet.getvalue()
