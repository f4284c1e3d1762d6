"""`new-game` lays out a game whose own tests pass as they are, and notice other rules."""

import importlib

import pytest

from companion.__main__ import main
from companion.formats.session import Mismatch


def test_its_own_tests_pass_as_they_are_and_would_notice_other_rules(tmp_path, monkeypatch, bring):
    assert main(["new-game", "Pub Quiz", "--into", str(tmp_path / "quiz")]) == 0
    monkeypatch.syspath_prepend(str(tmp_path / "quiz"))
    bring("pub_quiz=pub_quiz:game")
    tests = importlib.import_module("test_pub_quiz")
    tests.test_an_evening_comes_out_as_written()
    tests.test_evenings_at_random_hold(0)
    monkeypatch.setattr(tests, "EVENING", tests.EVENING.replace("amount=15", "amount=1"))
    with pytest.raises(Mismatch, match="should change by 15 points; it changes by 1"):
        tests.test_an_evening_comes_out_as_written()
