"""How each kind of question is put: buttons for players, rolls, choices and numbers, a pad for money."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.hands import Hands
from companion.kinds import Amount, Choice, Number, Player, Roll, Words
from models.ledger import Refusal
from views import figures, parts, theme
from views.draft import complaint
from views.fold import field
from views.handpad import hand_pad
from views.keys import pad
from views.parts import Style, face, press, soft, text
from views.players import badge
from views.theme import GAP_S
from views.tiles import tiles

if TYPE_CHECKING:
    from companion.action import Action, Option, Question
    from views.draft import Draft
    from views.picture import Picture
    from views.store import Desk

DICE = random.SystemRandom()
FACES = "\u2680\u2681\u2682\u2683\u2684\u2685"
NAMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
POUND = "\u00a3"
STAKES = (5, 10, 20, 50)
"""What people lay on a horse, in pounds."""
ROOMY = 1.3
"""Up to this text size four amounts fit beside each other."""
MANY = 12
"""From more options than this only those that can be chosen are shown."""
BRIEF = 8
"""Names of so many letters fit three beside each other."""
SHORT = 30
"""So many letters fit beside each other in a row of buttons."""


def ask(desk: Desk, picture: Picture, draft: Draft, question: Question) -> ft.Control:
    """Put a question in the way that suits its kind."""
    action = picture.game.action(draft.action)
    kind = question.kind
    if isinstance(kind, Roll):
        return _roll(desk, draft, question, kind)
    if isinstance(kind, Amount):
        return _amount(desk, picture, draft, question, kind)
    if isinstance(kind, Words | Hands):
        pad_of = hand_pad(desk, picture, draft, question, kind) if isinstance(kind, Hands) else None
        return pad_of or _words(desk, picture, draft, question)
    options = picture.options(action.name, draft.answers, question.name) or ()
    if isinstance(kind, Player):
        return _players(desk, picture, draft, question, options)
    if type(kind) is Number:  # a kind of its own has names for its numbers, and is a choice
        return _numbers(desk, draft, question, options)
    return _choice(desk, picture, draft, question, options)


def shown(picture: Picture, action: Action, draft: Draft, question: Question) -> str:
    """Say the answer that a question has."""
    del action
    value = draft.answers.get(question.name)
    if value is None:
        if question.default is not None:
            return question.kind.show(question.default, picture.table, draft.answers)
        return "not said"
    return question.kind.show(value, picture.table, draft.answers)


def _number_face(words: str, on_click: Any, *, chosen: bool, disabled: bool = False, spoken: str = "") -> ft.Control:
    label = text(
        words,
        Style.TITLE_MEDIUM,
        theme.SOFT_INK if disabled else theme.ON_TINT if chosen else theme.INK,
        align=ft.TextAlign.CENTER,
        spoken=spoken or None,
        struck=disabled,
    )
    return face(
        label,
        on_click,
        chosen=chosen,
        disabled=disabled,
        padding=ft.Padding.symmetric(vertical=13, horizontal=0),
        radius=10,
    )


def _roll(desk: Desk, draft: Draft, question: Question, kind: Roll) -> ft.Control:
    value = draft.answers.get(question.name)
    cells = [
        _number_face(
            str(number),
            press(desk.answer, question.name, number),
            chosen=value == number,
            spoken=f"Roll {number}",
        )
        for number in range(kind.dice, 6 * kind.dice + 1)
    ]

    def throw() -> None:
        desk.thrown(question.name, tuple(DICE.randint(1, 6) for _ in range(kind.dice)))

    dice = ft.Icon(ft.Icons.CASINO_OUTLINED, size=24, color=theme.ACCENT, semantics_label="Throw the dice")
    cells.append(
        face(dice, press(throw), padding=ft.Padding.symmetric(vertical=12, horizontal=0), radius=10, role="button")
    )
    rows = [parts.rows(cells, 6 if kind.dice == 2 else 7)]
    if draft.faces and sum(draft.faces) == value:
        rows.append(thrown(draft.faces))
    elif draft.keys and value is None:
        rows.append(soft(f"{draft.keys}\u2026 and the next figure"))
    return parts.column(*rows, spacing=GAP_S)


def thrown(faces: tuple[int, ...]) -> ft.Control:
    """Show the faces of the dice that the app threw."""
    signs = "  ".join(FACES[one - 1] for one in faces)
    words = " and ".join(NAMES[one] for one in faces)
    row = ft.Row(
        [
            ft.Text(signs, font_family=theme.SYMBOLS, size=34, color=theme.ACCENT),
            soft(f"Thrown: {words}", Style.BODY_MEDIUM),
        ],
        spacing=12,
    )
    return ft.Semantics(content=row, label=f"Thrown: {words}", container=True, live_region=True, exclude_semantics=True)


def _numbers(desk: Desk, draft: Draft, question: Question, options: tuple[Option, ...]) -> ft.Control:
    value = draft.answers.get(question.name)
    cells = [
        _number_face(
            str(one.value),
            press(desk.answer, question.name, one.value),
            chosen=value == one.value,
            disabled=one.refusal is not None,
            spoken=f"{getattr(question.kind, 'what', 'number')} {one.value}",
        )
        for one in options
    ]
    return parts.column(parts.rows(cells, 6), *_reasons(options), spacing=GAP_S)


def _reasons(options: tuple[Option, ...]) -> list[ft.Control]:
    """Say once why options are barred, naming those it holds for."""
    said: dict[str, list[str]] = {}
    for one in options:
        if one.refusal:
            said.setdefault(one.refusal, []).append(one.label)
    every = len(options) > 1 and all(one.refusal for one in options)
    return [
        soft(words if every and len(said) == 1 else f"{', '.join(names)}: {words}") for words, names in said.items()
    ]


def _players(desk: Desk, picture: Picture, draft: Draft, question: Question, options: tuple[Option, ...]) -> ft.Control:
    value = draft.answers.get(question.name)
    longest = max((len(one.label) for one in options), default=0)
    small = len(options) not in (2, 4) and longest <= BRIEF and desk.scale() <= ROOMY
    cells = []
    for one in options:
        person = picture.person(str(one.value))
        sign = (
            badge(person, size=26 if small else 30)
            if person
            else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=24, color=theme.ACCENT)
        )
        barred = one.refusal is not None
        style = Style.TITLE_SMALL if small else Style.LABEL_LARGE
        name = text(one.label, style, theme.SOFT_INK if barred else theme.INK, expand=True)
        cells.append(
            face(
                ft.Row([sign, name], spacing=6 if small else 8),
                press(desk.answer, question.name, one.value),
                chosen=value == one.value,
                disabled=barred,
                padding=ft.Padding.symmetric(vertical=11 if small else 9, horizontal=8 if small else 10),
            )
        )
    return parts.column(parts.rows(cells, 3 if small else 2), *_reasons(options), spacing=GAP_S)


def _choice(desk: Desk, picture: Picture, draft: Draft, question: Question, options: tuple[Option, ...]) -> ft.Control:
    value = draft.answers.get(question.name)
    if not options:
        return parts.note("There is nothing to choose here now.", "info")
    if isinstance(question.kind, Choice) and question.kind.tile:
        face_of = question.kind.tile
        squares = tuple((one, face_of(picture.table, str(one.value))) for one in options)
        return parts.column(tiles(desk, question, squares, value), *_reasons(options), spacing=GAP_S)
    if len(options) > MANY and (open_ones := tuple(one for one in options if one.refusal is None)):
        options = open_ones
    plain = all(one.refusal is None and not one.detail for one in options)
    if plain and len(options) <= 4 and sum(len(one.label) for one in options) <= SHORT:
        cells = [
            _number_face(one.label, press(desk.answer, question.name, one.value), chosen=value == one.value)
            for one in options
        ]
        return parts.rows(cells, len(cells))
    cells = [_card(desk, question, one, chosen=value == one.value) for one in options]
    if len(options) > 8 and all(len(one.label) < 22 for one in options):
        return parts.rows(cells, 2)
    return parts.column(*(parts.rows([cell], 1) for cell in cells), spacing=GAP_S)


def _card(desk: Desk, question: Question, option: Option, *, chosen: bool) -> ft.Control:
    barred = option.refusal is not None
    dot = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    words: list[ft.Control] = [text(option.label, Style.LABEL_LARGE, theme.SOFT_INK if barred else theme.INK)]
    if option.detail:
        words.append(soft(option.detail))
    if option.refusal:
        words.append(soft(option.refusal))
    inside = ft.Row(
        [
            ft.Icon(ft.Icons.BLOCK if barred else dot, size=20, color=theme.ACCENT if chosen else theme.SOFT_INK),
            ft.Column(words, spacing=1, tight=True, expand=True),
        ],
        spacing=10,
    )
    return face(
        inside,
        press(desk.answer, question.name, option.value),
        chosen=chosen,
        disabled=barred,
        padding=ft.Padding.symmetric(vertical=12, horizontal=12),
    )


def _amount(desk: Desk, picture: Picture, draft: Draft, question: Question, kind: Amount) -> ft.Control:
    value = draft.answers.get(question.name)
    words = draft.texts.get(question.name) or (str(value) if value is not None else "")
    wrong = complaint(picture, draft, question)
    said = figures.figure(int(words), kind.unit) if words.isdigit() else words or figures.figure(0, kind.unit)
    window = ft.Semantics(
        identifier="amount",
        label=f"{question.text or question.name}: {said}",
        container=True,
        live_region=True,
        exclude_semantics=True,
        content=ft.Container(
            text(said, Style.DISPLAY_SMALL, theme.INK if words else theme.SOFT_INK, align=ft.TextAlign.END),
            padding=ft.Padding.symmetric(horizontal=14, vertical=6),
            alignment=ft.Alignment.CENTER_RIGHT,
            border=ft.Border(bottom=ft.BorderSide(2, theme.LOSS if wrong else theme.ACCENT)),
        ),
    )

    def hit(key: str) -> None:
        draft_now = desk.draft
        typed = draft_now.texts.get(question.name, "") if draft_now else ""
        desk.type(question.name, pad(typed, key))

    keys: list[ft.Control] = [
        _number_face(key, press(hit, key), chosen=False) for key in ("1", "2", "3", "4", "5", "6", "7", "8", "9")
    ]
    keys += [
        _number_face("C", press(hit, "Clear"), chosen=False, spoken="Clear"),
        _number_face("0", press(hit, "0"), chosen=False),
        face(
            ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=22, color=theme.INK, semantics_label="Backspace"),
            press(hit, "Backspace"),
            padding=ft.Padding.symmetric(vertical=13, horizontal=0),
            radius=10,
            role="button",
        ),
    ]
    quick = [
        _number_face(figures.figure(one, kind.unit), press(desk.type, question.name, str(one)), chosen=value == one)
        for one in _quick(picture, draft, kind)
    ]
    rows: list[ft.Control] = [window]
    if quick:
        # at twice the size four amounts would break in the middle of a figure
        rows.append(parts.rows(quick, min(len(quick) if desk.scale() <= ROOMY else 2, len(quick))))
    rows.append(parts.rows(keys, 3))
    if wrong:
        # below the keys: above them it would push them from under the finger that types
        rows.append(parts.note(wrong, "bad", live=True))
    return parts.column(*rows, spacing=GAP_S)


def _quick(picture: Picture, draft: Draft, kind: Amount) -> list[int]:
    """Amounts worth a button: the least, a few steps up, half of all and all there is. Pounds are stakes: small."""
    try:
        most = kind.most(picture.table, draft.answers) if kind.most else 0
    except (Refusal, KeyError, ValueError):
        most = 0  # an earlier answer is still open; the pad does without
    least = max(kind.least, kind.step)
    if kind.unit == POUND:
        stakes = [rung for rung in STAKES if rung >= kind.least and rung % kind.step == 0]
        top = most // kind.step * kind.step
        return sorted({*(one for one in stakes if one < top), *([top] if top >= least else [])}) if most else stakes
    ladder = [least, *(rung for rung in (50, 100, 500, 1_000, 5_000, 10_000) if rung % kind.step == 0)]
    if not most:
        return sorted({rung for rung in ladder if rung >= least})[:4]
    half = most // 2 // kind.step * kind.step
    top = most // kind.step * kind.step
    wanted = [one for one in dict.fromkeys((least, *ladder)) if kind.least <= one < top][:2]
    return sorted({*wanted, *(one for one in (half, top) if one >= least)})[:4]


def _words(desk: Desk, picture: Picture, draft: Draft, question: Question) -> ft.Control:
    wrong = complaint(picture, draft, question)

    def change(words: str) -> None:
        desk.type(question.name, words)

    def focus(on: bool) -> None:
        desk.writing = on

    return field(
        question.text or question.name,
        draft.texts.get(question.name, ""),
        change,
        error=wrong,
        focused=focus,
        key=f"{draft.command}-{question.name}",
    )


def is_words(question: Question) -> bool:
    """Whether a question carries its own label, being a text field."""
    return isinstance(question.kind, Words)


def stays_open(question: Question) -> bool:
    """Whether a question stays in sight once it has an answer: what is typed may not be finished."""
    return isinstance(question.kind, Amount | Words | Hands)
