"""A short turn of the campaign on hostile files, and that it would notice if a promise broke."""

import random
import time
from contextlib import closing

import pytest

from companion.__main__ import main
from companion.formats import play_file
from companion.formats.session import Mismatch
from models.backups.untrusted_file import MOST_BYTES, UntrustedFile
from models.errors import ForeignFileError, StorageError
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns import damage, hostile
from tests.load_play import load_play


@pytest.mark.parametrize(("target", "count"), [("parser", 400), ("sessions", 15), ("backups", 10)])
def test_every_file_is_taken_in_whole_or_refused_in_a_sentence(target, count):
    assert [case for case in damage.campaign(target, 7, count) if case.wrong] == []


@pytest.mark.campaign
def test_the_files_reach_both_a_yes_and_many_a_no():
    cases = damage.campaign("sessions", 11, 40)
    assert any(case.taken for case in cases)
    assert len({case.sentence for case in cases}) > 10


def half_applied(journal, data):
    try:
        load_play(journal, data)
    except (Mismatch, StorageError, Refusal):
        journal.remember_player("Mallory")
        raise


def no_sentence(_journal, data):
    int(data)


def not_sound(journal, _data):
    journal.remember_player("Ann")
    journal.database.driver.execute("UPDATE player SET colour = 'red'")


def in_no_backup(journal, _data):
    journal.set_play(load_play(journal, hostile.texts()[0].encode()).id, title="x" * 3_000)


@pytest.mark.campaign
@pytest.mark.parametrize("careless", [half_applied, no_sentence, not_sound, in_no_backup])
def test_the_campaign_notices_a_careless_import(careless):
    words = {no_sentence: "ValueError"}.get(
        careless, careless.__name__.replace("half_", "half-").replace("_", " ")
    )
    cases = damage.campaign("sessions", 7, 5, lambda seed: damage.take_session(seed, careless))
    assert any(words in case.wrong for case in cases)


@pytest.mark.campaign
def test_the_campaign_notices_what_takes_too_long():
    case = damage.Case("slow")
    with damage.watched(case, 0.05):
        while True:
            time.perf_counter()
    assert "takes more than" in case.wrong


def test_a_play_that_is_longer_than_any_is_not_worked_out(monkeypatch):
    monkeypatch.setattr(play_file, "MOST_WORK", 0)
    with closing(UntrustedFile()) as book:
        with pytest.raises(ForeignFileError, match="too long to be worked out"):
            load_play(Journal(book), hostile.texts()[0].encode())
        assert Journal(book).plays() == []


@pytest.mark.campaign
@pytest.mark.parametrize("command", ["import", "restore"])
def test_the_command_line_takes_no_hostile_file_either(command, tmp_path, capsys):
    made = hostile.session if command == "import" else hostile.backup
    files = [tmp_path / f"\u202e{at}.txt" for at in range(6)]
    for file in files:
        file.write_bytes(made(random.Random(file.name)))  # noqa: S311 - to be had again, not to be secret
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(MOST_BYTES + 5)
    for file in (*files, tmp_path, tmp_path / "missing", tmp_path / "loop", tmp_path / "huge"):
        words = [
            command,
            str(file),
            "--data",
            str(tmp_path / "books"),
            *(["--yes"] if command == "restore" else []),
        ]
        assert main(words) in (0, 1)
        said = capsys.readouterr()
        assert said.out + said.err
        assert "Traceback" not in said.out + said.err
