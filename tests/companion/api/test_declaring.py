"""What a game may declare beyond the plain: questions of each player, pages worked out, the book's own actions."""

from __future__ import annotations

import pytest

from companion.api import Condition, Game, Turn, ask, option
from companion.core.questions import Amount, Choice, Each
from companion.core.table import Mark, Refusal, Seat, Table

COLOURS = ("red", "blue")


def made() -> Game:
    game = Game(
        "auction",
        "Auction",
        "Bids.",
        players=(2, 4),
        options=(option.choice("bids", "Bids", {"sealed": "Sealed.", "open": "Open."}),),
        table_state={"sold": 0},
    )
    unsold = Condition(lambda t: t.sold < 2, lambda t: f"{t.sold} are sold already.")

    @game.action("Sell", when=unsold)
    def sell(
        t: Turn,
        who=ask.anybody("Who sells?"),
        what=ask.choice("What?", COLOURS, label=lambda _, colour: f"The {colour} one", now=lambda _: ("red",)),
        bids=ask.amounts(
            "Who bids what?",
            lambda _, one: (5, 10 if one.key == "ben" else 20),
            among=lambda t: [one for one in t.seats if one not in t.named("who")],
            step=5,
            sealed=True,
            what="bid",
        ),
        rolls=ask.rolls("And rolls?", among=lambda t: t.named("who"), optional=True),
        steps=ask.money("How far?", unit="spaces", optional=True),
    ) -> None:
        """Sell it."""
        del what, rolls, steps
        t.set(sold=t.sold + 1)
        t.note("sale", bids=bids, bidders=tuple(bids), seller=who)
        t.step("Sold before", t.before.sold, unit="")

    @game.extend("change_house", needs_reason="Why back?")
    def change(t, usual, rule, way, reason) -> None:
        del way, reason
        t.refuse(rule == "bids" and t.sold, "Something is sold already.", "rule")
        usual()
        t.narrate("So be it.")

    game.order("leave", "sell", "change_house")
    game.page("Rules", "Bid.", grids=lambda t: (t.sold,))
    return game


@pytest.fixture
def game() -> Game:
    return made()


@pytest.fixture
def table(game) -> Table:
    seats = tuple(Seat(one.lower(), one, "") for one in ("Ann", "Ben", "Cy"))
    return Table(seats, houses=game.house_rules(), printed=game.printed_values())


def test_amounts_are_asked_of_each_with_limits_of_their_own(game, table):
    kinds = {one.name: one.kind for one in game.find_action("sell").questions}
    bids = kinds["bids"]
    assert isinstance(bids, Each)
    assert (bids.sealed, bids.step, bids.unit, bids.digits) == (True, 5, "$", False)
    assert bids.seats_asked(game.turn(table, {"who": "ann"})) == ("ben", "cy")
    assert [bids.limits_of(who, game.turn(table)) for who in ("ben", "cy")] == [(5, 10), (5, 20)]
    assert (kinds["rolls"].dice, kinds["rolls"].seats_asked(game.turn(table, {"who": "ann"}))) == (2, ("ann",))
    assert isinstance(kinds["steps"], Amount)
    assert kinds["steps"].unit_on(game.turn(table)) == "spaces"


def test_a_choice_may_be_labelled_by_the_table_and_narrowed(game, table):
    kind, t = game.find_action("sell").question("what").kind, game.turn(table)
    assert isinstance(kind, Choice)
    assert kind.values == COLOURS
    assert kind.candidates(t) == ("red",)
    assert kind.show("blue", t) == "The blue one"
    assert kind.read("the blue one", t) == "blue"


def test_what_was_before_is_read_after_recording_and_seats_are_kept_by_their_keys(game, table):
    proposal = game.find_action("sell").propose(table, {"who": "ann", "what": "red", "bids": "ben=5 cy=20"})
    assert proposal.working[0].figure == 0
    assert proposal.marks[1:] == (
        Mark("@sale", "bids", "ben=5 cy=20"),
        Mark("@sale", "bidders", "ben+cy"),
        Mark("@sale", "seller", "ann"),
    )
    turn = game.turn(table)
    assert {str(who): bid for who, bid in turn.numbers_in("ben=5 cy=20").items()} == {"Ben": 5, "Cy": 20}
    assert turn.seats_in("ben+cy") == (turn.seat("ben"), turn.seat("cy"))
    assert turn.seats_in(None) == ()


def test_a_condition_says_why_by_the_turn_and_the_books_own_action_is_extended_in_its_place(game, table):
    assert [one.name for one in game.actions] == ["leave", "sell", "change_house", "rename", "move_seat"]
    change = game.find_action("change_house")
    assert change.needs_reason == "Why back?"
    said = change.propose(table, {"rule": "bids", "way": "open", "reason": "so"})
    assert said.narration.endswith("Open (so). So be it.")
    sold = game.turn(table)
    sold.set(sold=2)
    assert game.find_action("sell").why_not(sold.table, {}) == "2 are sold already."
    with pytest.raises(Refusal, match="Something is sold already"):
        change.propose(sold.table, {"rule": "bids", "way": "open", "reason": "so"})


def test_pages_are_worked_out_of_the_turn(game, table):
    (page,) = game.pages
    assert (page.title, page.paragraphs, page.grids(game.turn(table))) == ("Rules", ("Bid.",), (0,))


def test_an_order_that_leaves_an_action_out_or_makes_one_up_is_refused():
    with pytest.raises(ValueError, match="leaves out, or makes up, dance and sell"):
        made().order("leave", "change_house", "dance")


def test_what_was_recorded_can_be_summed_up(game, table):
    turn = game.turn(table)
    for amount in (5, -5, 10):
        turn.pay(turn.seat("ann"), turn.seat("ben"), amount)
        turn.set(sold=amount)
    turn.net()
    assert [(one.account, one.quantity) for one in turn.effect.postings] == [("ann:cash", -10), ("ben:cash", 10)]
    assert [mark.value for mark in turn.effect.marks] == [10]
