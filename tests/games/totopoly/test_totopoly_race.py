"""Totopoly: the race, and disqualifications."""

import pytest

from companion.games.totopoly import race
from companion.games.totopoly.game import Stage
from models.ledger import Mark
from tests.games.totopoly.race_day import betting, move, tote_alone, whites

# --- The Race: past the post


def test_horses_are_tapped_as_they_pass_the_post():
    day = betting()
    day.do("off")
    assert day.prompt.title == "Which horse is first past the post?"
    day.do("home", horse="h5")
    assert day.told() == "Leonidas II is first past the post."
    day.do("home", horse="h2")
    day.do("home", horse="h12")
    assert day.told() == (
        "Marmaduke Jinks is third past the post. "
        "The result: first Leonidas II, second Priory Park and third Marmaduke Jinks."
    )
    assert race.find_placed(day.t) == ("h5", "h2", "h12")
    assert day.t.stage == Stage.HOME


def test_a_horse_comes_home_once_and_only_if_it_runs():
    day = betting()
    assert day.why_not("home", horse="h5").startswith("That belongs to the race or the paying out")
    day.run("h5")
    assert day.why_not("home", horse="h5") == "Leonidas II is home already."
    assert day.why_not("home", horse="h3") == "Dark Warrior is not in the race."
    day.do("home", horse="h1")
    day.do("home", horse="h2")
    assert day.why_not("home", horse="h6") == "The first three are known. The places can be set by hand."


def test_a_race_of_two_horses_ends_with_the_second():
    day = betting(leased={"ann": (1,), "ben": (2,)})
    day.run("h2", "h1")
    assert race.find_placed(day.t) == ("h2", "h1", "")
    assert race.official(day.t)


def test_a_race_may_end_with_the_winner_alone():
    day = tote_alone()
    day.run("h7")
    day.do("no_more")
    assert day.told() == "No more horses come. The result: first horse 7."
    assert day.why_not("no_more") == "The first three are known already."


# --- White cards


def test_an_owner_with_white_cards_left_when_the_third_horse_is_home_is_disqualified():
    day = betting()
    whites(day, "ann", 2)
    day.run("h1", "h2", "h5")
    assert day.told() == (
        "Leonidas II is third past the post. King of Clubs is disqualified. Leonidas II is disqualified."
    )
    assert race.find_placed(day.t) == ("h2", "", "")
    assert race.waits(day.t)
    assert day.prompt.title == "Which horse is fourth past the post?"
    assert day.prompt.text.endswith("Disqualified: King of Clubs and Leonidas II.")
    day.do("home", horse=next(horse for horse in day.t.runners if horse not in race.finishers(day.t)))
    assert "is fourth past the post." in day.told()


def test_the_next_clean_owners_finisher_moves_up():
    day = betting()
    whites(day, "ann")
    whites(day, "dee")
    day.run("h1", "h2", "h6", "h12", "h10")
    assert race.find_placed(day.t) == ("h2", "h6", "h10")
    assert race.why_disqualified(day.t, "h12") == "Dee still held white cards"
    assert race.official(day.t)


def test_white_cards_that_went_before_the_third_horse_do_no_harm():
    day = betting()
    whites(day, "ann")
    day.run("h1", "h2")
    day.arrange(*move("white.black", "ann:training", "stack:training"))
    day.do("home", horse="h5")
    assert race.find_placed(day.t) == ("h1", "h2", "h5")


def test_white_cards_are_counted_when_the_third_horse_is_home_and_not_later():
    day = betting()
    whites(day, "ann")
    day.run("h1", "h2", "h6")
    day.arrange(*move("white.black", "ann:training", "stack:training"))
    assert race.find_placed(day.t) == ("h2", "h6", "")
    day.do("home", horse="h5")
    assert day.told().endswith("Leonidas II is disqualified.")
    day.do("home", horse="h10")
    assert race.find_placed(day.t) == ("h2", "h6", "h10")


def test_house_rule_nobody_moves_up():
    day = betting(moves_up="nobody")
    whites(day, "ben")
    day.run("h1", "h2", "h6")
    assert race.find_placed(day.t) == ("h1", "", "h6")
    assert race.official(day.t)
    assert day.last.house == ("Nobody moves up when a horse is disqualified.",)


def test_when_no_more_clean_horses_come_places_stay_empty():
    day = betting()
    whites(day, "ben")
    day.run("h1", "h2", "h10")
    day.do("no_more")
    assert race.find_placed(day.t) == ("h1", "", "")
    assert race.official(day.t)


@pytest.mark.parametrize("more", [False, True], ids=["all_are_home", "no_more_come"])
def test_white_cards_count_where_fewer_than_three_horses_finish(more):
    leased = {"ann": (1,), "ben": (2,), "cy": (6,) if more else ()}
    day = betting("Ann", "Ben", "Cy", leased=leased)
    whites(day, "ann")
    day.run("h1", "h2")
    if more:
        assert not race.white_cards_counted(day.t)
        day.do("no_more")
    assert race.white_cards_counted(day.t)
    assert "King of Clubs is disqualified." in day.told()
    assert race.why_disqualified(day.t, "h1") == "Ann still held white cards"
    assert race.find_placed(day.t) == ("h2", "", "")
    assert race.official(day.t)


def test_white_cards_count_once_when_no_more_come_after_an_objection():
    day = betting()
    whites(day, "ann")
    day.run("h1")
    day.do("no_more")
    assert race.find_placed(day.t) == ("", "", "")
    day.undo()
    day.do("home", horse="h2")
    day.do("no_more")
    day.arrange(*move("white.black", "ann:training", "stack:training"))
    day.do("disqualify", horse="h2", reason="bumped")
    day.do("home", horse="h5")
    assert race.why_disqualified(day.t, "h5") == "Ann still held white cards"


def test_a_horse_is_disqualified_once_and_keeps_its_first_reason():
    day = betting()
    whites(day, "ann")
    day.run("h1", "h2")
    day.do("disqualify", horse="h1", reason="bumped")
    day.do("home", horse="h5")
    assert day.told() == "Leonidas II is third past the post. Leonidas II is disqualified."
    assert race.why_disqualified(day.t, "h1") == "bumped"


def test_the_book_can_be_asked_whether_the_white_cards_were_counted():
    day = betting()
    day.run("h1", "h2")
    assert not race.white_cards_counted(day.t)
    day.do("home", horse="h6")
    assert race.white_cards_counted(day.t)


def test_nobody_moves_up_is_named_only_where_a_horse_is_disqualified():
    day = betting(moves_up="nobody")
    day.run("h1", "h2", "h6")
    assert day.last.house == ()


# --- The off, with horses that should not run


def test_the_off_warns_of_a_horse_that_runs_without_its_fee():
    day = betting()
    day.arrange(marks=(Mark("h2", "fee", None),))
    assert day.prompt.text.endswith("Mind: Priory Park runs without its entrance fee.")
    day.do("off")
    assert "Mind: Priory Park runs without its entrance fee" in day.lines()


def test_the_off_warns_of_a_fourth_horse():
    leased = {"ann": (1, 3, 4, 5), "ben": (2,)}
    day = betting(leased={"ann": (1, 3, 4), "ben": (2, 5)})
    assert "Mind" not in day.prompt.text, "three run"
    day.do("correct_lease", card="h5", to="ann", reason="it was hers all along")
    assert day.prompt.text.endswith("Mind: Ann runs 4, more than three.")
    day.do("off")
    assert "Mind: Ann runs 4, more than three" in day.lines()
    free = betting(leased=leased, limits="warn")
    assert "Mind" not in free.prompt.text
    free.do("off")
    assert free.lines() == ["5 horses run"]


# --- Objections, and places set by hand


def test_the_table_upholds_an_objection_with_a_reason():
    day = betting()
    day.run("h1", "h2", "h6")
    day.do("disqualify", horse="h1", reason="white card in the sleeve")
    assert day.told() == "King of Clubs is disqualified (white card in the sleeve). The next horse home moves up."
    assert race.find_placed(day.t) == ("h2", "h6", "")
    day.do("home", horse="h8")
    assert race.find_placed(day.t) == ("h2", "h6", "h8")
    assert day.why_not("disqualify", horse="h1", reason="again") == "King of Clubs is disqualified already."
    assert day.why_not("disqualify", horse="h12", reason="slow") == "Marmaduke Jinks is not home yet."


def test_an_objection_after_no_more_come_asks_for_the_next_horse_again():
    day = tote_alone()
    day.run("h7")
    day.do("no_more")
    day.do("disqualify", horse="h7", reason="objection")
    assert race.waits(day.t)
    day.do("home", horse="h3")
    day.do("no_more")
    assert race.find_placed(day.t)[0] == "h3"


def test_places_are_set_by_hand_for_a_reason():
    day = betting()
    day.run("h1", "h2", "h6")
    day.do("correct_places", first="h2", second="h1", third="nobody", reason="photo finish")
    assert race.find_placed(day.t) == ("h2", "h1", "")
    assert day.told() == "Corrected (photo finish). The result: first Priory Park and second King of Clubs."
    assert day.why_not("correct_places", first="h2", second="h2", third="nobody", reason="no") == (
        "Priory Park can't come in twice."
    )
    assert day.why_not("disqualify", horse="h1", reason="no") == "The places were set by hand. Set them again."


def test_nothing_of_the_result_changes_once_money_was_paid_on_it():
    day = betting()
    day.lay("ann h1 20")
    day.run("h1", "h2", "h6")
    day.do("pay_tote")
    for action, answers in (
        ("disqualify", {"horse": "h1"}),
        ("correct_places", {"first": "h2", "second": "h1", "third": "h6"}),
    ):
        assert day.why_not(action, **answers, reason="late") == ("The Tote has paid out on this race. Undo that first.")
