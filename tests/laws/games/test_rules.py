"""The arithmetic that games share holds by its own examples."""

import doctest
import importlib
import pkgutil

import pytest

import companion.rules

MODULES = [module.name for module in pkgutil.iter_modules(companion.rules.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_words_of_a_rule_come_out(name):
    result = doctest.testmod(importlib.import_module(f"companion.rules.{name}"))
    assert result.attempted
    assert not result.failed
