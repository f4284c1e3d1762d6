"""A few words: a field, and those that are ready."""

from __future__ import annotations

from views.components.controls import Control, column, onward, press
from views.components.fields import Typed, field, was_entered
from views.components.sections import pill
from views.table.frame import FIELD, WRITTEN
from views.table.questions.view import Asking, QuestionView
from views.theme import GAP_S


class WordsView(QuestionView):
    """Asks for words."""

    missing = "Write a few words"
    noun = "words"
    stays_open = True

    def cells(self, ask: Asking) -> Control:
        """Show the field, and after it the words that are ready."""

        def change(words: str) -> None:
            ask.target.type(ask.name, words)

        typed, command = ask.draft.texts.get(ask.name, ""), ask.draft.command
        key = f"{command}-{ask.name}"
        made = field(
            Typed(change, typed, ask.wrong, ask.target.redraw),
            ask.question.text or ask.name,
            key=key,
        )
        often = [
            pill(words, press(change, words), chosen=typed == words, key=f"{command}-{words}")
            for words in ask.kind.ready
        ]
        shown = column(made, onward(often) if often else None, spacing=GAP_S)
        shown.data = WRITTEN if was_entered(key) else FIELD
        return shown
