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
from views.state.setup_form import SetupForm, known_ways, quick_amounts


@pytest.fixture
def journal(tmp_path, monkeypatch):
    hats_game.play_hats(monkeypatch)
    database = Book.open(tmp_path)
    yield Journal(database)
    database.close()


@pytest.fixture
def form(journal):
    form = SetupForm(game=hats_game.GAME)
    form.choose_game(hats_game.GAME, journal)
    return form


def seat(form, *names):
    for name in names:
        form.add(name)


def test_a_name_sits_down_as_soon_as_something_ends_it_and_stays_written_until_the_field_is_left(
    form,
):
    for words in ("A", "Ad", "Ada", "Ada,", "Ada, ", "Ada, Ben\n", "Ada, Ben\nCl"):
        form.type_names(words)
    assert [one.name for one in form.seated] == ["Ada", "Ben"]
    assert form.name == "Ada, Ben\nCl"
    assert form.expected == 3
    form.leave()
    assert form.name == "Cl"
    assert form.expected == 3
    form.type_names("Cleo,")
    form.leave()
    assert [one.name for one in form.seated] == ["Ada", "Ben", "Cleo"]
    assert form.name == ""


def test_who_stood_up_again_is_not_seated_by_what_is_still_written_but_by_being_written_again(form):
    form.type_names("Ada, Ben, ")
    form.remove(form.seated[0].number)
    form.type_names("Ada, Ben, C")
    assert [one.name for one in form.seated] == ["Ben"]
    form.type_names("Ben, C")
    form.type_names("Ben, Ada, ")
    assert [one.name for one in form.seated] == ["Ben", "Ada"]


def test_of_several_names_those_from_the_first_that_is_refused_on_stay_in_the_field(form):
    form.type_names("Ada, A\u200dda, Cleo")
    assert form.add_typed() is False
    assert [one.name for one in form.seated] == ["Ada"]
    assert form.name == "A\u200dda, Cleo"
    assert form.name_error == "A\u200dda is at the table already. Add a letter to tell them apart."
    form.type_names("Ben, Cleo")
    assert form.add_typed()
    assert [one.name for one in form.seated] == ["Ada", "Ben", "Cleo"]


def test_somebody_remembered_sits_down_after_those_written_before(form, journal):
    journal.remember_player("Benjamin, Jr", "#2F6FB5", SHAPES[3])
    form.players = tuple(journal.players())
    form.type_names("Ada, Be")
    assert [one.name for one in form.absent] == ["Benjamin, Jr"]
    form.invite(form.absent[0])
    assert [one.name for one in form.seated] == ["Ada", "Benjamin, Jr"]
    assert form.seated[1].shape == SHAPES[3]
    assert form.name == ""


def test_a_play_and_who_sits_at_it_are_kept_together_and_once_or_not_at_all(
    form, journal, monkeypatch
):
    def full(*_):
        raise ReadOnlyError("The disk is full.")

    seat(form, "Ada", "Ben")
    monkeypatch.setattr(journal, "set_preference", full)
    with pytest.raises(ReadOnlyError):
        form.begin(journal)
    assert (journal.plays(), journal.players()) == ([], [])

    monkeypatch.undo()
    assert form.begin(journal) == form.begin(journal)
    assert len(journal.plays()) == 1
    assert [one.name for one in journal.players()] == ["Ada", "Ben"]


@pytest.mark.parametrize(
    "settle",
    [
        lambda form, _: form.play_by("goal", "500"),
        lambda form, _: form.amount("goal", "500"),
        lambda form, _: form.play_as_last(),
        lambda form, journal: form.choose_game(hats_game.GAME, journal),
    ],
    ids=["a way chosen", "an amount that is one", "as last time", "the game chosen anew"],
)
def test_an_amount_that_is_none_no_longer_counts_once_the_rule_is_settled_otherwise(
    form, journal, settle
):
    seat(form, "Ada", "Ben")
    form.amount("goal", "25oo")
    form.amount("limit", "5o")
    form.play_by_rulings()
    assert form.error == form.wrong["goal"], "what leads is no ruling"
    assert set(form.wrong) == set(form.typed) == {"goal"}
    settle(form, journal)
    assert form.error == ""
    assert not form.wrong
    assert form.typed.get("goal") != "25oo", "it stands in no field any more"


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
    seat(form, "Ada", "Ben")
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
    seat(form, "Ada", "Ben", "Cy")
    assert {one.colour for one in form.people} == {HOUSE_ACCENT}, "a Business decides it"
    form.choose_game(doubletrack, journal)
    shown = [one.colour for one in form.people]
    seats = journal.play(form.begin(journal)).seats
    table = Table(seats, houses=form.ways, printed=doubletrack.printed_values())
    assert shown == [doubletrack.standing(table, one.key).colour for one in seats]
