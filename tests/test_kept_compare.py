"""Comparing what is kept names a figure, account, mark, answer or key that changed, and passes over other words."""

from __future__ import annotations

from copy import deepcopy

import pytest
from kept_compare import amounts, amounts_gone, differences, same_figures

MARK_NAMES = ["PLAYER, square", "PLAYER, misses", "house"]
LINE = {
    "seq": 2,
    "at": "2026-11-22T18:02:00+00:00",
    "by": "table",
    "action": "taxes",
    "answers": {"who": "ann", "roll": 5},
    "narration": "Ann pays $50: Taxes.",
    "postings": [["ann:cash", -50, "$"], ["treasury:cash", 50, "$"]],
    "marks": [["ann", "square", "taxes"]],
    "working": [["Rolled", 5, "", False, False], ["Taxes", 50, "$", False, True]],
    "rule": "Ten times the roll.",
    "source": "Taxes",
    "house": [],
    "voids": [],
    "retold": [],
    "struck_by": None,
    "digest": "d1",
}
PLAY = {
    "seats": [["ann"], ["bob"]],
    "ended": "Ann retired",
    "houses": {"goal": "10000"},
    "board": {"symbol.working": 100},
    "balances": [["ann:cash", "$", -50]],
    "marks": [["ann", "square", "taxes"]],
    "undo": 2,
    "lines": [LINE],
    "refusals": [{"line": 6, "refused": "taxes who=bob", "refusal": "Bob waits."}],
}


def put(value, *path):
    """Change one thing in a play."""

    def change(play):
        there = play
        for key in path[:-1]:
            there = there[key]
        there[path[-1]] = value

    return change


def compared(change):
    """Compare the play with itself after a change."""
    now = deepcopy(PLAY)
    change(now)
    same_figures(deepcopy(PLAY), now, "The play", mark_names=MARK_NAMES)


@pytest.mark.parametrize(
    "change",
    [
        put("Ann pays $50, Taxes.", "lines", 0, "narration"),
        put("Ann has retired", "ended"),
        put("Ten times what was rolled.", "lines", 0, "rule"),
        put("d2", "lines", 0, "digest"),
        put("Bob has to wait.", "refusals", 0, "refusal"),
        put([["Taxes at the roll of 5", 5, ""], ["Ten times", 10, ""], ["to pay", 50, "$"]], "lines", 0, "working"),
        put({"goal": "10000", "bonus": "10"}, "houses"),
        put([["ann", "square", "taxes"], ["ann", "bonus", 10]], "marks"),
    ],
)
def test_other_words_and_what_a_new_play_has_besides_are_no_difference(change):
    compared(change)


@pytest.mark.parametrize(
    "change",
    [
        put(60, "lines", 0, "postings", 0, 1),
        put("ann:credit", "lines", 0, "postings", 0, 0),
        put([["ann:cash", -50, "$"]], "lines", 0, "postings"),
        put("tax", "lines", 0, "action"),
        put({"player": "ann", "roll": 5}, "lines", 0, "answers"),
        put([], "lines", 0, "marks"),
        put([["ann", "square", "taxes"], ["ann", "misses", 1]], "marks"),
        put([["Taxes", 50, "$"]], "lines", 0, "working"),
        put([["Rolled", 5, ""], ["Taxes", 60, "$"]], "lines", 0, "working"),
        put(3, "lines", 0, "struck_by"),
        put(None, "undo"),
        put(None, "ended"),
        put({"goal": "20000"}, "houses"),
        put({}, "board"),
        put([], "lines"),
        put([], "refusals"),
    ],
)
def test_a_figure_account_mark_answer_or_key_that_changed_is_a_difference(change):
    with pytest.raises(AssertionError, match="The play, "):
        compared(change)


def test_a_difference_says_play_entry_and_field_with_both_values():
    kept = [
        {"title": "Friday", "game": "ratrace", "lines": [{"seq": 7, "narration": "Ann pays.", "postings": [["a", 1]]}]}
    ]
    now = [{"title": "Friday", "game": "ratrace", "lines": [{"seq": 7, "narration": "Ann paid.", "more": 1}]}]
    assert differences(kept, now, "The book") == [
        "The book, play 'Friday' (ratrace), lines, entry 7, narration: it was 'Ann pays.', and is 'Ann paid.'.",
        "The book, play 'Friday' (ratrace), lines, entry 7, postings: [['a', 1]] is gone.",
        "The book, play 'Friday' (ratrace), lines, entry 7, more: 1 was not there.",
    ]


def test_where_more_may_be_only_what_is_gone_differs():
    assert differences({"a": [1, 2], "b": 1}, {"a": [2, 3, 1], "b": 1, "c": 1}, "It", more_may_be=True) == []
    assert differences({"a": [1, 2]}, {"a": [2]}, "It", more_may_be=True) == ["It, a: 1 is gone."]


def test_amounts_of_a_text_are_its_numbers_with_one_kind_of_minus_sign():
    assert amounts("Entry 7: $-1,250.50 of \N{MINUS SIGN}20, and 3.") == ["7", "-1,250.50", "-20", "3"]


def test_a_page_may_show_more_numbers_and_none_less():
    page = "<style>a{top:1px}</style><p class='c2'>Ann $50, Ben $50</p>"
    assert amounts_gone(page, "<p>2 players: Ben $50 and Ann $50</p>") == []
    assert amounts_gone(page, "<p>Ann $50, Ben $60</p>") == ["50"]
