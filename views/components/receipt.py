"""Receipts: the arithmetic as people write it, and why."""

from __future__ import annotations

from collections.abc import Sequence

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


def result(proposal: Proposal, lines: int) -> ft.Control:
    """Show in so many lines what a proposal comes to: how it begins, and what it leaves."""
    return ft.Semantics(
        identifier="receipt" if says_all(proposal, lines) else "result",
        container=True,
        content=controls.column(*(row(line) for line in _in_short(proposal, lines)), spacing=2),
    )


def says_all(proposal: Proposal, lines: int) -> bool:
    """Whether so many lines are the whole receipt."""
    return len(proposal.working) <= lines


def _in_short(proposal: Proposal, lines: int) -> tuple[ReceiptLine, ...]:
    """Pick the first lines of a receipt and the one that says what it leaves; what is narrated where it has none."""
    working = tuple(proposal.working)
    if len(working) <= lines:
        return working or (ReceiptLine(proposal.narration),)
    figures = [at for at, line in enumerate(working) if line.figure is not None] or [
        len(working) - 1
    ]
    return tuple(working[at] for at in sorted({*range(lines - 1), figures[-1]}))
