"""What the rules of a game may ask, read and record, on a small game of cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api import Condition, Game, Hand, Seat, Turn, ask, option, remembered
from companion.core.table import Table
from companion.rules.deck import Deck
from models.ledger import Posting, Refusal
from models.plays import Seat as TableSeat

DECK = Deck((4,) * 9 + (9,))


@remembered
def rounds(t: Turn) -> dict[int, str]:
    counted.append(t.number)
    return {int(holder.removeprefix("round_")): str(said) for holder, said in t.holders("said").items()}


counted: list[int] = []


@pytest.fixture
def game():
    made = Game(
        "cards",
        "Cards",
        "",
        players=(2, 4),
        banks=("deck",),
        money="",
        table_state={"opened": False, "over": False},
        options=(
            option.choice("ends", "Ends", {"never": "Never.", "after": "After some rounds."}),
            option.number("rounds", "Rounds", 5, unit="rounds", when=("ends", "after")),
        ),
    )
    opened = Condition(lambda t: t.opened, "Open the sheet first.")
    going_on = Condition(lambda t: not t.over, "It is over.")

    @made.action("Open the sheet")
    def start(t: Turn) -> None:
        t.set(opened=True)

    @made.action("End it", when=(opened, going_on))
    def end(t: Turn) -> None:
        t.set(over=True)

    @made.action("Record a round", when=(opened, going_on))
    def score(
        t: Turn,
        hands: dict[Seat, Hand] = ask.hands(
            "What has everybody?", DECK, absent=lambda t, who: f"{who} is not among {t.names(t.seats)}."
        ),
    ) -> None:
        t.note(f"round_{t.number}", said=t.names(hands))
        t.pay_each("deck", {who: hand.total for who, hand in hands.items()}, "points", "points")
        t.narrate(f"{len(rounds(t.before))} rounds before, {len(rounds(t))} now.")

    @made.action("Correct a round")
    def correct(t: Turn, which: int = ask.numbered("Which round?", rounds)) -> None:
        t.narrate(f"Corrected: {which + 0}.")

    return made


@pytest.fixture
def table(game):
    seats = tuple(TableSeat(name.lower(), name) for name in ("Ann", "Ben"))
    return Table(seats, houses=game.core.house_rules())


def played(game, table, action, **answers):
    proposal = game.core.action(action).propose(table, answers)
    return proposal, replace(table, ledger=table.ledger.after(proposal))


def test_of_several_conditions_the_first_that_does_not_hold_says_why(game, table):
    end = game.core.action("end")
    assert end.why_not(table, {}) == "Open the sheet first."
    _, table = played(game, table, "start")
    assert end.why_not(table, {}) is None
    _, table = played(game, table, "end")
    assert end.why_not(table, {}) == "It is over."


def test_several_are_paid_at_once_and_the_giver_in_one_sum(game, table):
    _, table = played(game, table, "start")
    proposal, _ = played(game, table, "score", hands="ann=2,3,4,0 ben=0")
    assert proposal.postings == (Posting("ann:points", 9, "points"), Posting("@deck:points", -9, "points"))


def test_a_turn_reads_what_was_before_it_and_what_it_has_recorded(game, table):
    _, table = played(game, table, "start")
    proposal, table = played(game, table, "score", hands="ann=2 ben=9")
    assert proposal.narration == "0 rounds before, 1 now."
    proposal, table = played(game, table, "score", hands="ann=2 ben=9")
    assert proposal.narration == "1 rounds before, 2 now."
    assert rounds(game.turn(table)) == {2: "Ann and Ben", 3: "Ann and Ben"}


def test_what_is_remembered_is_computed_anew_once_something_else_is_noted(game, table):
    _, table = played(game, replace(table, seats=table.seats[::-1]), "start")
    counted.clear()
    for _ in range(3):
        assert rounds(game.turn(table)) == {}
    alike = replace(table, ledger=replace(table.ledger, seq=7))
    assert rounds(game.turn(alike)) == {}
    assert len(counted) == 1
    _, table = played(game, table, "score", hands="ann=2 ben=9")
    assert len(rounds(game.turn(table))) == 1


def test_who_has_no_part_in_a_round_is_refused_with_the_reason(game, table):
    _, table = played(game, table, "start")
    kind = game.core.action("score").question("hands").kind
    assert kind.doubt(table, {}, {"ann": Hand(37)}) == "Ann can't have 37; a hand comes to 36 at most."
    with pytest.raises(Refusal, match="Ann is not among Ann and Ben"):
        replace(kind, who=lambda *_: ("ben",)).read("ann=2 ben=9", table, {})


def test_one_of_a_list_is_chosen_by_its_number(game, table):
    which = game.core.action("correct").question("which").kind
    assert which.word == "the number of a round on the sheet"
    with pytest.raises(Refusal, match="There is no round 1 on the sheet; it has none yet"):
        which.read("1", table, {})
    _, table = played(game, table, "start")
    _, table = played(game, table, "score", hands="ann=2 ben=9")
    assert which.candidates(table, {}) == ("2",)
    assert which.read(" Round 2", table, {}) == "2"
    assert [which.show(one, table) for one in ("2", "9", "x")] == ["Ann and Ben", "Round 9", "Round x"]
    with pytest.raises(Refusal, match="There is no round two on the sheet; it goes to round 2"):
        which.read("two", table, {})
    assert played(game, table, "correct", which="2")[0].narration == "Corrected: 2."


def test_an_option_may_say_something_only_where_another_is_played_so(game):
    rounds_to_play = game.option("rounds")
    assert not rounds_to_play.speaks({"ends": "never"})
    assert rounds_to_play.speaks({"ends": "after"})
