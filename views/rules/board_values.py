"""The board book: everything printed, group by group, to be corrected for one play or for later ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from uuid import uuid4

import flet as ft

from companion.core.game import Game
from companion.core.option import BoardValue
from companion.games import find_game
from models.ledger import Refusal, Value
from models.names import name_key
from views import theme
from views.app_shell import MORE, not_found, page, play_route
from views.components import controls, sections
from views.components.controls import Style, button, face, press, screen, soft, text
from views.components.fields import OUTLINE, Typed
from views.components.fields import field as text_field
from views.components.sections import scroll_pane
from views.state.client import Client
from views.state.play.play_state import PlayState

OWN = "your own"


@dataclass(eq=False)
class EditState(ft.Observable):
    """What is open on a screen where things are put right, and what is typed there but not settled yet.

    ``other`` is whether an amount is typed rather than picked. ``command`` is one tap's: a second tap on the same
    button writes nothing more.
    """

    open: frozenset[str] = frozenset()
    key: str = ""
    other: bool = False
    command: str = field(default_factory=lambda: uuid4().hex)

    def __post_init__(self) -> None:
        self.value = Typed(changed=self.notify)
        self.amount = Typed(self._type_amount, changed=self.notify)
        self.reason = Typed(changed=self.notify)
        self.find = Typed(changed=self.notify)

    def toggle(self, group: str) -> None:
        """Unfold a group, or fold it up again."""
        self.open = self.open ^ {group}

    def edit(self, key: str, value: Value) -> None:
        """Open something to be changed; what is open already closes."""
        self.key = "" if self.key == key else key
        self.value.reset(str(value))
        self.reason.reset()
        self.other = False
        self.command = uuid4().hex

    def close(self) -> None:
        """Leave what is open as it was."""
        self.key = ""

    def pick(self, amount: str) -> None:
        """Take one of the amounts that are offered."""
        self.other = False
        self.value.type(amount)

    def _type_amount(self, words: str) -> None:
        self.other = True
        self.value.type(words)

    def record(
        self, state: PlayState, action: str, answers: Mapping[str, Value], words: str
    ) -> None:
        """Record what is open, with its reason; if it is refused, show why at the right field."""
        answers = {**answers, "reason": self.reason.words}
        try:
            state.snapshot.referee.propose(action, answers)
        except Refusal as refusal:
            self.show_refusal(refusal)
            return
        if state.recorder.enter(action, answers, self.command):
            self.close()
            controls.show_notice(f"Recorded: {words}.")
        else:
            self.show_refusal(Refusal(state.problem))

    def show_refusal(self, refusal: Refusal) -> None:
        """Show a refusal at the field it is about."""
        if refusal.question != "reason":
            self.value.error = refusal.sentence
        elif self.reason.words.strip():
            self.reason.error = refusal.sentence
        else:
            self.reason.error = "Say why, in a few words."
        self.notify()  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class EditActions:
    """What a screen can do with a value: save what is typed, and go back to the edition if possible."""

    save: Callable[[BoardValue], object]
    back: Callable[[BoardValue], object] | None = None
    reason: bool = False
    label: str = "Keep"


def format_value(fact: BoardValue, value: Value) -> str:
    """The value as the board prints it."""
    if fact.ways:
        return dict(fact.ways).get(str(value), str(value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def board_values(
    client: Client, editing: EditState, game: Game, values: Mapping[str, Value], hand: EditActions
) -> list[ft.Control]:
    """Show everything printed: groups that fold, or what matches the search."""
    find = name_key(editing.find.words)
    blocks: list[ft.Control] = [
        text_field(
            editing.find,
            "Find in the board book",
            prefix_icon=ft.Icons.SEARCH,
            key="find-fact",
        )
    ]
    if find:
        found = [
            fact
            for fact in game.board_values
            if find in name_key(f"{fact.group} {fact.label} {format_value(fact, values[fact.key])}")
        ]
        if not found:
            return [
                *blocks,
                soft(
                    f"Nothing printed fits \u201c{editing.find.words.strip()}\u201d.",
                    Style.BODY_MEDIUM,
                ),
            ]
        for group, some in groupby(found, key=lambda one: one.group):
            blocks.append(controls.heading(group, level=3, style=Style.TITLE_SMALL))
            blocks.append(_facts(editing, list(some), values, hand))
        return blocks
    groups: list[ft.Control] = []
    for group in dict.fromkeys(value.group for value in game.board_values):
        facts = [value for value in game.board_values if value.group == group]
        own = sum(values[fact.key] != fact.value for fact in facts)
        unfolded = group in editing.open
        groups.append(
            sections.fold(
                group,
                f"{len(facts)} entries",
                [_facts(editing, facts, values, hand)] if unfolded else [],
                unfolded=unfolded,
                toggle=press(editing.toggle, group),
                mark=f"{own} {OWN}" if own else "",
                key=f"group-{group}",
            )
        )
    half = (len(groups) + 1) // 2
    return [*blocks, *sections.side_by_side(client, groups[:half], groups[half:], spacing=10)]


def _facts(
    editing: EditState, facts: list[BoardValue], values: Mapping[str, Value], hand: EditActions
) -> ft.Control:
    rows: list[ft.Control] = []
    for fact in facts:
        rows.append(_row(editing, fact, values[fact.key]))
        if editing.key == fact.key:
            rows.append(_editor(editing, fact, values[fact.key], hand))
    return controls.column(*rows, spacing=6)


def _row(editing: EditState, fact: BoardValue, value: Value) -> ft.Control:
    own = value != fact.value
    words = [soft(fact.label, Style.BODY_MEDIUM)]
    if own:
        words.append(soft(f"The edition has {format_value(fact, fact.value)}"))
    sign = ft.Icons.EDIT if own else ft.Icons.EDIT_OUTLINED
    pieces: list[ft.Control] = [
        ft.Column(list(words), spacing=0, tight=True, expand=True),
        text(format_value(fact, value), Style.TITLE_SMALL, align=ft.TextAlign.END, expand=True),
        ft.Icon(sign, size=18, color=theme.ACCENT if own else theme.SOFT_INK),
    ]
    return face(
        ft.Row(pieces, spacing=theme.GAP),
        press(editing.edit, fact.key, value),
        chosen=own,
        expand=None,
        padding=sections.ROW,
        role="button",
        key=f"fact-{fact.key}",
    )


def _editor(editing: EditState, fact: BoardValue, value: Value, hand: EditActions) -> ft.Control:
    save = press(hand.save, fact)
    blocks: list[ft.Control] = []
    if fact.ways:
        blocks.append(_menu(editing, fact))
    else:
        blocks.append(
            text_field(
                editing.value,
                "What does your board say?",
                on_submit=None if hand.reason else save,
                keyboard_type=ft.KeyboardType.NUMBER if fact.whole else ft.KeyboardType.TEXT,
                autofocus=True,
                key=f"value-{fact.key}",
            )
        )
    if hand.reason:
        blocks.append(reason(editing, save))
    actions: list[ft.Control] = [button(hand.label, save, tone="primary", icon=ft.Icons.CHECK)]
    if hand.back and value != fact.value:
        actions.append(
            button("Back to the edition", press(hand.back, fact), icon=ft.Icons.RESTART_ALT)
        )
    actions.append(button("Cancel", press(editing.close), tone="quiet"))
    return controls.card(*blocks, controls.wrap(*actions, spacing=8), padding=14)


def _menu(editing: EditState, fact: BoardValue) -> ft.Control:
    """Ask for one of many by a drop-down menu."""

    def on_pick(event: ft.Event[ft.DropdownM2]) -> None:
        editing.value.type(str(event.control.value or ""))

    return ft.DropdownM2(
        label="What does your board say?",
        value=editing.value.words,
        options=[
            ft.dropdownm2.Option(
                key=way,
                content=text(
                    label + (" (as the edition has it)" if way == fact.value else ""),
                    Style.BODY_LARGE,
                ),
            )
            for way, label in fact.ways
        ],
        error=editing.value.error or None,
        on_change=controls.guard(on_pick),
        bgcolor=theme.CARD,
        color=theme.INK,
        border=OUTLINE,
        key=f"ways-{fact.key}",
    )


def reason(
    editing: EditState,
    save: Callable[..., Any],
    helper: str = "For instance: our board is older",
) -> ft.Control:
    """Ask why: a change in the middle of a play is a line of the journal."""
    return text_field(
        editing.reason,
        "Reason",
        helper=helper,
        on_submit=save,
        key=f"reason-{editing.key}",
    )


@screen
def BoardScreen(client: Client, state: PlayState) -> ft.Control:
    """Show the board of a play; a change is a line of its journal, with a reason."""
    editing, _ = ft.use_state(EditState())
    snapshot = state.snapshot
    game = snapshot.game

    def save(fact: BoardValue) -> None:
        if editing.key == fact.key:  # else it is the second half of a double tap
            editing.record(
                state, "change_board", {"fact": fact.key, "value": editing.value.words}, fact.label
            )

    values = {fact.key: game.open_fact(snapshot.table, fact.key) for fact in game.board_values}
    hand = EditActions(save, reason=True, label="Record the change")
    words = (
        "Tap what differs on your own board. A change is entered in the journal with a reason, and kept for later "
        "games. Earlier entries stay as they are."
    )
    return page(
        client,
        "Board book",
        _edition(game),
        soft(words, Style.BODY_MEDIUM),
        *board_values(client, editing, game, values, hand),
        back="" if client.wide else play_route(state.play_id, MORE),
        spacing=10,
    )


@screen
def BoardBookScreen(client: Client) -> ft.Control:
    """Show the board of a game before a play: what is changed is kept for later plays."""
    editing, _ = ft.use_state(EditState())
    journal = client.open_plays.journal
    try:
        game = find_game(ft.use_route_params().get("game", ""))
    except Refusal as refusal:
        return not_found(refusal.sentence)
    values = game.printed_values(journal.board_facts(game.key, game.edition))

    def save(fact: BoardValue) -> None:
        try:
            said = fact.read(editing.value.words)
        except Refusal as refusal:
            editing.show_refusal(refusal)
            return
        if said == fact.value:
            client.book().clear_board_facts(game.key, game.edition, fact.key)
        else:
            client.book().set_board_fact(game.key, game.edition, fact.key, said)
        editing.close()

    def back(fact: BoardValue) -> None:
        client.book().clear_board_facts(game.key, game.edition, fact.key)
        editing.close()

    def all_back() -> None:
        client.book().clear_board_facts(game.key, game.edition)
        editing.close()
        editing.notify()  # type: ignore[no-untyped-call]

    own = sum(values[fact.key] != fact.value for fact in game.board_values)
    words = "Tap what differs on your own board. It is kept for every game you start from now on."
    blocks: list[ft.Control] = [_edition(game), soft(words, Style.BODY_MEDIUM)]
    if own:
        label = f"Back to the edition ({own} changed)"
        blocks.append(
            ft.Row([button(label, press(all_back), icon=ft.Icons.RESTART_ALT)], wrap=True)
        )
    return scroll_pane(
        client,
        *blocks,
        *board_values(client, editing, game, values, EditActions(save, back)),
        spacing=10,
    )


def _edition(game: Game) -> ft.Control:
    return controls.heading(f"{game.title}, {game.edition}", level=2)
