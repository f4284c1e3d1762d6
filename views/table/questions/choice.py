"""One of a few: a player, a number or another choice, each a button that says what it comes to."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import flet as ft

from companion.core.action import PossibleAnswer
from views import theme
from views.components import amounts, controls
from views.components.amounts import LOW_SHEET, SHEET
from views.components.choice_tiles import WordTile, split_number, swatch, tile_rows, tiles
from views.components.controls import Style, face, press, soft, text
from views.components.keypad import ROOMY, number_face
from views.components.player_card import badge
from views.state.play.draft import Draft
from views.table.questions.view import Asking, QuestionView
from views.table.questions.who_starts import Starters, WhoStarts
from views.theme import GAP_S

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
BADGED, SMALL_BADGED = 62, 52
"""What is around a name on its tile: a badge, the gap beside it, and what is left at the sides."""
AROUND = 64
"""What is left beside the words of an answer."""


def columns_in(room: float) -> int:
    """How many columns of choices fit on a sheet that is so wide, where words are short."""
    return NARROW if room <= SHEET else NARROW + 1


def options_of(ask: Asking) -> tuple[PossibleAnswer, ...]:
    """What may be answered, without what a player was given before."""
    given = ask.play.requests.given_before(ask.draft, ask.question) if ask.play else ()
    options = ask.context.options(ask.draft.action, ask.draft.answers, ask.name) or ()
    return tuple(option for option in options if option.value not in given)


class PlayerView(QuestionView):
    """Asks for a player."""

    missing = "Choose a player"
    noun = "player"

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out the names, and where it is who starts, ways to find somebody."""
        options, scale = options_of(ask), ask.scale
        fit = partial(
            amounts.count_abreast,
            [option.label for option in options],
            scale=scale,
            gap=GAP_S,
            sheet=ask.room,
        )
        many = fit(2, Style.LABEL_LARGE, around=BADGED)
        row = ask.kind.stays and ask.room > LOW_SHEET
        most = len(options) if row else 2 if len(options) in (2, 4) else 3
        close = fit(most, Style.TITLE_SMALL, around=SMALL_BADGED)
        cells = [self._tile(ask, option, small=close > many) for option in options]
        laid = controls.tiles(cells, max(close, many))
        lines = reason_lines(options)
        below: list[ft.Control] = [soft(" ".join(lines))] if lines else []
        if ask.name == FIRST:
            open_ones = (
                ask.context.person(str(option.value))
                for option in options
                if option.refusal is None
            )
            starters = Starters(ask.target, ask.name, tuple(filter(None, open_ones)), ask.kind)
            return controls.column(
                WhoStarts(starters, laid, key="who-starts"), *below, spacing=GAP_S
            )
        return controls.column(laid, *below, spacing=GAP_S)

    def _tile(self, ask: Asking, option: PossibleAnswer, *, small: bool) -> ft.Control:
        person = ask.context.person(str(option.value))
        sign = (
            badge(person, size=26 if small else 30)
            if person
            else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=24, color=theme.ACCENT)
        )
        barred = option.refusal is not None
        style = Style.TITLE_SMALL if small else Style.LABEL_LARGE
        name = text(option.label, style, theme.SOFT_INK if barred else theme.INK, expand=True)
        return face(
            ft.Row([sign, name], spacing=6 if small else 8),
            press(ask.target.answer, ask.name, option.value),
            chosen=ask.value == option.value,
            disabled=barred,
            padding=ft.Padding.symmetric(vertical=3, horizontal=8 if small else 10),
        )


class ChoiceView(QuestionView):
    """Asks for one of a few words."""

    tells: ClassVar[bool] = True

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out squares, tiles, short buttons or rows, as their words have room."""
        options = options_of(ask)
        if not options:
            return controls.note("There is nothing to choose here now.", "info")
        if self.tiled(ask.kind):
            t = ask.context.turn()
            squares = tuple((option, ask.kind.tile(t, str(option.value))) for option in options)
            return controls.column(
                tiles(ask.target, ask.question, squares, ask.value),
                *map(soft, reason_lines(options, REASONS)),
                spacing=GAP_S,
            )
        columns, scale, fit = columns_in(ask.room), ask.scale, ask.fit
        roomy = scale <= ROOMY and all(len(option.label) <= TILED for option in options)
        short = all(len(option.label) <= SHORT // NARROW for option in options)
        pair = (
            len(options) == NARROW
            and short
            and any(option.detail or option.refusal for option in options)
        )
        if roomy and (pair or len(options) > columns > NARROW):
            # where there is room, nothing is hidden because it can't be chosen: it stays in its place and says why
            small = len(options) > MANY
            places = [self._tile(ask, option, small=small) for option in options]
            many = NARROW if len(options) in (NARROW, 2 * NARROW) else columns
            low = small or fit.tight or (fit.small and len(places) > FOUR)
            return tile_rows(places, many, scale, ask.room, tight=low)
        if len(options) > MANY:
            open_ones = tuple(option for option in options if option.refusal is None)
            options = open_ones or options
        plain = all(option.refusal is None and not option.detail for option in options)
        labels = [option.label for option in options]
        if plain and len(options) <= FOUR and sum(map(len, labels)) <= SHORT:
            cells = [
                number_face(
                    option.label,
                    press(ask.target.answer, ask.name, option.value),
                    chosen=ask.value == option.value,
                )
                for option in options
            ]
            return controls.tiles(
                cells, amounts.count_abreast(labels, len(cells), Style.TITLE_MEDIUM, scale)
            )
        cells = [self._row(ask, option) for option in options]
        if len(options) > FEW and all(len(label) < 22 for label in labels):
            words = [(option.detail, Style.BODY_SMALL) for option in options]
            words += [(label, Style.LABEL_LARGE) for label in labels]
            abreast = min(
                amounts.count_abreast([said], 2, style, scale, around=AROUND)
                for said, style in words
            )
            return controls.tiles(cells, abreast)
        return controls.column(*(controls.tiles([cell], 1) for cell in cells), spacing=GAP_S)

    def tiled(self, kind: Any) -> bool:
        """Whether its answers are small squares."""
        return kind.tile is not None

    def _act(self, ask: Asking) -> Any:
        """Answer, or record as well where that settles the sheet."""
        return ask.target.pick if ask.kind.settles else ask.target.answer

    def _tile(self, ask: Asking, option: PossibleAnswer, *, small: bool) -> WordTile:
        return WordTile(
            option.label,
            option.detail,
            self._act(ask),
            (ask.name, option.value),
            reason=option.refusal,
            chosen=ask.value == option.value,
            colour=ask.kind.colour_of(ask.context.turn(), option.value),
            small=small,
            key=f"choice-{ask.name}-{option.value}",
        )

    def _row(self, ask: Asking, option: PossibleAnswer) -> ft.Control:
        barred, chosen = option.refusal is not None, ask.value == option.value
        dot = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
        colour = ask.kind.colour_of(ask.context.turn(), option.value)
        number, name = split_number(option.label) if colour else ("", option.label)
        ink = theme.SOFT_INK if barred else theme.INK
        words: list[ft.Control] = [text(name, Style.LABEL_LARGE, ink, spoken=option.label)]
        words += [soft(said) for said in (option.detail, option.refusal) if said]
        sign = ft.Icon(
            ft.Icons.BLOCK if barred else dot,
            size=20,
            color=theme.ACCENT if chosen else theme.SOFT_INK,
        )
        inside = ft.Row(
            [
                ft.Row([swatch(colour, 36, number), sign], spacing=4, tight=True)
                if colour
                else sign,
                ft.Column(words, spacing=1, tight=True, expand=True),
            ],
            spacing=10,
        )
        high = 3 if ask.fit.tight else 12
        return face(
            inside,
            press(self._act(ask), ask.name, option.value),
            chosen=chosen,
            disabled=barred,
            padding=ft.Padding(3 if colour else 12, high, 12, high),
        )


class NumberView(ChoiceView):
    """Asks for a number of a short range, by its name where it has one."""

    noun = "number"
    tells = False

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out the figures, or what they are called."""
        if ask.kind.named:
            return super().draw(ask)
        options = options_of(ask)
        cells = [
            number_face(
                str(option.value),
                press(ask.target.answer, ask.name, option.value),
                chosen=ask.value == option.value,
                disabled=option.refusal is not None,
                spoken=", ".join(filter(None, (f"{ask.kind.what} {option.value}", option.detail))),
                detail=option.detail,
            )
            for option in options
        ]
        fit = partial(amounts.count_abreast, scale=ask.scale)
        columns = fit([str(option.value) for option in options], 6, Style.TITLE_MEDIUM)
        if details := [option.detail for option in options if option.detail]:
            # what is said below a number needs room
            columns = fit(details, min(columns, 4), Style.BODY_SMALL)
        return controls.column(
            controls.tiles(cells, columns), *map(soft, reason_lines(options)), spacing=GAP_S
        )

    def press(self, ask: Asking, key: str) -> Draft:
        """Type a digit."""
        return type_digit(ask, key)

    def missing_words(self, kind: Any) -> str:
        """Name one of them."""
        return f"Choose a {kind.what}"

    def tiled(self, kind: Any) -> bool:
        """Never."""
        return False

    def _act(self, ask: Asking) -> Any:
        return ask.target.answer


def type_digit(ask: Asking, key: str) -> Draft:
    """Take a digit for a roll or a horse: 9 is nine at once, 1 waits for what follows where one alone is none."""
    draft = ask.draft
    if key == "Backspace":
        return ask.answered(None)
    values = {str(value) for value in ask.kind.candidates(ask.t) or ()}
    for keys in (draft.keys + key, key):
        if keys in values:
            more = any(value != keys and value.startswith(keys) for value in values)
            return replace(ask.answered(int(keys)), keys=keys if more else "")
        if any(value.startswith(keys) for value in values):
            return replace(ask.answered(None), keys=keys)
    return draft


def reason_lines(options: tuple[PossibleAnswer, ...], most: int = 99) -> list[str]:
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
