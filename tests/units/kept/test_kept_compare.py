"""Comparing what is kept names a figure, account, mark, answer or key that changed, and passes over other words."""

from copy import deepcopy

import pytest

from tests.units.kept.kept_compare import amounts, amounts_gone, differences, same_figures

LINE = {
    "seq": 2,
    "action": "taxes",
    "answers": {"who": "ann", "roll": 5},
    "narration": "Ann pays $50: Taxes.",
    "postings": [["ann:cash", -50, "$"], ["treasury:cash", 50, "$"]],
    "marks": [["ann", "square", "taxes"]],
    "working": [["Rolled", 5, "", False, False], ["Taxes", 50, "$", False, True]],
    "rule": "Ten times the roll.",
    "retold": [],
    "digest": "d1",
}
PLAY = {
    "seats": [["ann"], ["bob"]],
    "ended": "Ann retired",
    "houses": {"goal": "10000"},
    "marks": [["ann", "square", "taxes"]],
    "lines": [LINE],
    "refusals": [{"line": 6, "refused": "taxes who=bob", "refusal": "Bob waits."}],
}


def compared(of_the_play, of_the_line):
    """Compare the play with itself where something in it is another."""
    now = PLAY | of_the_play
    if "lines" not in of_the_play:
        now |= {"lines": [LINE | of_the_line]}
    same_figures(
        deepcopy(PLAY), deepcopy(now), "The play", mark_names=["PLAYER, square", "PLAYER, misses"]
    )


def test_other_words_and_what_a_new_play_has_besides_are_no_difference():
    new = [["Ten times the roll", 10, "", False, False], ["to pay", 50, "$", False, True]]
    words = {
        "narration": "Ann pays $50, Taxes.",
        "rule": "Ten times what was rolled.",
        "digest": "d2",
        "working": new,
    }
    refusals = [PLAY["refusals"][0] | {"refusal": "Bob has to wait."}]
    more = {
        "houses": {"goal": "10000", "bonus": "10"},
        "marks": [*LINE["marks"], ["ann", "bonus", 10]],
    }
    compared({"ended": "Ann has retired", "refusals": refusals, **more}, words)


@pytest.mark.parametrize(
    ("of_the_play", "of_the_line"),
    [
        ({}, {"postings": [["ann:cash", 60, "$"], LINE["postings"][1]]}),
        ({}, {"postings": LINE["postings"][:1]}),
        ({}, {"action": "tax"}),
        ({}, {"answers": {"player": "ann", "roll": 5}}),
        ({}, {"marks": []}),
        ({}, {"marks": [*LINE["marks"], ["ann", "misses", 1]]}),
        ({}, {"working": [["Taxes", 40, "$", False, True]]}),
        ({"ended": None}, {}),
        ({"houses": {"goal": "20000"}}, {}),
        ({"lines": []}, {}),
        ({"refusals": []}, {}),
    ],
)
def test_a_figure_account_mark_answer_or_key_that_changed_is_a_difference(of_the_play, of_the_line):
    with pytest.raises(AssertionError, match="The play, "):
        compared(of_the_play, of_the_line)


def test_where_more_may_be_only_what_is_gone_differs():
    assert (
        differences({"a": [1, 2], "b": 1}, {"a": [2, 3, 1], "b": 1, "c": 1}, "It", more_may_be=True)
        == []
    )
    assert differences({"a": [1, 2]}, {"a": [2]}, "It", more_may_be=True) == ["It, a: 1 is gone."]


def test_a_page_may_show_more_numbers_and_none_less():
    assert amounts("Entry 7: $-1,250.50 of \N{MINUS SIGN}20, and 3.") == [
        "7",
        "-1,250.50",
        "-20",
        "3",
    ]
    page = "<style>a{top:1px}</style><p class='c2'>Ann $50, Ben $50</p>"
    assert amounts_gone(page, "<p>2 players: Ben $50 and Ann $50</p>") == []
    assert amounts_gone(page, "<p>Ann $51, Ben $60</p>") == ["50"]
