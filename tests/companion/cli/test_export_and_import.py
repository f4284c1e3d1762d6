"""``export`` and ``import``: plays as files, and files as plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tried import EVENING, RETIRED, ROOT

from companion.__main__ import main
from companion.formats.forms import FORMS


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


def test_all_plays_go_into_a_folder_each_under_a_name_of_its_own(run, lay, tmp_path):
    ids = lay(EVENING.format("Friday"), EVENING.format("friday"), EVENING.format("Saturday"))
    code, out, _ = run("export", "--all", "-o", tmp_path)
    assert code == 0
    names = {Path(line).name for line in out.splitlines()}
    assert names == {f"Friday {ids[0][:6]}.txt", f"friday {ids[1][:6]}.txt", "Saturday.txt"}
    assert all((tmp_path / name).is_file() for name in names)


def test_a_play_may_come_through_a_pipe(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "import", "-", "--data", tmp_path / "books"],
        input=RETIRED.read_bytes(), capture_output=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"A short Friday was added: 73 entries, all checked." in done.stdout
    assert done.stderr == b"", "no progress where nobody watches"
