"""Receipts: the arithmetic as people write it, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.core.recording.differences import sums_lines_above
from models.ledger import Proposal, ReceiptLine
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, soft, text


def rows(working: Sequence[ReceiptLine]) -> list[ft.Control]:
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
                made, figure, spacing=theme.GAP
            )  # a figure in the words would be broken by the other
        else:
            made = ft.Row(
                [made, figure], spacing=theme.GAP, vertical_alignment=ft.CrossAxisAlignment.START
            )
    if ruled:
        edge = ft.Border(top=ft.BorderSide(1, theme.EDGE))
        made = ft.Container(made, padding=ft.Padding.only(top=6), border=edge)
    if line.figure is None:
        return ft.Semantics(content=made, container=True)
    spoken = f"{line.text}: {amounts.speak(line.figure, line.unit, signed=line.signed)}"
    return ft.Semantics(content=made, container=True, label=spoken, exclude_semantics=True)


def rule(proposal: Proposal) -> list[ft.Control]:
    """Show why: the rule in a sentence, its heading in the rulebook, and the house rules in force."""
    lines: list[ft.Control] = []
    if proposal.rule:
        lines.append(soft(f"\u00a7 {proposal.rule}"))
    if proposal.source:
        lines.append(soft(f"Rulebook: {proposal.source}"))
    lines.extend(soft(f"House rule: {words}") for words in proposal.house)
    return lines


def receipt(proposal: Proposal, *, narrated: bool = True, ruled: bool = True) -> ft.Control:
    """Lay out what a proposal would do, step by step, and by which rules unless those are shown elsewhere."""
    lines: list[ft.Control] = []
    if narrated and proposal.narration:
        lines.append(text(proposal.narration, Style.TITLE_SMALL))
    lines.extend(rows(proposal.working))
    if ruled:
        lines.extend(rule(proposal))
    return ft.Semantics(
        identifier="receipt",
        container=True,
        content=controls.card(*lines, spacing=5, padding=12),
    )


def result(
    proposal: Proposal, width: float, scale: float, unfold: Callable[..., object], *, tall: bool
) -> ft.Control:
    """Show what a proposal comes to, and below it what it leaves; a tap shows all of it.

    What has no room on the second line is counted.
    """
    first, *rest = proposal.working or (ReceiptLine(proposal.narration),)
    room = width - EDGES
    said: list[str] = []
    if tall:
        room_below = room - (amounts.room_for(MORE.format(99), Style.LABEL_MEDIUM, scale))
        for line in reversed(rest):
            words = ", ".join((_in_words(line), *said))
            if amounts.room_for(words, Style.BODY_SMALL, scale) > room_below and said:
                break
            said.insert(0, _in_words(line))
    left = len(rest) - len(said)
    more = MORE.format(left) if left > 1 else ONE_MORE if left else ""
    head: list[ft.Control] = [text(first.text, Style.TITLE_SMALL, lines=1, expand=True)]
    if first.figure is not None:
        head.append(amounts.line_figure(first, Style.TITLE_MEDIUM))
    if more and not tall:
        head.append(ft.Icon(ft.Icons.EXPAND_LESS, color=theme.ACCENT, semantics_label=more))
    lines: list[ft.Control] = [ft.Row(head, spacing=theme.GAP)]
    if rest and tall:
        sign = [text(more, Style.LABEL_MEDIUM, theme.ACCENT)] if more else []
        lines.append(
            ft.Row([soft(", ".join(said), lines=1, expand=True), *sign], spacing=theme.GAP_S)
        )
    inside = ft.Column(lines, spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    drawn = controls.face(
        inside,
        unfold,
        padding=ft.Padding.symmetric(horizontal=14, vertical=2),
        role="button",
        key="receipt",
    )
    return ft.Semantics(
        identifier="result" if more else "receipt", container=True, content=ft.Row([drawn])
    )


EDGES = 30
"""What is left at the sides of a result."""
MORE, ONE_MORE = "{} more lines", "1 more line"


def _in_words(line: ReceiptLine) -> str:
    """Write a line of the working in one piece."""
    if line.figure is None:
        return line.text
    return f"{line.text} {amounts.line_figure(line, Style.BODY_SMALL).value.strip()}"
