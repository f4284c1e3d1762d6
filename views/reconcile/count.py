"""Counting the cash: what lies before somebody, beside what the book says, and what would explain a difference."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.core.counting import Countable, why_uncountable
from companion.core.recording import countable, differences
from companion.core.recording.countable import difference
from companion.core.units import per_whole
from companion.reconcile.explaining import Explanation
from models.errors import StorageError
from views import theme
from views.app_shell import back_route, page
from views.components import amounts, controls
from views.components.amounts import figure
from views.components.controls import (
    Part,
    Style,
    button,
    card,
    heading,
    icon_button,
    main_button,
    press,
    quiet_button,
    remark,
    screen,
    strong,
    text,
    wrap,
)
from views.components.fields import field
from views.components.player_card import badge
from views.components.sections import fact, fits_two_columns, pills, side_by_side
from views.journal.correct import was_and_then
from views.reconcile.count_state import NOTES, TOTAL, CountState
from views.state.client import Client
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState

NOTHING = "No usual mistake explains the difference."


def suggestions(counting: CountState) -> Part:
    """Show what was found, and the other ways out."""
    if counting.looking:
        return controls.note("Looking through the evening\u2026", "info", live=True)
    found = counting.current_findings
    if found is None:
        return None
    head = "One mistake would explain it"
    if len(found) > 1:
        head = f"{len(found)} mistakes would explain it"
    return [
        heading(head) if found else controls.note(NOTHING, "info", live=True),
        [_card(counting, explanation) for explanation in found],
        _otherwise(counting),
    ]


def _card(counting: CountState, explanation: Explanation) -> ft.Control:
    """Show what may have gone wrong, what the line would say then, and whom else it touches."""
    words, take = explanation.suspicion.words, press(counting.take, explanation)
    return card(
        strong(words),
        was_and_then(explanation.revision.consequences[0]),
        remark(_besides(counting, explanation)),
        wrap(button("Correct it so", take, icon=ft.Icons.CHECK, key=f"take-{words}")),
    )


def _besides(counting: CountState, explanation: Explanation) -> str:
    """Say what else would change, in a sentence or two."""
    snapshot, purse, revision = counting.state.snapshot, counting.purse, explanation.revision
    changes = differences.between(snapshot.game, snapshot.table, revision.after)
    others = [
        change
        for change in changes
        if change.unit and f"{change.holder}:{change.what}" != purse.account
    ]
    lines = [differences.receipt_line(snapshot.table, change) for change in others]
    said = [f"{line.text} {figure(line.figure or 0, line.unit)}." for line in lines]
    if later := len(revision.those("effects changed")):
        said.append(
            f"{later} later {'entry comes' if later == 1 else 'entries come'} out differently."
        )
    return " ".join(said) or "Nobody else has more or less by it."


def _otherwise(counting: CountState) -> Part:
    """The other ways out: by hand, the money itself, or both left as they are."""
    purse, counted, snapshot = counting.purse, counting.counted or 0, counting.state.snapshot
    short = counted - purse.held
    size, held = figure(abs(short), purse.unit), figure(purse.held, purse.unit)
    change = countable.correction(snapshot.game, purse, counted)
    by_hand: Part = None
    if change:
        bank = "The Treasury" if "treasury" in change.answers.values() else "The bank"
        said = f"{bank} {'gives' if short > 0 else 'takes'} {size} in the book. The reason noted is the count."
        by_hand = _way_out(
            "Nobody knows why, but the count is right",
            said,
            button("Put the book right", counting.by_hand, change, key="by-hand"),
        )
    way = f"Take {size} away" if short > 0 else f"Put {size} to it"
    return [
        heading("Or else"),
        by_hand,
        _way_out(
            "The book is right",
            f"{way} on the table, then it agrees.",
            button(
                f"It is {held} now",
                counting.record,
                purse.held,
                snapshot,
                f"{purse.name}: {held}, as the book says.",
                key=f"book-right-{snapshot.version}",
            ),
        ),
        _way_out(
            "Decide later",
            "Both stay as they are; the count is kept as one that does not agree.",
            quiet_button(
                "Write the count down",
                counting.record,
                counted,
                snapshot,
                key=f"as-counted-{snapshot.version}",
            ),
        ),
    ]


def _way_out(title: str, words: str, act: ft.Control) -> ft.Control:
    return card(strong(title), remark(words), wrap(act))


EXAMPLE = 1_500
"""A sum of whole ones, as an example of how sums are written."""
FIELD = 74.0
"""Width of the field for a number of notes, at text size 1."""


def count_pad(counting: CountState) -> Part:
    """Ask what lies in front of somebody."""
    purse, by_notes, cash = counting.purse, counting.by_notes, counting.state.snapshot.game.cash
    ways = {NOTES: "Count notes", TOTAL: "Type the total"}
    picks = pills(ways, NOTES if by_notes else TOTAL, counting.turn)
    total = field(
        counting.total,
        f"{purse.name}: what lies there, all together",
        helper=f"For instance {figure(EXAMPLE * per_whole(purse.unit), purse.unit)}",
        key=f"total-{purse.key}",
    )
    piles = (_pile(counting, purse, note) for note in counting.notes)
    return [
        wrap(picks) if counting.notes else None,
        card(piles) if by_notes else total,
        remark(cash.leave_out) if cash and cash.leave_out else None,
    ]


def _pile(counting: CountState, purse: Countable, note: int) -> ft.Control:
    """Lay out one pile: what a note is worth, and how many there are."""
    aloud = amounts.speak(note, purse.unit)
    typed = field(
        counting.pile(note),
        "",
        hint_text="0",
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.CENTER,
        dense=True,
        content_padding=theme.sides(4, 14),
        key=f"pile-{purse.key}-{note}",
    )
    typed.label = None
    named = ft.Semantics(content=typed, label=f"How many notes of {aloud}", container=True)
    fewer, more = press(counting.step, note, -1), press(counting.step, note, 1)
    none = not counting.number(note)
    steps = controls.inline(
        icon_button(ft.Icons.REMOVE, f"One {aloud} note fewer", fewer, disabled=none),
        ft.Container(named, width=FIELD * min(counting.state.scale(), 1.6)),
        icon_button(ft.Icons.ADD, f"One {aloud} note more", more),
    )
    return controls.beside(text(figure(note, purse.unit), Style.TITLE_MEDIUM), steps)


@screen
def CountScreen(client: Client, state: PlayState) -> ft.Control:
    """Count one purse after the other."""
    begun: CountState = ft.use_memo(lambda: CountState(state), [state])
    counting, _ = ft.use_state(begun)
    snapshot = state.snapshot

    fresh, problem = ft.use_memo(lambda: _agreed(snapshot), [snapshot])
    frame = partial(page, client, "Count the cash", back=back_route(client, state.play_id))
    if problem or not counting.purses:
        words = problem or why_uncountable(snapshot.turn()) or "There is nothing to be counted."
        return frame(controls.empty(ft.Icons.PAYMENTS_OUTLINED, "Nothing to count", words))
    purse, counted = counting.purse, counting.counted
    finds: Part = None
    if counted not in (None, purse.held):
        finds = suggestions(counting)
    said = controls.problem(counting.problem)
    if counting.said and counted is None and not said:
        said = controls.note(counting.said, "good", live=True)
    result = _beside(purse, counted), said
    who, pad = _who(counting, fresh), count_pad(counting)
    # on a phone nobody would find below the piles what was found
    above = finds is not None and not fits_two_columns(client)
    blocks = (
        [who, result, finds, pad] if above else side_by_side(client, [who, pad], [result, finds])
    )
    return frame(*blocks, foot=_foot(counting, fresh))


def _agreed(snapshot: PlaySnapshot) -> tuple[frozenset[str], str]:
    """Whose count agrees with the book as it is now, with no line since; or why the book can't be read."""
    try:
        counts, lines = snapshot.referee.counts(), snapshot.referee.lines()
    except StorageError as error:
        return frozenset(), error.sentence
    last = max((line.place for line in lines), default=None)
    fresh = (count.who for count in counts if count.held and last and count.place > last)
    return frozenset(fresh), ""


def _who(counting: CountState, fresh: frozenset[str]) -> ft.Control:
    """Pick whose money is counted; who was counted since the last line has a tick."""
    signs: dict[str, ft.Control] = {}
    for account in counting.purses:
        if account.key in fresh:
            signs[account.key] = ft.Icon(
                ft.Icons.CHECK_CIRCLE, theme.GAIN, 26, semantics_label="counted"
            )
        elif person := counting.state.snapshot.person(account.seat):
            signs[account.key] = badge(person, 26)
    names = {account.key: account.name for account in counting.purses}
    return wrap(pills(names, counting.purse.key, counting.pick, signs=signs, say="Count"))


def _beside(purse: Countable, counted: int | None) -> ft.Control:
    """Show what was counted above what the book says, and the difference in words."""
    said = None
    if counted is not None:
        tone = "good" if counted == purse.held else "warn"
        said = controls.note(difference(purse, counted), tone, live=True)
    return card(
        text(purse.name, Style.TITLE_MEDIUM),
        fact("Counted", "\u2013" if counted is None else figure(counted, purse.unit)),
        fact("In the book", figure(purse.held, purse.unit)),
        said,
    )


def _foot(counting: CountState, fresh: frozenset[str]) -> ft.Control | None:
    """Record a count that agrees in one tap and go on to the next, or search for the mistake in one that differs."""
    snapshot, purses = counting.state.snapshot, counting.purses
    purse, counted = counting.purse, counting.counted
    at = [account.key for account in purses].index(purse.key)
    others = (*purses[at + 1 :], *purses[:at])
    after = next((account for account in others if account.key not in fresh), None)
    # another button on every version of the book: a tap that was under way writes down no other figure
    key = f"agrees-{snapshot.version}"
    go_on = press(counting.record_and_go_on, snapshot, after.key if after else "")
    if counted == purse.held:
        words = f"It agrees, next {after.name}" if after else "It agrees"
        return main_button(words, go_on, icon=ft.Icons.CHECK, key=key)
    if counted is None:
        words = f"It is exactly {figure(purse.held, purse.unit)}"
        exactly = button(words, go_on, icon=ft.Icons.CHECK, key=key)
        return None if purse.key in fresh else exactly
    if counting.looking or counting.current_findings is not None:
        return None
    return main_button("Look for the mistake", counting.search, icon=ft.Icons.SEARCH)
