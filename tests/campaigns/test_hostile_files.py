"""A short turn of the campaign on hostile files, and that it would notice if a promise broke."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest

from companion.__main__ import main
from companion.formats import play_file
from companion.formats.session import Mismatch
from models.backups.untrusted_file import MOST_BYTES, UntrustedFile
from models.errors import ForeignFileError, StorageError
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns import fuzzing, hostile_backups, hostile_sessions


@pytest.mark.parametrize(("target", "count"), [("parser", 400), ("sessions", 15), ("backups", 10)])
def test_every_file_is_taken_in_whole_or_refused_in_a_sentence(target, count):
    tally = fuzzing.campaign(target, 7, count)
    assert tally.tried == count
    assert not tally.broken, f"--again {tally.broken[0].seed}\n{tally.broken[0].wrong}"


@pytest.mark.campaign
def test_the_files_reach_both_a_yes_and_many_a_no():
    tally = fuzzing.campaign("sessions", 11, 25)
    assert tally.taken
    assert len(tally.sentences) > 10


@pytest.mark.campaign
def test_the_campaign_notices_what_is_half_applied():
    def careless(journal, data):
        try:
            return play_file.load(journal, data)
        except (Mismatch, StorageError, Refusal):
            journal.remember_player("Mallory")
            raise

    tally = fuzzing.campaign("sessions", 7, 5, lambda seed: fuzzing.take_session(seed, careless))
    assert any("half-applied" in case.wrong for case in tally.broken)


@pytest.mark.campaign
def test_the_campaign_notices_what_is_raised_and_is_no_sentence():
    def careless(_journal, data):
        return int(data)

    tally = fuzzing.campaign("sessions", 7, 2, lambda seed: fuzzing.take_session(seed, careless))
    assert len(tally.broken) == 2


@pytest.mark.campaign
def test_the_campaign_notices_what_is_taken_in_and_is_not_sound():
    def careless(journal, data):
        del data
        journal.remember_player("Ann")
        journal.database.driver.execute("UPDATE player SET colour = 'red'")

    tally = fuzzing.campaign("sessions", 7, 1, lambda seed: fuzzing.take_session(seed, careless))
    assert "not sound" in tally.broken[0].wrong


@pytest.mark.campaign
def test_the_campaign_notices_what_no_backup_would_hold():
    def careless(journal, data):
        del data
        play = play_file.load(journal, hostile_sessions.texts()[0].encode())
        journal.rename(play.id, "x" * 3_000)
        return play

    case = fuzzing.take_session("7/sessions/0", careless)
    assert "in no backup" in case.wrong


@pytest.mark.campaign
def test_the_campaign_notices_what_takes_too_long():
    case = fuzzing.Case("slow")
    with suppress(fuzzing.TooLong), fuzzing.watched(case, 0.05):
        while True:
            time.perf_counter()
    assert "takes more than" in case.wrong


def test_a_play_that_is_longer_than_any_is_not_worked_out(monkeypatch):
    monkeypatch.setattr(play_file, "MOST_WORK", 0)
    journal = Journal(UntrustedFile())
    try:
        with pytest.raises(ForeignFileError, match="too long to be worked out"):
            play_file.load(journal, hostile_sessions.texts()[0].encode())
        assert journal.plays() == []
    finally:
        journal.database.close()


@pytest.mark.campaign
@pytest.mark.parametrize("command", ["import", "restore"])
def test_the_command_line_takes_no_hostile_file_either(command, tmp_path, capsys):
    files = []
    for at in range(6):
        chance = random.Random(f"command/{at}")  # noqa: S311 - to be had again, not to be secret
        made = (hostile_sessions.session if command == "import" else hostile_backups.backup)(chance)
        files.append(tmp_path / f"\u202e{at}.txt")
        files[-1].write_bytes(made)
    files += [tmp_path, tmp_path / "missing", tmp_path / "link", tmp_path / "loop", tmp_path / "huge"]
    (tmp_path / "link").symlink_to(files[0])
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(MOST_BYTES + 5)
    for file in files:
        words = [command, str(file), "--data", str(tmp_path / "books"), *(["--yes"] if command == "restore" else [])]
        assert main(words) in (0, 1)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert said.out + said.err
