"""Totopoly: what the boards say from the first horse home until all is paid."""

from __future__ import annotations

from tests.games.totopoly.race_day import betting, fund, tote_alone, wear, whites


def tote(day):
    return day.board()


def run_to_the_result():
    day = betting()
    wear(day, clerk="dee")
    day.lay("ann h1 20", "ben h2 30", "cy h1 10")
    day.run("h1", "h2", "h6")
    return day


def test_while_horses_are_still_to_come_nobody_is_said_to_be_paid_or_not():
    day = betting()
    day.lay("ann h1 20", "ben h2 30")
    day.run("h1")
    assert (tote(day).payouts, tote(day).outcome) == ((), "")
    assert {one.number: one.place for one in tote(day).runners if one.place} == {1: 1}


def test_with_the_result_the_board_says_who_will_be_paid_how_much():
    day = run_to_the_result()
    assert tote(day).expected
    assert [(who, amount) for who, amount, _ in tote(day).payouts] == [("ann", 36), ("cy", 18)]


def test_who_will_be_paid_is_who_is_paid():
    day = run_to_the_result()
    coming = tote(day).payouts
    day.do("pay_tote")
    assert tote(day).payouts == coming
    assert not tote(day).expected


def test_the_pool_is_empty_once_all_is_paid():
    day = run_to_the_result()
    assert tote(day).pool == 60
    day.do("pay_tote")
    assert tote(day).pool == 0
    assert ("Was in the pool", "\u00a360") in tote(day).facts


def test_a_pool_that_is_carried_on_stays_in_sight():
    day = tote_alone(unbacked="carried")
    day.lay("ann h1 20")
    day.run("h2", "h3", "h4")
    day.do("pay_tote")
    assert tote(day).pool == 20


def test_a_winner_that_nobody_backed_is_said_before_and_after():
    day = betting()
    day.lay("ann h1 20")
    day.run("h2", "h6", "h8")
    assert tote(day).outcome == "Nobody backed Priory Park: the Tote Clerk keeps the pool of \u00a320."
    day.do("pay_tote")
    assert tote(day).outcome == "Nobody is paid."


def test_a_horse_that_came_in_and_was_struck_stays_on_the_board_with_the_reason():
    day = betting()
    whites(day, "ann")
    day.lay("ann h1 20", "ben h2 30")
    day.run("h1", "h2", "h6")
    struck = {one.number: one.out for one in tote(day).runners if one.disqualified}
    assert list(struck) == [1]
    assert struck[1].startswith("disqualified: ")


def keeps(day):
    return next(one for one in (day.board(at) for at in (0, 1)) if one.book)


def book():
    day = betting()
    day.do("open_book", who="dee", amount=200)
    day.do("book_bet", bookmaker="dee", who="ann", horse="h1", kind="win", odds="5-1", stake=20)
    day.do("book_bet", bookmaker="dee", who="ben", horse="h2", kind="win", odds="2-1", stake=30)
    return day


def test_before_the_result_a_book_shows_its_risk():
    board = keeps(book())
    assert ("At worst", "\u2212\u00a370") in board.facts
    assert {one.number: one.cost for one in board.runners}[1] == -70


def test_once_the_race_is_run_a_book_shows_its_result_and_no_risk():
    day = book()
    day.run("h2", "h1", "h6")
    board = keeps(day)
    assert ("The book makes", "\u2212\u00a340") in board.facts
    assert not [label for label, _ in board.facts if label == "At worst"]
    assert {one.cost for one in board.runners} == {None}
    assert (board.payouts[0][:2], board.expected) == (("ben", 90), True)


def test_a_book_that_has_paid_says_what_it_made():
    day = book()
    fund(day, 1_000)
    day.run("h6", "h1", "h2")
    day.do("settle_book", bookmaker="dee")
    board = keeps(day)
    assert ("The book made", "+\u00a350") in board.facts
    assert (board.payouts, board.expected) == ((), False)
