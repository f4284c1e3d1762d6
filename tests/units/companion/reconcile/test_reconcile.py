"""Counting the cash: a count as an entry, whether it holds, and what would explain a difference."""

from datetime import UTC, datetime

import pytest

from companion.core import counting
from companion.core.questions import Amount
from companion.core.recording.revision import Change
from companion.core.recording.rules_at import RulesAt
from companion.formats.session import replay, steps
from companion.games import game_of
from companion.reconcile.explaining import Search, digits_swapped
from models import integrity
from models.ledger import COUNT, Entry, Ledger, Line, Place, Refusal
from tests.paths import SESSION_FOLDER

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
RATRACE = """game ratrace
seats Alice Bob Cy
house businesses=one gifts=yes position=off
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=cy business=red
windfall who=alice square=gift
windfall who=bob square=bingo
gift giver=bob taker=cy amount=63 reason="a bet"
collect who=alice
"""
MILLIONS = """game rat_race_monopoly
seats Ann Ben
start first=ann
"""


@pytest.fixture
def referee(journal):
    return replay(journal, steps(RATRACE))


def count(referee, who, counted):
    return referee.write(COUNT, {"who": who, "counted": counted})


def look(referee, who, counted):
    purse = counting.find_countable(referee.game.turn(referee.table), who)
    search = Search(referee, referee.lines(), referee.counts(), purse, counted)
    return [*filter(None, search.go())]


def test_a_count_is_broken_by_a_correction_mended_by_undo_and_taken_back_like_any_entry(referee):
    entry = count(referee, "cy", 263)
    referee.amend(
        {
            Place(7): Change(
                "gift", {"giver": "bob", "taker": "cy", "amount": 36, "reason": "a bet"}
            )
        },
        "no",
    )
    (one,) = referee.counts()
    assert not one.held
    assert one.words == "It agreed, but since a correction the book says $236."
    referee.undo()
    assert referee.counts()[0].held
    referee.undo()
    assert referee.counts() == []
    referee.redo()
    referee.void(entry.seq, "counted badly")
    assert referee.counts() == []
    assert integrity.check(referee.journal, referee.play.id) == []


# -- as text ------------------------------------------------------------------------------------------


def test_a_count_in_a_session_needs_no_unit_and_reads_millions(journal):
    referee = replay(
        journal, steps(MILLIONS + "count who=ann counted=1.5M\ncount who=ben counted=1500 unit=K\n")
    )
    assert [one.counted for one in referee.counts()] == [1500, 1500]


# -- what would explain it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "counted", "words"),
    [
        ("bob", 237, "Entry 14 may be there twice: entry 6 says the same."),
        ("cy", 236, "Entry 7 may be $36, not $63: two digits changed places."),
        ("cy", 137, "Entry 7 may have gone the other way."),
        ("cy", 463, "An entry may be missing at the end"),
        ("alice", 184, ""),
    ],
)
def test_an_entry_that_is_wrong_in_a_usual_way_is_found(referee, who, counted, words):
    for amount in range(1, 6):
        referee.write(
            "correct_money",
            {"giver": "treasury", "taker": "alice", "amount": amount, "reason": "a tip"},
        )
    referee.write("windfall", {"who": "bob", "square": "bingo"})
    found = [one.suspicion.words for one in look(referee, who, counted)]
    assert any(one.startswith(words) for one in found) if words else not found


def test_two_counts_that_differ_by_as_much_suggest_a_payment_between_them(referee):
    count(referee, "alice", 483)
    first = look(referee, "cy", 280)[0]
    assert first.suspicion.words == "A payment of $17 from Alice to Cy may not be written down."
    referee.amend(first.revision.decisions, "both counted")
    assert [one.held for one in referee.counts()] == [True]


def test_nothing_goes_against_a_count_that_holds_or_lies_before_one(referee):
    assert [one.suspicion.words for one in look(referee, "cy", 137)] == [
        "Entry 7 may have gone the other way."
    ]
    count(referee, "bob", 237)
    assert not look(referee, "cy", 137)
    referee.undo()
    count(referee, "cy", 263)
    assert not look(referee, "cy", 137)


# -- mistakes made on purpose ---------------------------------------------------------------------------


PLAYED = sorted(
    path.stem
    for game in ("ratrace", "rat_race_monopoly", "totopoly")
    for path in SESSION_FOLDER.glob(f"{game}-*.session")
    if not path.stem.endswith(("-only", "broker-alone", "carried", "not-backed"))
)


def said_by(referee):
    return [Change(one.proposal.action, dict(one.proposal.answers)) for one in referee.lines()]


def wrote(play, said):
    """A play of these lines as the rules have it; nothing where one is refused."""
    rules, found = RulesAt(play, game_of(play.game), Ledger()), []
    for number, line in enumerate(said, 1):
        try:
            proposal = rules.propose(line.action, line.answers)
        except Refusal:
            return None
        found.append(
            Line(Place(number), number, proposal, Entry(number, NOW, "table", proposal), NOW)
        )
        rules.table = rules.table.after(proposal)
    return rules, found


def mistakes(kind, rules, said):
    """Every evening with one mistake of a kind."""
    for at, line in enumerate(said):
        wrong = [[line, line]] if kind == "twice" else []
        for question in rules.game.find_action(line.action).questions:
            figure = line.answers.get(question.name)
            if kind == "digits" and isinstance(question.kind, Amount) and isinstance(figure, int):
                answers = (
                    {**line.answers, question.name: other} for other in digits_swapped(figure)
                )
                wrong += [[Change(line.action, answer)] for answer in answers]
        yield from ([*said[:at], *lines, *said[at + 1 :]] for lines in wrong)


def cash(rules, table):
    """What every purse holds, common ones too."""
    return {one.key: one.held for one in counting.countables(rules.game.turn(table))}


@pytest.mark.parametrize(
    ("kind", "step", "least"),
    [pytest.param("twice", 4, 0.99, marks=pytest.mark.long), ("digits", 4, 0.99)],
)
def test_the_mistake_that_was_made_is_among_those_found(kind, step, least, replayed):
    right = []
    for name in PLAYED:
        play, said = replayed(name).play, said_by(replayed(name))
        truth, _ = wrote(play, said)
        wanted = cash(truth, truth.table)
        # a few of each kind: all of them take minutes
        for made in [*mistakes(kind, truth, said)][::step]:
            rules, book = wrote(play, made) or (truth, [])
            purses = counting.countables(rules.game.turn(rules.table))
            for purse in [one for one in purses if one.seat and one.held != wanted.get(one.key)][
                :1
            ]:
                found = [*filter(None, Search(rules, book, [], purse, wanted[purse.key]).go())][:3]
                right.append(any(cash(rules, one.revision.after) == wanted for one in found))
    assert len(right) >= 3
    assert sum(right) >= least * len(right), right
