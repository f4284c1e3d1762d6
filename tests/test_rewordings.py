"""The table of wordings that were changed since 0.5.0: every row is needed, says why, and changes no figure."""

from __future__ import annotations

import json
import tomllib
from itertools import chain

import kept_reader as reader
import pytest
from kept_compare import TABLE, Receipts, Rewordings, Row, differences, headings
from kept_reader import KEPT

DECIDED = "Decisions"


@pytest.fixture(scope="module")
def texts():
    """Every kept text of a kind of wording."""
    kept = json.loads(reader.unpacked(KEPT / "expected.json.gz"))
    games = json.loads((KEPT / "names.json").read_text(encoding="utf-8"))["games"].values()
    files = [json.loads(reader.unpacked(path)) for path in sorted((KEPT / "exports").iterdir())]
    plays = list(kept["sessions"].values())
    lines = [line for one in chain(plays, kept["played on"].values()) for line in one["lines"]]
    lines += [one for line in lines for one in line["retold"]]
    actions = [one for game in games for one in game["actions"].values()]
    rules = [one for game in games for one in game["house_rules"].values()]
    facts = [one for game in games for one in game["board"].values()]
    found = {
        "narration": [line["narration"] for line in lines] + [one["ended"] for one in plays if one["ended"]],
        "receipt": [one[0] for line in lines for one in line["working"]],
        "rule": [one for line in lines for one in (line["rule"], line["source"], *line["house"])]
        + [one["source"] for one in actions],
        "refusal": [one["refusal"] for play in plays for one in play["refusals"]],
        "export": [text for file in files for forms in file.values() for text in forms.values()],
        "command": [*kept["commands"].values(), *(one for one in kept["damaged"].values() if isinstance(one, str))],
        "question": [one["help"] for one in actions]
        + [ask["wording"] for one in actions for ask in one["questions"].values()],
        "name": [
            *(one["title"] for one in games),
            *(text for one in actions for text in (one["title"], one["group"])),
            *(text for one in rules for text in (one["title"], one["group"], *one["choices"].values())),
            *(text for one in facts for text in (one["label"], one["group"], *one["choices"].values())),
        ],
    }  # fmt: skip
    return found.__getitem__


def test_every_row_changes_a_kept_wording_by_a_decision_and_no_figure(texts):
    words = Rewordings()
    assert {row.old: row.faults() for row in words.rows if row.faults()} == {}
    assert words.stale(texts) == []


def test_every_addition_is_a_mark_that_nothing_kept_has_by_a_decision():
    plays = json.loads((KEPT / "names.json").read_text(encoding="utf-8"))["in plays"].values()
    there = {mark.partition(", ")[2] for play in plays for mark in play["marks"]}
    assert [one.mark for one in Rewordings().additions if one.mark in there or one.decision not in headings()] == []


def test_receipts_with_more_steps_are_of_kept_actions_by_a_decision():
    games = json.loads((KEPT / "names.json").read_text(encoding="utf-8"))["games"].values()
    there = {action for game in games for action in game["actions"]}
    assert [row for row in Rewordings().receipts if set(row.actions) - there or row.decision not in headings()] == []


@pytest.mark.parametrize(
    ("now", "compared"),
    [
        ([["Stake", 100, "$"], ["200% of it", 200, "$"]], True),
        ([["200% of the stake", 200, "$"]], True),
        ([["Stake", 100, "$"]], False),
        ([["200% of it", 201, "$"]], False),
    ],
)
def test_a_receipt_may_show_more_steps_and_must_show_every_figure_it_showed(now, compared):
    row = Receipts(("cash_in",), DECIDED)
    kept = {"action": "cash_in", "working": [["Cashes in", 200, "$"]]}
    assert (row.taken_over(kept, {"action": "cash_in", "working": now})["working"] == now) is compared


def test_whatever_is_superseded_is_so_by_a_decision():
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["superseded"]
    assert [one for one in rows if one["decision"] not in headings()] == []


def test_a_row_that_nothing_kept_says_is_stale(texts):
    there = Row(("narration",), "Everyone starts with ", "Everybody begins with ", DECIDED)
    gone = Row(("narration", "refusal"), "Everyone starts with ", "Everybody begins with ", DECIDED)
    assert Rewordings((there,)).stale(texts) == []
    assert Rewordings((gone,)).stale(texts) == ["'Everyone starts with ' in refusal: nothing kept says so"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pays $50", "pays $60"),
        ("pays {sum}", "pays"),
        ("pays {sum}", "pays 5"),
        ("{who} pays {sum}", "{who} pays {who}"),
    ],
)
def test_a_figure_is_never_reworded(old, new):
    assert Row(("narration",), old, new, DECIDED).faults() == ["it changes a figure, and no figure is ever reworded"]


def test_a_row_names_a_decision_that_is_written_down():
    assert DECIDED in headings()
    assert Row(("name",), "a", "b", "Nobody decided").faults() == ["there is no heading 'Nobody decided' in docs"]


def test_any_words_of_a_row_stand_where_it_puts_them():
    row = Row(("narration",), "{who} pays {sum}: {what}.", "{what}: {who} pays {sum}.", DECIDED)
    assert row.faults() == []
    assert row.applied("Ann pays $50: Taxes. That is all.") == "Taxes: Ann pays $50. That is all."


def test_from_a_changed_word_on_the_digests_of_a_play_are_not_known():
    line = {"narration": "Ann pays.", "working": [], "rule": "", "source": "", "house": [], "digest": "d"}
    words = Rewordings((Row(("narration",), "Ann pays", "Paid by Ann", DECIDED),))
    lines = words.lines([line | {"narration": "Begun."}, line, line | {"narration": "Ended."}])
    assert [(one["narration"], one["digest"]) for one in lines] == [
        ("Begun.", "d"),
        ("Paid by Ann.", ""),
        ("Ended.", ""),
    ]


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
