"""Totopoly: random bets, races and payouts, legal and not; the Tote stays sound to the unit whatever is struck out."""

import re
from random import Random

import pytest

from companion.core.questions import Amount, Number, Words
from companion.games.totopoly.betting.bets import mismatch, slips, sum_laid
from companion.games.totopoly.game import GAME
from companion.games.totopoly.options import OPTIONS
from companion.games.totopoly.screens import boards
from models.ledger import Refusal
from tests.games.totopoly.race_day import betting, book_alone, fund, tote_alone, whites

NAMES = tuple(one.name for one in GAME.actions)
ACTIONS = tuple(name for name in NAMES[NAMES.index("bet") : NAMES.index("settle")] if name != "close_book")
LATE = ("pay_prizes", "close_book")
STAKES = (1, 2, 5, 30, 99, 180, 400, 701, 5_000)
BAD_WORDS = re.compile(r"\bNone\b|\bnan\b|\b\w+_\w+\b|\u00a3-|\$|  |\.\.|\(\)|[{}<>]|\bh\d+\b")
OURS = ("dividend", "breakage", "unbacked", "least", "moves_up", "close", "book_place", "quarters", "owners_round")

WANTED = {
    tote_alone: "bet correct_bet take_back withdraw off home no_more pay_tote next_race",
    book_alone: "book_bet lay_odds top_up draw_out book_take_back home settle_book next_race",
    betting: "bet book_bet off home correct_places pay_tote",
}


class Walk:
    """A random race day. ``stained`` once lines were struck out from the middle."""

    def __init__(self, seed, start):
        self.random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
        houses = {one.key: self.random.choice(one.ways)[0] for one in OPTIONS if one.key in OURS}
        self.day = start(**houses)
        self.seen = set()
        self.stained = False
        if start is betting:
            fund(self.day, self.random.choice((0, 13, 2_345)))
            whites(self.day, self.random.choice(("ann", "ben", "cy")))
            self.day.do("open_book", who="dee", amount=100)
        self.begun = len(self.day.entries)

    def some(self, question, answers):
        """Some answer, whether it makes sense or not."""
        kind = question.kind
        if isinstance(kind, Amount):
            return self.random.choice([one for one in (*STAKES, kind.least) if one >= kind.least])
        if isinstance(kind, Words):
            return self.random.choice(["for the test", "7-2", "evens"])
        if isinstance(kind, Number) and not kind.named:
            return self.random.randint(kind.least, kind.most)
        return self.random.choice(
            kind.candidates(self.day.game.turn(self.day.table, answers)) or getattr(kind, "values", ()) or (1, 2)
        )

    def step(self, *, stains):
        with self.day.telling():
            self.do_one_thing(stains=stains)
            self.look()

    def do_one_thing(self, *, stains):
        dice = self.random.random()
        if stains and dice < 0.05:
            able = [
                e.seq for e in self.day.entries[self.begun :] if self.day.projection.stands(e.seq) and not e.turns_back
            ]
            if able:
                self.day.void(self.random.choice(able))
                self.stained = True
        elif dice < 0.12 and len(self.day.entries) > self.begun and self.day.undoable().seq > self.begun:
            self.day.undo()
        elif dice < 0.5:
            prompt = self.day.prompt
            offer = self.random.choice([one for one in (prompt.sheet, prompt.sheet, *prompt.offers) if one])
            if offer.action not in LATE:
                self.do(offer.action, dict(offer.answers))
        else:
            self.do(self.random.choice([one for one in ACTIONS if one not in LATE]), {})

    def do(self, name, answers):
        if name == "off" and self.random.random() < 0.7:
            return  # else no bets are laid
        action = self.day.game.find_action(name)
        for question in action.questions:
            if question.name not in answers and (not question.optional or self.random.random() < 0.5):
                answers[question.name] = self.some(question, answers)
        try:
            proposal = self.day.do(name, **answers)
        except Refusal as refusal:
            assert not BAD_WORDS.search(refusal.sentence), refusal.sentence
            return
        self.seen.add(name)
        if name == "pay_tote":
            assert not mismatch(self.day.t)
            assert self.day.held("tote:pool") >= 0
        for words in (proposal.narration, proposal.rule, *proposal.house, *(line.text for line in proposal.working)):
            assert not BAD_WORDS.search(words), words
        assert proposal.narration.endswith("."), proposal.narration

    def look(self):
        """What must be so after every step."""
        table = self.day.table
        totals = {}
        for (_, unit), held in table.ledger.balances.items():
            totals[unit] = totals.get(unit, 0) + held
        assert not any(totals.values()), totals
        if not self.stained:
            t = self.day.t
            bets, lies = sum_laid(slips(t)), self.day.held("tote:pool")
            first = t.race == 1
            assert t.tote_paid or (lies == bets if first else lies >= bets)
            assert not mismatch(t)
            assert lies >= 0
            for seat in table.seats:
                assert t.holder(seat.key).till >= 0
                assert not t.tracked or self.day.cash(seat.key) >= 0
        for board in boards(self.day.t):
            assert all(one.laid >= 0 for one in board.runners)
            assert board.pool >= sum(one.laid for one in board.runners if board.book)
            for runner in board.runners:
                assert not BAD_WORDS.search(f"{runner.pays}; {runner.out}; {runner.name}")
        prompt = self.day.prompt
        assert not BAD_WORDS.search(f"{prompt.title} {prompt.text}"), prompt
        sheet = prompt.sheet
        if self.day.game.ending(table):
            assert not mismatch(self.day.t)
        elif sheet and (table.ledger.seq % 4 == 0 or sheet.action not in ("bet", "book_bet", "home")):
            # whatever was struck out, what the book expects next can be done
            why = self.day.game.find_action(sheet.action).why_not(table, sheet.answers)
            assert why is None, f"{prompt.title}, {sheet.action}: {why}"


@pytest.mark.parametrize(
    "stains",
    [pytest.param(False, id="as_written"), pytest.param(True, id="with_lines_struck_out", marks=pytest.mark.long)],
)
@pytest.mark.parametrize("start", [tote_alone, book_alone, betting], ids=["tote", "book", "evening"])
def test_a_random_race_day_stays_sound(start, stains):
    seen = set()
    # a day from which lines are struck out comes to its payout less often
    for seed in range(12 if stains else 5):
        walk = Walk(seed, start)
        for _ in range(120):
            walk.step(stains=stains)
        seen |= walk.seen
    wanted = set(WANTED[start].split())
    assert wanted <= seen, wanted - seen


@pytest.mark.seeds(range(8), 2)
def test_a_random_evening_pays_every_unit_to_somebody(seed):
    walk = Walk(seed, betting)
    day = walk.day
    money = sum(day.cash(seat.key) + day.held(f"{seat.key}:book") for seat in day.table.seats) + day.held("bank:fund")
    for _ in range(60):
        walk.step(stains=False)
    # whatever happened, the prompt leads to the end
    for _ in range(60):
        if day.game.ending(day.table):
            break
        sheet = day.prompt.sheet
        if sheet.action == "bet":
            day.do("off")
        elif sheet.action == "home":
            day.do("home", horse=day.game.find_action("home").options(day.table, {}, "horse")[0].value)
        else:
            day.do(sheet.action, **sheet.answers)
    assert day.game.ending(day.table)
    kept = sum(day.cash(seat.key) + day.held(f"{seat.key}:book") for seat in day.table.seats)
    tills = day.held("clerk:cash") + day.held("banker:cash")
    assert kept + tills + day.held("tote:pool") + day.held("bank:fund") == money
