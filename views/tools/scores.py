"""The score pad: points round by round for any game, on the score sheet of the games, with a chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from companion.core.action import Question
from companion.core.prompt import Offer
from companion.core.table import Table
from companion.core.unknown_game import bare_turn
from companion.tools import SCORES, scores
from companion.tools.scores import POINTS, ScorePad
from models.ledger import Refusal
from views.components import controls
from views.components.controls import Style, button, field, icon_button, press, screen, soft, text
from views.components.keypad import ROOMY, amount_pad, number_face
from views.components.player_card import badge
from views.components.sections import choice_chip, fold
from views.state.client import Client
from views.state.play.play_snapshot import Person
from views.table.boards.score_sheet import ScoreChart, ScoreTable, height
from views.theme import GAP, GAP_S
from views.tools.form import after, row
from views.tools.layout import is_split, person, tool_layout
from views.tools.state import ToolSheet, ToolState, offer_undo, use_tool_state

TALLEST, LOWEST, CHART = 460.0, 250.0, 190.0
"""No sheet is higher, for its rounds scroll, and none is lower; and the height of the chart, at text size 1."""


def edit(state: ToolState, change: Callable[[ScorePad], ScorePad], where: str = "round", undo: str = "") -> None:
    """Keep what a change makes of the pad; where it can't be made, say so there. What is taken off can be had back."""
    had = state.inputs_of(SCORES)
    try:
        made = change(scores.read(had))
    except Refusal as refusal:
        state.refuse(where, refusal.sentence)
        return
    state.put(SCORES, made.to_stored())
    state.focus(SCORES, "" if made.old is None else "e0")
    if undo:
        offer_undo(undo, state, SCORES, had)


def sheet_of(state: ToolState, scale: float = 1.0) -> tuple[ToolSheet, Question]:
    """A question for everybody's points; and who has the keys: who was tapped, else the first without a number."""
    made = scores.read(state.inputs_of(SCORES))
    asked = tuple(Question(f"e{at}", POINTS, name, optional=True) for at, name in enumerate(made.names))
    sheet = ToolSheet(state, SCORES, bare_turn(Table(())), asked, lambda: scale)
    missing = next((one for one, said in zip(asked, made.typed, strict=True) if not said), asked[-1])
    return sheet, sheet.find_asked(missing.name) or missing


def next_player(state: ToolState) -> None:
    """Hand the keys to the next player who has no number, else to the next at all."""
    sheet, now = sheet_of(state)
    at = sheet.questions.index(now)
    order = sheet.questions[at + 1 :] + sheet.questions[:at]
    state.focus(SCORES, next((one for one in order if not sheet.words_typed(one)), order[0]).name)


def press_key(state: ToolState, key: str) -> None:
    """Give a key of a keyboard to who takes the keys."""
    sheet, now = sheet_of(state)
    sheet.type(now.name, after(now, sheet.words_typed(now), key))


def enter(state: ToolState) -> None:
    """Do what Enter asks for: on to the next player, and once all have a number write the round."""
    typed = scores.read(state.inputs_of(SCORES)).typed
    if all(typed) or not any(typed):
        edit(state, ScorePad.enter)
    else:
        next_player(state)


@dataclass(frozen=True, slots=True)
class EditRound:
    """What a tap on a round does: open its points on the pad for editing. Equal for equal states."""

    state: ToolState

    def __call__(self, offer: Offer) -> None:
        """Lay the round on the pad."""
        edit(self.state, lambda pad: pad.open_round(int(offer.answers["round"] or 0)))


@screen
def ScoresScreen(client: Client, tool: str) -> ft.Control:
    """Enter points, and show the sheet, who leads, and the chart."""
    state, scale = use_tool_state(tool), client.prefs.scale
    made = scores.read(state.inputs_of(tool))
    people = tuple(person(key, name, at) for at, (key, name) in enumerate(zip(made.seats, made.names, strict=True)))
    words = made.leads or "Tap in everybody's points, then Add."
    said = text(words, Style.TITLE_MEDIUM) if made.leads else soft(words, Style.BODY_LARGE)
    leads = ft.Semantics(identifier="answer", container=True, live_region=True, content=said)
    room = client.width / 2 if is_split(client) else client.width
    tall = TALLEST if is_split(client) else max(LOWEST, client.height - 560)
    drawn = scores.sheet(made)
    sheet = ft.Container(
        ScoreTable(drawn, people, EditRound(state), room - 40, scale, key="sheet"),
        height=min(height(drawn, scale), tall * max(1.0, scale * 0.85)),
    )
    chart: list[ft.Control] = []
    if len(made.rounds) > 1:
        tall = CHART * min(1.35, max(1.0, scale))
        chart = [controls.card(ScoreChart(drawn, people, tall, scale, key="score-chart"))]
    asking = sheet_of(state, scale)
    entries, players = _entries(*asking, made, people), _players(state, made, people)
    where, wrong = state.wrong
    return tool_layout(
        client,
        _pad(*asking, made),
        left=([players, entries], []),
        right=[leads, sheet, *chart],
        upright=([leads, sheet, entries], [players, *chart]),
        wrong=wrong if where == "round" else "",
    )


def _entries(sheet: ToolSheet, now: Question, made: ScorePad, people: tuple[Person, ...]) -> ft.Control:
    """Show everybody with what is typed so far; a tap hands the keys over."""
    pairs = zip(sheet.questions, people, strict=True)
    cells = [row(sheet, one, active=one == now, sign=badge(who, size=24)) for one, who in pairs]
    rows = controls.tiles(cells, 2 if sheet.scale() <= ROOMY else 1)
    if made.old is None:
        return rows
    drop = press(
        edit, sheet.state, partial(ScorePad.without, at=made.old), "round", f"Round {made.old + 1} is deleted."
    )
    ways = controls.wrap(
        button("Cancel", press(edit, sheet.state, ScorePad.clear), tone="quiet", key="leave"),
        button("Delete the round", drop, tone="danger", key="drop"),
    )
    return controls.column(text(f"Correcting round {made.old + 1}", Style.TITLE_SMALL), rows, ways)


def _pad(sheet: ToolSheet, now: Question, made: ScorePad) -> ft.Control:
    """Lay the keys for who has them, with the way to the next and to the end of the round."""
    state = sheet.state
    go = "Add" if made.old is None else "Save"
    sign = number_face("\u00b1", press(press_key, state, "-"), spoken="Plus or minus")
    beside = (
        ft.Container(sign, width=52),
        icon_button(ft.Icons.ARROW_FORWARD, "Next player", press(next_player, state), key="next"),
        button(go, press(edit, state, ScorePad.enter), tone="primary", key="add"),
    )
    asked = replace(now, text=f"{now.text}'s points")
    keys = amount_pad(sheet, sheet, sheet.draft, asked, POINTS, beside, show_error=False)
    words = soft(f"{asked.text}. Left blank, it counts 0.", Style.BODY_MEDIUM)
    return controls.column(words, keys, spacing=GAP_S)


def _players(state: ToolState, made: ScorePad, people: tuple[Person, ...]) -> ft.Control:
    """Fold away who plays, and whether the most points win."""

    def rename(at: int, words: str) -> None:
        state.put(SCORES, scores.read(state.inputs_of(SCORES)).rename(at, words).to_stored())

    def unseat(at: int) -> None:
        edit(state, lambda pad: pad.unseat(at), "players", f"{made.names[at]} is removed.")

    def focus(on: bool) -> None:
        state.writing = on

    ways = controls.wrap(
        choice_chip("The most points win", press(state.put, SCORES, {"wins": "high"}), chosen=made.high, key="high"),
        choice_chip(
            "The fewest points win", press(state.put, SCORES, {"wins": "low"}), chosen=not made.high, key="low"
        ),
    )
    rows: list[ft.Control] = [ways]
    for at, player in enumerate(people):
        own = "" if player.name == scores.usual(at + 1) else player.name
        name = field(f"Name {at + 1}", own, partial(rename, at), focused=focus, key=f"name-{at}")
        off = icon_button(ft.Icons.CLOSE, f"Remove {player.name}", press(unseat, at), key=f"unseat-{at}")
        rows.append(ft.Row([badge(player, size=32), ft.Container(name, expand=True), off], spacing=GAP))
    where, sentence = state.wrong
    if where == "players":
        rows.append(controls.note(sentence, "bad", live=True))
    more = press(edit, state, ScorePad.seat, "players")
    rows.append(button("Add a player", more, icon=ft.Icons.PERSON_ADD_ALT, key="seat"))
    summary = f"{', '.join(made.names)}; the {'most' if made.high else 'fewest'} points win"
    unfolded, toggle = "players" in state.unfolded, press(state.fold, "players")
    return fold("Players", summary, rows, unfolded=unfolded, toggle=toggle, small=True, key="players")
