"""A player's page: a statement of what they have, how far they are, and what moved it last."""

from __future__ import annotations

from functools import partial

from companion.core.show.cards import Standing
from models.errors import StorageError
from views.app_shell import visit
from views.components.controls import (
    Control,
    Controls,
    Part,
    Style,
    beside,
    card,
    column,
    packed,
    press,
    quiet_button,
    screen,
    soft,
    subheading,
    text,
    with_sign,
)
from views.components.hold_to_reveal import HoldToReveal
from views.components.journal_row import journal_row
from views.components.player_card import checklist, slot, whole_card
from views.state.play.play_state import Pane, PlaySnapshot, PlayState
from views.table.menu import (
    CORRECTIONS,
    LEAVE,
    action_rows,
    fold_group,
    group,
    overlay_head,
    use_folds,
)

MOVEMENTS = 10
"""So many of a player's last movements are on the page; the journal has all."""


@screen
def PlayerPage(state: PlayState, snapshot: PlaySnapshot, who: str) -> Control:
    """Show what a player has and what made it, and what can be recorded for them; nothing that can't."""
    opened, fold = use_folds()
    person, standing = next(
        pair for pair in zip(snapshot.people, snapshot.standings, strict=True) if pair[0].key == who
    )
    seen = checks = None
    if standing.secret and state.may_show(who):
        own = snapshot.secrets(who, state.privacy)
        words = f"For {person.name} alone: press and hold, and it is there until you let go."
        hold = HoldToReveal(state.privacy, own, snapshot.version, key=f"peek-{who}")
        seen = column(hold, soft(words), spacing=4)
    if standing.checks:
        checks = checklist(standing)
    can = [pair for pair in snapshot.actions_for(who) if pair[1] is None]
    corrections = [pair for pair in can if pair[0].group == CORRECTIONS]
    leaving = [pair for pair in can if pair[0].name == LEAVE]
    now = [pair for pair in can if pair not in (*corrections, *leaving)]
    rows, correct = partial(action_rows, state, who=who), f"Correct something for {person.name}"
    return column(
        overlay_head(state, person.name),
        whole_card(standing),
        seen,
        checks,
        held(standing),
        group(f"Record for {person.name}", rows(now)) if now else None,
        _movements(state, snapshot, who),
        fold_group(correct, partial(rows, corrections), opened, fold) if corrections else None,
        rows(leaving),
        spacing=12,
    )


def _movements(state: PlayState, snapshot: PlaySnapshot, who: str) -> Part:
    """List what moved a player's money last, with what it left; a tap opens the receipt."""
    try:
        last = snapshot.statement(who)[-MOVEMENTS:]
    except StorageError:
        return None  # damage elsewhere in the journal must not hide what is known
    if not last:
        return None
    lines = (snapshot.row_of_line(movement, who, movement) for movement in reversed(last))
    rows = (
        journal_row(row, press(state.panel.look, Pane("line", seq=row.seq)), scale=state.scale())
        for row in lines
    )
    journal = visit(state.play_id, "journal")
    head = beside(
        subheading("Last movements", Style.TITLE_SMALL),
        quiet_button("Journal", journal, key="to-journal"),
    )
    return packed(head, column(rows, spacing=0))


def held(standing: Standing) -> Controls:
    """List in words everything that a player holds."""
    rows = [
        with_sign(
            slot(holding), text(holding.text), soft(holding.detail) if holding.detail else None
        )
        for holding in standing.holdings
        if holding.text
    ]
    return [card(rows, spacing=8)] if rows else []
