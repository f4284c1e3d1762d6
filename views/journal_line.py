"""A line of the journal: as a row, and in full with what striking it out would change. Plain functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from models.ledger import VOID, Line, Refusal
from views import figures, fold, parts, theme
from views.parts import Style, button, icon_button, press, screen, soft, text
from views.receipt import receipt, row, what

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.differences import Difference
    from models.journal import Written
    from views.picture import Picture
    from views.store import Desk

DEBTS = frozenset({"credit", "debt", "loan", "loans"})
"""Purses in which less than nought is what somebody owes."""


@dataclass(eq=False)
class Striking(ft.Observable):
    """Whether a line is about to be struck out, and the reason for it as far as typed."""

    asking: bool = False
    reason: str = ""
    wrong: str = ""

    def ask(self) -> None:
        """Ask why the line is to be struck out."""
        self.asking = True

    def leave(self) -> None:
        """Leave the line as it is."""
        self.asking, self.reason, self.wrong = False, "", ""

    def explain(self, words: str) -> None:
        """Take in the reason as it is typed."""
        self.reason, self.wrong = words, ""

    def strike(self, desk: Desk, seq: int, seen: int) -> bool:
        """Strike the line out; false when it was not, and why is said at the reason."""
        if not self.asking:
            return False  # the second half of a double tap
        words = " ".join(self.reason.split())
        if not words:
            self.wrong = "Say why the line is struck out."
            return False
        if not desk.void(seq, words, seen):
            self.wrong = desk.problem
            return False
        desk.writing = False
        self.leave()
        parts.say("Struck out. Undo brings it back.")
        return True

    def take_back(self, desk: Desk, seen: int) -> bool:
        """Undo a line that is not taken back without a reason; false when it was not, and why is said there."""
        if not desk.firm:
            return False  # the second half of a double tap
        words = " ".join(self.reason.split())
        if not words:
            self.wrong = "Say why it is taken back."
            return False
        if not desk.undo(seen, words):
            self.wrong = desk.problem
            return False
        desk.writing = False
        self.leave()
        parts.say("Undone. Redo brings it back.")
        return True


def struck_words(written: Written) -> str:
    """Say that a line is struck out, and by which other; nothing when it stands."""
    return f"Struck out by line {written.struck_by}" if written.struck_by is not None else ""


def _line(written: Written, look: Callable[[int], object], *, picked: bool, scale: float) -> ft.Control:
    """Write a line: number, what was recorded, when, and the figure it came to."""
    entry, struck = written.entry, written.struck_by is not None
    quiet = struck or entry.turns_back
    head = figures.headline(entry.proposal)
    told = entry.proposal.narration or "Recorded"
    at = f"{entry.at.astimezone():%H:%M}"
    under = " \u00b7 ".join(part for part in (at, struck_words(written)) if part)
    pieces: list[ft.Control] = [
        ft.Container(soft(str(entry.seq), Style.LABEL_MEDIUM), width=34 * scale, padding=ft.Padding.only(top=2)),
        ft.Column(
            [
                text(
                    told,
                    Style.BODY_SMALL if entry.turns_back else Style.BODY_MEDIUM,
                    theme.SOFT_INK if quiet else theme.INK,
                    struck=struck,
                ),
                soft(under),
            ],
            spacing=1,
            tight=True,
            expand=True,
        ),
    ]
    if head and head.figure is not None and not entry.turns_back:
        pieces.append(figures.money(head.figure, head.unit, signed=head.signed, style=Style.TITLE_SMALL, struck=struck))
    tap = press(look, entry.seq)
    made = ft.Container(
        ft.Row(pieces, spacing=8, vertical_alignment=ft.CrossAxisAlignment.START),
        padding=ft.Padding.symmetric(vertical=12, horizontal=10),
        bgcolor=theme.TINT if picked else None,
        border=ft.Border(bottom=ft.BorderSide(1, theme.HAIRLINE)),
        ink=True,
        on_click=tap,
    )
    spoken = f"Line {entry.seq}, {at}. {told}" + (f" {struck_words(written)}." if struck else "")
    return ft.Semantics(
        content=made, container=True, button=True, selected=picked, label=spoken, exclude_semantics=True, on_tap=tap
    )


JournalLine = parts.memo(screen(_line))


def detail(
    picture: Picture,
    written: Written,
    reading: Striking,
    *,
    strike: Callable[[], object],
    writing: Callable[[bool], object],
    close: Callable[[], object],
    firm: str = "",
) -> ft.Control:
    """Show a line in full: its receipt, when and by whom, why, and the way to strike it out.

    ``firm`` is the sentence that asks for a reason where the line is about to be undone; ``strike`` undoes it then.
    """
    entry = written.entry
    at = entry.at.astimezone()
    head = ft.Row(
        [
            ft.Column(
                [
                    parts.heading(f"Line {entry.seq}: {what(entry, picture.game)}"),
                    soft(f"{at:%A} {at.day} {at:%B}, {at:%H:%M} \u00b7 recorded by the {entry.by}"),
                ],
                spacing=2,
                tight=True,
                expand=True,
            ),
            icon_button(ft.Icons.CLOSE, "Close the line", press(close)),
        ],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    if firm:
        # the reason stands first: below the receipt it would be out of sight on a phone
        why = _why(reading, entry.seq, strike, close, writing, firm=firm)
        return parts.column(head, *why, *_would(picture, written), receipt(entry.proposal), spacing=12)
    blocks: list[ft.Control] = [head, receipt(entry.proposal)]
    if written.struck_by is not None:
        blocks.append(parts.note(f"{struck_words(written)}. It no longer counts.", "warn"))
    elif entry.turns_back:
        blocks.append(soft("Undo and redo at the top of the screen go back and forth.", Style.BODY_MEDIUM))
    elif entry.proposal.action == VOID:
        blocks.append(soft("Undo takes a striking out back; later, record the line again.", Style.BODY_MEDIUM))
    elif not reading.asking:
        sign = ft.Icons.FORMAT_STRIKETHROUGH
        blocks.append(button("Strike out this line", press(reading.ask), tone="danger", icon=sign, key="strike"))
    else:
        blocks += [*_would(picture, written), *_why(reading, entry.seq, strike, reading.leave, writing)]
    return parts.column(*blocks, spacing=12)


def _why(
    reading: Striking,
    seq: int,
    strike: Callable[[], object],
    leave: Callable[[], object],
    writing: Callable[[bool], object],
    *,
    firm: str = "",
) -> list[ft.Control]:
    """Ask for the reason, whether a line is struck out or undone, and offer to leave it as it is."""
    act, sign = ("Undo it", ft.Icons.UNDO) if firm else ("Strike it out", ft.Icons.FORMAT_STRIKETHROUGH)
    return [
        *([parts.note(firm, "warn", live=True)] if firm else []),
        fold.field(
            "Reason",
            reading.reason,
            reading.explain,
            error=reading.wrong,
            helper="For instance: somebody had not understood" if firm else "For instance: wrong player",
            on_submit=press(strike),
            focused=writing,
            autofocus=True,
            key=f"reason-{seq}",
        ),
        parts.wrap(
            button(act, press(strike), tone="danger", icon=sign),
            button("Leave it", press(leave), tone="quiet"),
        ),
    ]


def _would(picture: Picture, written: Written) -> list[ft.Control]:
    """Say what striking a line out would change, and what it would not."""
    try:
        changes = picture.referee.differences(written.entry.seq)
    except Refusal as refusal:
        return [parts.note(refusal.sentence, "bad")]
    blocks: list[ft.Control] = []
    if changes:
        rows = [row(_difference(picture, one)) for one in changes]
        blocks.append(parts.card(soft("Without this line", Style.LABEL_MEDIUM), *rows, spacing=5))
    else:
        blocks.append(soft("No money moves by striking it out.", Style.BODY_MEDIUM))
    for one in changes:
        # of what is hidden not even this is said: it would tell how little there is
        if not one.hidden and one.after < 0 <= one.before and one.what not in DEBTS:
            who, short = picture.table.name(one.holder), figures.figure(one.after, one.unit)
            blocks.append(parts.note(f"{who} would stand below nought: {_thing(picture, one)} at {short}.", "bad"))
    if any(one.hidden and one.change < 0 for one in changes):
        blocks.append(soft("What is hidden is not looked at: see to it that everyone can give it back."))
    if written.entry.seq < picture.version:
        blocks.append(soft("The lines after it stay as they are written; look whether they still make sense."))
    return blocks


def _difference(picture: Picture, one: Difference) -> Line:
    """Say what somebody holds now and would hold then; a debt without its minus, as people say it."""
    who, thing = picture.table.name(one.holder), _thing(picture, one)
    if one.hidden:
        return Line(f"{who}, {thing}: changes by", one.change, one.unit, signed=True)
    if one.what in DEBTS and one.before <= 0 and one.after <= 0:
        return Line(f"{who}, owed on {thing}: {figures.figure(-one.before, one.unit)} becomes", -one.after, one.unit)
    return Line(f"{who}, {thing}: {figures.figure(one.before, one.unit)} becomes", one.after, one.unit)


def _thing(picture: Picture, one: Difference) -> str:
    """Name what is held: a purse by its name, a card as the board has it."""
    purse, _, unit = one.what.rstrip(")").partition(" (")
    if not unit:
        return purse
    keys = (fact.key for fact in picture.game.facts if not fact.whole)
    key = next((one for one in keys if one == f"{unit}.name" or one.endswith(f".{unit}")), "")
    return str(picture.table.fact(key)) if key else unit.replace("_", " ")
