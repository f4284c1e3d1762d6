"""Doubletrack: what the screens are told, and what they are told in secret."""

from tests.games.doubletrack.fists import Fists, fists, three, tracked


def offers(evening):
    return [offer.action for offer in evening.prompt.offers]


def test_before_the_start_the_book_asks_who_starts():
    evening = Fists("Ann", "Ben", "Cy")
    assert evening.prompt.title == "Who starts?"
    assert evening.prompt.sheet.action == "start"
    assert offers(evening) == ["pawns"]
    assert evening.card("ann").note == "Not dealt in yet"


def test_what_happens_most_stands_first_and_no_turn_is_kept():
    evening = fists()
    assert evening.prompt.title == "What happened?"
    assert offers(evening)[:3] == ["toll", "sell_card", "sell_lead"]
    assert offers(evening)[-1] == "home"
    assert not any(evening.card(who).up for who in ("ann", "ben", "cy", "dee"))


def test_where_pawns_are_followed_a_move_stands_first_and_the_cards_are_there():
    evening = tracked()
    assert evening.prompt.text.startswith("Ann starts.")
    assert offers(evening)[0] == "ahead"
    assert {"trade", "lead", "back_ten", "go_last"} <= set(offers(evening))
    evening.do("ahead", who="ann", number=4)
    assert "starts" not in evening.prompt.text


def test_every_offer_and_every_quick_action_is_known_to_the_game():
    for evening in (Fists("Ann", "Ben", "Cy"), three(), tracked()):
        sheets = [evening.prompt.sheet] if evening.prompt.sheet else []
        for offer in (*sheets, *evening.prompt.offers):
            why_not = evening.game.find_action(offer.action).why_not(evening.table, offer.answers)
            assert why_not in (None, "All small pawns stand on Start: nobody goes farther back.")
    assert all(evening.game.find_action(name) for name in evening.game.shortlist)


def test_a_card_shows_pawns_and_passes_and_the_chips_in_secret_alone():
    evening = fists()
    evening.bid("sell_card", "ann", ben=10, cy=20, dee=10)
    card = evening.card("ben")
    assert (card.figure, card.subtitle, card.colour) == ("\u2022\u2022\u2022", "Yellow pawns", "#8A6D00")
    assert card.secret == (("Chips", "$115"), ("As chips", "2 yellow, 5 blue and 3 red"))
    assert dict(card.details) == {"Pawns": "Yellow", "Gate passes": "Yellow, since entry 1"}
    assert dict(evening.card("ann").details)["Started"] == "yes"


def test_chips_are_told_as_those_of_a_stack_and_beyond_it_of_the_box():
    evening = fists()
    evening.have(ben=85, cy=0, dee=5)
    assert dict(evening.card("ben").secret)["As chips"] == "2 yellow, 3 blue and 1 red"
    assert dict(evening.card("cy").secret)["As chips"] == "no chips"
    assert dict(evening.card("ann").secret) == {"Chips": "$410", "As chips": "8 yellow, 20 blue and 2 red"}


def test_open_chips_are_shown_and_nothing_is_secret():
    evening = fists(secret="no")  # noqa: S106 - a house rule
    card = evening.card("ben")
    assert (card.figure, card.secret, dict(card.details)["Chips"]) == ("$125", (), "$125")
    assert not evening.game.is_secret(evening.table, "ben:chips")
    assert evening.game.status_of(evening.table)[0].text == "$500 in chips"


def test_secrecy_can_be_given_up_on_the_way_by_an_entry():
    evening = fists()
    evening.do("change_house", rule="secret", way="no", reason="the screens fell over")
    assert evening.card("ben").figure == "$125"
    assert not any("then has" in line.text for line in evening.last.working)


def test_players_chips_and_the_banks_are_secret_and_the_table_is_not():
    evening = fists()
    secret = {account for account, _ in evening.table.ledger.balances if evening.game.is_secret(evening.table, account)}
    assert secret == {"ann:chips", "ben:chips", "cy:chips", "dee:chips", "bank:chips"}
    assert not evening.game.is_secret(evening.table, "table:bids")


def test_who_holds_no_pass_is_told_so_and_who_has_left_is_out():
    evening = fists()
    evening.do("take_pass", who="ann", colour="green")
    assert evening.card("cy").note == "No gate pass"
    evening.do("leave", who="cy", chips=125)
    assert evening.card("cy").chips[-1].text == "has left"
