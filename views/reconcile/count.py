"""Counting the cash: what lies before somebody, beside what the book says, and what would explain a difference."""

from __future__ import annotations

import flet as ft

from companion.core.counting import Countable, name_of, why_uncountable
from companion.core.recording import countable, differences
from companion.core.recording.countable import Count, difference
from companion.core.units import per_whole
from companion.dates import describe_time
from companion.reconcile.explaining import Explanation
from models.errors import StorageError
from models.ledger import Place, Refusal
from views import theme
from views.app_shell import back_route, go, header, play_route
from views.components import amounts, controls
from views.components.amounts import figure
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.fields import field
from views.components.player_card import badge
from views.components.sections import fact, fits_two_columns, pill, scroll_pane, side_by_side
from views.journal.correct import was_and_then
from views.journal.correction_state import AFTER, CROSS_OUT, LINE, route
from views.reconcile.count_state import NOTES, TOTAL, CountState
from views.state.client import Client
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState

NOTHING = "No usual mistake explains the difference."


def suggestions(counting: CountState, purse: Countable, counted: int) -> list[ft.Control]:
    """Show what was found, and the other ways out."""
    if counting.looking:
        return [controls.note("Looking through the evening\u2026", "info", live=True)]
    found = counting.current_findings(purse, counted)
    if found is None:
        return []
    explained: list[ft.Control] = [controls.note(NOTHING, "info", live=True)]
    if found:
        head = "One mistake would explain it"
        if len(found) > 1:
            head = f"{len(found)} mistakes would explain it"
        cards = (_card(counting, purse, counted, explanation) for explanation in found)
        explained = [controls.heading(head), *cards]
    return [*explained, *_otherwise(counting, purse, counted)]


def _card(
    counting: CountState, purse: Countable, counted: int, explanation: Explanation
) -> ft.Control:
    """Show what may have gone wrong, what the line would say then, and whom else it touches."""
    snapshot = counting.state.snapshot
    suspicion, line = explanation.suspicion, explanation.revision.consequences[0]
    take = press(counting.take, explanation, purse, counted)
    way = route(Place(line.place.seq), AFTER)
    if line.now:
        way = route(line.place, LINE if line.then else CROSS_OUT)
    see = press(go, play_route(snapshot.play.id, way))
    return controls.card(
        text(suspicion.words, Style.TITLE_SMALL),
        *was_and_then(line),
        soft(_besides(snapshot, purse, explanation), Style.BODY_MEDIUM),
        controls.wrap(
            button("Correct it so", take, icon=ft.Icons.CHECK, key=f"take-{suspicion.words}"),
            button("Preview", see, tone="quiet"),
        ),
        spacing=6,
        padding=12,
    )


def _besides(snapshot: PlaySnapshot, purse: Countable, explanation: Explanation) -> str:
    """Say what else would change, in a sentence or two."""
    revision = explanation.revision
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


def _otherwise(counting: CountState, purse: Countable, counted: int) -> list[ft.Control]:
    """The other ways out: by hand, the money itself, or both left as they are."""
    short, snapshot = counted - purse.held, counting.state.snapshot
    size, seen = figure(abs(short), purse.unit), snapshot.version
    blocks: list[ft.Control] = [controls.heading("Or else")]
    change = countable.correction(snapshot.game, purse, counted)
    if change:
        bank = "The Treasury" if "treasury" in change.answers.values() else "The bank"
        said = f"{bank} {'gives' if short > 0 else 'takes'} {size} in the book. The reason noted is the count."
        try:
            snapshot.referee.propose(change.action, change.answers)
        except Refusal as refusal:
            blocks.append(_way_out("Put the book right by hand", refusal.sentence))
        else:
            hand = button(
                "Put the book right", press(counting.by_hand, change, purse, counted), key="by-hand"
            )
            blocks.append(_way_out("Nobody knows why, but the count is right", said, hand))
    way = f"Take {size} away" if short > 0 else f"Put {size} to it"
    held = figure(purse.held, purse.unit)
    agreed = press(
        counting.record, purse, purse.held, snapshot, f"{purse.name}: {held}, as the book says."
    )
    put = button(f"It is {held} now", agreed, key=f"book-right-{seen}")
    leave = press(counting.record, purse, counted, snapshot)
    later = button("Write the count down", leave, tone="quiet", key=f"as-counted-{seen}")
    return [
        *blocks,
        _way_out("The book is right", f"{way} on the table, then it agrees.", put),
        _way_out(
            "Decide later",
            "Both stay as they are; the count is kept as one that does not agree.",
            later,
        ),
    ]


def _way_out(title: str, words: str, *acts: ft.Control) -> ft.Control:
    lines = (text(title, Style.TITLE_SMALL), soft(words, Style.BODY_MEDIUM))
    return controls.card(*lines, *map(controls.wrap, acts), spacing=5, padding=12)


def who_agrees(snapshot: PlaySnapshot, counts: list[Count]) -> frozenset[str]:
    """Whose count agrees with the book as it is now, with no line since."""
    last = max((line.place for line in snapshot.referee.lines()), default=None) if counts else None
    return frozenset(count.who for count in counts if count.held and last and count.place > last)


def count_list(snapshot: PlaySnapshot, counts: list[Count]) -> list[ft.Control]:
    """List the counts that stand, newest first."""
    if not counts or any(
        snapshot.game.is_secret(snapshot.table, count.account) for count in counts
    ):
        return []
    broken = sum(not count.held for count in counts)
    words = "All of them hold."
    if broken:
        words = f"{broken} of {len(counts)} do not agree with the book."
    rows = (_row(snapshot, count) for count in reversed(counts))
    return [
        controls.heading("Counts so far"),
        soft(words, Style.BODY_MEDIUM),
        controls.card(*rows, spacing=10, padding=12),
    ]


def _row(snapshot: PlaySnapshot, count: Count) -> ft.Control:
    """Write one count: who, how much, when, and whether it holds."""
    name = name_of(snapshot.game, snapshot.table, count.who)
    sign = ft.Icon(ft.Icons.WARNING_AMBER, color=theme.LOSS, size=22)
    if count.held:
        sign = ft.Icon(ft.Icons.CHECK_CIRCLE_OUTLINE, color=theme.GAIN, size=22)
    return ft.MergeSemantics(
        controls.with_sign(
            sign,
            text(f"{name}: {figure(count.counted, count.unit)}", Style.BODY_LARGE),
            soft(f"Entry {count.place.seq}, {describe_time(count.entry.at)}"),
            soft(count.words, Style.BODY_MEDIUM),
        )
    )


EXAMPLE = 1_500
"""A sum of whole ones, as an example of how sums are written."""
FIELD = 74.0
"""Width of the field for a number of notes, at text size 1."""


def count_pad(counting: CountState, purse: Countable) -> list[ft.Control]:
    """Ask what lies in front of somebody."""
    by_notes = counting.by_notes()
    blocks: list[ft.Control] = [
        controls.wrap(
            pill("Count notes", press(counting.turn, NOTES), chosen=by_notes),
            pill("Type the total", press(counting.turn, TOTAL), chosen=not by_notes),
        )
    ]
    if by_notes:
        piles = [_pile(counting, purse, note) for note in counting.kinds()]
        nothing = "The notes of this game are not known here. Set below which ones you have."
        known = controls.card(*piles, spacing=8, padding=12) if piles else soft(nothing)
        blocks += [known, _another(counting, purse)]
    else:
        blocks.append(
            field(
                counting.total,
                f"{purse.name}: what lies there, all together",
                helper=f"For instance {figure(EXAMPLE * per_whole(purse.unit), purse.unit)}",
                key=f"total-{purse.key}",
            )
        )
    if (cash := counting.state.snapshot.game.cash) and cash.leave_out:
        blocks.append(soft(cash.leave_out, Style.BODY_MEDIUM))
    return blocks


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
        content_padding=ft.Padding.symmetric(horizontal=4, vertical=14),
        key=f"pile-{purse.key}-{note}",
    )
    typed.label = None
    named = ft.Semantics(content=typed, label=f"How many notes of {aloud}", container=True)
    fewer, more = press(counting.step, note, -1), press(counting.step, note, 1)
    none = not counting.number(note)
    steps: list[ft.Control] = [
        icon_button(ft.Icons.REMOVE, f"One {aloud} note fewer", fewer, disabled=none),
        ft.Container(named, width=FIELD * min(counting.state.scale(), 1.6)),
        icon_button(ft.Icons.ADD, f"One {aloud} note more", more),
    ]
    worth = text(figure(note, purse.unit), Style.TITLE_MEDIUM)
    return controls.beside(worth, ft.Row(steps, spacing=4, tight=True))


def _another(counting: CountState, purse: Countable) -> ft.Control:
    """Take another kind of note or coin in."""
    add = press(counting.add_kind, purse.unit)
    typed = field(counting.kind, "Another note or coin", on_submit=add, key="another")
    return ft.Row(
        [ft.Container(typed, expand=True), button("Add", add, icon=ft.Icons.ADD, key="add-kind")],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


@screen
def CountScreen(client: Client, state: PlayState) -> ft.Control:
    """Count one purse after the other."""
    begun: CountState = ft.use_memo(lambda: CountState(state), dependencies=[state])
    counting, _ = ft.use_state(begun)
    snapshot = state.snapshot

    counts, problem = ft.use_memo(lambda: _counts(snapshot), dependencies=[snapshot])
    if problem or not counting.purses:
        words = problem or why_uncountable(snapshot.turn()) or "There is nothing to be counted."
        empty = controls.empty(ft.Icons.PAYMENTS_OUTLINED, "Nothing to count", words)
        return _frame(client, state, scroll_pane(client, empty, *count_list(snapshot, counts)))
    purse, counted = counting.purse, counting.counted
    fresh = who_agrees(snapshot, counts)
    finds: list[ft.Control] = []
    if counted is not None and counted != purse.held:
        finds = suggestions(counting, purse, counted)
    right = [_beside(purse, counted)]
    if counting.problem:
        right.append(controls.note(counting.problem, "bad", live=True))
    elif counting.said and counted is None:
        right.append(controls.note(counting.said, "good", live=True))
    left, pad = [_who(counting, purse, fresh)], count_pad(counting, purse)
    lists = count_list(snapshot, counts)
    if finds and not fits_two_columns(client):
        # below the piles nobody would find what was found
        blocks = [*left, *right, *finds, *pad, *lists]
    else:
        blocks = side_by_side(client, [*left, *pad], [*right, *finds, *lists])
    foot = _foot(counting, purse, counted, fresh)
    return _frame(client, state, scroll_pane(client, *blocks, foot=foot))


def _counts(snapshot: PlaySnapshot) -> tuple[list[Count], str]:
    try:
        return snapshot.referee.counts(), ""
    except StorageError as error:
        return [], error.sentence


def _frame(client: Client, state: PlayState, body: ft.Control) -> ft.Control:
    return controls.panes(
        header(client, "Count the cash", back=back_route(client, state.play_id)),
        ft.Container(body, expand=True),
    )


def _who(counting: CountState, purse: Countable, fresh: frozenset[str]) -> ft.Control:
    """Pick whose money is counted; who was counted since the last line has a tick."""
    picks: list[ft.Control] = []
    for account in counting.purses:
        person = counting.state.snapshot.person(account.seat) if account.seat else None
        sign = badge(person, size=26) if person else None
        spoken = f"Count {account.name}"
        if account.key in fresh:
            sign = ft.Icon(ft.Icons.CHECK_CIRCLE, size=26, color=theme.GAIN)
            spoken += ", counted"
        picks.append(
            pill(
                account.name,
                press(counting.pick, account.key),
                chosen=account.key == purse.key,
                sign=sign,
                spoken=spoken,
                key=f"who-{account.key}",
            )
        )
    return controls.wrap(*picks)


def _beside(purse: Countable, counted: int | None) -> ft.Control:
    """Show what was counted above what the book says, and the difference in words."""
    lines: list[ft.Control] = [
        text(purse.name, Style.TITLE_MEDIUM),
        fact("Counted", "\u2013" if counted is None else figure(counted, purse.unit)),
        fact("In the book", figure(purse.held, purse.unit)),
    ]
    if counted is not None:
        tone = "good" if counted == purse.held else "warn"
        lines.append(controls.note(difference(purse, counted), tone, live=True))
    return controls.card(*lines, spacing=8, padding=14)


def _foot(
    counting: CountState, purse: Countable, counted: int | None, fresh: frozenset[str]
) -> ft.Control | None:
    """Record a count that agrees in one tap and go on to the next, or search for the mistake in one that differs."""
    snapshot, purses = counting.state.snapshot, counting.purses
    at = [account.key for account in purses].index(purse.key)
    others = (*purses[at + 1 :], *purses[:at])
    after = next((account for account in others if account.key not in fresh), None)
    # another button on every version of the book: a tap that was under way writes down no other figure
    key = f"agrees-{snapshot.version}"
    go_on = press(counting.record_and_go_on, purse, snapshot, after.key if after else "")
    if counted == purse.held:
        words = f"It agrees, next {after.name}" if after else "It agrees"
        return button(words, go_on, tone="primary", icon=ft.Icons.CHECK, key=key)
    if counted is None:
        words = f"It is exactly {figure(purse.held, purse.unit)}"
        exactly = button(words, go_on, icon=ft.Icons.CHECK, key=key)
        return None if purse.key in fresh else exactly
    if counting.looking or counting.current_findings(purse, counted) is not None:
        return None
    look = press(counting.search, purse, counted)
    return button("Look for the mistake", look, tone="primary", icon=ft.Icons.SEARCH)
