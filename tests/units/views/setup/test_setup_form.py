"""A play being set up, without a screen: who may sit down, what is refused and how, and beginning once."""

import pytest

from companion.core.show.player_colours import HOUSE_ACCENT, SHAPES
from companion.core.table import Table
from companion.games import find_game
from models.book import Book
from models.errors import ReadOnlyError
from models.journal import Journal
from tests.every_game import GAMES
from tests.units.views import hats_game
from views.setup.seats import people
from views.state import setup_form
from views.state.setup_form import SetupForm, known_ways, quick_amounts


@pytest.fixture
def journal(tmp_path, monkeypatch):
    hats_game.play_hats(monkeypatch)
    database = Book.open(tmp_path)
    yield Journal(database)
    database.close()


@pytest.fixture
def form(journal, monkeypatch):
    monkeypatch.setattr(setup_form, "is_writing", lambda: True)
    form = SetupForm(game=hats_game.GAME)
    form.choose_game(hats_game.GAME, journal)
    return form


def names(form):
    return [seat.name for seat in form.seats]


def test_a_name_sits_down_as_soon_as_something_ends_it_and_stays_written(form):
    for words in ("A", "Ada", "Ada,", "Ada, Ben\n", "Ada, Ben\nCl"):
        form.name.type(words)
    assert names(form) == ["Ada", "Ben"]
    assert (form.name.words, form.waiting, form.expected) == ("Ada, Ben\nCl", ("Cl",), 3)
    form.remove(form.seats[0].key)
    form.name.type("Ada, Ben\nCle")
    assert names(form) == ["Ben"], "who stood up again is not seated by what is still written"
    form.name.type("Ben, C")
    form.name.type("Ben, Ada, ")
    assert names(form) == ["Ben", "Ada"]


def test_of_several_names_those_from_the_first_that_is_refused_on_stay_in_the_field(form):
    form.name.type("Ada, A\u200dda, Cleo")
    assert form.add_typed() is False
    assert names(form) == ["Ada"]
    assert form.name.words == "A\u200dda, Cleo"
    assert form.name.error == "A\u200dda is at the table already. Add a letter to tell them apart."
    form.name.type("Ben, Cleo")
    assert form.add_typed()
    assert names(form) == ["Ada", "Ben", "Cleo"]


def test_who_is_refused_by_enter_stays_in_sight_in_the_line_that_is_written_in(form):
    form.name.type("Ada, ")
    form.name.type("Ada, A\u200dda\n")
    assert form.name.error
    assert form.name.words == "A\u200dda"


def test_somebody_remembered_sits_down_after_those_written_before(form, journal):
    journal.remember_player("Benjamin, Jr", "#2F6FB5", SHAPES[3])
    form.players = tuple(journal.players())
    form.name.type("Ada, Be")
    assert [one.name for one in form.absent] == ["Benjamin, Jr"]
    form.invite(form.absent[0])
    assert names(form) == ["Ada", "Benjamin, Jr"]
    assert form.seats[1].token == SHAPES[3]
    assert form.name.words == ""


def test_a_look_put_on_another_screen_meanwhile_and_a_player_forgotten_there_are_taken_in(
    form, journal
):
    form.add("Ada", "Ben", "Cy")
    form.begin(journal)
    form = SetupForm.of(journal)
    form.choose_game(hats_game.GAME, journal)
    form.add("Ada", "Ben")
    journal.remember_player("Ada", form.seats[1].colour, SHAPES[4])
    journal.forget_player("Cy")
    looks = form.seats[1].colour, form.seats[0].colour
    form.look_up(journal)
    assert tuple(seat.colour for seat in form.seats) == looks, "they swap"
    assert form.seats[0].token == SHAPES[4]
    assert form.absent == ()


def test_a_play_and_who_sits_at_it_are_kept_together_and_once_or_not_at_all(
    form, journal, monkeypatch
):
    def full(*_):
        raise ReadOnlyError("The disk is full.")

    form.add("Ada", "Ben")
    monkeypatch.setattr(journal, "set_preference", full)
    with pytest.raises(ReadOnlyError):
        form.begin(journal)
    assert (journal.plays(), journal.players()) == ([], [])

    monkeypatch.undo()
    assert form.begin(journal) == form.begin(journal)
    assert len(journal.plays()) == 1
    assert [one.name for one in journal.players()] == ["Ada", "Ben"]


def type_amount(form, key, words):
    form.typed(form.game.option(key)).type(words)


@pytest.mark.parametrize(
    "settle",
    [
        lambda form, _: form.play_by({"goal": "500"}),
        lambda form, _: type_amount(form, "goal", "500"),
        lambda form, _: form.play_by(form.game.house_rules()),
        lambda form, journal: form.choose_game(hats_game.GAME, journal),
        lambda form, _: (form.saved.update(Ours={"goal": "500"}), form.use_template("Ours")),
    ],
    ids=[
        "a way chosen",
        "an amount that is one",
        "as last time",
        "the game chosen anew",
        "a way by its name",
    ],
)
def test_an_amount_that_is_none_no_longer_counts_once_the_rule_is_settled_otherwise(
    form, journal, settle
):
    form.add("Ada", "Ben")
    type_amount(form, "goal", "25oo")
    type_amount(form, "limit", "5o")
    form.play_by_rulings()
    goal = form.typed(form.game.option("goal"))
    assert form.error == goal.error, "what leads is no ruling"
    assert form.typed(form.game.option("limit")).words == "0"
    settle(form, journal)
    assert form.error == ""
    assert form.typed(form.game.option("goal")).words != "25oo", "it stands in no field any more"


def test_house_rules_this_game_no_longer_knows_are_left_out(journal):
    kept = {"eyes": "twice", "moon": "full", "goal": "700"}
    assert known_ways(hats_game.GAME, kept) == {"goal": "700", "eyes": "again", "limit": "0"}
    journal.set_preference("templates:any_score", {"Old": {"wins": "loudest", "gone": "yes"}})
    form = SetupForm()
    form.choose_game(find_game("any_score"), journal)
    form.use_template("Old")
    assert form.ways == form.game.house_rules()


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.templates], ids=lambda game: game.key
)
def test_every_template_can_be_played(game):
    for ways in game.templates.values():
        assert game.house_rules(ways)


def test_the_tables_own_board_goes_into_the_play(form, journal):
    journal.set_board_fact("hats", "tests", "price", 60)
    form.look_up(journal)
    form.add("Ada", "Ben")
    assert form.own_facts == 1
    assert journal.play(form.begin(journal)).board["price"] == 60


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_button_offers_less_than_a_house_rule_may_be(game):
    for rule in (rule for rule in game.options if rule.whole):
        assert all(rule.read(str(amount)) for amount in quick_amounts(rule)), rule.key


def test_no_colour_is_shown_that_the_table_would_not_show(journal):
    ratrace, doubletrack = find_game("ratrace"), find_game("doubletrack")
    form = SetupForm()
    form.choose_game(ratrace, journal)
    form.add("Ada", "Ben", "Cy")
    assert {one.colour for one in people(form)} == {HOUSE_ACCENT}, "a Business decides it"
    form.choose_game(doubletrack, journal)
    shown = [one.colour for one in people(form)]
    seats = journal.play(form.begin(journal)).seats
    table = Table(seats, houses=form.ways, printed=doubletrack.printed_values())
    assert shown == [doubletrack.standing(table, one.key).colour for one in seats]
