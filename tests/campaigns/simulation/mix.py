"""The mix: one random evening of commands, with undo, redo, corrections, counts, nonsense and the book opened again."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from companion.core.recording.revision import DROP, KEEP, Change, next_place
from models.ledger import Place, Refusal
from tests.campaigns.oracle import agree
from tests.campaigns.simulation.players import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.database import Database
    from models.ledger import Line
    from tests.campaigns.simulation.simulated_play import SimulatedPlay, Tally

NOWHERE: tuple[tuple[str, dict[str, object]], ...] = (
    ("dance", {}),
    ("", {}),
    ("undo", {}),
    ("amend", {"1": "drop", "reason": "slyly"}),
    ("change_house", {"rule": "no such rule", "way": "yes", "reason": "why not"}),
    ("join", {"called": "\u202e" * 500}),
    ("leave", {"who": "nobody at all"}),
)
"""Commands that no game takes."""
SPOILT: tuple[object, ...] = (
    "",
    "-5",
    "1e9",
    "1.5",
    "\u0663",
    "9" * 40,
    "nobody",
    "'; DROP TABLE entry; --",
    -1,
    10**30,
)
"""Answers that no question takes, or hardly any."""


class Mix:
    """One random evening of a game.

    In ``clean`` plays later lines are always worked out again after a void, so nobody may ever hold less than none.
    """

    def __init__(self, game: str, seed: int, database: Database, tally: Tally, log: Callable[[str], None]) -> None:
        self.random = Random(f"{game} {seed}")  # noqa: S311 - it plays, it keeps no secrets
        self.tally = tally

        self.game, self.database, self.log = game, database, log
        self._sit_down()

    def _sit_down(self) -> None:
        """Begin a play, with other players and other house rules."""

        def sit(kind: type[SimulatedPlay], names: tuple[str, ...], houses: dict[str, str]) -> SimulatedPlay:
            return kind(self.database, self.random, names, houses, self.tally, self.log)

        self.clean = self.random.random() < 0.6
        self.player = PLAYERS[self.game](self.random, self.random.randrange(100), sit)
        self.play: SimulatedPlay = self.player.evening
        self.idle = 0
        self._try(self.player.open)

    def _get_up(self) -> None:
        """Prove the play, and leave it."""
        if self.random.random() < 0.5:
            self.play.restart()
        self.play.proven()
        self.database = self.play.database

    def run(self, count: int) -> None:
        """Send so many commands, in one play or several, and prove the book at the end of each."""
        begun, tried = self.tally.commands, 0
        while (given := self.tally.commands - begun) < count:
            tried += 1
            self._step()
            self.idle = 0 if self.tally.commands - begun > given else self.idle + 1
            if tried % 8 == 0:
                self.player.sitting()
            if tried % 6 == 0:
                self._try(self.player.now_and_then)
            if tried % 4 == 0:
                self._try(self._seldom)
            if self.clean:
                self._nobody_holds_less_than_none()
            if self.idle > 40 or (self.play.game.ending(self.play.table) and self.random.random() < 0.08):
                self._get_up()
                self._sit_down()
        self._get_up()

    def _seldom(self) -> None:
        """Try what hardly ever comes up by itself."""
        name = self.random.choice(self.player.seldom)
        if self.play.game.find_action(name).why_not(self.play.table, {}) is None:
            self.player.take_up(name)

    def _step(self) -> None:
        dice = self.random.random()
        if dice < 0.05:
            self._try(self._turn_back)
        elif dice < 0.07 and not self.clean:
            self._try(self._void)
        elif dice < 0.095:
            self._try(self._correct)
        elif dice < 0.11:
            self._try(self._count)
        elif dice < 0.116:
            self.play.restart()
        elif dice < 0.135:
            self._try(self._nonsense)
        else:
            self._try(self.player.act)

    def _try(self, what: Callable[[], object]) -> None:
        try:
            what()
        except Refusal:
            """Counted by the simulated play already."""

    # --- going back ------------------------------------------------------------------------------------

    def _turn_back(self) -> None:
        """Undo some lines, and mostly bring all of them back: then everything is as it was."""
        if self.random.random() < 0.15:
            self.play.redo()
            return
        if self.random.random() < 0.1:
            self.play.undo("")
            return
        before = self._snapshot()
        times = self.random.choice((1, 1, 1, 2, 4))
        undone = 0
        for _ in range(times):
            if self.play.undoable() is None:
                break
            self.play.undo()
            undone += 1
        if self.random.random() < 0.7:
            for _ in range(undone):
                self.play.redo()
            agree(self._snapshot() == before, "undone and redone, the book says something else")

    def _snapshot(self) -> tuple[object, ...]:
        balances, marks, *_, ending = self.play.snapshot()
        return balances, marks, ending

    def _void(self) -> None:
        lines = self.play.referee.lines()
        # now and then one that is voided already, or is none
        some = [one.place.seq for one in lines if not one.place.n] if self.random.random() < 0.9 else []
        self.play.void(self.random.choice(some or [0, 1, self.play.referee.version, 10**6]))
        self.player.stain()

    # --- corrections -----------------------------------------------------------------------------------

    def _correct(self) -> None:
        referee = self.play.referee
        lines = referee.lines()
        if not lines:
            return
        again = self.clean or self.random.random() < 0.8
        one = self.random.choice(lines[-40:] if self.random.random() < 0.8 else lines)
        decisions = {one.place: self._decision(one)}
        if self.random.random() < 0.2:
            place = next_place(lines, one.place.seq)
            other = self.random.choice(lines)
            decisions = {place: Change(other.proposal.action, self._changed(other))}
        if again:
            decisions = self._settled(decisions)
        before = self._snapshot()
        self.play.amend(decisions, again=again)
        self.player.stain()
        if self.random.random() < 0.4:
            self.play.undo()
            agree(self._snapshot() == before, "a correction undone leaves something behind")
            if self.random.random() < 0.5:
                self.play.redo()

    def _decision(self, one: Line) -> object:
        dice = self.random.random()
        if dice < 0.3:
            return DROP
        if dice < 0.35 and not self.clean:
            return KEEP
        return Change(one.proposal.action, self._changed(one))

    def _changed(self, one: Line) -> dict[str, object]:
        """The answers of a line, one of them otherwise."""
        action = self.play.game.find_action(one.proposal.action)
        answers = dict(one.proposal.answers)
        if action.questions:
            question = self.random.choice(action.questions)
            answers[question.name] = self.player.some_answer(action.name, question, answers)
        return answers

    def _settled(self, decisions: dict[Place, object]) -> dict[Place, object]:
        """Decide on every later line that is refused then, as the table must before a correction is taken."""
        for _ in range(12):
            refused = self.play.referee.revise(decisions).refused
            open_ = [consequence.place for consequence in refused if consequence.place not in decisions]
            if not open_:
                break
            for place in open_:
                decisions[place] = DROP if self.clean or self.random.random() < 0.7 else KEEP
        return decisions

    # --- counts and nonsense ---------------------------------------------------------------------------

    def _count(self) -> None:
        balances = self.play.table.ledger.balances
        accounts = [key for key in balances if key[0].endswith(":cash")]
        account, unit = self.random.choice(accounts or [("nobody:cash", "$")])
        held = max(0, balances.get((account, unit), 0))
        self.play.count(account.partition(":")[0], held + self.random.choice((0, 0, 0, 10, 7, -held)), unit)

    def _nonsense(self) -> None:
        """A command that is none, or a sound one spoilt."""
        if self.random.random() < 0.4:
            name, answers = self.random.choice(NOWHERE)
            self.play.do(name, **answers)
            return
        lines = self.play.referee.lines()
        if lines:
            line = self.random.choice(lines).proposal
            answers = dict(line.answers)
            dice = self.random.random()
            if answers and dice < 0.6:
                answers[self.random.choice(list(answers))] = self.random.choice(SPOILT)
            elif answers and dice < 0.8:
                del answers[self.random.choice(list(answers))]
            else:
                answers["surprise"] = self.random.choice(SPOILT)
            self.play.do(line.action, **answers)

    # --- what must be so -------------------------------------------------------------------------------

    def _nobody_holds_less_than_none(self) -> None:
        seats = {seat.key for seat in self.play.table.players}
        for (account, unit), held in self.play.table.ledger.balances.items():
            holder, _, purse = account.partition(":")
            if holder in seats and purse not in self.player.debts():
                agree(held >= 0, f"{account} holds {held} {unit}")
