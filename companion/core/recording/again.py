"""What is recorded first when the same people play once more, such as who plays together."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from companion.core.action import Question
from companion.core.answers import PLUS, read_several
from companion.core.game import Game
from companion.core.questions import Player
from companion.core.recording.referee import Referee
from companion.core.rematch import Rematch
from companion.core.several import Several
from models.journal import Journal
from models.ledger import Refusal, Value
from models.plays import Play


def record_first(journal: Journal, game: Game, play: Play, rematch: Rematch) -> None:
    """Record it for those who sit there now. What names nobody of them, or is refused by now, is left out."""
    here = {seat.name: seat.key for seat in play.seats}
    keys = {seat.key: here.get(seat.name, "") for seat in rematch.seats}
    referee = Referee(journal, play.id, lambda _: game)
    for offer in rematch.first:
        action = game.find_action(offer.action)
        answers = {
            name: _rekey(action.question(name), value, keys)
            for name, value in offer.answers.items()
        }
        if "" not in answers.values():
            with suppress(Refusal):
                referee.write(offer.action, answers)


def _rekey(question: Question, value: Value, keys: Mapping[str, str]) -> Value:
    """Name players by the keys of their new seats; whoever has none is left out."""
    if not isinstance(question.kind, Player | Several):
        return value
    return PLUS.join(filter(None, (keys.get(part, part) for part in read_several(value))))
