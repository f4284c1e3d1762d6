"""A play being set up, without a screen: who may sit down, what is refused and how, and beginning once."""

from __future__ import annotations

import hats_game
import pytest

from companion.api import option
from companion.core.show.player_colours import HOUSE_ACCENT, SHAPES
from companion.core.table import Table
from companion.games import GAMES, find_game
from models.book import Book
from models.errors import ReadOnlyError
from models.journal import Journal
from views.state.setup_form import SetupForm, known_ways, quick_amounts, usual_title


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


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Write a name first."),
        ("  \n ", "Write a name first."),
        ("aDA ", "aDA is at the table already. Add a letter to tell them apart."),
        ("A\u200dda", "A\u200dda is at the table already. Add a letter to tell them apart."),
        ("x" * 31, "Keep a name to 30 letters; this one has 31."),
    ],
)
def test_a_name_that_is_none_is_refused_in_a_sentence_and_stays_in_the_field(form, words, sentence):
    seat(form, "Ada")
    form.type_names(words)
    assert form.add_typed() is False
    assert form.name_error == sentence
    assert form.name == words
    assert [one.name for one in form.seated] == ["Ada"]


def test_a_name_sits_down_as_soon_as_something_ends_it_and_stays_written_until_the_field_is_left(form):
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


def test_a_name_written_twice_is_refused_at_the_field_whichever_way_it_is_ended(form):
    form.type_names("Ada, Ada, ")
    assert [one.name for one in form.seated] == ["Ada"]
    assert form.name_error == "Ada is at the table already. Add a letter to tell them apart."
    form.leave()
    assert form.name == "Ada"
    assert form.name_error
    form.type_names("Adam, ")
    assert [one.name for one in form.seated] == ["Ada", "Adam"]
    assert form.name_error == ""


def test_of_several_names_those_from_the_first_that_is_refused_on_stay_in_the_field(form):
    form.type_names("Ada, ada, Cleo")
    assert form.add_typed() is False
    assert [one.name for one in form.seated] == ["Ada"]
    assert form.name == "ada, Cleo"
    assert form.name_error == "ada is at the table already. Add a letter to tell them apart."
    form.type_names("Ben, Cleo")
    assert form.add_typed()
    assert [one.name for one in form.seated] == ["Ada", "Ben", "Cleo"]


def test_more_names_than_seats_fill_the_table_and_say_so(form):
    names = [f"P{number}" for number in range(1, form.game.most + 2)]
    form.type_names(", ".join(names))
    assert form.add_typed() is False
    assert form.full
    assert form.name == names[-1]
    assert form.name_error == f"{form.game.title} takes {form.game.most} players at most."


def test_somebody_remembered_sits_down_after_those_written_before(form, journal):
    journal.remember_player("Benjamin, Jr", "#2F6FB5", SHAPES[3])
    form.players = tuple(journal.players())
    form.type_names("Ada, Be")
    assert [one.name for one in form.absent] == ["Benjamin, Jr"]
    form.invite(form.absent[0])
    assert [one.name for one in form.seated] == ["Ada", "Benjamin, Jr"]
    assert form.seated[1].shape == SHAPES[3]
    assert form.name == ""


def test_nobody_looks_like_anybody_else(form):
    seat(form, "Ada", "Ben", "Cy", "Dee", "Eve", "Fay")
    assert len({one.colour for one in form.seated}) == len({one.shape for one in form.seated}) == 6


def test_taking_somebodys_colour_gives_them_yours(form):
    seat(form, "Ada", "Ben")
    ada, ben = form.seated
    form.set_colour(ben.number, ada.colour)
    form.shape(ben.number, ada.shape)
    assert [(one.colour, one.shape) for one in form.seated] == [(ben.colour, ben.shape), (ada.colour, ada.shape)]


def test_beginning_twice_makes_one_play(form, journal):
    seat(form, "Ada", "Ben")
    assert form.begin(journal) == form.begin(journal)
    assert len(journal.plays()) == 1


def test_a_play_and_who_sits_at_it_are_kept_together_or_not_at_all(form, journal, monkeypatch):
    def full(*_):
        raise ReadOnlyError("The disk is full.")

    seat(form, "Ada", "Ben")
    monkeypatch.setattr(journal, "set_preference", full)
    with pytest.raises(ReadOnlyError):
        form.begin(journal)
    assert (journal.plays(), journal.players()) == ([], [])

    monkeypatch.undo()
    assert journal.play(form.begin(journal)) == journal.plays()[0]
    assert [one.name for one in journal.players()] == ["Ada", "Ben"]


def test_those_who_played_are_remembered_and_offered_first_with_their_looks(form, journal):
    seat(form, "Ada", "Ben")
    form.set_colour(form.seated[0].number, form.seated[1].colour)
    looks = [(one.name, one.colour, one.shape) for one in form.seated]
    form.begin(journal)
    again = SetupForm.of(journal)
    assert [one.name for one in again.absent] == ["Ada", "Ben"]
    again.seat_as_last()
    assert [(one.name, one.colour, one.shape) for one in again.seated] == looks


def test_an_amount_that_is_none_is_said_at_the_field_and_the_last_good_one_stays(form):
    seat(form, "Ada", "Ben")
    form.amount("goal", "2500")
    form.amount("goal", "25oo")
    assert form.ways["goal"] == "2500"
    assert form.typed["goal"] == "25oo"
    assert form.error == form.wrong["goal"] == "Goal must be a number; '25oo' is not one."
    form.amount("goal", "$2,600")
    assert (form.ways["goal"], form.error) == ("2600", "")


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
def test_an_amount_that_is_none_no_longer_counts_once_the_rule_is_settled_otherwise(form, journal, settle):
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


def test_house_rules_played_last_time_are_offered_and_the_rulings_are_the_default(form, journal):
    seat(form, "Ada", "Ben")
    form.play_by("eyes", "lost")
    assert form.changed == 1
    assert journal.play(form.begin(journal)).houses["eyes"] == "lost"
    again = SetupForm.of(journal)
    assert again.changed == 0
    again.play_as_last()
    assert again.ways["eyes"] == "lost"
    again.play_by_rulings()
    assert again.changed == 0


def test_house_rules_this_game_no_longer_knows_are_left_out():
    kept = {"eyes": "twice", "moon": "full", "goal": "700"}
    assert known_ways(hats_game.GAME, kept) == {"goal": "700", "eyes": "again", "limit": "0"}


def test_the_tables_own_board_goes_into_the_play(form, journal):
    journal.set_board_fact("hats", "tests", "price", 60)
    form.look_up(journal)
    seat(form, "Ada", "Ben")
    assert form.own_facts == 1
    assert journal.play(form.begin(journal)).board["price"] == 60


def test_quick_amounts_are_the_usual_one_and_shorter_games():
    assert quick_amounts(hats_game.GAME.option("goal")) == (250, 500, 1000)
    assert quick_amounts(hats_game.GAME.option("limit")) == (0,)


def test_no_button_offers_less_than_a_house_rule_may_be():
    assert quick_amounts(option.number("least", "At least five", 8, at_least=5)) == (8,)
    assert quick_amounts(option.number("quarter", "A quarter is enough", 8, at_least=2)) == (2, 4, 8)
    for rule in (rule for game in GAMES for rule in game.options if rule.whole):
        assert all(rule.read(str(amount)) for amount in quick_amounts(rule)), rule.key


def test_a_play_nobody_names_is_called_by_game_and_day(form, journal):
    seat(form, "Ada", "Ben")
    form.type_title("y" * 61)
    assert form.error == "Keep the title to 60 letters; this one has 61."
    form.type_title("   ")
    assert journal.play(form.begin(journal)).title == usual_title(hats_game.GAME)


def test_the_second_play_of_a_day_is_told_apart_by_its_number(journal):
    names = []
    for _ in range(3):
        form = SetupForm.of(journal)
        seat(form, "Ada", "Ben")
        names.append(journal.play(form.begin(journal)).title)
    usual = usual_title(hats_game.GAME)
    assert names == [usual, usual.replace("Hats", "Hats 2"), usual.replace("Hats", "Hats 3")]


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
