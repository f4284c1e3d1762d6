"""Random evenings of Rat-a-Tat Cat."""

import re
from typing import ClassVar

from companion.games.rat_a_tat_cat.scoring import CARDS
from tests.laws.games.walker import Walker


class CatWalker(Walker):
    key = "rat_a_tat_cat"
    purse = "points"
    names = ("Deck", "Round 3", "Points", "Sheet", "Kind", "Nobody")
    choices: ClassVar = {
        "rounds": ("1", "2", "5", "9"), "limit": ("1", "30", "60", "100"), "minutes": ("1", "10"),
        "knock_points": ("1", "40"),
    }  # fmt: skip
    weights = (50, 25, 5, 10)
    rare = frozenset()
    codes = re.compile(r"[a-z]\.[0-9]")

    def sample(self, kind, t):
        """Hands as the deck may have dealt them, as totals or card by card, or whatever comes to mind."""
        pile = [card for card, there in enumerate(CARDS.counts) for _ in range(there)]
        self.random.shuffle(pile)
        said = []
        for at, player in enumerate(kind.offered(t)):
            dealt = pile[4 * at : 4 * at + 4]
            written = self.random.choice((sum(dealt), ",".join(map(str, dealt))))
            said.append(
                f"{player}={written if self.random.random() < 0.95 else self.random.randint(0, 40)}"
            )
        return [" ".join(said) or "ann=3"]

    def do_one_thing(self):
        lines = [line.correction for line in self.board.rounds if line.correction]
        if lines and self.random.random() < 0.1:
            again = self.random.choice(lines)
            self.fill(again.action, {"round": again.answers["round"], "reason": "for the test"})
        super().do_one_thing()

    @property
    def board(self):
        return self.evening.game.boards(self.evening.table)[0]

    def record(self, name, answers):
        super().record(name, answers)
        for who, total in self.evening.t.sheet.totals.items():
            assert self.evening.balance(f"{who}:points", "points") == total, (
                "the books are the sheet, whatever was struck out"
            )

    def sound(self):
        board, sheet, ending = self.board, self.evening.t.sheet, self.evening.ending
        for at in range(len(board.seats)):
            counted = [line.scores[at] for line in board.rounds if "Sudden death" not in line.note]
            assert board.totals[at] == sum(
                (each.points or 0) + each.extra for each in counted if not each.crossed_out
            )
            ran = [total for total in board.running[at] if total is not None]
            assert ran == sorted(ran)
        assert min(board.ranks) == 1
        labels = [line.label for line in board.rounds if line.correction]
        assert labels == [str(number + 1) for number in range(len(labels))]
        self.read(*(line.note for line in board.rounds))
        assert (ending is None) == (not sheet.over)
        if ending is None:
            assert len(sheet.next_players) >= 2
            return
        self.read(ending.reason)
        assert len(ending.ranks) == len(sheet.totals)
        first = {who for who, place, _ in ending.ranks if place == 1}
        assert not ending.winners or first == set(ending.winners)
        assert not set(ending.winners) & set(sheet.left)
