"""Odd evenings of Totopoly: hats that wander, owners who leave, horses nobody owns, races that nobody wins."""

from __future__ import annotations

import pytest

from companion.games.totopoly.game import Stage
from tests.games.totopoly.race_day import betting, fund, tote_alone, whites
from tests.games.totopoly.stable import auction, entered
from tests.games.totopoly.stable import parade as at_the_gate


class TestHats:
    def test_a_hat_that_is_handed_on_leaves_its_earnings_with_who_wore_it(self) -> None:
        evening = auction("Ann", "Ben", "Cy")
        evening.do("sell", lot="h1", who="ben", price=100)
        evening.do("wear_hat", hat="auctioneer", who="cy")
        evening.do("sell", lot="h2", who="ben", price=100)
        evening.do("wear_hat", hat="auctioneer", who="nobody")
        evening.do("sell", lot="h3", who="ben", price=100)
        assert [evening.earned(who, "auctioneer") for who in ("ann", "cy", "auctioneer")] == [5, 5, 5]
        assert [evening.cash(who) for who in ("ann", "ben", "cy")] == [705, 385, 705]
        assert evening.held("auctioneer:cash") == 5

    def test_who_gave_the_hat_away_pays_commission_on_a_lot(self) -> None:
        evening = auction("Ann", "Ben")
        evening.do("wear_hat", hat="auctioneer", who="ben")
        evening.do("sell", lot="h1", who="ann", price=100)
        assert evening.cash("ann") == 595
        assert evening.cash("ben") == 705

    @pytest.mark.parametrize(("on", "cash", "in_fund"), [("top", 600, 100), ("price", 605, 95), ("bank", 605, 95)])
    def test_the_auctioneers_own_lot_with_commission_costs_what_the_others_would_not_get(
        self, on: str, cash: int, in_fund: int
    ) -> None:
        evening = auction("Ann", "Ben", own_lots="commission", commission_on=on)
        evening.do("sell", lot="h1", who="ann", price=100)
        assert (evening.cash("ann"), evening.fund, evening.earned("ann", "auctioneer")) == (cash, in_fund, 5)

    def test_the_least_commission_is_not_taken_on_the_auctioneers_own_lot(self) -> None:
        evening = auction("Ann", "Ben", auction_rounding="least")
        evening.do("sell", lot="h1", who="ann", price=1)
        assert evening.cash("ann") == 699
        evening.have("ben", 1)
        assert evening.why_not("sell", lot="h2", who="ben", price=1) == "Ben holds \u00a31: too little for any bid."


class TestSomebodyGoes:
    def test_the_bets_of_who_leaves_stand_and_a_nomination_does_not_go_with_the_horse(self) -> None:
        evening = entered()
        evening.do("nominate", who="ann", horse="h1")
        evening.do("open_tote")
        evening.do("open_to_all")
        evening.do("bet", who="ben", horse="h1", amount=30)
        evening.do("bet", who="ann", horse="h1", amount=5)
        evening.do("bet", who="ann", horse="h4", amount=20)
        evening.do("leave", who="ann")
        evening.do("sell", lot="h1", who="ben", price=10)
        evening.do("no_bid", lot="h4")
        evening.do("no_bid", lot="b1")
        assert evening.stage == Stage.BETTING
        assert evening.t.seat("ben").nominee == ""
        assert evening.held("tote:pool") == 35
        assert evening.cash("ann") == 20
        assert evening.why_not("bet", who="ann", horse="h2", amount=1) == "Ann has left the game."

    def test_a_horse_that_is_sold_is_nobodys_nomination(self) -> None:
        hands = {"ann": "h1 h2 h3 h4", "ben": "h5 h6 h7", "cy": "h8"}
        evening = at_the_gate("Ann", "Ben", "Cy", hands=hands)
        evening.do("nominate", who="ann", horse="h1")
        evening.do("order", who="ann", horses="4 2 3")
        evening.do("private_sale", giver="ann", card="h1", taker="cy", price=5)
        assert evening.t.seat("ann").nominee == evening.t.seat("cy").nominee == ""
        assert evening.t.seat("ann").fixed_order == ("h4", "h2", "h3")

    def test_the_prize_of_a_winner_whose_lease_is_struck_out_goes_to_the_best_placed_left(self) -> None:
        evening = entered()
        lease = next(one.seq for one in evening.entries if one.proposal.answers.get("card") == "h1")
        evening.do("open_tote")
        evening.do("off")
        for horse in ("h1", "h2", "h3"):
            evening.do("home", horse=horse)
        evening.void(lease)
        in_fund, before = evening.fund, evening.cash("ben")
        evening.do("pay_prizes")
        net = in_fund - (in_fund + 5) // 10
        assert evening.fund == 0
        assert evening.cash("ben") - before == net - net // 4


class TestNobodyWins:
    def test_with_every_horse_disqualified_the_clerk_keeps_the_pool_and_the_prizes_stay(self) -> None:
        day = betting()
        fund(day, 1_000)
        whites(day, "ann")
        day.lay("ben h2 20", "cy h1 30")
        day.run("h1", "h5", "h2", "h6", "h10")
        for horse in ("h2", "h6", "h10"):
            day.do("disqualify", horse=horse, reason="cut in")
        day.do("no_more")
        day.do("pay_tote")
        assert day.held("clerk:cash") == 50
        day.do("pay_prizes")
        assert (day.held("banker:cash"), day.held("bank:fund")) == (100, 900)
        ending = day.game.ending(day.table)
        assert ending is not None
        assert ending.winners == ("ann", "dee")

    def test_where_nobody_moves_up_no_horse_wins_the_tote_and_the_second_takes_the_first_prize(self) -> None:
        day = betting(moves_up="nobody", winner="horse")
        fund(day, 1_000)
        day.lay("cy h2 40")
        day.run("h1", "h2", "h6")
        day.do("disqualify", horse="h1", reason="bumped")
        day.do("pay_tote")
        assert day.told() == "No horse has won: the Tote Clerk keeps the pool of \u00a340."
        day.do("pay_prizes")
        ending = day.game.ending(day.table)
        assert ending is not None
        assert (ending.reason, ending.winners) == ("Ben has the most money", ("ben",))


class TestTheTote:
    @pytest.mark.parametrize(("least", "back"), [("computed", 90), ("stake", 100)])
    def test_a_lone_backer_gets_the_pool_less_what_the_clerk_may_take(self, least: str, back: int) -> None:
        day = tote_alone(least=least)
        day.lay("ann h1 100")
        day.run("h1", "h2", "h3")
        day.do("pay_tote")
        assert (day.cash("ann"), day.held("clerk:cash"), day.held("tote:pool")) == (back - 100, 100 - back, 0)

    def test_a_carried_pool_is_the_clerks_when_the_book_closes_before_the_next_race(self) -> None:
        day = tote_alone(unbacked="carried")
        day.lay("ann h1 100")
        day.run("h2", "h1", "h3")
        day.do("pay_tote")
        day.do("next_race", horses=8)
        day.do("close_book")
        assert (day.held("clerk:cash"), day.held("tote:pool")) == (100, 0)

    def test_bets_of_a_withdrawn_horse_stay_back_when_it_runs_after_all(self) -> None:
        day = betting()
        day.lay("ann h1 20")
        day.do("open_book", who="cy")
        day.do("book_bet", bookmaker="cy", who="ben", horse="h1", kind="win", odds="2-1", stake=5)
        day.do("withdraw", horse="h1")
        day.do("correct_scratch", horse="h1", runs="yes", reason="it runs")
        assert [day.cash(who) for who in ("ann", "ben", "cy")] == [700, 700, 700]
        assert (day.held("tote:pool"), day.held("cy:book")) == (0, 0)
        assert day.pays()["h1"] == ""


class TestTwoShortBookmakers:
    def test_who_can_pay_after_the_prizes_pays_before_who_can_not(self) -> None:
        day = betting(cash=100)
        fund(day, 4_000)
        for keeper, backer in (("ann", "ben"), ("cy", "dee")):
            day.do("open_book", who=keeper)
            day.do("book_bet", bookmaker=keeper, who=backer, horse="h2", kind="win", odds="50-1", stake=20)
        day.run("h2", "h6", "h8")
        day.do("pay_prizes")
        sheet = day.prompt.sheet
        assert sheet is not None
        assert (sheet.action, dict(sheet.answers)) == ("settle_book", {"bookmaker": "cy"})
        day.do("settle_book", bookmaker="cy")
        day.do("settle_book", bookmaker="ann")
        assert day.cash("dee") == 80 + 900 + 1_020
        assert day.lines()[-2] == "Unpaid and written off; what is there is shared in proportion"
        assert day.t.stage == Stage.OVER
