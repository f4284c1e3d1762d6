"""How each kind of question is asked: buttons for players, rolls, choices and numbers; pads have their own modules."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.core.action import Action, PossibleAnswer, Question
from companion.core.questions import Amount, Choice, Number, Player, Roll, Words
from companion.core.several import Each, Hands, Payments, Several
from companion.core.table import Value
from views import theme
from views.components import amounts, controls
from views.components.amounts import LOW_SHEET, SHEET
from views.components.choice_tiles import (
    FACES,
    NAMES,
    WordTile,
    split_number,
    swatch,
    tile_rows,
    tiles,
)
from views.components.controls import Style, face, field, press, screen, soft, text
from views.components.keypad import ROOMY, amount_pad, number_face
from views.components.player_card import badge
from views.state.play.draft import AnswerTarget, Draft, QuestionContext, typing_error
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.fit import WHOLE, Fit
from views.table.questions.card_pad import hand_pad
from views.table.questions.each import each_question
from views.table.questions.payments import payments_question
from views.table.questions.several import several_question
from views.table.questions.who_starts import Starters, WhoStarts
from views.table.sealed_bids import sealed_question
from views.theme import GAP_S

DICE = random.SystemRandom()
MANY = 12
"""From more options than this only those that can be chosen are shown."""
REASONS = 4
"""So many lines say why squares are barred; each square says its own reason as well."""
NARROW = 2
"""So many columns of choices fit on a phone, and beside a board."""
TILED = 26
"""Longest words on the tile of a choice."""
FEW, FOUR = 6, 4
"""More short options than this lie in twos; and from more tiles than that on they are low on a phone."""
FIRST = "first"
"""The question, in every game that asks it, who starts: the app finds somebody if the table likes."""
SHORT = 30
"""So many letters fit beside each other in a row of buttons."""


def ask(  # noqa: PLR0911, PLR0917 - one for each type, with what it is asked with
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    question: Question,
    room: float = SHEET,
    fit: Fit = WHOLE,
) -> ft.Control:
    """Ask a question in the way that suits its type, on a sheet that is so wide."""
    kind = question.kind
    if isinstance(kind, Several):
        return several_question(state, snapshot, draft, question, kind)
    if isinstance(kind, Each):
        if kind.sealed and not state.past:
            return sealed_question(state, snapshot, draft, question, kind)
        return each_question(state, snapshot, draft, question, kind, fit)
    if isinstance(kind, Payments):
        return payments_question(state, snapshot, draft, question, kind, fit)
    if isinstance(kind, Hands):
        return hand_pad(state, snapshot, draft, question, kind, fit)
    if isinstance(kind, Amount):
        return amount_pad(
            state.sheet,
            snapshot,
            draft,
            question,
            kind,
            flat=fit.flat,
            wide=(fit.room or room) * fit.beside,
            brief=fit.small,
        )
    given = state.requests.given_before(draft, question)
    return ask_plainly(state.sheet, snapshot, draft, question, room, fit, given)


def columns_in(room: float) -> int:
    """How many columns of choices fit on a sheet that is so wide, where words are short."""
    return NARROW if room <= SHEET else NARROW + 1


def ask_plainly(  # noqa: PLR0917 - what a question is asked with
    state: AnswerTarget,
    snapshot: QuestionContext,
    draft: Draft,
    question: Question,
    room: float = SHEET,
    fit: Fit = WHOLE,
    left_out: Collection[Value] = (),
) -> ft.Control:
    """Ask a question that needs no play: an amount, a roll, words, a number, a player or another choice."""
    kind = question.kind
    if isinstance(kind, Roll):
        return roll_question(RollAsked.of(state, draft, question, kind, ""))
    if isinstance(kind, Amount):
        return amount_pad(state, snapshot, draft, question, kind)
    if isinstance(kind, Words | Hands):
        return _words(state, snapshot, draft, question)
    options = snapshot.options(draft.action, draft.answers, question.name) or ()
    options = tuple(option for option in options if option.value not in left_out)
    if isinstance(kind, Player):
        return _players(state, snapshot, draft, question, options, room)
    if isinstance(kind, Number) and not kind.named:
        return _numbers(state, draft, question, options)
    return _choice(state, snapshot, draft, question, options, room, fit)


def answer_text(
    snapshot: PlaySnapshot, action: Action[...], draft: Draft, question: Question
) -> str:
    """The answer to a question, in words."""
    del action
    value = draft.answers.get(question.name)
    if value is None:
        if question.default is not None:
            return question.kind.show(question.default, snapshot.turn(draft.answers))
        return "not entered"
    return question.kind.show(value, snapshot.turn(draft.answers))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question's answers go to; a part that is drawn from it is not drawn again with every change of that."""

    target: AnswerTarget
    question: str


@dataclass(frozen=True, slots=True)
class RollAsked:
    """A roll that is asked for: what its question shows."""

    asked: Asked
    words: str
    dice: int
    value: Value | None = None
    faces: tuple[int, ...] = ()
    keys: str = ""

    @classmethod
    def of(
        cls, target: AnswerTarget, draft: Draft, question: Question, kind: Roll, words: str
    ) -> RollAsked:
        """Read it from a sheet."""
        value = draft.answers.get(question.name)
        faces = draft.faces if sum(draft.faces) == value else ()
        keys = draft.keys if value is None else ""
        return cls(Asked(target, question.name), words, kind.dice, value, faces, keys)


def roll_question(roll: RollAsked, *, visible: bool = True) -> ft.Control:
    """Ask for a roll; a pad that is not ``visible`` stays for the next one of so many dice."""
    return ft.Container(RollQuestion(roll), visible=visible, key=f"roll-{roll.dice}", data=roll)


@controls.memo
@screen
def RollQuestion(roll: RollAsked) -> ft.Control:
    """Lay out what so many dice can show, and dice that the app throws."""
    lines: list[ft.Control] = [soft(roll.words, Style.LABEL_MEDIUM)] if roll.words else []
    sums, abreast = (*range(roll.dice, 6 * roll.dice + 1), THROW), 6 if roll.dice == 2 else 7
    for at in range(0, len(sums), abreast):
        here = sums[at : at + abreast]
        here += (NOTHING,) * (abreast - len(here))
        lines.append(
            RollLine(
                roll.asked,
                here,
                roll.dice,
                roll.value if roll.value in here else None,
                key=f"at-{at}",
            )
        )
    if roll.faces:
        lines.append(show_throw(roll.faces))
    elif roll.keys:
        lines.append(soft(f"{roll.keys}\u2026 and the next figure"))
    return controls.column(*lines, spacing=GAP_S)


THROW, NOTHING = 0, -1
"""What stands for the dice that the app throws, and for an empty place, in a line of sums."""


@controls.memo
@screen
def RollLine(asked: Asked, sums: tuple[int, ...], dice: int, value: Value | None) -> ft.Control:
    """Lay out a line of what so many dice can show, drawn again only when one of it is chosen, or no longer."""

    def throw() -> None:
        asked.target.take_throw(asked.question, tuple(DICE.randint(1, 6) for _ in range(dice)))

    def cell(number: int) -> ft.Control:
        if number == NOTHING:
            return ft.Container(expand=True)
        if number == THROW:
            icon = ft.Icon(
                ft.Icons.CASINO_OUTLINED,
                size=24,
                color=theme.ACCENT,
                semantics_label="Throw the dice",
            )
            return face(icon, press(throw), padding=0, radius=10, role="button")
        answer = press(asked.target.answer, asked.question, number)
        return number_face(str(number), answer, chosen=value == number, spoken=f"Roll {number}")

    cells = [cell(number) for number in sums]
    return ft.Row(cells, spacing=GAP_S, vertical_alignment=ft.CrossAxisAlignment.START)


def show_throw(faces: tuple[int, ...]) -> ft.Control:
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
    return ft.Semantics(
        content=row,
        label=f"Thrown: {words}",
        container=True,
        live_region=True,
        exclude_semantics=True,
    )


def _numbers(
    state: AnswerTarget, draft: Draft, question: Question, options: tuple[PossibleAnswer, ...]
) -> ft.Control:
    value = draft.answers.get(question.name)
    cells = [
        number_face(
            str(option.value),
            press(state.answer, question.name, option.value),
            chosen=value == option.value,
            disabled=option.refusal is not None,
            spoken=", ".join(
                filter(
                    None,
                    (f"{getattr(question.kind, 'what', 'number')} {option.value}", option.detail),
                )
            ),
            detail=option.detail,
        )
        for option in options
    ]
    labels = [str(option.value) for option in options]
    columns = amounts.count_abreast(labels, 6, Style.TITLE_MEDIUM, state.scale())
    if details := [option.detail for option in options if option.detail]:
        # what is said below a number needs room
        columns = amounts.count_abreast(details, min(columns, 4), Style.BODY_SMALL, state.scale())
    return controls.column(controls.tiles(cells, columns), *_reasons(options), spacing=GAP_S)


def _reasons(options: tuple[PossibleAnswer, ...], most: int = 99) -> list[ft.Control]:
    """Show why options are barred, line by line."""
    return [soft(line) for line in _reason_lines(options, most)]


def _reason_lines(options: tuple[PossibleAnswer, ...], most: int = 99) -> list[str]:
    """Say once why options are barred, naming those it is true of, in so many lines at most."""
    said: dict[str, list[str]] = {}
    for option in options:
        if option.refusal:
            said.setdefault(option.refusal, []).append(option.label)
    every = len(options) > 1 and all(option.refusal for option in options)
    lines = [
        words
        if (every and len(said) == 1) or words.startswith(names[0])
        else f"{', '.join(names)}: {words}"
        for words, names in said.items()
    ]
    if len(lines) > most:
        rest = sum(len(names) for names in list(said.values())[most - 1 :])
        lines = [*lines[: most - 1], f"{rest} others can't be chosen either; hold one to read why."]
    return lines


BADGED, SMALL_BADGED = 62, 52
"""What is around a name on its tile: a badge, the gap beside it, and what is left at the sides."""


def _players(  # noqa: PLR0917 - a question, its options, and the room for them
    state: AnswerTarget,
    snapshot: QuestionContext,
    draft: Draft,
    question: Question,
    options: tuple[PossibleAnswer, ...],
    room: float,
) -> ft.Control:
    value = draft.answers.get(question.name)
    names = [option.label for option in options]
    fit = partial(
        amounts.count_abreast,
        names,
        scale=state.scale(),
        gap=GAP_S,
        sheet=room,
    )
    many = fit(2, Style.LABEL_LARGE, around=BADGED)
    row = isinstance(question.kind, Player) and question.kind.stays and room > LOW_SHEET
    most = len(options) if row else 2 if len(options) in (2, 4) else 3
    close = fit(most, Style.TITLE_SMALL, around=SMALL_BADGED)
    small = close > many
    cells = []
    for option in options:
        person = snapshot.person(str(option.value))
        sign = (
            badge(person, size=26 if small else 30)
            if person
            else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=24, color=theme.ACCENT)
        )
        barred = option.refusal is not None
        style = Style.TITLE_SMALL if small else Style.LABEL_LARGE
        name = text(option.label, style, theme.SOFT_INK if barred else theme.INK, expand=True)
        cells.append(
            face(
                ft.Row([sign, name], spacing=6 if small else 8),
                press(state.answer, question.name, option.value),
                chosen=value == option.value,
                disabled=barred,
                padding=ft.Padding.symmetric(vertical=3, horizontal=8 if small else 10),
            )
        )
    lines = _reason_lines(options)
    below: list[ft.Control] = [soft(" ".join(lines))] if lines else []
    if question.name == FIRST and isinstance(question.kind, Player):
        here = tuple(
            filter(
                None,
                (
                    snapshot.person(str(option.value))
                    for option in options
                    if option.refusal is None
                ),
            )
        )
        starters = Starters(state, question.name, here, question.kind)
        tiles = controls.tiles(cells, max(close, many))
        return controls.column(WhoStarts(starters, tiles, key="who-starts"), *below, spacing=GAP_S)
    return controls.column(controls.tiles(cells, max(close, many)), *below, spacing=GAP_S)


def _choice(  # noqa: PLR0917 - a question, its options, and the room for them
    state: AnswerTarget,
    snapshot: QuestionContext,
    draft: Draft,
    question: Question,
    options: tuple[PossibleAnswer, ...],
    room: float,
    fit: Fit,
) -> ft.Control:
    value = draft.answers.get(question.name)
    if not options:
        return controls.note("There is nothing to choose here now.", "info")
    if isinstance(question.kind, Choice) and question.kind.tile:
        face_of = question.kind.tile
        t = snapshot.turn()
        squares = tuple((option, face_of(t, str(option.value))) for option in options)
        return controls.column(
            tiles(state, question, squares, value), *_reasons(options, REASONS), spacing=GAP_S
        )
    columns = columns_in(room)
    roomy = state.scale() <= ROOMY and all(len(option.label) <= TILED for option in options)
    short = all(len(option.label) <= SHORT // NARROW for option in options)
    pair = (
        len(options) == NARROW
        and short
        and any(option.detail or option.refusal for option in options)
    )
    if roomy and (pair or len(options) > columns > NARROW):
        # where there is room, nothing is hidden because it can't be chosen: it stays in its place and says why
        # of so many none is out of sight
        small = len(options) > MANY
        places = [
            _choice_tile(
                state, snapshot, question, option, chosen=value == option.value, small=small
            )
            for option in options
        ]
        many = NARROW if len(options) in (NARROW, 2 * NARROW) else columns
        low = small or fit.tight or (fit.small and len(places) > FOUR)
        return tile_rows(places, many, state.scale(), room, tight=low)
    if len(options) > MANY and (
        open_ones := tuple(option for option in options if option.refusal is None)
    ):
        options = open_ones
    plain = all(option.refusal is None and not option.detail for option in options)
    if plain and len(options) <= 4 and sum(len(option.label) for option in options) <= SHORT:
        cells = [
            number_face(
                option.label,
                press(state.answer, question.name, option.value),
                chosen=value == option.value,
            )
            for option in options
        ]
        labels = [option.label for option in options]
        return controls.tiles(
            cells, amounts.count_abreast(labels, len(cells), Style.TITLE_MEDIUM, state.scale())
        )
    cells = [
        _card(state, snapshot, question, option, chosen=value == option.value, tight=fit.tight)
        for option in options
    ]
    if len(options) > FEW and all(len(option.label) < 22 for option in options):
        words = [(option.detail, Style.BODY_SMALL) for option in options] + [
            (option.label, Style.LABEL_LARGE) for option in options
        ]
        abreast = min(
            amounts.count_abreast([said], 2, style, state.scale(), around=AROUND)
            for said, style in words
        )
        return controls.tiles(cells, abreast)
    return controls.column(*(controls.tiles([cell], 1) for cell in cells), spacing=GAP_S)


AROUND = 64
"""What is left beside the words of an answer."""


def _tap_handler(state: AnswerTarget, question: Question) -> Callable[[str, Value], None]:
    """What a tap on a choice does: answer, or record as well where that settles the sheet."""
    return (
        state.pick if isinstance(question.kind, Choice) and question.kind.settles else state.answer
    )


def _colour(snapshot: QuestionContext, question: Question, option: PossibleAnswer) -> str:
    kind = question.kind
    return (
        kind.swatch(snapshot.turn(), str(option.value))
        if isinstance(kind, Choice) and kind.swatch
        else ""
    )


def _choice_tile(
    state: AnswerTarget,
    snapshot: QuestionContext,
    question: Question,
    option: PossibleAnswer,
    *,
    chosen: bool,
    small: bool,
) -> WordTile:
    return WordTile(
        option.label,
        option.detail,
        _tap_handler(state, question),
        (question.name, option.value),
        reason=option.refusal,
        chosen=chosen,
        colour=_colour(snapshot, question, option),
        small=small,
        key=f"choice-{question.name}-{option.value}",
    )


def _card(
    state: AnswerTarget,
    snapshot: QuestionContext,
    question: Question,
    option: PossibleAnswer,
    *,
    chosen: bool,
    tight: bool,
) -> ft.Control:
    barred = option.refusal is not None
    dot = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    colour = _colour(snapshot, question, option)
    number, name = split_number(option.label) if colour else ("", option.label)
    ink = theme.SOFT_INK if barred else theme.INK
    words: list[ft.Control] = [text(name, Style.LABEL_LARGE, ink, spoken=option.label)]
    if option.detail:
        words.append(soft(option.detail))
    if option.refusal:
        words.append(soft(option.refusal))
    sign = ft.Icon(
        ft.Icons.BLOCK if barred else dot, size=20, color=theme.ACCENT if chosen else theme.SOFT_INK
    )
    inside = ft.Row(
        [
            ft.Row([swatch(colour, 36, number), sign], spacing=4, tight=True) if colour else sign,
            ft.Column(words, spacing=1, tight=True, expand=True),
        ],
        spacing=10,
    )
    return face(
        inside,
        press(_tap_handler(state, question), question.name, option.value),
        chosen=chosen,
        disabled=barred,
        padding=ft.Padding(3 if colour else 12, 3 if tight else 12, 12, 3 if tight else 12),
    )


def _words(
    state: AnswerTarget, snapshot: QuestionContext, draft: Draft, question: Question
) -> ft.Control:
    wrong = typing_error(snapshot, draft, question)

    def change(words: str) -> None:
        state.type(question.name, words)

    def focus(on: bool) -> None:
        state.writing = on

    made = field(
        question.text or question.name,
        draft.texts.get(question.name, ""),
        change,
        error=wrong,
        focused=focus,
        key=f"{draft.command}-{question.name}",
    )
    ready = question.kind.ready if isinstance(question.kind, Words) else ()
    if not ready:
        return made
    often = [
        face(
            text(words, Style.LABEL_LARGE),
            press(change, words),
            chosen=draft.texts.get(question.name) == words,
            expand=None,
            padding=ft.Padding.symmetric(horizontal=12, vertical=11),
            radius=24,
            key=f"{draft.command}-{question.name}-{words}",
        )
        for words in ready
    ]
    return controls.column(controls.wrap(*often), made, spacing=GAP_S)


def is_words(question: Question) -> bool:
    """Whether a question carries its own label, being a text field."""
    return isinstance(question.kind, Words)


def stays_open(question: Question) -> bool:
    """Whether a question stays in sight once it has an answer: what is typed may not be finished."""
    return isinstance(question.kind, Amount | Words | Hands | Each | Several | Payments)
