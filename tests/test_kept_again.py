"""What today's rules make of what 0.5.0 kept: sessions done again, plays gone on with, and files in every form."""

from __future__ import annotations

import json

import kept_reader as reader
import pytest
from kept_compare import Rewordings, plain, same, superseded
from kept_reader import KEPT

SESSIONS = sorted((KEPT / "sessions").glob("*.session"))
WORDS = Rewordings()
FIGURES = ("balances", "marks", "counts", "undo", "redo", "faults")


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
    kept_play = kept["sessions"][file.stem]
    kept_play["refusals"] = [one | {"refusal": WORDS.text(one["refusal"], "refusal")} for one in kept_play["refusals"]]
    same(*WORDS.compared(kept_play, play), f"The session {file.stem}")
    wanted = files["sessions"][file.stem]
    # other forms repeat what a line says, in letters of their own; those of the kept plays are always compared
    wanted = (
        {"session": wanted["session"]} if WORDS.touches(kept_play["lines"]) else plain(WORDS.every(wanted, "export"))
    )
    same(wanted, {form: plain(forms)[form] for form in wanted}, f"The session {file.stem}")


def test_every_kept_play_is_written_out_as_it_was(folder, kept, files):
    with reader.book(folder) as journal:
        for play in kept["books"]["book"]["plays"]:
            wanted = plain(WORDS.every(files["book"][play["id"]], "export"))
            now = plain(reader.exported(journal, play["id"]))
            same(wanted, now, f"The play {play['title']!r} ({play['game']})", but=superseded())


def test_every_kept_play_that_was_written_out_is_taken_in_with_the_same_figures(kept, files):
    for play in kept["books"]["book"]["plays"]:
        kept_play = {key: play[key] for key in ("balances", "marks")}
        now = reader.taken_in_again(files["book"][play["id"]]["session"])
        for one in WORDS.additions:
            now = one.without(now)
        same(kept_play, now, f"The play {play['title']!r} ({play['game']})")


def test_every_kept_play_goes_on_from_where_it_stood(folder, kept):
    """Each with its next line, undone and redone; and in one of each game all is done to the past that can be.

    Where what is written would be worded otherwise today, a correction revises more lines, and undo names a line as
    it is written. Of such a play only the figures are compared.
    """
    played_on = kept["played on"]
    done = reader.games_played(folder, {play: one["with"] for play, one in played_on.items()})
    for play in kept["books"]["book"]["plays"]:
        if play["id"] not in played_on:
            continue
        kept_play = {key: value for key, value in played_on[play["id"]].items() if key != "with"}
        kept_play, now = WORDS.compared(kept_play, done[play["id"]])
        if WORDS.touches(play["lines"]):
            kept_play, now = ({key: one[key] for key in FIGURES} for one in (kept_play, now))
        same(kept_play, now, f"The play {play['title']!r} ({play['game']})")
