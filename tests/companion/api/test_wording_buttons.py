"""How a game words its buttons and its questions: with the answers by their names."""

from __future__ import annotations

import pytest

from companion.api import Game, Turn, ask
from companion.core.recording.differences import button_figure
from companion.core.table import Seat, Table

ANN = {"who": "ann", "hat": "top"}


def made() -> Game:
    game = Game("hats", "Hats", "Hats for all.", players=(2, 4))
    hats = {"top": "Top hat", "straw": "Straw hat"}

    @game.action("Buy a hat", button="Buy the {hat}")
    def buy(t: Turn, who=ask.player("Who buys?"), hat=ask.choice("What does {who} buy?", hats)) -> None:
        """Buy a hat."""
        t.narrate(f"{who} buys a {hat} hat.")

    @game.action("Swap hats", button=lambda t: f"Swap with {len(t.seats)} players")
    def swap(t: Turn) -> None:
        """Swap hats."""
        t.narrate("Hats are swapped.")

    @game.action("Lose a hat")
    def lose(t: Turn, other=ask.player("Who stands beside?"), hat=ask.choice("What does {other} find?", hats)) -> None:
        """Lose a hat."""
        t.narrate(f"{other} finds a {hat} hat.")

    @game.next
    def what_next(t: Turn):
        return f"{t.seats[0]}'s turn", buy(), swap()

    return game


@pytest.fixture
def game():
    return made()


@pytest.fixture
def table():
    return Table((Seat("ann", "Ann"), Seat("ben", "Ben")))


def test_a_button_names_the_answers(game, table) -> None:
    assert game.find_action("buy").act(table, ANN) == "Buy the Top hat"


def test_a_button_may_be_worked_out(game, table) -> None:
    assert game.find_action("swap").act(table, {}) == "Swap with 2 players"


def test_an_action_without_words_for_its_button_says_none(game, table) -> None:
    assert game.find_action("lose").act(table, {"other": "ben", "hat": "top"}) == ""


def test_a_question_names_who_was_answered_before_it(game, table) -> None:
    buy = game.find_action("buy")
    assert buy.words_of(buy.question("hat"), table, {"who": "ann"}) == "What does Ann buy?"


def test_a_question_says_the_player_until_it_is_known_who(game, table) -> None:
    buy, lose = game.find_action("buy"), game.find_action("lose")
    assert buy.words_of(buy.question("hat"), table, {}) == buy.question("hat").text == "What does the player buy?"
    assert lose.question("hat").text == "What does the other find?"


@pytest.mark.parametrize(
    ("amount", "said"),
    [(None, (90, "$")), ("price", (30, "$")), (lambda t: 60 * len(t.seats), (120, "$")), ("", None)],
    ids=["what moves most", "an answer", "a function of the turn", "none"],
)
def test_a_button_has_the_amount_that_the_action_says(table, amount, said) -> None:
    game = Game("inn", "Inn", "Rooms.", players=(2, 4), banks=("bank",))

    @game.action("Stay", amount=amount)
    def stay(t: Turn, who=ask.player("Who stays?"), price=ask.money("For how much?")) -> None:
        """Pay for a room, and give a deposit."""
        t.pay(who, "bank", price)
        t.pay("bank", t.seats[-1], 3 * price)

    action = game.find_action("stay")
    figure = button_figure(action, table, action.propose(table, {"who": "ann", "price": 30}))
    assert (figure and (figure.figure, figure.unit)) == said


def test_the_name_of_what_is_offered_first_stands_above_its_sheet(game, table) -> None:
    prompt = game.prompt(table)
    assert (prompt.title, prompt.text, prompt.sheet.action) == ("Ann's turn", "Buy a hat", "buy")
