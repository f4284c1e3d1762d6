"""An evening in figures: they add up to what everybody holds, and say nothing of what is hidden."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.recording.revision import Change
from companion.core.table import Table
from companion.core.units import is_money
from companion.formats.session import replay, steps
from companion.games import find_game
from companion.statistics import one_play
from companion.statistics.one_play import BORROWED, OTHER, PAID_OFF, Course, Flows, Moment, Stream
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Line, Place, history

SESSIONS = sorted((Path(__file__).resolve().parents[2] / "sessions").glob("*.session"))
CORRECTED = """game ratrace
seats Alice Bob
house businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=olive
correct_money giver=treasury taker=alice amount=100 reason="a bonus"
correct_money giver=alice taker=bob amount=100 reason="a debt"
"""
EVENING = pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)


class PlayedEvening:
    """A session as it stands at its end: its game, its table and its lines."""

    def __init__(self, file: Path) -> None:
        untrusted = UntrustedFile()
        journal = Journal(untrusted)
        with untrusted.writing():
            referee = replay(journal, steps(file.read_text(encoding="utf-8")))
        self.game, self.table = referee.game, referee.table
        self.lines: list[Line] = history(journal.all_entries(referee.play.id))
        untrusted.close()

    @property
    def course(self) -> Course | None:
        return one_play.course(self.game, self.table, self.lines)

    @property
    def flows(self) -> tuple[Flows, ...]:
        return one_play.flows(self.game, self.table, self.lines)

    def of(self, seat: str) -> Flows:
        (found,) = (one for one in self.flows if one.seat == seat)
        return found


@cache
def played(name: str) -> PlayedEvening:
    return PlayedEvening(next(file for file in SESSIONS if file.stem == name))


def held_by(evening: PlayedEvening, seat: str, unit: str, *, owed: bool = False) -> int:
    """What lies in all purses of a player, or of all together."""
    seats = [one.key for one in evening.table.players] if not seat else [seat]
    return sum(
        held
        for (account, of), held in evening.table.ledger.balances.items()
        if of == unit
        and account.partition(":")[0] in seats
        and (account.partition(":")[2] in evening.game.debts) == owed
    )


# -- properties of every evening ----------------------------------------------------------------------


@EVENING
def test_what_came_less_what_went_is_what_players_hold(file) -> None:
    evening = played(file.stem)
    for flow in evening.flows:
        assert flow.change == held_by(evening, flow.seat, flow.unit)
        borrowed = sum(stream.amount for stream in flow.came if stream.debt)
        paid_off = sum(stream.amount for stream in flow.went if stream.debt)
        assert borrowed - paid_off == -held_by(evening, flow.seat, flow.unit, owed=True)


@EVENING
def test_money_kept_or_not_every_player_has_flows_or_nobody_has(file) -> None:
    evening = played(file.stem)
    posted = any(
        is_money(posting.unit) and posting.account.partition(":")[0] in {seat.key for seat in evening.table.players}
        for line in evening.lines
        for posting in line.proposal.postings
    )
    expected = ["", *(seat.key for seat in evening.table.players)] if posted else []
    assert [one.seat for one in evening.flows] == ([] if evening.game.hides(evening.table) else expected)


@EVENING
def test_streams_are_biggest_first_and_never_zero(file) -> None:
    for flow in played(file.stem).flows:
        for streams in (flow.came, flow.went):
            assert all(stream.amount > 0 and stream.lines > 0 for stream in streams)
            assert [stream.amount for stream in streams] == sorted((s.amount for s in streams), reverse=True)
            assert len({(stream.title, stream.debt) for stream in streams}) == len(streams)


@EVENING
def test_the_last_point_is_what_everybody_is_worth_now(file) -> None:
    evening = played(file.stem)
    course = evening.course
    if course is None:
        return
    now = [evening.game.worth_of(evening.table, seat) for seat in course.seats]
    assert course.moments[-1].amounts == tuple(None if one is None else one.amount for one in now)
    assert course.moments[-1].number == course.lines == len(evening.lines)
    assert course.whole


@EVENING
def test_fewer_points_of_an_evening_are_points_of_the_whole(file) -> None:
    evening = played(file.stem)
    whole, few = evening.course, one_play.course(evening.game, evening.table, evening.lines, 7)
    if whole is None or few is None:
        assert whole is few
        return
    assert set(few.moments) <= set(whole.moments)
    assert len(few.moments) <= 7
    assert few.moments[-1] == whole.moments[-1]


@EVENING
def test_nothing_at_all_is_shown_while_a_balance_is_hidden(file) -> None:
    evening = played(file.stem)
    secret = any(evening.game.is_secret(evening.table, account) for account, _ in evening.table.ledger.balances)
    assert evening.game.hides(evening.table) == secret
    if secret:
        assert evening.course is None
        assert evening.flows == ()


# -- the five games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "title", "last"),
    [
        ("ratrace-retirement", "Cash after clearing credit", (25300, 740, 3735)),
        ("rat_race_monopoly-thirty-million", "Net worth", (32450, 25950, 7280)),
        ("rat_race_monopoly-bankrupt", "Net worth", (None, 3600)),
        ("rat_race_monopoly-broker-alone", "Worth in shares", (1500, 0, None)),
        ("totopoly-whole-evening", "Money", (941, 657, 388, 334)),
        ("totopoly-tote-only", "Won or lost", (-1809, 1358, 150, 301)),
        ("totopoly-auction-only", "Received less spent", (-32, -27, -9, -1996)),
        ("totopoly-bank-only", "Received less paid", (-113, -218, -295, 581)),
    ],
)
def test_worth_is_by_the_games_own_terms(name, title, last) -> None:
    course = played(name).course
    assert course is not None
    assert course.title == title
    assert course.note
    assert course.moments[-1].amounts == last


def test_the_cash_after_clearing_credit_is_what_the_players_card_says() -> None:
    evening = played("ratrace-two-bankruptcies")
    course = evening.course
    assert course is not None
    for seat, amount in zip(course.seats, course.moments[-1].amounts, strict=True):
        details = dict(evening.game.standing(evening.table, seat).details)
        assert details["Worth after clearing credit"] == f"${amount:,}"


def test_the_net_worth_is_what_the_players_card_says() -> None:
    evening = played("rat_race_monopoly-disasters")
    course = evening.course
    assert course is not None
    said = [dict(evening.game.standing(evening.table, seat).details)["Net worth"] for seat in course.seats]
    assert said == ["7.45M", "5.5M", "7.58M"]
    assert course.moments[-1].amounts == (7450, 5500, 7580)


def test_a_card_game_has_no_money_and_no_worth() -> None:
    evening = played("rat_a_tat_cat-rounds")
    assert evening.course is None
    assert evening.flows == ()


def test_chips_are_shown_once_the_screens_are_lifted_and_from_the_beginning() -> None:
    evening = played("doubletrack-first-home-four")
    assert not evening.game.hides(evening.table)
    course = evening.course
    assert course is not None
    assert course.moments[0].amounts == (125, 125, 125, 125)
    assert course.moments[-1].amounts == (120, 95, 165, 120)


@pytest.mark.parametrize("count", range(1, 17))
def test_before_the_screens_are_lifted_no_line_of_an_evening_shows_a_chip(count) -> None:
    evening = played("doubletrack-first-home-four")
    lifted = next(at for at, line in enumerate(evening.lines, 1) if line.proposal.action == "lift_screens")
    ledger = Table(evening.table.seats).ledger
    for line in evening.lines[:count]:
        ledger = ledger.after(line.proposal)
    then = replace(evening.table, ledger=ledger)
    shown = one_play.course(evening.game, then, evening.lines[:count])
    assert (shown is not None) == (count >= lifted)
    assert bool(one_play.flows(evening.game, then, evening.lines[:count])) == (count >= lifted)


def test_a_line_ends_where_a_player_went_out_and_begins_where_one_came_late() -> None:
    course = played("ratrace-six-players").course
    assert course is not None
    assert "gus" in course.seats
    late = course.points("gus")
    assert late[0][0] > course.moments[0].number
    gone = course.points("ed")
    assert gone[-1][0] < course.moments[-1].number


def test_a_loan_is_shown_apart_from_what_was_earned() -> None:
    of_ann = played("rat_race_monopoly-thirty-million").of("ann")
    assert Stream(BORROWED, 3000, 2, debt=True) in of_ann.came
    assert Stream(PAID_OFF, 3000, 2, debt=True) in of_ann.went
    assert not any(stream.title == "Take a loan" for stream in of_ann.came)


def test_what_is_bought_on_credit_is_borrowed_and_spent() -> None:
    evening = played("ratrace-six-players")
    of_bob = evening.of("bob")
    assert Stream(BORROWED, 20, 1, debt=True) in of_bob.came
    assert "Buy at a Business" in {stream.title for stream in of_bob.went}


def test_what_players_pay_each_other_is_not_in_what_all_together_have() -> None:
    evening = played("rat_race_monopoly-thirty-million")
    assert "Pay rent" in {stream.title for stream in evening.of("ben").went}
    together = evening.of("")
    assert "Pay rent" not in {stream.title for stream in (*together.came, *together.went)}


def test_a_corrected_evening_is_drawn_as_corrected() -> None:
    untrusted = UntrustedFile()
    with untrusted.writing():
        journal = Journal(untrusted)
        referee = replay(journal, steps(CORRECTED))
        change = {"giver": "treasury", "taker": "alice", "amount": 40, "reason": "it was 40"}
        referee.amend({Place(4): Change("correct_money", change)}, "put right")
        lines = history(journal.all_entries(referee.play.id))
    untrusted.close()
    course = one_play.course(referee.game, referee.table, lines)
    assert course is not None
    assert [moment.amounts for moment in course.moments[-2:]] == [(240, 200), (140, 300)]
    alice = next(one for one in one_play.flows(referee.game, referee.table, lines) if one.seat == "alice")
    assert alice.change == referee.table.ledger.balance("alice:cash") == 140
    assert sum(stream.lines for stream in (*alice.came, *alice.went)) == 3


def test_an_evening_without_lines_shows_nothing() -> None:
    evening = played("ratrace-retirement")
    empty = Table(evening.table.seats, houses=evening.table.houses, printed=evening.table.printed)
    assert one_play.course(evening.game, empty, []) is None
    assert one_play.flows(evening.game, empty, []) == ()


def test_a_kind_of_entry_that_is_known_no_more_goes_by_its_name() -> None:
    evening = played("totopoly-whole-evening")
    old = [replace(line, proposal=replace(line.proposal, action="old_fee")) for line in evening.lines]
    flows = one_play.flows(find_game("totopoly"), evening.table, old)
    assert {stream.title for one in flows for stream in (*one.came, *one.went)} == {"Old fee"}


# -- picking and joining ------------------------------------------------------------------------------


@given(st.integers(0, 5_000), st.integers(2, 300))
def test_the_lines_picked_are_few_and_hold_both_ends(count, most) -> None:
    picked = one_play.spread(count, most)
    assert len(picked) == min(count, most)
    assert not count or {1, count} <= picked <= set(range(1, count + 1))
    gaps = [after - before for before, after in zip(sorted(picked), sorted(picked)[1:], strict=False)]
    assert not gaps or max(gaps) - min(gaps) <= 1


@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 9), st.booleans()), max_size=30),
    st.integers(2, 10),
)
def test_joining_small_ones_loses_no_dollar_and_no_loan(rows, most) -> None:
    loans = [row for row in rows if row[2]][:2]
    rows = sorted([row for row in rows if not row[2]] + loans, key=lambda row: -row[0])
    streams = [Stream(f"Kind {at}", amount, lines, debt) for at, (amount, lines, debt) in enumerate(rows)]
    shown = one_play.join_small(streams, most)
    assert sum(one.amount for one in shown) == sum(one.amount for one in streams)
    assert sum(one.lines for one in shown) == sum(one.lines for one in streams)
    assert [one for one in shown if one.debt] == [one for one in streams if one.debt]
    assert len(shown) <= max(most, len(loans) + 2)
    assert shown == tuple(streams) or shown[-1].title == OTHER


def test_a_course_says_whether_it_passed_lines_over() -> None:
    moments = (Moment(2, "", (1,)), Moment(3, "", (1,)), Moment(5, "", (1,)))
    assert not Course("", "$", "", ("ann",), moments, 5).whole
    assert Course("", "$", "", ("ann",), moments[:2], 3).whole
