"""Count the cash: what lies before somebody beside what the book says, and what would explain a difference."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.dates import said
from companion.reconcile import countable
from companion.reconcile.countable import Count, Countable, difference
from models.errors import StorageError
from views import theme
from views.app_shell import back_route, header
from views.components import amounts, controls
from views.components.amounts import figure
from views.components.controls import Style, button, face, field, icon_button, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import choice_chip, fits_two_columns, scroll_pane, side_by_side, without_semantics
from views.reconcile.count_state import NOTES, TOTAL, CountState
from views.reconcile.explanations import suggestions
from views.state.client import Client
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import PlayState

FEW = 8
"""So many counts are listed until more are asked for."""


def agreeing(snapshot: PlaySnapshot, counts: list[Count]) -> frozenset[str]:
    """Whose count agrees with the book as it is now, with no line since."""
    last = max((one.place for one in snapshot.referee.lines()), default=None) if counts else None
    return frozenset(one.who for one in counts if one.held and last and one.place > last)


def count_list(snapshot: PlaySnapshot, counts: list[Count], counting: CountState) -> list[ft.Control]:
    """List the counts that stand, newest first."""
    if not counts or any(snapshot.game.secret(snapshot.table, one.account) for one in counts):
        return []
    many = FEW + 2 * (counting.many - 3)
    broken = sum(not one.held for one in counts)
    head = controls.heading("Counts so far")
    rows: list[ft.Control] = [_row(snapshot, one) for one in reversed(counts[-many:])]
    if len(counts) > many:
        rows.append(ft.Row([button("Show more", press(counting.more), tone="quiet", icon=ft.Icons.EXPAND_MORE)]))
    words = "All of them hold." if not broken else f"{broken} of {len(counts)} do not agree with the book."
    return [head, soft(words, Style.BODY_MEDIUM), controls.card(*rows, spacing=10, padding=12)]


def _row(snapshot: PlaySnapshot, one: Count) -> ft.Control:
    """Write one count: who, how much, when, and whether it holds."""
    name = countable.name_of(snapshot.table, one.who)
    sign, ink = (ft.Icons.CHECK_CIRCLE_OUTLINE, theme.GAIN) if one.held else (ft.Icons.WARNING_AMBER, theme.LOSS)
    words = ft.Column(
        [
            text(f"{name}: {figure(one.counted, one.unit)}", Style.BODY_LARGE),
            soft(f"Line {one.place.seq}, {said(one.entry.at)}"),
            soft(one.words, Style.BODY_MEDIUM),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    spoken = f"Line {one.place.seq}: {name} was counted with {amounts.spoken(one.counted, one.unit)}. {one.words}"
    content = ft.Row(
        [ft.Icon(sign, color=ink, size=22), words], spacing=10, vertical_alignment=ft.CrossAxisAlignment.START
    )
    return ft.Semantics(content=content, label=spoken, container=True, exclude_semantics=True)


ROOMY = 1.25
"""Up to this text size a pile fits on one line of a phone."""
FIELD = 74.0
"""Width of the field for a number of notes, at text size 1."""


def count_pad(
    state: PlayState, counting: CountState, purse: Countable, wrong: str, writing: Callable[[bool], object]
) -> list[ft.Control]:
    """Ask what lies in front of somebody."""
    by_notes = counting.by_notes()
    blocks: list[ft.Control] = [
        controls.wrap(
            choice_chip("Count notes", press(counting.turn, NOTES), chosen=by_notes, key="notes"),
            choice_chip("Type the total", press(counting.turn, TOTAL), chosen=not by_notes, key="total"),
        )
    ]
    if by_notes:
        blocks += [_piles(state, counting, purse, writing), _another(counting, purse, writing)]
    else:
        blocks.append(
            field(
                f"{purse.name}: what lies there, all together",
                counting.total,
                counting.type,
                error=wrong,
                helper="For instance 1.5M or 450K" if purse.unit == "K" else "A whole number",
                focused=writing,
                key=f"total-{purse.key}",
            )
        )
    if words := countable.leave_out(state.snapshot.game):
        blocks.append(soft(words, Style.BODY_MEDIUM))
    return blocks


def _piles(state: PlayState, counting: CountState, purse: Countable, writing: Callable[[bool], object]) -> ft.Control:
    kinds = counting.kinds()
    if not kinds:
        return soft("Which notes the box has is not known here: say below what is on yours.", Style.BODY_MEDIUM)
    return controls.card(*(_pile(state, counting, purse, note, writing) for note in kinds), spacing=8, padding=12)


def _pile(
    state: PlayState, counting: CountState, purse: Countable, note: int, writing: Callable[[bool], object]
) -> ft.Control:
    """Lay out one pile: what a note is worth, how many there are, and what they come to."""
    scale, number = state.scale(), counting.number(note)
    worth, aloud = figure(note, purse.unit), amounts.spoken(note, purse.unit)
    typed = field(
        "",
        counting.piles.get(note, ""),
        lambda words: counting.pile(note, words),
        error="" if number is not None else "A number",
        focused=writing,
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
        icon_button(ft.Icons.REMOVE, f"One {aloud} note fewer", press(counting.step, note, -1), disabled=not number),
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
    if scale <= ROOMY:
        return ft.Row([ft.Container(name, width=62 * scale), *steps, ft.Container(come, expand=True)], spacing=4)
    head = ft.Row([ft.Container(name, expand=True), come], spacing=8)
    return controls.column(head, ft.Row(steps, spacing=4), spacing=4)


def _another(counting: CountState, purse: Countable, writing: Callable[[bool], object]) -> ft.Control:
    """Take another kind of note or coin in."""
    add = press(counting.add_kind, purse.unit)
    typed = field(
        "Another note or coin",
        counting.kind,
        counting.type_kind,
        error=counting.kind_wrong,
        on_submit=add,
        focused=writing,
        key="another",
    )
    return ft.Row(
        [ft.Container(typed, expand=True), button("Add", add, icon=ft.Icons.ADD, key="add-kind")],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


LARGE = 1.5
"""Beyond this text size the foot leaves room for nothing else if it says more than it must."""


@screen
def CountScreen(client: Client, state: PlayState) -> ft.Control:
    """Count one purse after the other."""
    begun: CountState = ft.use_memo(lambda: CountState(state), dependencies=[state])
    counting, _ = ft.use_state(begun)
    snapshot = state.snapshot

    def writing(on: bool) -> None:
        state.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))
    counts, problem = ft.use_memo(lambda: _counts(snapshot), dependencies=[snapshot])
    found = countable.countables(snapshot.game, snapshot.table)
    if problem or not found:
        words = problem or countable.unfollowed(snapshot.game, snapshot.table) or "There is nothing to be counted."
        empty = controls.empty(ft.Icons.PAYMENTS_OUTLINED, "Nothing to count", words)
        return _frame(client, state, scroll_pane(client, empty, *count_list(snapshot, counts, counting)))
    purse = counting.purse(found)
    fresh = agreeing(snapshot, counts)
    counted, wrong = counting.counted(purse.unit)
    left = [_who(snapshot, counting, found, purse, fresh)]
    differs = counted is not None and counted != purse.held
    looked = (
        counted is not None and differs and (counting.looking or counting.current_findings(purse, counted) is not None)
    )
    if looked and not fits_two_columns(client):
        # below the piles nobody would find what was found
        left.append(
            ft.Row([button("Change the count", press(counting.recount), icon=ft.Icons.EDIT_OUTLINED, key="recount")])
        )
    else:
        left += count_pad(state, counting, purse, wrong, writing)
    right = [_beside(purse, counted)]
    if counting.problem:
        right.append(controls.note(counting.problem, "bad", live=True))
    elif counting.said and counted is None:
        right.append(controls.note(counting.said, "good", live=True))
    if counted is not None and looked:
        right += suggestions(snapshot, counting, purse, counted)
    right += count_list(snapshot, counts, counting)
    foot = _foot(client, counting, found, purse, counted, fresh)
    return _frame(client, state, scroll_pane(client, *side_by_side(client, left, right), foot=foot))


def _counts(snapshot: PlaySnapshot) -> tuple[list[Count], str]:
    try:
        return snapshot.referee.counts(), ""
    except StorageError as error:
        return [], error.sentence


def _frame(client: Client, state: PlayState, body: ft.Control) -> ft.Control:
    return ft.Column(
        [header(client, "Count the cash", back=back_route(client, state.play_id)), ft.Container(body, expand=True)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _who(
    snapshot: PlaySnapshot, counting: CountState, found: tuple[Countable, ...], purse: Countable, fresh: frozenset[str]
) -> ft.Control:
    """Pick whose money is counted; who was counted since the last line has a tick."""
    faces = []
    for one in found:
        person = snapshot.person(one.seat) if one.seat else None
        inside: list[ft.Control] = [badge(person, size=26)] if person else []
        inside.append(text(one.name, Style.LABEL_LARGE))
        if one.key in fresh:
            inside.append(ft.Icon(ft.Icons.CHECK_CIRCLE, size=18, color=theme.GAIN))
        faces.append(
            face(
                without_semantics(ft.Row(inside, spacing=8, tight=True)),
                press(counting.pick, one.key),
                chosen=one.key == purse.key,
                expand=None,
                padding=ft.Padding.symmetric(horizontal=12, vertical=11),
                radius=24,
                spoken=f"Count {one.name}{', counted' if one.key in fresh else ''}",
                key=f"who-{one.key}",
            )
        )
    return controls.wrap(*faces)


def _beside(purse: Countable, counted: int | None) -> ft.Control:
    """Show what was counted beside what the book says, and the difference in words."""
    book, unit = figure(purse.held, purse.unit), purse.unit
    said = figure(counted, unit) if counted is not None else "\u2013"
    aloud = amounts.spoken(counted, unit) if counted is not None else "nothing yet"
    pair = ft.Row(
        [_figure("Counted", said, f"Counted: {aloud}", dim=counted is None),
         _figure("In the book", book, f"In the book: {amounts.spoken(purse.held, unit)}")],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )  # fmt: skip
    lines: list[ft.Control] = [text(purse.name, Style.TITLE_MEDIUM), pair]
    if counted is not None:
        tone = "good" if counted == purse.held else "warn"
        lines.append(controls.note(difference(purse, counted), tone, live=True))
    return controls.card(*lines, spacing=8, padding=14)


def _figure(label: str, said: str, spoken: str, *, dim: bool = False) -> ft.Control:
    words = text(said, Style.HEADLINE_SMALL, theme.SOFT_INK if dim else theme.INK)
    content = ft.Column([soft(label, Style.LABEL_MEDIUM), words], spacing=0, tight=True)
    return ft.Semantics(content=content, label=spoken, container=True, exclude_semantics=True, expand=True)


def _foot(  # noqa: PLR0917 - whose turn it is to be counted, and how far that is
    client: Client,
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
    seen = counting.state.snapshot.version
    if counted is None and purse.key not in fresh:
        words = f"It is exactly {figure(purse.held, purse.unit)}"
        go_on = press(counting.record_and_go_on, purse, purse.held, seen, after.key if after else "")
        acts.append(button(words, go_on, icon=ft.Icons.CHECK, key=f"exactly-{seen}"))
    elif counted == purse.held:
        words = f"It agrees, next {after.name}" if after else "It agrees"
        go_on = press(counting.record_and_go_on, purse, counted, seen, after.key if after else "")
        acts.append(button(words, go_on, tone="primary", icon=ft.Icons.CHECK, key=f"agrees-{seen}"))
    elif counted is not None and not counting.looking and counting.current_findings(purse, counted) is None:
        look = press(counting.search, purse, counted)
        acts.append(button("Look for the mistake", look, tone="primary", icon=ft.Icons.SEARCH, key="look"))
    if after and counted != purse.held:
        next_ = press(counting.pick, after.key)
        acts.append(button(f"Next: {after.name}", next_, tone="quiet", icon=ft.Icons.ARROW_FORWARD, key="next"))
    if not acts:
        return soft("Everybody is counted.", Style.BODY_MEDIUM) if fresh >= set(keys) else None
    found_out = counted is not None and counting.current_findings(purse, counted) is not None
    if (
        counted is None
        or found_out
        or fits_two_columns(client)
        or not counting.by_notes()
        or client.prefs.scale > LARGE
    ):
        return controls.wrap(*acts)
    # on a phone the piles push what they come to out of sight
    words = f"{figure(counted, purse.unit)} counted, {figure(purse.held, purse.unit)} in the book"
    return controls.column(without_semantics(soft(words, Style.BODY_MEDIUM)), controls.wrap(*acts), spacing=6)
