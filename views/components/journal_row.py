"""A row of the journal: the token of whom an entry is about, its words whole, and its figure. Plain functions."""

from __future__ import annotations

import re
from collections.abc import Callable

import flet as ft

from companion.core.show.people import Person
from companion.core.show.statement import OWES, Movement, Part
from companion.core.units import speak as spoken_figure
from models.frozen import frozen
from models.ledger import AMEND, ANOTHER, COUNT, REDO, UNDO, VOID, ReceiptLine
from views import theme
from views.components import amounts, controls
from views.components.controls import (
    Control,
    Controls,
    Icons,
    OnTap,
    Style,
    flat,
    lines,
    soft,
    text,
)
from views.components.player_card import token
from views.theme import INK, SOFT_INK

HEIGHT, TWO_FIGURES = 48, 36
"""Height of a row whose words take one line, and of a figure with what it leaves."""
BELOW, THIRD = 1.5, 76
"""From this text size on, or so wide in a narrow column, a figure stands below the words."""
SENTENCE = re.compile(r"(?<=[a-z\d)$]{2}\.) (?=[A-Z\d])")
"""Between two sentences; after the letters of an abbreviation there is none."""
SIGNS = {
    UNDO: Icons.UNDO,
    REDO: Icons.REDO,
    VOID: Icons.FORMAT_STRIKETHROUGH,
    AMEND: Icons.EDIT_OUTLINED,
    COUNT: Icons.PAYMENTS_OUTLINED,
    ANOTHER: Icons.DEVICES_OUTLINED,
}
"""What stands in place of a token, by the book's own actions."""


@frozen
class RowContent:
    """What a row shows of an entry: whom it is about, its words, and its figures with what each leaves.

    ``note`` says what a correction changed of it; ``remark`` is what became of the entry since, which is read out;
    ``agrees`` whether a count of the cash does. An entry that a correction has put in has that one's number, and an
    ``n``.
    """

    seq: int
    words: str
    action: str = ""
    person: Person | None = None
    parts: tuple[Part, ...] = ()
    note: str = ""
    remark: str = ""
    crossed_out: bool = False
    corrected: bool = False
    agrees: bool | None = None
    n: int = 0

    @property
    def figure(self) -> ReceiptLine | None:
        """The first of its figures."""
        return next((part.figure for part in self.parts), None)

    @property
    def spoken(self) -> str:
        """The whole entry, as it is read out."""
        said = [f"Entry {self.seq}. {self.words}"]
        for figure, left in self.parts:
            if figure.figure is None:
                continue
            if figure.text == OWES:
                said.append(
                    f"{describe_debt(figure, spoken_figure, beside=left is not None).capitalize()}."
                )
            else:
                said.append(f"{spoken_figure(figure.figure, figure.unit, signed=figure.signed)}.")
            if left and left.figure is not None:
                has = spoken_figure(left.figure, left.unit)
                said.append(f"Owes {has}." if left.text else f"Has {has}.")
        return " ".join([*said, *([f"{self.remark}."] if self.remark else [])])

    @property
    def owed(self) -> str:
        """What the entry adds to a debt or takes off it; empty where its figure is money that moved."""
        figure, left = next(iter(self.parts), (None, None))
        if figure is None or figure.text != OWES:
            return ""
        return describe_debt(figure, amounts.figure, beside=left is not None)

    @property
    def brief(self) -> str:
        """The words without the name that the token says already, unless others are named with it."""
        name = self.person.name if self.person else ""
        rest = self.words.removeprefix(f"{name}: ").removeprefix(f"{name} ") if name else self.words
        return self.words if rest.startswith("and ") else rest[:1].upper() + rest[1:]

    @property
    def shortest(self) -> str:
        """The first of several sentences: a narrow column has no room for all that came of a roll."""
        return first_sentence(self.brief)


def first_sentence(words: str) -> str:
    """The first of several sentences."""
    return SENTENCE.split(words, maxsplit=1)[0]


def describe_debt(figure: ReceiptLine, write: Callable[[int, str], str], *, beside: bool) -> str:
    """Say a change of a debt; ``beside`` what is owed then, ``more`` tells the two apart."""
    change = figure.figure or 0
    way = " less" if change > 0 else " more" if beside else ""
    return f"{OWES} {write(abs(change), figure.unit)}{way}"


def describe_change(movement: Movement, write: Callable[..., str]) -> str:
    """Say what a correction changed in all, or what an entry moved before it was corrected; empty where nothing."""
    lines = movement.changed or movement.before
    if lines is None:
        return ""
    figures = [
        describe_debt(line, write, beside=True)
        if line.text == OWES
        else write(line.figure or 0, line.unit, signed=line.signed)
        for line in lines
    ]
    said = ", ".join(figures) or "nothing"
    return (
        f"Changed in all: {said}"
        if movement.changed
        else f"Before entry {movement.entry.seq}: {said}"
    )


def journal_row(
    row: RowContent,
    on_click: OnTap,
    *,
    picked: bool = False,
    scale: float = 1.0,
    compact: bool = False,
) -> Control:
    """Show an entry, the whole of it in one name for screen readers; ``compact`` in a column of 200 pixels or so."""
    quiet = row.crossed_out or row.action in (UNDO, REDO)
    size = 24
    sign = SIGNS.get(row.action, Icons.GROUPS_OUTLINED)
    icon = controls.square(ft.Icon(sign, SOFT_INK, size - 4), size)
    figures = _figures(row)
    noted = soft(row.note, Style.LABEL_SMALL) if row.note else None
    below = scale >= BELOW or (compact and bool(row.owed or _width(row) > THIRD))
    under = flat((noted, figures if below else None))
    words: Control = text(
        row.shortest if compact else row.brief,
        Style.BODY_MEDIUM if compact or quiet else Style.TITLE_SMALL,
        SOFT_INK if quiet else INK,
        crossed_out=row.crossed_out,
        expand=None if under else True,
    )
    if under:
        words = lines(words, under, expand=True)
    checked = Icons.CHECK_CIRCLE_OUTLINE if row.agrees else Icons.WARNING_AMBER
    pieces = (
        token(row.person, size) if row.person else icon,
        words,
        ft.Icon(Icons.EDIT_OUTLINED, SOFT_INK, 16) if row.corrected else None,
        ft.Icon(checked, theme.GAIN if row.agrees else theme.LOSS, 18)
        if row.agrees is not None
        else None,
        None if below else figures,
    )
    high = TWO_FIGURES if noted or any(part.left for part in row.parts) else size
    return _line(
        pieces,
        on_click,
        row.spoken,
        around=(HEIGHT - high) // 2,
        picked=picked,
        key=f"entry-{row.seq}.{row.n}",
    )


def fold_row(
    words: str,
    on_click: OnTap,
    *,
    unfolded: bool | None = None,
    key: str,
) -> Control:
    """Show in one row that entries are crossed out; ``unfolded`` says whether they are open, where a tap opens them."""
    sign = Icons.EXPAND_LESS if unfolded else Icons.EXPAND_MORE
    pieces = (
        ft.Icon(Icons.FORMAT_STRIKETHROUGH, SOFT_INK, 20),
        soft(words, expand=True),
        None if unfolded is None else ft.Icon(sign, SOFT_INK, 20),
    )
    return _line(pieces, on_click, words, unfolded=unfolded, key=key)


def _line(
    pieces: controls.Part,
    on_click: OnTap,
    spoken: str,
    *,
    key: str,
    around: float = 13,
    picked: bool = False,
    unfolded: bool | None = None,
) -> Control:
    """Set pieces in a line that can be tapped, is read out as a whole and grows with its text."""
    named = ft.Semantics(
        content=controls.row(pieces, spacing=8),
        exclude_semantics=True,
        label=spoken,
        selected=picked or None,
        expanded=unfolded,
    )
    made = ft.Container(
        named,
        padding=theme.sides(4, around),
        bgcolor=theme.TINT if picked else None,
        border=theme.line("bottom"),
        ink=True,
        on_click=on_click,
    )
    return ft.MergeSemantics(
        made, key=key
    )  # with the name goes the focus, for whoever comes by keyboard


def _width(row: RowContent) -> float:
    if row.figure is None or row.figure.figure is None:
        return 0
    words = amounts.figure(row.figure.figure, row.figure.unit, signed=row.figure.signed)
    return amounts.room_for(words, Style.TITLE_SMALL, 1)


def _figures(row: RowContent) -> controls.Part:
    """Set each figure at the right, and what it leaves beneath it."""
    figures: Controls = []
    for figure, left in row.parts:
        if figure.figure is None:
            continue
        if figure.text == OWES:
            ink = SOFT_INK if row.crossed_out else INK
            words = describe_debt(figure, amounts.figure, beside=left is not None)
            figures.append(
                text(words, Style.BODY_MEDIUM, ink, crossed_out=row.crossed_out, whole=True)
            )
        else:
            figures.append(
                amounts.line_figure(figure, Style.TITLE_SMALL, crossed_out=row.crossed_out)
            )
        if left and left.figure is not None:
            has = amounts.figure(left.figure, left.unit)
            figures.append(soft(f"{left.text} {has}".lstrip(), Style.LABEL_SMALL))
    if len(figures) < 2:
        return figures
    return [lines(figures, horizontal_alignment=ft.CrossAxisAlignment.END)]
