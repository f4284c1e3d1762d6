"""Totopoly: a pool that does not match its slips, and the ways out of a stage or a race that nothing leads on from."""

from tests.games.totopoly.race_day import betting, pay, tote_alone

# --- The pool and the slips agree


def apart():
    """Ben's bet is struck out after its slip was put right: the slip stands, its money is gone."""
    day = betting()
    day.lay("ann h1 30", "ben h2 10")
    struck = day.table.ledger.seq
    day.do("correct_bet", slip=2, amount=20)
    day.void(struck)
    assert (day.held("tote:pool"), day.cash("ben")) == (40, 690)
    return day


def test_a_pool_that_is_short_of_its_slips_is_told_and_put_right():
    day = apart()
    short = "\u00a340 lies in the pool, and the slips ask for \u00a350: put the pool right."
    assert short in day.prompt.text
    assert day.board().foot == short
    assert "correct_pool" in [one.action for one in day.prompt.offers]
    day.do("correct_pool", who="ben", reason="line struck out by mistake")
    assert day.told() == "Correction: \u00a310 from Ben into the pool (line struck out by mistake)."
    assert day.receipt() == [
        ("In the pool until now", 40), ("What the slips ask for", 50), ("Into the pool", 10), ("Leaves Ben with", 680),
    ]  # fmt: skip
    assert (day.held("tote:pool"), day.cash("ben")) == (50, 680)
    assert day.why_not("correct_pool", who="ben", reason="again") == "The pool holds what the slips ask for."
    assert "slips ask for" not in day.prompt.text


def test_the_tote_pays_nobody_from_a_pool_that_is_short():
    day = apart()
    day.run("h2", "h1", "h5")
    assert day.prompt.sheet.action == "correct_pool"
    assert day.why_not("pay_tote") == "\u00a340 lies in the pool, and the slips ask for \u00a350: put the pool right."
    day.do("correct_pool", who="bank", reason="nobody knows")
    assert day.told() == "Correction: \u00a310 from the money box into the pool (nobody knows)."
    day.do("pay_tote")
    assert day.held("tote:pool") == 0


def test_nobody_makes_the_pool_good_with_more_than_is_in_hand():
    day = apart()
    day.arrange(*pay(685, "ben:cash", "box:cash"))
    assert day.why_not("correct_pool", who="ben", reason="pay up") == "Ben holds \u00a35, not \u00a310."


def test_money_that_no_slip_asks_for_goes_back_from_the_pool():
    day = betting()
    day.lay("ann h1 30")
    day.do("take_back", slip=1)
    day.arrange(*pay(10, "ben:cash", "tote:pool"))
    assert "\u00a310 lies in the pool, and the slips ask for nothing: put the pool right." in day.prompt.text
    day.do("correct_pool", who="ben", reason="never a bet")
    assert day.told() == "Correction: \u00a310 from the pool to Ben (never a bet)."
    assert (day.held("tote:pool"), day.cash("ben")) == (0, 700)


def test_a_bet_struck_out_after_the_end_opens_the_game_again_until_the_pool_is_right():
    day = betting()
    day.lay("ann h1 30", "ben h2 10")
    struck = day.table.ledger.seq
    day.run("h2", "h1", "h5")
    day.do("pay_tote")
    day.do("pay_prizes")
    day.void(struck)
    assert day.game.ending(day.table) is None
    assert day.prompt.sheet.action == "correct_pool"
    assert "\u2212\u00a310 lies in the pool, and nothing belongs there: put the pool right." in day.prompt.text
    day.do("correct_pool", who="ben", reason="the bet stood")
    assert day.game.ending(day.table)


def test_what_is_carried_is_known_so_a_stray_sum_in_a_later_race_is_seen():
    day = tote_alone(unbacked="carried")
    day.lay("ann h1 60")
    first = day.table.ledger.seq
    day.run("h3", "h1", "h2")
    day.do("pay_tote")
    day.do("next_race")
    day.lay("ben h2 40")
    assert day.board().pool == 100
    day.void(first)
    assert "\u00a340 lies in the pool, and slips and what was carried here ask for \u00a3100" in day.prompt.text
    day.do("correct_pool", who="ann", reason="it was laid")
    day.run("h2", "h1", "h3")
    day.do("pay_tote")
    assert day.held("tote:pool") == 0


# --- The way out of a dead end


def test_a_stage_set_back_after_the_payout_says_how_to_go_on():
    day = betting()
    day.lay("ann h1 50", "ben h2 30")
    day.run("h1", "h2", "h5")
    day.do("pay_tote")
    for stage in ("betting", "running"):
        day.do("correct_stage", stage=stage, reason="for the test")
        sheet = day.prompt.sheet
        assert day.prompt.title == "The Tote has paid out on this race"
        assert (sheet.action, dict(sheet.answers)) == ("correct_stage", {"stage": "home"})
        day.do(sheet.action, **sheet.answers, reason="paid already")
        assert day.prompt.title == "The prizes"


def test_a_finisher_struck_out_after_the_payout_does_not_stop_the_evening():
    day = betting()
    day.lay("ann h1 50", "ben h2 30")
    day.run("h1", "h2", "h5")
    third = day.table.ledger.seq
    day.do("pay_tote")
    day.void(third)
    assert day.prompt.title == "The Tote has paid out on this race"
    day.do(day.prompt.sheet.action)
    assert day.prompt.title == "The prizes"
    day.do("pay_prizes")
    assert day.game.ending(day.table)


def test_with_every_horse_withdrawn_the_tote_offers_a_way_on():
    day = tote_alone(horses=2)
    day.lay("ann h1 5")
    for horse in ("h1", "h2"):
        day.do("withdraw", horse=horse)
    assert day.prompt.title == "No horse runs"
    offers = (day.prompt.sheet, *day.prompt.offers)
    assert [one.action for one in offers] == ["correct_scratch", "next_race", "close_book"]
    for offer in offers:
        assert day.game.find_action(offer.action).why_not(day.table, offer.answers) is None
    day.do("next_race")
    assert len(day.t.runners) == 2
    assert day.prompt.sheet.action == "bet"


def test_with_every_horse_withdrawn_an_evening_brings_one_back():
    day = betting(leased={"ann": (1,)})
    day.do("withdraw", horse="h1")
    assert day.prompt.sheet.action == "correct_scratch"
    day.do("correct_scratch", horse="h1", runs="yes", reason="it is sound after all")
    assert day.prompt.sheet.action == "bet"
