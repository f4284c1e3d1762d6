"""Receipts: the arithmetic as people write it, and why."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.core.recording.differences import sums_lines_above
from companion.core.show.in_short import InShort
from models.ledger import Proposal, ReceiptLine
from views.components import amounts, controls
from views.components.controls import OnTap, Part, Style, flat, read_out, soft, strong, text
from views.theme import ACCENT, EDGE, GAP, SIZES, TOUCH, grow, sides


def rows(working: Sequence[ReceiptLine]) -> Part:
    """Write the working line by line, with a sum line over every result whose steps stand above it."""
    return [
        row(line, ruled=ruled)
        for line, ruled in zip(working, sums_lines_above(working), strict=True)
    ]


ONE_LINE, ONE_WORD = 44, 15
"""Words and a figure with more letters than this have a line each; so have a word and a figure in large text."""


def row(line: ReceiptLine, *, ruled: bool = False) -> ft.Control:
    """Write one line of the working: words to the left, figure to the right."""
    style = Style.TITLE_SMALL if line.total else Style.BODY_MEDIUM
    made: ft.Control = text(line.text, style, expand=line.figure is not None)
    if line.figure is not None:
        figure = amounts.line_figure(line, Style.TITLE_MEDIUM if line.total else Style.BODY_MEDIUM)
        if len(line.text) + len(figure.value) > ONE_LINE:
            made.expand = None
            made = ft.Column(
                [made, figure], spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
            )
        elif (
            any(map(str.isdigit, line.text))
            or max(map(len, line.text.split()), default=0) + len(figure.value) > ONE_WORD
        ):
            made.expand = None
            made = controls.beside(
                made, figure, spacing=GAP
            )  # a figure in the words would be broken by the other
        else:
            made = ft.Row(
                [made, figure], spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START
            )
    if ruled:
        edge = ft.Border(top=ft.BorderSide(1, EDGE))
        made = ft.Container(made, padding=ft.Padding.only(top=6), border=edge)
    if line.figure is None:
        return read_out(made)
    spoken = amounts.speak(line.figure, line.unit, signed=line.signed)
    return read_out(made, f"{line.text}: {spoken}")


def rule(proposal: Proposal) -> Part:
    """Show why: the rule in a sentence, its heading in the rulebook, and the house rules in force."""
    return (
        soft(f"\u00a7 {proposal.rule}") if proposal.rule else None,
        soft(f"Rulebook: {proposal.source}") if proposal.source else None,
        [soft(f"House rule: {words}") for words in proposal.house],
    )


def receipt(proposal: Proposal, *, narrated: bool = True) -> ft.Control:
    """Lay out what a proposal would do, step by step, and by which rules."""
    said = narrated and proposal.narration
    drawn = controls.card(
        strong(said) if said else None,
        rows(proposal.working),
        rule(proposal),
        spacing=5,
        padding=12,
    )
    return read_out(drawn, identifier="receipt")


def result(
    short: InShort,
    width: float,
    scale: float,
    unfold: OnTap,
    *,
    high: float | None,
    whole: bool,
) -> ft.Control:
    """Show what an entry comes to, and below it what it leaves; a tap shows the ``whole`` receipt, or puts it away.

    Of balances that have no room it is said how many there are. Without a height it is pinned, and as low as it can be.
    """
    line, left = short.result, [*short.then, *short.others]
    tall = high > TOUCH if high else line.figure is not None
    steps = short.steps + (0 if tall else len(left))
    said, cut = _fitting(short, width - EDGES, scale) if tall else ("", 0)
    more = steps + cut
    sign = LESS if whole else MORE.format(more) if more > 1 else ONE_MORE
    icon = ft.Icons.EXPAND_MORE if whole else ft.Icons.EXPAND_LESS
    head = controls.row(
        strong(
            line.text,
            lines=_lines(line, width - EDGES, high, scale, tall=tall),
            expand=True,
        ),
        amounts.line_figure(line, Style.TITLE_MEDIUM) if line.figure is not None else None,
        ft.Icon(icon, color=ACCENT, semantics_label=sign) if more and not tall else None,
        spacing=GAP,
    )
    under: Part = None
    if tall and (said or more):
        open_ = text(sign, Style.LABEL_MEDIUM, ACCENT)
        unfolds = open_, ft.Icon(icon, ACCENT, SIGN)
        left_out = soft(said, lines=1, expand=True)
        under = controls.row(left_out, unfolds if more else None, spacing=4)
    drawn = controls.face(
        ft.Column(flat((head, under)), spacing=0, alignment=ft.MainAxisAlignment.CENTER),
        unfold,
        padding=sides(14, 2),
        role="button",
        key="receipt",
    )
    return read_out(controls.row(drawn), identifier="result" if more else "receipt")


EDGES, INSET, SIGN = 30, 4, 16
"""What is left at the sides of a result, and above and below it; the size of the sign that it opens."""
MORE, ONE_MORE, LESS = "{} more lines", "1 more line", "Fewer lines"


def _lines(line: ReceiptLine, room: float, high: float | None, scale: float, *, tall: bool) -> int:
    """Count the lines that a result may take: one beside a figure, and for a sentence all that have room.

    On a page it has a second one only where its end, which has no room on the first, has a figure in it.
    """
    if line.figure is not None:
        return 1
    if high is None:
        words = len(line.text)
        while amounts.room_for(line.text[:words], Style.TITLE_SMALL, scale) > room:
            words -= 1
        return 1 + any(map(str.isdigit, line.text[words:]))
    below = _line_height(Style.BODY_SMALL, scale) if tall else 0
    return max(1, int((high - INSET - below) / _line_height(Style.TITLE_SMALL, scale)))


def _line_height(style: Style, scale: float) -> float:
    return grow(SIZES[style.name.lower()][0], scale) * 1.3


def _fitting(short: InShort, room: float, scale: float) -> tuple[str, int]:
    """Write what is left as far as there is room on one line, and count what is not."""
    left = [*short.then, *short.others]
    for shown in range(len(left), 0, -1):
        cut = len(left) - shown
        unsaid = len(short.then) - shown
        words = ", ".join([*left[:shown], *([f"+{unsaid} more"] if unsaid > 0 else [])])
        more = short.steps + cut
        sign = amounts.room_for(MORE.format(more), Style.LABEL_MEDIUM, scale) + SIGN + GAP
        beside = sign if more else 0
        if amounts.room_for(words, Style.BODY_SMALL, scale) <= room - beside:
            return words, cut
    return "", len(left)
