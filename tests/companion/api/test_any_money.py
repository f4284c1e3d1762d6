"""Any money game: who has how much, and how it is settled."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.testing import random_evening, replayed

SESSIONS = Path(__file__).resolve().parents[2] / "sessions"


def evening(name):
    return replayed((SESSIONS / f"{name}.session").read_text(encoding="utf-8"))


def test_settling_says_the_fewest_payments():
    referee = evening("any_money-without-a-bank")
    settled = referee.lines()[-1].proposal
    assert [(line.text, line.figure) for line in settled.working] == [("Ann pays Cy", 28), ("Dee pays Cy", 12)]


def test_what_everybody_began_with_is_not_settled():
    referee = evening("any_money-with-a-bank")
    figures = {seat.key: dict(referee.game.standing(referee.table, seat.key).details) for seat in referee.table.players}
    assert [one["Won or lost"] for one in figures.values()] == ["+$1,500", "\u2212$1,425", "\u2212$500"]


def test_a_payment_with_a_name_of_its_own_is_offered_with_its_amount():
    referee = evening("any_money-with-a-bank")
    referee.undo("")  # the end
    prompt = referee.game.prompt(referee.table)
    assert [one.label for one in prompt.offers][:2] == ["Salary +$200", "Jail fee \u2212$50"]


@pytest.mark.parametrize(
    ("debt", "may", "says"),
    [("yes", "yes", []), ("yes", "no", ["Ann may not owe"]), ("no", "no", []), ("no", "yes", ["Ann may owe"])],
)
def test_who_may_owe_money_is_said_of_whoever_plays_otherwise_than_the_table(debt, may, says):
    referee = replayed(f"game any_money\nseats Ann Ben\nhouse debt={debt}\nbegin\nallow_debts who=ann may={may}\n")
    assert [one.text for one in referee.game.status_of(referee.table) if "owe" in one.text] == says


@pytest.mark.seeds(range(40), 3)
def test_random_evenings_hold(seed):
    random_evening("any_money", seed)
