"""The referee: what is proposed, written, undone, redone and struck out, through the real journal."""

from dataclasses import replace

import pytest
from altered import altered

from companion.core.recording.referee import Referee
from companion.core.recording.revision import DROP, Change
from companion.formats.session import replay, steps
from companion.games import find_game, game_of
from models.book import Book
from models.errors import ReadOnlyError
from models.journal import Journal
from models.ledger import Place, Refusal

GIFT = {"giver": "treasury", "taker": "alice", "reason": "a test"}
ROLL = {"who": "alice", "roll": 7}
OTHER_WATCH = {
    "fact": "item.olive.working",
    "value": "17-Jewel Watch",
    "reason": "an older edition",
}


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    database = Book.open(tmp_path_factory.mktemp("books"))
    yield Journal(database)
    database.close()


def begin(journal, houses="businesses=one"):
    opening = "start first=alice\npick who=alice business=black\npick who=bob business=olive\n"
    return replay(journal, steps(f"game ratrace\nseats Alice Bob\nhouse {houses}\n{opening}"))


def cash(referee, who):
    return referee.table.ledger.balance(f"{who}:cash")


@pytest.mark.parametrize("quicker", [1, 7])
def test_however_often_another_hand_is_quicker_a_line_is_written_on_the_table_as_it_is(
    journal, monkeypatch, quicker
):
    referee = begin(journal)
    other, propose, left = Referee(journal, referee.play.id, game_of), referee.propose, [quicker]

    def interrupted(action, answers):
        proposal = propose(action, answers)
        if (
            left[0] and not journal.database.driver.in_transaction
        ):  # nobody gets at the pen that is held
            left[0] -= 1
            other.write("correct_money", {**GIFT, "amount": 1})
        return proposal

    monkeypatch.setattr(referee, "propose", interrupted)
    entry = referee.write("roll", ROLL, command="slow")

    assert entry.seq == referee.version == journal.last(referee.play.id)
    assert cash(referee, "alice") == 301
    assert referee.table.ledger == journal.ledger(referee.play.id)


@pytest.mark.parametrize("fails", ["set_play", "set_board_fact"])
def test_what_follows_from_a_line_is_written_along_with_it_or_neither_is(
    journal, monkeypatch, fails
):
    referee = begin(journal, "businesses=one goal=1000 retire_cards=cash")
    referee.write("correct_money", {**GIFT, "amount": 900})
    table, version = referee.table, referee.version

    def full(*_, **__):
        raise ReadOnlyError("The disk is full.")

    monkeypatch.setattr(journal, fails, full)
    wanted = ("retire", {"who": "alice"}) if fails == "set_play" else ("change_board", OTHER_WATCH)
    with pytest.raises(ReadOnlyError):
        referee.write(*wanted, command="tap")
    assert (referee.table, referee.version, referee.play.ended) == (table, version, None)
    assert journal.last(referee.play.id) == version

    monkeypatch.undo()
    assert referee.write(*wanted, command="tap").seq == version + 1
    assert journal.play(referee.play.id).ended == ("Alice retired" if fails == "set_play" else None)
    referee.undo()
    assert journal.play(referee.play.id).ended is None


def remembered(journal):
    game = find_game("ratrace")
    return journal.board_facts(game.key, game.edition)


def test_what_a_table_says_of_its_own_board_is_kept_for_later_plays_and_undo_takes_it_back(journal):
    referee = begin(journal)
    referee.write("change_board", OTHER_WATCH)
    assert remembered(journal) == {"item.olive.working": "17-Jewel Watch"}

    referee.write("change_board", {**OTHER_WATCH, "value": "Gold Watch"})
    referee.undo()
    assert remembered(journal) == {"item.olive.working": "17-Jewel Watch"}

    referee.undo()
    assert remembered(journal) == {}
    referee.redo()
    assert remembered(journal) == {"item.olive.working": "17-Jewel Watch"}
    referee.undo()


FIRM = "The dice lay open. Say why it is taken back."


@pytest.fixture
def rolls_need_a_reason(monkeypatch):
    """A table whose rolls are not taken back without a reason, and whose cash is nobody else's business."""
    plain = find_game("ratrace")
    game = altered(
        plain,
        actions=tuple(
            replace(one, needs_reason=FIRM) if one.name == "roll" else one for one in plain.actions
        ),
        is_secret=lambda _table, account: account.endswith(":cash"),
    )
    monkeypatch.setattr("companion.games.find_game", lambda _key: game)


@pytest.mark.usefixtures("rolls_need_a_reason")
@pytest.mark.parametrize(
    "way",
    [
        lambda referee, _seq, why: referee.undo(why),
        lambda referee, seq, why: referee.void(seq, why),
        lambda referee, seq, why: referee.amend({Place(seq): DROP}, why),
        lambda referee, seq, why: referee.amend(
            {Place(seq): Change("roll", {**ROLL, "roll": 8})}, why
        ),
    ],
    ids=["undone", "crossed out", "dropped", "changed"],
)
def test_an_entry_that_needs_a_reason_is_taken_back_only_for_one_that_says_something(journal, way):
    referee = begin(journal)
    seq = referee.write("roll", ROLL).seq
    for nothing in (".", "\u200b?", "x"):
        with pytest.raises(Refusal) as caught:
            way(referee, seq, nothing)
        assert (caught.value.sentence, caught.value.question) == (FIRM, "reason")
    assert "the wrong dice" in way(referee, seq, "the wrong dice").proposal.narration


@pytest.mark.usefixtures("rolls_need_a_reason")
def test_striking_out_says_the_change_alone_where_what_is_held_is_secret(journal):
    referee = begin(journal)
    seq = referee.write(
        "correct_money",
        {"giver": "treasury", "taker": "alice", "amount": 77, "reason": "miscounted"},
    ).seq
    held = cash(referee, "alice")
    (change,) = referee.differences(seq)
    assert (change.hidden, change.change) == (True, -77)
    struck = referee.void(seq, "it was right").proposal
    assert [(line.text, line.figure, line.signed) for line in struck.working] == [
        ("Alice: change of cash", -77, True)
    ]
    assert f"{held:,}" not in f"{struck.narration} {struck.working}"
