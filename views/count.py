"""Count the cash: what lies before somebody beside what the book says, and what would explain a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.counting import purses
from companion.counting.assertion import difference
from models.trouble import Trouble
from views import figures, parts, theme
from views.count_list import listed, ticked
from views.count_pad import pad
from views.count_why import why
from views.counting import Counting
from views.figures import figure
from views.fold import mute, pane, spread, wide
from views.parts import Style, button, face, press, screen, soft, text
from views.players import badge
from views.shell import header, home

if TYPE_CHECKING:
    from companion.counting.assertion import Count
    from companion.counting.purses import Purse
    from views.desk import Desk
    from views.picture import Picture
    from views.store import Store


LARGE = 1.5
"""Beyond this text size the foot leaves room for nothing else if it says more than it must."""


@screen
def CountScreen(store: Store, desk: Desk) -> ft.Control:
    """Count one purse after the other."""
    begun: Counting = ft.use_memo(lambda: Counting(desk), dependencies=[desk])
    state, _ = ft.use_state(begun)
    picture = desk.picture

    def writing(on: bool) -> None:
        desk.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))
    counts, problem = ft.use_memo(lambda: _counts(picture), dependencies=[picture])
    found = purses.purses(picture.game, picture.table)
    if problem or not found:
        words = problem or purses.unfollowed(picture.game, picture.table) or "There is nothing to be counted."
        empty = parts.empty(ft.Icons.PAYMENTS_OUTLINED, "Nothing to count", words)
        return _frame(store, desk, pane(store, empty, *listed(picture, counts, state)))
    purse = state.purse(found)
    fresh = ticked(picture, counts)
    counted, wrong = state.counted(purse.unit)
    left = [_who(picture, state, found, purse, fresh)]
    differs = counted is not None and counted != purse.held
    looked = counted is not None and differs and (state.looking or state.stands(purse, counted) is not None)
    if looked and not wide(store):
        # below the piles nobody would find what was found
        left.append(
            ft.Row([button("Change the count", press(state.recount), icon=ft.Icons.EDIT_OUTLINED, key="recount")])
        )
    else:
        left += pad(desk, state, purse, wrong, writing)
    right = [_beside(purse, counted)]
    if state.problem:
        right.append(parts.note(state.problem, "bad", live=True))
    elif state.said and counted is None:
        right.append(parts.note(state.said, "good", live=True))
    if counted is not None and looked:
        right += why(picture, state, purse, counted)
    right += listed(picture, counts, state)
    foot = _foot(store, state, found, purse, counted, fresh)
    return _frame(store, desk, pane(store, *spread(store, left, right), foot=foot))


def _counts(picture: Picture) -> tuple[list[Count], str]:
    try:
        return picture.referee.counts(), ""
    except Trouble as trouble:
        return [], trouble.sentence


def _frame(store: Store, desk: Desk, body: ft.Control) -> ft.Control:
    return ft.Column(
        [header(store, "Count the cash", back=home(store, desk.play_id)), ft.Container(body, expand=True)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _who(
    picture: Picture, state: Counting, found: tuple[Purse, ...], purse: Purse, fresh: frozenset[str]
) -> ft.Control:
    """Pick whose money is counted; who was counted since the last line has a tick."""
    faces = []
    for one in found:
        person = picture.person(one.seat) if one.seat else None
        inside: list[ft.Control] = [badge(person, size=26)] if person else []
        inside.append(text(one.name, Style.LABEL_LARGE))
        if one.key in fresh:
            inside.append(ft.Icon(ft.Icons.CHECK_CIRCLE, size=18, color=theme.GAIN))
        faces.append(
            face(
                mute(ft.Row(inside, spacing=8, tight=True)),
                press(state.pick, one.key),
                chosen=one.key == purse.key,
                expand=None,
                padding=ft.Padding.symmetric(horizontal=12, vertical=11),
                radius=24,
                spoken=f"Count {one.name}{', counted' if one.key in fresh else ''}",
                key=f"who-{one.key}",
            )
        )
    return parts.wrap(*faces)


def _beside(purse: Purse, counted: int | None) -> ft.Control:
    """Set what was counted beside what the book says, and say the difference in words."""
    book, unit = figure(purse.held, purse.unit), purse.unit
    said = figure(counted, unit) if counted is not None else "\u2013"
    aloud = figures.spoken(counted, unit) if counted is not None else "nothing yet"
    pair = ft.Row(
        [_figure("Counted", said, f"Counted: {aloud}", dim=counted is None),
         _figure("In the book", book, f"In the book: {figures.spoken(purse.held, unit)}")],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )  # fmt: skip
    lines: list[ft.Control] = [text(purse.name, Style.TITLE_MEDIUM), pair]
    if counted is not None:
        tone = "good" if counted == purse.held else "warn"
        lines.append(parts.note(difference(purse, counted), tone, live=True))
    return parts.card(*lines, spacing=8, padding=14)


def _figure(label: str, said: str, spoken: str, *, dim: bool = False) -> ft.Control:
    words = text(said, Style.HEADLINE_SMALL, theme.SOFT_INK if dim else theme.INK)
    content = ft.Column([soft(label, Style.LABEL_MEDIUM), words], spacing=0, tight=True)
    return ft.Semantics(content=content, label=spoken, container=True, exclude_semantics=True, expand=True)


def _foot(  # noqa: PLR0917 - whose turn it is to be counted, and how far that is
    store: Store, state: Counting, found: tuple[Purse, ...], purse: Purse, counted: int | None, fresh: frozenset[str]
) -> ft.Control | None:
    """Record a count that agrees in one tap and go on to who is next, or look for the mistake in one that differs."""
    keys = [one.key for one in found]
    at = keys.index(purse.key)
    after = next((one for one in (*found[at + 1 :], *found[:at]) if one.key not in fresh), None)
    acts: list[ft.Control] = []
    # another button on every version of the book: a tap that was under way writes down no other figure
    seen = state.desk.picture.version
    if counted is None and purse.key not in fresh:
        words = f"It is exactly {figure(purse.held, purse.unit)}"
        go_on = press(state.onward, purse, purse.held, seen, after.key if after else "")
        acts.append(button(words, go_on, icon=ft.Icons.CHECK, key=f"exactly-{seen}"))
    elif counted == purse.held:
        words = f"It agrees, next {after.name}" if after else "It agrees"
        go_on = press(state.onward, purse, counted, seen, after.key if after else "")
        acts.append(button(words, go_on, tone="primary", icon=ft.Icons.CHECK, key=f"agrees-{seen}"))
    elif counted is not None and not state.looking and state.stands(purse, counted) is None:
        look = press(state.look, purse, counted)
        acts.append(button("Look for the mistake", look, tone="primary", icon=ft.Icons.SEARCH, key="look"))
    if after and counted != purse.held:
        next_ = press(state.pick, after.key)
        acts.append(button(f"Next: {after.name}", next_, tone="quiet", icon=ft.Icons.ARROW_FORWARD, key="next"))
    if not acts:
        return soft("Everybody is counted.", Style.BODY_MEDIUM) if fresh >= set(keys) else None
    found_out = counted is not None and state.stands(purse, counted) is not None
    if counted is None or found_out or wide(store) or not state.by_notes() or store.prefs.scale > LARGE:
        return parts.wrap(*acts)
    # on a phone the piles push what they come to out of sight
    words = f"{figure(counted, purse.unit)} counted, {figure(purse.held, purse.unit)} in the book"
    return parts.column(mute(soft(words, Style.BODY_MEDIUM)), parts.wrap(*acts), spacing=6)
