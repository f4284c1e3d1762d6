"""The score pad: points round by round for any game, on the score sheet of the games, with a chart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.core.action import Question
from companion.core.table import Table
from companion.tools import SCORES, scores
from companion.tools.scores import POINTS
from models.ledger import Refusal
from views.components import controls
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.keypad import ROOMY, amount_pad, number_face
from views.components.player_card import badge
from views.components.sections import fold, pick
from views.components.text_field import field
from views.table.score_sheet import ScoreChart, ScoreTable, height
from views.theme import GAP, GAP_S
from views.tools.bench import offer_undo, use_bench
from views.tools.form import after, row
from views.tools.layout import halved, lay, person
from views.tools.sheet import ToolSheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.prompt import Offer
    from companion.tools.scores import ScorePad
    from views.state.client import Client
    from views.state.play_snapshot import Person
    from views.tools.bench import Bench

TALLEST, LOWEST, CHART = 460.0, 250.0, 190.0
"""No sheet is higher, for its rounds scroll, and none is lower; and the height of the chart, at text size 1."""


@dataclass(slots=True)
class Hand:
    """The pad as it is now, what is typed for everybody, the round being put right if any, and whose the keys are."""

    bench: Bench
    scale: Callable[[], float] = lambda: 1.0

    @property
    def pad(self) -> ScorePad:
        """The names and rounds."""
        return scores.read(self.bench.given(SCORES))

    @property
    def sheet(self) -> ToolSheet:
        """A question for everybody's points."""
        asked = (Question(f"e{at}", POINTS, name, optional=True) for at, name in enumerate(self.pad.names))
        return ToolSheet(self.bench, SCORES, Table(()), tuple(asked), self.scale)

    @property
    def typed(self) -> tuple[str, ...]:
        """What is typed for everybody in the round in hand."""
        sheet = self.sheet
        return tuple(sheet.typed(one) for one in sheet.questions)

    @property
    def old(self) -> int | None:
        """The round that is being put right, counted from 0; nothing where a new one is entered."""
        words = self.bench.given(SCORES).get("mend", "")
        at = int(words) if words.isascii() and words.isdigit() and len(words) < 4 else -1
        return at if 0 <= at < len(self.pad.rounds) else None

    @property
    def whose(self) -> int:
        """Who takes the keys: who was tapped, else the first without a number, else the last."""
        typed, sheet = self.typed, self.sheet
        missing = next((at for at, one in enumerate(typed) if not one), len(typed) - 1)
        asked = sheet.asked_now(f"e{missing}")
        return sheet.questions.index(asked) if asked else missing

    def keep(self, change: Callable[[], ScorePad], typed: tuple[str, ...] = (), where: str = "round") -> bool:
        """Keep what a change makes of the pad, and of the round in hand only this; say so where it can't be made."""
        try:
            made = change()
        except Refusal as refusal:
            self.bench.refuse(where, refusal.sentence)
            return False
        blank = {f"e{at}": "" for at in range(scores.MOST)}
        words = {f"e{at}": one for at, one in enumerate(typed)}
        self.bench.put(SCORES, {**made.written(), "mend": "", **blank, **words})
        self.bench.look(SCORES, "")
        return True

    def onward(self) -> None:
        """Hand the keys to the next player who has no number, else to the next at all."""
        now, typed = self.whose, self.typed
        order = [(now + step) % len(typed) for step in range(1, len(typed))]
        self.bench.look(SCORES, f"e{next((at for at in order if not typed[at]), order[0])}")

    def write(self) -> None:
        """Write the round in hand, or what is put right of an earlier one."""
        old, typed, made = self.old, self.typed, self.pad
        self.keep(lambda: made.add(typed) if old is None else made.mend(old, typed))

    def open_round(self, at: int) -> None:
        """Lay a round on the pad, to be put right."""
        if at < len(self.pad.rounds):
            words = {f"e{seat}": "" if one is None else str(one) for seat, one in enumerate(self.pad.rounds[at])}
            self.bench.put(SCORES, {**words, "mend": str(at)})
            self.bench.look(SCORES, "e0")

    def drop(self, at: int) -> None:
        """Take a round off the pad; it can be had back for a while."""
        had = self.bench.given(SCORES)
        if self.keep(lambda: scores.read(had).without(at)):
            offer_undo(f"Round {at + 1} is taken off.", self.bench, SCORES, had)

    def unseat(self, at: int) -> None:
        """Take a player off the pad, points and all; that can be undone for a while."""
        had, made, typed = self.bench.given(SCORES), self.pad, self.typed
        if self.keep(lambda: made.unseat(at), typed[:at] + typed[at + 1 :], "players"):
            offer_undo(f"{made.names[at]} is taken off the pad.", self.bench, SCORES, had)


def press_key(bench: Bench, key: str) -> None:
    """Give a key of a keyboard to who takes the keys."""
    hand = Hand(bench)
    sheet = hand.sheet
    question = sheet.questions[hand.whose]
    sheet.type(question.name, after(question, sheet.typed(question), key))


def enter(bench: Bench) -> None:
    """Do what Enter asks for: on to the next player, and once all have a number write the round."""
    hand = Hand(bench)
    (hand.write if all(hand.typed) or not any(hand.typed) else hand.onward)()


@dataclass(frozen=True, slots=True)
class Mender:
    """What a tap on a round does: lay its points on the pad to be put right. Equal for equal benches."""

    bench: Bench

    def __call__(self, offer: Offer) -> None:
        """Lay the round on the pad."""
        Hand(self.bench).open_round(int(offer.answers["round"] or 0))


@screen
def ScoresScreen(store: Client, tool: str) -> ft.Control:
    """Enter points, and show the sheet, who leads, and the chart."""
    bench, scale = use_bench(tool), store.prefs.scale
    hand = Hand(bench, lambda: scale)
    made = hand.pad
    people = tuple(person(key, name, at) for at, (key, name) in enumerate(zip(made.seats, made.names, strict=True)))
    words = made.leads or "Tap in everybody's points, then Add."
    said = text(words, Style.TITLE_MEDIUM) if made.leads else soft(words, Style.BODY_LARGE)
    leads = ft.Semantics(identifier="answer", container=True, live_region=True, content=said)
    room = store.width / 2 if halved(store) else store.width
    tall = TALLEST if halved(store) else max(LOWEST, store.height - 560)
    drawn = scores.sheet(made)
    sheet = ft.Container(
        ScoreTable(drawn, people, Mender(bench), room - 40, scale, key="sheet"),
        height=min(height(drawn, scale), tall * max(1.0, scale * 0.85)),
    )
    chart: list[ft.Control] = []
    if any(total is not None and total < 0 for line in drawn.running for total in line):
        chart = [soft("The chart is drawn while no total is below 0.")]
    elif len(made.rounds) > 1:
        tall = CHART * min(1.35, max(1.0, scale))
        chart = [controls.card(ScoreChart(drawn, people, tall, scale, key="score-chart"))]
    entries, players = _entries(hand, people), _players(hand, people)
    where, wrong = bench.wrong
    return lay(
        store,
        _pad(hand),
        left=([players, entries], []),
        right=[leads, sheet, *chart],
        upright=([leads, sheet, entries], [players, *chart]),
        wrong=wrong if where == "round" else "",
    )


def _entries(hand: Hand, people: tuple[Person, ...]) -> ft.Control:
    """Show everybody with what is typed so far; a tap hands the keys over."""
    sheet, now, old = hand.sheet, hand.whose, hand.old
    cells = [
        row(sheet, one, active=at == now, sign=badge(people[at], size=24)) for at, one in enumerate(sheet.questions)
    ]
    rows = controls.rows(cells, 2 if hand.scale() <= ROOMY else 1)
    if old is None:
        return rows
    made = hand.pad
    ways = controls.wrap(
        button("Leave it as it was", press(hand.keep, lambda: made), tone="quiet", key="leave"),
        button("Take the round off", press(hand.drop, old), tone="danger", key="drop"),
    )
    return controls.column(text(f"Putting round {old + 1} right", Style.TITLE_SMALL), rows, ways)


def _pad(hand: Hand) -> ft.Control:
    """Lay the keys for who has them, with the way to the next and to the end of the round."""
    sheet = hand.sheet
    question = sheet.questions[hand.whose]

    def turn() -> None:
        sheet.type(question.name, after(question, sheet.typed(question), "-"))

    beside = (
        ft.Container(number_face("\u00b1", press(turn), chosen=False, spoken="Plus or minus"), width=52),
        icon_button(ft.Icons.ARROW_FORWARD, "Next player", press(hand.onward), key="next"),
        button("Add" if hand.old is None else "Save", press(hand.write), tone="primary", key="add"),
    )
    keys = amount_pad(sheet, sheet, sheet.draft, question, POINTS, beside, told=False)
    words = soft(f"{question.text}'s points. Who has none written gets 0.", Style.BODY_MEDIUM)
    return controls.column(words, keys, spacing=GAP_S)


def _players(hand: Hand, people: tuple[Person, ...]) -> ft.Control:
    """Fold away who plays, and whether the most points win."""
    bench, made = hand.bench, hand.pad

    def rename(at: int, words: str) -> None:
        bench.put(SCORES, hand.pad.rename(at, words).written())

    def focus(on: bool) -> None:
        bench.writing = on

    ways = controls.wrap(
        pick("The most points win", press(bench.put, SCORES, {"wins": "high"}), chosen=made.high, key="high"),
        pick("The fewest points win", press(bench.put, SCORES, {"wins": "low"}), chosen=not made.high, key="low"),
    )
    rows: list[ft.Control] = [ways]
    for at, one in enumerate(people):
        own = "" if one.name == scores.usual(at + 1) else one.name
        name = field(f"Name {at + 1}", own, partial(rename, at), focused=focus, key=f"name-{at}")
        off = icon_button(ft.Icons.CLOSE, f"Take {one.name} off", press(hand.unseat, at), key=f"unseat-{at}")
        rows.append(ft.Row([badge(one, size=32), ft.Container(name, expand=True), off], spacing=GAP))
    where, sentence = bench.wrong
    if where == "players":
        rows.append(controls.note(sentence, "bad", live=True))
    more = press(hand.keep, made.seat, hand.typed, "players")
    rows.append(button("One more player", more, icon=ft.Icons.PERSON_ADD_ALT, key="seat"))
    summary = f"{', '.join(made.names)}; the {'most' if made.high else 'fewest'} points win"
    unfolded, toggle = "players" in bench.unfolded, press(bench.fold, "players")
    return fold("Players", summary, rows, unfolded=unfolded, toggle=toggle, small=True, key="players")
