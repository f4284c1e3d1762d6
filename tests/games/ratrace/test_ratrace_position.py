"""Ratrace: the book follows the tokens, and a token or the turn is put right by hand."""

import pytest

from companion.games.ratrace.board import RINGS
from tests.games.evening import ratrace, untied


def at(evening, who):
    return evening.mark(who, "square") + 1


# --- Moving


def test_the_roll_moves_the_token_clockwise_and_names_the_square():
    evening = ratrace()
    evening.do("roll", who="alice", roll=7)
    assert at(evening, "alice") == 8
    assert evening.told() == "Alice rolls 7 to Gift from Dad. Alice receives $100."
    assert evening.prompt.title == "Bob rolls"


def test_only_the_player_on_turn_rolls_and_the_turn_goes_to_the_left():
    evening = ratrace()
    assert evening.why_not("roll", who="bob", roll=7) == ("It is Alice's turn, not Bob's. The turn can be set by hand.")
    for who in ("alice", "bob", "carl", "alice"):
        evening.do("roll", who=who, roll=7)
        if evening.mark("table", "must"):
            evening.do("waive", reason="for the test")


def test_naming_the_square_is_as_good_as_the_roll():
    evening = ratrace()
    evening.do("land", who="alice", square=8)
    assert evening.told().startswith("Alice moves 7 to Gift from Dad.")


@pytest.mark.parametrize("square", [1, 2, 14, 36])
def test_a_square_that_two_dice_cant_reach_is_refused(square):
    sentence = ratrace().why_not("land", who="alice", square=square)
    assert "two dice show 2 to 12" in sentence
    assert "1 squares" not in sentence


def test_a_square_that_the_class_has_not_is_refused():
    evening = ratrace()
    evening.rank("alice", "high")
    assert evening.why_not("land", who="alice", square=21) == "High Society has 20 squares."
    assert evening.why_not("place", who="alice", square=21) == "High Society has 20 squares."


@pytest.mark.parametrize("rank", list(RINGS))
def test_every_square_can_be_landed_on_and_the_game_goes_on(rank):
    for square in range(1, len(RINGS[rank]) + 1):
        evening = ratrace()
        if rank != "working":
            evening.rank("alice", rank)
        evening.set("alice", cash=50_000)
        evening.stand("alice", (square - 8) % len(RINGS[rank]) + 1)
        evening.do("roll", who="alice", roll=7)
        sheet = evening.prompt.sheet
        if evening.mark("table", "must"):
            assert sheet.answers["who"] == "alice"
            assert evening.game.find_action(sheet.action).why_not(evening.table, sheet.answers) is None
            evening.do("waive", reason="for the test")
        if evening.event is None:
            evening.do("roll", who="bob", roll=2)


# --- Income in passing


@pytest.mark.parametrize(
    ("income", "start", "rolls", "paid"),
    [
        ("landing", 17, [12], [200]),  # passes it
        ("landing", 17, [2, 9], [200, 0]),  # lands exactly, then leaves it
        ("leaving", 17, [12], [200]),
        ("leaving", 17, [2, 9], [0, 200]),
        ("landing", 7, [12, 2], [200, 0]),
        ("leaving", 7, [12, 2], [0, 200]),
    ],
)
def test_income_when_landing_on_its_square_and_when_leaving_it(income, start, rolls, paid):
    evening = ratrace("Alice", "Bob", income=income)
    evening.do("place", who="alice", square=start)
    for roll, expected in zip(rolls, paid, strict=True):
        evening.do("turn", who="alice")
        before = evening.cash("alice")
        evening.do("roll", who="alice", roll=roll)
        assert evening.cash("alice") - before == expected
        if evening.mark("table", "must"):
            evening.do("waive", reason="for the test")


@pytest.mark.parametrize(("rank", "square", "paid"), [("middle", 12, 1_000), ("high", 8, 10_000)])
def test_income_goes_by_the_class(rank, square, paid):
    evening = ratrace()
    evening.rank("alice", rank)
    evening.stand("alice", square)
    before = evening.cash("alice")
    evening.do("roll", who="alice", roll=4)
    assert evening.cash("alice") - before >= paid


def test_a_token_that_is_placed_passes_nothing():
    evening = ratrace()
    evening.do("place", who="alice", square=30)
    assert evening.cash("alice") == 200
    evening.rank("alice", "middle")
    assert at(evening, "alice") == 1
    assert evening.cash("alice") == 200


def test_income_may_be_had_by_hand_on_its_square_after_a_token_was_put_right():
    evening = ratrace()
    assert evening.why_not("collect", who="alice") == "The book pays income itself when a token passes."
    evening.do("place", who="alice", square=19)
    evening.do("collect", who="alice")
    assert evening.cash("alice") == 400
    assert evening.why_not("collect", who="alice") == "The book pays income itself when a token passes."


def test_from_the_enter_square_the_player_rolls_and_moves_on():
    evening = ratrace()
    evening.set("alice", cash=500)
    evening.give("alice", "red.middle", "blue.middle", "olive.middle")
    evening.paper("alice", "night_school")
    evening.do("move_up", who="alice")
    while evening.event == "auction":
        evening.do("unsold", lot=evening.prompt.sheet.answers["lot"])
    assert at(evening, "alice") == 1
    evening.do("roll", who="alice", roll=3)
    assert evening.prompt.title == "Alice on Football Pool"


# --- Putting right by hand


def test_a_token_put_right_may_deal_with_its_square_and_need_not():
    evening = ratrace()
    evening.do("roll", who="alice", roll=7)
    evening.do("place", who="alice", square=28)
    assert evening.prompt.title == "Alice on Taxes"
    evening.do("taxes", who="alice", roll=5)
    assert evening.cash("alice") == 250
    evening.do("place", who="alice", square=28)
    evening.do("roll", who="bob", roll=7)


@pytest.mark.parametrize("square", [1, 11])
def test_a_token_put_where_nothing_happens_waits_for_nothing(square):
    evening = ratrace()
    evening.do("place", who="alice", square=square)
    assert evening.prompt.title == "Alice rolls"


def test_a_funeral_dealt_with_by_hand_on_the_next_own_turn_costs_that_turn():
    evening = ratrace("Alice", "Bob")
    evening.do("place", who="alice", square=35)
    evening.do("funeral", who="alice")
    assert evening.prompt.title == "Bob rolls"
    assert evening.mark("alice", "misses") is None
    evening.do("roll", who="bob", roll=7)
    assert evening.prompt.title == "Alice rolls"


def test_the_turn_is_set_by_hand_and_a_square_to_deal_with_still_waits():
    evening = ratrace()
    evening.stand("alice", 24)
    evening.do("roll", who="alice", roll=4)
    evening.do("turn", who="carl")
    assert evening.prompt.title == "Alice on Taxes"
    evening.do("waive", reason="our mistake")
    assert evening.told() == "Correction: the table lets Taxes go for Alice (our mistake)."
    assert evening.prompt.title == "Carl rolls"


def test_nothing_is_let_go_where_nothing_waits():
    assert ratrace().why_not("waive", reason="no") == "Nobody stands on a square that is still to be dealt with."


def test_setting_the_turn_to_who_misses_one_ends_the_miss():
    evening = ratrace()
    evening.stand("bob", 31)
    evening.do("roll", who="bob", roll=4)
    evening.do("turn", who="bob")
    assert (evening.mark("bob", "closed"), evening.mark("bob", "misses")) == (1, None)
    evening.do("roll", who="bob", roll=7)
    assert evening.mark("bob", "closed") is None


# --- House rule: the book does not follow the tokens


def test_without_following_nothing_is_rolled_placed_or_on_turn():
    evening = untied()
    said = "The book does not follow the tokens at this table; that is a house rule."
    assert evening.why_not("roll", who="alice", roll=7) == said
    assert evening.why_not("land", who="alice", square=8) == said
    assert evening.why_not("place", who="alice", square=8) == said
    assert evening.why_not("turn", who="alice") == said
    assert evening.prompt.title == "What happened?"


def test_switching_it_off_frees_the_table_from_a_square_that_waits():
    evening = ratrace()
    evening.stand("alice", 24)
    evening.do("roll", who="alice", roll=4)
    evening.do("change_house", rule="position", way="off", reason="too slow")
    assert evening.prompt.title == "What happened?"
    evening.do("buy", who="bob", business="olive", item="other", on="cash")


def test_switching_it_on_again_the_turn_and_the_tokens_can_be_put_right():
    evening = untied()
    evening.do("wedding", who="alice")
    evening.do("change_house", rule="position", way="on", reason="for once")
    evening.do("place", who="alice", square=20)
    evening.do("turn", who="bob")
    evening.do("roll", who="bob", roll=7)


# --- What strikes lines out may leave


def test_a_class_put_back_with_fewer_squares_than_the_token_has_gone():
    evening = ratrace()
    evening.rank("alice", "high")
    evening.rank("alice", "middle")
    down = evening.entries[-1].seq
    evening.stand("alice", 18)
    evening.do("roll", who="alice", roll=8)
    evening.void(down)
    assert evening.mark("alice", "class") == "high"
    assert evening.prompt.title
    assert dict(evening.game.standing(evening.table, "alice").details)["Stands on"] == "Enter High Society"


def test_a_late_joiner_struck_out_takes_the_turn_along():
    evening = ratrace("Alice", "Bob")
    evening.do("join", called="Dora", business="olive")
    joined = evening.entries[-1].seq
    evening.do("turn", who="dora")
    evening.void(joined)
    assert evening.prompt.title == "Alice rolls"
    evening.do("roll", who="alice", roll=7)


def test_nobody_left_by_a_struck_line_is_no_trouble():
    evening = ratrace("Alice", "Bob")
    evening.do("join", called="Dora", business="olive")
    joined = evening.entries[-1].seq
    evening.do("leave", who="alice")
    evening.do("leave", who="bob")
    evening.void(joined)
    assert evening.prompt.title == "Nobody is left at the table"
    assert evening.game.status_of(evening.table)


# --- A board of the table's own


def test_a_wedding_that_a_corrected_board_has_in_high_society_does_nothing():
    evening = ratrace()
    evening.do("change_board", fact="square.high.3", value="wedding", reason="our board")
    evening.rank("alice", "high")
    evening.do("roll", who="alice", roll=3)
    assert evening.prompt.title == "Bob rolls"


@pytest.mark.parametrize("code", ["pool", "divorce", "night_school"])
def test_a_square_that_means_nothing_in_its_class_can_be_let_go(code):
    evening = ratrace()
    rank = "high" if code == "pool" else "working" if code == "divorce" else "middle"
    evening.do("change_board", fact=f"square.{rank}.3", value=code, reason="our board")
    if rank != "working":
        evening.rank("alice", rank)
    evening.do("roll", who="alice", roll=3)
    offer = evening.prompt.sheet
    assert evening.game.find_action(offer.action).why_not(evening.table, offer.answers)
    evening.do("waive", reason="it means nothing")
    evening.do("roll", who="bob", roll=7)


def who_is_marked(evening) -> list[str]:
    return [seat.key for seat in evening.table.seats if evening.game.standing(evening.table, seat.key).up]


def test_the_card_that_is_marked_is_the_one_the_table_waits_for() -> None:
    evening = ratrace()
    assert who_is_marked(evening) == ["alice"]

    evening.do("roll", who="alice", roll=3)
    assert who_is_marked(evening) == ["alice"], "the square landed on comes before the next roll"

    evening.do("invest", who="alice", stake=100)
    assert who_is_marked(evening) == ["bob"], "the left neighbour rolls for the investment"

    evening.do("exchange_roll", roll=8)
    assert who_is_marked(evening) == ["carl"]

    evening.do("cash_in")
    assert who_is_marked(evening) == ["bob"]


def test_a_round_is_over_when_the_turn_comes_back_to_who_began_missed_turns_and_all() -> None:
    evening = ratrace("Alice", "Bob")

    def round_now() -> str:
        return evening.game.status_of(evening.table)[1].text

    assert round_now() == "Round 1"
    evening.do("place", who="alice", square=27)
    evening.do("turn", who="alice")
    evening.do("roll", who="alice", roll=8)  # the funeral
    assert round_now() == "Round 1"
    evening.do("roll", who="bob", roll=7)  # Alice misses her turn in round 2, and it is Bob's
    assert evening.mark("table", "turn") == "bob"
    assert round_now() == "Round 2"
