"""What today's rules make of what 0.5.0 kept: sessions done again, plays gone on with, and files in every form.

Figures, accounts, marks, answers and keys are compared, and no sentence.
"""

import json
import re

import pytest

from tests.units.kept import kept_reader as reader
from tests.units.kept.kept_compare import amounts, amounts_gone, same, same_figures
from tests.units.kept.kept_reader import KEPT

LEASES_HIDDEN = "hidden until the last lot"
DATED = re.compile(r"^(?:# id [0-9a-f]{32}|# began \S+Z| {2}# \S+Z)\n", re.MULTILINE)
"""The lines of a saved game that 0.5.0 did not write: which it is, and when."""
OPEN_AGAIN = {"Ratrace: What happened": [["ada", "closed", 1], ["ada", "misses", 1]]}
"""Marks that a ruling of later takes away: whoever goes bankrupt at the funeral is open again."""
NUMBERED = re.compile(r"\bBusiness \d\b")
SESSIONS = sorted((KEPT / "sessions").glob("*.session"))


@pytest.fixture(autouse=True)
def utc():
    with reader.in_zone():
        yield


@pytest.fixture(scope="module")
def kept():
    return json.loads(reader.unpacked(KEPT / "expected.json.gz"))


@pytest.fixture(scope="module")
def files():
    """What each kept play and session was written out as."""
    return {
        name: json.loads(reader.unpacked(KEPT / "exports" / f"{name}.json.gz"))
        for name in ("book", "sessions")
    }


@pytest.fixture(scope="module")
def mark_names():
    """The names of the marks in kept plays, by game."""
    games = json.loads((KEPT / "names.json").read_text(encoding="utf-8"))["in plays"]
    return {game: set(names["marks"]) for game, names in games.items()}


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_a_session_done_again_comes_to_the_same_figures(file, kept, files, mark_names):
    play, forms = reader.session_again(file.read_text(encoding="utf-8"))
    kept_play = kept["sessions"][file.stem]
    same_figures(kept_play, play, f"The session {file.stem}", mark_names=mark_names[play["game"]])
    same(
        files["sessions"][file.stem]["session"],
        DATED.sub("", forms["session"]),
        f"The session {file.stem}, written out",
    )


def test_every_kept_play_is_written_out_with_the_same_figures(folder, kept, files):
    with reader.book(folder) as journal:
        for play in kept["books"]["book"]["plays"]:
            where = f"The play {play['title']!r} ({play['game']})"
            wanted, now = files["book"][play["id"]], reader.exported(journal, play["id"])
            same(wanted["session"], DATED.sub("", now["session"]), f"{where}, session")
            hidden = LEASES_HIDDEN in wanted["page"]
            for form in ("csv", "hledger"):
                # hidden cards have letters now, and no numbers of the name are in the file
                texts = [
                    NUMBERED.sub("", one[form]) if hidden else one[form] for one in (wanted, now)
                ]
                same(*map(amounts, texts), f"{where}, {form}")
            # of what is hidden, and of who is out, a page says less by now
            if not hidden and "Out of the game" not in wanted["page"]:
                assert amounts_gone(wanted["page"], now["page"]) == [], f"{where}, page"


def test_every_kept_play_that_was_written_out_is_taken_in_with_the_same_figures(
    kept, files, mark_names
):
    for play in kept["books"]["book"]["plays"]:
        now = reader.taken_in_again(files["book"][play["id"]]["session"])
        wanted = {key: play[key] for key in ("seats", "balances", "marks")}
        gone = OPEN_AGAIN.get(play["title"], [])
        assert all(mark in wanted["marks"] for mark in gone)
        wanted["marks"] = [mark for mark in wanted["marks"] if mark not in gone]
        where = f"The play {play['title']!r} ({play['game']})"
        same_figures(
            wanted, {"seats": play["seats"]} | now, where, mark_names=mark_names[play["game"]]
        )


def without_hidden(play, done):
    """What was done in a play, where its money is hidden without the sums that a correction itself shows no more."""
    if play["houses"].get("secret") != "yes":
        return done
    lines = [
        line | {"working": []} if line["action"] == "amend" else line for line in done["lines"]
    ]
    return done | {"lines": lines}


def test_every_kept_play_goes_on_from_where_it_stood(folder, kept, mark_names):
    """Each with its next line, undone and redone; and in one of each game all is done to the past that can be."""
    played_on = kept["played on"]
    done = reader.games_played(folder, {play: one["with"] for play, one in played_on.items()})
    for play in kept["books"]["book"]["plays"]:
        if play["id"] in played_on:
            more = {"seats": play["seats"], "with": played_on[play["id"]]["with"]}
            where = f"The play {play['title']!r} ({play['game']})"
            wanted, now = without_hidden(play, played_on[play["id"]]), done[play["id"]]
            same_figures(wanted | more, now | more, where, mark_names=mark_names[play["game"]])
