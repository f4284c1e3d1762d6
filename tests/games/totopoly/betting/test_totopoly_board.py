"""Totopoly: the board for everyone, the bookmakers' boards, and what the book expects next."""

from companion.core.prompt import Offer
from companion.core.show.boards import Backing
from companion.games.totopoly import screens
from companion.games.totopoly.lease_cards import INKS
from tests.games.totopoly.race_day import betting, book_alone, parade, tote_alone, wear, whites

# --- The Totalisator: the board


def test_the_board_shows_every_runner_its_backers_and_what_it_pays():
    day = betting()
    day.lay("ann h1 120", "cy h1 200", "ben h2 180", "ann h5 300", "ben h5 150", "cy h5 50")
    board = day.board()
    assert (board.title, board.subtitle, board.pool, board.unit) == (
        "The Tote",
        "Race 1 \u00b7 open to all",
        1_000,
        "\u00a3",
    )
    assert board.facts[:2] == (("Pool", "\u00a31,000"), ("Commission 10%", "\u00a3100"))
    assert board.lead
    king, park, leonidas, knight, *_ = board.runners
    assert (king.number, king.name, king.owner, king.laid) == (1, "King of Clubs", "Ann", 320)
    assert king.backings == (Backing("ann", 120, back=337), Backing("cy", 200, back=562))
    assert king.tap == Offer("bet", {"horse": "h1"})
    assert (park.pays, park.exact) == ("5", "5")
    assert (king.pays, king.exact) == ("2.81", "2.81")
    assert (knight.pays, knight.backings, knight.exact) == ("clerk keeps all", (), "")
    assert leonidas.colour == INKS[day.table.words("h5.colour")]


def test_several_bets_of_one_backer_are_one_figure():
    day = betting()
    day.lay("ann h1 20", "ann h1 30")
    assert day.board().runners[0].backings == (Backing("ann", 50, "20 + 30", 45),)


def test_an_empty_board_promises_nothing():
    day = betting()
    assert {one.pays for one in day.board().runners} == {""}


def test_house_rules_say_what_becomes_of_a_horse_that_nobody_backs():
    for way, words in (("refund", "bets go back"), ("carried", "pool is carried on")):
        day = tote_alone(unbacked=way)
        day.lay("ann h1 20")
        assert day.pays()["h2"] == words


def test_a_scratched_horse_stays_on_the_board_and_takes_no_bets():
    day = betting()
    day.do("withdraw", horse="h2")
    line = next(one for one in day.board().runners if one.number == 2)
    assert (line.out, line.tap, line.pays) == ("scratched", None, "")


def test_after_the_off_nothing_can_be_tapped_and_places_and_payouts_are_shown():
    day = betting()
    day.lay("ann h2 20", "ben h2 30", "ann h1 50")
    day.do("off")
    assert day.board().subtitle == "Race 1 \u00b7 closed"
    assert {one.tap for one in day.board().runners} == {None}
    whites(day, "dee")
    for horse in ("h2", "h8", "h1", "h6"):
        day.do("home", horse=horse)
    day.do("pay_tote")
    board = day.board()
    assert {one.number: one.place for one in board.runners if one.place} == {2: 1, 1: 2, 6: 3}
    assert next(one for one in board.runners if one.number == 8).out == "disqualified: Dee still held white cards"
    assert board.payouts == (
        ("ann", 36, "\u00a320 \u00d7 90 \u00f7 50"),
        ("ben", 54, "\u00a330 \u00d7 90 \u00f7 50"),
    )
    assert board.foot == "Money in \u00a3100 = paid out \u00a390 + commission \u00a310 + breakage \u00a30"


def test_horses_by_number_have_neither_guessed_names_nor_guessed_colours():
    day = tote_alone(horses=3)
    assert [(one.number, one.name, one.colour) for one in day.board().runners] == [
        (1, "Horse 1", ""), (2, "Horse 2", ""), (3, "Horse 3", ""),
    ]  # fmt: skip


def test_the_board_counts_the_races():
    day = tote_alone()
    day.run("h1")
    day.do("no_more")
    day.do("next_race")
    assert day.board().subtitle == "Race 2 \u00b7 open to all"


def test_owners_first_is_written_on_the_board():
    day = parade()
    day.do("open_tote")
    assert day.board().subtitle == "Race 1 \u00b7 owners first"


def test_there_is_no_board_before_the_betting():
    assert screens.boards(parade().t) == ()


# --- A bookmaker's board


def test_a_bookmakers_board_shows_odds_bets_and_what_each_winner_costs():
    day = betting()
    day.do("open_book", who="dee", amount=200)
    day.do("lay_odds", bookmaker="dee", horse="h1", odds="5-1")
    day.do("book_bet", bookmaker="dee", who="ann", horse="h1", kind="win", odds="5-1", stake=20)
    board = day.board(1)
    assert (board.title, board.book, board.lead, board.pool) == ("Dee's book", True, False, 20)
    assert board.facts == (("Till", "\u00a3220"), ("Stakes", "\u00a320"), ("At worst", "\u2212\u00a3100"))
    king, park, *_ = board.runners
    assert (king.pays, king.cost, king.laid) == ("5 to 1", -100, 20)
    assert king.backings == (Backing("ann", 20, "20 to win at 5 to 1", 120),)
    assert king.tap == Offer("book_bet", {"bookmaker": "dee", "horse": "h1"})
    assert (park.pays, park.cost) == ("", 20)
    day.run("h1", "h2", "h6")
    day.do("settle_book", bookmaker="dee")
    assert day.board(1).payouts == (("ann", 120, "\u00a320 on King of Clubs to win, at 5 to 1"),)


def test_where_a_book_alone_is_kept_its_board_leads():
    day = book_alone()
    assert [(one.title, one.lead) for one in screens.boards(day.t)] == [("Ann's book", True)]


# --- What the book expects next


def test_the_prompt_leads_from_the_fees_to_the_end():
    day = parade()
    titles = []
    wear(day, clerk="dee")
    answers = {"bet": {"who": "ann", "horse": "h1", "amount": 5}}
    for step in ("open_tote", "bet", "open_to_all", "off", "home h1", "home h2", "home h6", "pay_tote", "pay_prizes"):
        prompt = day.prompt
        titles.append(prompt.title)
        action, *horse = step.split()
        offers = [one.action for one in (prompt.sheet, *prompt.offers) if one]
        assert action in offers, step
        day.do(action, **(answers.get(action, {}) | ({"horse": horse[0]} if horse else {})))
    titles.append(day.prompt.title)
    assert titles == [
        "Open the Tote", "Owners bet first", "Owners bet first", "The Tote is open",
        "Which horse is first past the post?", "Which horse is second past the post?",
        "Which horse is third past the post?", "Pay out the Tote", "The prizes", "The game is over",
    ]  # fmt: skip


def test_everything_a_prompt_offers_can_be_done():
    for day in (betting(), betting(close="bend"), tote_alone(), book_alone(), tote_alone(unbacked="carried")):
        for step in range(12):
            prompt = day.prompt
            for offer in (prompt.sheet, *prompt.offers):
                if offer is not None:
                    why = day.game.find_action(offer.action).why_not(day.table, offer.answers)
                    assert why is None, f"{prompt.title}, {offer.action}: {why}"
            if prompt.sheet is None:
                break
            if step == 0 and prompt.sheet.action == "bet":
                day.lay("ann h1 5")
            elif prompt.sheet.action in ("bet", "book_bet"):
                day.do("off")
            elif prompt.sheet.action == "home":
                day.do("home", horse=day.game.find_action("home").options(day.table, {}, "horse")[0].value)
            else:
                day.do(prompt.sheet.action, **prompt.sheet.answers)


def test_the_next_race_and_the_end_of_the_day_are_offered_when_all_is_paid():
    day = tote_alone()
    day.run("h1")
    day.do("no_more")
    assert (day.prompt.title, day.prompt.sheet.action) == ("Another race?", "next_race")
    assert "close_book" in [one.action for one in day.prompt.offers]


def test_what_is_recorded_next_is_the_only_thing_that_stands_out():
    opened = parade()
    opened.do("open_tote")
    bend = betting(close="bend")
    bend.do("off")
    for day in (parade(), opened, betting(), bend, tote_alone(), book_alone()):
        assert not [one.label for one in day.prompt.offers if one.tone == "primary"]


def test_after_the_winner_the_tote_alone_offers_that_no_more_come():
    day = tote_alone()
    day.run("h1")
    assert "no_more" in [one.action for one in day.prompt.offers]
