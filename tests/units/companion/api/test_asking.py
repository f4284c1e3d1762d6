"""Questions whose words and limits depend on the table, and actions in an order of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from mypy import api

from companion.api import Game, Seat, Turn, ask, listed
from companion.core.questions import Choice
from companion.core.table import Table
from models.ledger import Refusal
from models.plays import Seat as Place


def table(*names):
    return Table(tuple(Place(name.lower(), name) for name in names), houses={"currency": "$"})


@dataclass(frozen=True, slots=True)
class OldStreet(Choice[str]):
    """A type as games wrote them before questions were given a turn."""

    def candidates(self, table, answers):
        return table, answers


def test_a_type_written_for_a_table_and_answers_is_refused_with_the_line_to_change():
    line = OldStreet.candidates.__code__.co_firstlineno
    with pytest.raises(
        TypeError, match=rf"test_asking.py, line {line}: OldStreet.candidates is given the turn t"
    ):
        ask.of("Which street?", OldStreet(("elm",)))
    with pytest.raises(
        TypeError, match=r"test_asking.py, line \d+: .*<lambda> is given the turn t"
    ):
        ask.of("Which street?", Choice(("elm",), lambda _table, answers, key: answers[key]))
    with pytest.raises(
        TypeError, match=r"'Which street.': ask.of takes the type of question itself"
    ):
        ask.of("Which street?", lambda game: Choice((game.key,)))


@pytest.mark.long
def test_a_question_is_typed_as_its_answer(tmp_path):
    """The type checker knows what an action is given from the question; players are of the game's own class."""
    game = tmp_path / "typed.py"
    game.write_text(
        "from companion.api import Seat, ask\n"
        "who: Seat = ask.player('Who?')\n"
        "chain: int = ask.choice('Which?', ('a', 'b'))\n"
        "size: str = ask.choice('Which?', ('a', 'b'), read=lambda t, key: len(str(key)))\n"
        "price: str = ask.money('How much?')\n"
        "loudly: str = ask.yes_no('Loudly?')\n"
        "points: dict[Seat, int] = ask.numbers('Points?')\n"
    )
    said, _, _ = api.run(
        ["--strict", "--follow-imports=silent", f"--cache-dir={tmp_path}", str(game)]
    )
    assert [int(found) for found in re.findall(r"typed.py:(\d+): error", said)] == [3, 4, 5, 6], (
        said
    )


def market():
    """Ann and Ben at a market of three companies, of which one share of the blue is left."""
    game = Game(
        "market",
        "Market",
        "",
        players=(1, 4),
        table_state={"open": Seat},
        seat_state={"friend": Seat},
    )

    @game.action("Buy shares")
    def shares(
        t: Turn,
        bought: dict[str, int] = ask.counts(
            "How many of each?",
            lambda t: ("red", "old_blue", "gold") if len(t.seats) > 1 else (),
            label=lambda _t, key: f"The {key}",
            at_most=lambda _t, key: 1 if key == "old_blue" else 3,
            total=(2, lambda t: len(t.seats) + 1),
        ),
        turns: int = ask.number("In which turn?", 1, lambda t: len(t.seats), optional=True),
    ):
        """Buy shares."""
        t.narrate(f"Bought {sum(bought.values())}: {listed(bought)}, in turn {turns}.")

    return game


def test_how_many_of_each_are_answered_with_those_there_are_any_of():
    how_many = market().find_action("shares").question("bought").kind
    t = market().turn(table("Ann", "Ben"))
    answer = how_many.read("gold=1 red=0 old_blue=1", t)
    assert answer == "old_blue=1 gold=1"
    assert how_many.interpret(t, answer) == {"old_blue": 1, "gold": 1}
    assert how_many.show(answer, t) == "1 The old_blue and 1 The gold"
    assert how_many.sample(t) == "red=2"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("green=1", "There is no 'green' here; choose of red, old_blue, gold."),
        ("old_blue=2", "The old_blue: at most 1."),
        ("red=1 red=2", "red is named twice."),
        ("red=1", "At least 2 in all; here is 1."),
        ("red=0", "At least 2 in all; here is none."),
        ("red=3 gold=1", "At most 3 in all; here are 4."),
    ],
)
def test_too_many_of_one_or_in_all_are_refused_by_name(words, why):
    with pytest.raises(Refusal, match=f"^{re.escape(why)}$"):
        market().find_action("shares").propose(table("Ann", "Ben"), {"bought": words})


def test_a_player_is_kept_as_state_and_is_nobody_at_first():
    t = market().turn(table("Ann", "Ben"))
    ann, ben = t.seats
    assert (t.open, ann.friend) == (None, None)
    t.set(open=ben)
    ann.set(friend=ben)
    assert (t.open, ann.friend.name) == (ben, "Ben")
    assert [(one.holder, one.value) for one in t.effect.marks] == [
        ("@table", "ben"),
        ("ann", "ben"),
    ]
    ann.set(friend=None)
    assert ann.friend is None


def test_after_a_player_comes_the_next_who_still_plays():
    t = market().turn(table("Ann", "Ben", "Cy"))
    ann, ben, cy = t.seats
    t.note(ben, gone=1)
    assert (t.after(ann), t.after(ben), t.after(cy)) == (cy, cy, ann)
