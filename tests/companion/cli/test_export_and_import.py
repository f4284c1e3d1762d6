"""``export`` and ``import``: plays as files, and files as plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tried import EVENING, FISTS, RETIRED, ROOT, SESSIONS, answering

from companion.__main__ import main
from companion.formats.forms import FORMS

# --- export


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.key)
def test_every_form_goes_to_a_file_to_a_folder_and_to_standard_output(form, lay, tmp_path, capsysbinary):
    lay(RETIRED.read_text(encoding="utf-8"))
    out = tmp_path / "out"
    code = main(["export", "friday", "--form", form.key, "-o", str(out), "--data", str(tmp_path / "books")])
    assert code == 0
    capsysbinary.readouterr()
    assert main(["export", "friday", "--form", form.key, "--data", str(tmp_path / "books")]) == 0
    assert capsysbinary.readouterr() == (out.read_bytes(), b"")
    into = tmp_path / "into"
    into.mkdir()
    assert main(["export", "friday", "--form", form.key, "-o", str(into), "--data", str(tmp_path / "books")]) == 0
    assert [path.name for path in into.iterdir()] == [form.file_name("A short Friday")]


def test_an_export_comes_back_as_the_play_it_was(run, lay, tmp_path, folder):
    lay(RETIRED.read_text(encoding="utf-8"))
    assert run("export", "friday", "-o", tmp_path / "friday.txt")[0] == 0
    other = tmp_path / "other"
    assert main(["import", str(tmp_path / "friday.txt"), "--data", str(other)]) == 0
    assert main(["export", "friday", "-o", str(tmp_path / "again.txt"), "--data", str(other)]) == 0
    assert (tmp_path / "again.txt").read_bytes() == (tmp_path / "friday.txt").read_bytes()
    assert folder.exists()


def test_all_plays_go_into_a_folder_each_under_a_name_of_its_own(run, lay, tmp_path):
    ids = lay(EVENING.format("Friday"), EVENING.format("friday"), EVENING.format("Saturday"))
    code, out, _ = run("export", "--all", "-o", tmp_path)
    assert code == 0
    names = {Path(line).name for line in out.splitlines()}
    assert names == {f"Friday {ids[0][:6]}.txt", f"friday {ids[1][:6]}.txt", "Saturday.txt"}
    assert all((tmp_path / name).is_file() for name in names)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export"], "Which game? Name one, or say --all."),
        (["export", "friday", "--all"], "Say --all, or name games; not both."),
        (["export", "--all"], "Several games go into a folder"),
        (["export", "friday", "--form", "pdf"], "There is no form 'pdf'; choose "),
    ],
)
def test_an_export_that_makes_no_sense_is_misuse(words, said, run, lay):
    lay(EVENING.format("Friday"))
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_that_is_there_is_replaced_only_when_said(run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    out = tmp_path / "mine.txt"
    out.write_text("my diary")
    for words in (["export", "friday", "-o", out], ["backup", out]):
        code, _, err = run(*words)
        assert code == 1
        assert "is there already. Say --over" in err
        assert out.read_text() == "my diary"
    assert run("export", "friday", "-o", out, "--over")[0] == 0
    assert out.read_text(encoding="utf-8").startswith("game ratrace")


def test_a_place_that_can_t_be_written_is_said(run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    for words in (["export", "friday", "-o"], ["backup"]):
        code, _, err = run(*words, tmp_path / "nowhere" / "file")
        assert code == 1
        assert "can't be written: No such file or directory." in err
    assert run("backup", tmp_path, "--over")[2].endswith("is a folder.\n")


@pytest.mark.usefixtures("nobody")
def test_what_is_hidden_at_the_table_is_exported_only_after_a_yes(run, lay, monkeypatch):
    lay(FISTS.read_text(encoding="utf-8").partition("\nend\n")[0] + "\n")
    title = run("list")[1].split("  ")[-1].strip()
    code, out, err = run("export", title)
    assert (code, out) == (2, "")
    assert "is hidden from the table" in err
    answering(monkeypatch, "n\n")
    assert run("export", title)[:2] == (1, "")
    answering(monkeypatch, "y\n")
    assert run("export", title)[0] == 0
    assert run("export", title, "--yes")[0] == 0


# --- import


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "neither a backup made by Companion nor a game"),
        (b"Dear aunt,\n", "neither a backup made by Companion nor a game"),
        (
            EVENING.format("Friday").encode() + b"fly who=alice\n",
            "bad:5: refused: Ratrace knows no action 'fly'. Nothing",
        ),
        (b"game chess\nseats A B\n", "bad:1: There is no game 'chess' here"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "use: restore"),
        (b"PK\x03\x04zipped", "not a single game but a whole book, or packed"),
    ],
)
def test_a_file_that_is_no_play_is_refused_and_leaves_no_trace(content, said, run, lay, folder, tmp_path):
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    code, out, err = run("import", bad)
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1
    assert not folder.exists()
    lay(EVENING.format("Mine"))
    before = run("list")
    assert run("import", bad)[0] == 1
    assert run("list") == before


def test_a_file_that_is_not_there_and_a_folder_are_refused(run, tmp_path):
    for file in (tmp_path / "nowhere.txt", tmp_path):
        code, _, err = run("import", file)
        assert code == 1
        assert "can't be read" in err


def test_several_plays_are_taken_in_at_once(run):
    code, out, _ = run("import", *sorted(SESSIONS.glob("rat_a_tat_cat-*.session")))
    assert code == 0
    assert out.count("all checked.") == len(list(SESSIONS.glob("rat_a_tat_cat-*.session")))
    assert len(run("list")[1].splitlines()) == out.count("\n")


def test_a_play_may_come_through_a_pipe(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "import", "-", "--data", tmp_path / "books"],
        input=RETIRED.read_bytes(), capture_output=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"A short Friday was added: 73 entries, all checked." in done.stdout
    assert done.stderr == b"", "no progress where nobody watches"


@pytest.mark.usefixtures("nobody")
def test_a_game_that_is_here_is_said_to_be_and_goes_on_after_a_yes(run, lay, tmp_path, monkeypatch):
    saved, longer = tmp_path / "friday.txt", tmp_path / "longer.txt"
    lay(EVENING.format("Friday"))
    run("export", "friday", "-o", saved)
    code, out, _ = run("import", saved)
    assert (code, out.partition("  ")[2]) == (0, "Friday: It is here already.\n")
    longer.write_text(saved.read_text(encoding="utf-8") + "undo\n", encoding="utf-8")
    code, out, err = run("import", longer)
    assert (code, out) == (
        2, "Friday: It is here already, with 1 entry. The file goes on from there and has 2 entries.\n",
    )  # fmt: skip
    assert "Say --yes" in err
    answering(monkeypatch, "n\n")
    assert run("import", longer)[1].endswith("Nothing was changed.\n")
    answering(monkeypatch, "y\n")
    assert run("import", longer)[1].endswith("  Friday was brought up to date: 2 entries, all checked.\n")
    assert len(run("list")[1].splitlines()) == 1
