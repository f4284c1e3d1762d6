"""Totopoly: who has won."""

from companion.core.recording.differences import button_figure
from companion.core.show.cards import Ending
from companion.games.totopoly.game import Stage
from models.ledger import Mark
from tests.games.totopoly.race_day import RaceDay, betting, book_alone, fund, move, pay, to, tote_alone, wear


def over(day, *horses):
    """Run the race and pay what there is to pay."""
    day.run(*horses)
    while (sheet := day.prompt.sheet) and sheet.action in ("pay_tote", "settle_book", "pay_prizes"):
        day.do(sheet.action, **sheet.answers)
    return day.game.ending(day.table)


# --- The Winner


def test_most_money_wins():
    day = betting()
    fund(day, 1_000)
    assert day.game.ending(day.table) is None
    assert over(day, "h2", "h1", "h6") == Ending(
        "Ben has the most money",
        ("ben",),
        (("ben", 1, "\u00a31,150"), ("ann", 2, "\u00a3925"), ("cy", 3, "\u00a3925"), ("dee", 4, "\u00a3700")),
    )


def test_the_button_of_the_prizes_names_the_fund():
    day = betting()
    fund(day, 1_000)
    day.run("h2", "h1", "h6")
    action = day.game.find_action("pay_prizes")
    figure = button_figure(action, day.table, action.propose(day.table, {}))
    assert figure is not None
    assert figure.figure == 1_000


def test_of_equal_money_the_better_placed_horse_goes_first():
    day = betting()
    ending = over(day, "h6", "h2", "h8")
    assert ending.reason == "Cy has the most money"
    assert ending.ranks == (
        ("cy", 1, "\u00a3700"), ("ben", 2, "\u00a3700"), ("dee", 3, "\u00a3700"), ("ann", 4, "\u00a3700"),
    )  # fmt: skip


def test_players_tied_without_a_placed_horse_share_the_win():
    day = betting(leased={"cy": (1,), "dee": (2,)})
    day.arrange(*pay(100, "cy:cash", "box:cash"), *pay(100, "dee:cash", "box:cash"))
    ending = over(day, "h1", "h2")
    assert ending.winners == ("ann", "ben")
    assert ending.reason == "Ann and Ben share the most money"
    assert [rank for _, rank, _ in ending.ranks] == [1, 1, 3, 4]


def test_house_rule_the_owner_of_the_winning_horse_wins():
    day = betting(winner="horse")
    day.arrange(*pay(500, "box:cash", "dee:cash"))
    ending = over(day, "h2", "h1", "h6")
    assert ending.reason == "Ben owns the winner, Priory Park"
    assert ending.winners == ("ben",)
    assert ending.ranks[:2] == (("ben", 1, "\u00a3700"), ("dee", 2, "\u00a31,200"))


def test_without_a_winning_horse_most_money_decides():
    day = betting(winner="horse")
    day.arrange(*pay(500, "box:cash", "dee:cash"))
    day.do("off")
    day.do("no_more")
    day.do("pay_prizes")
    assert day.game.ending(day.table).reason == "Dee has the most money"


def test_a_bookmakers_till_is_the_bookmakers_money():
    day = betting()
    day.do("open_book", who="dee", amount=300)
    day.arrange(*pay(1, "box:cash", "dee:cash"))
    assert over(day, "h2", "h1", "h6").ranks[0] == ("dee", 1, "\u00a3701")


def test_who_has_left_has_no_rank():
    day = betting()
    day.arrange(marks=(Mark("cy", "left", 1),))
    assert {who for who, _, _ in over(day, "h2", "h1", "h8").ranks} == {"ann", "ben", "dee"}


def test_undoing_the_prizes_takes_the_end_back():
    day = betting()
    assert over(day, "h2", "h1", "h6")
    day.undo()
    assert day.game.ending(day.table) is None


def test_the_tote_alone_ends_by_what_was_won_and_lost():
    day = tote_alone()
    wear(day, clerk="dee")
    day.lay("ann h1 60", "ben h2 40")
    day.run("h2")
    day.do("no_more")
    day.do("pay_tote")
    day.do("close_book")
    assert day.game.ending(day.table) == Ending(
        "The Tote is closed",
        ("ben",),
        (("ben", 1, "+\u00a350"), ("dee", 2, "+\u00a310"), ("cy", 3, "\u00a30"), ("ann", 4, "\u2212\u00a360")),
    )


def test_a_book_alone_ends_by_its_profit():
    day = book_alone()
    day.do("book_bet", bookmaker="ann", who="ben", horse="h1", kind="win", odds="5-1", stake=20)
    day.run("h2", "h3", "h4")
    day.do("settle_book", bookmaker="ann")
    day.do("close_book")
    ending = day.game.ending(day.table)
    assert (ending.reason, ending.winners) == ("The book is closed", ("ann",))
    assert ending.ranks[0] == ("ann", 1, "+\u00a320")


# --- Over is only over when everything is settled


def test_a_payout_struck_out_after_the_end_is_made_again():
    day = betting()
    day.lay("ann h1 30", "ben h2 10")
    day.run("h2", "h1", "h6")
    day.do("pay_tote")
    paid = day.table.ledger.seq
    day.do("pay_prizes")
    assert day.game.ending(day.table)
    day.void(paid)
    assert day.game.ending(day.table) is None
    assert day.prompt.sheet.action == "pay_tote"
    day.do("pay_tote")
    assert day.game.ending(day.table)
    assert day.held("tote:pool") == 0


def test_a_book_struck_out_after_the_end_is_paid_again():
    day = book_alone()
    day.do("book_bet", bookmaker="ann", who="ben", horse="h1", kind="win", odds="5-1", stake=20)
    day.run("h2", "h3", "h4")
    day.do("settle_book", bookmaker="ann")
    paid = day.table.ledger.seq
    day.do("close_book")
    day.void(paid)
    assert day.game.ending(day.table) is None
    assert day.prompt.sheet.action == "settle_book"
    day.do("settle_book", bookmaker="ann")
    assert day.game.ending(day.table)


def test_prizes_struck_out_after_the_last_book_are_paid_again():
    day = betting(cash=100)
    fund(day, 400)
    day.do("open_book", who="ann")
    day.do("book_bet", bookmaker="ann", who="ben", horse="h2", kind="win", odds="50-1", stake=20)
    day.run("h2", "h6", "h8")
    day.do("pay_prizes")
    paid = day.table.ledger.seq
    day.do("settle_book", bookmaker="ann")
    assert day.game.ending(day.table)
    day.void(paid)
    assert day.game.ending(day.table) is None
    assert day.prompt.sheet.action == "pay_prizes"
    day.do("pay_prizes")
    assert day.game.ending(day.table)


# --- A book kept for one hat: nobody wins, and what was spent is not won


def test_the_auction_alone_ends_with_what_was_spent_and_earned():
    day = RaceDay("Ann", "Ben", "Cy", keeps="auction")
    day.do("start")
    wear(day, auctioneer="cy")
    day.do("sell", lot="h1", who="ann", price=100)
    day.do("sell", lot="h2", who="cy", price=50)
    day.do("end_auction", reason="enough")
    assert day.game.ending(day.table) == Ending(
        "The auction is over",
        (),
        (("ben", 1, "spent \u00a30"), ("cy", 2, "spent \u00a350, earned \u00a35"), ("ann", 3, "spent \u00a3105")),
    )


def test_the_bank_alone_ends_with_what_was_paid_in_and_got():
    day = RaceDay("Ann", "Ben", "Cy", keeps="bank")
    day.do("start")
    day.arrange(
        *pay(100, "ann:cash", "bank:fund"),
        *move("h1", "pack:cards", "ann:cards"),
        *pay(300, "cy:cash", "bank:fund"),
        marks=(Mark("h1", "fee", 1), to(Stage.PARADE)),
    )
    ending = over(day, "h1")
    assert (ending.reason, ending.winners) == ("The prizes are paid", ())
    assert [one[2] for one in ending.ranks] == ["received \u00a3260", "paid \u00a30", "paid \u00a3300"]
