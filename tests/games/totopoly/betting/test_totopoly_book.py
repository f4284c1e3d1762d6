"""Totopoly: a separate bookmaker's book, at fixed odds, to win and for a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.totopoly import screens
from companion.games.totopoly.betting.bets import book_slips, bookmakers, exposure
from companion.rules.betting import USUAL
from models.ledger import Mark
from tests.games.totopoly.race_day import RaceDay, betting, book_alone, fund, parade, pay, whites


def keep(day, who="dee", amount=200):
    """Somebody opens a book."""
    day.do("open_book", who=who, amount=amount)
    return day


def take(day, *bets, keeper="dee"):
    """Take bets written ``ann h1 win 5-1 20``."""
    for bet in bets:
        who, horse, kind, odds, stake = bet.split()
        day.do("book_bet", bookmaker=keeper, who=who, horse=horse, kind=kind, odds=odds, stake=stake)


# --- The Totalisator or Bookmaker: the till


def test_any_player_keeps_a_book_with_a_till_paid_in_from_cash():
    day = keep(parade())
    assert day.told() == "Dee opens a book with \u00a3200 in the till."
    assert (day.cash("dee"), day.held("dee:book")) == (500, 200)
    assert day.why_not("open_book", who="dee", amount=5) == "Dee keeps a book already."
    assert day.why_not("open_book", who="ann", amount=701) == "Ann holds \u00a3700, not \u00a3701."


def test_a_till_is_topped_up_and_drawn_from_but_stakes_stay_in_it():
    day = keep(betting())
    day.do("top_up", who="dee", amount=100)
    assert (day.cash("dee"), day.held("dee:book")) == (400, 300)
    take(day, "ann h1 win 2-1 50")
    assert day.why_not("draw_out", who="dee", amount=301) == (
        "\u00a3300 can be drawn from this till, and \u00a350 in stakes stay there."
    )
    day.do("draw_out", who="dee", amount=300)
    assert (day.cash("dee"), day.held("dee:book")) == (700, 50)
    assert day.why_not("top_up", who="ann", amount=5) == "Ann keeps no book."
    assert day.why_not("top_up", who="dee", amount=701) == "Dee holds \u00a3700, not \u00a3701."


def test_several_players_may_keep_a_book_and_back_horses_with_each_other():
    day = keep(keep(betting()), "cy", 0)
    take(day, "cy h1 win 5-1 20")
    take(day, "dee h1 win 4-1 20", keeper="cy")
    assert tuple(one.key for one in bookmakers(day.t)) == ("cy", "dee")
    assert len(day.table.ledger.holdings("cy:book")) == 1


def test_a_book_that_keeps_the_tote_alone_has_no_bookmakers():
    day = RaceDay("Ann", "Ben", keeps="tote")
    day.do("start")
    assert day.why_not("open_book", who="ann", amount=0) == "This book keeps no bookmaker's book."


# --- Bets


def test_a_bet_to_win_at_fixed_odds():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20")
    assert day.told() == "Ann lays \u00a320 on King of Clubs to win, at 5 to 1, with Dee."
    assert (day.cash("ann"), day.held("dee:book")) == (680, 220)
    assert day.receipt()[:4] == [
        ("Profit at 5 to 1: \u00a320 \u00d7 5 \u00f7 1", 100),
        ("If it is won, Ann gets back", 120),
        ("1 \u00b7 King of Clubs wins", -100),
        ("2 \u00b7 Priory Park wins", 20),
    ]


def test_the_exposure_of_every_horse_is_shown_before_a_bet_is_taken():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20", "ben h2 place 1-1 40")
    action = day.game.find_action("book_bet")
    details = {one.value: one.detail for one in action.options(day.table, {"bookmaker": "dee", "who": "cy"}, "horse")}
    # a place bet is counted as if it came in, whichever horse wins
    assert details["h1"] == "if it wins: costs \u00a3140"
    assert details["h2"] == "if it wins: costs \u00a320"
    assert details["h6"] == "if it wins: costs \u00a320"


def test_a_bet_that_could_cost_more_than_there_is_carries_a_warning():
    day = keep(betting(), amount=100)
    take(day, "ann h1 win 10-1 50")
    assert not any("Warning" in one for one in day.lines())
    take(day, "ann h1 win 10-1 50")
    assert (
        "Warning: a win of King of Clubs could cost \u00a31,000; beside the stakes till and cash hold \u00a3700"
        in day.lines()
    )


def test_fractions_of_the_profit_are_dropped_and_it_is_said():
    day = keep(betting())
    take(day, "ann h1 win 7-2 5")
    assert ("If it is won, Ann gets back", 22) in day.receipt()
    assert "The fraction of the profit is dropped" in day.lines()


def test_odds_that_are_asked_stand_first_and_any_other_may_be_agreed():
    day = keep(betting())
    day.do("lay_odds", bookmaker="dee", horse="h1", odds="7 to 2")
    assert day.told() == "Dee asks 7 to 2 on King of Clubs."
    action = day.game.find_action("book_bet")
    given = {"bookmaker": "dee", "who": "ann", "horse": "h1", "kind": "win"}
    options = action.options(day.table, given, "odds")
    assert (options[0].label, options[0].detail) == ("7 to 2", "as asked")
    assert len(options) == len(USUAL) + 1
    take(day, "ann h1 win 13/8 8")
    assert ("If it is won, Ann gets back", 21) in day.receipt()
    assert day.why_not("book_bet", **given, odds="0-1", stake=5) == "'0-1' are no odds; write them as 7-2, or evens."
    assert day.why_not("lay_odds", bookmaker="dee", horse="h1", odds="much") == (
        "These are no odds; write them as 7-2, or evens."
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stake": 701}, "Ann holds \u00a3700 and can't lay \u00a3701."),
        ({"stake": 0}, "It must be at least 1."),
        ({"stake": "1.5"}, "An amount must be a whole number; 1.5 has a fraction."),
        ({"who": "dee"}, "Dee keeps this book and can't bet in it."),
        ({"bookmaker": "ben"}, "Ben keeps no book."),
        ({"horse": "h3"}, "Dark Warrior does not run in this race."),
        ({"kind": "show"}, "There is no 'show' to choose; choose win, place."),
    ],
)
def test_a_bet_that_cannot_be_is_refused_in_a_sentence(change, sentence):
    day = keep(betting())
    bet = {"bookmaker": "dee", "who": "ann", "horse": "h1", "kind": "win", "odds": "2-1", "stake": 5}
    assert day.why_not("book_bet", **{**bet, **change}) == sentence


def test_the_books_close_with_the_off():
    day = keep(betting())
    day.do("off")
    assert day.why_not("book_bet", bookmaker="dee", who="ann", horse="h1", kind="win", odds="2-1", stake=5) == (
        "They are off: the books are closed."
    )


def test_a_bet_is_taken_back_before_the_off_and_after_it_only_for_a_reason():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20", "ben h2 win 2-1 10")
    day.do("book_take_back", slip=1)
    assert day.told() == "Ann takes back \u00a320 on King of Clubs to win, at 5 to 1."
    assert (day.cash("ann"), day.held("dee:book")) == (700, 210)
    day.do("off")
    assert day.why_not("book_take_back", slip=2) == "They are off: a bet is taken back only for a reason. Say it."
    day.do("book_take_back", slip=2, reason="misheard")
    assert day.cash("ben") == 700


def test_bets_on_a_withdrawn_horse_go_back_from_every_till():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20", "ben h2 place 2-1 10")
    day.lay("cy h1 30")
    day.do("withdraw", horse="h1")
    assert (day.cash("ann"), day.cash("cy"), day.held("dee:book")) == (700, 700, 210)
    assert day.receipt() == [("Back to Cy", 30), ("Dee gives Ann back", 20)]


# --- Paying out


def test_a_win_and_a_place_are_paid_with_the_stake_on_top():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20", "ben h2 place 2-1 10", "cy h8 win 2-1 50")
    day.run("h1", "h6", "h2")
    day.do("settle_book", bookmaker="dee")
    assert day.told() == "Dee pays Ann \u00a3120 and Ben \u00a330, and the book loses \u00a370."
    assert (day.cash("ann"), day.cash("ben"), day.cash("cy"), day.held("dee:book")) == (800, 720, 650, 130)
    assert ("The book makes", -70) in day.receipt()
    assert day.why_not("settle_book", bookmaker="dee") == "Dee has paid out on this race already."


def test_house_rule_a_place_is_first_or_second():
    day = keep(betting(book_place="two"))
    take(day, "ben h2 place 2-1 10")
    assert day.last.house == ("A place is first or second.",)
    day.run("h1", "h6", "h2")
    day.do("settle_book", bookmaker="dee")
    assert day.told() == "Dee pays nobody, and the book makes \u00a310."
    assert day.cash("ben") == 690


def test_a_book_settles_on_the_official_result():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20", "ben h2 win 2-1 10")
    whites(day, "ann")
    day.run("h1", "h2", "h6", "h8")
    day.do("settle_book", bookmaker="dee")
    assert (day.cash("ann"), day.cash("ben")) == (680, 720)


def test_what_a_till_lacks_comes_from_cash():
    day = keep(betting(), amount=0)
    take(day, "ann h1 win 5-1 20")
    day.run("h1", "h6", "h2")
    day.do("settle_book", bookmaker="dee")
    assert (day.cash("ann"), day.cash("dee"), day.held("dee:book")) == (800, 600, 0)
    assert ("From Dee's cash into the till", 100) in day.receipt()


def test_a_bookmaker_who_is_short_waits_for_the_prizes():
    day = keep(betting(), amount=0)
    fund(day, 2_000)
    take(day, "ann h1 win 50-1 20", "ben h1 win 50-1 10", "ben h6 win 5-1 10")
    take(keep(day, "cy", 50), "ann h1 win 1-1 10", keeper="cy")
    day.run("h1", "h8", "h2")
    # 1,530 owed; till 40 and cash 700 are there
    assert day.why_not("settle_book", bookmaker="dee") == (
        "Dee is \u00a3790 short, with till and cash together: first the prizes are paid."
    )
    assert day.why_not("pay_prizes") == "First Cy pays out the book."
    assert day.prompt.title == "Cy pays out the book"
    day.do("settle_book", bookmaker="cy")
    assert day.prompt.text.endswith("Dee is short for the book, and pays after the prizes.")
    day.do("pay_prizes")
    assert day.cash("dee") == 700 + 450
    assert day.game.ending(day.table) is None
    assert day.why_not("pay_prizes") == "The prizes are paid already."
    day.do("settle_book", bookmaker="dee")
    assert ("Unpaid and written off; what is there is shared in proportion", 340) in day.receipt()
    # 1,190 shared as 1,020 to 510
    assert day.told() == "Dee pays Ann \u00a3794 and Ben \u00a3396, and the book loses \u00a31,150."
    assert (day.cash("dee"), day.held("dee:book")) == (0, 0)
    assert day.game.ending(day.table) is not None


def test_prize_money_may_be_enough_for_a_bookmaker_who_was_short():
    day = keep(betting(), amount=0)
    fund(day, 2_000)
    take(day, "ann h1 win 40-1 20")
    day.run("h1", "h8", "h2")
    day.do("pay_prizes")
    day.do("settle_book", bookmaker="dee")
    assert day.cash("ann") == 680 + 820 + 900
    assert (day.cash("dee"), day.held("dee:book")) == (700 + 450 - 800, 0)


@pytest.mark.parametrize(("till", "ann", "ben"), [(200, 125, 125), (201, 126, 125), (202, 126, 126)])
def test_what_can_not_be_shared_in_proportion_goes_to_the_earlier_of_the_bets_that_won(till, ann, ben):
    day = keep(betting(), amount=till)
    take(day, "cy h6 win 5-1 10", "ann h1 win 50-1 20", "ben h1 win 50-1 20")
    day.run("h1", "h8", "h2")
    day.arrange(*pay(day.cash("dee"), "dee:cash", "box:cash"), marks=(Mark("dee", "left", 1),))
    day.do("settle_book", bookmaker="dee")
    assert [day.cash(who) for who in ("ann", "ben", "cy")] == [680 + ann, 680 + ben, 690]
    assert day.held("dee:book") == 0


def test_a_bookmaker_who_retired_pays_what_is_in_the_till():
    day = keep(betting())
    take(day, "ann h1 win 50-1 20")
    day.run("h1", "h8", "h2")
    day.arrange(*pay(500, "dee:cash", "box:cash"), marks=(Mark("dee", "left", 1),))
    day.do("settle_book", bookmaker="dee")
    assert day.cash("ann") == 680 + 220


def test_prizes_wait_for_the_bookmakers():
    day = keep(betting())
    take(day, "ann h1 win 5-1 20")
    day.run("h1", "h6", "h2")
    assert day.why_not("pay_prizes") == "First Dee pays out the book."
    assert day.prompt.title == "Dee pays out the book"
    day.do("settle_book", bookmaker="dee")
    assert day.prompt.title == "The prizes"


def test_a_book_alone_runs_race_after_race_with_nobodys_cash_followed():
    day = book_alone(horses=6)
    assert day.prompt.sheet.action == "book_bet"
    take(day, "ben h1 win 5-1 2000", keeper="ann")
    day.run("h1", "h2", "h3")
    day.do("settle_book", bookmaker="ann")
    assert (day.cash("ben"), day.cash("ann"), day.held("ann:book")) == (10_000, -10_000, 0)
    day.do("next_race")
    assert book_slips(day.t) == ()
    take(day, "cy h1 win 5-1 20", keeper="ann")
    assert [one.number for one in book_slips(day.t)] == [1]


def test_a_bookmaker_who_has_left_takes_no_bets():
    day = book_alone()
    day.arrange(marks=(Mark("ann", "left", 1),))
    assert bookmakers(day.t) == ()
    assert day.prompt.title == "Who keeps the book?"
    bet = {"bookmaker": "ann", "who": "ben", "horse": "h1", "kind": "win", "odds": "2-1", "stake": 5}
    assert day.why_not("book_bet", **bet) == "Ann has left the game."
    assert day.why_not("top_up", who="ann", amount=5) == "Ann has left the game."
    assert day.why_not("lay_odds", bookmaker="ann", horse="h1", odds="2-1") == "Ann has left the game."
    assert screens.boards(day.t) == ()


def test_a_bookmaker_who_left_with_bets_in_the_book_is_still_paid_out():
    day = book_alone()
    take(day, "ben h1 win 5-1 20", keeper="ann")
    day.arrange(marks=(Mark("ann", "left", 1),))
    assert [one.title for one in screens.boards(day.t)] == ["Ann's book"]
    assert {one.tap for one in day.board().runners} == {None}
    assert "off" in [one.action for one in day.prompt.offers]
    day.run("h1", "h2", "h3")
    assert dict(day.prompt.sheet.answers) == {"bookmaker": "ann"}
    assert "ann" in [one.value for one in day.game.find_action("settle_book").options(day.table, {}, "bookmaker")]
    day.do("settle_book", bookmaker="ann")
    assert day.cash("ben") == 100


def test_what_a_place_is_is_named_only_where_a_place_was_backed():
    day = keep(betting(book_place="two"))
    take(day, "ann h1 win 2-1 10")
    day.run("h1", "h6", "h2")
    day.do("settle_book", bookmaker="dee")
    assert day.last.house == ()


@pytest.mark.parametrize("way", ["taken_back", "struck_out"])
def test_a_game_ends_when_the_last_open_bet_goes_back_after_the_prizes(way):
    day = betting(cash=100)
    fund(day, 400)
    day.do("open_book", who="ann")
    take(day, "ben h2 win 50-1 20", keeper="ann")
    laid = day.table.ledger.seq
    day.run("h2", "h6", "h8")
    day.do("pay_prizes")
    assert day.game.ending(day.table) is None
    if way == "taken_back":
        day.do("book_take_back", slip=1, reason="agreed")
    else:
        day.void(laid)
    assert day.game.ending(day.table)
    assert day.prompt.title == "The game is over"


# --- Always


bets = st.lists(
    st.tuples(
        st.sampled_from(["ben", "cy", "dee"]), st.integers(1, 4), st.sampled_from(["win", "place"]),
        st.sampled_from(USUAL), st.integers(1, 90),
    ),
    max_size=8,
)  # fmt: skip


@given(bets, st.permutations([1, 2, 3, 4]), st.sampled_from(["three", "two"]))
def test_no_result_costs_more_than_the_exposure_said_and_the_worst_costs_just_that(laid, order, places):
    day = book_alone(horses=4, book_place=places)
    for who, horse, kind, odds, stake in laid:
        take(day, f"{who} h{horse} {kind} {odds} {stake}", keeper="ann")
    told = exposure(day.t.seat("ann"))
    day.run(*(f"h{one}" for one in order[:3]))
    if laid:
        day.do("settle_book", bookmaker="ann")
    made = day.cash("ann") + day.held("ann:book")
    assert made >= told[f"h{order[0]}"]
    assert made + sum(day.cash(who) for who in ("ben", "cy", "dee")) == 0
    others = [
        sum(
            stake - bet.pays([(f"h{at}",) for at in (order[0], *rest)], 2 if places == "two" else 3)
            for stake, bet in book
        )
        for rest in ((b, c) for b in order[1:] for c in order[1:] if b != c)
        for book in [[(slip.wager.stake, slip.wager) for slip in book_slips(day.t, day.t.seat("ann"))]]
    ]
    assert min(others) == told[f"h{order[0]}"]
