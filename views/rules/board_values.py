"""The board book: everything printed, group by group, to be corrected for one play or for later ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import uuid4

import flet as ft

from companion.core.game import Game
from companion.core.option import BoardValue
from companion.games import find_game
from models.ledger import Refusal, Value
from views.app_shell import MORE, not_found, page, play_route
from views.components import sections
from views.components.controls import (
    OnTap,
    Part,
    button,
    column,
    has_words,
    heading,
    main_button,
    press,
    quiet_button,
    remark,
    screen,
    show_notice,
    wrap,
)
from views.components.fields import Typed
from views.components.fields import field as text_field
from views.components.sections import scroll_pane
from views.state.client import Client
from views.state.play.play_state import PlayState

OWN = "your own"


@dataclass(eq=False)
class EditState(ft.Observable):
    """What is open on a screen where things are put right, and what is typed there but not settled yet.

    ``command`` is one tap's: a second tap on the same button writes nothing more.
    """

    open: frozenset[str] = frozenset()
    key: str = ""
    command: str = field(default_factory=lambda: uuid4().hex)

    def __post_init__(self) -> None:
        self.value = Typed(changed=self.notify)
        self.reason = Typed(changed=self.notify)
        self.find = Typed(changed=self.notify)

    def toggle(self, group: str) -> None:
        """Unfold a group, or fold it up again."""
        self.open = self.open ^ {group}

    def open_only(self, groups: frozenset[str]) -> None:
        """Unfold these groups and no others."""
        self.open = groups

    @property
    def sought(self) -> str:
        """The words that are searched for; none where nothing is."""
        return self.find.words.strip()

    def edit(self, key: str, value: Value) -> None:
        """Open something to be changed; what is open already closes."""
        self.key = "" if self.key == key else key
        self.value.reset(str(value))
        self.reason.reset()
        self.command = uuid4().hex

    def close(self) -> None:
        """Leave what is open as it was."""
        self.key = ""

    def record(
        self, state: PlayState, action: str, answers: Mapping[str, Value], words: str
    ) -> None:
        """Record what is open, with its reason; if it is refused, show why at the right field."""
        answers = {**answers, "reason": self.reason.words}
        with self.value.showing_refusal():
            self.reason.error = ""
            try:
                state.snapshot.referee.propose(action, answers)
            except Refusal as refusal:
                if refusal.question != "reason":
                    raise
                said = refusal.sentence if self.reason.words.strip() else ""
                self.reason.error = said or "Say why, in a few words."
                return
            if not state.recorder.enter(action, answers, self.command):
                raise Refusal(state.problem)
            self.close()
            show_notice(f"Recorded: {words}.")


def board_values(
    client: Client,
    editing: EditState,
    game: Game,
    values: Mapping[str, Value],
    editor: Callable[[BoardValue], Part],
) -> Part:
    """Show everything printed: groups that fold, or what has all words of a search."""

    def row(fact: BoardValue) -> ft.Control:
        """Show a value with what the edition has where that is something else; open, with what changes it."""
        value, opened = values[fact.key], editing.key == fact.key
        own = value != fact.value
        edition = f" (the edition has {fact.say(fact.value)})" if own else ""
        return sections.fold(
            fact.label,
            f"{fact.say(value)}{edition}",
            editor(fact) if opened else None,
            unfolded=opened,
            toggle=press(editing.edit, fact.key, value),
            mark=OWN if own else "",
            key=f"fact-{fact.key}",
        )

    find = editing.sought
    groups: dict[str, list[BoardValue]] = {}
    for fact in game.board_values:
        if has_words(f"{fact.group} {fact.label} {fact.say(values[fact.key])}", find):
            groups.setdefault(fact.group, []).append(fact)
    folds = []
    for group, facts in groups.items():
        own = sum(values[fact.key] != fact.value for fact in facts)
        unfolded = bool(find) or group in editing.open
        folds.append(
            sections.fold(
                group,
                f"{len(facts)} entries",
                column(map(row, facts), spacing=6) if unfolded else None,
                unfolded=unfolded,
                toggle=press(editing.toggle, group),
                mark=f"{own} {OWN}" if own else "",
                key=f"group-{group}",
            )
        )
    nothing = remark(f"Nothing printed fits \u201c{find}\u201d.")
    return [
        text_field(
            editing.find, "Find in the board book", prefix_icon=ft.Icons.SEARCH, key="find-fact"
        ),
        sections.halves(client, folds) if folds else nothing,
    ]


def _asked(editing: EditState, fact: BoardValue, save: OnTap | None) -> Part:
    """Ask what the table's own board says."""
    if fact.ways:
        return wrap(sections.pills(dict(fact.ways), editing.value.words, editing.value.type))
    return text_field(
        editing.value,
        "What does your board say?",
        on_submit=save,
        keyboard_type=ft.KeyboardType.NUMBER if fact.whole else ft.KeyboardType.TEXT,
        autofocus=True,
        key=f"value-{fact.key}",
    )


REASON = "For instance: our board is older"


def record_change(editing: EditState, save: OnTap, helper: str) -> Part:
    """Ask why before it is recorded: a change in the middle of a play is a line of the journal."""
    return [
        text_field(
            editing.reason, "Reason", helper=helper, on_submit=save, key=f"reason-{editing.key}"
        ),
        wrap(
            main_button("Record the change", save, icon=ft.Icons.CHECK),
            quiet_button("Cancel", editing.close),
        ),
    ]


@screen
def BoardScreen(client: Client, state: PlayState) -> ft.Control:
    """Show the board of a play; a change is a line of its journal, with a reason."""
    editing, _ = ft.use_state(EditState())
    snapshot = state.snapshot
    game = snapshot.game

    def save(fact: BoardValue) -> None:
        if editing.key == fact.key:  # else it is the second half of a double tap
            answers = {"fact": fact.key, "value": editing.value.words}
            editing.record(state, "change_board", answers, fact.label)

    def editor(fact: BoardValue) -> Part:
        keep = press(save, fact)
        return [_asked(editing, fact, None), record_change(editing, keep, REASON)]

    values = {fact.key: game.open_fact(snapshot.table, fact.key) for fact in game.board_values}
    words = (
        "Tap what differs on your own board. A change is entered in the journal with a reason, and kept for later "
        "games. Earlier entries stay as they are."
    )
    return page(
        client,
        "Board book",
        heading(f"{game.title}, {game.edition}"),
        remark(words),
        board_values(client, editing, game, values, editor),
        back="" if client.wide else play_route(state.play_id, MORE),
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

    def back(*keys: str) -> None:
        client.book().clear_board_facts(game.key, game.edition, *keys)
        editing.close()
        editing.notify()  # type: ignore[no-untyped-call]

    def save(fact: BoardValue) -> None:
        with editing.value.showing_refusal():
            said = fact.read(editing.value.words)
            if said == fact.value:
                back(fact.key)
            else:
                client.book().set_board_fact(game.key, game.edition, fact.key, said)
                editing.close()

    def editor(fact: BoardValue) -> Part:
        printed = None
        if values[fact.key] != fact.value:
            printed = button("Back to the edition", back, fact.key, icon=ft.Icons.RESTART_ALT)
        keep = press(save, fact)
        return [
            _asked(editing, fact, keep),
            wrap(
                main_button("Keep", keep, icon=ft.Icons.CHECK),
                printed,
                quiet_button("Cancel", editing.close),
            ),
        ]

    own = sum(values[fact.key] != fact.value for fact in game.board_values)
    label = f"Back to the edition ({own} changed)"
    return scroll_pane(
        client,
        heading(f"{game.title}, {game.edition}"),
        remark(
            "Tap what differs on your own board. It is kept for every game you start from now on."
        ),
        wrap(button(label, back, icon=ft.Icons.RESTART_ALT)) if own else None,
        board_values(client, editing, game, values, editor),
    )
