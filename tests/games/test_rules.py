"""The arithmetic that games share holds by its own examples."""

import doctest
import importlib
import pkgutil
from dataclasses import FrozenInstanceError, fields

import pytest

import companion.rules
from companion.rules import betting
from companion.rules.betting import Bet, Dividend, Odds, Terms, Wager, divide, pay_out
from companion.rules.deck import Deck

MODULES = [module.name for module in pkgutil.iter_modules(companion.rules.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_words_of_a_rule_come_out(name):
    result = doctest.testmod(importlib.import_module(f"companion.rules.{name}"))
    assert result.attempted
    assert not result.failed


VALUES = (
    Odds(4, 1),
    Wager("h1", "win", 10, Odds(4, 1)),
    Deck((4, 4)),
    divide(100),
    Terms(),
    Dividend(10, 100, 10),
    pay_out([Bet("h1", 10)], ("h1",), Terms()),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_a_rule_works_out_never_changes(value):
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))


def test_bets_and_terms_lie_in_the_book_under_these_names():
    assert (betting.WIN, betting.PLACE) == ("win", "place")
    assert (betting.ROUND, betting.EXACT) == ("round", "exact")
    assert (betting.CLERK, betting.REMAINDERS) == ("clerk", "remainders")
    assert (betting.KEPT, betting.REFUND, betting.CARRIED) == ("clerk", "refund", "carried")
    assert (betting.COMPUTED, betting.STAKE) == ("computed", "stake")
