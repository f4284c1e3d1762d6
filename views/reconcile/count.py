"""Counting the cash: what lies before somebody, beside what the book says, and what would explain a difference."""

from __future__ import annotations

import flet as ft

from companion.core.counting import Countable, countables, name_of, why_uncountable
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
from views.components.amounts import figure, money
from views.components.controls import (
    Style,
    button,
    face,
    icon_button,
    press,
    screen,
    soft,
    text,
)
from views.components.fields import Typed, field
from views.components.player_card import badge
from views.components.sections import (
    fits_two_columns,
    pill,
    scroll_pane,
    side_by_side,
    without_semantics,
)
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
    if found:
        head = (
            "One mistake would explain it"
            if len(found) == 1
            else f"{len(found)} mistakes would explain it"
        )
        explained = [
            controls.heading(head),
            *(_card(counting, purse, counted, explanation) for explanation in found),
        ]
    else:
        explained = [controls.note(NOTHING, "info", live=True)]
    return [*explained, *_otherwise(counting, purse, counted)]


def _card(
    counting: CountState, purse: Countable, counted: int, explanation: Explanation
) -> ft.Control:
    """Show what may have gone wrong, what the line would say then, and whom else it touches."""
    snapshot = counting.state.snapshot
    suspicion, line = explanation.suspicion, explanation.revision.consequences[0]
    lines: list[ft.Control] = [text(suspicion.words, Style.TITLE_SMALL)]
    if line.now:
        lines.append(
            text(line.now.proposal.narration, Style.BODY_SMALL, theme.SOFT_INK, crossed_out=True)
        )
    if line.then:
        lines.append(text(line.then.narration, Style.BODY_MEDIUM))
    lines.append(soft(_besides(snapshot, purse, explanation), Style.BODY_MEDIUM))
    fix = button(
        "Correct it so",
        press(counting.take, explanation, purse, counted),
        icon=ft.Icons.CHECK,
        key=f"take-{suspicion.words}",
    )
    if line.now is None:
        way = route(Place(line.place.seq), AFTER)
    else:
        way = route(line.place, LINE if line.then else CROSS_OUT)
    see = button("Preview", press(go, play_route(snapshot.play.id, way)), tone="quiet")
    lines.append(controls.wrap(fix, see))
    return controls.card(*lines, spacing=6, padding=12)


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
    return controls.card(*lines, *(controls.wrap(act) for act in acts), spacing=5, padding=12)


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
    head = controls.heading("Counts so far")
    rows: list[ft.Control] = [_row(snapshot, count) for count in reversed(counts)]
    words = (
        "All of them hold."
        if not broken
        else f"{broken} of {len(counts)} do not agree with the book."
    )
    return [head, soft(words, Style.BODY_MEDIUM), controls.card(*rows, spacing=10, padding=12)]


def _row(snapshot: PlaySnapshot, count: Count) -> ft.Control:
    """Write one count: who, how much, when, and whether it holds."""
    name = name_of(snapshot.game, snapshot.table, count.who)
    sign, ink = (
        (ft.Icons.CHECK_CIRCLE_OUTLINE, theme.GAIN)
        if count.held
        else (ft.Icons.WARNING_AMBER, theme.LOSS)
    )
    words = controls.with_sign(
        ft.Icon(sign, color=ink, size=22),
        text(f"{name}: {figure(count.counted, count.unit)}", Style.BODY_LARGE),
        soft(f"Entry {count.place.seq}, {describe_time(count.entry.at)}"),
        soft(count.words, Style.BODY_MEDIUM),
    )
    return ft.MergeSemantics(words)


ROOMY = 1.25
"""Up to this text size a pile fits on one line of a phone."""
EXAMPLE = 1_500
"""A sum of whole ones, as an example of how sums are written."""
FIELD = 74.0
"""Width of the field for a number of notes, at text size 1."""


def count_pad(
    state: PlayState,
    counting: CountState,
    purse: Countable,
    wrong: str,
) -> list[ft.Control]:
    """Ask what lies in front of somebody."""
    by_notes = counting.by_notes()
    blocks: list[ft.Control] = [
        controls.wrap(
            pill("Count notes", press(counting.turn, NOTES), chosen=by_notes, key="notes"),
            pill("Type the total", press(counting.turn, TOTAL), chosen=not by_notes, key="total"),
        )
    ]
    if by_notes:
        blocks += [_piles(state, counting, purse), _another(counting, purse)]
    else:
        blocks.append(
            field(
                Typed(counting.type, counting.total, wrong),
                f"{purse.name}: what lies there, all together",
                helper=f"For instance {figure(EXAMPLE * per_whole(purse.unit), purse.unit)}",
                key=f"total-{purse.key}",
            )
        )
    if (cash := state.snapshot.game.cash) and cash.leave_out:
        blocks.append(soft(cash.leave_out, Style.BODY_MEDIUM))
    return blocks


def _piles(state: PlayState, counting: CountState, purse: Countable) -> ft.Control:
    kinds = counting.kinds()
    if not kinds:
        return soft(
            "The notes of this game are not known here. Set below which ones you have.",
            Style.BODY_MEDIUM,
        )
    return controls.card(
        *(_pile(state, counting, purse, note) for note in kinds), spacing=8, padding=12
    )


def _pile(
    state: PlayState,
    counting: CountState,
    purse: Countable,
    note: int,
) -> ft.Control:
    """Lay out one pile: what a note is worth, how many there are, and what they come to."""
    scale, number = state.scale(), counting.number(note)
    worth, aloud = figure(note, purse.unit), amounts.speak(note, purse.unit)
    typed = field(
        Typed(
            lambda words: counting.pile(note, words),
            counting.piles.get(note, ""),
            "" if number is not None else "A number",
        ),
        "",
        hint_text="0",
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.CENTER,
        dense=True,
        content_padding=ft.Padding.symmetric(horizontal=4, vertical=14),
        key=f"pile-{purse.key}-{note}",
    )
    typed.label = None
    named = f"How many notes of {aloud}"
    steps: list[ft.Control] = [
        icon_button(
            ft.Icons.REMOVE,
            f"One {aloud} note fewer",
            press(counting.step, note, -1),
            disabled=not number,
        ),
        ft.Container(
            ft.Semantics(content=typed, label=named, container=True),
            width=FIELD * min(scale, 1.6),
        ),
        icon_button(ft.Icons.ADD, f"One {aloud} note more", press(counting.step, note, 1)),
    ]
    sum_ = (number or 0) * note
    ink = theme.INK if sum_ else theme.SOFT_INK
    come = text(figure(sum_, purse.unit), Style.TITLE_SMALL, ink, align=ft.TextAlign.END)
    name = text(worth, Style.TITLE_MEDIUM)
    if scale <= ROOMY and max(len(worth), len(come.value)) <= BRIEF:
        return ft.Row(
            [ft.Container(name, width=62 * scale), *steps, ft.Container(come, expand=True)],
            spacing=4,
        )
    head = controls.beside(name, come)
    return controls.column(head, ft.Row(steps, spacing=4), spacing=4)


def _another(counting: CountState, purse: Countable) -> ft.Control:
    """Take another kind of note or coin in."""
    add = press(counting.add_kind, purse.unit)
    typed = field(
        Typed(counting.type_kind, counting.kind, counting.kind_wrong),
        "Another note or coin",
        on_submit=add,
        key="another",
    )
    return ft.Row(
        [ft.Container(typed, expand=True), button("Add", add, icon=ft.Icons.ADD, key="add-kind")],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


BRIEF = 8
"""Amounts of more letters than this stand above the keys of their pile."""


@screen
def CountScreen(client: Client, state: PlayState) -> ft.Control:
    """Count one purse after the other."""
    begun: CountState = ft.use_memo(lambda: CountState(state), dependencies=[state])
    counting, _ = ft.use_state(begun)
    snapshot = state.snapshot

    counts, problem = ft.use_memo(lambda: _counts(snapshot), dependencies=[snapshot])
    t = snapshot.game.turn(snapshot.table)
    found = countables(t)
    if problem or not found:
        words = problem or why_uncountable(t) or "There is nothing to be counted."
        empty = controls.empty(ft.Icons.PAYMENTS_OUTLINED, "Nothing to count", words)
        return _frame(client, state, scroll_pane(client, empty, *count_list(snapshot, counts)))
    purse = counting.purse(found)
    fresh = who_agrees(snapshot, counts)
    counted, wrong = counting.read_count(purse.unit)
    left = [_who(snapshot, counting, found, purse, fresh)]
    finds = (
        [] if counted is None or counted == purse.held else suggestions(counting, purse, counted)
    )
    if finds and not fits_two_columns(client):
        # below the piles nobody would find what was found
        left.append(
            ft.Row(
                [
                    button(
                        "Change the count",
                        press(counting.recount),
                        icon=ft.Icons.EDIT_OUTLINED,
                        key="recount",
                    )
                ]
            )
        )
    else:
        left += count_pad(state, counting, purse, wrong)
    right = [_beside(purse, counted)]
    if counting.problem:
        right.append(controls.note(counting.problem, "bad", live=True))
    elif counting.said and counted is None:
        right.append(controls.note(counting.said, "good", live=True))
    right += [*finds, *count_list(snapshot, counts)]
    foot = _foot(counting, found, purse, counted, fresh)
    return _frame(client, state, scroll_pane(client, *side_by_side(client, left, right), foot=foot))


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


def _who(
    snapshot: PlaySnapshot,
    counting: CountState,
    found: tuple[Countable, ...],
    purse: Countable,
    fresh: frozenset[str],
) -> ft.Control:
    """Pick whose money is counted; who was counted since the last line has a tick."""
    faces = []
    for account in found:
        person = snapshot.person(account.seat) if account.seat else None
        inside: list[ft.Control] = [badge(person, size=26)] if person else []
        inside.append(text(account.name, Style.LABEL_LARGE))
        if account.key in fresh:
            inside.append(ft.Icon(ft.Icons.CHECK_CIRCLE, size=18, color=theme.GAIN))
        faces.append(
            face(
                without_semantics(ft.Row(inside, spacing=8, tight=True)),
                press(counting.pick, account.key),
                chosen=account.key == purse.key,
                expand=None,
                padding=ft.Padding.symmetric(horizontal=12, vertical=11),
                radius=24,
                spoken=f"Count {account.name}{', counted' if account.key in fresh else ''}",
                key=f"who-{account.key}",
            )
        )
    return controls.wrap(*faces)


def _beside(purse: Countable, counted: int | None) -> ft.Control:
    """Show what was counted beside what the book says, and the difference in words."""
    pair = [
        ft.MergeSemantics(
            ft.Column(
                [
                    soft(label, Style.LABEL_MEDIUM),
                    text("\u2013", Style.HEADLINE_SMALL, theme.SOFT_INK)
                    if amount is None
                    else money(amount, purse.unit, style=Style.HEADLINE_SMALL),
                ],
                spacing=0,
                tight=True,
            )
        )
        for label, amount in (("Counted", counted), ("In the book", purse.held))
    ]
    lines: list[ft.Control] = [
        text(purse.name, Style.TITLE_MEDIUM),
        controls.wrap(*pair, spacing=24),
    ]
    if counted is not None:
        tone = "good" if counted == purse.held else "warn"
        lines.append(controls.note(difference(purse, counted), tone, live=True))
    return controls.card(*lines, spacing=8, padding=14)


def _foot(
    counting: CountState,
    found: tuple[Countable, ...],
    purse: Countable,
    counted: int | None,
    fresh: frozenset[str],
) -> ft.Control | None:
    """Record a count that agrees in one tap and go on to the next, or search for the mistake in one that differs."""
    keys = [one.key for one in found]
    at = keys.index(purse.key)
    after = next((one for one in (*found[at + 1 :], *found[:at]) if one.key not in fresh), None)
    acts: list[ft.Control] = []
    # another button on every version of the book: a tap that was under way writes down no other figure
    snapshot = counting.state.snapshot
    seen = snapshot.version
    go_on = press(counting.record_and_go_on, purse, snapshot, after.key if after else "")
    if counted is None and purse.key not in fresh:
        words = f"It is exactly {figure(purse.held, purse.unit)}"
        acts.append(button(words, go_on, icon=ft.Icons.CHECK, key=f"exactly-{seen}"))
    elif counted == purse.held:
        words = f"It agrees, next {after.name}" if after else "It agrees"
        acts.append(button(words, go_on, tone="primary", icon=ft.Icons.CHECK, key=f"agrees-{seen}"))
    elif (
        counted is not None
        and not counting.looking
        and counting.current_findings(purse, counted) is None
    ):
        look = press(counting.search, purse, counted)
        acts.append(
            button("Look for the mistake", look, tone="primary", icon=ft.Icons.SEARCH, key="look")
        )
    if after and counted != purse.held:
        next_ = press(counting.pick, after.key)
        acts.append(
            button(
                f"Next: {after.name}", next_, tone="quiet", icon=ft.Icons.ARROW_FORWARD, key="next"
            )
        )
    if not acts:
        return soft("Everybody is counted.", Style.BODY_MEDIUM) if fresh >= set(keys) else None
    return controls.wrap(*acts)
