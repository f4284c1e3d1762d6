"""Records across plays: who counts as whom, what counts, and what everybody's figures come to."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.recording.revision import Change
from companion.core.show.highlights import Highlight, Kind
from companion.formats.session import replay, steps
from companion.statistics.player_stats import (
    Between,
    Memory,
    PlayerStats,
    PlayRecord,
    Sat,
    Tally,
    join_players,
    tables,
    take_apart,
)
from models.ledger import Place
from tests.purging import purge

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
CAT = "game rat_a_tat_cat\ntitle {title}\nseats {seats}\nhouse rounds=1 late=average\nstart first={first}\n"
END = Kind("result", "Points", "points", low=True, final=True)
MONEY = Kind("money", "Money", "$", final=True)
KNOCKS = Kind("knocks", "Knocks", "", adds=True)


def cat(journal, title="Friday", seats="Ann Ben", scores="ann=4 ben=9"):
    """One round of Rat-a-Tat Cat, which ends the game; without scores it goes on."""
    first = "zoe" if seats[0] == "Z" else seats.split()[0].casefold()
    text = CAT.format(title=title, seats=seats, first=first)
    return replay(journal, steps(text + (f"round scores='{scores}'\n" if scores else "")))


def book(journal):
    memory = Memory()
    for _ in memory.steps(journal):
        pass
    return PlayerStats.of(memory, journal)


def tally(journal, who):
    return book(journal).somebody(who).tally


# -- what counts -----------------------------------------------------------------------------------------


def test_archived_plays_count_and_deleted_ones_do_not(journal):
    kept, gone = cat(journal), cat(journal)
    journal.set_play(kept.play.id, archived=True)
    journal.set_play(gone.play.id, deleted=True)

    assert tally(journal, "ann") == Tally(played=1, won=1)
    journal.set_play(gone.play.id, deleted=False)
    assert tally(journal, "ann") == Tally(played=2, won=2)


# -- who is who ------------------------------------------------------------------------------------------


def test_a_player_is_a_name_whatever_its_case_and_however_it_was_typed(journal):
    cat(journal, seats="Zoe\u0308 Ben", scores="zoe=4 ben=9")
    cat(journal, seats="ZO\u00cb Cy", scores="zoe=4 cy=9")

    assert tally(journal, "zo\u00eb") == Tally(played=2, won=2)


def test_a_play_counts_for_the_name_a_seat_goes_by_now(journal):
    text = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\nrename who=ben called=Benedict\nleave who=ann\n"
    replay(journal, steps(text))

    found = book(journal)

    assert found.somebody("ben") is None
    assert found.somebody("benedict").tally == Tally(played=1, won=1)


def test_two_records_of_one_person_count_as_one_until_they_are_taken_apart(journal):
    cat(journal)
    cat(journal, seats="Annie Ben", scores="annie=9 ben=4")
    journal.remember_player("Annie")
    apart = [tally(journal, who) for who in ("ann", "annie")]

    join_players(journal, "annie", "ann")

    found = book(journal)
    (joined,) = [one for one in found.people if one.name.startswith("Ann")]
    assert (joined.name, joined.tally) == ("Ann", Tally(played=2, won=1))
    assert found.somebody("annie") == joined
    assert found.joined_with("ann") == (("annie", "Annie"),)
    assert found.between("ann", "ben") == Between(ahead=1, behind=1)
    assert {play.seats[0].name for play in journal.plays()} == {"Ann", "Annie"}

    take_apart(journal, "annie")

    assert [tally(journal, who) for who in ("ann", "annie")] == apart


def test_records_joined_in_a_ring_count_for_somebody_all_the_same(journal):
    cat(journal, seats="Ann Annie", scores="ann=4 annie=9")
    join_players(journal, "ann", "annie")
    join_players(journal, "annie", "ann")

    assert len(book(journal).people) == 1


# -- reading ---------------------------------------------------------------------------------------------


def test_what_was_read_is_not_read_again_until_something_is_written(journal):
    first, second = cat(journal), cat(journal, scores="")
    memory = Memory()

    assert [one.many for one in memory.steps(journal)][-1] == 2
    assert list(memory.steps(journal)) == []
    second.write("round", {"scores": "ann=4 ben=5"})
    assert {one.done for one in memory.steps(journal)} == {1}
    journal.set_play(first.play.id, deleted=True)
    assert list(memory.steps(journal)) == []
    assert [one.play for one in memory.evenings] == [second.play.id]


@pytest.mark.parametrize(
    "do",
    [
        lambda journal, referee: journal.set_play(referee.play.id, title="Another title"),
        lambda _, referee: referee.amend(
            {Place(2): Change("round", {"scores": "ann=14 ben=9"})}, "fourteen"
        ),
        lambda _, referee: referee.undo(),
        lambda journal, referee: journal.set_play(referee.play.id, archived=True),
        lambda journal, referee: journal.set_play(referee.play.id, deleted=True),
    ],
    ids=["renamed", "corrected", "undone", "archived", "deleted"],
)
def test_whatever_is_done_to_a_play_its_records_are_as_if_read_for_the_first_time(journal, do):
    referee, _ = cat(journal), cat(journal, title="Another evening")
    kept, fresh = Memory(), Memory()
    for _ in kept.steps(journal):
        pass
    do(journal, referee)
    for memory in (kept, fresh):
        for _ in memory.steps(journal):
            pass
    assert kept.evenings == fresh.evenings


def test_a_play_deleted_for_good_while_it_is_read_is_passed_over(journal):
    gone, _ = cat(journal), cat(journal)
    memory = Memory()
    reading = memory.steps(journal)
    next(reading)
    purge(journal, gone.play.id)
    for _ in reading:
        pass

    assert gone.play.id not in [one.play for one in memory.evenings]
    assert len(memory.evenings) == 1


def test_a_fault_in_one_game_leaves_its_play_out_and_no_other(journal, monkeypatch, caplog):
    cat(journal)
    replay(journal, steps("game ratrace\ntitle Odd\nseats Ann Ben\nstart first=ann\n"))

    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("companion.games.ratrace.retiring.Best", broken)

    assert [one.title for one in book(journal).left_out] == ["Odd"]
    assert len(book(journal).evenings) == 1
    assert "left out of the records" in caplog.text


def test_a_hidden_play_that_goes_on_shows_only_who_plays(journal):
    text = "game doubletrack\nseats Ann Ben Cy\nstart first=ann\nsell_card who=ann bids='ben=10 cy=5'\n"
    referee = replay(journal, steps(text))
    assert referee.game.is_secret(referee.table, "ann:chips")

    (evening,) = book(journal).evenings

    assert evening.highlights == ()
    assert not any("$" in cell for grid in tables(journal) for row in grid.rows for cell in row)


# -- figures ---------------------------------------------------------------------------------------------


def evening(number, *people, over=True, game="ratrace", highlights=()):
    winners = sum(one.won for one in people)
    return PlayRecord(
        f"p{number}",
        game,
        f"Play {number}",
        NOW + timedelta(days=number),
        over,
        winners,
        people,
        highlights,
    )


def highlight(kind, figure, place=None, weight=50):
    return Highlight(kind, "seat", figure, f"{kind.label} {figure}.", place, weight)


@pytest.mark.parametrize(
    ("figures", "best", "average"),
    [
        ({"points": 12, "half-points": 21, "tenth-points": 105}, "10.5 points", "11.0 points"),
        ({"tenth-points": 103, "points": 10}, "10 points", "10.2 points"),
        ({"$": 7, "$.00": 650}, "$6.50", "$6.75"),
    ],
)
def test_results_in_whole_points_halves_tenths_and_cents_are_compared_by_their_worth(
    figures, best, average
):
    ann = Sat("ann", "Ann", rank=1)
    some = [
        evening(n, ann, highlights=(("ann", highlight(replace(END, unit=unit), figure)),))
        for n, (unit, figure) in enumerate(figures.items())
    ]
    stats = PlayerStats(some, (), (), {})

    (result,) = stats.games_of("ann")[0].results
    assert (result.best.highlight.said, result.average) == (best, average)
    assert [record.highlight.said for record in stats.best_of("ratrace")] == [best]


def test_head_to_head_goes_by_place_and_who_left_is_undecided():
    def met(number, mine, theirs, **how):
        return evening(number, Sat("ann", "Ann", rank=mine), Sat("ben", "Ben", rank=theirs), **how)

    found = PlayerStats([met(1, 1, 2), met(2, 3, 2), met(3, 2, 2), met(4, 1, None), met(5, None, None, over=False),
                  evening(6, Sat("ann", "Ann", rank=1))], (), (), {})  # fmt: skip

    assert found.between("ann", "ben") == Between(ahead=1, behind=1, level=1, undecided=1, going=1)
    assert found.between("ann", "ben").together == 4
    assert found.between("ann", "ben", "totopoly") == Between()
    assert found.between("ann", "ann") == Between()
    assert [one.key for one in found.partners("ann")] == ["ben"]


PLAYERS = ("ann", "ben", "cy")


@st.composite
def evenings(draw):
    """A few plays of some of three players, over or not, with places that may be shared or missing."""
    found = []
    for number in range(draw(st.integers(0, 6))):
        over = draw(st.booleans())
        names = draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=3, unique=True))
        ranks = [draw(st.one_of(st.none(), st.integers(1, 3))) if over else None for _ in names]
        people = [
            Sat(name, name, rank=rank, won=rank == 1)
            for name, rank in zip(names, ranks, strict=True)
        ]
        found.append(
            evening(number, *people, over=over, game=draw(st.sampled_from(["ratrace", "totopoly"])))
        )
    return found


@given(evenings())
def test_nobody_wins_more_plays_than_they_played_and_games_add_up_to_all(some):
    found = PlayerStats(some, (), (), {})
    for person in found.people:
        assert person.tally.won + person.tally.shared <= person.tally.played
        games = [game.tally for game in found.games_of(person.key)]
        assert person.tally == Tally(
            *(sum(getattr(tally, of.name) for tally in games) for of in fields(Tally))
        )
        assert person.tally.played + person.tally.going == sum(
            bool(play.sat(person.key)) for play in some
        )


@given(evenings(), st.sampled_from(PLAYERS), st.sampled_from(PLAYERS))
def test_head_to_head_seen_from_the_other_side_is_the_same_turned_round(some, one, other):
    found = PlayerStats(some, (), (), {})

    met = found.between(one, other)
    assert found.between(other, one) == replace(met, ahead=met.behind, behind=met.ahead)
    assert found.between(one, other).together <= min(
        (who.tally.played for who in found.people if who.key in (one, other)), default=0
    )


# -- what is shared --------------------------------------------------------------------------------------
