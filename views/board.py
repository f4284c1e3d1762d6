"""The board book: of a play, where a change is an entry, and of a game, where it is kept for later plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.games import find_game
from models.ledger import Refusal
from views import parts
from views.book import Editing, Hand, book
from views.fold import pane
from views.parts import Style, button, press, screen, soft
from views.shell import gone, header

if TYPE_CHECKING:
    from companion.game import Fact, Game
    from views.desk import Desk
    from views.store import Store


@screen
def BoardScreen(store: Store, desk: Desk) -> ft.Control:
    """Show the board of a play; a change is a line of its journal, with a reason."""
    editing, _ = ft.use_state(Editing())
    picture = desk.picture
    game = picture.game

    def writing(on: bool) -> None:
        desk.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))

    def save(fact: Fact) -> None:
        if editing.key == fact.key:  # else it is the second half of a double tap
            editing.record(desk, "change_board", {"fact": fact.key, "value": editing.typed}, fact.label)

    values = {fact.key: picture.table.fact(fact.key) for fact in game.facts}
    hand = Hand(save, reason=True, label="Record the change", focused=writing)
    words = (
        "Tap what your own board has otherwise. A change is a line of the journal, with a reason, and is kept for "
        "later plays; what was written before stays as it is."
    )
    body = pane(
        store, _edition(game), soft(words, Style.BODY_MEDIUM), *book(store, editing, game, values, hand), spacing=10
    )
    return ft.Column(
        [header(store, "Board book", back="" if store.wide else "/"), ft.Container(body, expand=True)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@screen
def BoardBookScreen(store: Store) -> ft.Control:
    """Show the board of a game before a play: what is changed is kept for later plays."""
    editing, _ = ft.use_state(Editing())
    journal = store.house.journal
    try:
        game = find_game(ft.use_route_params().get("game", ""))
    except Refusal as refusal:
        return gone(refusal.sentence)
    values = game.printed(journal.board_facts(game.key, game.edition))

    def save(fact: Fact) -> None:
        try:
            said = fact.read(editing.typed)
        except Refusal as refusal:
            editing.blame(refusal)
            return
        if said == fact.value:
            journal.clear_board_facts(game.key, game.edition, fact.key)
        else:
            journal.set_board_fact(game.key, game.edition, fact.key, said)
        editing.close()

    def back(fact: Fact) -> None:
        journal.clear_board_facts(game.key, game.edition, fact.key)
        editing.close()

    def all_back() -> None:
        journal.clear_board_facts(game.key, game.edition)
        editing.close()
        editing.notify()  # type: ignore[no-untyped-call]

    own = sum(values[fact.key] != fact.value for fact in game.facts)
    words = "Tap what your own board has otherwise. It is kept for every play you begin from now on."
    blocks: list[ft.Control] = [_edition(game), soft(words, Style.BODY_MEDIUM)]
    if own:
        label = f"Back to the edition ({own} changed)"
        blocks.append(ft.Row([button(label, press(all_back), icon=ft.Icons.RESTART_ALT)], wrap=True))
    return pane(store, *blocks, *book(store, editing, game, values, Hand(save, back)), spacing=10)


def _edition(game: Game) -> ft.Control:
    return parts.heading(f"{game.title}, {game.edition}", level=2)
