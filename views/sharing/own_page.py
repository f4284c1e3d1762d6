"""What a player's own phone shows of that player: money, cards, the next step, and what happened last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import flet as ft

from companion.core.show.boards import Runner, ToteBoard
from companion.core.show.cards import Badge, Holding, Stake, Standing
from models.ledger import Entry, Proposal
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import split_number
from views.components.controls import (
    Control,
    Part,
    Still,
    Style,
    chip,
    column,
    flat,
    press,
    soft,
    text,
    wrap,
)
from views.components.hold_to_reveal import HoldToReveal
from views.components.journal_row import journal_row
from views.components.player_card import checklist, slot, standing_lines
from views.state.play.play_state import Pane, Person, PlaySnapshot, PlayState
from views.table.frame import Measures, Place

OWES = "owes "
"""With this begins the remark that names a player's debt."""
LAST = 3
"""The number of a player's last entries on the page; the journal has all."""
LARGEST = 240
"""Most width of a player's money."""
LARGE = 44.0
"""Greatest letters of a player's money, at text size 1."""
LABEL, LINE = 18, 1.3
"""Height of the words above it, and of a line in parts of its letters."""


def money(
    state: PlayState, snapshot: PlaySnapshot, standing: Standing, measures: Measures, width: float
) -> Control:
    """Show what the player has large, the debt at its right; what is secret under a finger only."""
    cash, scale = snapshot.game.cash, measures.text
    named = measures.players > theme.TOUCH and (cash is None or cash.followed(snapshot.turn()))
    high, figure, held = measures.players - LABEL * scale * named, None, None
    if not standing.masked:
        most = LARGE * scale if measures.page else min(LARGE * scale, high / LINE)
        size = amounts.size_in(standing.figure, min(width, LARGEST), most)
        words = text(standing.figure, Style.DISPLAY_SMALL, size=size)
        figure = ft.Column(
            flat((soft("You have") if named else None, words)), spacing=0, tight=True
        )
    if standing.secret:
        own = snapshot.secrets(standing.seat, state.privacy)
        held = HoldToReveal(
            state.privacy,
            own,
            snapshot.version,
            brief=figure is not None,
            key=f"own-{standing.seat}",
        )
    # who owes nothing needs no word for it
    debt = _debt(standing.debt.text) if standing.debt.tone == "bad" else None
    if figure and held and measures.place is Place.PHONE and not measures.page:
        return controls.row(figure, controls.fill(held), debt)  # the strip has room for one line
    return controls.beside(figure, held, debt)


def _debt(words: str) -> Control:
    if not words.startswith(OWES):
        return chip(words, "bad")
    amount = text(words.removeprefix(OWES), Style.TITLE_LARGE, theme.LOSS, whole=True)
    end = ft.CrossAxisAlignment.END
    return controls.lines(soft("You owe"), amount, horizontal_alignment=end)


def things(snapshot: PlaySnapshot, standing: Standing) -> Part:
    """Show cards by their names, what is at stake, and what the next step needs, point by point."""
    staked = stakes(snapshot, standing)
    return (
        Still(_things, standing, snapshot.in_pots, key="things"),
        Still(_stakes, staked, key="stakes") if staked else None,
    )


def _things(standing: Standing, in_pots: Sequence[Badge]) -> Control:
    named = any(holding.text for holding in standing.holdings)
    pots = [chip(pot.text, pot.tone) for pot in in_pots if pot.text]
    return column(
        wrap(map(_card, standing.holdings), spacing=12) if named else None,
        wrap(pots) if pots else None,
        standing_lines(replace(standing, holdings=())),
        checklist(standing) if standing.checks else None,
    )


def _card(holding: Holding) -> Control:
    """Show a card, or an empty place for one, by its sign and its name."""
    name = text(split_number(holding.text)[1], Style.LABEL_LARGE) if holding.text else None
    said = holding.text or "Empty place", holding.detail, "" if holding.counts else "does not count"
    content = controls.with_sign(slot(holding), name, spacing=6)
    return controls.read_out(content, ", ".join(filter(None, said)))


def stakes(snapshot: PlaySnapshot, standing: Standing) -> tuple[Stake, ...]:
    """What the player has at stake: what the game says of it, and the bets on the boards before they are paid."""
    found = [*standing.stakes]
    for board in snapshot.boards:
        if isinstance(board, ToteBoard) and not (board.payouts or board.outcome):
            results = [
                (
                    f"{_name_runner(runner)}, {amounts.figure(bet.amount, board.unit)}",
                    amounts.figure(bet.back, board.unit) if bet.back is not None else runner.pays,
                )
                for runner in board.runners
                for bet in runner.backings
                if bet.seat == standing.seat
            ]
            if results:
                found.append(Stake(f"{board.title}: what you get if it wins", tuple(results)))
    return tuple(found)


def _name_runner(runner: Runner) -> str:
    number = str(runner.number)
    return runner.name if runner.name.endswith(number) else f"{number} {runner.name}".strip()


def _stakes(found: Sequence[Stake]) -> Control:
    """Show what is at stake, and what each result brings."""
    return column(
        (
            controls.card(
                text(stake.title, Style.TITLE_SMALL),
                wrap(
                    (
                        ft.MergeSemantics(
                            controls.lines(soft(label), text(value, Style.TITLE_LARGE))
                        )
                        for label, value in stake.results
                    ),
                    spacing=20,
                ),
            )
            for stake in found
        ),
    )


def last_for(state: PlayState, snapshot: PlaySnapshot, person: Person) -> Part:
    """What happened to the player last, each with what it brought or cost them; a tap shows how it came about."""
    rows = [snapshot.row_of(entry, person.key) for entry in entries_about(snapshot, person)]
    lines = (
        journal_row(
            row,
            press(state.panel.look, Pane("line", seq=row.seq)),
            scale=state.scale(),
            compact=True,
        )
        for row in rows
    )
    head = controls.subheading("Last for you")
    return (head, column(lines, spacing=0)) if rows else None


def entries_about(snapshot: PlaySnapshot, person: Person) -> Iterator[Entry]:
    """The last entries that move what a player has, hidden or not, or name the player, the latest first."""
    about = (
        entry
        for entry in snapshot.lines_about(person)
        if not (entry.turns_back or snapshot.is_crossed_out(entry))
        and _is_about(snapshot.proposal_now(entry), person)
    )
    return islice(about, LAST)


def _is_about(proposal: Proposal, person: Person) -> bool:
    moved = {posting.account.partition(":")[0] for posting in proposal.postings}
    named = re.search(rf"\b{re.escape(person.name)}\b(?!'s)", proposal.narration)
    return person.key in moved or named is not None


def latest_of(snapshot: PlaySnapshot, person: Person) -> int:
    """The number of the last entry that concerns a player; 0 where none does."""
    return next((entry.seq for entry in entries_about(snapshot, person)), 0)
