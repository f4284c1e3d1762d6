"""The score pad: points round by round for any game, on the score sheet of the games, with a chart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.tools import SCORES, scores
from companion.units import MINUS
from views import parts, theme
from views.amount import ROOMY, keypad, number_face, window
from views.field import field
from views.fold import fold, pick
from views.parts import Style, button, face, icon_button, press, screen, soft, text
from views.players import badge
from views.score_chart import ScoreChart
from views.scores import ScoreTable, height
from views.theme import GAP, GAP_S
from views.tools_bench import use_bench
from views.tools_pad import with_note
from views.tools_parts import NONE, halved, lay, person
from views.tools_rounds import drop, entries, leave, mend, mending, onward, press_key, seat, unseat, whose, write

if TYPE_CHECKING:
    from companion.game import Offer
    from companion.tools.scores import ScorePad
    from views.person import Person
    from views.store import Store
    from views.tools_bench import Bench

TALLEST, LOWEST = 460.0, 250.0
"""No sheet is higher than this, for its rounds scroll; and none is lower, at text size 1."""
CHART = 190.0


@dataclass(frozen=True, slots=True)
class Mender:
    """What a tap on a round does: lay its points on the pad to be put right. Equal for equal benches."""

    bench: Bench

    def __call__(self, offer: Offer) -> None:
        """Lay the round on the pad."""
        mend(self.bench, int(offer.answers["round"] or 0))


@screen
def ScoresScreen(store: Store, tool: str) -> ft.Control:
    """Enter points, and show the sheet, who leads, and the chart."""
    bench = use_bench(tool)
    made, scale = scores.read(bench.given(tool)), store.prefs.scale
    people = tuple(person(key, name, at) for at, (key, name) in enumerate(zip(made.seats, made.names, strict=True)))
    keys = _pad(bench, made, store)
    chips = _entries(bench, made, people, scale)
    told = _leads(made)
    sheet, chart = _sheet(bench, made, people, store), _chart(made, people, scale)
    setting = _players(bench, made, people)
    return lay(
        store, ([setting, chips, keys], [*told, sheet, *chart]), ([*told, sheet, chips], [setting, *chart]), keys
    )


def _leads(made: ScorePad) -> list[ft.Control]:
    words = made.leads or "Tap in everybody's points, then Add."
    said = text(words, Style.TITLE_MEDIUM) if made.leads else soft(words, Style.BODY_LARGE)
    return [ft.Semantics(identifier="answer", container=True, live_region=True, content=said)]


def _sheet(bench: Bench, made: ScorePad, people: tuple[Person, ...], store: Store) -> ft.Control:
    drawn, scale = scores.sheet(made), store.prefs.scale
    beside = halved(store)
    room = store.width / 2 if beside else store.width
    tall = TALLEST if beside else max(LOWEST, store.height - 560)
    return ft.Container(
        ScoreTable(drawn, people, Mender(bench), room - 40, scale, key="sheet"),
        height=min(height(drawn, scale), tall * max(1.0, scale * 0.85)),
    )


def _chart(made: ScorePad, people: tuple[Person, ...], scale: float) -> list[ft.Control]:
    if len(made.rounds) < 2:
        return []
    drawn = scores.sheet(made)
    if any(total is not None and total < 0 for line in drawn.running for total in line):
        return [soft("The chart is drawn while no total is below 0.")]
    return [parts.card(ScoreChart(drawn, people, CHART * min(1.35, max(1.0, scale)), scale, key="score-chart"))]


def _entries(bench: Bench, made: ScorePad, people: tuple[Person, ...], scale: float) -> ft.Control:
    """Show everybody with what is typed so far; a tap hands the keys over."""
    typed, now = entries(bench, made), whose(bench, made)
    cells: list[ft.Control] = []
    for at, one in enumerate(people):
        said = shown(typed[at])
        chosen = at == now
        ink = theme.ON_TINT if chosen else theme.INK
        inside = ft.Row(
            [
                badge(one, size=24),
                text(one.name, Style.LABEL_LARGE, ink, lines=1, expand=True),
                text(said or NONE, Style.TITLE_MEDIUM, ink if said else theme.SOFT_INK, whole=True),
            ],
            spacing=8,
        )
        cells.append(
            face(
                ft.Semantics(content=inside, exclude_semantics=True),
                press(bench.look, SCORES, f"e{at}"),
                chosen=chosen,
                padding=ft.Padding.symmetric(horizontal=10, vertical=12),
                spoken=f"{one.name}: {said or 'no points yet'}",
                key=f"entry-{at}",
            )
        )
    columns = 2 if scale <= ROOMY else 1
    old = mending(bench, made)
    if old is None:
        return parts.rows(cells, columns)
    ways = parts.wrap(
        button("Leave it as it was", press(leave, bench), tone="quiet", key="leave"),
        button("Take the round off", press(drop, bench, old), tone="danger", key="drop"),
    )
    return parts.column(text(f"Putting round {old + 1} right", Style.TITLE_SMALL), parts.rows(cells, columns), ways)


def shown(words: str) -> str:
    """Write points as they are typed, with a true minus."""
    return words.replace("-", MINUS)


def _pad(bench: Bench, made: ScorePad, store: Store) -> ft.Control:
    """Lay the keys for who has them, with the way to the next and to the end of the round."""
    at, (where, sentence) = whose(bench, made), bench.wrong
    words, name = entries(bench, made)[at], made.names[at]
    wrong = where == "round"
    above = ft.Row(
        [
            ft.Container(
                number_face("\u00b1", press(press_key, bench, "-"), chosen=False, spoken="Plus or minus"), width=52
            ),
            ft.Container(window(f"{name}'s points", shown(words) or "0", empty=not words, wrong=wrong), expand=True),
            icon_button(ft.Icons.ARROW_FORWARD, "Next player", press(onward, bench), key="next"),
            button("Add" if mending(bench, made) is None else "Save", press(write, bench), tone="primary", key="add"),
        ],
        spacing=GAP_S,
    )
    keys = parts.column(
        soft(f"{name}'s points. Who has none written gets 0.", Style.BODY_MEDIUM),
        above,
        keypad(lambda key: press_key(bench, key)),
        spacing=GAP_S,
    )
    return with_note(store, keys, sentence if wrong else "")


def _players(bench: Bench, made: ScorePad, people: tuple[Person, ...]) -> ft.Control:
    """Fold away who plays, and whether the most points win."""
    wins = "the most points win" if made.high else "the fewest points win"

    def rename(at: int, words: str) -> None:
        bench.put(SCORES, scores.read(bench.given(SCORES)).rename(at, words).written())

    def focus(on: bool) -> None:
        bench.writing = on

    rows: list[ft.Control] = [
        ft.Row(
            [
                badge(one, size=32),
                ft.Container(
                    field(
                        f"Name {at + 1}",
                        "" if one.name == scores.usual(at + 1) else one.name,
                        partial(rename, at),
                        focused=focus,
                        key=f"name-{at}",
                    ),
                    expand=True,
                ),
                icon_button(ft.Icons.CLOSE, f"Take {one.name} off", press(unseat, bench, at), key=f"unseat-{at}"),
            ],
            spacing=GAP,
        )
        for at, one in enumerate(people)
    ]
    ways = parts.wrap(
        pick("The most points win", press(bench.put, SCORES, {"wins": "high"}), chosen=made.high, key="high"),
        pick("The fewest points win", press(bench.put, SCORES, {"wins": "low"}), chosen=not made.high, key="low"),
    )
    where, sentence = bench.wrong
    told = [parts.note(sentence, "bad", live=True)] if where == "players" else []
    more = button("One more player", press(seat, bench), icon=ft.Icons.PERSON_ADD_ALT, key="seat")
    return fold(
        "Players",
        f"{', '.join(made.names)}; {wins}",
        [ways, *rows, *told, more],
        unfolded="players" in bench.unfolded,
        toggle=press(bench.fold, "players"),
        small=True,
        key="players",
    )
