"""What the buttons of the money games say: every entry of every evening has one that names it in a few words."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.action import Action
from companion.formats.session import replay, steps
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal

EVENINGS = sorted(
    path
    for game in ("ratrace", "rat_race_monopoly", "any_money")
    for path in Path(__file__).parents[1].joinpath("sessions").glob(f"{game}-*.session")
)
LONGEST = 70
PLAIN = {
    "ratrace": {"start", "call_off", "correct_paper", "retire"},
    "rat_race_monopoly": {
        "start", "start_by_throw", "next_player", "pay_tax", "take_loan", "declare", "correct_street",
        "correct_buildings", "correct_mortgage", "correct_job", "correct_degree", "correct_insurance", "correct_jail",
    },
    "any_money": {"begin", "settle"},
}  # fmt: skip
"""Actions whose titles say it all; the book's own have none of a game."""


@pytest.mark.parametrize("path", EVENINGS, ids=[path.stem for path in EVENINGS])
def test_every_entry_has_a_button_that_names_it_in_a_few_words(path, monkeypatch) -> None:
    said: dict[str, set[str]] = {}
    propose = Action.propose

    def listened(self, table, answers):
        made = propose(self, table, answers)
        said.setdefault(self.name, set()).add(self.act(table, made.answers))
        return made

    monkeypatch.setattr(Action, "propose", listened)
    replay(Journal(UntrustedFile()), steps(path.read_text(encoding="utf-8")))

    plain = PLAIN[path.stem.split("-")[0]] | {"change_house", "change_board", "correct_money", "join", "leave", "count"}
    assert {name for name, words in said.items() if "" in words} <= plain
    every = [one for words in said.values() for one in words]
    assert [one for one in every if len(one) > LONGEST or "{" in one] == []
