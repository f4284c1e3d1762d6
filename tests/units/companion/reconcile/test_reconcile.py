"""Counting the cash: a count as an entry, whether it holds, and what would explain a difference."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.questions import Amount, Player
from companion.core.recording import countable
from companion.core.recording.revision import Change
from companion.core.recording.rules_at import RulesAt
from companion.formats.session import replay, steps
from companion.games import game_of
from companion.reconcile.candidates import suspicions, typo, walk
from companion.reconcile.candidates import typos as common
from companion.reconcile.explaining import Search, explain
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
    purse = countable.find_countable(referee.game, referee.table, who)
    return purse, explain(Search(referee, referee.lines(), referee.counts(), purse, counted, referee.version))


def test_a_count_is_broken_by_a_correction_mended_by_undo_and_taken_back_like_any_entry(referee):
    entry = count(referee, "cy", 263)
    referee.amend({Place(7): Change("gift", {"giver": "bob", "taker": "cy", "amount": 36, "reason": "a bet"})}, "no")
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
    referee = replay(journal, steps(MILLIONS + "count who=ann counted=1.5M\ncount who=ben counted=1500 unit=K\n"))
    assert [one.counted for one in referee.counts()] == [1500, 1500]


# -- figures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant", "how"),
    [
        (36, 63, "two digits changed places"),
        (400, 40, "a zero too many"),
        (40, 400, "a zero too few"),
        (150, 180, "one key beside"),
        (150, 140, "one key beside"),
        (120, 20, "a digit too many"),
        (20, 120, "a digit too few"),
        (123, 321, ""),
        (50, 50, ""),
        (0, 50, ""),
    ],
)
def test_a_typo_is_recognised_by_the_figures(written, meant, how):
    assert typo(written, meant) == how


@given(st.integers(1, 10**9))
def test_every_common_typo_has_a_name_and_changed_digits_differ_by_nines(figure):
    for meant in common(figure):
        how = typo(figure, meant)
        assert how
        if how == "two digits changed places":
            assert (figure - meant) % 9 == 0


# -- what would explain it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "counted", "words"),
    [
        ("bob", 237, "Entry 14 may be there twice: entry 6 says the same."),
        ("cy", 363, "Entry 6 may have been Cy's, not Bob's."),
        ("cy", 137, "Entry 7 may have gone the other way."),
        ("cy", 463, "An entry may be missing"),
    ],
)
def test_the_usual_mistakes_are_among_the_first_three(referee, who, counted, words):
    for amount in range(1, 6):
        referee.write("correct_money", {"giver": "treasury", "taker": "alice", "amount": amount, "reason": "a tip"})
    referee.write("windfall", {"who": "bob", "square": "bingo"})
    _, findings = look(referee, who, counted)
    assert any(one.suspicion.words.startswith(words) for one in findings.explanations[:3])


def test_one_mistake_is_tried_before_two_together_and_the_latest_line_first(referee):
    for _ in range(2):
        referee.write("windfall", {"who": "bob", "square": "bingo"})
    purse = countable.find_countable(referee.game, referee.table, "bob")
    once, both = (
        list(suspicions(walk(referee, referee.lines(), purse, purse.held - short, None))) for short in (100, 200)
    )
    assert [(one.kind, min(one.decisions)) for one in once[:2]] == [("twice", Place(10)), ("twice", Place(9))]
    kinds = [one.kind for one in both]
    assert "both" in kinds
    assert set(kinds[kinds.index("both") :]) == {"both"}


def test_two_counts_that_differ_by_as_much_suggest_a_payment_between_them(referee):
    count(referee, "alice", 483)
    _, findings = look(referee, "cy", 280)
    first = findings.explanations[0]
    assert first.suspicion.words == "A payment of $17 from Alice to Cy may not be written down."
    assert first.fixes == 1
    referee.amend(first.suspicion.decisions, "both counted")
    assert [one.held for one in referee.counts()] == [True]


def test_an_explanation_that_goes_against_a_count_that_holds_comes_last(referee):
    purse = countable.find_countable(referee.game, referee.table, "cy")
    free = explain(Search(referee, referee.lines(), referee.counts(), purse, 363, referee.version))
    assert "not Bob's" in free.explanations[0].suspicion.words
    count(referee, "bob", 237)
    _, findings = look(referee, "cy", 363)
    against = next(one for one in findings.explanations if "not Bob's" in one.suspicion.words)
    assert against.breaks == 1
    speaks_against = [one.breaks for one in findings.explanations]
    assert speaks_against == sorted(speaks_against)
    assert speaks_against[0] == 0


def test_nothing_before_the_last_count_that_held_is_suspected(referee):
    count(referee, "cy", 263)
    referee.write("collect", {"who": "cy"})
    _, findings = look(referee, "cy", 436)
    assert not any(place < Place(9) for one in findings.explanations for place in one.suspicion.decisions)


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
        found.append(Line(Place(number), number, proposal, Entry(number, NOW, "table", proposal), NOW))
        rules.table = rules.table.after(proposal)
    return rules, found


def mistakes(kind, rules, said):
    """Every evening with one mistake of a kind."""
    for at, line in enumerate(said):
        wrong = [[line, line]] if kind == "twice" else []
        for question in rules.game.find_action(line.action).questions:
            answers = others(kind, rules, question, line.answers)
            wrong += [[Change(line.action, {**line.answers, question.name: answer})] for answer in answers]
        yield from ([*said[:at], *lines, *said[at + 1 :]] for lines in wrong)


def others(kind, rules, question, answers):
    """What could be answered by mistake."""
    said, seats = answers.get(question.name), [seat.key for seat in rules.table.players]
    if kind == "other player" and isinstance(question.kind, Player) and said in seats:
        return [seat for seat in seats if seat not in answers.values()]
    if not isinstance(question.kind, Amount) or not isinstance(said, int):
        return []
    return {"digits": transposed(said), "zero": [said * 10]}.get(kind, [])


def transposed(number):
    words = str(number)
    found = {words[:at] + words[at + 1] + words[at] + words[at + 2 :] for at in range(len(words) - 1)}
    return {int(one) for one in found if not one.startswith("0")} - {number}


def cash(rules, table):
    """What every purse holds, common ones too."""
    return {one.key: one.held for one in countable.countables(rules.game, table)}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if at % 4 else name for at, name in enumerate(PLAYED)]
)
def test_every_explanation_brings_exactly_what_was_counted_and_refuses_no_line(name, replayed):
    rules, book = wrote(replayed(name).play, said_by(replayed(name)))
    for purse in countable.countables(rules.game, rules.table)[:2]:
        unit = 10 if purse.unit == "K" else 1
        for counted in (purse.held + 9 * unit, purse.held + 100 * unit, max(0, purse.held - 50 * unit)):
            for explanation in explain(Search(rules, book, [], purse, counted, len(book), work=600)).explanations:
                assert explanation.revision.after.ledger.balance(purse.account, purse.unit) == counted
                assert not explanation.revision.refused


@pytest.mark.parametrize(
    ("kind", "step", "least"),
    [
        pytest.param("twice", 4, 0.99, marks=pytest.mark.long),
        ("digits", 4, 0.99),
        pytest.param("zero", 5, 0.99, marks=pytest.mark.long),
        pytest.param("other player", 13, 0.75, marks=pytest.mark.long),
    ],
)
def test_the_mistake_that_was_made_is_among_the_first_three(kind, step, least, replayed):
    """At least so many of these few are; of all there are it is nine in ten and more."""
    right = []
    for name in PLAYED:
        play, said = replayed(name).play, said_by(replayed(name))
        truth, _ = wrote(play, said)
        wanted = cash(truth, truth.table)
        # a few of each kind: all of them take minutes
        for made in [*mistakes(kind, truth, said)][::step]:
            rules, book = wrote(play, made) or (truth, [])
            purses = countable.countables(rules.game, rules.table)
            for purse in [one for one in purses if one.seat and one.held != wanted.get(one.key)][:1]:
                found = explain(Search(rules, book, [], purse, wanted[purse.key], len(book))).explanations[:3]
                right.append(any(cash(rules, one.revision.after) == wanted for one in found))
    assert len(right) >= 3
    assert sum(right) >= least * len(right), right
