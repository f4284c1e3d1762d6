"""`new-game` lays out a game whose own tests pass as they are."""

from __future__ import annotations

import importlib

import pytest

from companion.__main__ import main
from companion.formats.session import Mismatch
from companion.games import find_game


@pytest.fixture
def laid_out(tmp_path, monkeypatch, bring):
    assert main(["new-game", "Pub Quiz", "--into", str(tmp_path / "pub_quiz")]) == 0
    monkeypatch.syspath_prepend(str(tmp_path / "pub_quiz"))
    bring("pub_quiz=pub_quiz:game")
    return importlib.import_module("test_pub_quiz")


def test_its_own_tests_pass_as_they_are(laid_out):
    assert find_game("pub_quiz").title == "Pub Quiz"
    laid_out.test_an_evening_comes_out_as_written()
    for seed in range(3):
        laid_out.test_evenings_at_random_hold(seed)


def test_the_evening_that_comes_with_it_would_be_noticed_if_the_rules_were_others(laid_out, monkeypatch):
    monkeypatch.setattr(laid_out, "EVENING", laid_out.EVENING.replace("amount=15", "amount=1"))
    with pytest.raises(Mismatch, match="should change by 15 points; it changes by 1"):
        laid_out.test_an_evening_comes_out_as_written()


@pytest.mark.usefixtures("laid_out")
def test_whoever_gets_it_finds_what_it_is_and_what_they_may_do_with_it(tmp_path):
    folder = tmp_path / "pub_quiz"
    assert (folder / "README.md").read_text().startswith("# Pub Quiz\n")
    assert "Permission to use, copy, modify" in (folder / "LICENSE").read_text()
    assert "__pycache__/" in (folder / ".gitignore").read_text()


def test_an_apostrophe_is_no_part_of_the_name_that_is_kept_in_every_book(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "Liar's Dice"]) == 0
    assert (tmp_path / "liars_dice" / "liars_dice.py").exists()
