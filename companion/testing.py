"""What any game can be held to: its evenings in plain text, and evenings at random that nobody thought of."""

from __future__ import annotations

import shlex
from collections import Counter
from contextlib import closing, suppress
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.questions import Amount, Moment
from companion.core.recording import revision
from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps, write_out
from companion.games import find_game
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Refusal

NAMES = ("Ada", "Bank", "Zo\u00eb", "Dan", "Treasury", "Finn")
"""Players of a random evening; two of them are called what holders of money are called."""
TRIES = 20
"""So many things are tried for each entry before an evening is given up."""
SLIP = "it was a slip"


def replayed(session: str) -> Referee:
    """Play an evening of session text in memory, and return its referee.

    Raises:
        Mismatch: a line is refused that should not be, or does not come out as written below it.

    """
    return replay(Journal(UntrustedFile()), steps(session))


def random_evening(key: str, seed: int, entries: int = 40) -> str:
    """Play an evening of a game at random, hold it to what is true of every game, and return it as session text.

    Anything is recorded that the rules allow; entries are undone, crossed out and corrected meanwhile. After each the
    game is asked what screens ask it, and what everybody holds must sum to zero. What `Game.check` finds wrong is said.
    At the end the evening is played again from its own text, and must come out the same.

    Raises:
        AssertionError: it does not.

    """
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    with closing(UntrustedFile()) as file:
        referee = _begin(Journal(file), find_game(key), random)
        recorded: Counter[str] = Counter()
        try:
            for _ in range(entries * TRIES):
                if referee.version >= entries:
                    break
                with suppress(Refusal):
                    _do_something(random, referee, recorded)
                    recorded[referee.undoable.proposal.action if referee.undoable else ""] += 1
                    _hold(referee)
        except Exception as error:
            error.add_note(f"after this evening, from seed {seed}:\n{_text(referee)}")
            raise
        text = _text(referee)
        with closing(UntrustedFile()) as other:
            again = replay(Journal(other), steps(text))
            assert again.table.ledger == referee.table.ledger, f"seed {seed}"
            assert _narrations(again) == _narrations(referee), (
                f"seed {seed}: rules ask neither the clock nor chance"
            )
    return text


def _text(referee: Referee) -> str:
    return "\n".join(write_out(referee.play, referee.journal.all_entries(referee.play.id)))


def _narrations(referee: Referee) -> list[str]:
    return [entry.proposal.narration for entry in referee.journal.all_entries(referee.play.id)]


def _begin(journal: Journal, game: Game, random: Random) -> Referee:
    assert not (slips := game.check(None)), " ".join(slips)
    for ways in game.templates.values():
        game.house_rules(ways)
    names = NAMES[: random.randint(game.least, max(game.least, min(game.most, len(NAMES))))]
    head = [f"game {game.key}", f"seats {' '.join(names)}"]
    head += [
        f"house {rule.key}={shlex.quote(random.choice(rule.ways)[0])}" for rule in game.options
    ]
    return replay(journal, steps("\n".join(head)))


def _hold(referee: Referee) -> None:
    """Ask the game all that screens ask of it, and add up what everybody holds."""
    game, table = referee.game, referee.table
    assert game.prompt(table).title is not None
    for seat in table.players:
        game.standing(table, seat.key)
        game.worth_of(table, seat.key)
    game.boards(table)
    game.status_of(table)
    game.ending(table)
    assert not (slips := game.check(table)), " ".join(slips)
    for unit in {unit for _, unit in table.ledger.balances}:
        held = sum(amount for (_, of), amount in table.ledger.balances.items() if of == unit)
        assert not held, f"everything held sums to {held} {unit}, not to zero"


def _do_something(random: Random, referee: Referee, recorded: Counter[str]) -> None:
    dice = random.random()
    if dice < 0.08:
        referee.undo(SLIP if random.random() < 0.5 else "")
    elif dice < 0.13:
        referee.redo()
    elif dice < 0.17 and referee.version:
        referee.void(random.randint(1, referee.version), SLIP)
    elif dice < 0.22 and referee.lines():
        place = random.choice(referee.lines()).place
        referee.amend({place: revision.DROP}, SLIP, again=random.random() < 0.5)
    else:
        prompt = referee.game.prompt(referee.table)
        offers = [offer for offer in (prompt.sheet, *prompt.offers) if offer is not None]
        if offers and random.random() < 0.5:
            offer = random.choice(offers)
            _fill_in(random, referee, offer.action, dict(offer.answers))
        else:
            actions = referee.game.actions
            some = random.sample(actions, min(4, len(actions)))
            _fill_in(random, referee, min(some, key=lambda action: recorded[action.name]).name, {})


def _fill_in(random: Random, referee: Referee, name: str, answers: dict[str, Any]) -> None:
    """Answer whatever is asked, and record it.

    Raises:
        Refusal: there is no answer to something, or the rules are against it.

    """
    action, table = referee.game.find_action(name), referee.table
    for question in action.questions:
        if question.name in answers or (question.optional and random.random() < 0.5):
            continue
        options = action.options(table, answers, question.name)
        kind = question.kind
        if options is not None:
            possible: list[Any] = [option.value for option in options if option.refusal is None]
        elif isinstance(kind, Amount):
            possible = [
                max(
                    kind.at_least,
                    kind.step_on(action.turn(table, answers)) * random.choice((1, 2, 5, 10, 50)),
                )
            ]
        elif isinstance(kind, Moment):
            possible = [1_800_000_000 + random.randint(0, 7200)]
        else:
            possible = [kind.sample(action.turn(table, answers))]
        if not possible:
            raise Refusal("There is nothing to choose.")
        answers[question.name] = random.choice(possible)
    referee.write(name, answers)
