"""What today's rules make of what 0.5.0 kept: sessions done again, plays gone on with, and files in every form."""

from __future__ import annotations

import json

import kept_reader as reader
import pytest
from kept_compare import Rewordings, same, superseded
from kept_reader import KEPT

SESSIONS = sorted((KEPT / "sessions").glob("*.session"))
WORDS = Rewordings()


@pytest.fixture(autouse=True)
def utc():
    with reader.in_utc():
        yield


@pytest.fixture(scope="module")
def kept():
    return json.loads(reader.unpacked(KEPT / "expected.json.gz"))


@pytest.fixture(scope="module")
def files():
    """What each kept play and session was written out as."""
    return {name: json.loads(reader.unpacked(KEPT / "exports" / f"{name}.json.gz")) for name in ("book", "sessions")}


@pytest.fixture
def folder(tmp_path):
    return reader.lay(KEPT / "book", tmp_path / "book")


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_a_session_done_again_comes_out_as_it_did(file, kept, files):
    play, forms = reader.session_again(file.read_text(encoding="utf-8"))
    told = kept["sessions"][file.stem]
    told["refusals"] = [one | {"refusal": WORDS.text(one["refusal"], "refusal")} for one in told["refusals"]]
    same(*WORDS.compared(told, play), f"The session {file.stem}")
    wanted = {
        form: WORDS.text(text, "narration", "receipt", "rule", "export")
        for form, text in files["sessions"][file.stem].items()
    }
    same(wanted, forms, f"The session {file.stem}", but=superseded())


def test_every_kept_play_is_written_out_as_it_was(folder, kept, files):
    with reader.book(folder) as journal:
        for play in kept["books"]["book"]["plays"]:
            wanted = {form: WORDS.text(text, "export") for form, text in files["book"][play["id"]].items()}
            same(wanted, reader.exported(journal, play["id"]), f"The play {play['title']!r} ({play['game']})")


def test_every_kept_play_that_was_written_out_is_taken_in_with_the_same_figures(kept, files):
    for play in kept["books"]["book"]["plays"]:
        told = {key: play[key] for key in ("balances", "marks")}
        now = reader.taken_in_again(files["book"][play["id"]]["session"])
        for one in WORDS.additions:
            now = one.without(now)
        same(told, now, f"The play {play['title']!r} ({play['game']})")


def test_every_kept_play_goes_on_from_where_it_stood(folder, kept):
    """Each with its next line, undone and redone; and in one of each game all is done to the past that can be."""
    played_on = kept["played on"]
    done = reader.games_played(folder, {play: one["with"] for play, one in played_on.items()})
    for play in kept["books"]["book"]["plays"]:
        if play["id"] in played_on:
            told = {key: value for key, value in played_on[play["id"]].items() if key != "with"}
            same(*WORDS.compared(told, done[play["id"]]), f"The play {play['title']!r} ({play['game']})")
