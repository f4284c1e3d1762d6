"""The score pad: points round by round for any game, on the score sheet of the games, with a chart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.core.units import MINUS
from companion.tools import SCORES, scores
from models.ledger import Refusal
from views import theme
from views.components import controls
from views.components.controls import Style, button, face, icon_button, press, screen, soft, text
from views.components.keypad import ROOMY, keypad, number_face, window
from views.components.player_card import badge
from views.components.sections import fold, pick
from views.components.text_field import field
from views.table.keyboard import pad
from views.table.score_sheet import ScoreChart, ScoreTable, height
from views.theme import GAP, GAP_S
from views.tools.bench import offer_undo, use_bench
from views.tools.layout import NONE, halved, lay, person, with_note

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.prompt import Offer
    from companion.tools.scores import ScorePad
    from views.state.client import Client
    from views.state.play_snapshot import Person
    from views.tools.bench import Bench


LONGEST = 6
"""So many digits make the largest number of points."""


def entries(bench: Bench, made: ScorePad) -> tuple[str, ...]:
    """What is typed for everybody in the round in hand."""
    given = bench.given(SCORES)
    return tuple(given.get(f"e{at}", "") for at in range(len(made.names)))


def repair(bench: Bench, made: ScorePad) -> int | None:
    """The round that is being put right, counted from 0; nothing where a new one is entered."""
    words = bench.given(SCORES).get("mend", "")
    at = int(words) if words.isascii() and words.isdigit() and len(words) < 4 else -1
    return at if 0 <= at < len(made.rounds) else None


def whose(bench: Bench, made: ScorePad) -> int:
    """Who takes the keys: who was tapped, else the first without a number, else the last."""
    tapped = bench.at.get(SCORES, "").removeprefix("e")
    if tapped.isdigit() and int(tapped) < len(made.names):
        return int(tapped)
    lacking = [at for at, one in enumerate(entries(bench, made)) if not one]
    return lacking[0] if lacking else len(made.names) - 1


def keep(bench: Bench, made: ScorePad, given: tuple[str, ...] = ()) -> None:
    """Keep a pad, with what is typed of the next round: nothing where a round is done."""
    blank = {f"e{at}": "" for at in range(scores.MOST)}
    bench.put(SCORES, {**made.written(), "mend": "", **blank, **{f"e{at}": one for at, one in enumerate(given)}})


def press_key(bench: Bench, key: str) -> None:
    """Give a digit, Backspace, Clear or a minus to who takes the keys."""
    made = scores.read(bench.given(SCORES))
    at = whose(bench, made)
    words = entries(bench, made)[at]
    sign, digits = ("-", words[1:]) if words.startswith("-") else ("", words)
    if key == "-":
        words = digits if sign else f"-{digits}"
    elif key in {"Clear", "Backspace"}:
        words = sign + digits[:-1] if digits and key == "Backspace" else ""
    elif key.isdecimal():
        # a zero may stand alone: it is a score like any other
        words = sign + (pad(digits, key) or "0")[:LONGEST]
    else:
        return
    bench.look(SCORES, f"e{at}")
    bench.put(SCORES, {f"e{at}": words})


def onward(bench: Bench) -> None:
    """Hand the keys to the next player who has no number, else to the next at all."""
    made = scores.read(bench.given(SCORES))
    now, count = whose(bench, made), len(made.names)
    order = [(now + step) % count for step in range(1, count)]
    typed = entries(bench, made)
    bench.look(SCORES, f"e{next((at for at in order if not typed[at]), order[0])}")


def enter(bench: Bench) -> None:
    """Do what Enter asks for: on to the next player, and once all have a number write the round."""
    typed = entries(bench, scores.read(bench.given(SCORES)))
    if all(typed) or not any(typed):
        write(bench)
    else:
        onward(bench)


def write(bench: Bench) -> None:
    """Write the round in hand, or what is put right of an earlier one."""
    made = scores.read(bench.given(SCORES))
    at, typed = repair(bench, made), entries(bench, made)
    edit(bench, "round", lambda: made.add(typed) if at is None else made.mend(at, typed))


def mend(bench: Bench, at: int) -> None:
    """Lay a round on the pad, to be put right."""
    made = scores.read(bench.given(SCORES))
    if at < len(made.rounds):
        words = {f"e{seat}": "" if one is None else str(one) for seat, one in enumerate(made.rounds[at])}
        bench.put(SCORES, {**words, "mend": str(at)})
        bench.look(SCORES, "e0")


def leave(bench: Bench) -> None:
    """Leave a round as it was."""
    edit(bench, "round", lambda: scores.read(bench.given(SCORES)))


def drop(bench: Bench, at: int) -> None:
    """Take a round off the pad; it can be had back for a while."""
    had = bench.given(SCORES)
    edit(bench, "round", lambda: scores.read(had).without(at))
    offer_undo(f"Round {at + 1} is taken off.", bench, SCORES, had)


def seat(bench: Bench) -> None:
    """Add a player; what is typed so far stays."""
    made = scores.read(bench.given(SCORES))
    edit(bench, "players", made.seat, entries(bench, made))


def unseat(bench: Bench, at: int) -> None:
    """Take a player off the pad, points and all; that can be undone for a while."""
    had = bench.given(SCORES)
    made = scores.read(had)
    typed = entries(bench, made)
    if edit(bench, "players", lambda: made.unseat(at), typed[:at] + typed[at + 1 :]):
        offer_undo(f"{made.names[at]} is taken off the pad.", bench, SCORES, had)


def edit(bench: Bench, where: str, change: Callable[[], ScorePad], given: tuple[str, ...] = ()) -> bool:
    """Keep what a change makes of the pad; where it can't be made, say so and why."""
    try:
        made = change()
    except Refusal as refusal:
        bench.refuse(where, refusal.sentence)
        return False
    keep(bench, made, given)
    bench.look(SCORES, "")
    return True


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
def ScoresScreen(store: Client, tool: str) -> ft.Control:
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


def _sheet(bench: Bench, made: ScorePad, people: tuple[Person, ...], store: Client) -> ft.Control:
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
    return [controls.card(ScoreChart(drawn, people, CHART * min(1.35, max(1.0, scale)), scale, key="score-chart"))]


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
    old = repair(bench, made)
    if old is None:
        return controls.rows(cells, columns)
    ways = controls.wrap(
        button("Leave it as it was", press(leave, bench), tone="quiet", key="leave"),
        button("Take the round off", press(drop, bench, old), tone="danger", key="drop"),
    )
    return controls.column(
        text(f"Putting round {old + 1} right", Style.TITLE_SMALL), controls.rows(cells, columns), ways
    )


def shown(words: str) -> str:
    """Write points as they are typed, with a true minus."""
    return words.replace("-", MINUS)


def _pad(bench: Bench, made: ScorePad, store: Client) -> ft.Control:
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
            button("Add" if repair(bench, made) is None else "Save", press(write, bench), tone="primary", key="add"),
        ],
        spacing=GAP_S,
    )
    keys = controls.column(
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
    ways = controls.wrap(
        pick("The most points win", press(bench.put, SCORES, {"wins": "high"}), chosen=made.high, key="high"),
        pick("The fewest points win", press(bench.put, SCORES, {"wins": "low"}), chosen=not made.high, key="low"),
    )
    where, sentence = bench.wrong
    told = [controls.note(sentence, "bad", live=True)] if where == "players" else []
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
