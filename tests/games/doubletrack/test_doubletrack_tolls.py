"""Doubletrack: asking at an opponent's gate before rolling, and what the roll makes of it."""

import pytest

from companion.core.table import Refusal
from tests.games.doubletrack.fists import fists, three


def asked(answer="pays", amount=15, **houses):
    evening = fists(**houses)
    evening.do("toll", who="ann", gate="green", answer=answer, amount=amount)
    return evening


# --- HOW TO MOVE


def test_a_toll_lies_ready_and_is_paid_when_the_roll_leads_into_the_shortcut():
    evening = asked()
    assert evening.told() == "Ann asks Cy at the Green gate: $15, if the roll goes through."
    assert (evening.chips("ann"), evening.on_table, evening.chips("cy")) == (110, 15, 125)
    evening.do("passage", gate="green", came="yes")
    assert evening.told() == "Ann goes through the Green gate and pays Cy $15."
    assert (evening.chips("ann"), evening.on_table, evening.chips("cy")) == (110, 0, 140)


def test_it_comes_back_when_the_roll_does_not():
    evening = asked()
    evening.do("passage", gate="green", came="no")
    assert evening.told() == "Ann's roll does not go through the Green gate; the $15 come back."
    assert (evening.chips("ann"), evening.on_table, evening.chips("cy")) == (125, 0, 125)


def test_free_refused_and_too_dear_move_no_chips():
    for answer, told in (
        ("free", "Ann asks Cy at the Green gate and is let in free this turn."),
        ("refused", "Ann asks Cy at the Green gate and is refused."),
        ("declined", "Ann asks Cy at the Green gate; the toll is too dear, and the gate stays shut."),
    ):
        evening = asked(answer, None)
        assert evening.told() == told
        assert evening.last.postings == ()
        assert evening.prompt.title == "What happened?"


def test_a_toll_that_was_too_dear_may_be_told():
    assert "$130 is too dear" in asked("declined", 130).told()


def test_the_own_gate_is_free_and_must_be_taken():
    assert fists().why_not("toll", who="cy", gate="green", answer="pays", amount=5) == (
        "The Green gate is Cy's own: free, and its shortcut must be taken."
    )


def test_whoever_holds_the_pass_now_is_asked():
    evening = fists()
    evening.do("take_pass", who="dee", colour="green")
    evening.do("toll", who="cy", gate="green", answer="pays", amount=5)
    evening.do("passage", gate="green", came="yes")
    assert evening.chips("dee") == 130


def test_a_gate_whose_pass_is_out_of_play_is_shut():
    evening = three()
    assert evening.why_not("toll", who="cy", gate="blue", answer="free") == (
        "The Blue gate is shut: nobody holds its pass."
    )
    options = evening.game.find_action("toll").options(evening.table, {"who": "ann"}, "gate")
    assert [(one.value, one.detail) for one in options if one.refusal is None] == [
        ("yellow", "Ben's"),
        ("green", "Cy's"),
    ]


@pytest.mark.parametrize(
    ("answer", "amount", "says"),
    [
        ("pays", 130, "Ann has not that much."),
        ("pays", None, "How much is the toll?"),
        ("pays", 7, "It must be a multiple of 5."),
        ("pays", 0, "It must be at least 5."),
        ("free", 5, "No chips go with that answer."),
        ("refused", 5, "No chips go with that answer."),
    ],
)
def test_what_is_no_toll_is_refused_at_the_amount(answer, amount, says):
    evening = fists()
    with pytest.raises(Refusal) as caught:
        evening.propose("toll", who="ann", gate="green", answer=answer, amount=amount)
    assert (caught.value.sentence, caught.value.question) == (says, "amount")


def test_a_toll_may_take_all_that_somebody_has():
    evening = asked(amount=125)
    assert (evening.chips("ann"), evening.on_table) == (0, 125)


def test_before_anything_else_the_roll_is_told():
    evening = asked()
    said = "First say whether Ann's roll went through the Green gate."
    assert evening.no_bid("sell_card", "ann", ben=5, cy=5, dee=5) == said
    assert evening.why_not("toll", who="ben", gate="green", answer="free") == said
    assert evening.card("ann").up
    assert evening.card("ann").chips[0].text == "$15 laid down for the Green gate"
    assert evening.prompt.title == "Ann rolls: through the Green gate?"


def test_one_may_ask_at_another_gate_too_and_each_is_settled_by_itself():
    evening = asked()
    assert (
        evening.why_not("toll", who="ann", gate="green", answer="free") == "Ann may go through the Green gate already."
    )
    evening.do("toll", who="ann", gate="blue", answer="pays", amount=10)
    assert evening.on_table == 25
    evening.do("passage", gate="green", came="yes")
    assert evening.why_not("passage", gate="green", came="no") == "No toll is open at the Green gate."
    evening.do("passage", gate="blue", came="no")
    assert (evening.chips("ann"), evening.chips("cy"), evening.chips("dee")) == (110, 140, 125)
    assert evening.why_not("passage", gate="blue", came="no") == "No toll is open."


def test_chips_laid_down_for_a_toll_are_not_taken_off_the_table():
    evening = asked(amount=25)
    said = "The $25 on the table are laid down for a toll: that is settled first."
    assert evening.why_not("correct_chips", giver="table", taker="ann", amount=25, reason="so") == said
    evening.do("correct_chips", giver="ben", taker="table", amount=10, reason="they fell out")
    assert evening.why_not("correct_chips", giver="table", taker="ann", amount=25, reason="so") == (
        "On the table lie $35; $25 of them are laid down for a toll."
    )
    evening.do("correct_chips", giver="table", taker="ben", amount=10, reason="Ben's")
    evening.do("passage", gate="green", came="yes")
    assert (evening.on_table, evening.all_chips) == (0, {"ann": 100, "ben": 125, "cy": 150, "dee": 125})


def test_a_gate_that_changes_hands_has_its_toll_for_the_new_keeper():
    evening = asked()
    evening.do("correct_pass", colour="green", holder="dee", reason="it was Dee's")
    assert evening.told() == (
        "Correction: the Green gate pass is Dee's (it was Dee's). "
        "The $15 of Ann's toll are for Dee now, if the roll goes through."
    )
    assert evening.prompt.text.startswith("$15 lies ready for Dee,")
    evening.do("passage", gate="green", came="yes")
    assert (evening.chips("dee"), evening.chips("cy"), evening.on_table) == (140, 125, 0)


def test_a_toll_comes_back_where_the_gate_is_the_askers_own_after_all_or_shut():
    for holder in ("ann", "board"):
        evening = asked()
        evening.do("correct_pass", colour="green", holder=holder, reason="swapped")
        assert evening.told().endswith("The $15 of Ann's toll come back.")
        assert (evening.chips("ann"), evening.on_table, evening.prompt.title) == (125, 0, "What happened?")


def test_a_pass_of_another_gate_leaves_the_toll_alone():
    evening = asked()
    evening.do("correct_pass", colour="blue", holder="ann", reason="swapped")
    assert (evening.on_table, evening.prompt.text.startswith("$15 lies ready for Cy,")) == (15, True)


def test_where_a_struck_out_line_makes_the_gate_the_askers_own_the_chips_can_only_come_back():
    evening = fists()
    evening.do("take_pass", who="cy", colour="red")
    evening.do("toll", who="ann", gate="red", answer="pays", amount=15)
    evening.void(2)
    assert evening.prompt.title == "Ann's toll comes back"
    assert evening.prompt.text == "The Red gate is Ann's own now: nobody is paid there."
    assert evening.why_not("take", who="ben", of="cy", amount=25) == "First Ann's toll for the Red gate comes back."
    evening.do("passage", gate="red", came="yes")
    assert evening.told() == "The Red gate is Ann's own now: Ann's $15 come back."
    assert (evening.chips("ann"), evening.on_table) == (125, 0)


def test_house_rule_at_once_and_no_refund():
    evening = asked(toll="at_once")
    assert evening.told() == "Ann asks Cy at the Green gate and pays $15."
    assert (evening.chips("ann"), evening.chips("cy"), evening.on_table) == (110, 140, 0)
    assert evening.last.house == ("A toll is paid at once, and does not come back.",)
    assert evening.why_not("passage", gate="green", came="no") == "No toll is open."
