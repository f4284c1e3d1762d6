"""One of a few: a player, a number or another choice, each a tile that says what it comes to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from companion.core.action import PossibleAnswer
from companion.core.questions import Sums
from views.components import controls
from views.components.choice_tiles import Mark, WordTile
from views.components.controls import Control, Icons
from views.components.keypad import number_face
from views.state.play.draft import Draft
from views.table.questions import who_starts
from views.table.questions.pad import lay
from views.table.questions.view import MANY, Asking, QuestionView, apart, grid

NOTHING = "There is nothing to choose here now."


class ChoiceView(QuestionView):
    """Asks for one of a few words."""

    tells: ClassVar[bool] = True

    def options(self, ask: Asking) -> tuple[PossibleAnswer, ...]:
        """What may be answered, without what a player was given before."""
        given = ask.play.requests.given_before(ask.draft, ask.question) if ask.play else ()
        options = ask.context.options(ask.draft.action, ask.draft.answers, ask.name) or ()
        return tuple(option for option in options if option.value not in given)

    def cells(self, ask: Asking) -> Control | None:
        """Lay out more tiles than the pad has room for."""
        tiles = self.tiles(ask)
        if not tiles:
            return controls.note(NOTHING, "info")
        first, _ = apart(tiles)
        return grid(first, whole=True, key=f"choices-{ask.name}") if first else None

    def pad(self, ask: Asking) -> Control | None:
        """Lay out the tiles."""
        _, rest = apart(self.tiles(ask))
        return grid(rest, whole=False, key=f"choices-{ask.name}") if rest else None

    def tiles(self, ask: Asking) -> list[WordTile]:
        """Make the tiles of all answers, each below those that say the usual sums with it."""
        tiles = list[WordTile]()
        for option in self.options(ask):
            tile = self.tile(ask, option)
            sums = ask.kind.sums_with(option.value)
            tiles += [sum_tile(ask, tile, sums, amount) for amount in sums.usual]
            tiles.append(tile)
        return tiles

    def tile(self, ask: Asking, option: PossibleAnswer) -> WordTile:
        """Make the tile of an answer; one that settles the sheet records with its tap, and says for how much."""
        kind, t, value = ask.kind, ask.context.turn(), str(option.value)
        square = kind.tile(t, value) if kind.tile else None
        settles = kind.records(value)
        records = settles and ask.records
        *amount, left = option.detail.split(", ", 1) if settles else [option.detail]
        return replace(
            plain_tile(ask, option),
            below=left or (square.note if square else ""),
            amount="".join(amount),
            act=ask.target.pick if settles else ask.target.answer,
            about=((ask.name, option.value),) if settles else (ask.name, option.value),
            mark=Mark.TICK if records else Mark.RING,
            colour=square.colour if square else kind.colour_of(t, value),
            sign=square.sign if square else "",
        )


def sum_tile(ask: Asking, tile: WordTile, sums: Sums, amount: int) -> WordTile:
    """Make of the tile of an answer the one that gives a sum with it, and records."""
    return replace(
        tile,
        title=sums.title,
        below="",
        amount=ask.action.question(sums.question).kind.show(amount, ask.t),
        act=ask.target.pick,
        about=(tile.about, (sums.question, amount)),
        mark=Mark.TICK if ask.records else Mark.RING,
        key=f"{tile.key}-{amount}",
    )


def plain_tile(ask: Asking, option: PossibleAnswer) -> WordTile:
    """Make the tile of an answer that a tap chooses."""
    return WordTile(
        title=option.label,
        below=option.detail,
        act=ask.target.answer,
        about=(ask.name, option.value),
        key=f"choice-{ask.name}-{option.value}",
        reason=option.refusal,
        mark=Mark.RING,
        chosen=ask.value == option.value,
    )


class YesNoView(ChoiceView):
    """Asks for yes or no."""

    noun = "answer"


class PlayerView(ChoiceView):
    """Asks for a player."""

    missing = "Choose a player"
    noun = "player"
    tells = False

    def cells(self, ask: Asking) -> Control | None:
        """Lay out who may start, each with what they threw."""
        starts = ask.name == who_starts.FIRST
        return who_starts.cells(ask, self.options(ask)) if starts else super().cells(ask)

    def pad(self, ask: Asking) -> Control | None:
        """Lay out the names, or what finds one of those who may start."""
        starts = ask.name == who_starts.FIRST
        return who_starts.pad(ask, self.options(ask)) if starts else super().pad(ask)

    def awaits(self, ask: Asking) -> str:
        """Say who throws again to start."""
        starts = ask.name == who_starts.FIRST
        return who_starts.tie(ask, self.options(ask)) if starts else super().awaits(ask)

    def tile(self, ask: Asking, option: PossibleAnswer) -> WordTile:
        """Make the tile of a player, or of the bank."""
        person = ask.context.person(str(option.value))
        icon = None if person else Icons.ACCOUNT_BALANCE_OUTLINED
        return replace(plain_tile(ask, option), person=person, icon=icon)


class NumberView(ChoiceView):
    """Asks for a number of a short range, by its name where it has one."""

    noun = "number"
    tells = False

    def has_keys(self, ask: Asking) -> bool:
        """Whether each is a key with its figure, and no tile."""
        options = self.options(ask)
        barred = any(option.refusal for option in options)
        return not ask.kind.named and not barred and 0 < len(options) <= MANY

    def cells(self, ask: Asking) -> Control | None:
        """Lay out more tiles than the pad has room for."""
        return None if self.has_keys(ask) else super().cells(ask)

    def pad(self, ask: Asking) -> Control | None:
        """Lay out the figures, or what they are called."""
        if not self.has_keys(ask):
            return super().pad(ask)
        keys = [
            number_face(
                str(option.value),
                controls.press(ask.target.answer, ask.name, option.value),
                chosen=ask.value == option.value,
                spoken=", ".join(filter(None, (f"{ask.kind.what} {option.value}", option.detail))),
                detail=option.detail,
            )
            for option in self.options(ask)
        ]
        return lay([], keys)

    def tile(self, ask: Asking, option: PossibleAnswer) -> WordTile:
        """Make the tile of a number."""
        return plain_tile(ask, option)

    def press(self, ask: Asking, key: str) -> Draft:
        """Type a digit."""
        return type_digit(ask, key)

    def missing_words(self, kind: Any) -> str:
        """Name one of them."""
        return f"Choose a {kind.what}"


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
